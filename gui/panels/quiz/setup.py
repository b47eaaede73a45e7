"""The left column of the Quiz workspace: project, questions, models, how they are asked, Run."""

from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from core.errors import AppError, UsageError
from core.experiments.models import PRESETS
from gui.dialogs.quiz_prompt import PromptDialog
from gui.panels.quiz.bank import BankChoice
from gui.panels.quiz.limits import QuizLimits, number
from gui.panels.quiz.models import ModelChoice
from gui.panels.quiz.project import Opened, OpenProject
from gui.panels.quiz.run import Order, QuizRun
from gui.session import Session
from gui.theme import Tokens
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.field import BLOCK_GAP, MARGIN, field, side_by_side
from gui.widgets.icon_button import IconButton
from gui.widgets.inputs import Number
from gui.widgets.note import Note
from gui.widgets.primary_button import PrimaryButton
from gui.widgets.scroll_column import ScrollColumn
from gui.widgets.section import Section
from gui.widgets.segmented import Segmented

PRESET, LIMIT, TOKENS = "quiz.preset", "quiz.limit", "quiz.max_tokens"
OWN = "own"
SAMPLINGS = (("paper", "Paper"), ("quick", "Quick"), (OWN, "Profile's own"))
RUN_KEY = "F5"
AGAIN, ANEW = "again", "anew"


