"""Which signs stand in a line: bars, vibhags, repeats, first endings, as print sets them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from core.formats.swara_cells.cells import CLOSING, Mark, MarkKind
from core.score.score import Measure
from core.tradition.cells.build import Bar, Sheet

BRACKETS = {
    "{": MarkKind.REPEAT_OPEN, "}": MarkKind.REPEAT_CLOSE, "(": MarkKind.ALT_OPEN, ")": MarkKind.ALT_CLOSE,
}  # fmt: skip
STRONG = ("||", "|]", "[|")


@dataclass(frozen=True, slots=True)
class Stretch:
    """The cells of one line, counted over the song, and the kali it belongs to."""

    start: int
    stop: int
    kali: int
    last: bool
    """The last line of its kali."""


class Signs:
    """Finds the signs of every line of a sheet."""

    def __init__(self, sheet: Sheet, measures: Sequence[Measure], stretches: Sequence[Stretch]) -> None:
        self._cells = sheet.cells
        self._sheet = sheet
        self._cycle = sum(sheet.vibhags)
        self._stretches = stretches
        self._ends = {
            place: measures[cell.measure].right.style
            for place, cell in enumerate(self._cells, 1)
            if place == len(self._cells) or self._cells[place].measure != cell.measure
        }
        self._opened: set[int] = set()
        """The kalis whose II has been set."""
        self._heavy = self._pillars()
        self._vibhags = set(self._strokes())

    def anacrusis(self, stretch: Stretch) -> bool:
        """Say whether a line is shorter than a cycle."""
        return stretch.stop - stretch.start < self._cycle

    def of(self, stretch: Stretch) -> tuple[Mark, ...]:
        """Return the signs of a line; lines are asked for in order."""
        return tuple(Mark(kind, place - stretch.start - (kind in CLOSING)) for kind, place in self._line(stretch))

    def _line(self, stretch: Stretch) -> Iterator[tuple[MarkKind, int]]:
        start, stop = stretch.start, stretch.stop
        for kind in self._beginning(stretch):
            yield kind, start
        yield from self._brackets(self._cells[start].opens, start)
        for place in range(start + 1, stop):
            yield from self._brackets(self._cells[place - 1].closes, place)
            for kind in self._inside(place, stretch.kali):
                yield kind, place
            yield from self._brackets(self._cells[place].opens, place)
        yield from self._brackets(self._cells[stop - 1].closes, stop)
        for kind in self._ending(stretch):
            yield kind, stop

    def _beginning(self, stretch: Stretch) -> tuple[MarkKind, ...]:
        if stretch.kali not in self._opened:
            if self.anacrusis(stretch) and not stretch.last:
                return ()
            self._opened.add(stretch.kali)
            return (MarkKind.SECTION_BAR,)
        return () if self._sheet.free else (MarkKind.BAR,)

    def _inside(self, place: int, kali: int) -> tuple[MarkKind, ...]:
        if place in self._heavy:
            if self._ends[place] in STRONG:
                self._opened.add(kali)
                return (MarkKind.SECTION_BAR,)
            return (MarkKind.BAR,)
        return (MarkKind.VIBHAG,) if place in self._vibhags else ()

    def _ending(self, stretch: Stretch) -> tuple[MarkKind, ...]:
        if stretch.last:
            final = stretch.stop == len(self._cells)
            return (MarkKind.SECTION_BAR, MarkKind.SECTION_BAR) if final else (MarkKind.SECTION_BAR,)
        if stretch.stop in self._heavy:
            return (MarkKind.SECTION_BAR,) if self._ends[stretch.stop] in STRONG else (MarkKind.BAR,)
        return ()

    def _brackets(self, signs: str, place: int) -> Iterator[tuple[MarkKind, int]]:
        for sign in signs:
            yield BRACKETS[sign], place

    def _pillars(self) -> set[int]:
        """Return where cycles end: at bar lines of the score, but not at those between vibhags or only of a repeat."""
        found: set[int] = set()
        stops = {stretch.stop for stretch in self._stretches}
        since = 0
        for place, style in sorted(self._ends.items()):
            bracket = place < len(self._cells) and (self._cells[place - 1].closes or self._cells[place].opens)
            following = self._cells[place].bar if place < len(self._cells) else Bar.END
            broken = bracket and place not in stops and self._cycle and (place - since) % self._cycle
            if not style or (following is Bar.VIBHAG and style == "|") or (broken and style == "|"):
                continue
            found.add(place)
            since = place
        return found

    def _strokes(self) -> Iterator[int]:
        """Yield where vibhags part, counted from each pillar; in the first bar of a kali from its end."""
        vibhags = self._sheet.vibhags
        yield from (place for place in self._ends if place not in self._heavy and self._parts(place))
        firsts = {run[0].start for run in _by_kali(self._stretches)}
        bounds = sorted({0, *self._heavy, *firsts, len(self._cells)})
        for start, stop in pairwise(bounds):
            if not vibhags:
                continue
            length = stop - start
            place = -(length % self._cycle) % self._cycle if start in firsts else 0
            now, number = start - place, 0
            while now < stop:
                now += vibhags[number % len(vibhags)]
                number += 1
                if start < now < stop:
                    yield now

    def _parts(self, place: int) -> bool:
        plain = place < len(self._cells) and not (self._cells[place - 1].closes or self._cells[place].opens)
        return plain and self._cells[place].bar in (Bar.VIBHAG, Bar.CYCLE)


def _by_kali(stretches: Sequence[Stretch]) -> list[list[Stretch]]:
    return [list(run) for _, run in groupby(stretches, key=lambda stretch: stretch.kali)]
