"""Which notes a line of the lyrics is sung on."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex

from core.score.events import Event
from core.score.score import Measure, Part, Score

_SAID = regex.compile(r"[\p{L}\p{M}\p{N}]+")


@dataclass(frozen=True, slots=True)
class SungLine:
    """A line of words, as it is written, and the ids of the notes and rests it takes, in the order of time."""

    words: str
    ids: tuple[str, ...]


def line_at(score: Score, note_id: str, lyrics: str) -> SungLine | None:
    """Return the line that is sung at a note; None where no words are.

    A line of the song's lyrics, if its letters are sung in that order around the note; else the line of music that the
    source has there, if it has words. A note without a syllable belongs to the one before.
    """
    for part in score.parts:
        place = _place(part, note_id)
        if place is not None:
            return _of_lyrics(part, place, lyrics) or _of_source(part, place)
    return None


def _place(part: Part, note_id: str) -> int | None:
    """Return which event of the main layer a note belongs to, or sounds with."""
    count = 0
    for measure in part.measures:
        for layer in measure.layers:
            for event in layer:
                if note_id in _ids(event, graces=True):
                    before = sum(other.onset <= event.onset for other in measure.events)
                    return count + max(before - 1, 0)
        count += len(measure.events)
    return None


def _ids(event: Event, *, graces: bool = False) -> Iterator[str]:
    yield from [note.id for note in event.notes] or [event.id]
    if graces:
        yield event.id
        yield from (grace.id for grace in event.graces)


def _of_lyrics(part: Part, place: int, lyrics: str) -> SungLine | None:
    events = [event for measure in part.measures for event in measure.events]
    lines = [(letters, line.strip()) for line in lyrics.splitlines() if (letters := _letters(line))]
    for verse in range(max((len(event.lyrics) for event in events), default=0)):
        said = [_said(event, verse) for event in events]
        owners = [index for index, letters in enumerate(said) for _ in letters]
        sung = "".join(said)
        here = next((index for index in range(place, -1, -1) if said[index]), None)
        if here is None:
            continue
        at = owners.index(here)
        found = [
            (len(letters), start, words)
            for letters, words in lines
            for start in _starts(sung, letters, at)
            if _whole(owners, start, start + len(letters))
        ]
        if found:
            length, start, words = max(found)
            stop = next((index for index in range(owners[start + length - 1] + 1, len(events)) if said[index]), None)
            return SungLine(words, _trimmed(events[owners[start] : stop]))
    return None


def _starts(sung: str, letters: str, at: int) -> Iterator[int]:
    """Yield where a line stands so that it holds a place."""
    start = sung.find(letters, max(0, at - len(letters) + 1), at + len(letters))
    while 0 <= start <= at:
        yield start
        start = sung.find(letters, start + 1, at + len(letters))


def _whole(owners: Sequence[int], start: int, stop: int) -> bool:
    """Say whether a line begins and ends where syllables do."""
    begins = start == 0 or owners[start - 1] != owners[start]
    return begins and (stop == len(owners) or owners[stop - 1] != owners[stop])


def _of_source(part: Part, place: int) -> SungLine | None:
    """Return the line of music, from one end of line in the source to the next."""
    rows: list[list[Measure]] = [[]]
    for measure in part.measures:
        rows[-1].append(measure)
        if measure.line_end:
            rows.append([])
    for row in rows:
        events = [event for measure in row for event in measure.events]
        if place < len(events):
            words = "".join(
                one.text + ("" if one.joined else " ") for event in events for one in event.lyrics[:1] if one
            )
            return SungLine(words.strip(), _trimmed(events)) if _letters(words) else None
        place -= len(events)
    return None


def _trimmed(events: Sequence[Event]) -> tuple[str, ...]:
    """Return the ids from the first note to the last."""
    notes = [index for index, event in enumerate(events) if event.notes]
    kept = events[notes[0] : notes[-1] + 1] if notes else ()
    return tuple(name for event in kept for name in _ids(event))


def _said(event: Event, verse: int) -> str:
    one = event.lyrics[verse] if verse < len(event.lyrics) else None
    return "" if one is None or one.held else _letters(one.text)


def _letters(text: str) -> str:
    return "".join(_SAID.findall(unicodedata.normalize("NFC", text))).casefold()
