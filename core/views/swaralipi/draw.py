"""Lines of swaralipi -> blocks -> pages."""

from collections.abc import Iterator, Sequence

from core.score.score import Score
from core.tradition.cells.build import Sheet
from core.tradition.cells.grid import raga_name
from core.views.base import Drawing, Layout
from core.views.paging import Block, paged
from core.views.paragraph import paragraph
from core.views.svg import Canvas
from core.views.swaralipi import sizes as size
from core.views.swaralipi.columns import passages
from core.views.swaralipi.lines import System, systems
from core.views.swaralipi.rows import has_numbers, row_sheet, whole_sheet
from core.views.swaralipi.sketch import LineSketch
from core.views.text_draw import draw_text

LEAST_ROOM = 120.0
DANDA = " । "
"""Between raga and tala (NOTATION A9)."""


def draw(score: Score, layout: Layout) -> Drawing:
    """Draw the first sung part of a score as pages."""
    sheet = row_sheet(score, layout.row) if layout.row else whole_sheet(score)
    width = layout.page_width / layout.scale
    left = min(size.MARGIN, max(width * 0.04, 8.0))
    right = max(width - left, left + LEAST_ROOM)
    rows = [
        system
        for passage in passages(sheet, right - left - 4 * size.BAR_EDGE)
        for system in systems(passage, left, right, heavy=len(sheet.vibhags) > 1)
    ]
    title = _title(score, sheet, left, right, full=layout.title) if layout.opens else ()
    numbers = has_numbers(layout.row) if layout.row else layout.opens
    blocks = [*title, *_lines(sheet, rows, numbers=numbers), *_words(score, left, right)]
    return Drawing(tuple(paged(blocks, layout, left, size.SYSTEM_GAP)), sheet.said)


def _title(score: Score, sheet: Sheet, left: float, right: float, *, full: bool) -> Iterator[Block]:
    """Yield the title if asked for, and the line that names Sa, raga and tala, with the composer at the right."""
    room = right - left
    if full and score.title.strip():
        canvas, title = Canvas(), paragraph(score.title, size.TITLE, room)
        title.draw(canvas, (left + right) / 2, size.TITLE, 0.5)
        yield Block(canvas, height=size.TITLE * 1.5 + title.more)
    canvas, more = Canvas(), 0.0
    tonic = score.key.tonic.replace("#", "♯").replace("b", "♭")
    _, x = draw_text(canvas, left, size.HEADER_FOOT, f"সা = {tonic}", size.SMALL, opacity=0.75)
    if names := DANDA.join(name for name in (raga_name(score), sheet.tala) if name):
        middle = paragraph(names, size.HEADER, room / 2)
        middle.draw(canvas, (left + right) / 2, size.HEADER_FOOT, 0.5)
        x, more = (left + right + middle.width) / 2, middle.more
    if full and score.composer.strip():
        composer = paragraph(score.composer, size.SMALL, max(right - x - 16.0, room / 4))
        composer.draw(canvas, right, size.HEADER_FOOT, 1.0)
        more = max(more, composer.more)
    yield Block(canvas, height=size.HEADER_HEIGHT + more, gap=4.0)


def _words(score: Score, left: float, right: float) -> Iterator[Block]:
    """Yield the lines of text that follow the tune."""
    for number, words in enumerate(score.words):
        canvas, lines = Canvas(), paragraph(words, size.LYRIC, right - left)
        lines.draw(canvas, left, size.LYRIC * 1.2)
        yield Block(canvas, height=size.LYRIC_STEP + lines.more, gap=0.0 if number else size.SYSTEM_GAP)


def _lines(sheet: Sheet, rows: Sequence[System], *, numbers: bool) -> Iterator[Block]:
    if not rows:
        yield Block(Canvas(), height=size.EM * 2, gap=size.SYSTEM_GAP)
        return
    known: set[str] = set()
    for system in rows:
        found = {column.cell.number for column, *_ in system.columns} - {""}
        shown = numbers and not system.pickup and not found <= known
        known |= found if shown else set()
        gap = size.KALI_GAP if system.heading else size.SYSTEM_GAP
        yield LineSketch(sheet, system, numbers=shown).block(gap)
