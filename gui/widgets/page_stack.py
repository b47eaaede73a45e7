"""Pages as pictures, one under another: loaded when first seen, painted once for each zoom, theme and screen."""

from dataclasses import dataclass
from itertools import accumulate

from PySide6.QtCore import QByteArray, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from core.views.base import Box, Drawing, Page
from gui.theme import GRID, Tokens
from gui.widgets.page_map import PageMap

BLACK, WHITE = "#000000", "#ffffff"
PAGE_GAP = 2 * GRID
"""Room around pages that are shown as sheets of paper."""
SLACK = 2 * GRID
MOST_PIXELS = 24_000_000
"""Of one picture; a page at a larger zoom is painted coarser and stretched."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a picture depends on besides its page."""

    zoom: float
    ratio: float
    """Device pixels a pixel."""
    ink: str
    paper: str

    @classmethod
    def of(cls, zoom: float, ratio: float, tokens: Tokens) -> "Look":
        """Return the look in a theme: in a dark one the engraving, which is black and nothing else, is light."""
        dark = tokens.name == "dark"
        return cls(zoom, ratio, tokens.ink if dark else BLACK, tokens.paper if dark else WHITE)


class Picture:
    """One page, as SVG and as a picture. An outdated picture is kept until there is a new one."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pixmap: QPixmap | None = None
        self._look: Look | None = None
        self._renderer: QSvgRenderer | None = None
        self._colours = ("", "")

    def fresh(self, look: Look) -> bool:
        """Say whether the picture is what it should look like."""
        return self._look == look

    def paint(self, look: Look, size: QSize) -> None:
        """Paint the picture; the SVG is read where it was not, or in other colours."""
        if self._renderer is None or self._colours != (look.ink, look.paper):
            svg = self.page.svg
            if look.ink != BLACK:
                svg = svg.replace(WHITE, look.paper).replace(BLACK, look.ink)
            self._renderer = QSvgRenderer(QByteArray(svg.encode("utf-8", "replace")))
            self._colours = (look.ink, look.paper)
        wide, high = size.width() * look.ratio, size.height() * look.ratio
        ratio = look.ratio * min(1.0, (MOST_PIXELS / max(1.0, wide * high)) ** 0.5)
        pixmap = QPixmap(max(1, round(size.width() * ratio)), max(1, round(size.height() * ratio)))
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale = look.zoom * ratio
        self._renderer.render(painter, QRectF(0, 0, self.page.width * scale, self.page.height * scale))
        painter.end()
        self.pixmap, self._look = pixmap, look

    def forget(self) -> None:
        """Let go of the picture; the SVG stays read."""
        self.pixmap = self._look = None


class Stack:
    """The pages of one drawing, one under another, in the coordinates of what is scrolled."""

    def __init__(self, drawing: Drawing, places: PageMap, *, zoom: float = 1.0, joined: bool = True) -> None:
        self.pictures = [Picture(page) for page in drawing.pages]
        self.map = places
        self.joined = joined
        self.zoom = zoom
        self.sizes: list[QSize] = []
        self.tops: list[int] = []
        self.width = self.height = 0
        self.set_zoom(zoom)

    def set_zoom(self, zoom: float) -> None:
        """Lay the pages out for another zoom; each is a whole number of pixels high, so that none is blurred."""
        self.zoom = zoom
        gap = 0 if self.joined else PAGE_GAP
        self.sizes = [QSize(round(p.page.width * zoom), round(p.page.height * zoom)) for p in self.pictures]
        steps = accumulate((size.height() + gap for size in self.sizes), initial=gap)
        *self.tops, self.height = steps
        self.width = max((size.width() for size in self.sizes), default=0) + 2 * gap

    def page_rect(self, place: int, room: int) -> QRect:
        """Return where a page stands: in the middle of `room` pixels, but at their left where it nearly fills them.

        So a page laid out for the room does not jump when a scroll bar comes or goes.
        """
        size = self.sizes[place]
        free = max(room, self.width) - size.width()
        left = free // 2 if free > SLACK or not self.joined else 0
        return QRect(left, self.tops[place], size.width(), size.height())

    def seen(self, top: float, bottom: float) -> list[int]:
        """Return the pages between two heights."""
        rows = zip(self.tops, self.sizes, strict=True)
        return [place for place, (y, size) in enumerate(rows) if y < bottom and y + size.height() > top]

    def rect(self, page: int, box: Box, room: int) -> QRectF:
        """Return where a box of a page stands."""
        corner, zoom = self.page_rect(page, room).topLeft(), self.zoom
        return QRectF(corner.x() + box.x * zoom, corner.y() + box.y * zoom, box.width * zoom, box.height * zoom)

    def note_rect(self, note_id: str, room: int) -> QRectF | None:
        """Return where a note stands; None where it is not drawn."""
        spot = self.map.spots.get(note_id)
        return None if spot is None else self.rect(spot.page, spot.box, room)

    def graced_rect(self, note_id: str, room: int) -> QRectF | None:
        """Return where a note stands with the grace notes that lead to it; None where it is not drawn."""
        rect = self.note_rect(note_id, room)
        if rect is None:
            return None
        for spot in (self.map.spots[grace] for grace in self.map.graces(note_id)):
            rect = rect.united(self.rect(spot.page, spot.box, room))
        return rect

    def line_span(self, note_id: str) -> tuple[float, float]:
        """Return top and bottom of the whole line that holds a note, with what hangs on it."""
        line = self.map.lines[self.map.spots[note_id].line]
        top = self.tops[line.page]
        return top + line.room_top * self.zoom, top + line.room_bottom * self.zoom

    def notes_top(self, note_id: str) -> float:
        """Return the top of the highest note of the line that holds a note."""
        line = self.map.lines[self.map.spots[note_id].line]
        return self.tops[line.page] + line.top * self.zoom

    def near(self, point: QPointF, room: int, reach: float) -> str:
        """Return the note nearest to a point, no farther than `reach` pixels; empty where there is none."""
        for place in self.seen(point.y() - reach, point.y() + reach):
            corner = self.page_rect(place, room).topLeft()
            x, y = (point.x() - corner.x()) / self.zoom, (point.y() - corner.y()) / self.zoom
            found = self.map.near(place, x, y, reach / self.zoom)
            if found:
                return found
        return ""
