"""Any score to lines of cells, by the matra grid of `core.tradition.cells.build`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import lcm

from core.formats.swara_cells.cells import (
    HELD,
    REST,
    SUSTAIN,
    Cell,
    CellSheet,
    Line,
    Swara,
    TalaHead,
    Unit,
    UnitKind,
    divided_and_held,
    hyphened,
    swara_of,
)
from core.formats.swara_cells.lyrics import run_together
from core.formats.swara_cells.marks import Signs, Stretch
from core.formats.swara_cells.score import SECTIONS
from core.formats.swara_cells.sung import READINGS
from core.score.score import Measure, Score
from core.tradition.cells import build as grid
from core.tradition.talas import tala_of

MOST_PARTS = 48
"""Units that a cell is cut into at most."""
LONGEST_LINE = 32
"""Cells of a line where the score itself has no lines."""
FREE = "talamukta"
BEATS = ("sam", "taali", "khali")
ABOUT = ("swaralipi-id", "raga", "parjaay-bn", "parjaay-en")
"""Directives that tell of the song, not of its notes."""
_SECTION_IDS = {name: key for key, name in SECTIONS.items()}


def cells_of(score: Score) -> CellSheet:
    """Return the sung part as a file holds it, without what was kept of a file's own print."""
    sheet = grid.sheet_of(score)
    part = grid.sung_part(score)
    measures = part.measures if part else ()
    reading = reading_of(score)
    cells = _Cells(reading).all(sheet.cells)
    stretches = list(_stretches(sheet, measures))
    signs = Signs(sheet, measures, stretches)
    lines = tuple(
        Line(
            _section(sheet.kalis[stretch.kali].name),
            tuple(cells[stretch.start : stretch.stop]),
            signs.of(stretch),
            signs.anacrusis(stretch),
        )
        for stretch in stretches
    )
    told = dict(row for row in score.fields if row[0] == "T")
    return CellSheet(
        lines,
        _tala(score, sheet),
        title_bn=score.title,
        title_translit=told.get("T", ""),
        composer=score.composer,
        about=tuple(row for row in score.fields if row[0] in "SF" or row[1].partition(" ")[0] in ABOUT),
    )


def reading_of(score: Score) -> str:
    """Return how the score was read from a file of cells; empty where it was not."""
    return next((value for value in (_directive(score, "reading"),) if value in READINGS), "")


def _directive(score: Score, name: str) -> str:
    for letter, value in score.fields:
        word, _, rest = value.partition(" ")
        if letter == "I" and word == name:
            return rest.strip()
    return ""


def _section(name: str) -> str:
    return _SECTION_IDS.get(name, name)


def _tala(score: Score, sheet: grid.Sheet) -> TalaHead:
    found = tala_of(score)
    name = _directive(score, "tala") or sheet.tala
    translit = score.rhythm or (found.id if found else "")
    if sheet.free:
        return TalaHead(name, translit or FREE)
    beats = tuple(word for word in _directive(score, "beats").split() if word in BEATS)
    if not beats and found is not None and found.vibhags == sheet.vibhags:
        beats = tuple(BEATS[0] if mark[0] == "+" else BEATS[2] if mark == "0" else BEATS[1] for mark in found.marks)
    return TalaHead(name, translit, sheet.vibhags, beats)


def _stretches(sheet: grid.Sheet, measures: Sequence[Measure]) -> Iterator[Stretch]:
    """Cut the cells into lines: at kalis and where the score's own lines end, or else after so many cells."""
    cells = sheet.cells
    lined = any(measure.line_end for measure in measures[:-1])
    start = 0
    for number, kali in enumerate(sheet.kalis):
        stop = start + len(kali.cells)
        first = start
        for place in range(start + 1, stop + 1):
            ends = place == stop or cells[place].measure != cells[place - 1].measure
            full = not lined and ends and place + _next(cells, place, stop) - first > LONGEST_LINE
            if place == stop or full or (ends and _line_ends(measures, cells, place)):
                yield Stretch(first, place, number, last=place == stop)
                first = place
        start = stop


def _next(cells: Sequence[grid.Cell], place: int, stop: int) -> int:
    """Return how many cells the measure that begins at a place has."""
    end = place
    while end < stop and cells[end].measure == cells[place].measure:
        end += 1
    return end - place


