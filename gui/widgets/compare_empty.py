"""What a comparison shows while there is none: what to do, and the way there."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from gui import icons
from gui.theme import GRID, Tokens

WIDTH = 480


class CompareEmpty(QWidget):
    """Says what to do while there is nothing to compare."""

    file_wanted = Signal()
    studio_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sign = QLabel(self, alignment=Qt.AlignmentFlag.AlignCenter)
        self.text = QLabel(self, alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setFixedWidth(WIDTH)
        self.file = QPushButton("Open a file…")
        self.studio = QPushButton("Go to the Studio")
        self.file.clicked.connect(self.file_wanted)
        self.studio.clicked.connect(self.studio_wanted)
        column = QVBoxLayout(self)
        column.setSpacing(2 * GRID)
        column.addStretch(1)
        for widget in (self._sign, self.text, self.file, self.studio):
            column.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        self.file.hide()
        self.studio.hide()

    def say(self, words: str, *, studio: bool = False, file: bool = False, warning: bool = False) -> None:
        """Say something, and offer the way on."""
        self.text.setText(words)
        role = "warning" if warning else "muted"
        self.text.setProperty("role", role)
        self.text.style().unpolish(self.text)
        self.text.style().polish(self.text)
        # a label that stands in the middle is never asked what height goes with its width
        self.text.setFixedHeight(self.text.heightForWidth(WIDTH))
        self.file.setVisible(file)
        self.studio.setVisible(studio)

    def dress(self, tokens: Tokens) -> None:
        """Take the theme's colours."""
        self._sign.setPixmap(icons.pixmap("compare", tokens.line, 40))
