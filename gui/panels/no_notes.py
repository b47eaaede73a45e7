"""What stands in the place of the notations while there is no note: what to do next."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from gui import icons
from gui.session import Session
from gui.theme import GRID, Tokens

EMPTY = "Press Generate, or type ABC below."
UNREADABLE = "There is no note in the text yet. What was found in it stands under the editor."
WAITING = "Waiting for the first note …"


class NoNotes(QWidget):
    """Says what to do; while a model writes, that its first note is waited for."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words, self._writing = EMPTY, False
        self._sign = QLabel(self, alignment=Qt.AlignmentFlag.AlignCenter)
        self._text = QLabel(EMPTY, self, alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID)
        column.setSpacing(GRID)
        column.addStretch(1)
        column.addWidget(self._sign)
        column.addWidget(self._text)
        column.addStretch(1)
        session.generating.connect(self._on_generating)
        session.theme.changed.connect(self.dress)
        self.dress(session.theme.tokens)

    def say(self, words: str) -> None:
        """Say what there is to do, unless a model is at it."""
        self._words = words
        self._text.setText(WAITING if self._writing else words)

    def _on_generating(self, begun: bool) -> None:
        self._writing = begun
        self.say(self._words)

    def dress(self, tokens: Tokens) -> None:
        """Take the theme's colours."""
        self._sign.setPixmap(icons.pixmap("studio", tokens.line, 40))
        self._text.setStyleSheet(f"color: {tokens.muted};")
