"""What the program is, and which keys it knows."""

import platform

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget

import core
from core import log


class AboutDialog(QDialog):
    """Name, version, licences, and where the log is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("About Swaralipi Studio")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        text = (
            f"Swaralipi Studio {core.__version__}, Python {platform.python_version()}\n\n"
            "Write, read, hear and measure melodies for Bengali song.\n\n"
            "MIT licence. Fonts: Noto, SIL Open Font License. Engraving: Verovio. Sound: FluidSynth. "
            "Models: llama.cpp.\nLyrics of the samples: public domain, each sample names its source.\n\n"
            f"Log: {log.log_file()}"
        )
        label = QLabel(text, self, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        _arrange(self, label)
        self.setMinimumWidth(440)


class ShortcutsDialog(QDialog):
    """A table of commands and keys, made from the menus themselves."""

    def __init__(self, rows: list[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keyboard shortcuts")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        table = QTableWidget(len(rows), 2, self)
        table.setAccessibleName("Keyboard shortcuts")
        table.setHorizontalHeaderLabels(["Command", "Keys"])
        table.verticalHeader().hide()
        table.setShowGrid(False)
        table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        for row, texts in enumerate(rows):
            for column, text in enumerate(texts):
                table.setItem(row, column, QTableWidgetItem(text))
        table.resizeColumnsToContents()
        table.horizontalHeader().setStretchLastSection(True)
        _arrange(self, table)
        self.resize(460, 520)


def _arrange(dialog: QDialog, content: QWidget) -> None:
    layout = QVBoxLayout(dialog)
    layout.setContentsMargins(24, 24, 24, 16)
    layout.setSpacing(16)
    layout.addWidget(content)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, dialog)
    buttons.rejected.connect(dialog.reject)
    layout.addWidget(buttons)
