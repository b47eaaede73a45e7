"""The flat reading of a score that views, metrics, sound, cursor and tab fingering share."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from core.score.events import ZERO, Syllable
from core.score.exact import plus
from core.score.making import maker
from core.score.order import Visit, played_order, written_order
from core.score.pitch import Pitch
from core.score.score import Measure, Part, Score
from core.score.signatures import Tempo


@dataclass(frozen=True, slots=True)
class Moment:
    """One note (`pitch` set) or rest (`pitch` None) in time. Onset and duration in whole notes from the start."""

    id: str
    onset: Fraction
    duration: Fraction
    pitch: Pitch | None
    part: str
    measure: int
    layer: int = 0
    again: int = 0
    """0 the first time the note is played, 1 the second ..."""
    lyrics: tuple[Syllable | None, ...] = ()
    tied: bool = False
    """A tie leads to the next note; never set in a played timeline, where ties are merged."""
    also: tuple[str, ...] = ()
    """Ids of the notes that a tie merged into this one."""

    @property
    def midi(self) -> int | Fraction | None:
        """The MIDI number; None for a rest."""
        return None if self.pitch is None else self.pitch.midi


@dataclass(frozen=True, slots=True)
class Bar:
    """One playing of a measure of a part."""

    part: str
    measure: int
    onset: Fraction
    length: Fraction


@dataclass(frozen=True, slots=True)
class Timeline:
    """Moments sorted by onset, pitch and duration; bars and tempi in time."""

    moments: tuple[Moment, ...]
    bars: tuple[Bar, ...]
    tempi: tuple[tuple[Fraction, Tempo], ...]
    length: Fraction

    @property
    def notes(self) -> tuple[Moment, ...]:
        """The moments that sound."""
        return tuple(moment for moment in self.moments if moment.pitch is not None)


_make_moment = maker(Moment)


def timeline(score: Score, *, played: bool = False) -> Timeline:
    """Read a score in time.

    Written: every note once, ties unmerged. Played: repeats, endings, `P:` and jumps followed; ties merged where the
    next note of the same pitch follows at once, over repeats too.
    """
    moments: list[Moment] = []
    bars: list[Bar] = []
    tempi: dict[Fraction, Tempo] = {ZERO: score.tempo} if score.tempo else {}
    for part in score.parts:
        visits = played_order(score, part) if played else written_order(part)
        rows, own_bars = _read_part(part, visits, tempi)
        moments += _merge_ties(rows) if played else rows
        bars += own_bars
    moments.sort(key=_place)
    length = max((bar.onset + bar.length for bar in bars), default=ZERO)
    return Timeline(tuple(moments), tuple(bars), tuple(sorted(tempi.items(), key=lambda row: row[0])), length)


def _place(moment: Moment) -> tuple[Fraction, Fraction, Fraction]:
    midi = moment.midi
    return moment.onset, Fraction(-1) if midi is None else Fraction(midi), moment.duration


def _read_part(part: Part, visits: list[Visit], tempi: dict[Fraction, Tempo]) -> tuple[list[Moment], list[Bar]]:
    now = ZERO
    rows: list[Moment] = []
    bars: list[Bar] = []
    lengths: dict[int, Fraction] = {}
    for visit in visits:
        measure = part.measures[visit.measure]
        length = lengths.setdefault(visit.measure, measure.length)
        bars.append(Bar(part.id, visit.measure, now, length))
        for change in measure.changes:
            if isinstance(change.value, Tempo):
                tempi[now + change.onset] = change.value
        rows += _read_measure(part, measure, visit, now)
        now = plus(now, length)
    return rows, bars


def _read_measure(part: Part, measure: Measure, visit: Visit, start: Fraction) -> Iterator[Moment]:
    for layer, events in enumerate(measure.layers):
        for event in events:
            onset = plus(start, event.onset)
            if not event.notes:
                yield _make_moment(
                    event.id, onset, event.duration, None, part.id, visit.measure, layer, visit.again, (), False, ()
                )
            for note in event.notes:
                yield _make_moment(
                    note.id, onset, note.duration, note.pitch, part.id, visit.measure, layer, visit.again,
                    event.lyrics, note.tied, (),
                )  # fmt: skip


def _merge_ties(rows: list[Moment]) -> list[Moment]:
    """Join tied notes of one part: each absorbs the next of its pitch that starts where it ends.

    Where an ending is passed over, a note that begins a syllable of its own is struck: the tie leads into the ending.
    """
    waiting: dict[tuple[Fraction | int | None, Fraction], list[int]] = {}
    lasts: dict[int, int] = {}
    """The measure in which the latest part of each tied note lies."""
    merged: list[Moment] = []
    for row in sorted(rows, key=lambda moment: moment.onset):
        before = waiting.get((row.midi, row.onset)) if row.pitch is not None else None
        if not before or (row.measure > lasts[before[0]] + 1 and _begins(row)):
            place = len(merged)
            merged.append(row if not row.tied else replace(row, tied=False))
        else:
            place = before.pop(0)
            head = merged[place]
            merged[place] = replace(head, duration=head.duration + row.duration, also=(*head.also, row.id))
        if row.tied:
            waiting.setdefault((row.midi, row.onset + row.duration), []).append(place)
            lasts[place] = row.measure
    return merged


def _begins(row: Moment) -> bool:
    return any(syllable is not None and syllable.text and not syllable.held for syllable in row.lyrics)
