"""MusicXML, plain (`.musicxml`) and packed (`.mxl`), as formats among others."""

from core.formats.base import Format, Imported, Loss, told
from core.formats.musicxml import document, reader, signs, writer
from core.score.score import Score


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
LOST = told(UNEVEN, TONIC)
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
