"""Two scores made ready to stand side by side: first voices, as written or as played, in rows of paired bars."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from core.score.compare import BarPair, Comparison, compare
from core.score.edit import transposed
from core.score.events import ZERO, Event, Rest
from core.score.order import Visit, played_order
from core.score.pitch import Pitch
from core.score.score import Barline, Measure, Part, Score
from core.score.signatures import Clef, Key, Metre

MOST_BARS = 8
"""Pairs of bars in a row."""
BAR_ROOM = 1.2
"""What a bar line and the air around it take, in notes."""
LETTER_ROOM = 0.15
"""What a letter under a note takes, in notes."""


@dataclass(frozen=True, slots=True)
class Options:
    """What counts as a difference, and in which order the bars stand.

    `relative`: the other score is moved so that its Sa is the reference's, in the octave nearest to it.
    """

    octave_blind: bool = False
    played: bool = False
    relative: bool = False


@dataclass(frozen=True, slots=True)
class Sides:
    """Two scores of one voice and what they have in common. `shift`: semitones by which `other` was moved for it.

    The bars of a pair are the places of measures in `one` and `other`; with `played` these hold a measure for each
    playing, so every note stands in them once. `heard` pairs the bars as they are played, with `played` or without.
    """

    one: Score
    other: Score
    found: Comparison
    heard: Comparison
    shift: int = 0

    @property
    def moved(self) -> Score:
        """The other score as it was compared; ids are the same."""
        return transposed(self.other, self.shift)


def side_by_side(one: Score, other: Score, options: Options = Options()) -> Sides:
    """Compare the first voices of a reference and another score. Raises ParseError past 100,000 notes."""
    one, other = first_voice(one), first_voice(other)
    if options.played:
        one, other = unfolded(one), unfolded(other)
    shift = sa_shift(one, other) if options.relative else 0
    moved = transposed(other, shift)
    found = compare(one, moved, played=options.played, octave_blind=options.octave_blind)
    heard = found if options.played else compare(one, moved, played=True, octave_blind=options.octave_blind)
    return Sides(one, other, found, heard, shift)


def first_voice(score: Score) -> Score:
    """Return the score with one part alone, the first that has notes, and without its overlays."""
    part = next((part for part in score.parts if any(_notes(part.measures))), next(iter(score.parts), None))
    if part is None:
        return score
    measures = tuple(replace(measure, layers=measure.layers[:1]) for measure in part.measures)
    return replace(score, parts=(replace(part, measures=measures),))


def unfolded(score: Score) -> Score:
    """Return a score of one part as it is played: a measure for each playing, and no sign left to follow.

    A note's id is its own the first time; later times it ends in `~1`, `~2` ...
    """
    if not score.parts:
        return score
    part = score.parts[0]
    measures = tuple(_visited(part, visit) for visit in played_order(score, part))
    return replace(score, parts=(replace(part, measures=measures),), order="")


def sa_shift(one: Score, other: Score) -> int:
    """Return the semitones that bring the other score's Sa to the reference's, in the octave nearest to its notes."""
    up = (one.key.tonic_class - other.key.tonic_class) % 12
    pitches = [[note.pitch.midi for event in score.events() for note in event.notes] for score in (one, other)]
    if not all(pitches):
        return up - 12 if up > 6 else up
    means = [Fraction(sum(row, ZERO), len(row)) for row in pitches]
    return min((up + 12 * octave for octave in range(-6, 6)), key=lambda step: (abs(means[0] - means[1] - step), step))


def _notes(measures: Sequence[Measure]) -> Sequence[Event]:
    return [event for measure in measures for layer in measure.layers for event in layer if event.notes]


def _visited(part: Part, visit: Visit) -> Measure:
    measure = part.measures[visit.measure]
    left, right = _plain(measure.left), _plain(measure.right)
    layers = measure.layers
    if visit.again:
        layers = tuple(tuple(_again(event, visit.again) for event in layer) for layer in layers)
    return replace(measure, layers=layers, marks=(), ending=(), left=left, right=right)


def _plain(line: Barline) -> Barline:
    return Barline("|") if line.repeats else line


def _again(event: Event, time: int) -> Event:
    """Return an event under the ids of a later playing."""
    return replace(
        event,
        id=f"{event.id}~{time}",
        notes=tuple(replace(note, id=f"{note.id}~{time}") for note in event.notes),
        graces=tuple(replace(grace, id=f"{grace.id}~{time}") for grace in event.graces),
    )


# -- rows -------------------------------------------------------------------------------------------------------------


def rows(sides: Sides, room: float) -> list[tuple[BarPair, ...]]:
    """Deal the pairs of bars out to rows of a width, measured in notes; a row has one bar at least, eight at most."""
    made: list[tuple[BarPair, ...]] = []
    start = 0
    while start < len(sides.found.bars):
        made.append(row_at(sides, start, room))
        start += len(made[-1])
    return made


def row_at(sides: Sides, start: int, room: float) -> tuple[BarPair, ...]:
    """Return the row of a width, measured in notes, that begins with a pair of bars."""
    row: list[BarPair] = []
    for pair in sides.found.bars[start : start + MOST_BARS]:
        room -= max(_width(sides.one, pair.one), _width(sides.other, pair.other))
        if row and room < 0:
            break
        row.append(pair)
    return tuple(row)


def row_scores(sides: Sides, row: Sequence[BarPair], shown: tuple[int, int] = (0, 0)) -> tuple[Score, Score]:
    """Return the bars of a row as two scores of as many measures; a bar without partner stands beside an empty one.

    `shown`: how many measures of each side stand in rows above.
    """
    ones, others = [pair.one for pair in row], [pair.other for pair in row]
    one, other = shown
    return _cut(sides.one, ones, sides.other, others, one), _cut(sides.other, others, sides.one, ones, other)


def in_force(score: Score, place: int) -> tuple[Key, Metre, Clef]:
    """Return what holds in the first part before its measure `place`; at 0 what it begins with."""
    key, metre, clef = score.key, score.metre, Clef()
    for part in score.parts[:1]:
        clef = part.clef
        for number, measure in enumerate(part.measures[: max(1, place)]):
            key, metre = measure.key, measure.metre
            for change in measure.changes if number < place else ():
                key = change.value if isinstance(change.value, Key) else key
                metre = change.value if isinstance(change.value, Metre) else metre
                clef = change.value if isinstance(change.value, Clef) else clef
    return key, metre, clef


def tied_into(score: Score, place: int) -> tuple[Pitch, ...]:
    """Return the notes of the first part that the measure before `place` ties into it."""
    measures = _measures(score)
    if not 0 < place < len(measures) or not (measures[place - 1].events and measures[place].events):
        return ()
    before, after = measures[place - 1], measures[place]
    last, first = before.events[-1], after.events[0]
    if first.onset or last.onset + last.duration < before.length:
        return ()
    heights = {note.pitch.midi for note in first.notes}
    return tuple(note.pitch for note in last.notes if note.tied and note.pitch.midi in heights)


def _measures(score: Score) -> tuple[Measure, ...]:
    return score.parts[0].measures if score.parts else ()


def _width(score: Score, place: int | None) -> float:
    """Return the room that a bar needs, in notes."""
    if place is None:
        return 0.0
    return BAR_ROOM + sum(_room(event) for event in _measures(score)[place].events)


def _room(event: Event) -> float:
    letters = max((len(syllable.text) for syllable in event.lyrics if syllable), default=0)
    return max(1.0 + 0.5 * len(event.graces), 0.7 + LETTER_ROOM * letters)


def _cut(
    score: Score, places: Sequence[int | None], beside: Score, partners: Sequence[int | None], shown: int
) -> Score:
    """Return some measures of a score as a score; what stands above and below the whole tune is left out."""
    own = _measures(score)
    key, metre, clef = in_force(score, shown)
    first = next((place for place in places if place is not None), None)
    last = own[first] if first is not None else Measure((), key=key, metre=metre)
    start = last
    measures = []
    for place, partner in zip(places, partners, strict=True):
        if place is None:
            measures.append(_gap(last, _measures(beside)[partner].events if partner is not None else (), partner))
        else:
            last = own[place]
            measures.append(replace(last, line_end=False))
    part = replace(score.parts[0], measures=(), clef=clef) if score.parts else Part("1", (), clef=clef)
    part = replace(part, measures=tuple(measures))
    tempo = score.tempo if first == 0 else None
    return replace(
        score, parts=(part,), title="", composer="", words=(), order="", key=start.key, metre=start.metre, tempo=tempo
    )


def _gap(like: Measure, events: Sequence[Event], partner: int | None) -> Measure:
    """Return an empty bar that takes the time and the room of its partner's events."""
    silence = tuple(
        Event(
            event.onset, event.duration, event.written, rest=Rest.INVISIBLE, tuplet=event.tuplet,
            id=f"gap{partner}.{number}",
        )
        for number, event in enumerate(events)
        if event.duration
    )  # fmt: skip
    return Measure((silence,), key=like.key, metre=like.metre)
