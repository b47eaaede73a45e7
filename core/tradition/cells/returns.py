"""The words of the next return at the end of a kali, which print sets in quotation marks (NOTATION A5)."""

from collections.abc import Sequence
from dataclasses import replace

from core.tradition.cells.sheet import Cell, Kali, Line, Sheet, Unit
from core.tradition.cells.words import HELD_SIGN

OPEN, CLOSE = "“", "”"


def quoted(sheet: Sheet) -> Sheet:
    """Return the sheet with quotation marks round the words of the song's pickup where they end a kali.

    Plain marks that a file has already become curved ones.
    """
    first = next(iter(sheet.kalis), Kali("", ()))
    opening = first.lines[0].cells if first.lines and first.lines[0].pickup else ()
    return replace(sheet, kalis=tuple(_curved(_kali(kali, opening)) for kali in sheet.kalis))


def _kali(kali: Kali, opening: Sequence[Cell]) -> Kali:
    cells = kali.cells
    start = len(cells) - len(opening)
    again = opening and start >= len(opening) and _words(cells[start:]) == _words(opening)
    if not again or not _words(opening).replace(HELD_SIGN, "").strip():
        return kali
    row = list(cells[start:])
    texts = [place for place, cell in enumerate(row) if cell.lyric.replace(HELD_SIGN, "")]
    row[texts[0]] = _marked(row[texts[0]], OPEN, "")
    row[texts[-1]] = _marked(row[texts[-1]], "", CLOSE)
    return _with_cells(kali, [*cells[:start], *row])


def _words(cells: Sequence[Cell]) -> str:
    return " ".join(cell.lyric for cell in cells)


def _marked(cell: Cell, before: str, after: str) -> Cell:
    """Return a cell with marks round its first or last text."""
    units = list(cell.units)
    texts = [place for place, unit in enumerate(units) if unit.signs and unit.signs[0].replace(HELD_SIGN, "")]
    place = texts[0] if before else texts[-1]
    units[place] = _signed(units[place], f"{before}{units[place].signs[0]}{after}")
    return replace(cell, units=tuple(units))


def _curved(kali: Kali) -> Kali:
    if not any('"' in sign for cell in kali.cells for unit in cell.units for sign in unit.signs):
        return kali
    return _with_cells(kali, [_curved_cell(cell) for cell in kali.cells])


def _curved_cell(cell: Cell) -> Cell:
    units = tuple(
        replace(unit, signs=tuple(_curve(sign) for sign in unit.signs)) if any('"' in s for s in unit.signs) else unit
        for unit in cell.units
    )
    return cell if units == cell.units else replace(cell, units=units)


def _curve(sign: str) -> str:
    if sign.startswith('"'):
        sign = OPEN + sign[1:]
    return sign[:-1] + CLOSE if sign.endswith('"') else sign


def _signed(unit: Unit, text: str) -> Unit:
    return replace(unit, signs=(text, *unit.signs[1:]))


def _with_cells(kali: Kali, cells: Sequence[Cell]) -> Kali:
    lines: list[Line] = []
    place = 0
    for line in kali.lines:
        lines.append(replace(line, cells=tuple(cells[place : place + len(line.cells)])))
        place += len(line.cells)
    return replace(kali, lines=tuple(lines))
