"""The columns of each measure at natural width; a measure like one before is not reckoned again."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from core.score.score import Score
from core.views.jianpu.cells import Cell, Line
from core.views.jianpu.columns import Moment, Piece, Placed, Table, Track, cut, make_tables
from core.views.jianpu.news import News
from core.views.shelf import Keyed, Shelf

MOST_KEPT = 3000
"""Measures that are remembered: some 4 kB each."""


@dataclass(frozen=True, slots=True)
class _Measure:
    """A measure without its cells: its columns, the column of each cell by line, and its pieces' distances."""

    key: Keyed
    moments: list[Moment]
    springs: list[float]
    tracks: list[Track]
    columns: tuple[tuple[int, ...], ...]
    pieces: tuple[tuple[int, int, list[float], list[float], float, float], ...]

    def named(self, ids: tuple[str, ...]) -> "_Measure | None":
        """Return it as it is: it holds no ids."""
        return None if ids else self

    def filled(self, measure: int, bars: Sequence[Sequence[Cell]], starts: Sequence[int]) -> list[Piece]:
        """Return its pieces with cells of the same value, in their place in the score."""
        table = Table(measure, self.moments, self.springs, self.tracks)
        for number, (bar, columns, start) in enumerate(zip(bars, self.columns, starts, strict=True)):
            table.placed[number] = [
                Placed(index, cell, column)
                for index, (cell, column) in enumerate(zip(bar, columns, strict=True), start)
            ]
        return [Piece(table, *piece) for piece in self.pieces]


SHELF = Shelf[_Measure](MOST_KEPT)


def pieces_of(
    score: Score, lines: Sequence[Line], news: Sequence[Sequence[tuple[News, ...]]], room: float,
    first: float, others: float,
) -> tuple[list[Piece], tuple[Keyed, ...]]:  # fmt: skip
    """Return all measures in pieces, and by measure the value of what they depend on.

    `room` is the width of the longest possible line; the first measure is cut to fit into `first`, all after it into
    `others`.
    """
    count = max((len(part.measures) for part in score.parts), default=0)
    parts = tuple(line.part for line in lines)
    longest = max(score.parts, key=lambda part: len(part.measures), default=None)
    alone = replace(score, parts=(replace(longest, measures=longest.measures[:1]),)) if longest else score
    starts = [0] * len(lines)
    pieces: list[Piece] = []
    keys: list[Keyed] = []
    for measure in range(count):
        bars = tuple([line.bars[measure] if measure < len(line.bars) else () for line in lines])
        changes = tuple([rows[measure] if measure < len(rows) else () for rows in news])
        widest = others if measure else first
        key = Keyed((parts, bars, _signs(bars), changes, room, widest))
        found = SHELF.find(key, key)
        if found is None:
            found = _reckoned(key, alone, lines, bars, changes, room, widest)
            SHELF.keep(key, found)
        pieces += found.filled(measure, bars, starts)
        # the one that is kept: so keys of rows are alike at a glance
        keys.append(found.key)
        starts = [start + len(bar) for start, bar in zip(starts, bars, strict=True)]
    return pieces, tuple(keys)


def _signs(bars: Sequence[Sequence[Cell]]) -> tuple[object, ...]:
    """Return what hangs on the cells, which their own comparison leaves out."""
    events = (cell.event for cell in chain.from_iterable(bars))
    return tuple(
        [event and (event.lyrics, event.decorations, event.chord_symbols, event.annotations) for event in events]
    )


def _reckoned(
    key: Keyed, alone: Score, lines: Sequence[Line], bars: Sequence[tuple[Cell, ...]],
    changes: Sequence[tuple[News, ...]], room: float, widest: float,
) -> _Measure:  # fmt: skip
    """Lay one measure out, the only one of a score `alone`."""
    rows = [replace(line, bars=(bar,), arcs=()) for line, bar in zip(lines, bars, strict=True)]
    table = next(make_tables(alone, rows, [(change,) for change in changes], room))
    columns = tuple(tuple(placed.column for placed in table.placed[number]) for number in range(len(lines)))
    pieces = tuple((p.start, p.stop, p.places, p.shares, p.width, p.weight) for p in cut(table, widest))
    return _Measure(key, table.moments, table.springs, table.tracks, columns, pieces)
