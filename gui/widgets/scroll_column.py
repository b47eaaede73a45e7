"""A column that scrolls under a bar which lies over it, so that nothing moves when the bar comes."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QScrollBar, QWidget

BAR = 10
LOWEST = 120


class ScrollColumn(QScrollArea):
    """Scrolls up and down only; its content is always as wide as it is."""

    def __init__(self, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content = content
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(content)
        self._over = QScrollBar(Qt.Orientation.Vertical, self)
        own = self.verticalScrollBar()
        own.rangeChanged.connect(self._measure)
        own.valueChanged.connect(self._over.setValue)
        self._over.valueChanged.connect(own.setValue)
        self._measure()

    def minimumSizeHint(self) -> QSize:
        """Ask for the width that the content needs at the least; its height scrolls."""
        return QSize(self._content.minimumSizeHint().width(), LOWEST)

    def sizeHint(self) -> QSize:
        """Ask for the content's own size."""
        return self._content.sizeHint()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ask for another width where the content does."""
        if watched is self._content and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the bar at the edge."""
        super().resizeEvent(event)
        self._measure()

    def _measure(self, *_: int) -> None:
        own = self.verticalScrollBar()
        self._over.setRange(own.minimum(), own.maximum())
        self._over.setPageStep(own.pageStep())
        self._over.setSingleStep(own.singleStep())
        self._over.setValue(own.value())
        self._over.setGeometry(self.width() - BAR, 0, BAR, self.height())
        self._over.setVisible(own.maximum() > own.minimum())
        self._over.raise_()
