"""What the models had right: a row a model, bars with intervals, a heat map, and pairs."""

import threading
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QStackedWidget, QVBoxLayout, QWidget

from core.benchmarks import TASKS
from core.errors import AppError
from core.reports.chart_svg import DARK, LIGHT
from core.reports.figures import Figure
from core.reports.published import sa_quiz
from core.reports.quiz_results import paired, task_bars, task_heat_map, theme_bars
from core.reports.tables import Table
from core.views.base import Page
from gui.painter import renderer
from gui.panels.quiz.items import View
from gui.session import Session
from gui.tables.quiz_scores import ACCURACY, COUNT, INTERVAL, MODEL, TIME, TOKENS, ReportModel, ScoresModel
from gui.tables.quiz_scores import ASKED as ASKED_COLUMN
from gui.theme import GRID, Tokens
from gui.widgets.chart_view import ChartView
from gui.widgets.data_table import DataTable
from gui.widgets.field import muted
from gui.widgets.segmented import Segmented

Results = Mapping[str, Mapping[str, Any]]
TASKS_CHART, THEMES_CHART, HEAT, PAIRS = "tasks", "themes", "heat", "pairs"
CHARTS = ((TASKS_CHART, "By sub-task"), (THEMES_CHART, "By theme"), (HEAT, "Heat map"), (PAIRS, "In pairs"))
GRADERS = (("extended", "Extended"), ("paper", "As in the paper"))
MOST_ROWS = 7
WIDTHS = {ASKED_COLUMN: 72, COUNT: 44, ACCURACY: 76, INTERVAL: 112, TOKENS: 64, TIME: 60}
OUTCOME_WIDTHS = (56, 86, 50, 60, 42, 52)
PAIR_WIDTHS = {1: 184, 2: 84, 3: 136, 4: 144, 5: 100, 6: 80, 7: 80}
PAIR_WORDS = {"tied": ("= tied", "≠ differ")}
TITLES = {task.name: task.title for task in TASKS}
CHART_LEAST, CHART_MOST = 480, 1600
TABLE_MOST = 1280
"""A wider table would lead the eye astray between a name and its figures."""
MOST_PIXELS = 24_000_000
"""A larger chart is painted coarser and stretched."""
REDRAW_MS = 150
GRADER_WIDTH = 264


