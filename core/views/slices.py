"""A long score engraved stretch by stretch; what was engraved before is not engraved again.

Verovio fills lines one after another, so a stretch that begins where a line begins is broken as the whole would be,
but for its last line, which is thrown away. What reaches over the beginning is drawn right by beginning one line
earlier and throwing that away too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from core.views.mei.document import Mei, Survey
from core.views.shelf import Shelf
from core.views.verovio_svg import Sheet, System

SPAN = 32
"""Columns whose lines are engraved together, for one part; fewer for several, and at least so many:"""
LEAST_SPAN = 8
MOST_KEPT = 600
"""Places of stretches that are remembered, by column and kind of page: some 50 kB a stretch."""


@dataclass(frozen=True, slots=True)
class Written:
    """A stretch as MEI, the texts to print by XML id, and the strings of grace notes."""

    mei: Mei
    texts: Mapping[str, str]
    graces: Mapping[str, int]


class Scribe(Protocol):
    """Writes stretches of one score."""

    @property
    def whole(self) -> Survey:
        """The score."""

    def write(self, start: int, stop: int) -> Written:
        """Write the columns from `start` to before `stop`."""

    def also(self, start: int, stop: int) -> object:
        """Return what a stretch depends on besides its measures and what is open at its edges."""


class Engraver(Protocol):
    """Turns a stretch into systems. `page` names all that a page depends on besides its music."""

    @property
    def page(self) -> object:
        """Compared and hashed."""

    def engrave(self, written: Written) -> Sheet:
        """Engrave. Raises WorkerError where Verovio dies, hangs or refuses."""


@dataclass(frozen=True, slots=True)
class Line:
    """One system, the column that it begins with, and its boxes by the ids of the score."""

    first: int
    system: System


@dataclass(frozen=True, slots=True)
class _Stretch:
    key: object
    ids: tuple[str, ...]
    lines: tuple[Line, ...]
    glyphs: Mapping[str, str]

    def named(self, ids: tuple[str, ...]) -> "_Stretch | None":
        """Return the stretch with its boxes under other ids."""
        if self.ids == ids:
            return self
        names = dict(zip(self.ids, ids, strict=True))
        if "" in names or len(names) < len(ids) or len(set(ids)) < len(ids):
            return None
        lines = tuple(
            Line(line.first, replace(line.system, boxes={names[name]: box for name, box in line.system.boxes.items()}))
            for line in self.lines
        )
        return replace(self, ids=ids, lines=lines)


SHELF = Shelf[_Stretch](MOST_KEPT)


def engrave(scribe: Scribe, engraver: Engraver) -> Sheet:
    """Engrave a score as systems from top to bottom, boxes by the ids of the score. Raises WorkerError."""
    return _Chain(scribe, engraver).sheet()


class _Chain:
    """Goes through a score stretch by stretch."""

    def __init__(self, scribe: Scribe, engraver: Engraver) -> None:
        self.scribe = scribe
        self.engraver = engraver
        self.whole = scribe.whole
        self.count = len(self.whole.columns)
        self.glyphs: dict[str, str] = {}
        self.span = max(LEAST_SPAN, SPAN // len(self.whole.parts))

    def sheet(self) -> Sheet:
        """Return all systems."""
        kept: list[Line] = []
        start = 0
        while True:
            lines, start = self._lines(start, [line.first for line in kept[:-3:-1]])
            kept += lines
            if start >= self.count:
                return Sheet(self.glyphs, [line.system for line in kept])

    def _lines(self, start: int, before: Sequence[int]) -> tuple[Sequence[Line], int]:
        """Return the lines that begin at `start` and after it, within its span, and where the next line begins."""
        limit = (start // self.span + 1) * self.span
        stop = limit + self.span // 2
        while True:
            stop = self.count if stop + self.span // 2 > self.count else stop
            lines = self._from(start, before, stop)
            if stop == self.count:
                return lines, self.count
            whole = [line for line in lines[:-1] if line.first < limit]
            if whole:
                return whole, lines[len(whole)].first
            stop += self.span

    def _from(self, start: int, before: Sequence[int], stop: int) -> Sequence[Line]:
        """Return the lines from the one that begins at `start` on; `before` are the beginnings of the lines before it.

        Verovio fits lines by the signature that a stretch begins with, so now and then one from an earlier line is
        broken elsewhere; where that comes twice, what reaches over the edge is drawn from the edge.
        """
        for first in before if self.whole.edges[start].crossed else ():
            lines = self._stretch(first, stop)
            for place, line in enumerate(lines):
                if line.first == start:
                    return lines[place:]
        return self._stretch(start, stop)

    def _stretch(self, start: int, stop: int) -> Sequence[Line]:
        place = (self.engraver.page, start, stop)
        key, ids = self._key(start, stop), self._ids(start, stop)
        found = SHELF.find(place, key, ids)
        if found is None:
            found = self._engraved(key, ids, start, stop)
            SHELF.keep(place, found)
        self.glyphs.update(found.glyphs)
        return found.lines

    def _engraved(self, key: object, ids: tuple[str, ...], start: int, stop: int) -> _Stretch:
        written = self.scribe.write(start, stop)
        sheet = self.engraver.engrave(written)
        owners, places = written.mei.owners, written.mei.places
        lines = []
        for system in sheet.systems:
            boxes = {name: box for xml_id, box in system.boxes.items() for name in owners[xml_id]}
            first = min((places[name] for name in system.measures if name in places), default=start)
            # one long text takes a third of the memory that its pieces take
            lines.append(Line(first, replace(system, music=["".join(system.music)], boxes=boxes)))
        return _Stretch(key, ids, tuple(lines), sheet.glyphs)

    def _key(self, start: int, stop: int) -> object:
        """Return everything that the music of a stretch depends on; the ids of notes are no part of it."""
        whole, score = self.whole, self.whole.score
        columns = [(tuple(column.measures), column.count) for column in whole.columns[start:stop]]
        names = [(part.name, part.clef) for part in whole.parts]
        edges = whole.edges[start], whole.edges[stop].parts, whole.edges[stop].crossed, stop == self.count
        before = None if start else (score.tempo, whole.before)
        rest = whole.sung, whole.joins_notes, before, whole.into, whole.out, score.key, score.metre
        return columns, names, edges, rest, self.scribe.also(start, stop)

    def _ids(self, start: int, stop: int) -> tuple[str, ...]:
        return tuple([name for column in self.whole.columns[start:stop] for name in column.ids])
