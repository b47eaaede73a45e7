"""The played timeline in seconds: what sounds, when, how long."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from core.score.events import ZERO, Event
from core.score.score import Score
from core.score.signatures import Tempo
from core.score.timeline import Moment, Timeline, timeline

DEFAULT_QUARTERS = Fraction(120)
"""Quarter notes a minute where the score names no tempo."""
MIDDLE = 64
"""MIDI's pan of what is heard on both sides alike."""
TOUCH = Fraction(1, 32)
"""A grace note lasts so long, in whole notes, whatever length it is written with: an eighth of a matra, as the MIDI
files of the ten songs play a kan (60 ticks of 480)."""
MOST_TOUCHED = Fraction(1, 2)
"""The grace notes of a note take no more of it than this share."""


@dataclass(frozen=True, slots=True)
class Sound:
    """One note to play: seconds from score time 0, a MIDI number (a fraction for microtones), and its source.

    `pan` is where its part is heard, 0 left, 64 in the middle, 127 right. `graced`: of a grace note, the ids of the
    notes that it leads to; they are what a cursor shows while it sounds.
    """

    onset: float
    duration: float
    midi: float
    part: int
    id: str
    pan: int = MIDDLE
    graced: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Schedule:
    """All sounds in order of onset, and the length of the whole in seconds."""

    sounds: tuple[Sound, ...]
    seconds: float


class Clock:
    """Turn score time (whole notes) into seconds, over all changes of tempo."""

    def __init__(self, tempi: tuple[tuple[Fraction, Tempo], ...]) -> None:
        speed = DEFAULT_QUARTERS
        self._starts: list[Fraction] = [Fraction(0)]
        self._seconds: list[Fraction] = [Fraction(0)]
        self._speeds: list[Fraction] = [speed]
        for onset, tempo in tempi:
            speed = tempo.quarters_per_minute or speed
            self._seconds.append(self._at(onset))
            self._starts.append(onset)
            self._speeds.append(speed)

    def _at(self, onset: Fraction) -> Fraction:
        place = bisect_right(self._starts, onset) - 1
        return self._seconds[place] + (onset - self._starts[place]) * 240 / self._speeds[place]

    def seconds(self, onset: Fraction) -> float:
        """Return the second at which a moment of the score comes."""
        return float(self._at(onset))

    def whole(self, onset: Fraction) -> float:
        """Return how many seconds a whole note lasts from a moment on."""
        return float(240 / self._speeds[bisect_right(self._starts, onset) - 1])


def schedule(score: Score, *, transpose: int = 0) -> Schedule:
    """Read the score as it is played, in seconds; `transpose` moves the sound by semitones.

    Grace notes (kan) begin where their note is written, one after the other, and the note begins after them: TOUCH
    each, together at most MOST_TOUCHED of it. Where a tie leads into their note they sound over it.
    """
    played: Timeline = timeline(score, played=True)
    clock = Clock(played.tempi)
    parts = {part.id: place for place, part in enumerate(score.parts)}
    graces = _Graces(score)
    sounds = []

    def sound(onset: Fraction, end: Fraction, midi: float, part: str, name: str, graced: tuple[str, ...] = ()) -> None:
        midi += transpose
        if 0 <= midi <= 127:
            start = clock.seconds(onset)
            sounds.append(Sound(start, clock.seconds(end) - start, midi, parts[part], name, graced=graced))

    for moment in played.moments if graces else played.notes:
        delay = ZERO
        if graces:
            delay = graces.delay(moment.id)
            for onset, end, midi, name, ids in graces.of(moment):
                sound(onset, end, midi, moment.part, name, ids)
        if moment.pitch is not None:
            onset = moment.onset
            sound(onset + delay, onset + moment.duration, float(moment.pitch.midi), moment.part, moment.id)
    if graces:
        sounds.sort(key=lambda sound: sound.onset)
    return Schedule(tuple(sounds), clock.seconds(played.length))


class _Graces:
    """The grace notes of a score, found by the ids of the notes and rests that they lead to."""

    def __init__(self, score: Score) -> None:
        self._events: dict[str, Event] = {}
        self._lengths: dict[str, Fraction] = {}
        for event in score.events():
            if event.graces:
                self._events |= dict.fromkeys(_ids(event), event)
        if self._events:
            self._lengths = {note.id: note.duration for event in score.events() for note in event.notes}

    def __bool__(self) -> bool:
        return bool(self._events)

    def delay(self, name: str) -> Fraction:
        """Return how much later than written a note begins."""
        event = self._events.get(name)
        return ZERO if event is None else _touch(event) * len(event.graces)

    def of(self, moment: Moment) -> Iterator[tuple[Fraction, Fraction, float, str, tuple[str, ...]]]:
        """Yield the grace notes of a moment and of all that is tied to it: onset, end, MIDI number, id, their notes."""
        onset = moment.onset
        for place, name in enumerate((moment.id, *moment.also)):
            event = self._events.get(name)
            # a chord's grace notes come once, with its first note
            if event is not None and _ids(event)[0] == name:
                length = _touch(event)
                for number, grace in enumerate(event.graces if length else ()):
                    start, midi = onset + number * length, float(grace.pitch.midi)
                    # over a held note its own pitch cannot be heard, and would end it
                    if not place or midi != moment.midi:
                        yield start, start + length, midi, grace.id, _ids(event)
            onset += self._lengths.get(name, moment.duration)


def _ids(event: Event) -> tuple[str, ...]:
    return tuple(note.id for note in event.notes) or (event.id,)


def _touch(event: Event) -> Fraction:
    """Return how long each grace note of an event lasts."""
    shortest = min((note.duration for note in event.notes), default=event.duration)
    return min(TOUCH, shortest * MOST_TOUCHED / len(event.graces))
