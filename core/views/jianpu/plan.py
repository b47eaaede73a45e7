"""What a score comes to on a page of a given width: its lines, what changes on the way, and its systems."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from core.score.degrees import key_name
from core.score.diagnostic import Diagnostic
from core.score.score import Mark, Score
from core.score.signatures import Metre
from core.views.base import Layout
from core.views.jianpu import sizes as size
from core.views.jianpu.below import NUMBER_ROOM
from core.views.jianpu.cells import Line, read_lines
from core.views.jianpu.columns import fraction_width
from core.views.jianpu.measures import pieces_of
from core.views.jianpu.news import Heading, News, heading_of, news_of
from core.views.jianpu.systems import Breaker, System
from core.views.shelf import Keyed
from core.views.text_draw import fitted
from core.views.text_width import text_width

NAME_ROOM = 110.0
BRACE_ROOM = 16.0
LEAST_ROOM = 120.0
JUMPS = ("d.c.", "d.s.", "fine", "to coda")
"""How marks begin that stand at the end of a measure."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A score laid out from left to right."""

    score: Score
    lines: tuple[Line, ...]
    said: tuple[Diagnostic, ...]
    heading: Heading
    news: tuple[tuple[tuple[News, ...], ...], ...]
    """By part and measure."""
    left: float
    right: float
    indent: float
    """Left end of every system but the first."""
    numbered: bool
    """True where verses need numbers."""
    systems: tuple[System, ...] = ()
    keys: tuple[Keyed, ...] = ()
    """By measure: the value of its cells and all that hangs on them."""

    @property
    def room(self) -> float:
        """The width of a line of notes."""
        return self.right - self.indent

    def names(self) -> list[str]:
        """Return the names to print before the parts: none for a single part."""
        parts = self.score.parts
        return [part.name.strip() for part in parts] if len(parts) > 1 else [""] * len(parts)

    def news_in(self, part: int, system: System) -> Iterator[tuple[float, News]]:
        """Yield the news of a part and the left end of their room: right after a bar line, or before a column."""
        rows = self.news[part]
        for number, (piece, places) in enumerate(zip(system.pieces, system.places, strict=True)):
            for news in rows[piece.table.measure] if piece.table.measure < len(rows) else ():
                column = piece.table.column(news.onset)
                if column == 0 == piece.start:
                    yield system.span(number)[0] + size.EDGE, news
                elif piece.start <= column < piece.stop:
                    width = fraction_width(news.value) if isinstance(news.value, Metre) else 0.0
                    yield places[column - piece.start] - size.HALF_INK - width, news

    def marks_in(self, part: int, system: System) -> Iterator[tuple[float, float, Mark]]:
        """Yield the marks of a part with x and anchor: a jump ends at the bar line, others stand over a column."""
        measures = self.score.parts[part].measures
        for number, (piece, places) in enumerate(zip(system.pieces, system.places, strict=True)):
            index = piece.table.measure
            for mark in measures[index].marks if index < len(measures) else ():
                column = piece.table.column(mark.onset)
                if not piece.start <= column < piece.stop:
                    continue
                if mark.name.lower().startswith(JUMPS):
                    yield system.bars[number + 1][0], 1.0, mark
                else:
                    yield places[column - piece.start], 0.5, mark


def make_plan(score: Score, layout: Layout) -> Plan:
    """Lay a score out at scale 1. What differs from what holds before a row, at its beginning, is news."""
    width, before, form = layout.page_width / layout.scale, layout.before, layout.key_form
    lines, said = read_lines(score, layout.into, layout.out)
    heading = (
        heading_of(score, form) if before is None else Heading(key_name(before.key, form), before.metre, score.tempo)
    )
    news = tuple(news_of(part, heading, form) for part in score.parts)
    left = min(size.MARGIN, max(width * 0.04, 8.0))
    right = max(width - left, left + LEAST_ROOM)
    bare = Plan(score, lines, said, heading, news, left, right, left, score.verses > 1)
    others = (BRACE_ROOM if len(lines) > 1 else 0.0) + (NUMBER_ROOM if bare.numbered else 0.0)
    widths = [text_width(name, fitted(name, size.NAME, NAME_ROOM)) for name in bare.names()]
    first = others + (max(widths, default=0.0) + 6.0 if any(widths) else 0.0)
    most = (right - left) / 2
    indents = left + min(first, most), left + min(others, most)
    systems, keys = _systems(score, lines, news, indents, right)
    return replace(bare, indent=indents[1], systems=systems, keys=keys)


def _systems(
    score: Score, lines: Sequence[Line], news: Sequence[Sequence[tuple[News, ...]]],
    indents: tuple[float, float], right: float,
) -> tuple[tuple[System, ...], tuple[Keyed, ...]]:  # fmt: skip
    """Cut bars that are too wide, with room for a repeat sign at both sides, and break the lines."""
    first, others = (right - indent - 3 * size.EDGE for indent in indents)
    pieces, keys = pieces_of(score, lines, news, right - indents[1], first, others)
    return Breaker(score, pieces, indents, right).systems() if pieces else (), keys
