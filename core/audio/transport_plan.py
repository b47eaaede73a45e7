"""What a player needs to know of a score: its sounds in order, where every note comes, where the beats fall."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.audio.cycle import Beat, Stroke, beats_of, count_in
from core.audio.schedule import Clock, Schedule, Sound, schedule
from core.audio.synth import ARTICULATION_SECONDS
from core.score.score import Score
from core.score.timeline import timeline

HELD_SHARE = 0.8
"""At least this much of a note sounds before it is let go."""
MOST_PASSES = 64
"""A note that is played more often is looped in one of the first so many."""
SAME = 1e-9
END, START, CLICK = 0, 1, 2
"""Kinds of actions, in the order in which they happen at one moment."""


@dataclass(frozen=True, slots=True)
class Action:
    """One thing to do at a second of the score: END or START a sound, or CLICK."""

    seconds: float
    kind: int
    sound: Sound | None = None
    stroke: Stroke | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """A schedule made ready for playing.

    `places`: the seconds at which each id comes, rests and tied notes too, grace notes with their note; `ends`: when it
    is over each time.
    `tied`: the notes that a sound's tie holds. `bars`: the seconds at which bars begin.
    """

    schedule: Schedule = Schedule((), 0.0)
    beats: tuple[Beat, ...] = ()
    places: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    tied: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    actions: tuple[Action, ...] = ()
    action_times: tuple[float, ...] = ()
    onsets: tuple[float, ...] = ()
    longest: float = 0.0
    ends: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    bars: tuple[float, ...] = ()

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
        return tuple(dict.fromkeys(name for sound in found for name in self._shown(sound, seconds)))

    def _shown(self, sound: Sound, seconds: float) -> tuple[str, ...]:
        return sound.graced or (self._written(sound, seconds),)

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

    def stretch(self, ids: Sequence[str], near: float = 0.0) -> tuple[float, float] | None:
        """Return a stretch of time that holds all these notes once: of several passes the one nearest to a second.

        None where none of them is played. A pass that holds another whole one is none: over a repeat sign it is only
        the last time round that leads on.
        """
        times = {note_id: found for note_id in ids if (found := self.places.get(note_id))}
        if not times:
            return None
        passes = [_pass(times, start, self.ends) for start in next(iter(times.values()))[:MOST_PASSES]]
        whole = [found for found in passes if found is not None] or [_whole(times, self.ends)]
        least = [one for one in whole if not any(_holds(one, other) for other in whole)]
        return min(least, key=lambda one: max(one[0] - near, near - one[1] + SAME, 0.0))

    def cycle_at(self, seconds: float) -> tuple[float, float] | None:
        """Return the tala cycle around a second; without a beat to count the bar; None where there is neither."""
        starts = [beat.onset for beat in self.beats if beat.first] if self.beats else list(self.bars)
        edges = sorted({0.0, *starts, self.seconds}) if starts else []
        place = min(bisect_right(edges, seconds + SAME), len(edges) - 1)
        return (edges[place - 1], edges[place]) if place > 0 else None

    @property
    def tala(self) -> bool:
        """True where the beats are those of a tala."""
        return any(beat.cycle.tala for beat in self.beats)

    def count_in(self, seconds: float) -> tuple[tuple[float, Stroke], ...]:
        """Return the strokes of the cycle that leads up to a second: when they come, counted back from it, and what."""
        return count_in(self.beats, seconds)


Span = tuple[float, float]


def _pass(times: Mapping[str, tuple[float, ...]], start: float, ends: Mapping[str, tuple[float, ...]]) -> Span | None:
    """Return from `start` to the end of every note's next time; None where one does not come again."""
    stop = start
    for note_id, found in times.items():
        place = bisect_left(found, start - SAME)
        if place == len(found):
            return None
        stop = max(stop, ends[note_id][place])
    return start, stop


def _whole(times: Mapping[str, tuple[float, ...]], ends: Mapping[str, tuple[float, ...]]) -> Span:
    """Return from the first to the last of notes that never come in the order in which they are written."""
    return min(found[0] for found in times.values()), max(ends[note_id][0] for note_id in times)


def _holds(one: Span, other: Span) -> bool:
    return one != other and one[0] <= other[0] + SAME and other[1] <= one[1] + SAME


def plan(score: Score) -> Plan:
    """Make the plan of a score."""
    played = timeline(score, played=True)
    clock = Clock(played.tempi)
    beats = [
        Beat(clock.seconds(onset), stroke, cycle, place, clock.whole(onset))
        for onset, place, stroke, cycle in beats_of(score, played)
    ]
    lengths = {moment.id: moment.duration for moment in timeline(score).moments}
    spans: dict[str, list[Span]] = {}
    for moment in played.moments:
        onset = moment.onset
        for note_id in (moment.id, *moment.also):
            end = onset + lengths[note_id]
            spans.setdefault(note_id, []).append((clock.seconds(onset), clock.seconds(end)))
            onset = end
    for rows in spans.values():
        rows.sort()
    # one plays from a grace note as from its note, with all that lead to it
    spans |= {grace: spans[note] for grace, note in score.graced.items() if note in spans}
    return plan_of(
        schedule(score),
        tuple(beats),
        {note_id: tuple(start for start, _ in rows) for note_id, rows in spans.items()},
        {moment.id: moment.also for moment in played.moments if moment.also},
        {note_id: tuple(end for _, end in rows) for note_id, rows in spans.items()},
        tuple(sorted({clock.seconds(bar.onset) for bar in played.bars})),
    )


def plan_of(
    wanted: Schedule,
    beats: tuple[Beat, ...] = (),
    places: Mapping[str, tuple[float, ...]] | None = None,
    tied: Mapping[str, tuple[str, ...]] | None = None,
    ends: Mapping[str, tuple[float, ...]] | None = None,
    bars: tuple[float, ...] = (),
) -> Plan:
    """Make the plan of a schedule; without places or ends, every sound's own."""
    own: dict[str, list[Span]] = {}
    for sound in wanted.sounds if places is None or ends is None else ():
        own.setdefault(sound.id, []).append((sound.onset, sound.onset + sound.duration))
    if places is None:
        places = {note_id: tuple(start for start, _ in rows) for note_id, rows in own.items()}
    if ends is None:
        ends = {note_id: _ends(times, own.get(note_id, [])) for note_id, times in places.items()}
    rows = [Action(beat.onset, CLICK, stroke=beat.stroke) for beat in beats]
    for sound in wanted.sounds:
        held = max(sound.duration - ARTICULATION_SECONDS, sound.duration * HELD_SHARE)
        rows += [Action(sound.onset, START, sound), Action(sound.onset + held, END, sound)]
    rows.sort(key=lambda action: (action.seconds, action.kind))
    return Plan(
        wanted, beats, places, tied or {}, tuple(rows), tuple(row.seconds for row in rows),
        tuple(sound.onset for sound in wanted.sounds), max((s.duration for s in wanted.sounds), default=0.0),
        ends, bars,
    )  # fmt: skip


def _ends(times: Sequence[float], spans: Sequence[Span]) -> tuple[float, ...]:
    """Return when a note that begins at these seconds is over, as far as its sounds tell."""
    known = dict(spans)
    return tuple(known.get(time, time) for time in times)


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
