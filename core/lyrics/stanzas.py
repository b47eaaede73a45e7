"""The words of a score as a text to read: its verses under the tune, else the syllables under its notes."""

from collections.abc import Iterator

from core.lyrics.load import in_stanzas
from core.score.score import Part, Score


def stanzas_of(score: Score) -> list[list[str]]:
    """Return stanzas of lines. Syllables make words by their hyphens, lines as the source's lines of music go.

    Where no syllable has a hyphen it is not known where words end, and there is no text.
    """
    if any(line.strip() for line in score.words):
        return [list(stanza) for stanza in in_stanzas(score.words)]
    sung = [part for part in score.parts if _hyphens(part)][:1]
    found = [list(_lines(part, verse)) for part in sung for verse in range(_verses(part))]
    return [lines for lines in found if lines]


def _hyphens(part: Part) -> bool:
    events = [event for measure in part.measures for event in measure.events]
    return any(syllable is not None and syllable.joined for event in events for syllable in event.lyrics)


def _verses(part: Part) -> int:
    return max((len(event.lyrics) for measure in part.measures for event in measure.events), default=0)


def _lines(part: Part, verse: int) -> Iterator[str]:
    row = ""
    for measure in part.measures:
        for event in measure.events:
            syllable = event.lyrics[verse] if verse < len(event.lyrics) else None
            if syllable is not None and syllable.text.strip():
                row += syllable.text.strip() + ("" if syllable.joined else " ")
        if measure.line_end and row.endswith(" "):
            yield row.strip()
            row = ""
    if row.strip():
        yield row.strip()
