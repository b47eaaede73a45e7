"""Passages broken into lines at cycles where they fit, else at vibhags, and stretched to the page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from core.tradition.cells.build import Bar
from core.tradition.cells.names import heading
from core.views.line_breaks import line_stops
from core.views.swaralipi import sizes as size
from core.views.swaralipi.columns import Chunk, Column, Passage

MOST_STRETCH = 1.25
"""The last line of a kali is not stretched past this."""
FULL = 0.85
"""A last line this full is stretched to the end."""
LINE_COST = 0.02
LINE_END_BONUS = 0.3
"""How much cheaper a break is where the source has one too."""
TORN_CYCLE = 1.0
"""What it costs to break a line within a cycle."""
TORN_WORD = 0.3
"""What it costs to begin a line with a held syllable."""
SIZES = {Bar.NONE: 0, Bar.VIBHAG: 1, Bar.CYCLE: 1, Bar.KALI: 2, Bar.END: 4, Bar.RETURN: 2, Bar.KALI_RETURN: 4}
"""Strokes of each bar."""
RETURNS = (Bar.RETURN, Bar.KALI_RETURN)


@dataclass(frozen=True, slots=True)
class System:
    """One printed line: columns with the left end and width of each, bars with their left ends."""

    columns: tuple[tuple[Column, float, float], ...]
    bars: tuple[tuple[float, Bar], ...]
    left: float
    right: float
    heading: str = ""
    """The name of the kali that begins here."""
    pickup: bool = False


def bar_width(bar: Bar) -> float:
    """Return the width of a bar's ink."""
    strokes = SIZES[bar]
    if not strokes:
        return 0.0
    if bar in RETURNS:
        return 2 * bar_width(Bar.CYCLE if bar is Bar.RETURN else Bar.KALI) + size.RETURN
    return size.BAR_THIN if bar is Bar.VIBHAG else size.SERIF + (strokes - 1) * size.PILLAR_STEP


def bar_room(bar: Bar) -> float:
    """Return the room of a bar with its edges."""
    return bar_width(bar) + 2 * size.BAR_EDGE if SIZES[bar] else 0.0


def at_edge(bar: Bar, *, heavy: bool) -> Bar:
    """Return the bar at the end of a line: a pillar, and where a line is broken within a cycle a thin stroke."""
    return Bar.CYCLE if bar is Bar.VIBHAG and not heavy else bar


def systems(passage: Passage, left: float, right: float, *, heavy: bool) -> Iterator[System]:
    """Break a passage into lines between two edges. A pickup stands at the right."""
    if not passage.chunks:
        return
    breaker = _Breaker(passage, right - left, heavy=heavy)
    stops = breaker.stops()
    for start, stop in zip([0, *stops], stops, strict=False):
        named = start == 0 and passage.first and not passage.kali.again
        name = heading(passage.kali.name) if named else ""
        yield breaker.place(start, stop, left, right, name)


class _Breaker:
    def __init__(self, passage: Passage, room: float, *, heavy: bool) -> None:
        self._passage = passage
        self._chunks = passage.chunks
        self._room = room
        self._heavy = heavy
        self._widths = [0.0, *accumulate(chunk.width + bar_room(chunk.bar) for chunk in self._chunks)]
        self._least = [0.0, *accumulate(chunk.least + bar_room(chunk.bar) for chunk in self._chunks)]

    def _edges(self, start: int, stop: int) -> tuple[Bar, Bar]:
        """Return the bars at both ends of a line."""
        first = self._chunks[start].bar
        after = self._chunks[stop].bar if stop < len(self._chunks) else self._passage.end
        return at_edge(first, heavy=self._heavy), at_edge(after, heavy=self._heavy)

    def _natural(self, start: int, stop: int) -> float:
        return self._width(self._widths, start, stop)

    def _width(self, widths: Sequence[float], start: int, stop: int) -> float:
        """Return the width of a line from the sums of its chunks, with the bars at its ends."""
        first, last = self._edges(start, stop)
        inner = widths[stop] - widths[start] - bar_room(self._chunks[start].bar)
        outer = [bar for bar in (first, last) if bar is not Bar.NONE]
        return inner + sum(map(bar_room, outer)) - size.BAR_EDGE * len(outer)

    def stops(self) -> list[int]:
        """Return where each line stops."""
        return line_stops(len(self._chunks), self._cost)

    def _cost(self, start: int, stop: int) -> float | None:
        if start < stop - 1 and self._width(self._least, start, stop) > self._room:
            return None
        slack = (self._room - self._natural(start, stop)) / self._room
        if stop == len(self._chunks):
            return LINE_COST + (0.1 if slack > 0.7 else 0.0)
        cost = LINE_COST + slack * slack
        if self._chunks[stop - 1].line_end:
            cost *= LINE_END_BONUS
        following = self._chunks[stop]
        torn = TORN_WORD if following.columns[0].cell.hyphen else 0.0
        return cost + torn * cost + (0.0 if following.cycle else TORN_CYCLE)

    def place(self, start: int, stop: int, left: float, right: float, name: str) -> System:
        """Set the columns of a line and stretch them."""
        chunks: Sequence[Chunk] = self._chunks[start:stop]
        natural = self._natural(start, stop)
        width = right - left
        if stop == len(self._chunks) and natural < width * FULL:
            width = min(width, natural * (1.0 if self._passage.pickup else MOST_STRETCH))
        if self._passage.pickup:
            left = right - width
        first, last = self._edges(start, stop)
        widths = _stretched([column for chunk in chunks for column in chunk.columns], width - natural)
        x = left
        bars: list[tuple[float, Bar]] = []
        columns: list[tuple[Column, float, float]] = []
        for number, chunk in enumerate(chunks):
            bar = chunk.bar if number else first
            if bar is not Bar.NONE:
                x += size.BAR_EDGE if number else 0.0
                bars.append((x, bar))
                x += bar_width(bar) + size.BAR_EDGE
            for column in chunk.columns:
                wide = widths[column.number]
                columns.append((column, x, wide))
                x += wide
        if last is not Bar.NONE:
            bars.append((x + size.BAR_EDGE, last))
            x += size.BAR_EDGE + bar_width(last)
        return System(tuple(columns), tuple(bars), left, x, name, self._passage.pickup)


def _stretched(columns: Sequence[Column], more: float) -> dict[int, float]:
    """Return the width of each column, all `more` wider together; less room is taken from what is round the texts."""
    whole, least = sum(column.width for column in columns), sum(column.least for column in columns)
    if more >= 0:
        return {column.number: column.width * (1 + more / whole) for column in columns}
    share = min(1.0, -more / (whole - least)) if whole > least else 1.0
    squeeze = min(1.0, (whole + more) / least) if whole + more > 0 else 0.1
    return {column.number: (column.width + (column.least - column.width) * share) * squeeze for column in columns}
