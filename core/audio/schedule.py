"""The played timeline in seconds: what sounds, when, how long."""

from bisect import bisect_right
from dataclasses import dataclass
from fractions import Fraction

from core.score.score import Score
from core.score.signatures import Tempo
from core.score.timeline import Timeline, timeline

DEFAULT_QUARTERS = Fraction(120)
"""Quarter notes a minute where the score names no tempo."""
MIDDLE = 64
"""MIDI's pan of what is heard on both sides alike."""


@dataclass(frozen=True, slots=True)
class Sound:
    """One note to play: seconds from score time 0, a MIDI number (a fraction for microtones), and its source.

    `pan` is where its part is heard, 0 left, 64 in the middle, 127 right.
    """

    onset: float
    duration: float
    midi: float
    part: int
    id: str
    pan: int = MIDDLE


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
    """Read the score as it is played, in seconds; `transpose` moves the sound by semitones."""
    played: Timeline = timeline(score, played=True)
    clock = Clock(played.tempi)
    parts = {part.id: place for place, part in enumerate(score.parts)}
    sounds = []
    for moment in played.notes:
        onset = clock.seconds(moment.onset)
        end = clock.seconds(moment.onset + moment.duration)
        midi = float(moment.midi or 0) + transpose
        if 0 <= midi <= 127:
            sounds.append(Sound(onset, end - onset, midi, parts[moment.part], moment.id))
    return Schedule(tuple(sounds), clock.seconds(played.length))