class QuizSetup(QWidget):
    """What is asked of whom, and the button that asks, always in sight below. Nothing is sent before it is pressed."""

    run_wanted = Signal()

    def __init__(self, session: Session, project: OpenProject, run: QuizRun, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._project, self._run = session, project, run
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.folder = ElidedLabel("", self)
        self.open_button = IconButton("open", "Open a project folder", "Ctrl+Shift+O")
        self.new_button = IconButton("add", "New project folder", "Ctrl+Shift+N")
        self.state = Note()
        self.rules = Note()
        self.bank = BankChoice(session, self)
        self.models = ModelChoice(session, self)
        self.preset = Segmented(SAMPLINGS, "Sampling")
        self.limit = Number(0, 50_000, step=10, empty="all")
        self.max_tokens = Number(0, 100_000, step=16, empty="as preset")
        self.limits = QuizLimits(session)
        self.more = Section(session.theme, "Limits", self.limits, opened=bool(session.get("quiz.more", False)))
        self.prompt = QPushButton("See the exact prompt")
        self.prompt.setProperty("role", "link")
        self.prompt.setToolTip("What a model is sent, question by question (Ctrl+Shift+P)")
        self.problem = Note()
        self.button = PrimaryButton(session.theme)
        self._build()
        self._fill()
        self._connect()
        self._dress(session.theme.tokens)
        self.show_project(project.state)
        self._allow()

    def _build(self) -> None:
        self.preset.button("paper").setToolTip("Temperature 1.0, top-p 1.0, at most 4096 new tokens, seed 492")
        self.preset.button("quick").setToolTip("Greedy, at most 32 new tokens: a letter, not a lecture")
        self.preset.button(OWN).setToolTip("Each model as its profile says, without a grammar")
        buttons = QWidget()
        row = QHBoxLayout(buttons)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.open_button)
        row.addWidget(self.new_button)
        inside = QWidget()
        inside.setProperty("role", "panel")
        column = QVBoxLayout(inside)
        column.setContentsMargins(MARGIN, BLOCK_GAP, MARGIN, BLOCK_GAP)
        column.setSpacing(BLOCK_GAP)
        place = field("Project", self.folder, beside=buttons)
        place.addWidget(self.state)
        place.addWidget(self.rules)
        column.addLayout(place)
        column.addWidget(self.bank)
        column.addWidget(self.models)
        column.addLayout(field("Sampling", self.preset))
        column.addLayout(side_by_side(field("Number of questions", self.limit), field("New tokens", self.max_tokens)))
        column.addWidget(self.more)
        column.addWidget(self.prompt, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        last = QVBoxLayout()
        last.setContentsMargins(MARGIN, BLOCK_GAP, MARGIN, BLOCK_GAP)
        last.setSpacing(BLOCK_GAP)
        last.addWidget(self.problem)
        last.addWidget(self.button)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(ScrollColumn(inside, self), 1)
        whole.addLayout(last)

        stops = [
            self.open_button, self.new_button, self.bank.choice, self.bank.import_button, self.bank.make_button,
            self.models.add, self.models.view, *self.preset.findChildren(QPushButton), self.limit, self.max_tokens,
            self.more.heading, *self.limits.boxes(), self.prompt, self.button,
        ]  # fmt: skip
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)

    def _fill(self) -> None:
        session = self._session
        preset = session.get(PRESET, "quick")
        self.preset.set_value(preset if preset in (*PRESETS, OWN) else "quick")
        for box, name in ((self.limit, LIMIT), (self.max_tokens, TOKENS)):
            kept = session.get(name)
            box.set_quietly(kept if isinstance(kept, int | float) and not isinstance(kept, bool) else None)
        self.limit.setToolTip("Shared out over the kinds of questions by their sizes; more later lose nothing")
        self.max_tokens.setToolTip("The longest reply")
        self._summarise()

    def _connect(self) -> None:
        session, project, run = self._session, self._project, self._run
        session.theme.changed.connect(self._dress)
        project.opened.connect(self.show_project)
        self.open_button.clicked.connect(self.ask_open)
        self.new_button.clicked.connect(self.ask_new)
        self.state.linkActivated.connect(lambda _name: project.open())
        self.rules.linkActivated.connect(lambda _name: self._grade_anew())
        self.bank.changed.connect(self._allow)
        self.models.changed.connect(self._allow)
        self.preset.chosen.connect(lambda value: session.put(PRESET, value))
        self.limit.valueChanged.connect(lambda _value: session.put(LIMIT, number(self.limit)))
        self.max_tokens.valueChanged.connect(lambda _value: session.put(TOKENS, number(self.max_tokens)))
        self.limits.changed.connect(self._summarise)
        self.more.toggled.connect(lambda opened: session.put("quiz.more", opened))
        self.prompt.clicked.connect(self.show_prompt)
        self.button.clicked.connect(self.run_wanted)
        for signal in (run.began, run.ended, run.failed):
            signal.connect(lambda *_: self._allow())
        run.moved.connect(self._on_moved)
        run.failed.connect(lambda words: self.problem.say(words, "error"))

    # -- the project ----------------------------------------------------------------------------------------------

    def show_rules(self, told: str) -> None:
        """Say where figures rest on grades by another version's rules, and offer to grade those answers anew."""
        self.rules.say(told, "warning", [(ANEW, "Grade anew")] if told and not self._project.state.warning else [])

    def _grade_anew(self) -> None:
        def done(changed: int) -> None:
            grades = "grade" if changed == 1 else "grades"
            self._session.message.emit(f"Graded anew: {changed:,} {grades} changed. No model was asked.", "info")
            self._project.open()

        def failed(error: AppError) -> None:
            self._session.message.emit(str(error), "error")
            self._project.open()

        self.rules.say("Grading anew …")
        self._project.write(lambda project: project.rescore(), owner=self, done=done, failed=failed)

    def show_project(self, found: Opened) -> None:
        """Say which folder it is and how it stands."""
        folder = self._project.folder
        self.folder.setText(shown_folder(folder))
        self.folder.setAccessibleName(f"Project {folder}")
        if found.problem:
            self.state.say(found.problem, "error", [(AGAIN, "Try again")])
        elif found.warning:
            self.state.say(f"Only shown, not written. {found.warning}", "warning", [(AGAIN, "Try again")])
        else:
            self.state.say("" if found.there else "New: it is made with the first run.")
        self._allow()

    def ask_open(self) -> None:
        """Let a person choose a project's folder."""
        dialog = QFileDialog(self.window(), "Open a project folder", str(self._project.folder.parent))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        self._ask_folder(dialog)

    def ask_new(self) -> None:
        """Let a person name a new project's folder."""
        dialog = QFileDialog(self.window(), "New project folder", str(self._project.folder.parent))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, "Make")
        dialog.selectFile("quiz-project")
        self._ask_folder(dialog)

    def _ask_folder(self, dialog: QFileDialog) -> None:
        if self._run.running:
            # answers would go where nobody looks
            dialog.deleteLater()
            self._session.message.emit("Stop the run before another project is opened.", "warning")
            return
        dialog.setOption(QFileDialog.Option.ShowDirsOnly, True)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self._project.choose(Path(name)))
        dialog.open()

    # -- what is asked --------------------------------------------------------------------------------------------

    def order(self) -> Order:
        """Return what is set. Raises UsageError where something is missing or makes no sense."""
        if self.bank.questions is None:
            raise UsageError("Choose the questions first.")
        chosen = self.models.chosen()
        if not chosen:
            raise UsageError("Check a model to ask.")
        limits = self.limits.limits()
        limits.check()
        limit, tokens = number(self.limit), number(self.max_tokens)
        return Order(
            self.bank.questions.bank,
            tuple(chosen),
            preset=None if self.preset.value() == OWN else self.preset.value(),
            limit=None if limit is None else int(limit),
            max_tokens=None if tokens is None else int(tokens),
            parallel=self.limits.at_once(),
            limits=limits,
        )

    def start(self) -> None:
        """Begin to ask, or say what is missing."""
        if self._run.running:
            return
        try:
            order = self.order()
        except UsageError as error:
            self.problem.say(str(error), "error")
            return
        self.problem.say("")
        self._run.start(order)

    def show_prompt(self) -> PromptDialog | None:
        """Show the exact prompts of the bank."""
        if self.bank.questions is None:
            self.problem.say("Choose the questions first.", "error")
            return None
        bank, sends = self.bank.questions.bank, self.models.privacy.plain
        dialog = PromptDialog(self._session.theme, bank, sends, self.window())
        dialog.open()
        return dialog

    def _on_moved(self) -> None:
        """Drop the remark that the project is new: it is there by now."""
        if not self._project.state.there:
            self.state.say("")

    def _allow(self) -> None:
        """Say what Run does now, and rest what must not change under a run."""
        running, state = self._run.running, self._project.state
        ready = self.bank.questions is not None and bool(self.models.chosen()) and not state.problem
        many = len(self.models.chosen())
        words = "Running …" if running else f"Ask {many} models" if many > 1 else "Ask the model"
        self.button.show_words(words, QKeySequence(RUN_KEY), loud=ready and not running)
        self.button.setEnabled(ready and not running)
        for widget in (self.open_button, self.new_button):
            widget.setEnabled(not running)
        if ready and not running and self.problem.role != "error":
            self.problem.say("")

    def _summarise(self) -> None:
        words = self.limits.summary()
        self.more.set_title(f"Limits · {words}" if words else "Limits")

    def _dress(self, tokens: Tokens) -> None:
        for button in (self.open_button, self.new_button):
            button.set_colours(tokens)


def shown_folder(folder: Path) -> str:
    """Return a folder as it is shown: from the person's own folder on, where it lies in it."""
    try:
        return str(Path("~") / folder.relative_to(Path.home()))
    except ValueError:
        return str(folder)
