"""What a place shows while there is nothing in it: a sign, what to do, and a button that does it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from gui import icons
from gui.theme import GRID, Tokens

WIDTH, SIGN = 440, 40


class EmptyState(QWidget):
    """Says what to do."""

    acted = Signal()

    def __init__(self, icon: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = icon
        self._sign = QLabel(self, alignment=Qt.AlignmentFlag.AlignCenter)
        self.text = QLabel(self, alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setFixedWidth(WIDTH)
        self.button = QPushButton(self)
        self.button.clicked.connect(self.acted)
        column = QVBoxLayout(self)
        column.setSpacing(2 * GRID)
        column.addStretch(1)
        for widget in (self._sign, self.text, self.button):
            column.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        self.say("")

    def say(self, words: str, button: str = "", *, warning: bool = False) -> None:
        """Say something; `button` names the way on, where there is one."""
        self.text.setText(words)
        self.text.setProperty("role", "warning" if warning else "")
        self.text.style().unpolish(self.text)
        self.text.style().polish(self.text)
        # a label that stands in the middle is never asked what height goes with its width
        self.text.setFixedHeight(max(20, self.text.heightForWidth(WIDTH)))
        self.button.setText(button)
        self.button.setVisible(bool(button))

    def dress(self, tokens: Tokens) -> None:
        """Take the theme's colours."""
        self._sign.setPixmap(icons.pixmap(self._icon, tokens.line, SIGN))
