"""A song that came as swara cells, as the program keeps songs: words, metadata, and its tune to compare with."""

from collections.abc import Iterator

from core.formats.base import Imported
from core.reports import importing
from core.score.score import Score
from core.songs.song import Reference, Song, Style
from core.tradition.cells.build import sung_part

QUOTES = '"“”'
STYLES = {"rabindranath": Style.RABINDRA, "রবীন্দ্রনাথ": Style.RABINDRA, "nazrul": Style.NAZRUL, "নজরুল": Style.NAZRUL}
SYLLABLES = "Where words end is not in such a file: the lyrics are its syllables, line by line."


def is_printed(made: Imported) -> bool:
    """Say whether the tune came from swara cells."""
    return made.text is None and bool(made.tunes) and bool(_told(made.scores[0], "reading"))


def song_of(made: Imported, source: str) -> Song:
    """Return the song without takes; `source` names the file."""
    score = made.scores[0]
    composer = score.composer.casefold()
    tempo = score.tempo.quarters_per_minute if score.tempo else None
    return Song(
        title=score.title,
        style=next(
            (style for name, style in STYLES.items() if name in composer), Style.OTHER if composer else Style.RABINDRA
        ),
        metre=str(score.metre) if score.metre.beats else "",
        tala=score.rhythm,
        raga=_told(score, "raga"),
        tempo=float(tempo) if tempo else None,
        lyrics="\n".join(_lines(score)).strip("\n"),
        source=next((value for letter, value in score.fields if letter == "S"), ""),
        notes=f"Composer: {score.composer}" if score.composer else "",
        reference=Reference(importing.as_abc(made), source),
    )


def _told(score: Score, name: str) -> str:
    for letter, value in score.fields:
        word, _, rest = value.partition(" ")
        if letter == "I" and word == name:
            return rest.strip()
    return ""


def _lines(score: Score) -> Iterator[str]:
    """Yield the syllables of each line, an empty one between sections."""
    part = sung_part(score)
    row: list[str] = []
    for place, measure in enumerate(part.measures if part else ()):
        if place and any(mark.name.startswith("P:") for mark in measure.marks):
            yield ""
        for event in measure.events:
            row += [one.text.strip(QUOTES) for one in event.lyrics[:1] if one is not None and one.text]
        if measure.line_end and row:
            yield " ".join(row)
            row = []
    if row:
        yield " ".join(row)
