"""The measures of a part laid on cycles and vibhags: which cells there are, in which kali and line, and their bars."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise

from core.score.diagnostic import Diagnostic, Severity
from core.score.events import ZERO
from core.score.score import Measure, Part, Score
from core.score.signatures import Metre
from core.tradition.cells.grid import Grid, grid_of, own_of, tala_forms
from core.tradition.cells.repeats import Brackets, brackets_of
from core.tradition.cells.sheet import Bar
from core.tradition.cells.units import Matra, Reader, overlaid

Vibhags = tuple[int, ...]
DOUBLED = ("||", "|]", "[|")


@dataclass(slots=True)
class Row:
    """A line while it grows."""

    cells: list[Matra] = field(default_factory=list)
    pickup: bool = False


@dataclass(slots=True)
class Section:
    """A kali while it grows. `again`: a double bar and a pickup begin it, under the name of the one before."""

    name: str
    rows: list[Row] = field(default_factory=lambda: [Row()])
    again: bool = False


class Measures:
    """Reads a part; what it finds is in its fields. The dictionaries count the cells of `row`."""

    def __init__(self, score: Score, part: Part, sa: int) -> None:
        self._score = score
        self._part = part
        self._own = own_of(score)
        self._forms = tala_forms(score, self._own)
        self._grids: dict[Metre, Grid] = {}
        self.reader = Reader(sa)
        self.kalis: list[Section] = []
        self.row: list[Matra] = []
        """All cells in order."""
        self.bars: dict[int, Bar] = {}
        self.numbers: dict[int, str] = {}
        self.brackets: dict[int, Brackets] = {}
        self.said: list[Diagnostic] = []
        first = next((measure for measure in part.measures if measure.events), None)
        self.grid = self._grid(_metre(first) if first else score.metre)
        """The grid of the first note."""
        self._read()

    def _grid(self, metre: Metre) -> Grid:
        if metre not in self._grids:
            grid, ways = grid_of(metre, self._forms, self._own)
            self._grids[metre] = grid
            if len(ways) > 1 and metre.beats not in ways:
                other = " ".join(map(str, next(way for way in ways if way != grid.vibhags)))
                message = (
                    f"{self._forms[0].name} is counted in several ways ({' or '.join(map(_plain, ways))}); "
                    f"{_plain(grid.vibhags)} is drawn. Write %%vibhags {other}, say, to choose another."
                )
                self.said.append(Diagnostic(Severity.INFO, "swaralipi-tala", message))
        return self._grids[metre]

    def _read(self) -> None:
        now, place, missing = ZERO, ZERO, ZERO
        grid: Grid | None = None
        brackets = brackets_of(self._score, self._part)
        name, fresh, pending, pickup = "", True, Brackets(), False
        for index, measure in enumerate(self._part.measures):
            name, fresh = _section(measure, name, fresh, at_start=True)
            pending.opens += brackets[index].opens
            pending.label = pending.label or brackets[index].label
            length = measure.length
            if length:
                if grid != (grid := self._grid(_metre(measure))):
                    place, missing = ZERO, ZERO
                full = (_metre(measure).length or ZERO) if grid.keeps and not grid.free else ZERO
                completes = missing > 0
                missing = (missing or full) - length
                if missing > 0 and not completes and not self._completed(index, missing):
                    missing = ZERO
                doubled = self._doubled(index) and not pickup
                short = length < full and not missing and (not completes or fresh or doubled)
                lead = -length / grid.matra % grid.cycle if grid.cycle else ZERO
                on_vibhag = lead in grid.starts()
                began = fresh or doubled or (pickup and not on_vibhag)
                after_pickup, pickup = pickup, short and began and self._leads(index)
                if pickup or (short and after_pickup and on_vibhag):
                    place = lead
                elif not grid.heavy and not completes and full:
                    place = ZERO
                cells = self.reader.measure(measure, index, now, grid.matra, place, grid.cycle)
                self._overlays(measure, now, cells)
                again = pickup and doubled and not fresh
                self._lay(cells, name, fresh=fresh, again=again, pickup=pickup, brackets=pending)
                if not (fresh or pickup):
                    self.bars[len(self.row) - len(cells)] = _bar(grid, cells[0])
                self._strokes(cells, grid)
                fresh, pending = False, Brackets()
                now += length
                lasting = not full or (short and place + length / grid.matra == grid.cycle) or completes or missing > 0
                place += (length if lasting else _bars_of(length, full)) / grid.matra
            if self.row:
                self._close(len(self.row) - 1, brackets[index].closes)
            self._marks_of(measure)
            name, fresh = _section(measure, name, fresh, at_start=False)
            if measure.line_end and self.kalis and self.kalis[-1].rows[-1].cells:
                self.kalis[-1].rows.append(Row())

    def _leads(self, index: int) -> bool:
        """Tell whether a measure of the same section follows: a pickup leads into it."""
        for before, measure in pairwise(self._part.measures[index:]):
            if before.right.style in DOUBLED and before is not self._part.measures[index]:
                return False
            if any(mark.name.startswith("P:") for mark in measure.marks):
                return False
            if measure.length:
                return True
        return False

    def _doubled(self, index: int) -> bool:
        """Tell whether a double bar stands before a measure."""
        return index > 0 and self._part.measures[index - 1].right.style in DOUBLED and bool(self.row)

    def _completed(self, index: int, missing: Fraction) -> bool:
        """Tell whether the measures that follow bring exactly what is missing in this one: repeat signs cut it."""
        for measure in self._part.measures[index + 1 :]:
            missing -= measure.length
            if missing <= 0:
                break
        return missing == 0

    def _lay(
        self, cells: list[Matra], name: str, *, fresh: bool, again: bool, pickup: bool, brackets: Brackets
    ) -> None:
        if fresh or again or not self.kalis:
            self.kalis.append(Section(name, again=again))
        rows = self.kalis[-1].rows
        if rows[-1].cells and (pickup or rows[-1].pickup):
            rows.append(Row())
        rows[-1].pickup = pickup
        rows[-1].cells += cells
        self.brackets[len(self.row)] = brackets
        self.row += cells

    def _strokes(self, cells: Sequence[Matra], grid: Grid) -> None:
        """Set the bars inside a measure, and the tala numbers."""
        starts = grid.starts()
        first = len(self.row) - len(cells)
        for number, cell in enumerate(cells):
            if cell.matra in starts:
                if number:
                    self.bars[first + number] = _bar(grid, cell)
                if grid.marks:
                    self.numbers[first + number] = grid.marks[starts.index(cell.matra)]

    def _close(self, number: int, closes: str) -> None:
        if closes:
            found = self.brackets.setdefault(number, Brackets())
            found.closes += closes

    def _overlays(self, measure: Measure, now: Fraction, cells: list[Matra]) -> None:
        for onset, ids in overlaid(measure, now):
            cell = next((one for one in reversed(cells) if one.onset <= onset), cells[0])
            cell.others += ids
            if "Another layer sounds here too." not in cell.troubles:
                cell.troubles.append("Another layer sounds here too.")

    def _marks_of(self, measure: Measure) -> None:
        """Set the stroke where singing stops, and print other jumps as words."""
        for mark in measure.marks:
            if mark.name.startswith("P:") or not self.row:
                continue
            cell = self.row[-1]
            if mark.name.casefold() == "fine":
                cell.stop = True
            else:
                cell.texts.append(mark.name[:80])


def ways_of(score: Score) -> tuple[Vibhags, tuple[Vibhags, ...]]:
    """Return the division of a cycle that is drawn, and all that its tala is counted in and its bars can carry."""
    own = own_of(score)
    metre = next((_metre(measure) for part in score.parts for measure in part.measures if measure.events), score.metre)
    found = tala_forms(score, own)
    drawn, _ = grid_of(metre, found, own)
    _, ways = grid_of(metre, found, replace(own, vibhags=()))
    return drawn.vibhags, ways


def _metre(measure: Measure) -> Metre:
    """Return the metre from the first note of a measure on."""
    found = measure.metre
    for change in measure.changes:
        if change.onset == ZERO and isinstance(change.value, Metre):
            found = change.value
    return found


def _plain(vibhags: tuple[int, ...]) -> str:
    return "+".join(map(str, vibhags))


def _section(measure: Measure, name: str, fresh: bool, *, at_start: bool) -> tuple[str, bool]:
    """Return the section in force and whether it is new, after the marks at the start of a measure or within it."""
    for mark in measure.marks:
        if mark.name.startswith("P:") and (mark.onset == ZERO) is at_start:
            name, fresh = mark.name[2:].strip(), True
    return name, fresh


def _bar(grid: Grid, cell: Matra) -> Bar:
    if grid.free or cell.matra is None:
        return Bar.NONE
    if cell.matra == 0:
        return Bar.CYCLE if grid.heavy else Bar.VIBHAG
    return Bar.VIBHAG if cell.matra in grid.starts() else Bar.NONE


def _bars_of(length: Fraction, full: Fraction) -> Fraction:
    """Return the time a measure stands for: whole bars where it holds those, else one."""
    return length if length % full == 0 else full
