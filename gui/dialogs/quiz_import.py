"""Somebody else's questions: which column is what, how the first rows would be, and what is wrong with some."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from core.benchmarks import TASKS
from core.benchmarks.banks import columns as bank_columns
from core.benchmarks.banks import importing as bank_import
from core.benchmarks.banks.bank import Bank, write_bank
from core.benchmarks.banks.cells import COUNTING
from core.benchmarks.banks.importing import DEFAULT_TASK, Plan, Preview
from core.benchmarks.banks.table import MOST_BYTES, Table
from core.errors import AppError, FormatError
from gui.session import Session
from gui.tables.quiz_preview import QUESTION, RIGHT, ROW, PreviewModel
from gui.tables.quiz_words import count
from gui.widgets.data_table import DataTable
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.field import GAP, field
from gui.widgets.inputs import Choice
from gui.widgets.note import Note
from gui.widgets.scroll_column import ScrollColumn

SIZE = (880, 700)
MOST_TOLD = 200
FIELD_WORDS = {
    bank_columns.SKIP: "leave out", "id": "id", "task": "kind of question", "theme": "theme", "question": "question",
    "options": "all four options", "option_a": "option A", "option_b": "option B", "option_c": "option C",
    "option_d": "option D", "answer": "right answer", "gloss": "English", "options_gloss": "options in English",
    "option_a_gloss": "option A in English", "option_b_gloss": "option B in English",
    "option_c_gloss": "option C in English", "option_d_gloss": "option D in English", "sources": "sources",
    "note": "note", "facts": "facts",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Made:
    """What a mapping gives: the first rows and the bank, or why there is none."""

    preview: tuple[Preview, ...] = ()
    bank: Bank | None = None
    problem: str = ""
    faults: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    """What a person should know of how the file was read: its sheet, its heading, where numbers are counted from."""


def read(path: Path) -> Table:
    """Read a file of questions. Raises FormatError or MissingPackage."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise FormatError(f"{path.name} cannot be read: {error.strerror or error}. Choose another file.") from error
    return bank_import.open_table(content, path.name)


def make(table: Table, mapping: Mapping[int, str], task: str) -> Made:
    """Return what a mapping gives."""
    try:
        plan: Plan = bank_import.planned(table, mapping, task)
        if plan.lacking:
            words = ", ".join(FIELD_WORDS[name] for name in plan.lacking)
            return Made(problem=f"No column is yet: {words}. Choose it above.")
        rows = bank_import.preview(plan)
    except AppError as error:
        return Made(problem=str(error))
    counting = COUNTING.get(plan.answer_kind)
    remarks = (*table.remarks, *([counting] if counting else []))
    try:
        bank = bank_import.bank_of(plan, strict=False)
    except AppError as error:
        faults = tuple(str(row.problem) for row in rows if row.problem)
        return Made(rows, None, str(error), faults, remarks)
    return Made(rows, bank, faults=tuple(str(problem) for problem in bank.problems), remarks=remarks)


