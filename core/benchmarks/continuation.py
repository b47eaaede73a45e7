"""Make continuation questions of reference scores: an opening, how it goes on, and three that do not fit.

South Asian music paper, section 3 and table 4. Each distractor is taken from another song and mismatches on purpose:
the other style (Rabindra or Nazrul), another metre or tala, other notes of the scale. What a set of scores cannot give
is left out and counted.
"""

import hashlib
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from core.benchmarks.base import Sample
from core.benchmarks.continuation_bars import Bars, Source, bars_of
from core.errors import FormatError, UsageError
from core.llm.letter.find import LETTERS

STYLE, RHYTHM, NOTES = "style", "rhythm", "notes"
KINDS = (STYLE, RHYTHM, NOTES)
"""What a distractor may mismatch, in the order in which each question is first given one of each."""
MOST_QUESTIONS = 10_000
MOST_SEED = 2**32 - 1
LEAST_RATIO = 0.6
"""The shortest option has at least this share of the longest one's characters."""
QUESTION_REASONS = ("no-distractors", "twice")
"""Reasons of the report's `left_out` that count questions; the others count songs."""
TRIES = 60
"""Sets of distractors that are drawn for a question; the one in which lengths give least away is kept."""
MOST_CANDIDATES = 40
QUESTION = "নিচে একটি গানের {part} ABC স্বরলিপিতে দেওয়া হলো (সা = C)। এর পরে নিচের কোন অংশটি সুরের সঙ্গে সবচেয়ে মানানসই?"
GLOSS = "Here is {part} of a song in ABC notation (Sa = C). Which of these goes on from it most fittingly?"
PARTS = {True: ("শুরু", "the opening"), False: ("একটি অংশ", "a part")}


@dataclass(frozen=True, slots=True)
class Made:
    """The questions, and the maker's report: JSON values only (docs/quiz.md names them)."""

    samples: tuple[Sample, ...]
    report: dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Option:
    text: str
    song: str
    start: int
    mismatch: tuple[str, ...] = ()
    """Empty for the true continuation."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a question is cut: `count` bars from `start`, then as many again."""

    bars: Bars
    start: int
    lead: int
    count: int

    @property
    def turn(self) -> int:
        """The first bar of the continuation."""
        return self.start + self.lead

    @property
    def end(self) -> int:
        """The bar after the continuation."""
        return self.turn + self.count


def make(sources: Iterable[Source], count: int, seed: int) -> Made:
    """Make at most `count` questions: the songs' openings first, then parts of them further on.

    The same scores, count and seed give the same questions. Raises UsageError for a senseless count or seed,
    FormatError where the scores give no question at all.
    """
    if not 1 <= count <= MOST_QUESTIONS:
        raise UsageError(f"The number of questions must be 1 to {MOST_QUESTIONS:,}.")
    if not 0 <= seed <= MOST_SEED:
        raise UsageError(f"The seed must be 0 to {MOST_SEED}.")
    songs, left_out = _songs(sources)
    # not for secrets; Random is the same on every platform
    draw = random.Random(seed)  # noqa: S311
    samples: list[Sample] = []
    seen: set[str] = set()
    lacking: Counter[str] = Counter()
    letters = _letters(count, draw)
    ranks = _letters(count, draw)
    for place in _places(songs, draw):
        if len(samples) == count:
            break
        chosen = _distractors(place, songs, draw, LETTERS.index(ranks[len(samples)]))
        if chosen is None:
            left_out["no-distractors"] += 1
            continue
        sample = _sample(place, chosen, letters[len(samples)], draw)
        if sample.id in seen:
            left_out["twice"] += 1
            continue
        seen.add(sample.id)
        samples.append(sample)
        lacking.update(kind for kind in KINDS if not any(kind in one.mismatch for one in chosen))
    report = _report(songs, samples, count, left_out, lacking)
    if not samples:
        which = "This song gives" if report["songs"] == 1 else f"These {report['songs']} songs give"
        raise FormatError(
            f"{which} no question: {_reasons(left_out)}. Bring more songs, of several metres, scales or styles."
        )
    return Made(tuple(samples), report)


