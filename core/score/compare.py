"""Two scores side by side: notes paired, bars paired, and ONOTE's accuracies (arXiv ONOTE, alignment accuracy).

Every score is projected to one list of notes in time, simultaneous ones from low to high. A note counts as what it
sounds, a MIDI number, and how long: a spelling is no difference, and any notation can be compared with any other.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import Any

from core.errors import ParseError
from core.score.alignment import accuracy, align
from core.score.score import Score
from core.score.timeline import Timeline, timeline

MOST_NOTES = 100_000
"""Notes of a score, repeats played out where asked; the work grows with the product of both."""


class Kind(StrEnum):
    """What a pair shows. `both`: pitch and length differ; `missing`: only in the first; `extra`: only in the second."""

    MATCH = "match"
    OTHER_PITCH = "other_pitch"
    OTHER_LENGTH = "other_length"
    BOTH = "both"
    MISSING = "missing"
    EXTRA = "extra"


@dataclass(frozen=True, slots=True)
class Sung:
    """A note of the projection. `bar` counts bars as they come in its part, repeats included where they are played."""

    id: str
    pitch: int | Fraction
    duration: Fraction
    onset: Fraction
    part: str
    measure: int
    bar: int

    @property
    def token(self) -> tuple[int | Fraction, Fraction]:
        """What is compared."""
        return self.pitch, self.duration


@dataclass(frozen=True, slots=True)
class Pair:
    """Notes that belong together; one of them is None where the other has no partner."""

    kind: Kind
    one: Sung | None
    other: Sung | None


@dataclass(frozen=True, slots=True)
class Counts:
    """How many pairs there are of each kind."""

    match: int = 0
    other_pitch: int = 0
    other_length: int = 0
    both: int = 0
    missing: int = 0
    extra: int = 0


@dataclass(frozen=True, slots=True)
class BarPair:
    """Bars that belong together, by their places; None where one score has no such bar; and their notes' pairs."""

    one: int | None
    other: int | None
    pairs: tuple[Pair, ...]
    counts: Counts


@dataclass(frozen=True, slots=True)
class Comparison:
    """What two scores have in common. Accuracies from 0 to 1."""

    pairs: tuple[Pair, ...]
    bars: tuple[BarPair, ...]
    counts: Counts
    acc_pitch: float
    acc_duration: float
    acc_both: float


def compare(one: Score, other: Score, *, played: bool = False, octave_blind: bool = False) -> Comparison:
    """Compare a score with the reference `one`.

    `played`: repeats, endings and jumps followed, ties merged. `octave_blind`: pitch classes instead of pitches.
    Notes are aligned as `alignment.align` says, at a cost of one for any difference; the accuracies are those of
    `alignment.accuracy` over pitches, durations and both, each aligned by itself. Raises ParseError past 100,000 notes.
    """
    lines = [timeline(score, played=played) for score in (one, other)]
    truth, found = (project(line, octave_blind=octave_blind) for line in lines)
    if max(len(truth), len(found)) > MOST_NOTES:
        raise ParseError(f"More than {MOST_NOTES:,} notes are not compared. Compare parts of the scores, or unplayed.")
    steps = align([note.token for note in truth], [note.token for note in found])
    pairs = tuple(_pair(None if a is None else truth[a], None if b is None else found[b]) for a, b in steps)
    return Comparison(
        pairs,
        _bars(pairs, *map(_bar_count, lines)),
        count(pairs),
        accuracy([note.pitch for note in truth], [note.pitch for note in found]),
        accuracy([note.duration for note in truth], [note.duration for note in found]),
        accuracy([note.token for note in truth], [note.token for note in found]),
    )


def project(line: Timeline, *, octave_blind: bool = False) -> list[Sung]:
    """Return the notes of a timeline in the order of time, simultaneous ones from low to high."""
    places: dict[tuple[str, int, int], int] = {}
    seen: Counter[str] = Counter()
    again: Counter[tuple[str, int]] = Counter()
    for bar in line.bars:
        places[bar.part, bar.measure, again[bar.part, bar.measure]] = seen[bar.part]
        seen[bar.part] += 1
        again[bar.part, bar.measure] += 1
    notes = []
    for moment in line.notes:
        pitch = moment.midi
        if pitch is not None:
            bar_place = places[moment.part, moment.measure, moment.again]
            sounding = pitch % 12 if octave_blind else pitch
            notes.append(
                Sung(moment.id, sounding, moment.duration, moment.onset, moment.part, moment.measure, bar_place)
            )
    return notes


