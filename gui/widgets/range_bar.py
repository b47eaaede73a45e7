"""A value on a scale, with a mark where another value stands."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.theme import LIGHT, Tokens

TRACK = 0.4
"""The track's height as a share of the bar's; the mark takes all of it."""


class RangeBar(QWidget):
    """The filled part is the value, the upright stroke the mark, an arrow says that the value lies beyond the scale.

    Without a value the track is dashed, so that none does not look like 0.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.value: float | None = None
        self.mark: float | None = None
        self.most = 1.0
        self._colours = LIGHT
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_value(self, value: float | None, mark: float | None, most: float) -> None:
        """Draw a value and a mark on a scale from 0 to `most`."""
        if (value, mark, most) != (self.value, self.mark, self.most):
            self.value, self.mark, self.most = value, mark, most
            self.update()

    def set_colours(self, colours: Tokens) -> None:
        """Dress in a theme."""
        self._colours = colours
        self.update()

    def sizeHint(self) -> QSize:
        """Grow with the text beside it."""
        height = max(14, round(self.fontMetrics().height() * 0.8))
        return QSize(80, height + height % 2)

    def minimumSizeHint(self) -> QSize:
        """Keep the height."""
        return QSize(24, self.sizeHint().height())

    def share(self, value: float) -> float:
        """Return where a value stands, from 0 at the left to 1 at the right."""
        return min(1.0, max(0.0, value / self.most)) if self.most > 0 else 0.0

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  it is small enough to be drawn whole
        """Draw track, value and mark."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        height = round(self.height() * TRACK / 2) * 2
        track = QRectF(0, (self.height() - height) / 2, self.width(), height)
        if self.value is None:
            pen = QPen(QColor(self._colours.line), 2, Qt.PenStyle.DashLine, Qt.PenCapStyle.FlatCap)
            painter.setPen(pen)
            painter.drawLine(QPointF(0, track.center().y()), QPointF(track.right(), track.center().y()))
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self._colours.line))
            painter.drawRoundedRect(track, height / 2, height / 2)
            self._draw_value(painter, track, self.value)
        if self.mark is not None:
            self._draw_mark(painter, self.mark)
        painter.end()

    def _draw_value(self, painter: QPainter, track: QRectF, value: float) -> None:
        painter.setBrush(QColor(self._colours.second))
        width = track.width() * self.share(value)
        radius = track.height() / 2
        if width > 0:
            track.setWidth(max(width, track.height()))
            painter.drawRoundedRect(track, radius, radius)
        if value > self.most:
            middle, reach = track.center().y(), self.height() / 2
            tip = QPolygonF([
                QPointF(track.right() - reach, middle - reach), QPointF(track.right(), middle),
                QPointF(track.right() - reach, middle + reach),
            ])  # fmt: skip
            painter.drawPolygon(tip)

    def _draw_mark(self, painter: QPainter, mark: float) -> None:
        x = round((self.width() - 2) * self.share(mark))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.fillRect(QRectF(x - 1, 0, 4, self.height()), QColor(self._colours.panel))
        painter.fillRect(QRectF(x, 0, 2, self.height()), QColor(self._colours.ink))
