"""What a player needs to know of a score: its sounds in order, where every note comes, where the beats fall."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from core.audio.schedule import Clock, Schedule, Sound, schedule
from core.audio.synth import ARTICULATION_SECONDS
from core.score.score import Score
from core.score.signatures import Metre
from core.score.timeline import Bar, Timeline, timeline

HELD_SHARE = 0.8
"""At least this much of a note sounds before it is let go."""
END, START, CLICK = 0, 1, 2
"""Kinds of actions, in the order in which they happen at one moment."""


@dataclass(frozen=True, slots=True)
class Beat:
    """A moment for the metronome, in seconds; `accent` at the start of a bar."""

    onset: float
    accent: bool


@dataclass(frozen=True, slots=True)
class Action:
    """One thing to do at a second of the score: END or START a sound, or CLICK."""

    seconds: float
    kind: int
    sound: Sound | None = None
    accent: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """A schedule made ready for playing.

    `places`: the seconds at which each id comes, rests and tied notes too. `tied`: the notes that a sound's tie holds.
    """

    schedule: Schedule = Schedule((), 0.0)
    beats: tuple[Beat, ...] = ()
    places: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    tied: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    actions: tuple[Action, ...] = ()
    action_times: tuple[float, ...] = ()
    onsets: tuple[float, ...] = ()
    longest: float = 0.0

    @property
    def seconds(self) -> float:
        """The length of the whole."""
        return self.schedule.seconds

    def spanning(self, seconds: float) -> list[Sound]:
        """Return the sounds that have begun by then and are not over."""
        first = bisect_left(self.onsets, seconds - self.longest)
        last = bisect_right(self.onsets, seconds)
        return [sound for sound in self.schedule.sounds[first:last] if sound.onset + sound.duration > seconds]

    def sounding(self, seconds: float) -> tuple[str, ...]:
        """Return the ids of the notes of a moment: the first part first, in it the one that began last."""
        found = sorted(self.spanning(seconds), key=lambda sound: (sound.part, -sound.onset))
        return tuple(dict.fromkeys(self._written(sound, seconds) for sound in found))

    def _written(self, sound: Sound, seconds: float) -> str:
        """Return the note of a chain of ties that a moment belongs to."""
        reached = sound.id
        for note_id in self.tied.get(sound.id, ()):
            if any(sound.onset < time <= seconds for time in self.places.get(note_id, ())):
                reached = note_id
        return reached

    def place(self, note_id: str, after: float = 0.0) -> float | None:
        """Return when a note comes: the first time at or after a second, else its first time; None if it never does."""
        times = self.places.get(note_id)
        if not times:
            return None
        return next((time for time in times if time >= after), times[0])

    def stretch(self, ids: list[str]) -> tuple[float, float] | None:
        """Return the first stretch of time that holds these notes; None where none of them sounds."""
        starts = [times[0] for note_id in ids if (times := self.places.get(note_id))]
        if not starts:
            return None
        wanted, last = set(ids), max(starts)
        ends = [s.onset + s.duration for s in self.schedule.sounds if s.id in wanted and s.onset <= last + 1e-9]
        later = [time for times in self.places.values() for time in times if time > last + 1e-9]
        end = max(ends, default=0.0)
        return min(starts), end if end > last else min(later, default=self.seconds)

    def lead_in(self, seconds: float) -> tuple[int, float]:
        """Return how many beats the bar around a second has, and how long one lasts there."""
        if len(self.beats) < 2:
            return 4, 0.5
        times = [beat.onset for beat in self.beats]
        here = min(max(bisect_right(times, seconds + 1e-6) - 1, 0), len(times) - 2)
        bars = [place for place, beat in enumerate(self.beats) if beat.accent]
        bar = bisect_right(bars, here)
        whole = bars[bar] - bars[bar - 1] if 0 < bar < len(bars) else _usual(bars)
        return whole, times[here + 1] - times[here]


def _usual(bars: list[int]) -> int:
    steps = [later - sooner for sooner, later in pairwise(bars)]
    return max(steps, key=steps.count) if steps else 4


def plan(score: Score) -> Plan:
    """Make the plan of a score."""
    played = timeline(score, played=True)
    clock = Clock(played.tempi)
    beats = [Beat(clock.seconds(onset), accent) for onset, accent in _beats(score, played)]
    lengths = {moment.id: moment.duration for moment in timeline(score).moments}
    places: dict[str, list[float]] = {}
    for moment in played.moments:
        onset = moment.onset
        for note_id in (moment.id, *moment.also):
            places.setdefault(note_id, []).append(clock.seconds(onset))
            onset += lengths[note_id]
    return plan_of(
        schedule(score),
        tuple(beats),
        {note_id: tuple(sorted(times)) for note_id, times in places.items()},
        {moment.id: moment.also for moment in played.moments if moment.also},
    )


def plan_of(
    wanted: Schedule,
    beats: tuple[Beat, ...] = (),
    places: Mapping[str, tuple[float, ...]] | None = None,
    tied: Mapping[str, tuple[str, ...]] | None = None,
) -> Plan:
    """Make the plan of a schedule; without places, every sound's own onset."""
    if places is None:
        own: dict[str, list[float]] = {}
        for sound in wanted.sounds:
            own.setdefault(sound.id, []).append(sound.onset)
        places = {note_id: tuple(times) for note_id, times in own.items()}
    rows = [Action(beat.onset, CLICK, accent=beat.accent) for beat in beats]
    for sound in wanted.sounds:
        held = max(sound.duration - ARTICULATION_SECONDS, sound.duration * HELD_SHARE)
        rows += [Action(sound.onset, START, sound), Action(sound.onset + held, END, sound)]
    rows.sort(key=lambda action: (action.seconds, action.kind))
    return Plan(
        wanted, beats, places, tied or {}, tuple(rows), tuple(row.seconds for row in rows),
        tuple(sound.onset for sound in wanted.sounds), max((s.duration for s in wanted.sounds), default=0.0),
    )  # fmt: skip


