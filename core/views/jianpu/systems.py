"""Pieces of measures broken into systems and stretched to the width of the page."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from core.score.score import Barline, Measure, Score
from core.views.jianpu import sizes as size
from core.views.jianpu.columns import Piece
from core.views.line_breaks import line_stops

MOST_STRETCH = 1.3
"""The last line is not stretched past this."""
FULL = 0.92
"""A last line this full is stretched to the end, so that the right edge does not look frayed."""
LINE_COST = 0.02
LINE_END_BONUS = 0.45
"""How much cheaper a break is where the source has one too."""

BAR_PARTS = {
    "": "", "|": "i", "||": "ii", "|]": "iI", "[|": "Ii", ".|": ":", ":|": "*iI", "|:": "Ii*", ":|:": "*iIi*",
}  # fmt: skip
"""Bar lines from left to right: `i` thin, `I` thick, `*` the two dots of a repeat, `:` dotted."""
PART_WIDTH = {"i": size.THIN, "I": size.THICK, "*": 2 * size.BAR_DOT, ":": size.THIN}


def bar_width(kind: str) -> float:
    """Return the width of a bar line's ink."""
    parts = BAR_PARTS[kind]
    return sum(PART_WIDTH[part] for part in parts) + size.BAR_STEP * max(0, len(parts) - 1)


def bar_kind(right: Barline, left: Barline) -> str:
    """Return the bar line between two measures, given the end of one and the start of the next."""
    if right.repeats or left.repeats:
        return (":" if right.repeats else "") + "|" + (":" if left.repeats else "")
    for style in (right.style, left.style):
        if style:
            return style if style in BAR_PARTS else "|"
    return ""


@dataclass(frozen=True, slots=True)
class System:
    """Pieces side by side. `places` holds the x of every column of each piece."""

    pieces: tuple[Piece, ...]
    places: tuple[tuple[float, ...], ...]
    bars: tuple[tuple[float, str], ...]
    """Left edge and kind of every bar line."""
    left: float
    right: float

    def span(self, piece: int) -> tuple[float, float]:
        """Return where a piece starts and ends, bar lines left out."""
        left = self.bars[piece]
        return left[0] + bar_width(left[1]), self.bars[piece + 1][0]


class Breaker:
    """Breaks pieces into systems: the choice with the least uneven lines."""

    def __init__(self, score: Score, pieces: Sequence[Piece], indents: tuple[float, float], right: float) -> None:
        self._pieces = pieces
        self._indents = indents
        self._right = right
        measures = [_strongest(score, index) for index in range(1 + max((p.table.measure for p in pieces), default=-1))]
        self._line_ends = [piece.last and any(m.line_end for m in _all(score, piece.table.measure)) for piece in pieces]
        nothing = Barline("")
        self._starts = [bar_kind(nothing, measures[p.table.measure][0]) if p.first else "" for p in pieces]
        self._ends = [bar_kind(measures[p.table.measure][1], nothing) if p.last else "" for p in pieces]
        self._between = [
            bar_kind(measures[a.table.measure][1], measures[b.table.measure][0]) if a.last else ""
            for a, b in pairwise(pieces)
        ]
        self._widths = [0.0, *accumulate(piece.width for piece in pieces)]
        self._inner = [0.0, *accumulate(bar_width(kind) for kind in self._between)]

    def systems(self) -> tuple[System, ...]:
        """Return the systems from top to bottom."""
        stops = line_stops(len(self._pieces), self._cost)
        bounds = list(zip([0, *stops], stops, strict=False))
        return tuple(self._place(start, stop, last=stop == len(self._pieces)) for start, stop in bounds)

    def _indent(self, start: int) -> float:
        return self._indents[0] if start == 0 else self._indents[1]

    def _natural(self, start: int, stop: int) -> float:
        edges = bar_width(self._starts[start]) + bar_width(self._ends[stop - 1])
        return self._widths[stop] - self._widths[start] + self._inner[stop - 1] - self._inner[start] + edges

    def _cost(self, start: int, stop: int) -> float | None:
        room = self._right - self._indent(start)
        slack = (room - self._natural(start, stop)) / room
        if slack < 0 and start < stop - 1:
            return None
        if stop == len(self._pieces):
            return LINE_COST + (0.1 if slack > 0.7 else 0.0)
        cost = LINE_COST + slack * slack
        return cost * LINE_END_BONUS if self._line_ends[stop - 1] else cost

    def _place(self, start: int, stop: int, *, last: bool) -> System:
        pieces = tuple(self._pieces[start:stop])
        left = self._indent(start)
        room = self._right - left
        natural = self._natural(start, stop)
        width = room
        if last and natural < room * FULL:
            width = min(room, natural * MOST_STRETCH)
        squeeze = min(1.0, room / natural) if natural > 0 else 1.0
        extra = max(0.0, width - natural)
        weight = sum(piece.weight for piece in pieces)
        kinds = [self._starts[start], *self._between[start : stop - 1], self._ends[stop - 1]]
        x = left
        bars = [(x, kinds[0])]
        places = []
        for piece, kind in zip(pieces, kinds[1:], strict=True):
            x += bar_width(bars[-1][1]) * squeeze
            more = extra * piece.weight / weight
            places.append(
                tuple(x + at * squeeze + more * share for at, share in zip(piece.places, piece.shares, strict=True))
            )
            x += piece.width * squeeze + more
            bars.append((x, kind))
        return System(pieces, tuple(places), tuple(bars), left, x + bar_width(kinds[-1]) * squeeze)


def _all(score: Score, measure: int) -> list[Measure]:
    return [part.measures[measure] for part in score.parts if measure < len(part.measures)]


def _strongest(score: Score, measure: int) -> tuple[Barline, Barline]:
    """Return the left and right bar line of a measure; a repeat sign in any part counts for all."""
    measures = _all(score, measure)
    left = max((m.left for m in measures), key=lambda bar: (bar.repeats, len(bar.style)))
    right = max((m.right for m in measures), key=lambda bar: (bar.repeats, len(bar.style)))
    return left, right
