"""Which MIDI channel each note goes to: on one channel the first of two ends of a pitch would end both."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from core.score.score import Score
from core.score.timeline import Moment, Timeline

TICKS = 960
"""Ticks a quarter note: thirds, fifths and 64ths fall on whole ticks."""
CHANNELS = tuple(channel for channel in range(16) if channel != 9)
"""Those that have pitches."""
BEND_RANGE = 2
HIGHEST = 127


@dataclass(frozen=True, slots=True)
class Tone:
    """A note as it sounds. `part` counts from 0, times are in ticks, `bend` is how far the pitch wheel is turned."""

    part: int
    moment: Moment
    start: int
    stop: int
    key: int
    bend: int

    def spoils(self, other: "Tone") -> bool:
        """Say whether a tone on the same channel would be cut or bent by this one, or this one by it."""
        if self.stop <= other.start or other.stop <= self.start:
            return False
        if (self.start, self.stop) == (other.start, other.stop):
            return self.bend != other.bend
        return self.key == other.key or bool(self.bend or other.bend)


def tick(onset: Fraction) -> int:
    """Return the tick of a time in whole notes."""
    return round(onset * 4 * TICKS)


def tones(score: Score, line: Timeline) -> Iterator[Tone]:
    """Give every note that MIDI has a key for, in the order of time."""
    places = {part.id: place for place, part in enumerate(score.parts)}
    for moment in line.notes:
        midi = moment.midi or 0
        key = round(midi)
        if 0 <= key <= HIGHEST:
            start = tick(moment.onset)
            stop = max(tick(moment.onset + moment.duration), start + 1)
            yield Tone(places[moment.part], moment, start, stop, key, int((midi - key) * 8192 / BEND_RANGE))


def allotted(sounding: Sequence[Tone], parts: int) -> tuple[list[int], int]:
    """Return a channel for each tone, in their order, and how many tones found none of their own.

    Each part has its channel; what would be spoilt there goes to one that no part has, or else to any that is free.
    """
    own = [CHANNELS[place % len(CHANNELS)] for place in range(parts)]
    more: list[list[int]] = [[] for _ in own]
    spare = [channel for channel in CHANNELS if channel not in own]
    held: dict[int, list[Tone]] = {channel: [] for channel in CHANNELS}
    found: list[int] = []
    crowded = 0
    for tone in sounding:
        choices = (own[tone.part], *more[tone.part], *spare, *CHANNELS)
        channel = next((one for one in choices if not any(tone.spoils(other) for other in held[one])), None)
        if channel is None:
            crowded += 1
            channel = own[tone.part]
        elif channel in spare:
            spare.remove(channel)
            more[tone.part].append(channel)
        held[channel] = [other for other in held[channel] if other.stop > tone.start]
        held[channel].append(tone)
        found.append(channel)
    return found, crowded
