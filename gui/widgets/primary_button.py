"""The one button that matters, with the key that does the same written beside its name."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from gui.theme import Theme


class PrimaryButton(QPushButton):
    """Loud while it invites, quiet while it stops what it began."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._words, self._key = QLabel(), QLabel()
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 16, 0)
        row.setSpacing(8)
        row.addStretch()
        for label in (self._words, self._key):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            row.addWidget(label)
        row.addStretch()
        self._loud = True
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._dress)

    def show_words(self, words: str, key: QKeySequence, *, loud: bool) -> None:
        """Name what a click does, and the key that does it too."""
        shown = key.toString(QKeySequence.SequenceFormat.NativeText)
        self._words.setText(words)
        self._key.setText(shown)
        self._loud = loud
        self.setAccessibleName(words)
        self.setToolTip(f"{words} ({shown})")
        self._dress()

    def sizeHint(self) -> QSize:
        """Ask for a line and air above and below it."""
        return QSize(160, self.fontMetrics().height() + 20)

    def minimumSizeHint(self) -> QSize:
        """Ask for no less."""
        return QSize(80, self.sizeHint().height())

    def _dress(self, *_: object) -> None:
        self.setProperty("role", "primary" if self._loud else "")
        self.style().unpolish(self)
        self.style().polish(self)
        tokens = self._theme.tokens
        colour = tokens.on_accent if self._loud else tokens.ink
        self._words.setStyleSheet(f"color: {colour}; font-weight: 600; background: transparent;")
        self._key.setStyleSheet(f"color: {colour if self._loud else tokens.muted}; background: transparent;")
