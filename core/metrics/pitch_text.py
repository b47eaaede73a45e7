"""Pitches read from ABC text by pattern, the way the South Asian music paper does (appendix D.1).

The paper says: note names A-G with octave marks and accidentals by a regular expression, octave marks dropped, letters
upper-cased. What it leaves open is read thus: only the music counts, so no field (on its own line or in brackets),
lyric line, comment, decoration, annotation or chord symbol; notes inside chords and grace notes do count; the key
signature is ignored; an accidental stays with its letter, so `_B,` is `_B` and `B` is `B`, whatever the key.
"""

import re
from collections.abc import Iterator

from core.formats.abc.lexer import split_lines

PITCH = re.compile(r"(\^\^|\^|__|_|=)?([A-Ga-g])")
_FIELD = re.compile(r"\s*[A-Za-z+]\s?:(?![|:])")
_MUTE = re.compile(r'"[^"]*"?|![^!\n|]{0,60}!|\+[A-Za-z.()<>]{1,40}\+|\[[A-Za-z]:[^\]\n]*\]?|(?<!\\)%.*')


def music_lines(abc: str) -> Iterator[str]:
    """Give the lines of music without anything in them that is not music."""
    for row in split_lines(abc):
        line = row.text
        if not line.strip() or line.lstrip().startswith("%") or _FIELD.match(line):
            continue
        yield _MUTE.sub(" ", line)


def pitch_names(abc: str) -> Iterator[str]:
    """Give every pitch class in order: an accidental as written, then the letter."""
    for line in music_lines(abc):
        for accidental, letter in PITCH.findall(line):
            yield accidental + letter.upper()


def histogram(names: tuple[str, ...]) -> dict[str, float]:
    """Return the share of each pitch class; an empty table for no pitches."""
    total = len(names)
    return {name: names.count(name) / total for name in dict.fromkeys(names)}
