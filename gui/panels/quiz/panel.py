"""The Quiz workspace: models and people answer questions with four options; what came is shown, judged, exported."""

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QAction, QCloseEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QMessageBox, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from core.experiments.quiz_report import told_of_other_rules
from core.llm.letter.find import LETTERS
from gui.panels.quiz import export as quiz_export
from gui.panels.quiz.decide import NONE_KEY
from gui.panels.quiz.items import ItemsPanel, View
from gui.panels.quiz.person import PersonPanel
from gui.panels.quiz.project import Opened, OpenProject
from gui.panels.quiz.results import ResultsPanel
from gui.panels.quiz.run import Ended, QuizRun
from gui.panels.quiz.setup import RUN_KEY, QuizSetup
from gui.panels.quiz.strip import QuizStrip
from gui.session import Session
from gui.theme import Tokens
from gui.widgets.empty_state import EmptyState
from gui.widgets.place import Place
from gui.widgets.segmented import Segmented

SETUP_WIDTH = 312
RESULTS, ITEMS, QUEUE, PERSON = "results", "items", "queue", "person"
TABS = ((RESULTS, "Results"), (ITEMS, "Items"), (QUEUE, "By hand"), (PERSON, "Take the quiz"))
FIRST = (
    "Ask models questions about South Asian music and see what they know. Check one or more models on the left and "
    "press Ask (F5). Every answer is kept at once; a run can be stopped and gone on with at any time."
)
LEAST_SECONDS, SHARE_OF_TIME = 1.0, 10.0
"""While a run goes on the figures are counted anew at most once a second, and take a tenth of the time at most."""


