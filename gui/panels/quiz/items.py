"""Every stored item: a list with filters, fetched page by page, and the chosen one whole beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from core.benchmarks import TASKS
from core.errors import AppError
from core.experiments.kept import FullItem, Page
from core.experiments.quiz import GRADER, UNDECIDED, Project
from gui.panels.quiz.decide import DecideBar
from gui.panels.quiz.item import ItemView
from gui.panels.quiz.project import OpenProject
from gui.session import Session
from gui.tables.quiz_items import CHOSEN, MODEL, OUTCOME, PAGE, QUESTION, RIGHT, ItemsModel
from gui.tables.quiz_words import LOOKS, count
from gui.theme import GRID, Tokens
from gui.widgets.data_table import DataTable
from gui.widgets.empty_state import EmptyState
from gui.widgets.inputs import Choice
from gui.widgets.one_line import OneLine

WIDTHS = {OUTCOME: 112, MODEL: 112, CHOSEN: 60, RIGHT: 48}
TYPING_MS = 300
ALL = ""
NO_ITEMS = "Nothing has been asked in this project yet. Check models on the left and press Ask (F5)."
NO_MATCH = "No item is like that."
QUEUE_DONE = "No answer waits for a decision: every stored reply has a clear letter, is empty, or was decided on."


@dataclass(frozen=True, slots=True)
class View:
    """How grades are looked at; shared by the whole workspace."""

    grader: str = GRADER
    with_decisions: bool = False


@dataclass(frozen=True, slots=True)
class Filter:
    """Which items are looked for; `theme` None is any."""

    model: str | None = None
    status: str = ALL
    task: str = ALL
    theme: str | None = None
    text: str = ""


class ItemsPanel(QWidget):
    """With `queue` it lists the answers that a person should decide on."""

    retry_wanted = Signal()
    counted = Signal(int)
    """How many items there are like that."""
    decided = Signal()

    def __init__(
        self, session: Session, project: OpenProject, *, queue: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._project, self._queue = session, project, queue
        self._seen = View()
        self._asked = 0
        self._shown: int | None = None
        self._after = 0
        """The row to choose when the list comes next."""
        # the Tab key goes through widgets in the order in which they are made: as they are seen
        self.models, self.statuses, self.tasks, self.themes = (Choice(parent=self) for _ in range(4))
        self.search = QLineEdit(self)
        self.retry = QPushButton("Retry errors", self)
        self.words = QLabel(self)
        self.model = ItemsModel(self)
        self.table = DataTable(self.model, "Answers to decide on" if queue else "Items", QUESTION, WIDTHS, self)
        self.table.setItemDelegate(OneLine(session.theme, self.table))
        self.detail = ItemView(session, blind=queue, parent=self)
        self.decide = DecideBar(session, project, self)
        self.empty = EmptyState("check" if queue else "quiz", self)
        self._stack = QStackedWidget(self)
        self._typing = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._typing.timeout.connect(self.reload)
        self._build()
        self._connect()
        self._dress(session.theme.tokens)

    # -- building -------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        names = (
            (self.models, "Model"),
            (self.statuses, "Outcome"),
            (self.tasks, "Sub-task"),
            (self.themes, "Theme"),
        )
        for box, name in names:
            box.setAccessibleName(name)
            box.setToolTip(name)
        self.models.addItem("All models", None)
        self.statuses.addItem("All outcomes", ALL)
        for status, look in LOOKS.items():
            self.statuses.addItem(look.word, status)
        self.tasks.addItem("All sub-tasks", ALL)
        for task in TASKS:
            self.tasks.addItem(task.title, task.name)
        self.themes.addItem("All themes", None)
        self.search.setPlaceholderText("Search")
        self.search.setAccessibleName("Search question and reply")
        self.search.setToolTip("Search question, id and reply (Ctrl+F)")
        self.search.setProperty("bengali", "true")
        self.search.setClearButtonEnabled(True)
        self.retry.setToolTip("Ask again what ended in an error (Ctrl+Shift+E)")
        self.words.setProperty("role", "muted")
        filters = QHBoxLayout()
        filters.setContentsMargins(2 * GRID, GRID, 2 * GRID, GRID)
        filters.setSpacing(GRID)
        boxes = (self.models,) if self._queue else (self.models, self.statuses, self.tasks, self.themes)
        for widget in (self.statuses, self.tasks, self.themes, self.search, self.retry):
            widget.setVisible(not self._queue)
        for box in boxes:
            filters.addWidget(box, 2)
        if self._queue:
            filters.addStretch(3)
        else:
            filters.addWidget(self.search, 3)
            filters.addWidget(self.retry)
        filters.addWidget(self.words)
        right = QWidget(self)
        right.setProperty("role", "panel")
        right.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.detail, 1)
        column.addWidget(self.decide)
        left = QWidget(self)
        box_column = QVBoxLayout(left)
        box_column.setContentsMargins(2 * GRID, 0, GRID, 2 * GRID)
        box_column.addWidget(self.table)
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.setChildrenCollapsible(False)
        split.addWidget(left)
        split.addWidget(right)
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 2)
        split.setSizes([580, 392])
        right.setMinimumWidth(320)
        left.setMinimumWidth(360)
        self._stack.addWidget(split)
        self._stack.addWidget(self.empty)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addLayout(filters)
        outer.addWidget(self._stack, 1)
        self.decide.setVisible(self._queue)
        # who decides should not know which letter would be right
        self.table.setColumnHidden(RIGHT, self._queue)
        self._show_empty(NO_ITEMS)

    def _connect(self) -> None:
        self._session.theme.changed.connect(self._dress)
        for box in (self.models, self.statuses, self.tasks, self.themes):
            box.activated.connect(lambda _index: self.reload())
        self.search.textEdited.connect(lambda _text: self._typing.start())
        self.retry.clicked.connect(self.retry_wanted)
        self.model.wanted.connect(self._fetch)
        self.table.selectionModel().currentRowChanged.connect(self._on_row)
        self.decide.decided.connect(self._on_decided)

    # -- the list -------------------------------------------------------------------------------------------------

    def filter(self) -> Filter:
        """Return what is looked for."""
        found = Filter(model=self.models.currentData())
        if self._queue:
            return found
        return replace(
            found,
            status=str(self.statuses.currentData()),
            task=str(self.tasks.currentData()),
            theme=self.themes.currentData(),
            text=self.search.text().strip(),
        )

    def see(self, view: View) -> None:
        """Look through another grader's eyes."""
        if view != self._seen:
            self._seen = view
            self.reload()

    def offer(self, results: Mapping[str, Mapping[str, Any]]) -> None:
        """Offer the models and themes that there are."""
        themes = list(dict.fromkeys(theme for one in results.values() for theme in one["by_theme"]))
        _offer(self.models, [("All models", None), *((name, name) for name in results)])
        _offer(self.themes, [("All themes", None), *((theme or "No theme", theme) for theme in themes)])
        self.retry.setEnabled(any(one["error"] for one in results.values()))

    def reload(self, keep: int = 0) -> None:
        """Fetch the list anew; the row `keep` is chosen then."""
        self._typing.stop()
        self._asked += 1
        self._after = keep
        number = self._asked
        first = keep // PAGE

        def done(found: Page | None) -> None:
            if number == self._asked:
                self._begin(found, first)

        self._project.look(self._query(first), owner=self, done=done, failed=lambda error: self._show_empty(str(error)))

    def _query(self, page: int) -> "Query":
        return Query(self.filter(), self._seen, page, queue=self._queue)

    def _begin(self, found: Page | None, page: int) -> None:
        if found is None or found.total == 0:
            self.model.begin(0, ())
            self._show_item(None)
            self.counted.emit(0)
            known = found is not None and (self.models.count() > 1 or self._queue)
            self._show_empty((QUEUE_DONE if self._queue else NO_MATCH) if known else NO_ITEMS)
            return
        if page:
            self.model.begin(found.total, ())
            self.model.take(page, found.total, found.rows)
        else:
            self.model.begin(found.total, found.rows)
        self._stack.setCurrentIndex(0)
        self._count()
        row = min(self._after, found.total - 1)
        self._shown = None
        self.table.setCurrentIndex(self.model.index(row, OUTCOME))
        self._on_row(self.model.index(row, OUTCOME), QModelIndex())

    def _fetch(self, page: int) -> None:
        number = self._asked

        def done(found: Page | None) -> None:
            if number == self._asked and found is not None:
                self.model.take(page, found.total, found.rows)
                self._count()
                if self._shown is None:
                    self._on_row(self.table.currentIndex(), QModelIndex())

        def failed(error: AppError) -> None:
            self.model.failed(page)
            self._session.message.emit(str(error), "error")

        self._project.look(self._query(page), owner=self, done=done, failed=failed)

    def _count(self) -> None:
        self.words.setText(count(self.model.total, "item"))
        self.counted.emit(self.model.total)

    def _show_empty(self, words: str) -> None:
        self.empty.say(words)
        self._stack.setCurrentWidget(self.empty)
        self.words.setText("")

    # -- the chosen item ------------------------------------------------------------------------------------------

    def _on_row(self, index: QModelIndex, _before: QModelIndex) -> None:
        row = self.model.row(index.row()) if index.isValid() else None
        if row is None:
            self._shown = None
            return
        if row.id != self._shown:
            self._shown = row.id
            self._load(row.id)

    def _load(self, item: int) -> None:
        self.decide.wait()

        def done(found: FullItem | None) -> None:
            if item == self._shown:
                self._show_item(found)

        self._project.look(lambda project: project.item(item), owner=self, done=done)

    def _show_item(self, found: FullItem | None) -> None:
        if found is not None:
            self.detail.show_item(found, self._seen.grader, with_decisions=self._seen.with_decisions)
        grade = found.grades.get(GRADER) if found is not None else None
        unclear = grade is not None and grade.status in UNDECIDED
        self.decide.setVisible(self._queue or (found is not None and (unclear or bool(found.decisions))))
        self.decide.show_item(found)

    def step(self, steps: int) -> None:
        """Go to the next (1) or previous (-1) item."""
        row = self.table.currentIndex().row() + steps
        if 0 <= row < self.model.total:
            index = self.model.index(row, OUTCOME)
            flags = QItemSelectionModel.SelectionFlag
            self.table.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
            self.table.scrollTo(index)

    def _on_decided(self, _item: int) -> None:
        """Go on with the item that takes the place of the one that was decided on."""
        row = self.table.currentIndex().row()
        self.reload(row)
        self.decided.emit()

    def focus_list(self) -> None:
        """Let the keys work on the list."""
        (self.table if self.model.total else self).setFocus()

    def _dress(self, tokens: Tokens) -> None:
        self.model.set_colours(tokens)
        self.empty.dress(tokens)


class Query:
    """Reads one page of a list. For any thread."""

    def __init__(self, wanted: Filter, view: View, page: int, *, queue: bool) -> None:
        self._wanted, self._view, self._page, self._queue = wanted, view, page, queue

    def __call__(self, project: Project) -> Page:
        """Read."""
        wanted, offset = self._wanted, self._page * PAGE
        known = {row.name for row in project.runs()}
        model = wanted.model if wanted.model in known else None
        if self._queue:
            return project.undecided(model=model, offset=offset, limit=PAGE)
        return project.items(
            model=model,
            status=wanted.status,
            task=wanted.task,
            theme=wanted.theme,
            text=wanted.text,
            grader=self._view.grader,
            with_decisions=self._view.with_decisions,
            offset=offset,
            limit=PAGE,
        )


def _offer(box: Choice, rows: Sequence[tuple[str, str | None]]) -> None:
    """Offer other choices; what was chosen stays so where it is still there."""
    if [(box.itemText(place), box.itemData(place)) for place in range(box.count())] == list(rows):
        return
    kept = box.currentData()
    box.clear()
    for words, value in rows:
        box.addItem(words, value)
    place = next((place for place, (_, value) in enumerate(rows) if value == kept), 0)
    box.setCurrentIndex(place)