class ResultsPanel(QWidget):
    """Shows figures that it is given; it counts nothing itself."""

    view_changed = Signal(object)
    """Another grader, or decisions count or not: a `View`."""
    model_chosen = Signal(str)
    """A person wants to see the items of a model."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.results: Results = {}
        self._asked = 0
        self._drawn: object = None
        # the Tab key goes through widgets in the order in which they are made: as they are seen
        self.grader = Segmented(GRADERS, "Grader", parent=self)
        self.by_hand = QCheckBox("Count decisions by hand", self)
        self.scores = ScoresModel(self)
        outcomes = dict(zip(range(INTERVAL + 1, TOKENS), OUTCOME_WIDTHS, strict=True))
        self.table = DataTable(self.scores, "Results by model", MODEL, {**WIDTHS, **outcomes}, self)
        self.charts = Segmented(CHARTS, "Chart", look="tab", parent=self)
        self.published = QCheckBox("Published models", self)
        self.chart = ChartView(session.theme, "Accuracy", self)
        self.pairs = ReportModel(self)
        self.pair_table = DataTable(self.pairs, "Models in pairs", 0, PAIR_WIDTHS, self)
        self.pair_note = QLabel(self, wordWrap=True)
        for table in (self.table, self.pair_table):
            table.setMaximumWidth(TABLE_MOST)
        self._body = QStackedWidget(self)
        self._soon = QTimer(self, singleShot=True, interval=REDRAW_MS)
        self._soon.timeout.connect(self._draw)
        self._build()
        self._connect()
        self._dress(session.theme.tokens)

    def _build(self) -> None:
        session = self._session
        self.grader.set_value(str(session.get("quiz.grader", "extended")))
        self.by_hand.setChecked(session.get("quiz.by_hand") is True)
        self.published.setChecked(session.get("quiz.published") is True)
        self.charts.set_value(str(session.get("quiz.chart", TASKS_CHART)))
        self.grader.button("extended").setToolTip("Tells empty, cut, ambiguous and unreadable replies apart")
        self.grader.button("paper").setToolTip("The rule of the paper's appendix C")
        self.by_hand.setToolTip("What people decided stands in the place of the grade; the grade itself is kept")
        self.published.setToolTip("Accuracies that the South Asian music paper states in its text, hatched")
        self.pair_note.setProperty("role", "muted")
        self.pair_note.setText(
            "McNemar's test over the questions that both answered; p after Holm's correction over all pairs. "
            "Two models are tied where it is 0.05 or more. A dash says that there is no figure."
        )
        top = QHBoxLayout()
        top.setContentsMargins(2 * GRID, GRID, 2 * GRID, GRID)
        top.setSpacing(2 * GRID)
        label = muted("Grader")
        top.addWidget(label)
        top.setSpacing(GRID)
        self.grader.setFixedWidth(GRADER_WIDTH)
        top.addWidget(self.grader)
        top.addSpacing(GRID)
        top.addWidget(self.by_hand)
        top.addStretch()
        middle = QHBoxLayout()
        middle.setContentsMargins(2 * GRID, GRID, 2 * GRID, GRID)
        middle.addWidget(self.charts)
        middle.addStretch()
        middle.addWidget(self.published)
        pairs = QWidget(self)
        column = QVBoxLayout(pairs)
        column.setContentsMargins(2 * GRID, 0, 2 * GRID, 2 * GRID)
        column.setSpacing(GRID)
        column.addWidget(self.pair_table, 1)
        column.addWidget(self.pair_note)
        charts = QWidget(self)
        box = QVBoxLayout(charts)
        box.setContentsMargins(2 * GRID, 0, 2 * GRID, 2 * GRID)
        box.addWidget(self.chart)
        self._body.addWidget(charts)
        self._body.addWidget(pairs)
        scores = QVBoxLayout()
        scores.setContentsMargins(2 * GRID, 0, 2 * GRID, 0)
        scores.addWidget(self.table)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addLayout(top)
        outer.addLayout(scores)
        outer.addLayout(middle)
        outer.addWidget(self._body, 1)

    def _connect(self) -> None:
        session = self._session
        session.theme.changed.connect(self._dress)
        self.grader.chosen.connect(self._on_view)
        self.by_hand.toggled.connect(self._on_view)
        self.published.toggled.connect(self._on_published)
        self.charts.chosen.connect(self._on_chart)
        self.table.doubleClicked.connect(lambda index: self._choose(index.row()))
        self.table.activated.connect(lambda index: self._choose(index.row()))

    def view(self) -> View:
        """Return how grades are looked at."""
        return View(self.grader.value(), self.by_hand.isChecked())

    def _on_view(self, *_: object) -> None:
        self._session.put("quiz.grader", self.grader.value())
        self._session.put("quiz.by_hand", self.by_hand.isChecked())
        self.view_changed.emit(self.view())

    def _on_published(self, on: bool) -> None:
        self._session.put("quiz.published", on)
        self._draw()

    def _on_chart(self, name: str) -> None:
        self._session.put("quiz.chart", name)
        self._draw()

    def _choose(self, row: int) -> None:
        if 0 <= row < len(self.scores.rows):
            self.model_chosen.emit(self.scores.rows[row][0])

    def choose_chart(self, name: str) -> None:
        """Show one of the charts."""
        self.charts.set_value(name)
        self._on_chart(name)

    # -- showing --------------------------------------------------------------------------------------------------

    def show_results(self, results: Results) -> None:
        """Show other figures."""
        self.results = results
        self.scores.set_results(results)
        self.table.setFixedHeight(self.table.fitting_height(MOST_ROWS))
        self._soon.start()

    def _draw(self) -> None:
        """Draw the chosen chart off the GUI thread; only the latest drawing is shown."""
        if not self.isVisible() or not self.results:
            return
        name = self.charts.value()
        self._body.setCurrentIndex(int(name == PAIRS))
        self.published.setVisible(name in (TASKS_CHART, HEAT))
        self._asked += 1
        number, results = self._asked, self.results
        published = sa_quiz() if self.published.isChecked() else None
        palette = DARK if self._session.theme.tokens.name == "dark" else LIGHT
        ratio = self.devicePixelRatioF()
        width = float(min(CHART_MOST, max(CHART_LEAST, self.chart.page_room())))

        def job(_stop: threading.Event) -> tuple[Figure, QImage] | Table:
            if name == PAIRS:
                return paired(results)
            if name == TASKS_CHART:
                figure = task_bars(results, TITLES, published, palette=palette, width=width)
            elif name == THEMES_CHART:
                figure = theme_bars(results, palette=palette, width=width)
            else:
                figure = task_heat_map(results, TITLES, published, palette=palette, width=width)
            return figure, painted(figure.page, ratio)

        def done(found: tuple[Figure, QImage] | Table) -> None:
            if number != self._asked:
                return
            if isinstance(found, Table):
                self.pairs.set_table(found, PAIR_WORDS)
                self.pair_table.lay_out()
            else:
                self.chart.show_figure(*found)

        def failed(error: BaseException) -> None:
            if not isinstance(error, AppError):
                raise error
            self._session.message.emit(str(error), "error")

        self._session.tasks.run("draw", job, owner=self, done=done, failed=failed)

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what changed meanwhile."""
        super().showEvent(event)
        self._soon.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draw for the new width."""
        super().resizeEvent(event)
        self._soon.start()

    def _dress(self, tokens: Tokens) -> None:
        self.scores.set_colours(tokens)
        self._soon.start()


def painted(page: Page, ratio: float) -> QImage:
    """Return a page as a picture, for any thread. `ratio`: device pixels a pixel. Raises FormatError."""
    wide, high = page.width * ratio, page.height * ratio
    ratio *= min(1.0, (MOST_PIXELS / max(1.0, wide * high)) ** 0.5)
    image = QImage(max(1, round(page.width * ratio)), max(1, round(page.height * ratio)), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(ratio, ratio)
    # without a target Qt fills the picture's own pixels, and is scaled beyond them
    renderer(page).render(painter, QRectF(0, 0, page.width, page.height))
    painter.end()
    image.setDevicePixelRatio(ratio)
    return image
