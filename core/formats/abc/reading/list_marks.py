"""What stands before lines of music that were written as a list: `- C D E F |`, `1. C D E F |`, `Bar 1: C D E F |`."""

import re
from collections.abc import Sequence

from core.formats.abc.lexer import HEADER_LETTERS, Line, field_of, looks_like_music

_MARK = re.compile(
    r"""\s*(?:(?:[-–•>]\s+)?(?P<label>(?:bar|measure|line|phrase|row|section)s?\s*\d{1,3}(?:\s*[-–]\s*\d{1,3})?\s*[:.)])
        |(?P<bullet>[-–•>])|(?P<number>\d{1,3})[.)])\s+(?=\S)""",
    re.I | re.X,
)
_ENDINGS = re.compile(r":\s?\||\|\s?:|::|\[\d")


def list_marks(lines: Sequence[Line]) -> dict[int, int]:
    """Return how wide the mark is that each line begins with, by the line's number.

    A label with a number stands for itself. Bullets and numbers are marks only where every line of music has one:
    a tie or a number may also stand there by mistake. Where there are repeats, numbers may be those of endings.
    """
    if not any(map(_MARK.match, (line.text for line in lines))):
        return {}
    rows = [(line, _MARK.match(line.text)) for line in lines if field_of(line.text, HEADER_LETTERS) is None]
    marked = [(line, mark) for line, mark in rows if mark and looks_like_music(line.text[mark.end() :])]
    labelled = {line.number: mark.end() for line, mark in marked if mark["label"]}
    if labelled:
        return labelled
    numbers = {line.number for line, _ in marked}
    if any(line.number not in numbers and looks_like_music(line.text) for line, _ in rows):
        return {}
    alike = len({mark["bullet"] for _, mark in marked}) == 1
    counted = [mark["number"] for _, mark in marked] == [str(count) for count in range(1, len(marked) + 1)]
    if counted and any(_ENDINGS.search(line.text) for line, _ in rows):
        return {}
    return {line.number: mark.end() for line, mark in marked} if counted or (alike and marked[0][1]["bullet"]) else {}


def without_mark(line: Line, width: int) -> Line:
    """Return the line with blanks in the place of its mark: what stands behind it keeps its column."""
    return Line(line.number, line.offset, " " * width + line.text[width:])
