"""Lines of swaralipi -> blocks -> pages."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.formats.swara_cells.signs import printed_sheet
from core.score.score import Score
from core.tradition.cells.build import Bar, Kali, Line, Sheet
from core.tradition.cells.returns import quoted
from core.views.base import Drawing, Layout
from core.views.paging import Block, paged
from core.views.svg import Canvas
from core.views.swaralipi import sizes as size
from core.views.swaralipi.columns import passages
from core.views.swaralipi.lines import System, systems
from core.views.swaralipi.sketch import LineSketch
from core.views.text_draw import draw_text, fitted

LEAST_ROOM = 120.0


def draw(score: Score, layout: Layout) -> Drawing:
    """Draw the first sung part of a score as pages."""
    sheet = quoted(printed_sheet(score, layout.sa, layout.held))
    if not (layout.opens and layout.closes):
        sheet = replace(sheet, kalis=tuple(_excerpt(sheet.kalis, layout)))
    width = layout.page_width / layout.scale
    left = min(size.MARGIN, max(width * 0.04, 8.0))
    right = max(width - left, left + LEAST_ROOM)
    rows = [
        system
        for passage in passages(sheet, right - left - 4 * size.BAR_EDGE)
        for system in systems(passage, left, right, heavy=len(sheet.vibhags) > 1)
    ]
    title = _title(score, sheet, left, right, full=layout.title) if layout.opens else ()
    blocks = [*title, *_lines(sheet, rows, numbers=layout.opens), *_words(score, left, right)]
    return Drawing(tuple(paged(blocks, layout, left, size.SYSTEM_GAP)), sheet.said)


def _excerpt(kalis: Sequence[Kali], layout: Layout) -> Iterator[Kali]:
    """Yield the kalis without the signs of a beginning or end that does not lie here."""
    for place, kali in enumerate(kalis):
        lines, end = kali.lines, kali.end
        if not layout.opens and not place and not kali.name:
            lines = tuple(_going_on(line) for line in lines)
        if not layout.closes and place + 1 == len(kalis):
            end = Bar.CYCLE
        yield replace(kali, lines=lines, end=end)


def _going_on(line: Line) -> Line:
    cells = tuple(replace(cell, bar=Bar.CYCLE) if cell.bar is Bar.KALI else cell for cell in line.cells)
    return Line(cells)


def _title(score: Score, sheet: Sheet, left: float, right: float, *, full: bool) -> Iterator[Block]:
    """Yield the title if asked for, and the line that names Sa and the tala, with the composer at the right."""
    room = right - left
    if full and score.title.strip():
        canvas = Canvas()
        font = fitted(score.title, size.TITLE, room)
        draw_text(canvas, (left + right) / 2, size.TITLE, score.title, font, anchor=0.5)
        yield Block(canvas, height=size.TITLE * 1.5)
    canvas = Canvas()
    tonic = score.key.tonic.replace("#", "♯").replace("b", "♭")
    _, x = draw_text(canvas, left, size.HEADER_FOOT, f"সা = {tonic}", size.SMALL, opacity=0.75)
    if sheet.tala:
        font = fitted(sheet.tala, size.HEADER, room / 3)
        _, x = draw_text(canvas, (left + right) / 2, size.HEADER_FOOT, sheet.tala, font, anchor=0.5)
    if full and score.composer.strip():
        font = fitted(score.composer, size.SMALL, max(right - x - 16.0, room / 4))
        draw_text(canvas, right, size.HEADER_FOOT, score.composer, font, anchor=1.0)
    yield Block(canvas, height=size.HEADER_HEIGHT, gap=4.0)


def _words(score: Score, left: float, right: float) -> Iterator[Block]:
    """Yield the lines of text that follow the tune."""
    for number, words in enumerate(score.words):
        canvas = Canvas()
        draw_text(canvas, left, size.LYRIC * 1.2, words, fitted(words, size.LYRIC, right - left))
        yield Block(canvas, height=size.LYRIC_STEP, gap=0.0 if number else size.SYSTEM_GAP)


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