class QuizPanel(Place):
    """Puts the parts together. The run goes on whatever is shown."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._counting = False
        self._count_again = False
        self._counted_at = self._took = 0.0
        self._leaving = False
        self.project = OpenProject(session, self)
        self.run = QuizRun(session, self.project, self)
        self.setup = QuizSetup(session, self.project, self.run, self)
        # the Tab key goes through widgets in the order in which they are made: as they are seen
        self.tabs = Segmented(TABS, "Shown", look="tab", parent=self)
        self.export_button = QPushButton("Export", self)
        self.strip = QuizStrip(self.run, self)
        self.results = ResultsPanel(session, self)
        self.items = ItemsPanel(session, self.project, parent=self)
        self.queue = ItemsPanel(session, self.project, queue=True, parent=self)
        self.person = PersonPanel(session, self.project, self.setup.bank, self)
        self.first = EmptyState("quiz", self)
        self._stack = QStackedWidget(self)
        self._pages: dict[str, QWidget] = {
            RESULTS: self.results, ITEMS: self.items, QUEUE: self.queue, PERSON: self.person,
        }  # fmt: skip
        self._arrange()
        self._connect()
        self._dress(session.theme.tokens)
        self.project.open()

    # -- building -------------------------------------------------------------------------------------------------

    def _arrange(self) -> None:
        menu = QMenu(self.export_button)
        quiz_export.fill(menu, self._ask_export)
        self.export_button.setMenu(menu)
        self.export_button.setAccessibleName("Export the results")
        self.export_button.setToolTip("Tables and pictures as files (Ctrl+E)")
        for number, (name, title) in enumerate(TABS, 1):
            self.tabs.button(name).setToolTip(f"{title} (Alt+{number})")
        header = QHBoxLayout()
        header.setContentsMargins(12, 3, 12, 3)
        header.addWidget(self.tabs)
        header.addStretch()
        header.addWidget(self.export_button)
        for page in (self.first, *self._pages.values()):
            self._stack.addWidget(page)
        right = QVBoxLayout()
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(0)
        right.addLayout(header)
        right.addWidget(edge(self, QFrame.Shape.HLine))
        right.addWidget(self.strip)
        right.addWidget(self._stack, 1)
        self.setup.setFixedWidth(SETUP_WIDTH)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.setup)
        row.addWidget(edge(self, QFrame.Shape.VLine))
        row.addLayout(right, 1)

    def _connect(self) -> None:
        self._session.theme.changed.connect(self._dress)
        self.project.opened.connect(self._on_opened)
        self.setup.run_wanted.connect(self.start)
        self.run.moved.connect(self._on_moved)
        self.run.ended.connect(self._on_ended)
        self.run.failed.connect(self._on_failed)
        self.strip.resume_wanted.connect(self.resume)
        self.strip.person_wanted.connect(self._on_person)
        self.tabs.chosen.connect(self.show_tab)
        self.results.view_changed.connect(self._on_view)
        self.results.model_chosen.connect(self._on_model)
        self.items.retry_wanted.connect(lambda: self.run.retry())
        self.queue.counted.connect(self._on_queue)
        for panel in (self.items, self.queue):
            panel.decided.connect(self._on_decided)
        self.person.finished.connect(self.refresh)
        self.person.results_wanted.connect(lambda: self.show_tab(RESULTS))
        for words, keys, call in self._commands():
            self._add(self, words, keys, call)
        for letter in LETTERS:
            self._add(self.queue, f"By hand: {letter}", (letter,), partial(self.queue.decide.decide, letter))
            self._add(self.person, f"Answer {letter}", (letter,), partial(self.person.answer, letter))
        self._add(self.queue, "By hand: no answer", (NONE_KEY,), partial(self.queue.decide.decide, None))
        self._add(self.queue, "Next answer to decide on", ("N",), partial(self.queue.step, 1))
        self._add(self.queue, "Previous answer to decide on", ("P",), partial(self.queue.step, -1))
        self._add(self.items, "Next item", ("N",), partial(self.items.step, 1))
        self._add(self.items, "Previous item", ("P",), partial(self.items.step, -1))
        self._add(self.person, "Go on without an answer", (NONE_KEY,), partial(self.person.answer, None))
        self._add(self.person, "Stop the quiz for now", ("Esc",), self.person.leave)

    def _add(self, owner: QWidget, words: str, keys: tuple[str, ...], call: Callable[[], object]) -> None:
        action = QAction(words, owner)
        action.setShortcuts([QKeySequence(key) for key in keys])
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(lambda _=False: call())
        owner.addAction(action)

    def _commands(self) -> list[tuple[str, tuple[str, ...], Callable[[], object]]]:
        """Return what the keys do here; the window's list of shortcuts finds them as actions."""
        return [
            ("Ask the models", (RUN_KEY,), self.start),
            ("Pause the run, or go on", ("F6",), self.toggle_pause),
            ("Stop the run", ("Shift+F5",), self.run.stop),
            ("Open a project folder", ("Ctrl+Shift+O",), self.setup.ask_open),
            ("New project folder", ("Ctrl+Shift+N",), self.setup.ask_new),
            ("Open or import questions", ("Ctrl+I",), self.setup.bank.ask_import),
            ("Add a model to ask", ("Ctrl+Shift+A",), self.setup.models.ask_profile),
            ("See the exact prompt", ("Ctrl+Shift+P",), self.setup.show_prompt),
            ("Search items", ("Ctrl+F",), self._search),
            ("Retry errors", ("Ctrl+Shift+E",), lambda: self.run.retry()),
            ("Export the results", ("Ctrl+E",), self.export_button.showMenu),
            *(
                (f"Quiz: {title}", (f"Alt+{number}",), partial(self.show_tab, name))
                for number, (name, title) in enumerate(TABS, 1)
            ),
        ]

    # -- what a person does ---------------------------------------------------------------------------------------

    def start(self) -> None:
        """Ask the chosen models, and show how it goes."""
        if self.person.asking:
            self.person.leave()
        self.setup.start()
        if self.run.running:
            self.show_tab(RESULTS)

    def resume(self) -> None:
        """Go on with every unfinished run."""
        self.strip.offer(())
        self.run.resume()

    def toggle_pause(self) -> None:
        """Pause a run, or go on with it."""
        if self.run.running:
            (self.run.proceed if self.run.paused else self.run.pause)()

    def show_tab(self, name: str) -> None:
        """Show results, items, the queue for decisions by hand, or the quiz for a person."""
        self.tabs.set_value(name)
        page = self._pages[name]
        empty = name != PERSON and not self.results.results
        self._stack.setCurrentWidget(self.first if empty else page)
        if name in (ITEMS, QUEUE) and not empty:
            (self.items if name == ITEMS else self.queue).focus_list()
        elif name == PERSON:
            self.person.setFocus() if self.person.asking else self.person.name.setFocus()

    def _search(self) -> None:
        self.show_tab(ITEMS)
        self.items.search.setFocus()
        self.items.search.selectAll()

    def _ask_export(self, wish: quiz_export.Wish) -> None:
        dark = self._session.theme.tokens.name == "dark" and wish.kind != "pdf"
        wish = replace(wish, view=self.results.view(), published=self.results.published.isChecked(), dark=dark)
        quiz_export.ask(self._session, self.project, wish, self.window())

    # -- what is stored -------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Count the figures anew, and look at the lists that hang on them."""
        if self._counting:
            self._count_again = True
            return
        self._counting = True
        view, began = self.results.view(), time.monotonic()

        def done(found: dict[str, Any] | None) -> None:
            self._counting = False
            self._counted_at = time.monotonic()
            self._took = self._counted_at - began
            self._show(found or {})
            if self._count_again:
                self._count_again = False
                self.refresh()

        def failed(error: Exception) -> None:
            self._counting = self._count_again = False
            self._session.message.emit(str(error), "error")

        self.project.look(
            lambda project: project.results(view.grader, with_decisions=view.with_decisions),
            owner=self,
            done=done,
            failed=failed,
        )

    def _show(self, results: dict[str, Any]) -> None:
        had = bool(self.results.results)
        self.results.show_results(results)
        self.setup.show_rules(told_of_other_rules(results))
        self.items.offer(results)
        self.queue.offer(results)
        self.export_button.setEnabled(bool(results))
        if had != bool(results) or self._stack.currentWidget() is self.first:
            self.show_tab(self.tabs.value())

    def _reload(self) -> None:
        """Look at everything anew."""
        self.refresh()
        for panel in (self.items, self.queue):
            panel.reload()

    def _on_opened(self, found: Opened) -> None:
        self.strip.offer(found.waiting)
        self.first.say(found.problem or FIRST, warning=bool(found.problem))
        if found.problem:
            self._show({})
            return
        self._reload()

    def _on_view(self, view: View) -> None:
        self.items.see(view)
        self.refresh()

    def _on_model(self, name: str) -> None:
        place = self.items.models.findData(name)
        if place >= 0:
            self.items.models.setCurrentIndex(place)
            self.items.reload()
            self.show_tab(ITEMS)

    def _on_queue(self, number: int) -> None:
        words = f"By hand ({number:,})" if number else "By hand"
        self.tabs.button(QUEUE).setText(words)
        self.tabs.button(QUEUE).setAccessibleName(f"Shown: {words}")

    def _on_decided(self) -> None:
        self.items.model.forget()
        self.refresh()

    def _on_person(self, name: str) -> None:
        self.strip.offer(())
        self.show_tab(PERSON)
        self.person.go_on(name)

    # -- the run --------------------------------------------------------------------------------------------------

    def _on_moved(self) -> None:
        """Count while a run goes on, but only as often as counting is cheap."""
        waited = time.monotonic() - self._counted_at
        if not self._counting and waited >= max(LEAST_SECONDS, SHARE_OF_TIME * self._took):
            self.refresh()

    def _on_ended(self, found: list[Ended]) -> None:
        self.strip.refresh()
        amiss = [one for one in found if one.ending in ("errors", "failed", "limit")]
        if amiss:
            self.setup.problem.say("\n".join(f"{one.name}: {one.words}" for one in amiss), "error")
        if found:
            words = " ".join(f"{one.name}: {one.words}" for one in found)
            self._session.message.emit(words, "warning" if amiss else "info")
        self.project.open()
        if self._leaving:
            self._leaving = False
            self.window().close()

    def _on_failed(self, words: str) -> None:
        self.strip.refresh()
        self._session.message.emit(words, "error")
        self.project.open()
        if self._leaving:
            self._leaving = False

    # -- Qt -------------------------------------------------------------------------------------------------------

    def rest(self) -> None:
        """Leave a run alone: it goes on whatever is shown."""

    def showEvent(self, event: QShowEvent) -> None:
        """Watch over the window's end from now on."""
        super().showEvent(event)
        window = self.window()
        window.removeEventFilter(self)
        window.installEventFilter(self)
        QTimer.singleShot(0, self, lambda: self.show_tab(self.tabs.value()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ask before the window is closed under a run."""
        if event.type() == QEvent.Type.Close and watched is self.window() and self.run.running:
            if isinstance(event, QCloseEvent):
                event.ignore()
            if not self._leaving:
                self.ask_leave()
            return True
        return super().eventFilter(watched, event)

    def ask_leave(self) -> QMessageBox:
        """Ask whether the run should be stopped so that the window can close."""
        box = QMessageBox(self.window())
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle("A quiz is running")
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText("Stop the quiz and close the window?")
        box.setInformativeText("Every answer that came is kept, and the run can be gone on with at the next start.")
        stop = box.addButton("Stop and close", QMessageBox.ButtonRole.AcceptRole)
        keep = box.addButton("Let it run", QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(keep)
        box.setEscapeButton(keep)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        stop.clicked.connect(self._leave)
        box.open()
        return box

    def _leave(self) -> None:
        if not self.run.running:
            self.window().close()
            return
        self._leaving = True
        self.run.stop()

    def _dress(self, tokens: Tokens) -> None:
        self.strip.dress(tokens)
        self.first.dress(tokens)


def edge(parent: QWidget, shape: QFrame.Shape) -> QFrame:
    """Return a hairline."""
    line = QFrame(parent)
    (line.setFixedHeight if shape is QFrame.Shape.HLine else line.setFixedWidth)(1)
    line.setAutoFillBackground(True)
    line.setBackgroundRole(line.palette().ColorRole.Mid)
    return line
