"""A song's takes as rows, newest first."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from core.songs.song import Take
from gui import icons
from gui.tables.metric_values import kept, written
from gui.theme import LIGHT, Tokens

Index = QModelIndex | QPersistentModelIndex
NAME, PINNED, BARS, ENTROPY = range(4)
COLUMNS = ("", "", "Bars", "Entropy")
SAID = ("Take", "Pinned", "Bars right", "Pitch entropy")
METRICS = {BARS: "bars_right", ENTROPY: "pitch_entropy"}
HOW_ROLE = Qt.ItemDataRole.UserRole
CURRENT_ROLE = Qt.ItemDataRole.UserRole + 1


def describe(take: Take) -> str:
    """Return how a take came to be, in a few words."""
    if take.changes is not None:
        count = len(take.changes)
        return f"repaired, {count} change{'s' * (count != 1)}"
    if take.source:
        return f"imported from {take.source}"
    if take.by_hand:
        return "edited by hand" if take.parent else "written by hand"
    parts = ["own prompt" if take.level is None else f"level {take.level}"]
    if take.seed is not None:
        parts.append(f"seed {take.seed}")
    if take.model:
        parts.append(take.model)
    if not take.tune:
        parts.append("no tune found")
    return " · ".join(parts)


class TakesModel(QAbstractTableModel):
    """Name, pin and two metrics of every take; which one is current."""

    renamed = Signal(str, str)
    """A person gave a take another name: its id, and the name."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.takes: list[Take] = []
        self.current = ""
        self._colours = LIGHT

    def set_takes(self, takes: Sequence[Take], current: str) -> None:
        """Show a song's takes (oldest first, as songs keep them). Rows that stay keep their selection."""
        wanted = list(reversed(takes))
        ids = {take.id for take in wanted}
        for row in reversed(range(len(self.takes))):
            if self.takes[row].id not in ids:
                self.beginRemoveRows(QModelIndex(), row, row)
                del self.takes[row]
                self.endRemoveRows()
        for row, take in enumerate(wanted):
            if row >= len(self.takes) or (self.takes[row].id != take.id and not self._holds(take.id)):
                self.beginInsertRows(QModelIndex(), row, row)
                self.takes.insert(row, take)
                self.endInsertRows()
        if [take.id for take in self.takes] != [take.id for take in wanted]:
            self.beginResetModel()
            self.takes, self.current = wanted, current
            self.endResetModel()
            return
        for row, take in enumerate(wanted):
            if take is not self.takes[row] or (take.id == current) != (take.id == self.current):
                self.takes[row] = take
                self.dataChanged.emit(self.index(row, 0), self.index(row, ENTROPY))
        if current != self.current:
            self.current = current
            if self.takes:
                self.dataChanged.emit(self.index(0, 0), self.index(len(self.takes) - 1, ENTROPY), [CURRENT_ROLE])

    def set_colours(self, colours: Tokens) -> None:
        """Dress in a theme."""
        self._colours = colours
        if self.takes:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.takes) - 1, ENTROPY))

    def row_of(self, take_id: str) -> int | None:
        """Return the row of a take."""
        return next((row for row, take in enumerate(self.takes) if take.id == take_id), None)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature
        """Return the number of takes."""
        return 0 if parent.isValid() else len(self.takes)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of columns."""
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401
        """Name the columns."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section]
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return SAID[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(section)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let the name be edited."""
        found = super().flags(index)
        return found | Qt.ItemFlag.ItemIsEditable if index.column() == NAME else found

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401
        """Return what a cell shows and says."""
        take, column = self.takes[index.row()], index.column()
        found: Any = None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            found = self._shown(take, column)
        elif role == Qt.ItemDataRole.TextAlignmentRole:
            found = _alignment(column)
        elif role == Qt.ItemDataRole.ToolTipRole:
            found = self._told(take, column)
        elif role == Qt.ItemDataRole.AccessibleTextRole:
            found = self._read_out(take, column)
        elif role == HOW_ROLE:
            found = describe(take)
        elif role == CURRENT_ROLE:
            found = take.id == self.current
        elif role == Qt.ItemDataRole.DecorationRole and column == PINNED and take.pinned:
            found = icons.pixmap("star", self._colours.second, 14)
        return found

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: ANN401
        """Hand a new name on; an empty one is none."""
        name = str(value).strip()
        take = self.takes[index.row()]
        if role != Qt.ItemDataRole.EditRole or not name or name == take.name:
            return False
        self.renamed.emit(take.id, name)
        return True

    def _shown(self, take: Take, column: int) -> str:
        if column == NAME:
            return take.name or "Take"
        if column == PINNED:
            return ""
        measured = kept(take.metrics, METRICS[column])
        return written(METRICS[column], measured.value if measured else None)

    def _told(self, take: Take, column: int) -> str:
        if column == NAME:
            return f"{take.name or 'Take'}\n{describe(take)}\n{_moment(take)}".strip()
        if column == PINNED:
            return "Pinned" if take.pinned else ""
        measured = kept(take.metrics, METRICS[column])
        if measured is None:
            return f"{SAID[column]}: not measured yet; open the take"
        return f"{SAID[column]}: {measured.missing or self._shown(take, column)}"

    def _read_out(self, take: Take, column: int) -> str:
        if column == NAME:
            current = ", open" if take.id == self.current else ""
            return f"{take.name or 'Take'}, {describe(take)}{current}"
        if column == PINNED:
            return "pinned" if take.pinned else "not pinned"
        return self._told(take, column)

    def _holds(self, take_id: str) -> bool:
        return self.row_of(take_id) is not None


def _alignment(column: int) -> Qt.AlignmentFlag:
    if column in METRICS:
        return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    side = Qt.AlignmentFlag.AlignHCenter if column == PINNED else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


def _moment(take: Take) -> str:
    return take.created.replace("T", " ").replace("+00:00", " UTC")
