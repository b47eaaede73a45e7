"""A row of Compare out of the cells of its whole tune: cycles, brackets, holds and words go on over its edges."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from core.formats.swara_cells.signs import printed_sheet
from core.score.score import Score
from core.tradition.cells.build import Bar, Cell, Kali, Line, Meend, Sheet, sheet_of
from core.tradition.cells.returns import quoted
from core.views.base import Row, Tune


def whole_sheet(score: Score) -> Sheet:
    """Return the cells of a tune as they are drawn."""
    return quoted(printed_sheet(score))


@lru_cache(maxsize=2)
def _sheet_of(tune: Tune) -> Sheet:
    """Reckon the cells of a tune once for all of its rows; Compare has two tunes."""
    return whole_sheet(tune.score)


def row_sheet(score: Score, row: Row) -> Sheet:
    """Return the cells of a row. `score` holds its measures, and gaps where the tune has none."""
    sheet = _sheet_of(row.tune)
    own = {place for place in row.places if place is not None}
    gaps = _gaps(score, row, Bar.NONE if sheet.free else Bar.VIBHAG)
    taken: dict[int, int] = {}
    """Number in the row, by the number in the tune."""
    kalis: list[Kali] = []
    number = count = 0
    for kali in sheet.kalis:
        lines: list[Line] = []
        for line in kali.lines:
            cells: list[Cell] = []
            for cell in line.cells:
                if cell.measure in own:
                    cells += gaps.pop(cell.measure, ())
                    taken[number] = count + len(cells)
                    cells.append(cell)
                number += 1
            count += len(cells)
            if cells:
                lines.append(replace(line, cells=tuple(cells)))
        if lines:
            kalis.append(_cut(kali, lines, own))
    rest = [cell for cells in gaps.values() for cell in cells]
    kalis = _closed(kalis, rest)
    meends = tuple(_meend(one, taken, count + len(rest)) for one in sheet.meends)
    return replace(sheet, kalis=tuple(kalis), meends=meends)


def has_numbers(row: Row) -> bool:
    """Say whether the tune's first whole cycle begins in a row: there its tala numbers stand, and nowhere else."""
    lines = (line for kali in _sheet_of(row.tune).kalis for line in kali.lines if not line.pickup)
    first = next((cell.measure for line in lines for cell in line.cells if cell.number), None)
    return first is not None and first in row.places


def _cut(kali: Kali, lines: Sequence[Line], own: Collection[int]) -> Kali:
    """Return what a row has of a kali: its name only at its beginning, its end only where that lies in the row."""
    cells = kali.cells
    places = [place for place, cell in enumerate(cells) if cell.measure in own]
    after = places[-1] + 1
    end = kali.end if after == len(cells) else Bar.CYCLE if lines[-1].pickup else cells[after].bar
    return Kali(kali.name, tuple(lines), end, kali.again or places[0] > 0)


def _gaps(score: Score, row: Row, bar: Bar) -> dict[int | None, tuple[Cell, ...]]:
    """Return the cells of the gaps, by the place in the tune of the measure that follows; None at the row's end."""
    if None not in row.places or not score.parts:
        return {}
    measures = score.parts[0].measures
    found: dict[int | None, tuple[Cell, ...]] = {}
    waiting: list[Cell] = []
    for place, measure in zip(row.places, measures, strict=True):
        if place is not None:
            found[place] = tuple(waiting)
            waiting = []
            continue
        alone = replace(score, parts=(replace(score.parts[0], measures=(measure,)),))
        for number, cell in enumerate(sheet_of(alone).cells):
            waiting.append(replace(cell, bar=Bar.NONE if number else bar, number=""))
    return found | {None: tuple(waiting)}


def _closed(kalis: list[Kali], gap: Sequence[Cell]) -> list[Kali]:
    """Return the kalis of a row with the gap at its end."""
    if not gap:
        return kalis
    if not kalis:
        return [Kali("", (Line(tuple(gap)),), gap[0].bar)]
    last = kalis[-1]
    line = last.lines[-1]
    return [*kalis[:-1], replace(last, lines=(*last.lines[:-1], replace(line, cells=(*line.cells, *gap))))]


def _meend(meend: Meend, taken: Mapping[int, int], count: int) -> Meend:
    """Return a glide with the numbers of a row of so many cells: -1 before it, their count after it."""
    first = min(taken, default=0)

    def place(end: tuple[int, int]) -> tuple[int, int]:
        cell, unit = end
        return taken.get(cell, -1 if cell < first else count), unit

    return Meend(place(meend.start), place(meend.stop))
