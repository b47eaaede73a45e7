"""Questions made of scores: which bars go on with an opening? The distractors come from other songs on purpose."""

import threading
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from core.benchmarks.banks.bank import write_bank
from core.errors import AppError
from core.llm.base import PAPER
from gui.dialogs.quiz_import import free_path
from gui.session import Session
from gui.tables.quiz_words import count
from gui.widgets.field import field, side_by_side
from gui.widgets.inputs import Number
from gui.widgets.note import Note
from gui.widgets.text_area import TextArea

WIDTH = 520
USUAL_NUMBER, MOST_NUMBER = 20, 10_000
MOST_TOLD = 100


@dataclass(frozen=True, slots=True)
class MadeBank:
    """Where the questions were kept, and what is to be said of them."""

    path: str
    words: str
    left_out: tuple[str, ...]


def make(scores: Path, number: int, seed: int, folder: Path) -> MadeBank:
    """Make questions and keep them as a bank. Raises AppError where the scores give none."""
    # late: reading scores brings every importer along
    from core.benchmarks import continuation
    from core.experiments.continuation_scores import read_scores

    found = read_scores(scores)
    made = continuation.make(found.sources, number, seed)
    path = free_path(folder, f"continuation-{scores.stem}")
    write_bank(path, made.samples)
    words = f"{count(len(made.samples), 'question')} of {made.report['songs_used']} songs."
    if len(made.samples) < number:
        words += f" These scores give no more than that of the {number} asked for."
    reasons = [f"{reason}: {left}" for reason, left in made.report["left_out"].items()]
    return MadeBank(str(path), words, (*reasons, *(str(problem) for problem in found.problems)))


class MakeDialog(QDialog):
    """Asks for the scores, a number and a seed; the same three give the same questions."""

    kept = Signal(str)
    """The bank's path."""

    def __init__(self, session: Session, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._folder = session, folder
        self._stop: threading.Event | None = None
        self._path = ""
        self.setWindowTitle("Make continuation questions")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.scores = QLineEdit()
        self.folder_button, self.file_button = QPushButton("Folder…"), QPushButton("File…")
        self.number = Number(1, MOST_NUMBER)
        self.seed = Number(0, 2**32 - 1)
        self.number.setValue(USUAL_NUMBER)
        self.seed.setValue(PAPER.seed or 0)
        self.note = Note()
        self.left_out = TextArea("What was left out", 5)
        self.buttons = QDialogButtonBox(self)
        self.button = self.buttons.addButton("Make", QDialogButtonBox.ButtonRole.AcceptRole)
        self.close_button = self.buttons.addButton(QDialogButtonBox.StandardButton.Close)
        self._build()
        self.scores.setPlaceholderText("A folder of scores, or one file")
        self.scores.textChanged.connect(lambda _text: self._allow())
        self.folder_button.clicked.connect(lambda: self._ask(QFileDialog.FileMode.Directory))
        self.file_button.clicked.connect(lambda: self._ask(QFileDialog.FileMode.ExistingFile))
        self.buttons.accepted.connect(self._make)
        self.buttons.rejected.connect(self.reject)
        self.finished.connect(lambda _code: self._stop.set() if self._stop else None)
        self._allow()

    def _build(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addLayout(field("Scores", self.scores), 1)
        for button in (self.folder_button, self.file_button):
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignBottom)
        about = Note()
        about.say(
            "Each question shows an opening as ABC and four ways to go on. One is the song's own; three are of other "
            "songs that do not fit: another style, metre or tala, or notes that the song has not."
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(12)
        column.addWidget(about)
        column.addLayout(row)
        column.addLayout(side_by_side(field("Number of questions", self.number), field("Seed", self.seed)))
        column.addWidget(self.note)
        column.addWidget(self.left_out, 1)
        column.addWidget(self.buttons)
        self.left_out.hide()
        self.resize(WIDTH, self.sizeHint().height())

    def _ask(self, mode: QFileDialog.FileMode) -> None:
        folder = str(self._session.get("quiz.scores_folder", Path.home()))
        dialog = QFileDialog(self, "Scores", folder)
        dialog.setFileMode(mode)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.scores.setText)
        dialog.open()

    def _make(self) -> None:
        if self._path:
            self.accept()
            return
        scores, number, seed, folder = (
            Path(self.scores.text().strip()),
            int(self.number.value()),
            int(self.seed.value()),
            self._folder,
        )
        self._session.put("quiz.scores_folder", str(scores.parent))
        self.note.say(f"Reading {scores.name} …")
        self.left_out.hide()

        def failed(error: BaseException) -> None:
            self._stop = None
            self._allow()
            if not isinstance(error, AppError):
                raise error
            self.note.say(str(error), "error")

        self._stop = self._session.tasks.run(
            "store", lambda _stop: make(scores, number, seed, folder), owner=self, done=self._made, failed=failed
        )
        self._allow()

    def _made(self, found: MadeBank) -> None:
        self._stop = None
        self._path = found.path
        self.note.say(found.words, "value")
        self.left_out.show_text("\n".join(found.left_out[:MOST_TOLD]))
        self.left_out.setVisible(bool(found.left_out))
        self.kept.emit(found.path)
        self._allow()

    def _allow(self) -> None:
        self.button.setText("Use them" if self._path else "Make")
        self.button.setEnabled(self._stop is None and bool(self.scores.text().strip()))
