"""Two plans heard against each other: the same place in both, and both at once, bar beside bar."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from core.audio.schedule import Clock, Schedule, Sound
from core.audio.transport_plan import Plan, plan, plan_of
from core.score.compare import BarPair
from core.score.score import Score
from core.score.side_by_side import Sides
from core.score.timeline import timeline

Line = Literal["one", "other", "both"]
LEFT, RIGHT = 20, 107
"""Where the two are heard, as MIDI pans."""

Span = tuple[float, float]
"""Start and length in seconds."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Where the pairs of bars lie in each of three lines of time; None where a bar has no partner.

    In `both` each pair begins together and lasts as long as the longer of its bars.
    """

    one: tuple[Span | None, ...]
    other: tuple[Span | None, ...]
    both: tuple[Span | None, ...]

    def there(self, seconds: float, source: Line, target: Line) -> float:
        """Return the second of one line at which another is at the same place of the same bar.

        A bar that the other line does not have is the beginning of the next one that it has.
        """
        rows, wanted = self._line(source), self._line(target)
        present = [place for place, span in enumerate(rows) if span is not None]
        starts = [rows[place][0] for place in present]  # type: ignore[index]
        index = bisect_right(starts, seconds + 1e-6) - 1
        if index < 0:
            return 0.0
        place = present[index]
        start, length = rows[place] or (0.0, 0.0)
        passed = min(max(seconds - start, 0.0), length)
        found = wanted[place]
        if found is None:
            later = next((span for span in wanted[place:] if span is not None), None)
            return later[0] if later else max((s + d for s, d in filter(None, wanted)), default=0.0)
        if "both" in (source, target):
            return found[0] + min(passed, found[1])
        return found[0] + (passed / length * found[1] if length else 0.0)

    def _line(self, name: Line) -> tuple[Span | None, ...]:
        return {"one": self.one, "other": self.other, "both": self.both}[name]


@dataclass(frozen=True, slots=True)
class Heard:
    """What can be played of two scores. In `both` an id is led by its side: `one:` or `other:`."""

    one: Plan
    other: Plan
    both: Plan
    meeting: Meeting

    def plan(self, line: Line) -> Plan:
        """Return the plan of a line."""
        return {"one": self.one, "other": self.other, "both": self.both}[line]


def heard(sides: Sides) -> Heard:
    """Make the plans of two scores; the other one sounds as it was compared, its Sa moved where it was."""
    plans = plan(sides.one), plan(sides.moved)
    meeting = meet(sides.heard.bars, sides.one, sides.other)
    return Heard(*plans, together(*plans, meeting), meeting)


def meet(bars: Sequence[BarPair], one: Score, other: Score) -> Meeting:
    """Lay pairs of played bars out in time."""
    spans = _spans(one), _spans(other)
    ones = [None if pair.one is None else spans[0][pair.one] for pair in bars]
    others = [None if pair.other is None else spans[1][pair.other] for pair in bars]
    both: list[Span] = []
    now = 0.0
    for pair in zip(ones, others, strict=True):
        length = max((span[1] for span in pair if span is not None), default=0.0)
        both.append((now, length))
        now += length
    return Meeting(tuple(ones), tuple(others), tuple(both))


def _spans(score: Score) -> list[Span]:
    played = timeline(score, played=True)
    clock = Clock(played.tempi)

    def span(onset: Fraction, length: Fraction) -> Span:
        start = clock.seconds(onset)
        return start, clock.seconds(onset + length) - start

    return [span(bar.onset, bar.length) for bar in played.bars]


def together(one: Plan, other: Plan, meeting: Meeting) -> Plan:
    """Return both plans as one: the first on the left, the second on the right."""
    sounds: list[Sound] = []
    places: dict[str, tuple[float, ...]] = {}
    ends: dict[str, tuple[float, ...]] = {}
    tied: dict[str, tuple[str, ...]] = {}
    sides: tuple[tuple[Line, Plan, int], ...] = (("one", one, LEFT), ("other", other, RIGHT))
    for part, (name, own, pan) in enumerate(sides):
        for sound in own.schedule.sounds:
            onset = meeting.there(sound.onset, name, "both")
            graced = _named(name, sound.graced)
            sounds.append(replace(sound, onset=onset, part=part, id=f"{name}:{sound.id}", pan=pan, graced=graced))
        for note_id, times in own.places.items():
            begun = [meeting.there(time, name, "both") for time in times]
            lengths = (end - time for time, end in zip(times, own.ends[note_id], strict=True))
            rows = sorted((at, at + length) for at, length in zip(begun, lengths, strict=True))
            places[f"{name}:{note_id}"] = tuple(start for start, _ in rows)
            ends[f"{name}:{note_id}"] = tuple(end for _, end in rows)
        tied |= {f"{name}:{head}": _named(name, notes) for head, notes in own.tied.items()}
    sounds.sort(key=lambda sound: (sound.onset, sound.part, sound.midi))
    whole = [start + length for start, length in filter(None, meeting.both)]
    beats = tuple(replace(beat, onset=meeting.there(beat.onset, "one", "both")) for beat in one.beats)
    return plan_of(Schedule(tuple(sounds), max(whole, default=0.0)), beats, places, tied, ends)


def _named(name: str, ids: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{name}:{note_id}" for note_id in ids)
