"""Blocks stacked into pages, for views that are drawn by hand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from core.views.base import Box, Layout, Page
from core.views.svg import Canvas


@dataclass(slots=True)
class Block:
    """A stretch of the page that is not torn apart: a title, a line. `gap` is the room above it.

    `leads`: it does not stand at the foot of a page where another follows, as a pickup before its kali.
    """

    canvas: Canvas
    boxes: dict[str, Box] = field(default_factory=dict)
    height: float = 0.0
    gap: float = 0.0
    leads: bool = False


def paged(blocks: Sequence[Block], layout: Layout, margin: float, gap: float) -> Iterator[Page]:
    """Fill pages from top to bottom; a block that is higher than a page makes its page longer.

    `gap` is the room between blocks of a sheet whose pages are stacked (`Layout.joined`).
    """
    height = (layout.page_height or 0.0) / layout.scale
    least = 0.0 if layout.joined else height
    end = margin / 2 if layout.joined else margin
    foot = gap / 2 if layout.joined else margin
    canvas, boxes, y, top = Canvas(), dict[str, Box](), end, end
    for place, block in enumerate(blocks):
        room = block.gap if y > top else 0.0
        if height and y > top and y + room + _needed(blocks, place) > height - foot:
            yield _page(canvas, boxes, max(least, y + foot), layout, leads=blocks[place - 1].leads)
            canvas, boxes, y, room, top = Canvas(), {}, foot, 0.0, foot
        y += room
        canvas.group(block.canvas, y=y)
        boxes |= {name: Box(box.x, box.y + y, box.width, box.height) for name, box in block.boxes.items()}
        y += block.height
    yield _page(canvas, boxes, max(least, y + end), layout)


def _needed(blocks: Sequence[Block], place: int) -> float:
    """Return the room of a block, with what it leads to."""
    needed = blocks[place].height
    while blocks[place].leads and place + 1 < len(blocks):
        place += 1
        needed += blocks[place].gap + blocks[place].height
    return needed


def _page(canvas: Canvas, boxes: dict[str, Box], height: float, layout: Layout, *, leads: bool = False) -> Page:
    scale, width = layout.scale, layout.page_width
    scaled = {}
    for name, box in boxes.items():
        left = min(max(0.0, box.x * scale), width - 1.0)
        right = min(width, max((box.x + box.width) * scale, left + 1.0))
        scaled[name] = Box(left, box.y * scale, right - left, box.height * scale)
    return Page(canvas.page(width, height * scale, scale=scale), width, height * scale, scaled, leads=leads)
