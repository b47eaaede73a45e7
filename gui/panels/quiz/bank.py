"""Which questions are asked: those that come with the program, a bank file, or what was imported or made."""

import threading
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from core import paths
from core.benchmarks import TASKS
from core.benchmarks.banks.bank import Bank, read_bank, shipped
from core.errors import AppError, FormatError
from gui.dialogs.quiz_import import ImportDialog
from gui.dialogs.quiz_make import MakeDialog
from gui.session import Session
from gui.tables.quiz_words import count
from gui.widgets.field import GAP, field
from gui.widgets.inputs import Choice
from gui.widgets.note import Note

BANKS = "quiz.banks"
"""The setting: paths of banks that were chosen, the latest first."""
BANK = "quiz.bank"
SHIPPED = ""
MOST_KEPT = 8
PATTERN = "Questions (*.jsonl *.json *.csv *.xlsx)"


@dataclass(frozen=True, slots=True)
class Questions:
    """A bank that was read; `path` is empty for the one that comes with the program."""

    path: str
    bank: Bank


class BankChoice(QWidget):
    """Chooses a bank and reads it off the GUI thread."""

    changed = Signal()
    """Another bank was read, or could not be."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.questions: Questions | None = None
        self.choice = Choice()
        self.note = Note()
        self.import_button, self.make_button = QPushButton("Open or import…"), QPushButton("Make of scores…")
        for button in (self.import_button, self.make_button):
            button.setProperty("role", "link")
        self.import_button.setToolTip("Open a bank, or make one of a JSON, CSV or XLSX file (Ctrl+I)")
        self.make_button.setToolTip("Make continuation questions: which bars go on with the opening?")
        links = QHBoxLayout()
        links.setSpacing(2 * GAP)
        links.addWidget(self.import_button)
        links.addWidget(self.make_button)
        links.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP // 2)
        column.addLayout(field("Questions", self.choice))
        column.addWidget(self.note)
        column.addLayout(links)
        self._path = str(session.get(BANK, SHIPPED))
        self.choice.activated.connect(lambda _index: self.choose(str(self.choice.currentData())))
        self.import_button.clicked.connect(self.ask_import)
        self.make_button.clicked.connect(self.ask_make)
        self._list()
        self.choose(self._path)

    def choose(self, path: str) -> None:
        """Read a bank; empty for the one that comes with the program."""
        self._path = path
        self._session.put(BANK, path)
        if path:
            kept = [other for other in self._kept() if other != path]
            self._session.put(BANKS, [path, *kept][:MOST_KEPT])
        self._list()

        def job(_stop: threading.Event) -> Questions:
            return Questions(path, read_bank(Path(path)) if path else shipped())

        def done(found: Questions) -> None:
            if path == self._path:
                self.questions = found
                self._tell(found.bank)

        def failed(error: BaseException) -> None:
            if not isinstance(error, AppError):
                raise error
            if path == self._path:
                self.questions = None
                self.note.say(str(error), "error")
                self.changed.emit()

        self._session.tasks.run("look", job, owner=self, done=done, failed=failed)

    def _tell(self, bank: Bank) -> None:
        titles = {task.name: task.title for task in TASKS}
        by_task = Counter(sample.task for sample in bank.samples)
        parts = [f"{titles.get(task, task)} {number}" for task, number in by_task.items()]
        self.note.say(f"{count(len(bank.samples), 'question')}: {', '.join(parts)}.")
        self.changed.emit()

    def _kept(self) -> list[str]:
        kept = self._session.get(BANKS, [])
        return [path for path in kept if isinstance(path, str)] if isinstance(kept, list) else []

    def _list(self) -> None:
        self.choice.clear()
        self.choice.addItem("Questions of the program", SHIPPED)
        for path in self._kept():
            self.choice.addItem(Path(path).name, path)
            self.choice.setItemData(self.choice.count() - 1, Path(path).name, Qt.ItemDataRole.AccessibleTextRole)
        self.choice.setCurrentIndex(max(0, self.choice.findData(self._path)))

    # -- more banks -----------------------------------------------------------------------------------------------

    def ask_import(self) -> None:
        """Let a person choose a file: a bank of ours is opened, any other goes through the mapping."""
        folder = str(self._session.get("quiz.bank_folder", Path.home()))
        dialog = QFileDialog(self.window(), "Open or import questions", folder, PATTERN)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self.open_file(Path(name)))
        dialog.open()

    def open_file(self, path: Path) -> None:
        """Open a bank of ours where every row of it is right; else show the import."""
        self._session.put("quiz.bank_folder", str(path.parent))

        def job(_stop: threading.Event) -> bool:
            try:
                return path.suffix.lower() == ".jsonl" and bool(read_bank(path).samples)
            except FormatError:
                return False

        def done(ours: bool) -> None:
            if ours:
                self.choose(str(path))
            else:
                self.show_import(path)

        self._session.tasks.run("look", job, owner=self, done=done)

    def show_import(self, path: Path) -> ImportDialog:
        """Show how a file would be read, and keep it as a bank where a person agrees."""
        dialog = ImportDialog(self._session, path, banks_folder(), self.window())
        dialog.kept.connect(self.choose)
        dialog.open()
        return dialog

    def ask_make(self) -> MakeDialog:
        """Ask for scores to make questions of."""
        dialog = MakeDialog(self._session, banks_folder(), self.window())
        dialog.kept.connect(self.choose)
        dialog.open()
        return dialog


def banks_folder() -> Path:
    """Return where imported and made banks are kept."""
    return paths.home() / "banks"
