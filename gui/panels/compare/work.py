"""What the comparison does off the GUI thread: both texts found and read, bars and notes paired, sound planned."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from core.audio.together import Heard, heard
from core.errors import FormatError
from core.formats.abc.reader import read_first
from core.reports import importing
from core.score.compare import Kind, Pair
from core.score.score import Score
from core.score.side_by_side import Options, Sides, side_by_side
from core.score.timeline import Moment, timeline
from core.songs import samples
from core.songs.song import Song, Take
from core.tradition.talas import in_tala

SONG, TAKE, SAMPLE, FILE = "song", "take", "sample", "file"
NAMES = ("reference", "take")


@dataclass(frozen=True, slots=True)
class Source:
    """Where a tune comes from: the song's reference, a take by id, a sample by name, or a file by path."""

    kind: str
    key: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """A tune as it was written; where `lyrics` is given they are put under its notes, as the Studio does."""

    title: str
    raw: str
    lyrics: str | None = None
    song: str = ""
    """The song's title, for a tune that has none."""
    tala: str = ""
    """The song's, for a tune that names none."""


@dataclass(frozen=True, slots=True)
class Found:
    """A tune that was read, and what is to be said about it."""

    title: str
    score: Score
    raw: str
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Compared:
    """Everything that is shown and heard of two tunes."""

    one: Found
    other: Found
    sides: Sides
    heard: Heard
    ones: dict[str, Moment]
    others: dict[str, Moment]
    moved: dict[str, Moment]
    """The take's notes as they were compared, Sa on Sa where that was asked for."""
    differences: tuple[Pair, ...]
    partners: dict[str, str]
    """From the reference's notes to the take's."""
    remarks: tuple[str, ...]


def from_text(text: Text) -> Found:
    """Read a tune. Raises FormatError where there is no note in it."""
    abc = text.raw
    if text.lyrics is not None and abc:
        # late: composing brings all the backends' modules along
        from core.llm import compose

        abc = compose.sing(abc, text.lyrics, text.song)[1]
    score = in_tala(read_first(abc).score, text.tala)
    if not any(event.notes for event in score.events()):
        raise FormatError(f"{text.title} has no notes to compare. Choose another one.")
    return Found(text.title, score, text.raw)


def from_sample(name: str) -> Found:
    """Read a sample's reference. Raises FormatError where it has none."""
    song = samples.load(name)
    if song.reference is None:
        raise FormatError(f"The sample {song.title} comes without a tune. Choose another one, or a file.")
    return from_text(Text(song.title, song.reference.abc))


def from_file(path: Path) -> Found:
    """Read a file of any kind that can be imported. Raises FormatError or ParseError."""
    made = importing.read_file(path)
    importing.refuse_past_caps(made, path.name)
    if not made.scores or not any(event.notes for event in made.scores[0].events()):
        raise FormatError(f"{path.name} holds no tune: no line of music was found in it.")
    count = len(made.scores)
    said = (f"{path.name} holds {count} tunes; the first is compared.",) if count > 1 else ()
    return Found(path.name, made.scores[0], importing.as_abc(made), said)


Finder = Callable[[], Found]


def text_of(source: Source, song: Song) -> Text | None:
    """Return the text of a source that the song holds; None for one that is read from elsewhere."""
    if source.kind == TAKE:
        return take_text(song.take(source.key), song)
    if source.kind == SONG:
        return Text("The song's reference", song.reference.abc if song.reference else "")
    return None


def take_text(take: Take, song: Song) -> Text:
    """Return a take's tune, under which the song's words are to be put."""
    return Text(take.name or "Take", take.tune, song.lyrics, song.title, song.tala)


def finder(source: Source, text: Text | None) -> Finder:
    """Return what reads a source; `text` is its text where the song holds it."""
    if text is not None:
        return lambda: from_text(text)
    if source.kind == SAMPLE:
        return lambda: from_sample(source.key)
    return lambda: from_file(Path(source.key))


def work(one: Finder, other: Finder, options: Options, stop: threading.Event) -> Compared | None:
    """Read both and compare them; None where it was stopped on the way. Raises AppError."""
    found = one(), other()
    if stop.is_set():
        return None
    sides = side_by_side(found[0].score, found[1].score, options)
    if stop.is_set():
        return None
    pairs = sides.found.pairs
    return Compared(
        *found,
        sides,
        heard(sides),
        _notes(sides.one),
        _notes(sides.other),
        _notes(sides.moved),
        tuple(pair for pair in pairs if pair.kind is not Kind.MATCH),
        {pair.one.id: pair.other.id for pair in pairs if pair.one and pair.other},
        tuple(_remarks(found, sides)),
    )


def _notes(score: Score) -> dict[str, Moment]:
    return {moment.id: moment for moment in timeline(score).notes}


def _remarks(found: tuple[Found, Found], sides: Sides) -> list[str]:
    said = [remark for side in found for remark in side.remarks]
    for name, side in zip(NAMES, found, strict=True):
        voices = len(side.score.parts)
        if voices > 1:
            said.append(f"The {name} has {voices} voices; its first one is compared.")
    if sides.shift:
        way = "up" if sides.shift > 0 else "down"
        steps = "semitone" if abs(sides.shift) == 1 else "semitones"
        said.append(f"The take is compared, and heard, {abs(sides.shift)} {steps} {way}, Sa on Sa.")
    elif sides.one.key.tonic_class != sides.other.key.tonic_class:
        said.append(
            f"Sa is {sides.one.key.tonic} in the reference and {sides.other.key.tonic} in the take; "
            "“Relative to Sa” compares them from Sa on."
        )
    return said


# -- words ------------------------------------------------------------------------------------------------------------


def name_of(moment: Moment | None) -> str:
    """Return a note in words: its pitch, its length in whole notes and its syllable."""
    if moment is None or moment.pitch is None:
        return "nothing"
    sung = "".join(syllable.text for syllable in moment.lyrics if syllable)
    return f"{moment.pitch.name} {moment.duration}{f' ({sung})' if sung else ''}"


def say(compared: Compared, pair: Pair) -> str:
    """Return a difference in words: the bars, then what stands in each."""
    one = compared.ones.get(pair.one.id) if pair.one else None
    other = compared.others.get(pair.other.id) if pair.other else None
    take = name_of(other)
    moved = compared.moved.get(other.id) if other and compared.sides.shift else None
    if moved is not None and moved.pitch is not None:
        take += f" (from its Sa: {moved.pitch.name})"
    bars = [note.bar + 1 for note in (pair.one, pair.other) if note]
    place = f"bar {bars[0]}" if len(set(bars)) == 1 else f"bars {bars[0]} and {bars[1]}"
    return f"{place}: {name_of(one)} in the reference, {take} in the take"
