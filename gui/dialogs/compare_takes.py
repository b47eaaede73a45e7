"""Two takes side by side: their texts line by line, and their measures."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QHeaderView,
    QLabel,
    QPlainTextEdit,
    QTableWidget,
    QTableWidgetItem,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from core.metrics import METRICS, Measured
from core.metrics.compute import compute
from core.songs.song import Take
from gui.session import Session
from gui.tables.metric_values import kept, meaning, written
from gui.tables.takes import describe
from gui.theme import GRID, Tokens, mono_font
from gui.widgets.text_places import editable

SLOW = frozenset({"abc_syntax"})
"""Not measured here; a take that was open has it."""
SAME, CHANGED, LEFT, RIGHT = "  ", "≠ ", "− ", "+ "


@dataclass(frozen=True, slots=True)
class Row:
    """A line of either text, or of one; the sign of the left and of the right side."""

    left: str | None
    right: str | None
    signs: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Comparison:
    """What is shown of two takes."""

    rows: tuple[Row, ...]
    one: dict[str, Measured]
    two: dict[str, Measured]


def side_by_side(one: str, two: str) -> tuple[Row, ...]:
    """Put the lines of two texts beside each other."""
    left, right = editable(one).split("\n"), editable(two).split("\n")
    rows: list[Row] = []
    for kind, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        for place in range(max(b - a, d - c)):
            mine = left[a + place] if a + place < b else None
            other = right[c + place] if c + place < d else None
            if kind == "equal":
                signs = (SAME, SAME)
            elif mine is None or other is None:
                signs = (SAME if mine is None else LEFT, SAME if other is None else RIGHT)
            else:
                signs = (CHANGED, CHANGED)
            rows.append(Row(mine, other, signs))
    return tuple(rows)


def measured(take: Take, reference: str | None) -> dict[str, Measured]:
    """Return a take's measures: the quick ones anew, for the reference may be another now, the slow ones as kept."""
    quick = [metric for metric in METRICS if metric.name not in SLOW]
    values = compute(take.tune, reference, quick)
    unknown = Measured(None, "not measured yet; open the take")
    return {metric.name: values.get(metric.name) or kept(take.metrics, metric.name) or unknown for metric in METRICS}


