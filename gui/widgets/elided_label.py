"""A label that shortens its text to the width it has, and tells all of it in its tooltip."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QStyle, QStyleOption, QWidget

FEWEST = 8
"""In less room than for so many letters what is left of a text tells nothing, and it is not drawn."""


class ElidedLabel(QLabel):
    """One line of text; file names keep their beginning and their ending, a sentence (`reads`) its beginning."""

    def __init__(self, text: str = "", parent: QWidget | None = None, *, reads: bool = False) -> None:
        super().__init__(text, parent)
        self._mode = Qt.TextElideMode.ElideRight if reads else Qt.TextElideMode.ElideMiddle
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def shown(self) -> str:
        """Return what is drawn."""
        width, metrics = self.contentsRect().width(), self.fontMetrics()
        found = metrics.elidedText(self.text(), self._mode, width)
        return found if found == self.text() or width >= FEWEST * metrics.averageCharWidth() else ""

    def setText(self, text: str) -> None:
        """Take a text."""
        super().setText(text)
        self._tell()

    def minimumSizeHint(self) -> QSize:
        """Ask for the height of a line alone."""
        return QSize(0, super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten anew."""
        super().resizeEvent(event)
        self._tell()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the shortened text in the style's colours."""
        option = QStyleOption()
        option.initFrom(self)
        painter = QPainter(self)
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_Widget, option, painter, self)
        self.style().drawItemText(
            painter,
            self.contentsRect(),
            int(self.alignment()),
            option.palette,
            self.isEnabled(),
            self.shown(),
            self.foregroundRole(),
        )

    def _tell(self) -> None:
        self.setToolTip(self.text() if self.shown() != self.text() else "")