class ImportDialog(QDialog):
    """Keeps the questions as a bank of ours in the program's folder; the file itself is not changed."""

    kept = Signal(str)
    """The bank's path."""

    def __init__(self, session: Session, path: Path, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._path, self._folder = session, path, folder
        self._table: Table | None = None
        self.made = Made()
        self._asked = 0
        self.setWindowTitle(f"Import questions from {path.name}")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.note = Note(self)
        self.choices: list[Choice] = []
        self._grid = QGridLayout()
        self.task = Choice()
        for task in TASKS:
            self.task.addItem(task.title, task.name)
        self.task.setCurrentIndex(max(0, self.task.findData(DEFAULT_TASK)))
        self.preview = PreviewModel(self)
        widths = {ROW: 56, **dict.fromkeys(range(QUESTION + 1, RIGHT), 112), RIGHT: 64}
        self.view = DataTable(self.preview, "First rows", QUESTION, widths, self)
        self.faults = QPlainTextEdit(self, readOnly=True)
        self.faults.setAccessibleName("Rows with a fault")
        self.faults.setTabChangesFocus(True)
        self._faults_box = QWidget(self)
        self.buttons = QDialogButtonBox(self)
        self.take = self.buttons.addButton("Take the questions", QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self._build()
        self.task.activated.connect(lambda _index: self._map())
        self.buttons.accepted.connect(self._keep)
        self.buttons.rejected.connect(self.reject)
        self._show()
        self.note.say(f"Reading {path.name} …")
        session.tasks.run("look", lambda _stop: read(path), owner=self, done=self._opened, failed=self._failed)

    def _build(self) -> None:
        self._grid.setHorizontalSpacing(GAP)
        self._grid.setVerticalSpacing(GAP // 2)
        self._grid.setContentsMargins(0, 0, 16, 0)
        columns = QWidget(self)
        columns.setProperty("role", "clear")
        outer = QVBoxLayout(columns)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addLayout(self._grid)
        outer.addStretch()
        scroll = ScrollColumn(columns, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(12)
        layout.addWidget(self.note)
        layout.addLayout(field("What the columns are", scroll), 5)
        layout.addLayout(field("Rows that do not say their kind are", self.task))
        layout.addLayout(field("The first rows, as they would be", self.view), 4)
        self._faults_box.setLayout(field("Rows with a fault", self.faults))
        layout.addWidget(self._faults_box, 2)
        layout.addWidget(self.buttons)
        self.resize(*SIZE)

    # -- reading --------------------------------------------------------------------------------------------------

    def _opened(self, table: Table) -> None:
        self._table = table
        guessed = bank_columns.guess(table.columns)
        first = table.rows[0].cells if table.rows else ()
        for place, heading in enumerate(table.columns):
            choice = Choice()
            for name in bank_columns.FIELDS:
                choice.addItem(FIELD_WORDS[name], name)
            choice.setCurrentIndex(choice.findData(guessed.get(place, bank_columns.SKIP)))
            choice.setAccessibleName(f"Column {place + 1}, {heading[:60]}, is")
            choice.activated.connect(lambda _index: self._map())
            example = ElidedLabel(" ".join(str(first[place])[:200].split()) if place < len(first) else "")
            example.setProperty("role", "muted")
            head = QLabel(heading[:40])
            head.setTextFormat(Qt.TextFormat.PlainText)
            for column, widget in enumerate((head, choice, example)):
                self._grid.addWidget(widget, place, column)
            self.choices.append(choice)
        self._grid.setColumnMinimumWidth(1, 200)
        self._grid.setColumnStretch(2, 1)
        self._map()

    def _failed(self, error: BaseException) -> None:
        if not isinstance(error, AppError):
            raise error
        self.note.say(str(error), "error")
        self._show()

    def mapping(self) -> dict[int, str]:
        """Return what the columns are, without those that are left out."""
        chosen = {place: str(choice.currentData()) for place, choice in enumerate(self.choices)}
        return {place: name for place, name in chosen.items() if name != bank_columns.SKIP}

    def _map(self) -> None:
        """Read the rows anew under another mapping; only the latest answer counts."""
        table = self._table
        if table is None:
            return
        mapping, task = self.mapping(), str(self.task.currentData())
        self._asked += 1
        number = self._asked

        def done(found: Made) -> None:
            if number == self._asked:
                self.made = found
                self._show()

        self._session.tasks.run("look", lambda _stop: make(table, mapping, task), owner=self, done=done)

    def _show(self) -> None:
        made = self.made
        self.preview.set_rows(made.preview)
        good = 0 if made.bank is None else len(made.bank.samples)
        rows = len(made.faults)
        self.faults.setPlainText("\n".join(made.faults[:MOST_TOLD]))
        self._faults_box.setVisible(rows > 0)
        if made.problem:
            self.note.say(made.problem, "error")
        elif made.bank is not None and rows:
            said = f"{count(good, 'question')} can be taken; {count(rows, 'row')} cannot."
            self.note.say(" ".join([said, *made.remarks]), "warning")
        elif made.bank is not None:
            self.note.say(" ".join([f"{count(good, 'row')}, and none has a fault.", *made.remarks]))
        self.take.setEnabled(good > 0)
        self.take.setText(f"Take the {good} good rows" if rows else f"Take {count(good, 'question')}")

    # -- keeping --------------------------------------------------------------------------------------------------

    def _keep(self) -> None:
        bank, path = self.made.bank, free_path(self._folder, self._path.stem)
        if bank is None:
            return

        def job(_stop: threading.Event) -> str:
            write_bank(path, bank.samples)
            return str(path)

        def done(name: str) -> None:
            self.kept.emit(name)
            self.accept()

        self._session.tasks.run("look", job, owner=self, done=done, failed=self._failed)


def free_path(folder: Path, stem: str) -> Path:
    """Return a path for a bank in a folder that no bank has yet."""
    safe = "".join(sign if sign.isalnum() or sign in "-_ " else "-" for sign in stem).strip()[:80] or "bank"
    path, number = folder / f"{safe}.jsonl", 2
    while path.exists():
        path, number = folder / f"{safe}-{number}.jsonl", number + 1
    return path
