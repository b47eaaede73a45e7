"""A line of time: where the sound is, where it could go, and the stretch that is looped."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QSlider, QToolTip, QWidget

from gui.theme import LIGHT, Tokens

HEIGHT = 28
TRACK = 4
KNOB = 7
"""Radius; the line keeps this much room at both ends."""
REGION_HEIGHT = 18
GRIP = 6
"""Pixels around an edge of the loop in which it can be taken hold of."""
ARROW_MS, PAGE_MS = 1000, 5000
LEAST_REGION = 0.05
LEAST_WIDTH = 180


def clock(seconds: float) -> str:
    """Write seconds as minutes and seconds, `0:09`."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


class SeekBar(QSlider):
    """A slider in milliseconds, so that keys and screen readers know it. Dragging shows the place, letting go seeks.

    With Shift a new loop is drawn; its edges can be dragged.
    """

    sought = Signal(float)
    """The user chose this second."""
    previewed = Signal(float)
    """The knob is being dragged over this second."""
    region_drawn = Signal(float, float)
    """The user drew or changed the loop."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._colours = LIGHT
        self._region: tuple[float, float] | None = None
        self._shown_region: tuple[float, float] | None = None
        self._drag = ""
        self._fixed = 0.0
        self._own = False
        self.setRange(0, 0)
        self.setSingleStep(ARROW_MS)
        self.setPageStep(PAGE_MS)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.valueChanged.connect(self._on_value)

    # -- what it shows --------------------------------------------------------------------------------------------

    @property
    def dragging(self) -> bool:
        """True while the user holds the knob or an edge."""
        return bool(self._drag)

    def set_length(self, seconds: float) -> None:
        """Set how long the whole is."""
        self._own = True
        self.setRange(0, round(seconds * 1000))
        self._own = False
        self.update()

    def show_position(self, seconds: float) -> None:
        """Move the knob, unless the user holds it."""
        if not self._drag:
            self._own = True
            self.setValue(round(seconds * 1000))
            self._own = False

    def set_region(self, region: tuple[float, float] | None) -> None:
        """Show the stretch that is looped."""
        self._region = self._shown_region = region
        self.update()

    def set_colours(self, colours: Tokens) -> None:
        """Dress in a theme."""
        self._colours = colours
        self.update()

    def sizeHint(self) -> QSize:
        """Ask for a line; what is left of the row is given to it."""
        return QSize(2 * LEAST_WIDTH, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """Stay long enough to aim at."""
        return QSize(LEAST_WIDTH, HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the line, the loop behind it and the knob."""
        colours, painter = self._colours, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        middle = self.height() / 2
        left, right, knob = float(KNOB), float(self.width() - KNOB), self._x(self.value() / 1000)
        if self._shown_region is not None:
            self._paint_region(painter, middle)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.line))
        painter.drawRoundedRect(QRectF(left, middle - TRACK / 2, right - left, TRACK), 2, 2)
        if self.maximum():
            accent = colours.accent if self.isEnabled() else colours.muted
            painter.setBrush(QColor(accent))
            painter.drawRoundedRect(QRectF(left, middle - TRACK / 2, max(knob - left, 0), TRACK), 2, 2)
            painter.drawEllipse(QPointF(knob, middle), KNOB, KNOB)
            if self.hasFocus():
                painter.setPen(QPen(QColor(colours.ink), 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawEllipse(QPointF(knob, middle), KNOB - 1, KNOB - 1)
        painter.end()

    def _paint_region(self, painter: QPainter, middle: float) -> None:
        start, end = (self._x(edge) for edge in self._shown_region or (0.0, 0.0))
        top = middle - REGION_HEIGHT / 2
        painter.fillRect(QRectF(start, top, end - start, REGION_HEIGHT), QColor(self._colours.second_soft))
        for edge in (start, end - 2):
            painter.fillRect(QRectF(edge, top, 2, REGION_HEIGHT), QColor(self._colours.second))

    # -- mouse and keys -------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the knob, of an edge of the loop, or (with Shift) of a new loop."""
        if event.button() != Qt.MouseButton.LeftButton or not self.maximum():
            event.ignore()
            return
        here = self._seconds(event.position().x())
        edge = self._edge_at(event.position())
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._drag, self._fixed = "region", here
        elif edge is not None and self._region is not None:
            self._drag, self._fixed = "region", self._region[1 - edge]
        else:
            self._drag = "knob"
            self._show_knob(here)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag what is held; else tell which moment is under the pointer."""
        here = self._seconds(event.position().x())
        if self._drag == "knob":
            self._show_knob(here)
        elif self._drag:
            self._shown_region = (min(here, self._fixed), max(here, self._fixed))
            self.update()
        else:
            over = self._edge_at(event.position()) is not None
            self.setCursor(Qt.CursorShape.SizeHorCursor if over else Qt.CursorShape.ArrowCursor)
        if self.maximum():
            QToolTip.showText(event.globalPosition().toPoint(), clock(here), self)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Seek, or set the loop."""
        drag, self._drag = self._drag, ""
        here = self._seconds(event.position().x())
        if drag == "knob":
            self.sought.emit(here)
        elif drag:
            start, end = min(here, self._fixed), max(here, self._fixed)
            self.set_region(self._region)
            if end - start >= LEAST_REGION:
                self.region_drawn.emit(start, end)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel alone: a scroll is no wish to be elsewhere."""
        event.ignore()

    def _show_knob(self, seconds: float) -> None:
        self._own = True
        self.setValue(round(seconds * 1000))
        self._own = False
        self.previewed.emit(seconds)

    def _on_value(self, value: int) -> None:
        """Take what keys and screen readers set; what we set ourselves is no wish."""
        if not self._own:
            self.sought.emit(value / 1000)

    def _edge_at(self, point: QPointF) -> int | None:
        """Return which edge of the loop is under the pointer; the line itself is left to the knob."""
        if self._region is None or abs(point.y() - self.height() / 2) < TRACK:
            return None
        near = [abs(self._x(edge) - point.x()) for edge in self._region]
        return near.index(min(near)) if min(near) <= GRIP else None

    def _x(self, seconds: float) -> float:
        share = seconds * 1000 / self.maximum() if self.maximum() else 0.0
        return KNOB + min(max(share, 0.0), 1.0) * (self.width() - 2 * KNOB)

    def _seconds(self, x: float) -> float:
        share = (x - KNOB) / max(self.width() - 2 * KNOB, 1)
        return min(max(share, 0.0), 1.0) * self.maximum() / 1000
