"""What the comparison says in numbers: the differences by kind (the legend of the signs), accuracies, both measures."""

import threading
from contextlib import suppress
from dataclasses import asdict

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPixmap
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from core.errors import Cancelled
from core.metrics import METRICS, Measured
from core.metrics.compute import compute
from core.score.compare import Kind
from core.score.side_by_side import Options
from core.workers.process import shared, stopped_by
from gui.panels.compare.work import Compared
from gui.panels.metrics import SLOW
from gui.session import Session
from gui.tables.metric_values import meaning, written
from gui.theme import GRID, Tokens
from gui.widgets.compare_marks import SAME, SIGNS, paint_sign
from gui.widgets.scroll_column import ScrollColumn

SIGN_PX = 14
WAITING = "…"
SWITCHES = (
    ("octave_blind", "Octave-blind", "Notes an octave apart count as the same"),
    ("played", "As played", "Repeats and endings are followed and ties merged; else the notes as they are written"),
    ("relative", "Relative to Sa", "Compare from Sa on: the take is moved so that its Sa is the reference's"),
)
ACCURACIES = (
    ("acc_pitch", "Pitch", "pitches"), ("acc_duration", "Length", "lengths"),
    ("acc_both", "Pitch and length", "notes"),
)  # fmt: skip
ACCURACY_TIP = "1 less the {} to change, take out or put in, as a share of the longer tune (Levenshtein)"


