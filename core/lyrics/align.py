"""Put a song's syllables under the notes of a tune that came without words."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from core.lyrics.load import read
from core.lyrics.syllables import syllables
from core.score.events import Event, Syllable
from core.score.score import Part, Score

MOST_HELD = 4
"""Places a syllable is stretched over at most: a tune with more to spare goes on without words."""
_HELD = Syllable("", held=True)


@dataclass(frozen=True, slots=True)
class FitReport:
    """What became of the words: syllables placed, those left over, and places to sing that got none."""

    placed: int = 0
    left: tuple[str, ...] = ()
    unsung: int = 0

    @property
    def message(self) -> str:
        """Say in a sentence what did not go up; empty where everything did."""
        if self.left:
            few = " ".join(self.left[:8]) + (" ..." if len(self.left) > 8 else "")
            return f"The tune is too short for the lyrics; syllables left over: {len(self.left)} ({few})."
        return f"The lyrics end before the tune; notes without words: {self.unsung}." if self.unsung else ""


@dataclass(frozen=True, slots=True)
class _Sung:
    """One syllable of the lyrics. `rank` 0 ends a line, 1 ends a word, 2 neither."""

    text: str
    joined: bool
    rank: int


def has_lyrics(score: Score) -> bool:
    """Tell whether any note carries a syllable."""
    return any(syllable is not None for event in score.events() for syllable in event.lyrics)


def fit(score: Score, lyrics: str, *, closed: bool = False) -> tuple[Score, FitReport]:
    """Put syllables under the main layer of the first part, and say how that went.

    A place to sing is a note or chord, a slurred group or a tied chain; rests and graces are none. Where
    there are more syllables than places, each gets one and the rest is reported. Where there are more places,
    every syllable is held over the same number of them and what remains goes, one each, to the last syllables
    of lines, then of words, then from the beginning on; never over more than MOST_HELD, after which notes
    stay bare. Nothing is repeated. A score with lyrics of its own comes back as it is; lyrics that were
    fitted before are replaced. Ids, spans and notes stay. Raises FormatError as `load.read` does.
    """
    if not score.parts or (has_lyrics(score) and not score.fitted_lyrics):
        return score, FitReport()
    sung = _sung(lyrics, closed)
    bare = _undress(score)
    events = [e for measure in bare.parts[0].measures for e in measure.events]
    places = _places(events)
    under: dict[int, Syllable] = {}
    taken = 0
    for syllable, count in zip(sung, _spread(sung, len(places)), strict=False):
        group = [index for place in places[taken : taken + count] for index in place]
        under |= dict.fromkeys(group, _HELD)
        under[group[0]] = Syllable(syllable.text, joined=syllable.joined)
        taken += count
    placed = min(len(sung), len(places))
    report = FitReport(placed, tuple(s.text for s in sung[placed:]), len(places) - taken)
    if not under:
        return bare, report
    part = _dress(bare.parts[0], under)
    return replace(bare, parts=(part, *bare.parts[1:]), fitted_lyrics=True), report


def _sung(lyrics: str, closed: bool) -> list[_Sung]:
    """Cut the lyrics; a hyphen at a syllable's end goes, since the next syllable of the word says it."""
    found: list[_Sung] = []
    for line in read(lyrics).lines:
        cut = syllables(line, closed=closed)
        for number, word in enumerate(cut, start=1):
            last = len(word) - 1
            for place, text in enumerate(word):
                inside = place < last
                rank = 2 if inside else (0 if number == len(cut) else 1)
                found.append(_Sung((text.rstrip("-") or text) if inside else text, inside, rank))
    return found


def _spread(sung: Sequence[_Sung], places: int) -> list[int]:
    """Return over how many places each syllable is sung; the list ends where places do."""
    if not sung or places <= len(sung):
        return [1] * places
    each, extra = divmod(places, len(sung))
    if each >= MOST_HELD:
        return [MOST_HELD] * len(sung)
    longer = sorted(range(len(sung)), key=lambda index: (sung[index].rank, index))[:extra]
    counts = [each] * len(sung)
    for index in longer:
        counts[index] += 1
    return counts


def _places(events: Sequence[Event]) -> list[list[int]]:
    """Group the indices of events that are sung on one place."""
    slurred = _slurred(events)
    places: list[list[int]] = []
    before: Event | None = None
    for index, event in enumerate(events):
        if not event.notes:
            before = None
            continue
        if places and (index in slurred or (before is not None and _tied(before, event))):
            places[-1].append(index)
        else:
            places.append([index])
        before = event
    return places


def _tied(before: Event, event: Event) -> bool:
    held = {note.pitch.midi for note in before.notes if note.tied}
    return any(note.pitch.midi in held for note in event.notes)


def _slurred(events: Sequence[Event]) -> set[int]:
    """Return the events that go on a slur begun before them; a slur that never ends is none."""
    depth = [0] * (len(events) + 1)
    starts: list[int] = []
    for index, event in enumerate(events):
        for _ in range(min(event.slur_ends, len(starts))):
            depth[starts.pop() + 1] += 1
            depth[index + 1] -= 1
        starts += [index] * event.slur_starts
    return {index for index, open_slurs in enumerate(accumulate(depth)) if open_slurs}


def _undress(score: Score) -> Score:
    """Take off the lyrics that were fitted before."""
    if not score.fitted_lyrics:
        return score
    return replace(score, parts=(_dress(score.parts[0], {}), *score.parts[1:]), fitted_lyrics=False)


def _dress(part: Part, under: dict[int, Syllable]) -> Part:
    """Return the part with these syllables, and no others, under its main layer; keys count its events."""
    count = 0
    measures = []
    for measure in part.measures:
        main = []
        for event in measure.events:
            lyrics = (under[count],) if count in under else ()
            main.append(event if event.lyrics == lyrics else replace(event, lyrics=lyrics))
            count += 1
        layers = (tuple(main), *measure.layers[1:]) if measure.layers else ()
        measures.append(replace(measure, layers=layers))
    return replace(part, measures=tuple(measures))
