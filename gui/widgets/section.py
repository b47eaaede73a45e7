"""A part of a panel that folds away under its heading."""

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from gui import icons
from gui.theme import Theme
from gui.widgets.field import GAP

ICON_PX = 14


class Section(QWidget):
    """A heading that shows and hides what stands under it."""

    toggled = Signal(bool)

    def __init__(
        self, theme: Theme, title: str, content: QWidget, *, opened: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.opened = opened
        self.content = content
        self.heading = QPushButton(title)
        self.heading.setProperty("role", "section")
        self.heading.clicked.connect(lambda: self.open(not self.opened))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP // 2)
        column.addWidget(self.heading)
        column.addWidget(content)
        theme.changed.connect(self._dress)
        self._dress()

    def open(self, opened: bool = True) -> None:
        """Show or hide the content."""
        if opened != self.opened:
            self.opened = opened
            self._dress()
            self.toggled.emit(opened)

    def set_title(self, title: str) -> None:
        """Name it otherwise."""
        self.heading.setText(title)
        self._dress()

    def _dress(self, *_: object) -> None:
        sign = "fold" if self.opened else "unfold"
        self.heading.setIcon(icons.icon(sign, self._theme.tokens.muted, size=ICON_PX))
        self.heading.setIconSize(QSize(ICON_PX, ICON_PX))
        self.heading.setAccessibleName(f"{self.heading.text()}, {'shown' if self.opened else 'hidden'}")
        self.content.setVisible(self.opened)
