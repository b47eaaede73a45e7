"""Tuplets, broken rhythm and lengths that ABC does not know: what the music reader does with signs of time."""

from typing import TYPE_CHECKING

from core.formats.abc.lengths import BROKEN, ONE, length_of
from core.score.events import Tuplet
from core.score.exact import times

if TYPE_CHECKING:
    import re

    from core.formats.abc.lexer import Line
    from core.formats.abc.reading.music import MusicReader

DEFAULT_NORMAL = {2: 3, 3: 2, 4: 3, 6: 2, 8: 3}
"""Tuplets whose time does not depend on the metre (ABC 2.1, 4.13)."""


def tuplet(reader: "MusicReader", line: "Line", token: "re.Match[str]", column: int) -> None:
    """Take `(p:q:r`; inside grace notes, which have no time, it says nothing."""
    if reader.grace is not None:
        return
    count = int(token["p"][:4])
    normal = int((token["q"] or "")[:4] or 0)
    notes = int((token["r"] or "")[:4] or 0) or count
    if not 2 <= count <= 64 or normal > 64 or notes > 64:
        reader.say("tuplet", f"A tuplet of {count} cannot be; it is left out.", line, column, len(token[0]))
        return
    voice = reader.voice
    if not normal:
        normal = DEFAULT_NORMAL.get(count) or (3 if voice.metre.compound else 2)
    if voice.tuplet_left:
        reader.say("tuplet-short", "The tuplet before this one lacks notes.", line, column)
    serial = voice.tuplet.serial + 1 if voice.tuplet else 1
    voice.tuplet = Tuplet(count, normal, serial)
    voice.tuplet_left = notes


def broken(reader: "MusicReader", line: "Line", token: "re.Match[str]", column: int) -> None:
    """Lengthen one note and shorten the other: `>` 3/2 and 1/2, `>>` 7/4 and 1/4 (ABC 2.1, 4.4); no grace notes."""
    signs = token["broken"]
    if reader.grace is not None:
        return
    last = reader.voice.last
    if last is None or reader.bar_just_closed or reader.chord is not None:
        reader.say("broken", f"A {signs} without a note before it; it is left out.", line, column, len(signs))
        return
    less, more = BROKEN[min(len(signs), 3)]
    before, after = (more, less) if signs[0] == ">" else (less, more)
    last.written = times(last.written, before)
    reader.voice.broken = after


def take_broken_back(reader: "MusicReader", line: "Line", column: int) -> None:
    """Leave out a broken rhythm that a bar line cuts: half of it would make both bars wrong."""
    voice = reader.voice
    if voice.last is not None and voice.broken is not None:
        # the two factors make 2 together
        voice.last.written /= 2 - voice.broken
    voice.broken = None
    reader.say("broken", "A > or < has no note after it in this bar; it is left out.", line, column)


def say_decimal(reader: "MusicReader", line: "Line", column: int, width: int, text: str) -> None:
    """Warn of a length such as `1.5`, which is read as what it says."""
    message = f"ABC writes lengths as fractions: {length_of(text) or ONE} for {text}. It is read so."
    reader.say("length-decimal", message, line, column, width)
