"""A person takes the quiz, one question after another, and stands in the same tables afterwards."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from core.benchmarks.base import Grade, Status
from core.errors import AppError
from core.experiments.kept import FullItem
from core.experiments.models import PERSON_PREFIX
from core.experiments.quiz import MOST_ROWS, Project, Sitting
from core.llm.letter.find import LETTERS
from gui.panels.quiz.bank import BankChoice
from gui.panels.quiz.item import plain_label
from gui.panels.quiz.project import Held, OpenProject
from gui.session import Session
from gui.tables.quiz_words import count
from gui.theme import GRID, bengali_font
from gui.widgets.answer_button import AnswerButton
from gui.widgets.field import BLOCK_GAP, GAP, field
from gui.widgets.inputs import Number
from gui.widgets.note import Note
from gui.widgets.option_rows import shortened

NAME, NUMBER, TOLD = "quiz.person", "quiz.person_limit", "quiz.person_told"
WIDTH = 640
USUAL = 20
START, ASKING, END = range(3)
SKIP_KEY = "0"


@dataclass(frozen=True, slots=True)
class Seat:
    """A quiz under way: whose store is held, and what is still to be answered."""

    held: Held
    sitting: Sitting


class PersonPanel(QWidget):
    """Every answer is kept at once, so that a person can stop at any time and go on later."""

    finished = Signal()
    """An answer was kept, or the quiz ended."""
    results_wanted = Signal()

    def __init__(self, session: Session, project: OpenProject, bank: BankChoice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._project, self._bank = session, project, bank
        self._seat: Seat | None = None
        self._waiting: list[int] = []
        self._item: FullItem | None = None
        self._since = 0.0
        self._busy = False
        self.name = QLineEdit(str(session.get(NAME, "")))
        self.number = Number(0, 50_000, step=5, empty="all")
        self.told = QCheckBox("Tell me after each answer whether it was right")
        self.start_button = QPushButton("Start")
        self.note = Note()
        self.place = QLabel()
        self.bar = QProgressBar()
        self.question = plain_label()
        self.buttons = {letter: AnswerButton(letter) for letter in LETTERS}
        self.skip = QPushButton("I do not know")
        self.stop_button = QPushButton("Stop for now")
        self.feedback = Note()
        self.end_words = plain_label("heading")
        self.end_note = plain_label("muted")
        self.results_button = QPushButton("Show the results")
        self.again_button = QPushButton("Another quiz")
        self._stack = QStackedWidget(self)
        self._build()
        self._connect()

    # -- building -------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        kept = self._session.get(NUMBER, USUAL)
        self.number.set_quietly(kept if isinstance(kept, int | float) and not isinstance(kept, bool) else None)
        self.told.setChecked(self._session.get(TOLD) is True)
        self.name.setMaxLength(100)
        self.name.setPlaceholderText("as it stands in the tables")
        self.start_button.setToolTip("Start, or go on where this name stopped (Return)")
        self.skip.setToolTip(f"Go on without an answer ({SKIP_KEY})")
        self.stop_button.setToolTip("Every answer is kept; the same name goes on later (Esc)")
        self.question.setFont(bengali_font(15))
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(6)
        self.bar.setAccessibleName("Questions answered")
        self.place.setProperty("role", "muted")
        about = plain_label()
        about.setText(
            "Answer the questions yourself. You then stand beside the models, as “person: your name”. "
            "Nothing is told before the end unless you choose so below."
        )
        who = side_by_field(field("Your name", self.name), field("Number of questions", self.number))
        begin = QHBoxLayout()
        begin.addWidget(self.start_button)
        begin.addStretch()
        self._stack.addWidget(sheet(about, who, self.told, self.note, begin))
        ends = QHBoxLayout()
        ends.setSpacing(GAP)
        ends.addWidget(self.skip)
        ends.addStretch()
        ends.addWidget(self.stop_button)
        self._stack.addWidget(sheet(self.place, self.bar, self.question, *self.buttons.values(), self.feedback, ends))
        last = QHBoxLayout()
        last.setSpacing(GAP)
        last.addWidget(self.results_button)
        last.addWidget(self.again_button)
        last.addStretch()
        self._stack.addWidget(sheet(self.end_words, self.end_note, last))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._stack)

    def _connect(self) -> None:
        self.start_button.clicked.connect(lambda: self.start())
        self.name.returnPressed.connect(lambda: self.start())
        for letter, button in self.buttons.items():
            button.clicked.connect(lambda _=False, letter=letter: self.answer(letter))
        self.skip.clicked.connect(lambda: self.answer(None))
        self.stop_button.clicked.connect(self.leave)
        self.results_button.clicked.connect(self.results_wanted)
        self.again_button.clicked.connect(self.show_start)
        self.told.toggled.connect(lambda on: self._session.put(TOLD, on))
        self._project.opened.connect(lambda _found: self.leave())
        self._session.closing.append(self._at_the_end)

    # -- beginning ------------------------------------------------------------------------------------------------

    @property
    def asking(self) -> bool:
        """Whether a question waits for an answer."""
        return self._stack.currentIndex() == ASKING

    def go_on(self, run_name: str) -> None:
        """Go on with a quiz that a person stopped, whichever bank is chosen by now."""
        if self._busy or self.asking:
            return
        self.name.setText(run_name.removeprefix(PERSON_PREFIX))
        self._sit(lambda project: sat_before(project, run_name))

    def start(self) -> None:
        """Begin a quiz, or go on with the same person's."""
        if self._busy or self.asking:
            return
        questions = self._bank.questions
        if questions is None:
            self.note.say("Choose the questions on the left first.", "error")
            return
        name, bank = " ".join(self.name.text().split()), questions.bank
        number = None if self.number.is_empty else int(self.number.value())
        self._session.put(NAME, name)
        self._session.put(NUMBER, number)
        self._sit(lambda project: project.sit(name, bank=bank, limit=number))

    def _sit(self, sit: Callable[[Project], Sitting]) -> None:
        """Hold the project for as long as a person answers."""
        held = self._project.held

        def job(_stop: object) -> Seat:
            project = held.hold()
            try:
                return Seat(held, sit(project))
            except BaseException:
                held.release()
                raise

        def failed(error: BaseException) -> None:
            self._busy = False
            if not isinstance(error, AppError):
                raise error
            self.note.say(str(error), "error")

        self._busy = True
        self.note.say("")
        self._session.tasks.run("look", job, owner=self, done=self._seated, failed=failed)

    def _seated(self, seat: Seat) -> None:
        self._busy = False
        self._seat, self._waiting = seat, list(seat.sitting.waiting)
        self.feedback.say("")
        self.finished.emit()
        if self._waiting:
            self._load()
        else:
            self._end("Every question has your answer already.")

    # -- asking ---------------------------------------------------------------------------------------------------

    def _load(self) -> None:
        number = self._waiting[0]

        def done(found: FullItem | None) -> None:
            if found is not None and self._waiting[:1] == [number]:
                self._ask(found)

        self._project.look(lambda project: project.item(number), owner=self, done=done)

    def _ask(self, item: FullItem) -> None:
        assert self._seat is not None  # noqa: S101  nothing is loaded without one
        self._item, self._busy = item, False
        planned = self._seat.sitting.planned
        answered = planned - len(self._waiting)
        self.place.setText(f"Question {answered + 1} of {planned}")
        self.bar.setRange(0, planned)
        self.bar.setValue(answered)
        self.question.setText(shortened(item.sample.text))
        for place, button in enumerate(self.buttons.values()):
            button.setVisible(place < len(item.sample.options))
            if place < len(item.sample.options):
                button.show_text(item.sample.options[place])
        self._stack.setCurrentIndex(ASKING)
        self._since = time.monotonic()
        if not self.isAncestorOf(self.focusWidget() or self):
            self.setFocus()

    def answer(self, letter: str | None) -> None:
        """Keep an answer, None for none, and go on."""
        item, seat = self._item, self._seat
        if not self.asking or item is None or seat is None or self._busy:
            return
        if letter is not None and LETTERS.index(letter) >= len(item.sample.options):
            return
        self._busy = True
        seconds = time.monotonic() - self._since

        def job(project: Project) -> Grade:
            return project.answer_as_person(item.id, letter, seconds)

        def failed(error: AppError) -> None:
            self._busy = False
            self.feedback.say(str(error), "error")

        self._project.write(job, owner=self, done=lambda grade: self._kept(item, letter, grade), failed=failed)

    def _kept(self, item: FullItem, letter: str | None, grade: Grade) -> None:
        self._waiting = self._waiting[1:]
        self.feedback.say("")
        if self.told.isChecked():
            right = item.sample.answer
            if grade.status is Status.CORRECT:
                self.feedback.say(f"✓ The last answer, {right}, was right.", "value")
            else:
                mine = f"you chose {letter}" if letter else "you gave none"
                self.feedback.say(f"✗ The last answer: {right} was right, {mine}.", "warning")
        self.finished.emit()
        if self._waiting:
            self._load()
        else:
            self._end("You have answered every question.")

    # -- ending ---------------------------------------------------------------------------------------------------

    def _end(self, words: str) -> None:
        name = self._seat.sitting.name if self._seat else ""
        self._let_go()
        self.end_words.setText(words)
        self.end_note.setText(f"You stand in the tables as “{name}”.")
        self._stack.setCurrentIndex(END)
        self.results_button.setFocus()

    def leave(self) -> None:
        """Stop for now; every answer is kept."""
        left = len(self._waiting)
        held = self._seat is not None
        self._let_go()
        if held:
            self.note.say(
                f"Stopped; {count(left, 'question')} to go. The same name goes on from there." if left else ""
            )
            self._stack.setCurrentIndex(START)

    def show_start(self) -> None:
        """Offer another quiz."""
        self.note.say("")
        self._stack.setCurrentIndex(START)
        self.name.setFocus()

    def _let_go(self) -> None:
        """Let others write to the project."""
        seat, self._seat = self._seat, None
        self._item, self._waiting, self._busy = None, [], False
        if seat is not None:
            # closing brings the file up to date on disk, which takes a moment
            self._session.tasks.run("look", lambda _stop: seat.held.release(), owner=self, done=lambda _: None)

    def _at_the_end(self) -> None:
        seat, self._seat = self._seat, None
        if seat is not None:
            seat.held.release()


