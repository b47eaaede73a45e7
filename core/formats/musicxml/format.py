"""MusicXML, plain (`.musicxml`) and packed (`.mxl`), as formats among others."""

from collections.abc import Iterator
from itertools import pairwise

from core.formats.base import Format, Imported, Loss, told
from core.formats.musicxml import document, reader, signs, writer
from core.score.events import Event
from core.score.score import Measure, Score


def read(content: bytes) -> Imported:
    """Read a document. Raises FormatError."""
    return reader.read(document.parse(content))


def read_packed(content: bytes) -> Imported:
    """Read an archive. Raises FormatError."""
    return read(document.unpack(content))


def write_packed(score: Score) -> bytes:
    """Write an archive that holds the document."""
    return document.pack(writer.write(score))


def _recognises(head: bytes) -> bool:
    text = head.replace(b"\0", b"")
    return b"score-partwise" in text or b"score-timewise" in text


def _uneven(score: Score) -> bool:
    if len({len(part.measures) for part in score.parts}) > 1:
        return True
    columns = zip(*(part.measures for part in score.parts), strict=True)
    return any(len({measure.length for measure in column}) > 1 for column in columns)


UNEVEN = Loss("Bars that are longer in one voice than in another are filled with rests in the shorter one.", _uneven)
TONIC = Loss(
    "Of a key that is spelled out only the accidentals are kept, not the tonic.",
    lambda score: any(not signs.known_key(m.key) and m.key.tonic != "C" for part in score.parts for m in part.measures),
)


def _past_the_bar(score: Score) -> bool:
    rows = ((measure, event) for part in score.parts for measure in part.measures for event in _events(measure))
    return any(event.onset + note.duration > measure.length for measure, event in rows for note in event.notes)


def _events(measure: Measure) -> Iterator[Event]:
    for layer in measure.layers:
        yield from layer


def _meets_its_pitch(score: Score) -> bool:
    """Say whether a note lasts on past a bar line behind which its pitch begins too: ties are told apart by pitch."""
    return any(
        event.onset + note.duration > before.length and note.pitch.midi in begun
        for part in score.parts
        for before, after in pairwise(part.measures)
        if (begun := {note.pitch.midi for event in _events(after) if not event.onset for note in event.notes})
        for event in _events(before)
        for note in event.notes
    )


LONG_NOTES = Loss("Notes of a chord that last on past the bar line are tied into the next bar.", _past_the_bar)
UNISONS = Loss(
    "Where such a note meets another of its pitch at the bar line, the tie may join that one instead.", _meets_its_pitch
)
CHORD_WORDS = Loss(
    "Chord symbols that do not begin with a note and go on like a chord are written as words above the staff.",
    lambda score: any(not signs.known_chord(text) for event in score.events() for text in event.chord_symbols),
)
LOST = told(UNEVEN, LONG_NOTES, UNISONS, TONIC, CHORD_WORDS)
MUSICXML = Format(
    "musicxml",
    "MusicXML",
    (".musicxml", ".xml"),
    _recognises,
    read,
    writer.write,
    LOST,
    document.MOST_BYTES,
)
MXL = Format(
    "mxl",
    "Packed MusicXML",
    (".mxl",),
    lambda head: head.startswith(b"PK"),
    read_packed,
    write_packed,
    LOST,
    document.MOST_PACKED,
)
