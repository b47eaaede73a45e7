"""What a swaralipi-JSON file says beyond its music, kept in the score's fields and given back.

`%%swaralipi-json 1f3a77b0 {"confidence": {...}}` is one entry of the file's object that we would write otherwise, or
not at all. The eight digits tell what it holds of: of the music and of our own value. Once the score says something
else there, the entry is passed over, so that no edited tune claims that it was compared with a printed page.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from zlib import crc32

from core.errors import FormatError
from core.formats.swaralipi_json.reader import UNPRINTABLE
from core.formats.swaralipi_json.text import load

FIELD = "swaralipi-json"
MOST_ENTRIES = 40
MOST_KEPT = 20_000
"""Characters of all that is kept: the ten songs have up to 1,800."""
LINES = "lines"
MUSIC = (LINES, "taal")
FACTS = ("id", "title", "composer", "parjaay", "raga_anga", "taal", "sections")
"""Entries that hold whatever the music is; all others tell of the music as it stands in the file."""
NAMES = {
    LINES: ("line_no", "section", "cells", "marks", "anacrusis"),
    "cells": ("units", "lyric", "melisma"),
    "marks": ("type", "cell", "raw"),
    "units": ("type", "swara", "kan", "uncertain"),
    "swara": ("degree", "saptak", "komal", "kori"),
    "kan": ("degree", "saptak", "komal", "kori"),
}
"""What is read of the objects in `lines`, by the name that they stand under."""
_ROW = re.compile(rf"{FIELD} ([0-9a-f]{{8}}) (\{{.*\}})", re.S)

Json = Mapping[str, object]
Field = tuple[str, str]


def kept(given: Json, made: Json) -> tuple[list[Field], list[str]]:
    """Return the fields that turn what the score gives into what the file gave, and the names that found no room."""
    fields: list[Field] = []
    left_out = sorted(set(_unknown(LINES, given.get(LINES))))
    room = MOST_KEPT
    for name, value in given.items():
        if name == LINES or (name in made and _text(made[name]) == _text(value)):
            continue
        row = f"{FIELD} {_check(name, made)} {_text({name: value})}"
        room -= len(row)
        if room < 0 or len(fields) == MOST_ENTRIES:
            left_out.append(name)
        else:
            fields.append(("I", row))
    return fields, left_out


def restored(made: Json, fields: Sequence[Field]) -> dict[str, object]:
    """Return the file's object with all that was kept and still holds."""
    return {**made, **{name: value for name, value, holds in _entries(made, fields) if holds}}


def contradicted(made: Json, fields: Sequence[Field]) -> list[str]:
    """Return the names of what was kept and holds no longer."""
    return [name for name, _, holds in _entries(made, fields) if not holds]


def names(fields: Sequence[Field]) -> list[str]:
    """Return the names of all that was kept."""
    return [name for name, _, _ in _entries({}, fields)]


def _entries(made: Json, fields: Sequence[Field]) -> Iterator[tuple[str, object, bool]]:
    """Give what was kept: its name, its value, whether it holds; what is no entry was typed by hand and is none."""
    for letter, text in fields:
        found = _ROW.fullmatch(text) if letter == "I" and text.startswith(FIELD) else None
        if found is None:
            continue
        try:
            entry = load(found[2])
        except FormatError:
            continue
        if isinstance(entry, dict) and len(entry) == 1 and LINES not in entry:
            ((name, value),) = entry.items()
            yield name, value, found[1] == _check(name, made)


def _check(name: str, made: Json) -> str:
    told = [made.get(name)] if name in FACTS else [made.get(name), *(made.get(music) for music in MUSIC)]
    return f"{crc32(_text(told).encode('utf-8')):08x}"


def _text(value: object) -> str:
    """Return a value as one line without signs or blanks that a text loses on its way."""
    made = json.dumps(value, ensure_ascii=False, sort_keys=True)
    made = UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", made)
    return re.sub(r"(?<= ) ", r"\\u0020", made)


def _unknown(name: str, value: object) -> Iterator[str]:
    """Give the names in the lines of a file that are not read."""
    rows = value if isinstance(value, list) else [value]
    for row in rows:
        if not isinstance(row, dict):
            continue
        for key, inner in row.items():
            if key not in NAMES[name]:
                yield f"{name}.{key}"
            elif key in NAMES:
                yield from _unknown(key, inner)