def sat_before(project: Project, run_name: str) -> Sitting:
    """Return what a person's unfinished quiz still asks. Raises UsageError where there is none of that name."""
    number = next((row.id for row in project.runs() if row.name == run_name), 0)
    waiting: list[int] = []
    total = 1
    while len(waiting) < total:
        page = project.items(model=run_name, status="pending", offset=len(waiting), limit=MOST_ROWS)
        total = page.total
        waiting += [row.id for row in page.rows]
        if not page.rows:
            break
    planned = project.items(model=run_name, limit=1).total
    return Sitting(number, run_name, planned, tuple(waiting))


def sheet(*parts: QWidget | QVBoxLayout | QHBoxLayout) -> QWidget:
    """Return parts in a column of a readable width, in the middle."""
    inner = QWidget()
    inner.setFixedWidth(WIDTH)
    column = QVBoxLayout(inner)
    column.setContentsMargins(0, 4 * GRID, 0, 2 * GRID)
    column.setSpacing(BLOCK_GAP)
    for part in parts:
        if isinstance(part, QWidget):
            column.addWidget(part)
        else:
            column.addLayout(part)
    column.addStretch()
    page = QWidget()
    row = QHBoxLayout(page)
    row.setContentsMargins(2 * GRID, 0, 2 * GRID, 0)
    row.addStretch()
    row.addWidget(inner)
    row.addStretch()
    return page


def side_by_field(first: QVBoxLayout, second: QVBoxLayout) -> QHBoxLayout:
    """Return a wide field and a narrow one in a row."""
    row = QHBoxLayout()
    row.setSpacing(2 * GAP)
    for column in (first, second):
        column.addStretch()
    row.addLayout(first, 3)
    row.addLayout(second, 1)
    return row
