"""What a file prints otherwise than the score would be printed, kept in the score's fields.

`%%swaralipi-cell 12:3 1f3a -/N,? র্` is the third cell of line 12, `%%swaralipi-marks 12 77b0 whole 0II 3| 12I` are
that line's signs. The four digits tell what would be written without it; once the score says something else there,
what was kept is passed over. So a cell that is kept never overrules an edit.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from zlib import crc32

from core.formats.swara_cells.cells import Cell, CellSheet, Line, Mark, MarkKind, Unit
from core.formats.swara_cells.rows import cell_of, lyric_text, unit_of, unit_text

CELL, MARKS = "swaralipi-cell", "swaralipi-marks"
MOST_KEPT = 900
"""Directives of a tune that the reader of ABC keeps are a thousand."""
UNCERTAIN = "?"
WHOLE, ANACRUSIS = "whole", "anacrusis"
SIGNS = {
    MarkKind.BAR: "I", MarkKind.SECTION_BAR: "II", MarkKind.VIBHAG: "|", MarkKind.REPEAT_OPEN: "{",
    MarkKind.REPEAT_CLOSE: "}", MarkKind.ALT_OPEN: "(", MarkKind.ALT_CLOSE: ")", MarkKind.BRACKET_OPEN: "<",
    MarkKind.BRACKET_CLOSE: ">", MarkKind.ANNOTATION: "@",
}  # fmt: skip
_KINDS = {sign: kind for kind, sign in SIGNS.items()}
_MARK = re.compile(r"(\d{1,5})(II?|[|{}()<>]|@(\S*))")
_CELL = re.compile(rf"{CELL} (\d{{1,5}}):(\d{{1,5}}) ([0-9a-f]{{4}}) (\S+) (.+)")
_MARKS = re.compile(rf"{MARKS} (\d{{1,5}}) ([0-9a-f]{{4}}) ({WHOLE}|{ANACRUSIS})((?: \S+)*)")


def kept(given: CellSheet, made: CellSheet) -> list[tuple[str, str]]:
    """Return the fields that turn what the score gives into what the file gave."""
    rows = [
        ("I", row)
        for number, (one, other) in enumerate(zip(given.lines, made.lines, strict=False), 1)
        if len(one.cells) == len(other.cells)
        for row in _line(number, one, other, marked=given.barred)
    ]
    return rows[:MOST_KEPT]


def _line(number: int, given: Line, made: Line, *, marked: bool) -> Iterator[str]:
    if marked and (given.marks, given.anacrusis) != (made.marks, made.anacrusis):
        yield f"{MARKS} {number} {_check(_marks_text(made))} {_marks_text(given)}"
    for place, (one, other) in enumerate(zip(given.cells, made.cells, strict=True), 1):
        if one != other and (text := _cell_text(one)):
            yield f"{CELL} {number}:{place} {_check(_cell_text(other))} {text}"


def restored(made: CellSheet, fields: Sequence[tuple[str, str]]) -> CellSheet:
    """Return the sheet with all that was kept and is still true."""
    lines = list(made.lines)
    for letter, value in fields:
        if letter != "I" or not value.startswith("swaralipi-"):
            continue
        number = re.match(r"swaralipi-\w+ (\d{1,5})\b", value)
        if number is None or not 1 <= int(number[1]) <= len(lines):
            continue
        place = int(number[1]) - 1
        lines[place] = _restored_line(lines[place], made.lines[place], value)
    return replace(made, lines=tuple(lines))


def _restored_line(line: Line, made: Line, value: str) -> Line:
    found = _CELL.fullmatch(value)
    if found is not None:
        place = int(found[2]) - 1
        cell = _cell(found[4], found[5])
        if cell is None or not 0 <= place < len(line.cells) or _check(_cell_text(made.cells[place])) != found[3]:
            return line
        return replace(line, cells=(*line.cells[:place], cell, *line.cells[place + 1 :]))
    found = _MARKS.fullmatch(value)
    if found is None or _check(_marks_text(made)) != found[2]:
        return line
    marks = tuple(mark for text in found[4].split() if (mark := _mark(text)) and mark.cell <= len(line.cells))
    return replace(line, marks=marks, anacrusis=found[3] == ANACRUSIS)


def _check(text: str) -> str:
    return f"{crc32(text.encode('utf-8', 'replace')) & 0xFFFF:04x}"


# -- cells ------------------------------------------------------------------------------------------------------------


def _cell_text(cell: Cell) -> str:
    """Return a cell as one text; empty where a lyric would not come back."""
    units = "/".join(unit_text(unit) + (UNCERTAIN if unit.uncertain else "") for unit in cell.units)
    lyric = lyric_text(cell)
    text = f"{units} {lyric}"
    return text if _cell(units, lyric) == cell and lyric == lyric.strip() else ""


def _cell(units: str, lyric: str) -> Cell | None:
    made = [_unit(piece) for piece in units.split("/")]
    if any(unit is None for unit in made):
        return None
    return cell_of(tuple(unit for unit in made if unit is not None), lyric)


def _unit(text: str) -> Unit | None:
    unit = unit_of(text.removesuffix(UNCERTAIN))
    return replace(unit, uncertain=True) if unit is not None and text.endswith(UNCERTAIN) else unit


# -- signs ------------------------------------------------------------------------------------------------------------


def _marks_text(line: Line) -> str:
    marks = [f"{mark.cell}{SIGNS[mark.kind]}{_escaped(mark.raw)}" for mark in line.marks]
    return " ".join([ANACRUSIS if line.anacrusis else WHOLE, *marks])


def _escaped(raw: str) -> str:
    return "".join(sign if sign.isalnum() or sign in "-_.,;:/\\'\"" else f"~{ord(sign):x}~" for sign in raw)


def _mark(text: str) -> Mark | None:
    found = _MARK.fullmatch(text)
    if found is None:
        return None
    raw = re.sub(r"~([0-9a-f]{1,5})~", lambda code: chr(int(code[1], 16)), found[3] or "")
    return Mark(_KINDS[found[2][:1] if found[3] is not None else found[2]], int(found[1]), raw)
