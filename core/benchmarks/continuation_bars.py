"""Stretches of reference songs, all written alike: Sa on C, no key signature, one unit, no words, names or signs."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise
from pathlib import PurePath

from core.formats.abc.writer import write
from core.score.accidentals import with_accidentals
from core.score.edit import transposed
from core.score.events import Event
from core.score.score import Barline, Measure, Part, Score
from core.score.signatures import Clef, Key, Metre
from core.tradition.cells.build import sung_part
from core.tradition.talas import find

UNIT = Fraction(1, 8)
LONGEST_BAR = Fraction(8)
LEAST_NOTES = 3
LEAST_PITCHES = 2
PHRASE = Fraction(4)
"""Whole notes that a continuation should last: four bars of 4/4, or one long avartan."""
MOST_BARS = 4
ALIKE = 24
"""Notes at the beginning that make two songs the same."""
_NAMES = {"rabindra": ("rabindra", "tagore", "রবীন্দ্র", "ঠাকুর"), "nazrul": ("nazrul", "নজরুল")}


@dataclass(frozen=True, slots=True)
class Source:
    """A reference song. `name` is given as a question's source; `style` is rabindra, nazrul, or empty for unknown."""

    name: str
    score: Score
    style: str = ""


@dataclass(slots=True)
class Bars:
    """A song ready to be cut: its bars with Sa on C, and what a distractor may mismatch."""

    name: str
    style: str
    metre: Metre
    tala: str
    """The tala's id, empty where none is named or known."""
    notes: frozenset[int]
    """The pitch classes of the whole song over Sa."""
    measures: tuple[Measure, ...]
    _written: dict[tuple[int, int], str] = field(default_factory=dict)
    _starts: dict[int, tuple[int, ...]] = field(default_factory=dict)

    @property
    def identities(self) -> frozenset[str | tuple[int, ...]]:
        """What two files of one song share: the name without folder and ending, or the intervals at the beginning."""
        stem = PurePath(self.name).name.split(".")[0].casefold()
        number = self.name.rpartition(" ")[2]
        tune = f"{stem} {number}" if number.isdigit() else stem
        pitches = [int(event.notes[0].pitch.midi) for bar in self.measures for event in bar.events if event.notes]
        steps = tuple(high - low for low, high in pairwise(pitches[:ALIKE]))
        return frozenset([tune, steps] if len(steps) == ALIKE - 1 else [tune])

    @property
    def count(self) -> int:
        """How many bars a continuation of this song has."""
        length = self.metre.length or Fraction(1)
        return max(1, min(MOST_BARS, int(PHRASE / length)))

    def text(self, start: int, stop: int) -> str:
        """Return bars as one line of ABC without a header."""
        if (start, stop) not in self._written:
            self._written[start, stop] = _body(_excerpt(self.measures[start:stop], self.metre))
        return self._written[start, stop]

    def opening(self, start: int, stop: int) -> str:
        """Return bars as ABC with metre and unit, as the beginning of a question."""
        score = _excerpt(self.measures[start:stop], self.metre)
        header = [line for line in write(score).splitlines() if line[:2] in ("M:", "L:", "K:")]
        return "\n".join([*header, self.text(start, stop)])

    def usable(self, start: int, stop: int) -> bool:
        """Say whether bars go on without repeat, ending or jump between them, are full, and hold enough notes."""
        bars = self.measures[start:stop]
        if not 0 <= start < stop <= len(self.measures):
            return False
        if any(bar.length != self.metre.length or bar.metre.length != self.metre.length for bar in bars):
            return False
        if any(_breaks(one, two) for one, two in pairwise(bars)):
            return False
        sounding = [event for bar in bars for event in bar.events if event.notes]
        pitches = {event.notes[0].pitch.midi for event in sounding}
        return len(sounding) >= LEAST_NOTES * len(bars) and len(pitches) >= LEAST_PITCHES

    def starts(self, count: int) -> tuple[int, ...]:
        """Return where so many usable bars begin."""
        if count not in self._starts:
            places = range(len(self.measures))
            self._starts[count] = tuple(start for start in places if self.usable(start, start + count))
        return self._starts[count]

    def classes(self, start: int, stop: int) -> frozenset[int]:
        """Return the pitch classes of bars over Sa."""
        return _classes(self.measures[start:stop])

    def first(self) -> int:
        """Return the first full bar: a pickup is no bar of the opening."""
        return next((place for place, bar in enumerate(self.measures) if bar.length == self.metre.length), 0)


def bars_of(source: Source) -> Bars | str:
    """Return a song's bars; a word where it cannot be cut: `empty`, `free-metre`, `long-bars`, `microtones`."""
    score = source.score
    part = sung_part(score)
    if part is None or not any(event.notes for measure in part.measures for event in measure.events):
        return "empty"
    metre = next((bar.metre for bar in part.measures), score.metre)
    if metre.length is None:
        return "free-metre"
    if metre.length > LONGEST_BAR:
        return "long-bars"
    above = score.key.tonic_class
    moved = transposed(replace(score, parts=(part,), moved=None), -above if above <= 6 else 12 - above)
    measures = tuple(_plain(measure) for measure in moved.parts[0].measures)
    if any(note.pitch.midi != int(note.pitch.midi) for bar in measures for event in bar.events for note in event.notes):
        return "microtones"
    tala = find(score.rhythm) if score.rhythm else None
    style = source.style or style_of(score, source.name)
    return Bars(source.name, style, metre, tala.id if tala else "", _classes(measures), measures)


def style_of(score: Score, name: str) -> str:
    """Return whose song it is by its composer or its file's name; empty where neither tells."""
    said = f"{score.composer} {name}".casefold()
    found = [style for style, words in _NAMES.items() if any(word in said for word in words)]
    return found[0] if len(found) == 1 else ""


def _classes(measures: tuple[Measure, ...]) -> frozenset[int]:
    return frozenset(int(note.pitch.midi) % 12 for bar in measures for event in bar.events for note in event.notes)


def _plain(measure: Measure) -> Measure:
    """Return a bar of bare notes and rests; what steers playback stays until bars are chosen."""
    return replace(measure, layers=(tuple(_bare(measure.events)),), key=Key(), changes=(), line_end=False)


def _bare(events: tuple[Event, ...]) -> Iterator[Event]:
    for event in events:
        # of a chord the highest note is the tune
        notes = tuple(replace(note, accidental=None) for note in event.notes[-1:])
        yield Event(
            event.onset, event.duration, event.written, notes, event.rest, tuplet=event.tuplet, beamed=event.beamed
        )


def _breaks(one: Measure, two: Measure) -> bool:
    """Say whether the second bar is not what is played after the first, the first time it is played."""
    if one.right.repeats or one.right.style in ("|]", "[|") or (two.ending and 1 not in two.ending):
        return True
    return bool(two.marks) or any(mark.onset for mark in one.marks)


def _excerpt(measures: tuple[Measure, ...], metre: Metre) -> Score:
    last = len(measures) - 1
    bars = tuple(
        replace(bar, metre=metre, left=Barline(""), right=Barline("|"), ending=(), marks=(), line_end=place == last)
        for place, bar in enumerate(measures)
    )
    score = Score(parts=(Part("1", bars, clef=Clef()),), key=Key(), metre=metre, unit=UNIT)
    return with_accidentals(score)


def _body(score: Score) -> str:
    lines = write(score).splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith("K:"))
    return " ".join(line.strip() for line in lines[start + 1 :] if line.strip())
