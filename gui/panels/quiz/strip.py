"""The strip over the results: how a run stands, with pause and stop; or which runs wait to be gone on with."""

import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from core.experiments.progress import Standing
from gui.panels.quiz.project import Waiting
from gui.panels.quiz.run import QuizRun
from gui.tables.quiz_words import count, duration, share
from gui.theme import GRID, Tokens
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.icon_button import IconButton

BAR = 6


class QuizStrip(QWidget):
    """Hidden while there is nothing to say."""

    resume_wanted = Signal()
    person_wanted = Signal(str)
    """A person's unfinished quiz is to go on: the name of the run."""

    def __init__(self, run: QuizRun, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._run = run
        self.waiting: tuple[Waiting, ...] = ()
        self._person = ""
        self.name = ElidedLabel("", self)
        self.name.setProperty("role", "heading")
        self.words = QLabel(self)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setProperty("role", "muted")
        self.bar = QProgressBar(self)
        self.bar.setFixedHeight(BAR)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName("Questions asked")
        self.pause = IconButton("pause", "Pause", "F6")
        self.proceed = IconButton("play", "Go on", "F6")
        self.stop = IconButton("stop", "Stop; every answer is kept", "Shift+F5")
        self.resume = QPushButton("Go on")
        self.dismiss = IconButton("close", "Not now")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setObjectName("strip")
        self._arrange()
        run.began.connect(self.refresh)
        run.moved.connect(self.refresh)
        self.pause.clicked.connect(run.pause)
        self.proceed.clicked.connect(run.proceed)
        self.stop.clicked.connect(run.stop)
        self.resume.clicked.connect(self._on_resume)
        self.dismiss.clicked.connect(lambda: self.offer(()))
        self.refresh()

    def _arrange(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(GRID)
        top.addWidget(self.name, 1)
        top.addWidget(self.words)
        for button in (self.pause, self.proceed, self.stop, self.resume, self.dismiss):
            top.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GRID, GRID, GRID, GRID)
        column.setSpacing(GRID // 2)
        column.addLayout(top)
        column.addWidget(self.bar)

    def offer(self, waiting: tuple[Waiting, ...]) -> None:
        """Offer to go on with unfinished runs."""
        self.waiting = waiting
        self.refresh()

    def refresh(self) -> None:
        """Show how things stand."""
        running = self._run.running
        for widget in (self.bar, self.words, self.stop):
            widget.setVisible(running)
        self.pause.setVisible(running and not self._run.paused)
        self.proceed.setVisible(running and self._run.paused)
        offered = bool(self.waiting) and not running
        self.resume.setVisible(offered)
        self.dismiss.setVisible(offered)
        if running:
            self._show_run()
        elif offered:
            self._show_waiting()
        self.setVisible(running or offered)

    def _show_run(self) -> None:
        found = self._run.standing
        if found is None:
            self.name.setText("Getting ready …")
            self.words.setText("")
            self.bar.setRange(0, 0)
            return
        name, standing = found
        names = self._run.names
        place = f" ({names.index(name) + 1} of {len(names)})" if len(names) > 1 and name in names else ""
        self.name.setText(f"{name}{place}")
        self.words.setText(words_of(standing, paused=self._run.paused))
        self.bar.setRange(0, max(1, standing.total))
        self.bar.setValue(standing.done)

    def _show_waiting(self) -> None:
        models = [one for one in self.waiting if not one.person]
        shown = models or list(self.waiting)
        told = ", ".join(f"{one.name} ({one.done} of {one.total})" for one in shown)
        self._person = "" if models else shown[0].name
        self.name.setText(f"{count(len(shown), 'run')} not finished: {told}")
        self.resume.setToolTip("Ask the questions that wait, under the same setting")
        self.resume.setAccessibleName(f"Go on with {told}")

    def _on_resume(self) -> None:
        if self._person:
            self.person_wanted.emit(self._person)
        else:
            self.resume_wanted.emit()

    def dress(self, tokens: Tokens) -> None:
        """Take the theme's colours."""
        for button in (self.pause, self.proceed, self.stop, self.dismiss):
            button.set_colours(tokens)
        self.setStyleSheet(f"QWidget#strip {{ background: {tokens.second_soft}; }}")


def words_of(standing: Standing, *, paused: bool) -> str:
    """Return how a run stands, in one line."""
    parts = [f"{standing.done:,} of {standing.total:,}"]
    if standing.accuracy is not None:
        parts.append(f"{share(standing.accuracy)} right")
    if standing.errors:
        parts.append(count(standing.errors, "error"))
    if standing.retries:
        parts.append(count(standing.retries, "retry", "retries"))
    if standing.cost:
        parts.append(f"cost {standing.cost:.4g}")
    if paused:
        parts.append("paused")
    elif standing.rate is not None and standing.seconds_left is not None:
        end = datetime.datetime.now().astimezone() + datetime.timedelta(seconds=min(standing.seconds_left, 10_000_000))
        parts.append(f"{standing.rate:.2g} a second")
        parts.append(f"{duration(standing.seconds_left)} left, until {end:%H:%M}")
    return " · ".join(parts)
