"""Pages of one of two scores that are compared: rows of bars, with a sign above every note that differs."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from core.score.compare import Kind
from core.views.pairs import LABEL, LANE
from gui.theme import GRID, Theme
from gui.widgets.compare_marks import SIGNS, paint_difference
from gui.widgets.page_marks import note_area, tint_note
from gui.widgets.page_stack import Stack
from gui.widgets.svg_pages import SvgPages

LABEL_PX = 11


class CompareView(SvgPages):
    """Marks are painted over the pages, since each is a row of its own with a lane for them."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, name, parent)
        self._kinds: dict[str, Kind] = {}
        self._labels: list[str] = []
        self.setMinimumWidth(240)

    def set_kinds(self, kinds: Mapping[str, Kind]) -> None:
        """Say what each note shows; notes that match need not be named."""
        self._kinds = {name: kind for name, kind in kinds.items() if kind in SIGNS}
        self.viewport().update()

    def set_labels(self, labels: Sequence[str]) -> None:
        """Write something above each row."""
        self._labels = list(labels)
        self.viewport().update()

    def signed(self) -> dict[str, Kind]:
        """Return the notes that are drawn with a sign."""
        drawn = self._stack.map.spots if self._stack else {}
        return {name: kind for name, kind in self._kinds.items() if name in drawn}

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the pages, then labels and signs."""
        super().paintEvent(event)
        stack = self._stack
        if stack is None or self._faded:
            return
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        offset, room = self._offset(), self.viewport().width()
        painter.translate(-offset)
        clip = QRectF(event.rect()).translated(offset)
        pages = stack.seen(clip.top(), clip.bottom())
        self._paint_labels(painter, stack, pages, room)
        self._paint_signs(painter, stack, set(pages), room, clip)
        painter.end()

    def _paint_labels(self, painter: QPainter, stack: Stack, pages: Sequence[int], room: int) -> None:
        font = QFont(self.font())
        font.setPointSizeF(LABEL_PX * 72 / 96)
        painter.setFont(font)
        painter.setPen(QColor(self._theme.tokens.muted))
        for place in pages:
            if place < len(self._labels):
                rect = stack.page_rect(place, room)
                box = QRectF(rect.left() + GRID, rect.top(), rect.width() - 2 * GRID, LABEL * stack.zoom)
                painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self._labels[place])

    def _paint_signs(self, painter: QPainter, stack: Stack, pages: set[int], room: int, clip: QRectF) -> None:
        tokens = self._theme.tokens
        tops: dict[int, int] = {}
        middle = (LABEL + LANE) / 2 * stack.zoom
        for number, line in enumerate(stack.map.lines):
            first = tops.setdefault(line.page, number)
            if line.page not in pages:
                continue
            for name in line.ids:
                kind = self._kinds.get(name)
                area = note_area(stack, name, room) if kind else None
                if kind is None or area is None:
                    continue
                height = stack.tops[line.page] + middle if number == first else area.top()
                if not area.united(QRectF(area.left(), height - GRID, area.width(), GRID)).intersects(clip):
                    continue
                sign = SIGNS[kind]
                colour = QColor(sign.colour(tokens))
                paint_difference(painter, sign, area, height, stack.zoom, colour)
                if name not in (self._marks.cursor, self._marks.sounding):
                    tint_note(painter, stack, name, sign.colour(tokens), room)

    def page_of(self, note_id: str) -> int | None:
        """Return the row that a note stands in."""
        spot = self._stack.map.spots.get(note_id) if self._stack else None
        return None if spot is None else spot.page
