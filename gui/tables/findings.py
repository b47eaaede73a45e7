"""What was found in a text, as rows of a list."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from core.score.diagnostic import Diagnostic, Severity
from gui import icons
from gui.theme import LIGHT, Tokens

Index = QModelIndex | QPersistentModelIndex
PLACE, MESSAGE = range(2)
WORDS = {
    Severity.ERROR: ("error", "errors"), Severity.WARNING: ("warning", "warnings"), Severity.INFO: ("note", "notes"),
}  # fmt: skip


def summary(findings: Sequence[Diagnostic]) -> str:
    """Return how many of each severity there are, the worst first, or that there is nothing."""
    counts = {kind: sum(finding.severity is kind for finding in findings) for kind in WORDS}
    said = [f"{count} {WORDS[kind][count != 1]}" for kind, count in counts.items() if count]
    return ", ".join(said) or "Nothing wrong found"


class FindingsModel(QAbstractTableModel):
    """Severity and place, then what it says. Rows stand in the order of places."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.findings: tuple[Diagnostic, ...] = ()
        self._colours = LIGHT

    def set_findings(self, findings: Sequence[Diagnostic]) -> None:
        """Show other findings."""
        if tuple(findings) != self.findings:
            self.beginResetModel()
            self.findings = tuple(findings)
            self.endResetModel()

    def set_colours(self, colours: Tokens) -> None:
        """Dress in a theme."""
        self._colours = colours
        if self.findings:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.findings) - 1, MESSAGE))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature
        """Return the number of findings."""
        return 0 if parent.isValid() else len(self.findings)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return place and message."""
        return 0 if parent.isValid() else 2

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401
        """Name the columns, for screen readers."""
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return ("Place", "Finding")[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401
        """Return what a cell shows and says."""
        finding = self.findings[index.row()]
        icon, colour = icons.SEVERITY_SIGNS[finding.severity]
        found: Any = None
        if role == Qt.ItemDataRole.DisplayRole:
            found = f"{finding.line}:{finding.column}" if index.column() == PLACE else finding.message
        elif role == Qt.ItemDataRole.ToolTipRole:
            found = finding.message
        elif role == Qt.ItemDataRole.AccessibleTextRole:
            kind = WORDS[finding.severity][0]
            found = f"{kind}, line {finding.line}, column {finding.column}: {finding.message}"
        elif index.column() == PLACE and role == Qt.ItemDataRole.DecorationRole:
            found = icons.icon(icon, getattr(self._colours, colour), size=24)
        elif index.column() == PLACE and role == Qt.ItemDataRole.ForegroundRole:
            found = QColor(self._colours.muted)
        return found
