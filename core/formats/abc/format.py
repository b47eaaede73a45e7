"""ABC as a format among others: the text is kept, for it is what was written."""

from collections.abc import Sequence

from core.formats.abc import reader
from core.formats.abc.lexer import HEADER_LETTERS, field_of, looks_like_music, split_lines
from core.formats.base import Format, Imported, numbered, text_of
from core.score.score import Score

_FIRST_LINES = 200


def read(content: bytes) -> Imported:
    """Read every tune. Raises FormatError only where the bytes are no UTF-8 text."""
    text = text_of(content)
    reading = reader.read(text)
    return Imported(reading.tunes, reading.diagnostics, text)


def write(score: Score) -> bytes:
    """Write a tune."""
    from core.formats.abc import writer

    return writer.write(score).encode("utf-8", "replace")


def write_all(scores: Sequence[Score]) -> str:
    """Return several tunes as one text, a blank line between, each with a number."""
    from core.formats.abc import writer

    texts = [writer.write(numbered(score, place)) for place, score in enumerate(scores, 1)]
    return "\n".join(text.rstrip("\n") + "\n" for text in texts)


def _lost(score: Score) -> list[str]:
    from core.formats.abc import writer

    return writer.cannot_hold(score)


def _recognises(head: bytes) -> bool:
    if b"\0" in head:
        return False
    lines = [line.text for line in split_lines(head.decode("utf-8-sig", "ignore"))[:_FIRST_LINES]]
    fields = [found for line in lines if (found := field_of(line, HEADER_LETTERS))]
    return any(letter in "XK" for letter, _ in fields) or any(looks_like_music(line) for line in lines)


ABC = Format("abc", "ABC", (".abc",), _recognises, read, write, _lost)
