"""One line for what just happened, with a sign for how serious it is; it goes by itself, errors stay longer."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from gui import icons
from gui.theme import GRID, Theme

SHOWN_MS = {"info": 8_000, "warning": 20_000, "error": 60_000}
SIGNS = {"info": "check", "warning": "warning", "error": "warning"}
WIDEST = 640
SIGN = 16


class MessageLine(QWidget):
    """Shows the latest message; the whole of a long one is in its tool tip."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._sign = QLabel(self)
        self._text = QLabel(self, textFormat=Qt.TextFormat.PlainText)
        self._text.setAccessibleName("Message")
        row = QHBoxLayout(self)
        row.setContentsMargins(GRID, 0, 2 * GRID, 0)
        row.setSpacing(GRID)
        row.addWidget(self._sign)
        row.addWidget(self._text)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.clear)
        self._kind = "info"
        theme.changed.connect(lambda _tokens: self._show_sign())

    def say(self, text: str, kind: str = "info") -> None:
        """Show a message for a while."""
        self._kind = kind if kind in SHOWN_MS else "info"
        words = " ".join(text.split())
        metrics = QFontMetrics(self._text.font())
        self._text.setText(metrics.elidedText(words, Qt.TextElideMode.ElideRight, WIDEST))
        self._text.setToolTip(words)
        self._show_sign()
        self.adjustSize()
        parent = self.parentWidget()
        if parent is not None:
            # a menu bar gives its corner the room that it asked for when it was last laid out
            parent.updateGeometry()
            parent.adjustSize()
        self._timer.start(SHOWN_MS[self._kind])

    def text(self) -> str:
        """Return the message as it was said."""
        return self._text.toolTip()

    def clear(self) -> None:
        """Show nothing."""
        self._text.clear()
        self._text.setToolTip("")
        self._sign.clear()

    def _show_sign(self) -> None:
        if self._text.text():
            tokens = self._theme.tokens
            colour = {"info": tokens.second, "warning": tokens.warning, "error": tokens.accent}[self._kind]
            self._sign.setPixmap(icons.pixmap(SIGNS[self._kind], colour, SIGN))
