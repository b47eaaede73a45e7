"""What a repair changed, line by line, with a way back."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from core.formats.abc.repair import Repaired
from core.score.diagnostic import Severity


class RepairedDialog(QDialog):
    """Stays beside the work; Undo goes back to the take before and removes the repaired one."""

    def __init__(self, made: Repaired, undo: Callable[[], object], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Repaired")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        head = QLabel(_words(made), self, wordWrap=True)
        head.setTextFormat(Qt.TextFormat.PlainText)
        rows = [f"Line {change.line}, column {change.column}: {change.title}" for change in made.changes]
        self.rows = QPlainTextEdit("\n".join(rows), self, readOnly=True)
        self.rows.setAccessibleName("What was changed")
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self.undo = self.buttons.addButton("Undo the repair", QDialogButtonBox.ButtonRole.ActionRole)
        self.undo.clicked.connect(undo)
        self.undo.clicked.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(16)
        for widget in (head, self.rows, self.buttons):
            layout.addWidget(widget)
        self.resize(520, 360)


def _words(made: Repaired) -> str:
    count = len(made.changes)
    left = sum(row.severity is not Severity.INFO for row in made.left)
    rest = f" {left} finding{'s' * (left != 1)} left to you." if left else ""
    return f"{count} change{'s' * (count != 1)}, in a new take; the one before is kept as it was.{rest}"
