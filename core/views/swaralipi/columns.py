"""Columns of matras, gathered into chunks that a line is not broken within: a vibhag, or one matra in free rhythm."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.tradition.cells.build import Bar, Cell, Kali, Line, Sheet
from core.tradition.cells.words import HASANTA
from core.views.swaralipi import sizes as size
from core.views.swaralipi.ink import Ink, ink_of
from core.views.text_width import text_width

ZWNJ = "\u200c"


@dataclass(frozen=True, slots=True)
class Column:
    """A cell with its note row. `number` counts cells over the sheet; `width` is natural."""

    cell: Cell
    ink: Ink
    number: int
    width: float
    least: float
    """The width below which texts would touch."""
    before: float
    """Room for brackets at the left of the text, part of `width`."""
    after: float
    above: Ink | None = None
    """What stands in the row in `[ ]`."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Columns that stay together. `bar` stands before it."""

    columns: tuple[Column, ...]
    bar: Bar
    cycle: bool
    """A cycle begins here, or a bar where no tala is known: the best place to break a line."""
    line_end: bool
    """The source ends a line here."""

    @property
    def width(self) -> float:
        """Natural width without bars."""
        return sum(column.width for column in self.columns)

    @property
    def least(self) -> float:
        """The least width without bars."""
        return sum(column.least for column in self.columns)


@dataclass(frozen=True, slots=True)
class Passage:
    """Chunks that are broken into lines together: a kali, or a pickup."""

    chunks: tuple[Chunk, ...]
    kali: Kali
    pickup: bool
    first: bool
    """The first passage of its kali, which its name stands over."""
    end: Bar
    """The bar after its last column."""


def passages(sheet: Sheet, room: float) -> Iterator[Passage]:
    """Cut a sheet into passages. A chunk wider than the room is cut into single columns."""
    number = 0
    for kali in sheet.kalis:
        lines = list(kali.lines)
        place = 0
        while place < len(lines):
            stop = place + 1
            while not lines[place].pickup and stop < len(lines) and not lines[stop].pickup:
                stop += 1
            rows = lines[place:stop]
            chunks = [chunk for line in rows for chunk in _chunks(sheet, line, number_of(rows, line, number), room)]
            number += sum(len(line.cells) for line in rows)
            end = kali.end if stop == len(lines) else Bar.CYCLE
            yield Passage(tuple(chunks), kali, lines[place].pickup, place == 0, end)
            place = stop


def number_of(rows: Sequence[Line], line: Line, first: int) -> int:
    """Return the number of a line's first cell."""
    for row in rows:
        if row is line:
            break
        first += len(row.cells)
    return first


def _chunks(sheet: Sheet, line: Line, number: int, room: float) -> Iterator[Chunk]:
    groups: list[list[tuple[int, Cell]]] = []
    for place, cell in enumerate(line.cells, number):
        if not groups or cell.bar is not Bar.NONE or cell.matra is None:
            groups.append([])
        groups[-1].append((place, cell))
    for place, group in enumerate(groups):
        columns = _columns(group)
        line_end = place + 1 == len(groups)
        first = group[0][1]
        cycle = first.bar in (Bar.CYCLE, Bar.KALI) or len(sheet.vibhags) < 2
        if sum(column.least for column in columns) > room and len(columns) > 1:
            for index, column in enumerate(columns):
                last = line_end and index + 1 == len(columns)
                yield Chunk((column,), first.bar if not index else Bar.NONE, cycle and not index, last)
        else:
            yield Chunk(tuple(columns), first.bar, cycle, line_end)


def _columns(group: Sequence[tuple[int, Cell]]) -> list[Column]:
    """Make the columns of a vibhag, all of one width besides brackets."""
    inks = [ink_of(cell) for _, cell in group]
    above = [ink_of(cell.instead) if cell.instead else None for _, cell in group]
    widths = [_text_width(cell, ink) for (_, cell), ink in zip(group, inks, strict=True)]
    widest = max(*widths, *(ink.width + size.BRACKET for ink in above if ink), 0.0)
    plain = max(widest + size.COLUMN_GAP, size.LEAST_COLUMN)
    least = max(widest + size.LEAST_GAP, size.TIGHT_COLUMN)
    columns = []
    for (number, cell), ink, over in zip(group, inks, above, strict=True):
        before, after = size.BRACKET * len(cell.opens), size.BRACKET * len(cell.closes)
        extra = before + after
        columns.append(Column(cell, ink, number, plain + extra, least + extra, before, after, over))
    return columns


def lyrics_of(cell: Cell) -> tuple[str, ...]:
    """Return what stands below a cell, verse by verse.

    Signs run together, but a hasanta forms no conjunct with the next sign, and Latin words are parted.
    """
    verses = max((len(unit.signs) for unit in cell.units), default=0)
    rows = ((unit.signs[verse] for unit in cell.written if verse < len(unit.signs)) for verse in range(verses))
    return tuple(_run_together(list(row)) for row in rows)


def _run_together(signs: Sequence[str]) -> str:
    text = ""
    for sign in signs:
        if text.endswith(HASANTA):
            text += ZWNJ
        elif text[-1:].isascii() and text[-1:].isalnum() and sign[:1].isalnum():
            text += " "
        text += sign
    return text


def _text_width(cell: Cell, ink: Ink) -> float:
    return max([ink.width, *(text_width(words, size.LYRIC) for words in lyrics_of(cell))])
