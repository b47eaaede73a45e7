"""A chart of reports to look at: painted off the GUI thread, with what a bar or a cell means under the pointer."""

import html
from collections.abc import Mapping

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QSizePolicy, QToolTip, QWidget

from core.reports.figures import Figure
from gui.theme import GRID, Theme, Tokens

BAR = 12
"""Room for the scroll bar."""


class ChartView(QAbstractScrollArea):
    """Shows one figure and scrolls where it is larger than the room; the headings of its rows stay in sight."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._name = theme, name
        self.figure: Figure | None = None
        self._image: QImage | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(200, 120)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(name)
        for bar in (self.verticalScrollBar(), self.horizontalScrollBar()):
            bar.setSingleStep(3 * GRID)
        theme.changed.connect(self._on_theme)

    def show_figure(self, figure: Figure | None, image: QImage | None) -> None:
        """Show a chart that was painted."""
        self.figure, self._image = figure, image
        self.setAccessibleDescription(". ".join(self.told().values()))
        self._measure()
        self.viewport().update()

    def told(self) -> Mapping[str, str]:
        """Return what each part of the chart says."""
        return self.figure.told if self.figure is not None else {}

    def told_at(self, point: QPointF) -> str:
        """Return what stands at a place of the viewport, in words; empty where nothing does."""
        if self.figure is None:
            return ""
        if self.headings().contains(point):
            return ""
        place = point - QPointF(self._left(), -self.verticalScrollBar().value())
        for name, box in self.figure.page.boxes.items():
            if box.x <= place.x() <= box.x + box.width and box.y <= place.y() <= box.y + box.height:
                return self.figure.told.get(name, "")
        return ""

    def headings(self) -> QRectF:
        """Return where the headings of the rows stay while the rest is scrolled sideways; empty where it is not."""
        boxes = self.figure.page.boxes.values() if self.figure is not None else ()
        if not boxes or not self.horizontalScrollBar().value():
            return QRectF()
        top, bottom = min(box.y for box in boxes), max(box.y + box.height for box in boxes)
        left = min(box.x for box in boxes)
        return QRectF(0.0, top - self.verticalScrollBar().value(), left, bottom - top)

    def page_room(self) -> int:
        """Return the width that a chart can have whether it scrolls down or not."""
        return max(1, self.width() - BAR)

    def _left(self) -> float:
        if self.figure is None:
            return 0.0
        return -self.horizontalScrollBar().value()

    def _measure(self) -> None:
        size = QSize() if self.figure is None else QSize(round(self.figure.page.width), round(self.figure.page.height))
        room = self.viewport().size()
        for bar, whole, seen in (
            (self.horizontalScrollBar(), size.width(), room.width()),
            (self.verticalScrollBar(), size.height(), room.height()),
        ):
            bar.setRange(0, max(0, whole - seen))
            bar.setPageStep(seen)

    def _on_theme(self, _tokens: Tokens) -> None:
        self.viewport().update()

    # -- Qt -------------------------------------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Copy the picture."""
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), QColor(self._theme.tokens.paper))
        if self._image is not None:
            painter.drawImage(QPointF(self._left(), -self.verticalScrollBar().value()), self._image)
            self._paint_headings(painter, self._image)
        if self.hasFocus():
            painter.setPen(QColor(self._theme.tokens.second))
            painter.drawRect(self.viewport().rect().adjusted(0, 0, -1, -1))
        painter.end()

    def _paint_headings(self, painter: QPainter, image: QImage) -> None:
        """Draw the headings over what was scrolled under them, and an edge where they end."""
        place = self.headings()
        if place.isEmpty():
            return
        painter.save()
        painter.setClipRect(place)
        painter.drawImage(QPointF(0.0, -self.verticalScrollBar().value()), image)
        painter.restore()
        painter.setPen(QColor(self._theme.tokens.line))
        painter.drawLine(place.topRight(), place.bottomRight())

    def scrollContentsBy(self, _dx: int, _dy: int) -> None:
        """Show another part."""
        self.viewport().update()

    def viewportEvent(self, event: QEvent) -> bool:
        """Say under the pointer what is there; names are not ours, so they are shown as they are, never as markup."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            words = self.told_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), f"<span>{html.escape(words)}</span>" if words else "", self)
            return True
        if event.type() == QEvent.Type.Resize:
            self._measure()
        return super().viewportEvent(event)
