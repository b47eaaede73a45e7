"""A speed in per cent; a double click goes back to the written one."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QSpinBox, QWidget

WRITTEN = 100
STEP = 5
PADDING = 20


class TempoBox(QSpinBox):
    """Takes a typed value when it is finished, not at every digit."""

    def __init__(self, low: int, high: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setRange(low, high)
        self.setSingleStep(STEP)
        self.setSuffix(" %")
        self.setValue(WRITTEN)
        self.setKeyboardTracking(False)
        self.setProperty("role", "plain")
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.lineEdit().installEventFilter(self)
        self.lineEdit().returnPressed.connect(self.clearFocus)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go back to the written tempo at a double click."""
        if event.type() == QEvent.Type.MouseButtonDblClick:
            self.setValue(WRITTEN)
            return True
        return super().eventFilter(watched, event)

    def sizeHint(self) -> QSize:
        """Ask for the room of the longest value."""
        width = self.fontMetrics().horizontalAdvance(f"{self.maximum()}{self.suffix()}") + PADDING
        return QSize(width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Ask for no less."""
        return self.sizeHint()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel alone unless the field has the focus."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
