"""Rows of somebody else's questions as they would be in a bank."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from core.benchmarks.banks.importing import Preview
from gui.theme import bengali_font

Index = QModelIndex | QPersistentModelIndex
COLUMNS = ("Row", "Question, or what is wrong", "A", "B", "C", "D", "Right")
ROW, QUESTION, RIGHT = 0, 1, 6
LONGEST = 300


class PreviewModel(QAbstractTableModel):
    """The first rows; one that cannot be used says why."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[Preview, ...] = ()
        self._font = bengali_font()

    def set_rows(self, rows: Sequence[Preview]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self.rows = tuple(rows)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of columns."""
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401
        """Name the columns."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return COLUMNS[section] if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401
        """Return what a cell shows."""
        row, column = self.rows[index.row()], index.column()
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return _shown(row, column)
        if role == Qt.ItemDataRole.FontRole and column not in (ROW, RIGHT) and row.sample is not None:
            return self._font
        return None


def _shown(row: Preview, column: int) -> str:
    if column == ROW:
        return str(row.row)
    sample = row.sample
    if sample is None:
        return f"Left out. {row.problem}" if column == QUESTION else ""
    texts = (sample.text, *sample.options, sample.answer)
    return " ".join(texts[column - QUESTION][:LONGEST].split())
