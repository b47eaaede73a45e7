"""Durations as jianpu writes them: underlines, dots, dashes, and where a value must be split and tied."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from core.score.events import ZERO
from core.score.signatures import Metre

QUARTER = Fraction(1, 4)
EIGHTH = Fraction(1, 8)
MOST_LINES = 6
FINEST = QUARTER / 2**MOST_LINES
MOST_SLOTS = 64
"""Dashes or zeros drawn for one note or rest at most."""

SINGLE: dict[Fraction, tuple[int, int]] = {
    QUARTER / 2**lines * (2 - Fraction(1, 2**dots)): (lines, dots)
    for lines in range(MOST_LINES + 1)
    for dots in range(3)
}
"""Values that one digit can carry: (underlines, augmentation dots)."""


@dataclass(frozen=True, slots=True)
class Value:
    """One digit: its length in whole notes, underlines, augmentation dots and the dashes that follow.

    `exact` is false where the length is only the nearest that can be written.
    """

    duration: Fraction
    lines: int = 0
    dots: int = 0
    dashes: int = 0
    exact: bool = True


@dataclass(frozen=True, slots=True)
class Grid:
    """The beats of a bar, which underlines follow: their lengths, over and over.

    `shift` is the time that is missing before the start of the measure.
    """

    steps: tuple[Fraction, ...] = (QUARTER,)
    shift: Fraction = ZERO

    def _place(self, at: Fraction) -> tuple[int, Fraction]:
        """Return the beat that holds a moment, and how far into it the moment is."""
        if len(self.steps) == 1:
            return 0, (at + self.shift) % self.steps[0]
        left = (at + self.shift) % sum(self.steps)
        for index, step in enumerate(self.steps):
            if left < step:
                return index, left
            left -= step
        raise AssertionError("a remainder is less than the sum")

    def on_beat(self, at: Fraction) -> bool:
        """Tell whether a beat begins here."""
        return not self._place(at)[1]

    def room(self, at: Fraction) -> Fraction:
        """Return the time to the next beat."""
        index, into = self._place(at)
        return self.steps[index] - into

    def quarters(self, at: Fraction, length: Fraction) -> int:
        """Count the whole beats of one quarter from a beat on that fit into a length."""
        wanted = int(length * 4)
        if len(self.steps) == 1:
            return wanted if self.steps[0] == QUARTER else 0
        index = self._place(at)[0]
        for count in range(min(wanted, MOST_SLOTS + 1)):
            if self.steps[(index + count) % len(self.steps)] != QUARTER:
                return count
        return min(wanted, MOST_SLOTS + 1)


def grid_of(metre: Metre, shift: Fraction = ZERO) -> Grid:
    """Return the beats of a metre: quarters; dotted ones in x/8 with x divisible by 3; the groups of `3+2+2/8`."""
    if metre.unit >= 8 and len(metre.beats) > 1 and min(metre.beats) > 0:
        groups = (Fraction(beats, metre.unit) for beats in metre.beats)
        return Grid(tuple(step for group in groups for step in _quarters_first(group)), shift)
    if metre.compound or (metre.unit == 8 and metre.beats == (3,)):
        return Grid((Fraction(3, metre.unit),), shift)
    return Grid(shift=shift)


def _quarters_first(group: Fraction) -> Iterator[Fraction]:
    while group >= 2 * QUARTER:
        yield QUARTER
        group -= QUARTER
    yield group


@lru_cache(8192)
def split_note(at: Fraction | None, length: Fraction, grid: Grid) -> tuple[Value, ...]:
    """Split a note into digits to be tied.

    `at` is None where beats do not count, as in a tuplet. A digit with dashes starts on a beat and fills
    quarters; a digit crosses a beat only dotted from its start, or as a plain or dotted quarter from its half.
    """
    if not _dyadic(length):
        return (_nearest(length),)
    if at is None or not _counts(at, grid):
        return _cap(_spelled(length))
    return _cap(_on_grid(at, length, grid))


@lru_cache(8192)
def split_rest(at: Fraction | None, length: Fraction, grid: Grid) -> tuple[Value, ...]:
    """Split a rest into zeros, one a beat: a long rest repeats 0 and has no dashes."""
    if not _dyadic(length):
        return (_nearest(length),)
    free = at is None or not _counts(at, grid)
    values: list[Value] = []
    now, left = at or ZERO, length
    while left:
        if len(values) == MOST_SLOTS - 1 and left > QUARTER:
            return (*values, Value(left, exact=False))
        room = QUARTER if free else grid.room(now)
        on_beat = free or grid.on_beat(now)
        take = left if left == 3 * EIGHTH and on_beat else min(left, room)
        value = _single(take) or _part(take, first_small=not on_beat)
        values.append(value)
        now, left = now + value.duration, left - value.duration
    return tuple(values)


def _counts(at: Fraction, grid: Grid) -> bool:
    """Tell whether lengths from a moment to the beats have a spelling: not among odd parts of a whole note."""
    return _dyadic(at + grid.shift) and all(map(_dyadic, grid.steps))


def _dyadic(time: Fraction) -> bool:
    bottom = time.denominator
    return bottom <= FINEST.denominator and not bottom & (bottom - 1)


def _single(length: Fraction) -> Value | None:
    found = SINGLE.get(length)
    return None if found is None else Value(length, *found)


def _part(length: Fraction, *, first_small: bool) -> Value:
    """Return the undotted value to begin a length with: its smallest part before a beat, else its largest."""
    size = min(QUARTER, Fraction(1, length.denominator)) if first_small else QUARTER
    while size > length:
        size /= 2
    return Value(size, *SINGLE[size])


def _spelled(length: Fraction) -> Iterator[Value]:
    """Spell a length with no regard to beats."""
    while length:
        quarters = int(length * 4)
        if quarters >= 2:
            value = Value(Fraction(quarters, 4), dashes=quarters - 1)
        else:
            value = _single(length) or _part(length, first_small=False)
        yield value
        length -= value.duration


def _on_grid(at: Fraction, length: Fraction, grid: Grid) -> Iterator[Value]:
    while length:
        value = _next(at, length, grid)
        yield value
        at, length = at + value.duration, length - value.duration


def _next(at: Fraction, length: Fraction, grid: Grid) -> Value:
    room = grid.room(at)
    if grid.on_beat(at):
        quarters = grid.quarters(at, length)
        if quarters >= 2:
            return Value(Fraction(quarters, 4), dashes=quarters - 1)
        may_cross = room == QUARTER
        first_small = False
    else:
        half = room == EIGHTH and grid.quarters(at + room, QUARTER) == 1
        may_cross = half and length in (QUARTER, 3 * EIGHTH)
        first_small = True
    whole = _single(length) if length <= room or may_cross else None
    if whole is not None:
        return whole
    take = min(length, room)
    return _single(take) or _part(take, first_small=first_small)


def _nearest(length: Fraction) -> Value:
    """Return the single value or row of quarters nearest to a length that has no spelling."""
    quarters = int(length * 4)
    if quarters >= 2:
        return Value(length, dashes=min(quarters, MOST_SLOTS) - 1, exact=False)
    near = min(SINGLE, key=lambda value: (abs(value - length), SINGLE[value][1]))
    return Value(length, *SINGLE[near], exact=False)


def _cap(values: Iterator[Value]) -> tuple[Value, ...]:
    """Keep one digit from filling pages: past the limit the last dash stands for all that is left."""
    return tuple(
        value if value.dashes < MOST_SLOTS else Value(value.duration, dashes=MOST_SLOTS - 1, exact=False)
        for value in values
    )
