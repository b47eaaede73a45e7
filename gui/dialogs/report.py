"""An unexpected error: one sentence, and a report that can be copied."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from core import log


class ReportDialog(QDialog):
    """Shows the report of a mistake of the program. The work goes on behind it."""

    def __init__(self, sentence: str, report: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Something went wrong")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        head = QLabel(f"{sentence} The same report is in {log.log_file()}.", self, wordWrap=True)
        head.setTextFormat(Qt.TextFormat.PlainText)
        text = QPlainTextEdit(report, self, readOnly=True)
        text.setAccessibleName("Report")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        copy = buttons.addButton("Copy report", QDialogButtonBox.ButtonRole.ActionRole)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(report))
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(16)
        for widget in (head, text, buttons):
            layout.addWidget(widget)
        self.resize(640, 420)
