"""What is painted under the engraving: the cursor, the note that sounds, a chosen stretch, doubtful bars."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from gui.theme import Tokens
from gui.widgets.page_stack import Stack

ASIDE, OVER, UNDER = 5.0, 8.0, 3.0
"""Room beside, over and under a note, at zoom 1."""
FAR = 40.0
"""A mark reaches no farther from its note, however wide the line's range is."""
RADIUS = 5.0
UNDERLINE = 2.0
WAVE, WAVE_STEP = 1.5, 3.0


@dataclass(slots=True)
class Marks:
    """Which notes are marked, by id."""

    cursor: str = ""
    sounding: str = ""
    selection: frozenset[str] = frozenset()
    doubtful: frozenset[str] = frozenset()
    ends: tuple[str, str] = field(default=("", ""))
    """The first and last note of the selection in the order of time."""


def paint_marks(painter: QPainter, stack: Stack, marks: Marks, tokens: Tokens, room: int, clip: QRectF) -> None:
    """Paint all marks that touch `clip`; the engraving comes on top of them."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    for rect in _stretches(stack, marks.selection, room, clip):
        painter.setBrush(QColor(tokens.second_soft))
        painter.drawRoundedRect(rect, RADIUS, RADIUS)
    if marks.cursor != marks.sounding:
        _paint_note(painter, stack, marks.cursor, tokens, room, clip)
    _paint_note(painter, stack, marks.sounding or marks.cursor, tokens, room, clip)
    _paint_ends(painter, stack, marks.ends, tokens, room)
    for rect in _stretches(stack, marks.doubtful, room, clip, by_part=True):
        _paint_wave(painter, rect, tokens)
    painter.restore()


def paint_tints(painter: QPainter, stack: Stack, marks: Marks, tokens: Tokens, room: int) -> None:
    """Paint the marked note once more in the accent, over the engraving."""
    for name in {marks.cursor, marks.sounding}:
        tint_note(painter, stack, name, tokens.accent, room)


def tint_note(painter: QPainter, stack: Stack, note_id: str, colour: str, room: int) -> None:
    """Paint one note once more in a colour, over the engraving."""
    spot = stack.map.spots.get(note_id)
    pixmap = stack.pictures[spot.page].pixmap if spot else None
    if spot is None or pixmap is None:
        return
    rect = stack.rect(spot.page, spot.box, room).toAlignedRect()
    page = stack.page_rect(spot.page, room)
    inside = rect.translated(-page.topLeft())
    wide, high = pixmap.width() / max(1, page.width()), pixmap.height() / max(1, page.height())
    piece = pixmap.copy(
        round(inside.x() * wide), round(inside.y() * high),
        round(inside.width() * wide), round(inside.height() * high),
    )  # fmt: skip
    tint = QPainter(piece)
    tint.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    tint.fillRect(piece.rect(), QColor(colour))
    tint.end()
    painter.drawPixmap(rect, piece)


def note_area(stack: Stack, note_id: str, room: int) -> QRectF | None:
    """Return the area, in whole pixels, that marks a note: as wide as the note, as high as its staff's notes."""
    spot = stack.map.spots.get(note_id)
    if spot is None:
        return None
    rect = stack.rect(spot.page, spot.box, room)
    top, bottom = stack.map.strip(note_id)
    y = stack.tops[spot.page]
    rect.setTop(y + max(top, spot.box.y - FAR) * stack.zoom)
    rect.setBottom(y + min(bottom, spot.box.y + spot.box.height + FAR) * stack.zoom)
    aside, over, under = ASIDE * stack.zoom, OVER * stack.zoom, UNDER * stack.zoom
    return QRectF(rect.adjusted(-aside, -over, aside, under).toAlignedRect())


def _paint_note(painter: QPainter, stack: Stack, note_id: str, tokens: Tokens, room: int, clip: QRectF) -> None:
    """Mark one note by a tint and, since colour alone is no sign, a line under it."""
    area = note_area(stack, note_id, room)
    if area is None or not area.intersects(clip):
        return
    painter.setBrush(QColor(tokens.accent_soft))
    painter.drawRoundedRect(area, RADIUS, RADIUS)
    line = QRectF(area.left() + 2, area.bottom() - UNDERLINE, area.width() - 4, UNDERLINE)
    painter.setBrush(QColor(tokens.accent))
    painter.drawRoundedRect(line, UNDERLINE / 2, UNDERLINE / 2)


def _stretches(
    stack: Stack, ids: Collection[str], room: int, clip: QRectF, *, by_part: bool = False
) -> Iterator[QRectF]:
    """Yield one area for each run of marked notes in a line that touches `clip`, each part for itself if asked.

    The grace notes of a note are its own: what is looped begins with them.
    """
    spots, zoom, aside = stack.map.spots, stack.zoom, ASIDE * stack.zoom
    for line in stack.map.lines if ids else ():
        y = stack.tops[line.page]
        if y + (line.bottom + UNDER) * zoom < clip.top() or y + (line.top - OVER) * zoom > clip.bottom():
            continue
        bands = line.parts.items() if by_part else [("", (line.top, line.bottom))]
        for part, (low, high) in bands:
            top, bottom = y + (low - OVER) * zoom, y + (high + UNDER) * zoom
            run: list[QRectF] = []
            for name in [*(name for name in line.ids if not by_part or spots[name].part == part), ""]:
                rect = stack.graced_rect(name, room) if name in ids else None
                if rect is not None:
                    run.append(rect)
                elif run:
                    left, right = min(rect.left() for rect in run), max(rect.right() for rect in run)
                    area = QRectF(left - aside, top, right - left + 2 * aside, bottom - top)
                    yield QRectF(area.toAlignedRect())
                    run = []


def _paint_ends(painter: QPainter, stack: Stack, ends: tuple[str, str], tokens: Tokens, room: int) -> None:
    painter.setBrush(QColor(tokens.second))
    for place, name in enumerate(ends):
        rect = stack.graced_rect(name, room)
        if rect is None:
            continue
        line = stack.map.lines[stack.map.spots[name].line]
        top = stack.tops[line.page] + (line.top - OVER) * stack.zoom
        height = (line.bottom - line.top + OVER + UNDER) * stack.zoom
        aside = ASIDE * stack.zoom
        x = rect.right() + aside - UNDERLINE if place else rect.left() - aside
        painter.drawRect(QRectF(round(x), round(top), UNDERLINE, round(height)))


def _paint_wave(painter: QPainter, area: QRectF, tokens: Tokens) -> None:
    """Draw a wavy line under a stretch."""
    path = QPainterPath(QPointF(area.left(), area.bottom()))
    x, up = area.left(), True
    while x < area.right():
        x += WAVE_STEP
        path.lineTo(x, area.bottom() + (-WAVE if up else WAVE))
        up = not up
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(tokens.warning), 1.2))
    painter.drawPath(path)
    painter.setPen(Qt.PenStyle.NoPen)