class CompareTakes(QDialog):
    """Shows two takes of the song; stays open beside the window."""

    def __init__(self, session: Session, one_id: str, two_id: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        song = session.document.song
        self.takes = (song.take(one_id), song.take(two_id))
        self._reference = song.reference.abc if song.reference is not None else None
        self._found: Comparison | None = None
        self._colours = session.theme.tokens
        self.setWindowTitle("Compare two takes")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(920, 640)
        self.texts = (_Text(self), _Text(self))
        self.table = QTableWidget(len(METRICS), 4, self)
        self._lay_out()
        session.theme.changed.connect(self._dress)
        session.tasks.run("measure", self._job, owner=self, done=self._show)

    def _job(self, _stop: threading.Event) -> Comparison:
        one, two = self.takes
        rows = side_by_side(one.tune, two.tune)
        return Comparison(rows, measured(one, self._reference), measured(two, self._reference))

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(2 * GRID)
        grid.setVerticalSpacing(GRID // 2)
        for side, (take, text) in enumerate(zip(self.takes, self.texts, strict=True)):
            name = QLabel(take.name or "Take", self)
            name.setProperty("role", "heading")
            how = QLabel(describe(take), self)
            how.setProperty("role", "muted")
            for row, label in enumerate((name, how)):
                label.setTextFormat(Qt.TextFormat.PlainText)
                label.setWordWrap(True)
                grid.addWidget(label, row, side)
            text.setAccessibleName(f"ABC of {take.name or 'the take'}")
            grid.addWidget(text, 2, side)
            grid.setColumnStretch(side, 1)
        grid.setRowStretch(2, 1)
        legend = QLabel("≠ differs   − only in the left take   + only in the right take", self)
        legend.setProperty("role", "muted")
        legend.setWordWrap(True)
        one, two = self.texts
        for bars in (
            (one.verticalScrollBar(), two.verticalScrollBar()),
            (one.horizontalScrollBar(), two.horizontalScrollBar()),
        ):
            bars[0].valueChanged.connect(bars[1].setValue)
            bars[1].valueChanged.connect(bars[0].setValue)
        self._set_table()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID)
        column.setSpacing(GRID)
        column.addLayout(grid, 1)
        column.addWidget(legend)
        column.addSpacing(GRID)
        column.addWidget(self.table)
        column.addWidget(buttons)

    def _set_table(self) -> None:
        table = self.table
        table.setAccessibleName("Measures of both takes")
        names = [take.name or "Take" for take in self.takes]
        for column, (words, side) in enumerate(zip(["Measure", *names, ""], SIDES, strict=True)):
            item = QTableWidgetItem(words)
            item.setTextAlignment(side)
            table.setHorizontalHeaderItem(column, item)
        table.verticalHeader().hide()
        table.setShowGrid(False)
        table.setFrameShape(QFrame.Shape.NoFrame)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        table.setTabKeyNavigation(False)
        table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setHighlightSections(False)
        for row, metric in enumerate(METRICS):
            self._set(row, 0, metric.title, meaning(metric))
            for column in (1, 2):
                self._set(row, column, "…", "")
        table.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + GRID)
        height = sum(table.rowHeight(row) for row in range(len(METRICS))) + header.sizeHint().height() + 4
        table.setFixedHeight(height)

    def _set(self, row: int, column: int, words: str, tip: str) -> None:
        item = QTableWidgetItem(words)
        item.setToolTip(tip)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{words}: {tip}" if tip else words)
        if column in (1, 2):
            item.setTextAlignment(RIGHT_SIDE)
        self.table.setItem(row, column, item)

    def _show(self, found: Comparison) -> None:
        self._found = found
        for row, metric in enumerate(METRICS):
            values = [side[metric.name] for side in (found.one, found.two)]
            for column, value in enumerate(values, 1):
                self._set(row, column, written(metric.name, value.value), value.missing or "")
            differ = values[0].value != values[1].value
            self._set(row, 3, "≠" if differ else "", "The takes differ here." if differ else "")
        for side, text in enumerate(self.texts):
            text.show_rows([(row.signs[side], (row.left, row.right)[side]) for row in found.rows])
        self._dress(self._colours)

    def _dress(self, colours: Tokens) -> None:
        self._colours = colours
        self.table.setStyleSheet(
            "QTableWidget { background: transparent; border: none; } QTableWidget::item { padding: 0 8px; }"
            " QHeaderView, QHeaderView::section { background: transparent; }"
        )
        for text, ground in zip(self.texts, (colours.accent_soft, colours.second_soft), strict=True):
            text.set_ground(ground)


LEFT_SIDE = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT_SIDE = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
SIDES = (LEFT_SIDE, RIGHT_SIDE, RIGHT_SIDE, LEFT_SIDE)


class _Text(QPlainTextEdit):
    """A text with a sign before every line; lines that differ have a ground of their own."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._differ: list[int] = []
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setFont(mono_font())

    def show_rows(self, rows: Sequence[tuple[str, str | None]]) -> None:
        """Show lines; None is a gap beside a line that only the other text has."""
        self._differ = [place for place, (sign, line) in enumerate(rows) if sign != SAME and line is not None]
        self.setPlainText("\n".join(sign + (line or "") for sign, line in rows))

    def set_ground(self, colour: str) -> None:
        """Colour the lines that differ."""
        shape = QTextCharFormat()
        shape.setBackground(QColor(colour))
        shape.setProperty(QTextFormat.Property.FullWidthSelection, True)
        marks = []
        for place in self._differ:
            mark = QTextEdit.ExtraSelection()
            mark.cursor = QTextCursor(self.document().findBlockByNumber(place))
            mark.format = shape
            marks.append(mark)
        self.setExtraSelections(marks)