def _line_ends(measures: Sequence[Measure], cells: Sequence[grid.Cell], place: int) -> bool:
    """Say whether a line ends with the measure before a place; one without time counts with the one before it."""
    after = cells[place].measure if place < len(cells) else len(measures)
    return any(measure.line_end for measure in measures[cells[place - 1].measure : after])


@dataclass(slots=True)
class _Draft:
    """A cell on its way: its units without the hyphen, and the hyphen apart."""

    units: list[Unit]
    row: list[str]
    hyphen: bool = False

    @property
    def cell(self) -> Cell:
        units = (SUSTAIN, *self.units) if self.hyphen else tuple(self.units)
        if not any(self.row):
            return Cell(units)
        row = [sign or HELD for sign in self.row]
        return Cell(units, melisma=True) if set(row) == {HELD} else Cell(units, run_together(row))


class _Cells:
    """Writes cells such that the units mean the same whether a leading sustain is taken for time or for a hyphen.

    Of a score read as `printed` a note that begins no syllable has its hyphen; one read as `encoded` had no such thing.
    A true hold before a note is told from a hyphen by the cell before, `P/- -/M`, or by double units, `-/-/M/-`.
    """

    def __init__(self, reading: str) -> None:
        self._reading = reading
        self._done: list[_Draft] = []

    def all(self, cells: Sequence[grid.Cell]) -> list[Cell]:
        for cell in cells:
            self._add(cell)
        return [draft.cell for draft in self._done]

    def _add(self, cell: grid.Cell) -> None:
        draft = _Draft(_units(cell.units), _row(cell))
        before = self._done[-1] if self._done else None
        first = cell.units[0]
        self._done.append(draft)
        if first.kind is grid.Kind.SWARA:
            plain = before is not None and divided_and_held(before.cell)
            draft.hyphen = self._reading == "printed" and first.sung is grid.Sung.HELD and not plain
            return
        if before is None or not hyphened(draft.cell, before.cell):
            return
        if self._reading == "encoded" and cell.units[1].sung is grid.Sung.HELD:
            # as in the file, where print's hyphen has no sign of its own in the lyric row
            draft.row = [sign for sign, unit in zip(_row(cell), _sung(cell), strict=True) if unit is not first]
        elif len(before.units) == 1 and before.units[0].kind is not UnitKind.REST:
            before.units.append(SUSTAIN)
        else:
            units = _units(cell.units, MOST_PARTS // 2)
            draft.units = [half for unit in units for half in (unit, REST if unit == REST else SUSTAIN)]


def _sung(cell: grid.Cell) -> list[grid.Unit]:
    return [unit for unit in cell.written if unit.kind is not grid.Kind.REST]


def _row(cell: grid.Cell) -> list[str]:
    return [unit.signs[0] if unit.signs else "" for unit in _sung(cell)]


def parts_of(units: Sequence[grid.Unit]) -> int:
    """Return into how many even parts a matra must be cut to write its units exactly."""
    return lcm(*(end.denominator for end in accumulate(unit.share for unit in units)))


def too_fine(cell: grid.Cell) -> bool:
    """Say whether a matra is cut finer than is written: of one that begins with a hold, each part may take two."""
    held = [unit.kind for unit in cell.units[:2]] == [grid.Kind.HOLD, grid.Kind.SWARA]
    return parts_of(cell.units) > (MOST_PARTS // 2 if held else MOST_PARTS)


def _units(units: Sequence[grid.Unit], most: int = MOST_PARTS) -> list[Unit]:
    """Return even units for shares of any size; what is cut finer than `most` goes to the nearest."""
    ends = list(accumulate(unit.share for unit in units))
    parts = min(parts_of(units), most)
    made: list[Unit] = []
    for unit, end in zip(units, ends, strict=True):
        count = round(end * parts) - len(made)
        if count <= 0:
            continue
        made.append(_unit(unit))
        made += [SUSTAIN if unit.kind in (grid.Kind.SWARA, grid.Kind.HOLD) else REST] * (count - 1)
    return made


def _unit(unit: grid.Unit) -> Unit:
    if unit.swara is None:
        return SUSTAIN if unit.kind is grid.Kind.HOLD else REST
    return Unit(UnitKind.SWARA, _swara(unit.swara), tuple(_swara(kan) for kan in unit.kan))


def _swara(swara: grid.Swara) -> Swara:
    return swara_of(grid.LETTERS.index(swara.letter) + 12 * swara.saptak)