def count(pairs: Sequence[Pair]) -> Counts:
    """Return how many pairs of each kind there are."""
    return Counts(**Counter(pair.kind.value for pair in pairs))


def _pair(one: Sung | None, other: Sung | None) -> Pair:
    if one is None or other is None:
        return Pair(Kind.EXTRA if one is None else Kind.MISSING, one, other)
    same = (one.pitch == other.pitch, one.duration == other.duration)
    return Pair(KINDS[same], one, other)


KINDS = {
    (True, True): Kind.MATCH,
    (False, True): Kind.OTHER_PITCH,
    (True, False): Kind.OTHER_LENGTH,
    (False, False): Kind.BOTH,
}
"""By whether pitch and duration are the same."""


# -- bars -------------------------------------------------------------------------------------------------------------


def _bar_count(line: Timeline) -> int:
    return max(Counter(bar.part for bar in line.bars).values(), default=0)


def _bars(pairs: Sequence[Pair], ones: int, others: int) -> tuple[BarPair, ...]:
    """Pair the bars in whose notes most pairs stand; those between two such bars are paired in their order."""
    partners = _partners(pairs)
    rows: list[tuple[int | None, int | None]] = []
    a = b = 0
    for one, other in [*partners, (ones, others)]:
        rows += _between(range(a, one), range(b, other))
        if one < ones:
            rows.append((one, other))
        a, b = one + 1, other + 1
    held: dict[tuple[bool, int], list[Pair]] = {}
    for pair in pairs:
        place = (True, pair.one.bar) if pair.one else (False, pair.other.bar if pair.other else 0)
        held.setdefault(place, []).append(pair)
    made = []
    for one_bar, other_bar in rows:
        own = [] if one_bar is None else held.get((True, one_bar), [])
        extra = [] if other_bar is None else held.get((False, other_bar), [])
        inside = (*own, *extra)
        made.append(BarPair(one_bar, other_bar, inside, count(inside)))
    return tuple(made)


def _partners(pairs: Sequence[Pair]) -> list[tuple[int, int]]:
    """Return pairs of bars that share notes, each bar once, both in rising order, with the most notes shared in all."""
    votes: Counter[tuple[int, int]] = Counter()
    for pair in pairs:
        if pair.one is not None and pair.other is not None:
            votes[pair.one.bar, pair.other.bar] += 3 if pair.kind is Kind.MATCH else 1
    best = _Best(1 + max((other for _, other in votes), default=0))
    for _, group in groupby(sorted(votes), key=lambda place: place[0]):
        # all of a bar's candidates follow chains of earlier bars, so none follows another
        made = [(one, other, best.before(other)) for one, other in group]
        for one, other, (weight, chain) in made:
            best.put(other, (weight + votes[one, other], (one, other, chain)))
    found: list[tuple[int, int]] = []
    _, last = best.before(best.size)
    while last is not None:
        found.append(last[:2])
        last = last[2]
    return found[::-1]


_Chain = tuple[int, int, Any] | None
"""A pair of bars, and the chain of pairs before it."""


class _Best:
    """The heaviest chain that ends before a bar of the other score: a tree of prefixes (P. Fenwick, 1994)."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._tree: list[tuple[int, _Chain]] = [(0, None)] * (size + 1)

    def before(self, bar: int) -> tuple[int, _Chain]:
        """Return weight and chain; of equally heavy ones the first that was put."""
        found: tuple[int, _Chain] = (0, None)
        while bar:
            found = max(found, self._tree[bar], key=lambda row: row[0])
            bar &= bar - 1
        return found

    def put(self, bar: int, row: tuple[int, _Chain]) -> None:
        """Keep a chain that ends with a bar."""
        bar += 1
        while bar <= self.size:
            if row[0] > self._tree[bar][0]:
                self._tree[bar] = row
            bar += bar & -bar


def _between(ones: Sequence[int], others: Sequence[int]) -> list[tuple[int | None, int | None]]:
    both = min(len(ones), len(others))
    rows: list[tuple[int | None, int | None]] = list(zip(ones, others, strict=False))
    rows += [(one, None) for one in ones[both:]]
    return rows + [(None, other) for other in others[both:]]
