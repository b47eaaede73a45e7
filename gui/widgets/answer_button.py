"""A button that is an answer: its letter, and the option's text in as many lines as it needs."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from gui.theme import GRID, bengali_font
from gui.widgets.option_rows import shortened

LEAST, USUAL_WIDTH = 44, 320


class AnswerButton(QPushButton):
    """The option's text is shown as it is, never as markup. `key` is only named here; the panel owns the shortcut."""

    def __init__(self, letter: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._letter = letter
        self._sign, self._text = QLabel(letter), QLabel(wordWrap=True)
        self._sign.setProperty("role", "value")
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setFont(bengali_font())
        row = QHBoxLayout(self)
        row.setContentsMargins(2 * GRID, GRID, 2 * GRID, GRID)
        row.setSpacing(2 * GRID)
        for label in (self._sign, self._text):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        row.addWidget(self._sign)
        row.addWidget(self._text, 1)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setToolTip(f"Answer {letter} ({letter})")

    def show_text(self, text: str) -> None:
        """Show an option."""
        self._text.setText(shortened(text))
        self.setAccessibleName(f"{self._letter}: {shortened(text)}")
        self.updateGeometry()

    def heightForWidth(self, width: int) -> int:
        """Ask for the lines that the text takes at a width."""
        layout = self.layout()
        return LEAST if layout is None else max(LEAST, layout.heightForWidth(width))

    def sizeHint(self) -> QSize:
        """Ask for a line, or what the text needs."""
        return QSize(super().sizeHint().width(), self.heightForWidth(max(self.width(), USUAL_WIDTH)))

    def minimumSizeHint(self) -> QSize:
        """Ask for no less than the text needs."""
        return QSize(USUAL_WIDTH, self.sizeHint().height())
