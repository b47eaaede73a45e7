"""How far a change in a tune's text reaches: a few bars to both sides, whole lines where words stand under them."""

from bisect import bisect_left, bisect_right
from fractions import Fraction
from typing import NamedTuple

from core.formats.abc.fixes.edit import Places
from core.formats.abc.lexer import BODY_LETTERS, field_of, split_lines
from core.formats.base import Tune
from core.score.check_bars import BREAKS
from core.score.score import Measure

BARS = 1
"""A change is felt in so many bars before and after those it edits: ties and slurs lead there."""
EVENTS = 3
"""A change of a sign is felt in so many notes before and after, as far as it does not change how long its bar is."""
WORDS = "ws+"
"""Fields that stand under a line of music and are counted off against its notes."""


class Zone(NamedTuple):
    """A stretch of text by offsets, its end not in it."""

    begin: int
    end: int


class Zones:
    """The places in a tune's own text where bars begin, and lines of music that have words under them."""

    def __init__(self, text: str, places: Places, tune: Tune) -> None:
        spans = [
            next((event.span for event in measure.events if event.span), None)
            for part in tune.score.parts
            for measure in part.measures
        ]
        self._bars = sorted({places.offset(span.line, span.column) for span in spans if span})
        events = [event.span for part in tune.score.parts for measure in part.measures for event in measure.events]
        self._events = sorted({places.offset(span.line, span.column) for span in events if span})
        self._stanzas = _stanzas(text, places)
        self._all = Zone(-1, len(text) + 1)

    @property
    def first(self) -> int:
        """Where the first bar begins."""
        return self._bars[0] if self._bars else self._all.end

    def around(self, hull: Zone) -> Zone:
        """Return the zone of a change of a stretch: everything for one before the first bar."""
        bars = self._bars
        first, last = bisect_right(bars, hull.begin) - 1, bisect_right(bars, hull.end) - 1
        if first < 0:
            return self._all
        begin = bars[first - BARS] if first >= BARS else self._all.begin
        end = bars[last + BARS + 1] if last + BARS + 1 < len(bars) else self._all.end
        return self._to_stanzas(Zone(begin, end)) if self._stanzas else Zone(begin, end)

    def close(self, hull: Zone) -> Zone:
        """Return the zone of a change of signs that leaves bars as long as they were."""
        first, last = bisect_right(self._events, hull.begin) - 1, bisect_right(self._events, hull.end) - 1
        begin = self._events[first - EVENTS] if first >= EVENTS else self._all.begin
        end = self._events[last + EVENTS + 1] if last + EVENTS + 1 < len(self._events) else self._all.end
        return Zone(min(begin, hull.begin), end)

    def bars(self, hull: Zone) -> Zone:
        """Return the stretch made longer to whole bars."""
        first, after = bisect_right(self._bars, hull.begin) - 1, bisect_right(self._bars, hull.end)
        begin = self._bars[first] if first >= 0 else self._all.begin
        return Zone(begin, self._bars[after] if after < len(self._bars) else self._all.end)

    def _to_stanzas(self, zone: Zone) -> Zone:
        first, after = bisect_right(self._stanzas, zone.begin) - 1, bisect_left(self._stanzas, zone.end)
        begin = self._stanzas[first] if first >= 0 else self._all.begin
        return Zone(begin, self._stanzas[after] if after < len(self._stanzas) else self._all.end)


class Upbeats:
    """The lengths of bars that begin a tune or follow on a repeat: one of them may excuse a short bar anywhere."""

    def __init__(self, places: Places, tune: Tune) -> None:
        found = []
        for part in tune.score.parts:
            before: Measure | None = None
            for measure in part.measures:
                span = next((event.span for event in measure.events if event.span), None)
                if span is None:
                    continue
                if before is None or _break(before, measure):
                    found.append((places.offset(span.line, span.column), measure.length))
                before = measure
        found.sort()
        self._places = [place for place, _ in found]
        self._lengths = [length for _, length in found]

    def within(self, zone: Zone) -> list[Fraction]:
        """Return the lengths in a zone, in the order of places."""
        return self._lengths[bisect_left(self._places, zone.begin) : bisect_left(self._places, zone.end)]


def _break(one: Measure, two: Measure) -> bool:
    return bool(one.right.repeats or two.left.repeats or two.ending) or one.right.style in BREAKS


def _stanzas(text: str, places: Places) -> list[int]:
    """Return where lines begin that follow on words."""
    found = []
    words = False
    for line in split_lines(text):
        field = field_of(line.text, BODY_LETTERS)
        now = field is not None and field[0] in WORDS
        if words and not now:
            found.append(places.offset(line.number, 1))
        words = now
    return found
