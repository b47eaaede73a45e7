"""Where a metronome strikes: sam, tali, khali and the matras between them where a tala is known, else the beats."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import accumulate

from core.score.events import ZERO
from core.score.score import Measure, Part, Score
from core.score.signatures import Metre
from core.score.timeline import Timeline
from core.tradition.cells.build import sa_of, sung_part
from core.tradition.cells.grid import FREE_NAMES, TICK, Grid, grid_of, own_of, tala_forms
from core.tradition.cells.measures import Measures

KHALI_MARK = "০"
EPSILON = 1e-6


class Stroke(StrEnum):
    """What is struck. The first beat of a bar without a tala is struck as sam, the others as tali."""

    SAM = "sam"
    TALI = "tali"
    KHALI = "khali"
    MATRA = "matra"


@dataclass(frozen=True, slots=True)
class Cycle:
    """One round of a tala, or one bar of a metre: its length and the strokes in it, in whole notes from its start."""

    length: Fraction
    strokes: tuple[tuple[Fraction, Stroke], ...]
    tala: bool = False

    def within(self, start: Fraction, length: Fraction) -> Iterator[tuple[Fraction, Fraction, Stroke]]:
        """Yield the strokes of a stretch that begins `start` into the cycle: time from there, place in the cycle."""
        turn = -start
        while turn < length:
            for place, stroke in self.strokes:
                if 0 <= turn + place < length:
                    yield turn + place, place, stroke
            turn += self.length


@dataclass(frozen=True, slots=True)
class Beat:
    """A moment for the metronome, in seconds: its stroke, how far into which cycle it comes (whole notes).

    `whole`: how many seconds a whole note lasts there.
    """

    onset: float
    stroke: Stroke
    cycle: Cycle
    place: Fraction = ZERO
    whole: float = 2.0

    @property
    def first(self) -> bool:
        """True where the cycle begins."""
        return self.place == 0


def cycles_of(score: Score, part: Part) -> list[tuple[Cycle | None, Fraction]]:
    """Return for each measure its cycle, and how far into it the measure begins; None in free rhythm.

    Places in a tala are those of the swaralipi view: a pickup, a bar cut by repeat signs, a cycle of several bars.
    """
    own = own_of(score)
    if (own.tala or score.rhythm).strip().casefold() in FREE_NAMES:
        return [(None, ZERO)] * len(part.measures)
    forms = tala_forms(score, own)
    known: dict[Metre, tuple[Cycle | None, Fraction]] = {}
    for measure in part.measures:
        metre = _metre(measure)
        if metre not in known:
            grid, carried = grid_of(metre, forms, own)
            tala = not grid.free and bool(own.vibhags or carried)
            known[metre] = (_of_tala(grid) if tala else _of_metre(metre)), grid.matra
    rows = [known[_metre(measure)] for measure in part.measures]
    if any(cycle is not None and cycle.tala for cycle, _ in known.values()):
        starts = _tala_starts(score, part, [matra for _, matra in rows])
    else:
        starts = _metre_starts(part, [cycle for cycle, _ in rows])
    return [(cycle, start % cycle.length if cycle else ZERO) for (cycle, _), start in zip(rows, starts, strict=True)]


def _tala_starts(score: Score, part: Part, matras: Sequence[Fraction]) -> Iterator[Fraction]:
    """Yield how far into its cycle each measure begins, as the matra grid of the swaralipi has it."""
    found = Measures(score, part, sa_of(score, part))
    firsts = {cell.measure: cell for cell in reversed(found.row)}
    now = ZERO
    for index, (measure, matra) in enumerate(zip(part.measures, matras, strict=True)):
        cell = firsts.get(index)
        yield ZERO if cell is None or cell.matra is None else cell.matra * matra + now - cell.onset
        now += measure.length


def _metre_starts(part: Part, cycles: Sequence[Cycle | None]) -> Iterator[Fraction]:
    """Yield how far into its bar each measure begins: a pickup ends with the bar, a repeat sign may cut one in two."""
    before, first = ZERO, True
    for measure, cycle in zip(part.measures, cycles, strict=True):
        length = measure.length
        full = cycle.length if cycle is not None else length
        if first and ZERO < length < full:
            yield full - length
            before = ZERO
        else:
            completes = before > 0 and before + length == full
            yield before if completes else ZERO
            before = length if length < full and not completes else ZERO
        first = first and not length


def beats_of(score: Score, played: Timeline) -> Iterator[tuple[Fraction, Fraction, Stroke, Cycle]]:
    """Yield the strokes of a score as it is played: onset, place in the cycle, stroke and cycle."""
    part = sung_part(score)
    if part is None:
        return
    cycles = cycles_of(score, part)
    for bar in played.bars:
        cycle, start = cycles[bar.measure] if bar.part == part.id else (None, ZERO)
        if cycle is not None:
            for time, place, stroke in cycle.within(start, bar.length):
                yield bar.onset + time, place, stroke, cycle


def count_in(beats: Sequence[Beat], seconds: float) -> tuple[tuple[float, Stroke], ...]:
    """Return the strokes of the one cycle that leads up to a second: when they come, counted back from it, and what.

    Nothing where no beat is counted. Sam falls where it would have fallen had the music gone on before.
    """
    if not beats:
        return ()
    here = next((beat for beat in reversed(beats) if beat.onset <= seconds + EPSILON), beats[0])
    length = float(here.cycle.length) * here.whole
    at = float(here.place) * here.whole + seconds - here.onset
    times = ((float(place) * here.whole - at, stroke) for place, stroke in here.cycle.strokes)
    return tuple(sorted((-((-time) % length or length), stroke) for time, stroke in _snapped(times, length)))


def _snapped(times: Iterator[tuple[float, Stroke]], length: float) -> Iterator[tuple[float, Stroke]]:
    """Yield times of which a hair beside a whole number of cycles is exactly that."""
    for time, stroke in times:
        turns = round(time / length)
        yield (turns * length if abs(time - turns * length) < EPSILON else time), stroke


def _of_tala(grid: Grid) -> Cycle:
    """Return a tala's cycle; where its marks are not known a vibhag begins with a tali stroke."""
    starts = dict(zip(grid.starts(), grid.marks or ("",) * len(grid.vibhags), strict=False))
    strokes = tuple((place * grid.matra, _stroke(place, starts.get(place))) for place in range(grid.cycle))
    return Cycle(grid.cycle * grid.matra, strokes, tala=True)


def _stroke(place: int, mark: str | None) -> Stroke:
    if mark is None:
        return Stroke.MATRA
    if mark.startswith(KHALI_MARK):
        return Stroke.KHALI
    return Stroke.SAM if TICK in mark or place == 0 else Stroke.TALI


def _of_metre(metre: Metre) -> Cycle | None:
    """Return a bar of a metre: `3+2+2` is struck by its groups, compound metres by the dotted note."""
    if metre.length is None:
        return None
    beats = metre.beats if len(metre.beats) > 1 else ()
    steps = [Fraction(count, metre.unit) for count in beats] or [metre.beat] * -(-metre.length // metre.beat)
    places = [ZERO, *accumulate(steps)][:-1]
    return Cycle(metre.length, tuple((at, Stroke.TALI if at else Stroke.SAM) for at in places))


def _metre(measure: Measure) -> Metre:
    """Return the metre from the first note of a measure on."""
    changed = (change.value for change in measure.changes if change.onset == ZERO)
    return next((value for value in changed if isinstance(value, Metre)), measure.metre)
