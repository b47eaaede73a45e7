"""The models that a quiz can ask, as rows with a check mark."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt, Signal

Index = QModelIndex | QPersistentModelIndex
ROW = 24


@dataclass(frozen=True, slots=True)
class Ask:
    """A row. `model` and `ask` are what the experiment is told; `sends` names the host that questions are sent to."""

    model: str
    ask: str
    title: str
    sends: str = ""
    far: bool = False
    """Whether that host is another machine."""

    @property
    def key(self) -> str:
        """What settings keep of it."""
        return f"{self.ask}:{self.model}"


class ChoicesModel(QAbstractListModel):
    """Which models are to be asked, in the order of the list."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[Ask] = []
        self._checked: set[str] = set()

    def set_rows(self, rows: Sequence[Ask]) -> None:
        """Offer other models; what was checked stays so where it is still there."""
        self.beginResetModel()
        self.rows = list(rows)
        self._checked &= {row.key for row in rows}
        self.endResetModel()
        self.changed.emit()

    def check(self, keys: Sequence[str]) -> None:
        """Check these rows and no others."""
        self._checked = set(keys) & {row.key for row in self.rows}
        if self.rows:
            self.dataChanged.emit(self.index(0), self.index(len(self.rows) - 1), [Qt.ItemDataRole.CheckStateRole])
        self.changed.emit()

    def chosen(self) -> list[Ask]:
        """Return what is checked."""
        return [row for row in self.rows if row.key in self._checked]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature
        """Return the number of models."""
        return 0 if parent.isValid() else len(self.rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let every row be checked."""
        return super().flags(index) | Qt.ItemFlag.ItemIsUserCheckable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401
        """Return what a row shows."""
        row = self.rows[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return row.title
        if role == Qt.ItemDataRole.SizeHintRole:
            return QSize(0, ROW)
        if role == Qt.ItemDataRole.CheckStateRole:
            return Qt.CheckState.Checked if row.key in self._checked else Qt.CheckState.Unchecked
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: ANN401
        """Check a row, or take the mark away."""
        if role != Qt.ItemDataRole.CheckStateRole:
            return False
        key = self.rows[index.row()].key
        if Qt.CheckState(value) == Qt.CheckState.Checked:
            self._checked.add(key)
        else:
            self._checked.discard(key)
        self.dataChanged.emit(index, index, [role])
        self.changed.emit()
        return True
