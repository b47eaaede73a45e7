"""Figures of a quiz as rows of tables: one of all models, and one of any table that reports write."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont

from core.reports.tables import Column, Kind, Missing, Table, printed
from gui.tables.quiz_words import interval, share
from gui.theme import LIGHT, Tokens

Index = QModelIndex | QPersistentModelIndex
Results = Mapping[str, Mapping[str, Any]]
OUTCOMES = ("wrong", "ambiguous", "none", "empty", "truncated", "error")
NAMES = ("Wrong", "Ambiguous", "None", "Empty", "Cut", "Error")
"""Of the outcomes, short enough for a heading."""
COLUMNS = ("Model", "Asked", "n", "Accuracy", "95 % interval", *NAMES, "Tokens", "Time")
MODEL, ASKED, COUNT, ACCURACY, INTERVAL = range(5)
FIRST_OUTCOME = 5
TOKENS, TIME = FIRST_OUTCOME + len(OUTCOMES), FIRST_OUTCOME + len(OUTCOMES) + 1
TOLD = {
    ASKED: "Questions with an outcome, of those planned",
    COUNT: "Questions that count: those with an outcome, without errors",
    ACCURACY: "Share of right answers among n",
    INTERVAL: "Wilson's interval of the accuracy",
    FIRST_OUTCOME: "Another letter than the right one",
    FIRST_OUTCOME + 1: "Several letters, none before the others",
    FIRST_OUTCOME + 2: "A reply that names no letter",
    FIRST_OUTCOME + 3: "A reply without any text",
    FIRST_OUTCOME + 4: "A reply that was cut before it came to a letter; more new tokens may mend it",
    FIRST_OUTCOME + 5: "No reply at all; not counted as wrong, and asked again by “Retry errors”",
    TOKENS: "Tokens of prompts and replies together, as the model told them",
    TIME: "Median time of an answer",
}
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
MIDDLE = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class ScoresModel(QAbstractTableModel):
    """A row a model. Rows that stay keep their selection while a run goes on."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[tuple[str, Mapping[str, Any]]] = []
        self._colours = LIGHT

    def set_results(self, results: Results) -> None:
        """Show other figures."""
        rows = list(results.items())
        if [name for name, _ in rows] != [name for name, _ in self.rows]:
            self.beginResetModel()
            self.rows = rows
            self.endResetModel()
            return
        old, self.rows = self.rows, rows
        for place, (before, after) in enumerate(zip(old, rows, strict=True)):
            if before != after:
                self.dataChanged.emit(self.index(place, 0), self.index(place, TIME))

    def set_colours(self, colours: Tokens) -> None:
        """Dress in a theme."""
        self._colours = colours
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, TIME)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature
        """Return the number of models."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of columns."""
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401
        """Name the columns."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section]
        if role == Qt.ItemDataRole.ToolTipRole:
            return TOLD.get(section)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return LEFT if section == MODEL else RIGHT
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401
        """Return what a cell shows and says."""
        name, one = self.rows[index.row()]
        column = index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return name if column == MODEL else cell(one, column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{COLUMNS[column]}: {name if column == MODEL else cell(one, column)}"
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return LEFT if column == MODEL else RIGHT
        if role == Qt.ItemDataRole.FontRole:
            return figures(bold=column in (MODEL, ACCURACY))
        if role == Qt.ItemDataRole.ForegroundRole and _is_nothing(one, column):
            return QColor(self._colours.muted)
        return None


def cell(one: Mapping[str, Any], column: int) -> str:
    """Return the text of a cell; what is missing is a dash, never 0."""
    if column == ASKED:
        return f"{one['done']:,} / {one['total']:,}" if one["done"] != one["total"] else f"{one['total']:,}"
    if column == COUNT:
        return f"{one['done'] - one['error']:,}"
    if column == ACCURACY:
        return share(one["accuracy"])
    if column == INTERVAL:
        return interval(one["wilson95"])
    if column == TOKENS:
        return "–" if one.get("tokens") is None else f"{one['tokens']:,}"
    if column == TIME:
        return "–" if one.get("median_seconds") is None else f"{one['median_seconds']:.2f} s"
    return f"{one[OUTCOMES[column - FIRST_OUTCOME]]:,}"


def _is_nothing(one: Mapping[str, Any], column: int) -> bool:
    return FIRST_OUTCOME <= column < TOKENS and not one[OUTCOMES[column - FIRST_OUTCOME]]


class ReportModel(QAbstractTableModel):
    """Any table of reports. A missing cell is empty and says why."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.table: Table | None = None
        self._words: Mapping[str, tuple[str, str]] = {}

    def set_table(self, table: Table, words: Mapping[str, tuple[str, str]] | None = None) -> None:
        """Show another table; `words` says what yes and no are called in a column of flags, by its key."""
        self.beginResetModel()
        self.table, self._words = table, words or {}
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature
        """Return the number of rows."""
        return 0 if parent.isValid() or self.table is None else len(self.table.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of columns."""
        return 0 if parent.isValid() or self.table is None else len(self.table.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401
        """Name the columns."""
        if orientation != Qt.Orientation.Horizontal or self.table is None:
            return None
        column = self.table.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.heading
        return side(column) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401
        """Return what a cell shows and says."""
        if self.table is None:
            return None
        column, value = self.table.columns[index.column()], self.table.rows[index.row()][index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            if isinstance(value, bool) and column.key in self._words:
                return self._words[column.key][not value]
            return printed(column, value) or ("–" if isinstance(value, Missing) else "")
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(value, Missing):
            return value.reason
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return side(column)
        if role == Qt.ItemDataRole.FontRole:
            return figures(bold=column.kind is Kind.FLAG and value is False)
        return None


def side(column: Column) -> Qt.AlignmentFlag:
    """Return how a column stands: numbers right, yes and no in the middle, words left."""
    return MIDDLE if column.kind is Kind.FLAG else RIGHT if column.is_number else LEFT


def figures(*, bold: bool = False) -> QFont:
    """Return a font whose digits are equally wide."""
    font = QFont()
    font.setFeature(QFont.Tag("tnum"), 1)
    font.setBold(bold)
    return font
