"""What every panel is given: the document, the task runner, the theme, the settings and the sound."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from core import settings
from core.errors import AppError
from gui.document import Document
from gui.tasks import TaskRunner
from gui.theme import Theme

SAVE_DELAY_MS = 500


class Session(QObject):
    """One running window. Panels talk to each other only through it."""

    message = Signal(str, str)
    """A line for the status bar, and how serious it is: `info`, `warning` or `error`."""
    seek = Signal(str)
    """Play from this note, by id."""
    repair_asked = Signal()
    """The model should be asked to repair the tune."""
    generating = Signal(bool)
    """A generation has begun, or has ended."""
    sound_note = Signal(str)
    """The note that sounds now, by id; nothing when none does."""
    selected = Signal(list)
    """The notes chosen in a view or in the text, by id in the order of time; empty where none are."""
    transposed = Signal(int)
    """Sa is moved by so many semitones, for the sound and the views."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.tasks = TaskRunner(self)
        self.document = Document(self.tasks, self)
        self.problem = ""
        try:
            self._settings = settings.load()
        except AppError as error:
            self._settings, self.problem = {}, str(error)
        self.theme = Theme(str(self.get("theme", "system")), self)
        self.transpose = 0
        self.selection: list[str] = []
        self.selected.connect(self._keep_selection)
        self.document.opened.connect(lambda: self.select([]))
        self._timer = QTimer(self, singleShot=True, interval=SAVE_DELAY_MS)
        self._timer.timeout.connect(self.save_settings)
        self.closing: list[Callable[[], None]] = []
        """Called once, in order, when the window closes, before the task runner ends."""

    def get(self, name: str, default: Any = None) -> Any:  # noqa: ANN401  any JSON value
        """Return a setting of the window."""
        window = self._settings.get("window")
        return window.get(name, default) if isinstance(window, dict) else default

    def put(self, name: str, value: Any) -> None:  # noqa: ANN401
        """Keep a setting of the window; it is written a moment later."""
        window = self._settings.setdefault("window", {})
        if window.get(name) != value:
            window[name] = value
            self._timer.start()

    def save_settings(self) -> None:
        """Write the window's settings now; others' (the model profiles) stay as they are on disk."""
        self._timer.stop()
        try:
            window = self._settings.get("window", {})
            settings.change(lambda found: {**found, "window": window})
        except AppError as error:
            self.message.emit(str(error), "warning")

    def _keep_selection(self, ids: list[str]) -> None:
        self.selection = list(ids)

    def select(self, ids: Sequence[str]) -> None:
        """Choose notes, given in the order of time; none for an empty list."""
        if list(ids) != self.selection:
            self.selected.emit(list(ids))

    def set_transpose(self, semitones: int) -> None:
        """Move Sa."""
        if semitones != self.transpose:
            self.transpose = semitones
            self.transposed.emit(semitones)

    def close(self) -> None:
        """End everything that runs."""
        self.save_settings()
        for call in self.closing:
            call()
        self.tasks.close()