def _songs(sources: Iterable[Source]) -> tuple[list[Bars], Counter[str]]:
    songs: list[Bars] = []
    left_out: Counter[str] = Counter()
    known: set[str | tuple[int, ...]] = set()
    for source in sorted(sources, key=_tells_most):
        found = bars_of(source)
        if isinstance(found, str):
            left_out[found] += 1
        elif known & found.identities:
            left_out["same-song"] += 1
        else:
            known |= found.identities
            songs.append(found)
    return sorted(songs, key=lambda song: song.name), left_out


def _tells_most(source: Source) -> tuple[bool, bool, str]:
    """Return the order in which of one song in several files the first is kept: the one with tala and composer."""
    return not source.score.rhythm, not source.score.composer, source.name


def _letters(count: int, draw: random.Random) -> list[str]:
    """Return letters that are balanced to one, in random order."""
    rounds = [list(LETTERS) for _ in range(count // len(LETTERS) + 1)]
    for letters in rounds:
        draw.shuffle(letters)
    return [letter for letters in rounds for letter in letters][:count]


def _places(songs: Sequence[Bars], draw: random.Random) -> Iterator[_Place]:
    """Give where questions can be cut: every song's opening, then one further part a song and round."""
    rounds = [list(_of_song(song)) for song in songs]
    order = list(range(len(songs)))
    draw.shuffle(order)
    for number in range(max((len(places) for places in rounds), default=0)):
        for index in order:
            if number < len(rounds[index]):
                yield rounds[index][number]


def _of_song(song: Bars) -> Iterator[_Place]:
    """Give the places of one song in order, none overlapping another."""
    half = max(1, song.count // 2)
    # a song may be short, or broken by a repeat: then a shorter lead, then fewer bars
    sizes = dict.fromkeys([(2 * song.count, song.count), (song.count, song.count), (song.count, half), (half, half)])
    start = song.first()
    while start < len(song.measures):
        places = (_Place(song, start, lead, count) for lead, count in sizes)
        found = next((place for place in places if _fits(place)), None)
        if found is not None:
            yield found
        start = found.end if found else start + 1


def _fits(place: _Place) -> bool:
    song = place.bars
    return song.usable(place.start, place.end) and song.usable(place.turn, place.end) and _goes_on(place)


def _goes_on(place: _Place) -> bool:
    """Say whether the continuation is more than the lead's own bars again, which would need no music to see."""
    lead = {place.bars.text(bar, bar + 1) for bar in range(place.start, place.turn)}
    return any(place.bars.text(bar, bar + 1) not in lead for bar in range(place.turn, place.end))


def _distractors(place: _Place, songs: Sequence[Bars], draw: random.Random, rank: int) -> tuple[_Option, ...] | None:
    """Return three options that mismatch, of different songs; None where there are not three.

    Of several draws the one is kept in which most kinds occur and the true continuation's length has the wanted rank.
    """
    true = place.bars.text(place.turn, place.end)
    pool = _candidates(place, songs, draw, true)
    best: tuple[tuple[int, int], tuple[_Option, ...]] | None = None
    for _ in range(TRIES):
        drawn = _drawn(pool, draw, true)
        if drawn is None:
            continue
        kinds = len({kind for one in drawn for kind in one.mismatch})
        longer = sum(1 for one in drawn if len(one.text) > len(true))
        weight = (-kinds, abs(longer - rank))
        if best is None or weight < best[0]:
            best = (weight, drawn)
    return None if best is None else best[1]


def _candidates(place: _Place, songs: Sequence[Bars], draw: random.Random, true: str) -> list[_Option]:
    others = [song for song in songs if song.name != place.bars.name]
    draw.shuffle(others)
    found: list[_Option] = []
    for song in others[: 3 * MOST_CANDIDATES]:
        starts = song.starts(place.count)
        for start in draw.sample(starts, min(3, len(starts))):
            text = song.text(start, start + place.count)
            mismatch = _mismatch(place.bars, song, start, start + place.count)
            if mismatch and text != true and min(len(text), len(true)) >= LEAST_RATIO * max(len(text), len(true)):
                found.append(_Option(text, song.name, start, mismatch))
        if len(found) >= MOST_CANDIDATES:
            break
    return found


def _mismatch(own: Bars, other: Bars, start: int, stop: int) -> tuple[str, ...]:
    """Return what makes bars of another song unfit: its style, its metre or tala, a note that the song has not."""
    kinds = []
    if own.style and other.style and own.style != other.style:
        kinds.append(STYLE)
    if own.metre.length != other.metre.length or (own.tala and other.tala and own.tala != other.tala):
        kinds.append(RHYTHM)
    if not other.classes(start, stop) <= own.notes:
        kinds.append(NOTES)
    return tuple(kinds)


def _drawn(pool: Sequence[_Option], draw: random.Random, true: str) -> tuple[_Option, ...] | None:
    """Draw one option of each kind that there is, then others, each of another song."""
    drawn: list[_Option] = []
    for kind in KINDS * (len(LETTERS) - 1):
        if len(drawn) == len(LETTERS) - 1:
            break
        lengths = [len(true), *(len(one.text) for one in drawn)]
        fitting = [
            one
            for one in pool
            if kind in one.mismatch
            and all(one.song != other.song and one.text != other.text for other in drawn)
            and min(*lengths, len(one.text)) >= LEAST_RATIO * max(*lengths, len(one.text))
        ]
        if fitting:
            drawn.append(draw.choice(fitting))
    return tuple(drawn) if len(drawn) == len(LETTERS) - 1 else None


def _sample(place: _Place, chosen: tuple[_Option, ...], letter: str, draw: random.Random) -> Sample:
    song = place.bars
    others = list(chosen)
    draw.shuffle(others)
    at = LETTERS.index(letter)
    others.insert(at, _Option(song.text(place.turn, place.end), song.name, place.turn))
    is_opening = place.start == song.first()
    part, part_gloss = PARTS[is_opening]
    text = f"{QUESTION.format(part=part)}\n{song.opening(place.start, place.turn)}"
    options = tuple(one.text for one in others)
    digest = hashlib.sha256("\n".join([text, *options]).encode("utf-8", "replace")).hexdigest()
    return Sample(
        id=f"continuation-{digest[:12]}",
        task="continuation",
        text=text,
        theme=song.style or "song",
        options=options,
        answer=letter,
        gloss=GLOSS.format(part=part_gloss),
        sources=tuple(f"{one.song}, bars {one.start + 1}-{one.start + place.count}" for one in others),
        facts={
            "song": song.name,
            "opening": is_opening,
            "bars": [place.start + 1, place.turn, place.end],
            "metre": str(song.metre),
            "tala": song.tala,
            "mismatch": {
                letter: list(one.mismatch) for letter, one in zip(LETTERS, others, strict=True) if one.mismatch
            },
        },
    )


def _report(
    songs: Sequence[Bars], samples: Sequence[Sample], asked: int, left_out: Counter[str], lacking: Counter[str]
) -> dict[str, Any]:
    metres = Counter(str(song.metre) for song in songs)
    styles = Counter(song.style or "unknown" for song in songs)
    mismatches = Counter(kind for one in samples for kinds in one.facts["mismatch"].values() for kind in kinds)
    refused = sum(number for reason, number in left_out.items() if reason not in QUESTION_REASONS)
    return {
        "songs": len(songs) + refused,
        "songs_used": len({sample.facts["song"] for sample in samples}),
        "asked": asked,
        "questions": len(samples),
        "openings": sum(bool(sample.facts["opening"]) for sample in samples),
        "left_out": dict(sorted(left_out.items())),
        "mismatches": {kind: mismatches[kind] for kind in KINDS},
        "questions_without": {kind: lacking[kind] for kind in KINDS},
        "answers": {letter: sum(sample.answer == letter for sample in samples) for letter in LETTERS},
        "metres": dict(sorted(metres.items())),
        "styles": dict(sorted(styles.items())),
    }


def _reasons(left_out: Counter[str]) -> str:
    return ", ".join(f"{reason} {number}" for reason, number in sorted(left_out.items())) or "they are too short"
