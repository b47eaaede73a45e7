"""What was found in a text, as rows of a list."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont

from core.score.diagnostic import Diagnostic, Severity
from gui import icons
from gui.theme import LIGHT, Tokens

Index = QModelIndex | QPersistentModelIndex
PLACE, MESSAGE, FIX = range(3)
WORDS = {
    Severity.ERROR: ("error", "errors"), Severity.WARNING: ("warning", "warnings"), Severity.INFO: ("note", "notes"),
}  # fmt: skip


def summary(findings: Sequence[Diagnostic]) -> str:
    """Return how many of each severity there are, the worst first, or that there is nothing."""
    counts = {kind: sum(finding.severity is kind for finding in findings) for kind in WORDS}
    said = [f"{count} {WORDS[kind][count != 1]}" for kind, count in counts.items() if count]
    return ", ".join(said) or "Nothing wrong found"


def _bare(findings: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return findings without their fixes."""
    return tuple(replace(finding, fix=None) for finding in findings)


class FindingsModel(QAbstractTableModel):
    """Severity and place, then what it says. Rows stand in the order of places."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.findings: tuple[Diagnostic, ...] = ()
        self._colours = LIGHT

    def set_findings(self, findings: Sequence[Diagnostic]) -> None:
        """Show other findings; where only their fixes are new the rows stay as they are."""
        if _bare(findings) == _bare(self.findings):
            self.findings = tuple(findings)
            if self.findings:
                self.dataChanged.emit(self.index(0, FIX), self.index(len(self.findings) - 1, FIX))
        else:
            self.beginResetModel()
            self.findings = tuple(findings)
            self.endResetModel()

    def set_colours(self, colours: Tokens) -> None:
        """Dress in a theme."""
        self._colours = colours
        if self.findings:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.findings) - 1, FIX))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature
        """Return the number of findings."""
        return 0 if parent.isValid() else len(self.findings)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return place, message and fix."""
        return 0 if parent.isValid() else 3

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401
        """Name the columns, for screen readers."""
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return ("Place", "Finding", "Fix")[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401
        """Return what a cell shows and says."""
        finding = self.findings[index.row()]
        if index.column() == FIX:
            return self._fix(finding, role)
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

    def _fix(self, finding: Diagnostic, role: int) -> Any:  # noqa: ANN401
        """Return what the last cell shows: a link where one click mends the finding."""
        if finding.fix is None:
            return None
        found: Any = None
        if role == Qt.ItemDataRole.DisplayRole:
            found = "Fix"
        elif role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            found = f"Fix: {finding.fix.title}"
        elif role == Qt.ItemDataRole.ForegroundRole:
            found = QColor(self._colours.second)
        elif role == Qt.ItemDataRole.FontRole:
            found = QFont()
            found.setUnderline(True)
        elif role == Qt.ItemDataRole.TextAlignmentRole:
            found = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter
        return found
