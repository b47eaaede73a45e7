"""Cells -> systems -> pages."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from core.score.score import Score
from core.score.signatures import Metre
from core.views.base import Box, Drawing, Layout, Page
from core.views.dangling import without_dangling
from core.views.jianpu import sizes as size
from core.views.jianpu.above import draw_chord_symbols, draw_far_signs, draw_near_signs, draw_texts, tempo_text
from core.views.jianpu.arcs import arcs_by_system, draw_arcs
from core.views.jianpu.below import NUMBER_ROOM, draw_bars, draw_lyrics, draw_metre, draw_new_metre
from core.views.jianpu.cells import Arc
from core.views.jianpu.digits import draw_cells
from core.views.jianpu.dynamics import draw_dynamics
from core.views.jianpu.endings import Bracket, brackets_by_system, draw_endings
from core.views.jianpu.news import News
from core.views.jianpu.plan import BRACE_ROOM, NAME_ROOM, Plan, make_plan
from core.views.jianpu.rows import SHELF, Content, Drawn, value_of
from core.views.jianpu.sketch import Sketch
from core.views.jianpu.systems import System
from core.views.paging import Block, paged
from core.views.paragraph import paragraph
from core.views.rests import gathered
from core.views.signs import brace
from core.views.svg import Canvas
from core.views.text_draw import draw_text, fitted
from core.views.tuplets import with_tuplets

HEADER_HEIGHT = 32.0
HEADER_FOOT = 20.0


def draw(score: Score, layout: Layout) -> Drawing:
    """Draw a score as pages of jianpu."""
    score, also = gathered(with_tuplets(without_dangling(score)))
    plan = make_plan(score, layout)
    title = _title(plan, full=layout.title) if layout.opens else ()
    blocks = [*title, *_systems(plan, layout.into.ending), *_words(plan)]
    pages = (_with_rests(page, also) for page in paged(blocks, layout, plan.left, size.SYSTEM_GAP))
    return Drawing(tuple(pages), plan.said)


def _with_rests(page: Page, also: Mapping[str, Sequence[str]]) -> Page:
    """Give each of the bars of rest that one sign stands for its box."""
    more = {name: page.boxes[first] for first, names in also.items() if first in page.boxes for name in names}
    return replace(page, boxes={**page.boxes, **more}) if more else page


def _title(plan: Plan, *, full: bool) -> Iterator[Block]:
    """Yield the title and composer, if asked for, and the line that names do, metre and tempo."""
    score, room = plan.score, plan.right - plan.left
    if full and score.title.strip():
        canvas, title = Canvas(), paragraph(score.title, size.TITLE, room)
        title.draw(canvas, (plan.left + plan.right) / 2, size.TITLE, 0.5)
        yield Block(canvas, height=size.TITLE * 1.5 + title.more)
    canvas, more = Canvas(), 0.0
    right = _header(canvas, plan)
    if full and score.composer.strip():
        composer = paragraph(score.composer, size.SMALL, max(plan.right - right - 16.0, room / 4))
        composer.draw(canvas, plan.right, HEADER_FOOT, 1.0)
        more = composer.more
    yield Block(canvas, height=HEADER_HEIGHT + more, gap=4.0)


def _header(canvas: Canvas, plan: Plan) -> float:
    """Write the key first, then the metre as a stacked fraction, then the tempo; returns the right end."""
    heading = plan.heading
    _, x = draw_text(canvas, plan.left, HEADER_FOOT, heading.key, size.HEADER)
    x = draw_metre(canvas, x + 14.0, HEADER_FOOT - 0.36 * size.HEADER, heading.metre)
    if heading.tempo is not None:
        text = tempo_text(heading.tempo)
        font = fitted(text, size.HEADER - 1.0, (plan.right - plan.left) / 2)
        _, x = draw_text(canvas, x + 16.0, HEADER_FOOT, text, font)
    return x


def _systems(plan: Plan, inside: Sequence[int]) -> Iterator[Block]:
    """Yield every system as a block; an empty line where there is nothing to write."""
    if not plan.systems:
        yield Block(Canvas(), height=size.D * 2, gap=size.SYSTEM_GAP)
        return
    brackets = brackets_by_system(plan.score, plan.systems, inside)
    arcs = [arcs_by_system(line, number, plan.systems) for number, line in enumerate(plan.lines)]
    for place, system in enumerate(plan.systems):
        shown = [n for n, line in enumerate(plan.lines) if line.layer == 0 or _sounds(n, system)]
        lines = [_content(plan, n, system, arcs[n][place], brackets[place] if n == 0 else ()) for n in shown]
        yield _system(plan, system, lines, first=place == 0)


def _system(plan: Plan, system: System, lines: Sequence[Content], *, first: bool) -> Block:
    """Return a system as it was drawn before, or draw it."""
    key, ids = value_of(plan, system, lines, first=first)
    found = SHELF.find(key, key, ids)
    if found is None:
        block = _block(plan, system, [_sketch(plan, system, line) for line in lines], first=first)
        found = Drawn(key, ids, block)
        SHELF.keep(key, found)
    return found.block


def _words(plan: Plan) -> Iterator[Block]:
    """Yield the lines of text that follow the tune."""
    for number, words in enumerate(plan.score.words):
        canvas, lines = Canvas(), paragraph(words, size.LYRIC, plan.right - plan.left)
        lines.draw(canvas, plan.left, size.LYRIC * 1.2)
        yield Block(canvas, height=size.LYRIC_STEP_BENGALI + lines.more, gap=0.0 if number else size.SYSTEM_GAP)


def _sounds(number: int, system: System) -> bool:
    """Tell whether an overlay has anything in a system."""
    return any(piece.table.placed[number] for piece in system.pieces)


def _content(
    plan: Plan, number: int, system: System, arcs: Sequence[Arc], brackets: Sequence[Bracket]
) -> Content:  # fmt: skip
    """Return all that is drawn in one line of a system."""
    line = plan.lines[number]
    row = [
        (placed, places[placed.column - piece.start])
        for piece, places in zip(system.pieces, system.places, strict=True)
        for placed in piece.table.placed[number]
        if piece.start <= placed.column < piece.stop
    ]
    main = line.layer == 0
    news = list(plan.news_in(line.part, system)) if main else []
    marks = list(plan.marks_in(line.part, system)) if main else []
    return Content(number, row, arcs, brackets, news, _untold(plan, line.part, news, system), marks)


def _sketch(plan: Plan, system: System, content: Content) -> Sketch:
    """Draw one line of a system from the digits outwards."""
    sketch = Sketch(plan.lines[content.number], system, content.row)
    draw_cells(sketch)
    for x, told in content.news:
        if isinstance(told.value, Metre):
            draw_new_metre(sketch, x, told.value)
    draw_bars(sketch)
    draw_near_signs(sketch)
    draw_arcs(sketch, content.arcs)
    draw_far_signs(sketch)
    draw_chord_symbols(sketch)
    draw_texts(sketch, content.untold, content.marks)
    draw_endings(sketch, content.brackets)
    draw_dynamics(sketch, content.arcs)
    draw_lyrics(sketch, plan.room, numbers=plan.numbered)
    return sketch


def _untold(plan: Plan, part: int, news: Sequence[tuple[float, News]], system: System) -> list[tuple[float, News]]:
    """Return the keys and tempi that are not said over the first part already."""
    told = [said for _, said in plan.news_in(0, system)] if part else []
    return [(x, said) for x, said in news if said not in told]


def _block(plan: Plan, system: System, sketches: Sequence[Sketch], *, first: bool) -> Block:
    """Put the lines of a system under one another, with names and a brace where there are several."""
    canvas, boxes, y = Canvas(), dict[str, Box](), 0.0
    feet: list[float] = []
    for sketch in sketches:
        y += (size.LINE_GAP if feet else 0.0) - sketch.sky.top
        feet.append(y)
        canvas.group(sketch.canvas, y=y)
        boxes |= {key: Box(box.x, box.y + y, box.width, box.height) for key, box in sketch.boxes.items()}
        y += sketch.depth
    if len(plan.lines) > 1:
        left = system.left - (NUMBER_ROOM if plan.numbered else 0.0)
        top = feet[0] + sketches[0].digits_top - size.BAR_ABOVE
        height = feet[-1] + size.BAR_BELOW - top
        if not system.bars[0][1]:
            canvas.rect(left - 3.0, top, size.THIN, height)
        if len(sketches) > 1:
            canvas.path(brace(height), x=left - 5.0, y=top)
        names = plan.names()
        for sketch, foot in zip(sketches, feet, strict=True) if first else ():
            name = names[sketch.line.part] if sketch.line.layer == 0 else ""
            draw_text(canvas, left - BRACE_ROOM, foot - 2.0, name, fitted(name, size.NAME, NAME_ROOM), anchor=1.0)
    return Block(canvas, boxes, y, size.SYSTEM_GAP)
