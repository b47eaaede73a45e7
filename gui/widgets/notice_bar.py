"""A calm line that says what was done, offers to undo it, and goes away by itself."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from gui.theme import GRID, Tokens

SHOWN_MS = 10_000


class NoticeBar(QWidget):
    """Hidden until there is something to say."""

    undone = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = QLabel(self)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setWordWrap(True)
        self.words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.button = QPushButton("Undo", self)
        self.button.setProperty("role", "flat")
        row = QHBoxLayout(self)
        row.setContentsMargins(GRID, GRID // 2, GRID // 2, GRID // 2)
        row.setSpacing(GRID)
        row.addWidget(self.words, 1)
        row.addWidget(self.button)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.timer = QTimer(self, singleShot=True, interval=SHOWN_MS)
        self.timer.timeout.connect(self.hide)
        self.button.clicked.connect(self.undone)
        self.hide()

    def say(self, words: str) -> None:
        """Show a line for ten seconds."""
        self.words.setText(words)
        self.button.setAccessibleName(f"Undo: {words}")
        self.timer.start()
        self.show()

    def set_colours(self, colours: Tokens) -> None:
        """Dress in a theme."""
        self.setStyleSheet(
            f"NoticeBar {{ background: {colours.second_soft}; border-radius: 6px; }}"
            f" QPushButton {{ padding: 4px 8px; font-weight: 600; color: {colours.ink}; }}"
        )
