"""Loops that a change of a few bars makes or ends, without a look at the whole tune."""

from bisect import bisect_left
from collections.abc import Sequence

from core.formats.abc.fixes.edit import Places
from core.formats.abc.fixes.zones import Zone
from core.formats.base import Tune
from core.score.check_loops import LONGEST_GROUP, MOST_TIMES, loops
from core.score.score import Measure

REACH = max(group * (times + 1) for group, times in MOST_TIMES.items()) + LONGEST_GROUP
"""A loop is seen in so many bars, and a change of one bar is no part of a loop that is further away."""
FEWEST_PAIRS = min(group * times for group, times in MOST_TIMES.items())
"""Of each loop so many bars at least come again within a group's length."""


class Turns:
    """The measures of a tune's first part, which loops are looked for in, by their places."""

    def __init__(self, places: Places, tune: Tune) -> None:
        self.measures: tuple[Measure, ...] = tune.score.parts[0].measures if tune.score.parts else ()
        self.firsts: list[int] = []
        for measure in self.measures:
            span = next((event.span for event in measure.events if event.span), None)
            before = self.firsts[-1] if self.firsts else 0
            self.firsts.append(places.offset(span.line, span.column) if span else before)
        self._keys: dict[int, int] = {}
        self._counts: dict[tuple[int, ...], int] = {}

    def more_loops(self, zone: Zone, other: "Turns", there: Zone) -> int:
        """Return how many more loops there are with the bars of a zone as they are in another text."""
        begin, end = self._range(zone)
        left, right = range(max(0, begin - REACH), begin), range(end, min(len(self.measures), end + REACH))
        mine, others = range(begin, end), range(*other._range(there))
        keys = [self._key(place) for place in mine]
        changed = [other._key(place) for place in others]
        if keys == changed:
            return 0
        before, after = [self._key(place) for place in left], [self._key(place) for place in right]
        now = [*self._bars(left), *self._bars(mine), *self._bars(right)]
        then = [*self._bars(left), *other._bars(others), *self._bars(right)]
        return self._count([*before, *changed, *after], then) - self._count([*before, *keys, *after], now)

    def _range(self, zone: Zone) -> tuple[int, int]:
        return bisect_left(self.firsts, zone.begin), bisect_left(self.firsts, zone.end)

    def _bars(self, places: range) -> Sequence[Measure]:
        return self.measures[places.start : places.stop]

    def _key(self, place: int) -> int:
        """Return what is the same for measures that sound the same; 0 for one without notes."""
        if place not in self._keys:
            events = self.measures[place].events
            sound = [
                (*event.duration.as_integer_ratio(), *[note.pitch.midi for note in event.notes]) for event in events
            ]
            self._keys[place] = hash(tuple(sound)) if any(event.notes for event in events) else 0
        return self._keys[place]

    def _count(self, keys: Sequence[int], measures: Sequence[Measure]) -> int:
        if not _may_loop(keys):
            return 0
        told = tuple(keys)
        if told not in self._counts:
            self._counts[told] = len(loops(measures))
        return self._counts[told]


def _may_loop(keys: Sequence[int]) -> bool:
    """Say whether so many bars come again soon that there may be a loop."""
    last: dict[int, int] = {}
    pairs = 0
    for place, key in enumerate(keys):
        if key and place - last.get(key, -LONGEST_GROUP - 1) <= LONGEST_GROUP:
            pairs += 1
        last[key] = place
    return pairs >= FEWEST_PAIRS
