"""The grid of a score with the signs that its file prints: strokes, `I[ ]I`, and rows in brackets above the notes."""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from core.formats.swara_cells.cells import Line, MarkKind, hyphened
from core.formats.swara_cells.export import cells_of
from core.formats.swara_cells.kept import MARKS, restored
from core.score.diagnostic import Diagnostic, Severity
from core.score.score import Score
from core.tradition.cells.build import Bar, Kali, Kind, Meend, Sheet, sheet_of

BARS = {MarkKind.VIBHAG: Bar.VIBHAG, MarkKind.BAR: Bar.CYCLE, MarkKind.SECTION_BAR: Bar.KALI}
RETURNS = {Bar.CYCLE: Bar.RETURN, Bar.KALI: Bar.KALI_RETURN}
MOST_SIGN = 8
"""Characters of a sign that are shown."""
BRACKETS = (MarkKind.BRACKET_OPEN, MarkKind.BRACKET_CLOSE)


def printed_sheet(score: Score) -> Sheet:
    """Return the sheet of a score; what was kept of its file's signs and is still true wins over what is reckoned."""
    sheet = sheet_of(score)
    kept = any(letter == "I" and value.startswith(MARKS) for letter, value in score.fields)
    return _Signs(score, sheet).sheet() if kept else sheet


class _Signs:
    def __init__(self, score: Score, sheet: Sheet) -> None:
        made = cells_of(score)
        self._sheet = sheet
        self._cells = list(sheet.cells)
        self._ends: dict[int, Bar] = {}
        """What ends a kali, by the number of cells before it."""
        self._gone: list[int] = []
        """The cells that stand above others, in order."""
        self._said: list[Diagnostic] = []
        start = 0
        for line, other in zip(restored(made, score.fields).lines, made.lines, strict=True):
            if line.marks != other.marks:
                self._line(line, start)
            start += len(line.cells)

    def sheet(self) -> Sheet:
        return replace(
            self._sheet,
            kalis=tuple(self._kalis()),
            meends=tuple(self._meends()),
            said=(*self._sheet.said, *self._said),
        )

    def _line(self, line: Line, start: int) -> None:
        """Set the signs of a line as its file has them."""
        count = len(line.cells)
        row = tuple(mark.kind for mark in line.marks) == BRACKETS
        whole = row and [mark.place(count) for mark in line.marks] == [0, count]
        if whole and self._above(line, start):
            return
        found: dict[int, Bar] = {}
        for mark in line.marks:
            if (bar := BARS.get(mark.kind)) is not None:
                found[mark.cell] = max(found.get(mark.cell, Bar.NONE), bar, key=lambda one: len(one.value))
        for place in range(1, count):
            self._cells[start + place] = replace(self._cells[start + place], bar=found.get(place, Bar.NONE))
        ending = [mark.kind for mark in line.marks if mark.place(count) == count]
        if BRACKETS in pairwise(ending) and found.get(count) in RETURNS:
            self._ends[start + count] = RETURNS[found[count]]
        odd = next((mark.raw for mark in line.marks if mark.kind is MarkKind.ANNOTATION), None)
        if odd is not None:
            shown = "".join(char for char in odd if char.isprintable()).strip()[:MOST_SIGN]
            sign = f"the sign {shown}" if shown else "a sign"
            text = f"The file has {sign} whose meaning it does not tell; it is kept for export and not drawn."
            self._tell("swaralipi-sign", text)

    def _above(self, line: Line, start: int) -> bool:
        """Lay a row in brackets over the cells after it, else over those before; False where neither are enough."""
        count = len(line.cells)
        under = start + count
        if under + count > len(self._cells):
            under = start - count
        if under < 0 or any(cell.instead for cell in self._cells[under : under + count]):
            text = "A row in [ ] stands in its line: there are too few notes that it could stand above."
            self._tell("swaralipi-above", text)
            return False
        for place in range(start, start + count):
            opens, closes = "[" * (place == start), "]" * (place + 1 == start + count)
            cell = self._cells[place]
            hyphen = cell.hyphen or (hyphened(line.cells[place - start], None) and cell.units[0].kind is Kind.SWARA)
            row = replace(cell, opens=opens, closes=closes, bar=Bar.NONE, hyphen=hyphen)
            below = place - start + under
            self._cells[below] = replace(self._cells[below], instead=row)
        self._gone += range(start, start + count)
        notes, when = "first notes of the next line", "before"
        if under < start:
            notes, when = "last notes of the line before", "after"
        text = (
            f"A row in [ ] is drawn over the {notes}: its file does not tell over which. "
            f"It is played {when} them, not instead of them on the return."
        )
        self._tell("swaralipi-above", text)
        return True

    def _kalis(self) -> Iterator[Kali]:
        place = 0
        gone = set(self._gone)
        for kali in self._sheet.kalis:
            lines = []
            for line in kali.lines:
                places = range(place, place + len(line.cells))
                place += len(line.cells)
                if cells := tuple(self._cells[one] for one in places if one not in gone):
                    lines.append(replace(line, cells=cells))
            yield replace(kali, lines=tuple(lines), end=self._ends.get(place, kali.end))

    def _meends(self) -> Iterator[Meend]:
        """Yield the glides with the numbers that their cells have now; those from and to the row above are left out."""
        for meend in self._sheet.meends:
            if not {meend.start[0], meend.stop[0]} & set(self._gone):
                start, stop = ((cell - bisect_left(self._gone, cell), unit) for cell, unit in (meend.start, meend.stop))
                yield Meend(start, stop)

    def _tell(self, code: str, text: str) -> None:
        if all(row.code != code for row in self._said):
            self._said.append(Diagnostic(Severity.WARNING, code, text))
