"""Music on paper: title, lines of music, the words as a text, page numbers. The lines of a view are dealt out anew."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from core.lyrics.stanzas import stanzas_of
from core.reports.paper import Paper
from core.score.score import Score
from core.tradition.cells.grid import own_of, printed_name, printed_raga, raga_name
from core.views.base import Box, Layout, Page, View
from core.views.paragraph import paragraph
from core.views.svg import Canvas, clean, number
from core.views.text_draw import draw_text
from core.views.text_width import text_width

SCALE = 0.8
"""Of the screen's sizes: a staff is 6.8 mm high."""
SIDE = 16.0
"""Room beside a view's own margin, px; together 12.7 mm."""
INDENT = SIDE + 40.0 * SCALE
TOP, BOTTOM = 46.0, 64.0
TITLE, SMALL, WORDS, FOOT = 24.0, 13.0, 13.0, 11.0
LINE = 1.55
GAP = 22.0
COLUMN_GAP = 32.0
FEW_LINES = 10
"""A text of no more lines stands in one column."""
MOST_TOGETHER = 12
"""A longer stanza is torn where the page ends."""
LEAST_LEFT = 2
"""A page from which a line of music is taken keeps so many at least."""
TELLING = ("swaralipi",)
"""Views that print raga and tala themselves, over the music as their books do."""
_DEFS = re.compile(r"<defs>.*?</defs>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Piece:
    """One tune of a book. What is empty here is taken from the score, where that tells it."""

    score: Score
    title: str = ""
    raga: str = ""
    tala: str = ""
    words: str | None = None
    """The song's words; None where only those under the notes are known."""


@dataclass(frozen=True, slots=True)
class _Strip:
    """Something as wide as the page that is not torn apart: SVG drawn by its own top left corner."""

    svg: str
    height: float
    boxes: dict[str, Box] = field(default_factory=dict)
    leads: bool = False
    """It does not stand at the foot of a page where another follows."""


def pages(pieces: Sequence[Piece], view: View, paper: Paper, layout: Layout) -> tuple[Page, ...]:
    """Set tunes on paper, each from a new page on. `layout` gives the instrument. Raises what the view raises."""
    room = paper.height - TOP - BOTTOM
    sheets = [
        sheet
        for piece in pieces
        for sheet in _without_widow([*_sheets(_strips(piece, view, paper, layout, room), room)], room)
    ]
    return tuple(_page(sheet, place, len(sheets), paper) for place, sheet in enumerate(sheets, 1))


def _strips(piece: Piece, view: View, paper: Paper, layout: Layout, room: float) -> Iterator[_Strip]:
    """Yield head, lines of music and words."""
    told = view.name not in TELLING
    yield from _head(piece, paper, told=told)
    bare = replace(piece.score, title="", composer="", words=())
    bare = bare if told else _with_names(bare, piece)
    # pages lower than any line: a line each
    wanted = replace(layout, page_width=paper.width - 2 * SIDE, page_height=1.0, scale=SCALE, title=False, joined=True)
    yield from (_fitting(page, room) for page in view.draw(bare, wanted).pages)
    stanzas = stanzas_of(piece.score) if piece.words is None else _stanzas(piece.words)
    yield from _words(stanzas, paper, room)


def _with_names(score: Score, piece: Piece) -> Score:
    """Return the score with the song's raga, and its tala where the score names none."""
    raga = [("I", f"raga {piece.raga}")] if piece.raga else []
    rhythm = score.rhythm or ("" if own_of(score).tala else piece.tala)
    return replace(score, fields=(*raga, *score.fields), rhythm=rhythm)


def _fitting(page: Page, room: float) -> _Strip:
    """Return a line of music, made smaller where it is higher than a page."""
    scale = min(1.0, room / page.height)
    inner = page.svg[page.svg.index(">") + 1 : page.svg.rindex("</svg>")]
    shrunk = f" scale({scale:.5g})" if scale < 1 else ""
    boxes = {
        name: Box(SIDE + box.x * scale, box.y * scale, box.width * scale, box.height * scale)
        for name, box in page.boxes.items()
    }
    return _Strip(
        f'<g transform="translate({number(SIDE)} 0){shrunk}">{inner}</g>', page.height * scale, boxes, page.leads
    )


def _head(piece: Piece, paper: Paper, *, told: bool) -> Iterator[_Strip]:
    """Set the title in the middle, under it raga and tala left, if they are asked for, and the composer right."""
    score = piece.score
    left, right = INDENT, paper.width - INDENT
    title = clean(score.title or piece.title).strip()
    if title:
        canvas, lines = Canvas(), paragraph(title, TITLE, right - left)
        lines.draw(canvas, paper.width / 2, 1.1 * TITLE, 0.5)
        yield _strip(canvas, LINE * TITLE + lines.more)
    found = (printed_raga(piece.raga) or raga_name(score), tala_of(piece)) if told else ("", "")
    facts = " · ".join(name for name in (clean(name).strip() for name in found) if name)
    composer = clean(score.composer).strip()
    if facts or composer:
        canvas = Canvas()
        names, maker = paragraph(facts, SMALL, 0.5 * (right - left)), paragraph(composer, SMALL, 0.45 * (right - left))
        names.draw(canvas, left, 1.1 * SMALL)
        maker.draw(canvas, right, 1.1 * SMALL, 1.0)
        yield _strip(canvas, LINE * SMALL + max(names.more, maker.more))


def tala_of(piece: Piece) -> str:
    """Return the tala as it is printed: Bengali where the table has it, and nothing for free rhythm, as in print."""
    return printed_name(piece.score.rhythm or piece.tala)


def _words(stanzas: Sequence[Sequence[str]], paper: Paper, room: float) -> Iterator[_Strip]:
    """Set the words, in two columns where their lines are short enough; a stanza stays together, unless it is long."""
    wide = paper.width - 2 * INDENT
    step = LINE * WORDS
    narrow = (wide - COLUMN_GAP) / 2
    lines = [line for stanza in stanzas for line in stanza]
    if len(lines) > FEW_LINES and all(text_width(line, WORDS) <= narrow for line in lines):
        columns = _balanced(stanzas)
        tallest = max(len(column) for column in columns)
        if GAP + step * tallest <= room:
            canvas = Canvas()
            for place, column in enumerate(columns):
                _write(canvas, column, INDENT + place * (narrow + COLUMN_GAP), GAP)
            yield _strip(canvas, GAP + step * tallest)
            return
    for place, stanza in enumerate(stanzas):
        wrapped = [row for line in stanza for row in _wrapped(line, wide)]
        gap = GAP if place == 0 else step / 2
        together = len(wrapped) if len(wrapped) <= MOST_TOGETHER else 1
        for start in range(0, len(wrapped), together):
            canvas, rows = Canvas(), wrapped[start : start + together]
            above = 0.0 if start else gap
            _write(canvas, rows, INDENT, above)
            yield _strip(canvas, above + step * len(rows))


def _balanced(stanzas: Sequence[Sequence[str]]) -> tuple[list[str], list[str]]:
    """Return two columns of stanzas, the longer one as short as can be; of equals the left is the longer."""
    if len(stanzas) == 1:
        rows, half = list(stanzas[0]), (len(stanzas[0]) + 1) // 2
        return rows[:half], rows[half:]
    columns = [(_joined(stanzas[:cut]), _joined(stanzas[cut:])) for cut in range(len(stanzas), 0, -1)]
    return min(columns, key=lambda pair: max(len(pair[0]), len(pair[1])))


def _joined(stanzas: Sequence[Sequence[str]]) -> list[str]:
    rows: list[str] = []
    for stanza in stanzas:
        rows += [*([""] if rows else []), *stanza]
    return rows


def _wrapped(line: str, wide: float) -> Iterator[str]:
    """Yield a line in as many as it needs, broken between words."""
    row = ""
    for word in line.split(" "):
        longer = f"{row} {word}".strip()
        if row and text_width(longer, WORDS) > wide:
            yield row
            longer = word
        row = longer
    yield row


def _write(canvas: Canvas, rows: Sequence[str], x: float, top: float) -> None:
    for place, row in enumerate(rows):
        draw_text(canvas, x, top + LINE * WORDS * place + 1.1 * WORDS, row, WORDS)


def _stanzas(words: str) -> list[list[str]]:
    """Return the stanzas of a text: lines between empty ones."""
    stanzas: list[list[str]] = [[]]
    for line in words.splitlines():
        if line.strip():
            stanzas[-1].append(clean(line).strip())
        elif stanzas[-1]:
            stanzas.append([])
    return [stanza for stanza in stanzas if stanza]


def _strip(canvas: Canvas, height: float) -> _Strip:
    outer = Canvas()
    outer.group(canvas)
    svg = outer.page(1, 1)
    return _Strip(svg[svg.index(">") + 1 : svg.rindex("</svg>")], height)


def _sheets(strips: Iterator[_Strip], room: float) -> Iterator[list[_Strip]]:
    """Deal strips out to pages."""
    sheet: list[_Strip] = []
    used = 0.0
    for strip in strips:
        if sheet and used + strip.height > room:
            foot = _foot(sheet, len(sheet))
            if _height(sheet[foot:]) + strip.height > room:
                foot = len(sheet)
            yield sheet[:foot]
            sheet = sheet[foot:]
            used = _height(sheet)
        sheet.append(strip)
        used += strip.height
    yield sheet


def _foot(sheet: Sequence[_Strip], place: int) -> int:
    """Return where a page can end, at a place or before it: not behind what leads to the next line."""
    return next((foot for foot in range(place, 0, -1) if not sheet[foot - 1].leads), place)


def _height(strips: Sequence[_Strip]) -> float:
    return sum(strip.height for strip in strips)


def _music(strips: Sequence[_Strip]) -> int:
    """Return how many lines of music there are."""
    return sum(bool(strip.boxes) for strip in strips)


def _without_widow(sheets: list[list[_Strip]], room: float) -> list[list[_Strip]]:
    """Bring a line of music over from the page before to one that would stand alone at the end of the tune."""
    ends = [place for place, sheet in enumerate(sheets) if _music(sheet)]
    if len(ends) > 1 and _music(sheets[ends[-1]]) == 1:
        before, last = sheets[ends[-2]], sheets[ends[-1]]
        foot = _foot(before, len(before) - 1)
        if _music(before[foot:]) and _music(before[:foot]) >= LEAST_LEFT and _height(before[foot:] + last) <= room:
            sheets[ends[-2]], sheets[ends[-1]] = before[:foot], before[foot:] + last
    return sheets


def _page(strips: Sequence[_Strip], place: int, count: int, paper: Paper) -> Page:
    """Put strips on a page, one under another, and its number at its foot."""
    elements: list[str] = []
    boxes: dict[str, Box] = {}
    known: set[str] = set()
    y = TOP
    for strip in strips:
        svg = strip.svg
        for glyphs in _DEFS.findall(svg):
            # every line of a view brings the same glyphs
            svg = svg.replace(glyphs, "") if glyphs in known else svg
            known.add(glyphs)
        elements.append(f'<g transform="translate(0 {number(y)})">{svg}</g>')
        for name, box in strip.boxes.items():
            boxes.setdefault(name, Box(box.x, box.y + y, box.width, box.height))
        y += strip.height
    foot = Canvas()
    draw_text(foot, paper.width / 2, paper.height - BOTTOM / 2, f"{place} / {count}", FOOT, anchor=0.5)
    blank = foot.page(paper.width, paper.height)
    svg = f"{blank.removesuffix('</svg>')}{''.join(elements)}</svg>"
    return Page(svg, paper.width, paper.height, boxes)