class CompareFacts(QWidget):
    """The column at the right. The slow measures come in a job of their own, after the others."""

    options_changed = Signal(object)
    """A person switched something; carries Options."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._stops: list[threading.Event] = []
        self._compared: Compared | None = None
        self._slow_runs = 0
        self.switches = {name: QCheckBox(title) for name, title, _ in SWITCHES}
        self.counts: dict[str, QLabel] = {}
        self.accuracies: dict[str, QLabel] = {}
        self.values: dict[str, tuple[QLabel, QLabel]] = {}
        self._signs: dict[Kind, QLabel] = {}
        self.remarks = QLabel(wordWrap=True)
        self.remarks.setProperty("role", "muted")
        self.remarks.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._arrange()
        session.theme.changed.connect(self._dress)
        session.closing.append(self._close)
        self._dress(session.theme.tokens)

    def _arrange(self) -> None:
        inner = QWidget()
        inner.setProperty("role", "clear")
        column = QVBoxLayout(inner)
        column.setContentsMargins(2 * GRID, GRID, 2 * GRID, 2 * GRID)
        column.setSpacing(GRID)
        column.addWidget(_heading("Notes"))
        column.addLayout(self._count_rows())
        for name, _, tip in SWITCHES:
            box = self.switches[name]
            box.setToolTip(tip)
            box.setChecked(self._session.get(f"compare.{name}") is True)
            box.toggled.connect(self._on_switch)
            column.addWidget(box)
        column.addWidget(self.remarks)
        column.addSpacing(GRID)
        column.addWidget(_heading("Accuracy"))
        column.addLayout(self._accuracy_rows())
        column.addSpacing(GRID)
        column.addLayout(self._measure_rows())
        column.addStretch(1)
        area = ScrollColumn(inner)
        area.setAccessibleName("Comparison in numbers")
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)

    def _count_rows(self) -> QGridLayout:
        grid = _grid()
        for row, (kind, words) in enumerate([(Kind.MATCH, SAME), *((kind, s.words) for kind, s in SIGNS.items())]):
            sign, count = QLabel(), _value()
            sign.setFixedWidth(SIGN_PX + 2)
            grid.addWidget(sign, row, 0)
            grid.addWidget(QLabel(words), row, 1)
            grid.addWidget(count, row, 2)
            self.counts[kind.value] = count
            if kind in SIGNS:
                self._signs[kind] = sign
        grid.setColumnStretch(1, 1)
        return grid

    def _accuracy_rows(self) -> QGridLayout:
        grid = _grid()
        for row, (name, title, what) in enumerate(ACCURACIES):
            label, value = QLabel(title), _value()
            for widget in (label, value):
                widget.setToolTip(ACCURACY_TIP.format(what))
            grid.addWidget(label, row, 0)
            grid.addWidget(value, row, 1)
            self.accuracies[name] = value
        grid.setColumnStretch(0, 1)
        return grid

    def _measure_rows(self) -> QGridLayout:
        grid = _grid()
        grid.addWidget(_heading("Measures"), 0, 0)
        for column, words in ((1, "reference"), (2, "take")):
            label = QLabel(words, alignment=RIGHT)
            label.setProperty("role", "muted")
            grid.addWidget(label, 0, column)
        for row, metric in enumerate(METRICS, 1):
            values = _value(), _value()
            grid.addWidget(QLabel(metric.title, wordWrap=True), 2 * row, 0)
            for column, value in enumerate(values, 1):
                grid.addWidget(value, 2 * row, column)
            said = QLabel(meaning(metric), wordWrap=True)
            said.setProperty("role", "muted")
            said.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
            grid.addWidget(said, 2 * row + 1, 0, 1, 3)
            self.values[metric.name] = values
        grid.setColumnStretch(0, 1)
        return grid

    # -- what it shows --------------------------------------------------------------------------------------------

    def options(self) -> Options:
        """Return what is switched on."""
        return Options(**{name: box.isChecked() for name, box in self.switches.items()})

    def _on_switch(self) -> None:
        for name, box in self.switches.items():
            self._session.put(f"compare.{name}", box.isChecked())
        self.options_changed.emit(self.options())

    def show_compared(self, compared: Compared) -> None:
        """Show a comparison, and begin to measure both tunes where they are others than before."""
        before, self._compared = self._compared, compared
        found = compared.sides.found
        for name, count in asdict(found.counts).items():
            self.counts[name].setText(str(count))
        for name, label in self.accuracies.items():
            label.setText(f"{getattr(found, name):.1%}".replace("%", " %"))
        self.remarks.setText(" ".join(compared.remarks))
        self.remarks.setVisible(bool(compared.remarks))
        if before is None or _raws(before) != _raws(compared):
            self._measure(compared)

    def _measure(self, compared: Compared) -> None:
        self._end()
        for values in self.values.values():
            for label in values:
                label.setText(WAITING)
        for slow in (False, True):
            metrics = [metric for metric in METRICS if (metric.name in SLOW) is slow]

            def job(stop: threading.Event, metrics: list = metrics) -> list[dict[str, Measured]]:  # type: ignore[type-arg]
                one, other = _raws(compared)
                asked = ((one, None), (other, one))
                with suppress(Cancelled), stopped_by(stop):
                    return [compute(abc, reference, metrics) for abc, reference in asked if not stop.is_set()]
                return []

            def done(found: list[dict[str, Measured]], slow: bool = slow) -> None:
                self._slow_runs -= slow
                if self._compared is not None and _raws(self._compared) == _raws(compared) and len(found) == 2:
                    self._show_measures(found)

            self._slow_runs += slow
            self._stops.append(self._session.tasks.run("measure", job, owner=self, done=done))

    def _show_measures(self, found: list[dict[str, Measured]]) -> None:
        for side, values in enumerate(found):
            for name, measured in values.items():
                label = self.values[name][side]
                label.setText(written(name, measured.value))
                label.setToolTip(measured.missing or "")

    def _end(self) -> None:
        for stop in self._stops:
            stop.set()
        self._stops = []

    def _close(self) -> None:
        """Do not let a window that closes wait for music21."""
        self._end()
        if self._slow_runs:
            shared("music21").kill()

    def _dress(self, tokens: Tokens) -> None:
        for kind, label in self._signs.items():
            label.setPixmap(sign_pixmap(kind, tokens))


RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def sign_pixmap(kind: Kind, tokens: Tokens, size: int = SIGN_PX) -> QPixmap:
    """Return the shape of a difference in its colour."""
    found = QPixmap(2 * size, 2 * size)
    found.fill(Qt.GlobalColor.transparent)
    painter = QPainter(found)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    sign = SIGNS[kind]
    paint_sign(painter, sign, QPointF(size, size), 0.8 * size, QColor(sign.colour(tokens)))
    painter.end()
    found.setDevicePixelRatio(2.0)
    return found


def _raws(compared: Compared) -> tuple[str, str]:
    return compared.one.raw, compared.other.raw


def _heading(words: str) -> QLabel:
    label = QLabel(words)
    label.setProperty("role", "heading")
    return label


def _value() -> QLabel:
    label = QLabel(alignment=RIGHT)
    label.setProperty("role", "value")
    font = QFont(label.font())
    font.setFeature(QFont.Tag("tnum"), 1)
    label.setFont(font)
    return label


def _grid() -> QGridLayout:
    grid = QGridLayout()
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(GRID)
    grid.setVerticalSpacing(GRID // 2)
    return grid