def _beats(score: Score, played: Timeline) -> Iterator[tuple[Fraction, bool]]:
    """Give the beats of the first part; a short first bar counts back from its end."""
    if not score.parts:
        return
    part = score.parts[0]
    bars: list[Bar] = [bar for bar in played.bars if bar.part == part.id]
    for place, bar in enumerate(bars):
        metre = part.measures[bar.measure].metre
        steps = list(_steps(metre, bar.length))
        short = place == 0 and metre.length is not None and bar.length < metre.length
        if short:
            back = [bar.length - step for step in _steps(metre, bar.length + 1) if 0 < step <= bar.length]
            yield from ((bar.onset + step, False) for step in sorted(back))
        else:
            yield from ((bar.onset + step, step == 0) for step in steps)


def _steps(metre: Metre, length: Fraction) -> Iterator[Fraction]:
    """Give the beats within a bar of some length; `3+2+2` counts its groups."""
    groups = [Fraction(beats, metre.unit) for beats in metre.beats] if len(metre.beats) > 1 else [metre.beat]
    now, place = Fraction(0), 0
    while now < length:
        yield now
        now += groups[place % len(groups)]
        place += 1


def moved(old: Plan, new: Plan, seconds: float) -> float:
    """Return where a moment of one plan lies in its successor.

    Where everything up to that moment is still the same notes, the moment keeps its place in its note, so that a new
    tempo or an edit further on moves nothing. Else it keeps its second. Never past the new end.
    """
    count = bisect_right(old.onsets, seconds)
    before, after = old.schedule.sounds[:count], new.schedule.sounds[:count]
    if count and [sound.id for sound in before] == [sound.id for sound in after]:
        was, now = before[-1], after[-1]
        share = now.duration / was.duration if was.duration else 1.0
        seconds = now.onset + (seconds - was.onset) * share
    return min(seconds, new.seconds)
