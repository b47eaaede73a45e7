"""A sheet as two rows of text a line, for tests and for reading aloud in plain text.

After a letter `.` is a hasanta and `'` a reph, `^` stands before a kan; cells are parted by blanks.
"""

from core.tradition.cells.sheet import SHRUTIS, Bar, Cell, Kali, Kind, Line, Sheet, Swara, Unit

BENGALI = {
    "S": "স", "r": "ঋ", "R": "র", "g": "জ্ঞ", "G": "গ", "m": "ম", "M": "হ্ম", "P": "প", "d": "দ", "D": "ধ", "n": "ণ",
    "N": "ন",
}  # fmt: skip


def rows(sheet: Sheet) -> list[tuple[str, str]]:
    """Return the note row and the lyric row of every line, bars in both."""
    return [_line(kali, line) for kali, line in sheet.lines()]


def _line(kali: Kali, line: Line) -> tuple[str, str]:
    notes, words = [], []
    free = all(cell.matra is None for cell in line.cells)
    for number, cell in enumerate(line.cells):
        bar = cell.bar.value or ("I" if not number and not line.pickup and not free else "")
        if not number and cell.bar is Bar.VIBHAG:
            bar = "I"
        if bar:
            notes.append(bar)
        if bar and number:
            words.append(bar)
        notes.append(cell_text(cell))
        words.append(cell.lyric)
    last = line is kali.lines[-1]
    notes.append(kali.end.value if last else "" if free else "I")
    return " ".join(notes).strip(), " ".join(words).strip()


def cell_text(cell: Cell) -> str:
    """Write one cell; what has no signs shows its shares, such as `স(1/3)-(2/3)`."""
    if cell.groups:
        body = "".join("".join(map(_unit, group.units)) + group.sign for group in cell.groups)
    else:
        body = "".join(f"{_unit(unit)}({unit.share})" for unit in cell.written)
    return f"{cell.opens}{'-' if cell.hyphen else ''}{body}{cell.closes}"


def _unit(unit: Unit) -> str:
    kan = "".join("^" + swara_text(one) for one in unit.kan)
    return kan + (swara_text(unit.swara) if unit.swara and unit.kind is Kind.SWARA else "")


def swara_text(swara: Swara) -> str:
    """Write one letter with its octave marks."""
    letter = BENGALI[swara.letter] + SHRUTIS.get(swara.shruti, "")
    return letter + ("'" * swara.saptak if swara.saptak > 0 else "." * -swara.saptak)
