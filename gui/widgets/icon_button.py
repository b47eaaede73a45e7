"""A flat button with an icon; its tooltip says what it does and which key does it too."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QToolButton, QWidget

from gui import icons
from gui.theme import Tokens


class IconButton(QToolButton):
    """`key` is only named here; the panel that owns the button owns the shortcut."""

    def __init__(self, name: str, words: str, key: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self.setProperty("role", "flat")
        self.setAccessibleName(words)
        shown = QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) if key else ""
        self.setToolTip(f"{words} ({shown})" if shown else words)

    def set_colours(self, colours: Tokens) -> None:
        """Draw the icon in the theme's ink, muted where the button cannot be used."""
        size = max(16, self.fontMetrics().height())
        self.setIconSize(QSize(size, size))
        self.setIcon(icons.icon(self._name, colours.ink, colours.on_accent, size))
