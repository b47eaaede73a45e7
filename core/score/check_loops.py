"""Does the tune go round in circles: a model that repeats itself."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.score.check_bars import place_of
from core.score.diagnostic import Diagnostic, Severity
from core.score.events import Event
from core.score.score import Measure, Score

MOST_TIMES = {1: 5, 2: 4, 3: 3, 4: 3, 5: 3, 6: 3, 7: 3, 8: 3}
"""Length of a group in bars, and how often it comes in a row at most; of 2,163 real tunes none goes beyond."""
LONGEST_GROUP = max(MOST_TIMES)
LONGEST_CELL = 8
"""Notes of a figure that is looked for inside a bar."""
MOST_CELLS = 16
"""How often a figure comes in a row inside one bar of music at most."""
CODE = "loop"
KEPT = 2
"""Turns of a loop that are kept by whoever cuts it."""

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Loop:
    """`times` turns of `group` measures in a row, from measure `start` of the first part."""

    start: int
    group: int
    times: int


def check_loops(score: Score) -> list[Diagnostic]:
    """Return a finding for every stretch that repeats itself more than music does.

    The first voice only: a drone or an accompaniment goes round in circles by trade.
    """
    if not score.parts:
        return []
    measures = score.parts[0].measures
    found = [_finding(measures, loop) for loop in loops(measures)]
    for measure in measures:
        cells = _cells(measure.events) if len(measure.events) > MOST_CELLS else 0
        if cells:
            message = f"One figure comes {cells} times in a row in this bar; the tune seems to repeat itself. Cut it."
            found.append(Diagnostic(Severity.WARNING, "loop-notes", message, *place_of([measure])))
    return found


def loops(measures: Sequence[Measure]) -> list[Loop]:
    """Return the stretches of measures that repeat themselves, the shortest group first found at each place."""
    bars = _Bars([measure.events for measure in measures])
    found: list[Loop] = []
    place = 0
    while place < len(measures):
        head = bars.heads[place]
        again = head and head in bars.heads[place + 1 : place + 1 + LONGEST_GROUP]
        loop = _loop_at(bars, place) if again else None
        if loop is not None:
            found.append(loop)
        place = place + 1 if loop is None else loop.start + loop.group * loop.times
    return found


class _Bars:
    """Measures that are compared by their sound: all of it only where enough of them begin and end alike."""

    def __init__(self, bars: Sequence[Sequence[Event]]) -> None:
        self.bars = bars
        self.heads = [_head(events) for events in bars]
        self.keys: dict[int, Key] = {}

    def key(self, place: int) -> Key:
        """Return all that a measure sounds like."""
        if place not in self.keys:
            self.keys[place] = tuple([_sound(event) for event in self.bars[place]])
        return self.keys[place]

    def same(self, one: int, other: int) -> bool:
        """Say whether two measures are equal to the ear and have notes."""
        head = self.heads[one]
        return bool(head) and head == self.heads[other] and self.key(one) == self.key(other)


def _loop_at(bars: _Bars, start: int) -> Loop | None:
    heads = bars.heads
    end = len(heads)
    for group, most in MOST_TIMES.items():
        enough = start + group * (most + 1)
        if enough > end or heads[start : enough - group] != heads[start + group : enough]:
            continue
        stop = start + group
        while stop < end and bars.same(stop - group, stop):
            stop += 1
        times = (stop - start) // group
        if times > most and (group == 1 or len({bars.key(place) for place in range(start, start + group)}) > 1):
            return Loop(start, group, times)
    return None


def _head(events: Sequence[Event]) -> Key:
    """Return some of what makes two measures equal to the ear; empty for one without notes."""
    for event in events:
        if event.notes:
            last = events[-1].notes
            return len(events), event.notes[0].pitch.midi, last[0].pitch.midi if last else None
    return ()


def _sound(event: Event) -> Key:
    return (*event.duration.as_integer_ratio(), *[note.pitch.midi for note in event.notes])


def _cells(events: Sequence[Event]) -> int:
    """Return how often a figure comes in a row inside a bar, 0 where that is not too often."""
    keys = [_sound(event) for event in events]
    for size in range(1, LONGEST_CELL + 1):
        run = best = 0
        for place in range(size, len(keys)):
            run = run + 1 if keys[place] == keys[place - size] else 0
            best = max(best, run)
        times = best // size + 1
        if times > MOST_CELLS:
            return times
    return 0


def _finding(measures: Sequence[Measure], loop: Loop) -> Diagnostic:
    what = "This bar comes" if loop.group == 1 else f"These {loop.group} bars come"
    end = loop.start + loop.group * loop.times == len(measures)
    message = (
        f"{what} {loop.times} times in a row{' to the end' if end else ''}; the tune seems to repeat itself. "
        f"Keep {KEPT} of them, or write a repeat |: :|."
    )
    return Diagnostic(Severity.WARNING, CODE, message, *place_of(measures[loop.start : loop.start + loop.group]))
