"""The Generate button, how far the reply is, and how it ended."""

import time
from urllib.parse import urlsplit

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QDialog,
    QDialogButtonBox,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from gui.panels.generation import Generation, Outcome, Step, clock
from gui.panels.open_model import OpenModel
from gui.panels.wanted import Request, Wanted
from gui.session import Session
from gui.widgets.field import BLOCK_GAP, GAP, MARGIN, muted
from gui.widgets.note import Note
from gui.widgets.primary_button import PrimaryButton
from gui.widgets.text_area import TextArea

GENERATE_KEYS = (QKeySequence("Ctrl+Return"), QKeySequence("Ctrl+Enter"))
REPAIR_KEY = QKeySequence("Ctrl+Shift+Return")
CANCEL_KEY = QKeySequence("Esc")
TICK_MS = 500
FULL = 1000
FEWEST_TOKENS = 8
"""Before so many nobody can tell a rate."""
REPLY = "reply"
AGAIN = "again"


class GeneratePanel(QWidget):
    """Put `generate_action` and `cancel_action` into a menu: the keys are theirs."""

    def __init__(self, session: Session, wanted: Wanted, model: OpenModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._wanted, self._model = session, wanted, model
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.generation = Generation(session, wanted, model, self)
        self._request: Request | None = None
        self._step = Step()
        self._started = 0.0
        self._reply = ""
        self._again = self.start
        self.generate_action = QAction("Generate", self)
        self.generate_action.setShortcuts(GENERATE_KEYS)
        self.cancel_action = QAction("Cancel the generation", self)
        self.cancel_action.setShortcut(CANCEL_KEY)
        self.repair_action = QAction("Ask the model to repair", self)
        self.repair_action.setShortcut(REPAIR_KEY)
        self.addActions([self.generate_action, self.cancel_action, self.repair_action])
        self.button = PrimaryButton(session.theme)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, FULL)
        self.bar.setFixedHeight(4)
        self.bar.setAccessibleName("How far the generation is")
        self.doing = muted()
        self.clock = muted()
        self.note = Note()
        self._build()
        self._tick = QTimer(self, interval=TICK_MS)
        self._tick.timeout.connect(self._show_clock)
        self.button.clicked.connect(self.toggle)
        self.generate_action.triggered.connect(self.start)
        self.cancel_action.triggered.connect(self.generation.cancel)
        self.repair_action.triggered.connect(self.repair)
        session.repair_asked.connect(self.repair)
        self.generation.began.connect(self._began)
        self.generation.stepped.connect(self._show_step)
        self.generation.waiting.connect(lambda words: self.note.say(words, "warning"))
        self.generation.ended.connect(self._ended)
        self.note.linkActivated.connect(self._follow_link)
        self._show_running(False)

    def toggle(self) -> None:
        """Generate, or cancel what runs."""
        if self.generation.running:
            self.generation.cancel()
        else:
            self.start()

    def start(self) -> None:
        """Generate; where a field is missing it is shown instead."""
        if self.generation.running:
            return
        field = QApplication.focusWidget()
        if isinstance(field, QAbstractSpinBox):
            # A number that is still being typed counts too.
            field.interpretText()
        missing = self._wanted.missing(self._session.document.song)
        if missing:
            self.note.say(f"Fill in first: {', '.join(missing)}.", "warning")
            self._wanted.field_wanted.emit(missing[0])
            return
        self._again = self.start
        self.generation.start()

    def repair(self) -> None:
        """Ask the model to put right what was found in the tune; where nothing was, say so."""
        document = self._session.document
        reading = document.reading
        if self.generation.running:
            return
        if reading.revision != document.revision or not reading.tune.diagnostics or not document.text.strip():
            self.note.say("There is nothing to repair: nothing wrong was found in the tune.", "muted")
            return
        self._again = self.repair
        self.generation.start_repair(reading.tune.diagnostics)

    # -- while it runs --------------------------------------------------------------------------------------------

    def _began(self, request: Request) -> None:
        self._request, self._step, self._started = request, Step(), time.monotonic()
        self.note.say("")
        self.bar.setValue(0)
        self.doing.setText(self._first_words(request))
        self._show_running(True)
        self._show_clock()
        self._tick.start()

    def _first_words(self, request: Request) -> str:
        if request.profile.backend == "api":
            return f"Waiting for {urlsplit(request.profile.base_url).netloc}…"
        return "Reading the prompt…" if self._model.loaded else "Loading the model…"

    def _show_step(self, step: Step) -> None:
        if not self._step.tokens and step.tokens:
            self.note.say("")
        self._step = step
        if not step.tokens:
            done = f"{step.prompt_done:,} of {step.prompt_total:,} tokens"
            self.doing.setText(f"Reading the prompt: {done}" if step.prompt_total else "Waiting…")
            self.bar.setValue(round(FULL * step.prompt_done / step.prompt_total) if step.prompt_total else 0)
            return
        words = f"{step.tokens:,} tokens"
        bars = self._request.bars if self._request else None
        if bars:
            words = f"Bar {min(step.bars + 1, bars)} of {bars} · {words}"
        rate = _rate(step)
        self.doing.setText(f"{words}, {rate:.0f} a second" if rate else words)
        self.bar.setValue(round(FULL * self._share(step)))

    def _share(self, step: Step) -> float:
        if self._request is None:
            return 0.0
        if self._request.bars:
            return min(1.0, step.bars / self._request.bars)
        return min(1.0, step.tokens / self._request.options.max_tokens)

    def _show_clock(self) -> None:
        elapsed = time.monotonic() - self._started
        left = self._left()
        self.clock.setText(f"{clock(elapsed)} elapsed{f' · {left}' if left else ''}")

    def _left(self) -> str:
        """Return how long it may still take; nothing while nobody can tell."""
        step, request = self._step, self._request
        if request is None or step.since is None:
            return ""
        since_step = time.monotonic() - step.at
        if request.bars and step.bars:
            left = (step.at - step.since) / step.bars * (request.bars - step.bars) - since_step
            return f"about {clock(left)} left"
        rate = _rate(step)
        if request.bars or not rate:
            return ""
        return f"at most about {clock((request.options.max_tokens - step.tokens) / rate - since_step)} left"

    # -- the end --------------------------------------------------------------------------------------------------

    def _ended(self, outcome: Outcome) -> None:
        self._tick.stop()
        self._show_running(False)
        self._reply = outcome.reply
        show = [(REPLY, "Show reply")] if outcome.reply else []
        if outcome.kind == "done":
            self.note.say(f"{outcome.words} {outcome.remark}".strip(), "muted", show)
        elif outcome.kind == "no-tune":
            self.note.say(f"No tune: {outcome.words} The reply is kept as a take.", "warning", show)
        elif outcome.kind == "cancelled":
            self.note.say(outcome.words)
        else:
            self.note.say(outcome.words, "error", [(AGAIN, "Try again")])

    def _follow_link(self, name: str) -> None:
        if name == AGAIN:
            self._again()
        elif name == REPLY:
            self.show_reply()

    def show_reply(self) -> QDialog:
        """Show the last reply as the model wrote it."""
        dialog = QDialog(self.window())
        dialog.setWindowTitle("What the model replied")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        view = TextArea("The reply", lines=20)
        view.setPlainText(self._reply)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(dialog.reject)
        column = QVBoxLayout(dialog)
        column.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        column.setSpacing(BLOCK_GAP)
        column.addWidget(view)
        column.addWidget(buttons)
        dialog.resize(640, dialog.sizeHint().height())
        dialog.open()
        return dialog

    def _show_running(self, running: bool) -> None:
        for widget in (self.bar, self.doing, self.clock):
            widget.setVisible(running)
        self.generate_action.setEnabled(not running)
        self.repair_action.setEnabled(not running)
        self.cancel_action.setEnabled(running)
        if running:
            self.button.show_words("Cancel", CANCEL_KEY, loud=False)
        else:
            self.button.show_words("Generate", GENERATE_KEYS[0], loud=True)

    def _build(self) -> None:
        self.doing.setWordWrap(True)
        self.clock.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, BLOCK_GAP, MARGIN, BLOCK_GAP)
        column.setSpacing(GAP)
        for widget in (self.button, self.bar, self.doing, self.clock, self.note):
            column.addWidget(widget)


def _rate(step: Step) -> float:
    """Return tokens a second, 0 while it cannot be told."""
    spent = step.at - step.since if step.since is not None else 0.0
    return (step.tokens - 1) / spent if step.tokens >= FEWEST_TOKENS and spent > 0 else 0.0
