"""The `.swara` file: a song as JSON, as docs/swara-format.md and resources/schema describe it."""

import json
import math
import re
from collections.abc import Iterator
from dataclasses import fields as fields_of
from datetime import datetime
from pathlib import Path
from typing import Any, NoReturn

from core.errors import FormatError
from core.settings import write_text
from core.songs.song import Reference, Song, Style, Take

FORMAT = "swara"
VERSION = 1
MOST_BYTES = 32 * 1024 * 1024
MOST_DEPTH = 50
MOST_WHOLE = 2**64
_KINDS: dict[type, str] = {
    str: "text", int: "a whole number", float: "a number", bool: "true or false",
    dict: "an object", list: "a list",
}  # fmt: skip


class _Bad:
    """Stands in the tree for what JSON text can hold and a song cannot; `why` is said with the place."""

    def __init__(self, why: str) -> None:
        self.why = why


def read(path: Path) -> Song:
    """Read a song file. Raises FormatError with the place inside the file (a JSON path)."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise FormatError(f"The song {path} cannot be read: {error.strerror or error}.") from error
    if len(content) > MOST_BYTES:
        raise FormatError(f"{path.name} is larger than {MOST_BYTES // 2**20} MB; a song file is not.")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError(f"{path.name}: byte {error.start} is no UTF-8; this is no song file.") from error
    return parse(text, path.name)


def write(path: Path, song: Song) -> None:
    """Write a song in one step: the old file or the new is left. Raises StoreError, and what `dump` does."""
    write_text(path, dump(song))


def parse(text: str, name: str = "song") -> Song:
    """Read a song from JSON text. Raises FormatError."""
    try:
        tree = json.loads(
            text,
            parse_constant=lambda word: _Bad(f"{word} is no number in JSON"),
            parse_float=_float,
            parse_int=_int,
            object_pairs_hook=_object,
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise FormatError(f"{name}, {place}: {error.msg}; the file is damaged.") from error
    except RecursionError:
        raise FormatError(f"{name} is nested too deep to be a song.") from None
    _refuse_bad(tree, name)
    return _song(_Fields(tree, "$", name))


def dump(song: Song) -> str:
    """Return the file's text. Raises FormatError where a field holds what JSON or this format cannot."""
    tree: dict[str, Any] = {"format": FORMAT, "version": VERSION} | _plain(song)
    tree["style"] = str(song.style)
    tree["reference"] = _plain(song.reference) if song.reference else None
    tree["takes"] = [_plain(take) for take in song.takes]
    name = song.title or "The song"
    _refuse_bad(tree, name)
    _song(_Fields(tree, "$", name))
    text = json.dumps(tree, ensure_ascii=False, indent=2) + "\n"
    if len(text) > MOST_BYTES // 4 and len(text.encode()) > MOST_BYTES:
        raise FormatError(f"{name} is over {MOST_BYTES // 2**20} MB with its takes; delete some.")
    return text


def _plain(item: Song | Reference | Take) -> dict[str, Any]:
    """Return an item's own fields by name, then those it only carries."""
    own = {field.name: getattr(item, field.name) for field in fields_of(item) if field.name != "extra"}
    own = {key: list(value) if isinstance(value, tuple) else value for key, value in own.items()}
    return own | {key: value for key, value in item.extra.items() if key not in own}


def _float(digits: str) -> object:
    number = float(digits)
    return number if math.isfinite(number) else _Bad(f"the number {digits[:20]} is too large")


def _int(digits: str) -> object:
    fits = len(digits) <= len(str(-MOST_WHOLE))
    return int(digits) if fits else _Bad(f"the number {digits[:20]}... is too large")


def _object(pairs: list[tuple[str, object]]) -> object:
    table: dict[str, object] = {}
    for key, value in pairs:
        if key in table:
            return _Bad(f"the field {key!r} stands twice")
        table[key] = value
    return table


def _refuse_bad(tree: object, name: str) -> None:
    """Raise FormatError at a place that holds anything but sound JSON."""
    waiting: list[tuple[object, str, int]] = [(tree, "$", 0)]
    while waiting:
        value, place, depth = waiting.pop()
        why = _fault(value) if depth <= MOST_DEPTH else f"nested deeper than {MOST_DEPTH} levels"
        if why:
            raise FormatError(f"{name}, {place}: {why}.")
        waiting += [(child, place + step, depth + 1) for step, child in _children(value)]


def _fault(value: object) -> str:
    """Say why a value cannot stand in a song file; empty where it can."""
    match value:
        case _Bad():
            return value.why
        case str():
            lone = not value.isascii() and re.search("[\ud800-\udfff]", value)
            return "half a character (a lone surrogate)" if lone else ""
        case bool() | None | list() | tuple():
            return ""
        case int():
            return "" if abs(value) <= MOST_WHOLE else "the number is too large"
        case float():
            return "" if math.isfinite(value) else f"{value} is no number in JSON"
        case dict():
            odd = next((key for key in value if not isinstance(key, str) or _fault(key)), None)
            return "" if odd is None else f"{odd!r} cannot name a field"
    return f"a {type(value).__name__} has no form in JSON"


def _children(value: object) -> Iterator[tuple[str, object]]:
    if isinstance(value, dict):
        for key, child in value.items():
            yield (f".{key}" if key.isidentifier() else f"[{key!r}]"), child
    elif isinstance(value, list | tuple):
        for index, child in enumerate(value):
            yield f"[{index}]", child


class _Fields:
    """One JSON object, taken out field by field; `left` keeps what nobody asked for. Null is absent."""

    def __init__(self, value: object, place: str, name: str) -> None:
        self.place, self.name = place, name
        if not isinstance(value, dict):
            raise FormatError(f"{name}, {place}: {_kind(value)} where an object should stand.")
        self.left: dict[str, Any] = dict(value)

    def fail(self, key: str, why: str) -> NoReturn:
        """Raise FormatError for a field."""
        raise FormatError(f"{self.name}, {self.place}.{key}: {why}.")

    def value(self, key: str, *kinds: type) -> object:
        """Take out a value of one of some kinds; None where absent."""
        found: object = self.left.pop(key, None)
        fits = isinstance(found, kinds) and (bool in kinds or not isinstance(found, bool))
        if found is not None and not fits:
            self.fail(key, f"{_kind(found)} where {' or '.join(_KINDS[kind] for kind in kinds)} should stand")
        return found

    def text(self, key: str) -> str:
        """Take out a string, empty where absent."""
        return str(self.value(key, str) or "")

    def number(self, key: str) -> float | None:
        """Take out a number."""
        found = self.value(key, int, float)
        return float(found) if isinstance(found, int | float) else None

    def whole(self, key: str) -> int | None:
        """Take out a whole number."""
        found = self.value(key, int)
        return found if isinstance(found, int) else None

    def table(self, key: str) -> dict[str, Any]:
        """Take out an object as it is."""
        found = self.value(key, dict)
        return found if isinstance(found, dict) else {}

    def rows(self, key: str) -> list[object]:
        """Take out a list."""
        found = self.value(key, list)
        return found if isinstance(found, list) else []


def _kind(value: object) -> str:
    return _KINDS.get(type(value), "null")


def _song(fields: _Fields) -> Song:
    if fields.left.pop("format", None) != FORMAT:
        raise FormatError(f'{fields.name} is no song file: it has no "format": "{FORMAT}".')
    version = fields.whole("version")
    if version is None or version < 1:
        fields.fail("version", "this is no version of the format")
    if version > VERSION:
        raise FormatError(
            f"{fields.name} was written by a newer version of the program "
            f"(format {version}; this one reads {VERSION}). Update the program."
        )
    return Song(
        title=fields.text("title"),
        style=_style(fields),
        theme=fields.text("theme"),
        metre=fields.text("metre"),
        tala=fields.text("tala"),
        raga=fields.text("raga"),
        tempo=_tempo(fields),
        lyrics=fields.text("lyrics"),
        source=fields.text("source"),
        notes=fields.text("notes"),
        reference=_reference(fields),
        takes=_takes(fields),
        extra=fields.left,
    )


def _style(fields: _Fields) -> Style:
    word = fields.text("style") or "rabindra"
    if word not in list(Style):
        fields.fail("style", f"{word[:40]!r} is none of {', '.join(Style)}")
    return Style(word)


def _tempo(fields: _Fields) -> float | None:
    found = fields.number("tempo")
    if found is not None and found <= 0:
        fields.fail("tempo", f"{found:g} is not above zero")
    return found


def _reference(fields: _Fields) -> Reference | None:
    found = fields.value("reference", dict)
    if found is None:
        return None
    inner = _Fields(found, "$.reference", fields.name)
    return Reference(inner.text("abc"), inner.text("source"), inner.left)


def _takes(fields: _Fields) -> tuple[Take, ...]:
    takes: dict[str, Take] = {}
    for index, value in enumerate(fields.rows("takes")):
        inner = _Fields(value, f"$.takes[{index}]", fields.name)
        take = _take(inner)
        if take.id in takes:
            inner.fail("id", f"another take has the id {take.id!r}")
        takes[take.id] = take
    return tuple(takes.values())


def _take(fields: _Fields) -> Take:
    take_id = fields.text("id")
    if not take_id:
        fields.fail("id", "a take needs an id")
    level = fields.whole("level")
    if level is not None and not 1 <= level <= 5:
        fields.fail("level", f"{level} is no prompt level (1 to 5)")
    return Take(
        id=take_id,
        name=fields.text("name"),
        created=_time(fields, "created"),
        level=level,
        prompt=fields.text("prompt"),
        profile=fields.text("profile"),
        model=fields.text("model"),
        options=fields.table("options"),
        seed=fields.whole("seed"),
        reply=fields.text("reply"),
        tune=fields.text("tune"),
        finish=fields.text("finish"),
        prompt_tokens=fields.whole("prompt_tokens"),
        reply_tokens=fields.whole("reply_tokens"),
        seconds=fields.number("seconds"),
        metrics=fields.table("metrics"),
        pinned=bool(fields.value("pinned", bool)),
        parent=fields.text("parent"),
        source=fields.text("source"),
        changes=_changes(fields),
        extra=fields.left,
    )


def _changes(fields: _Fields) -> tuple[str, ...] | None:
    found = fields.value("changes", list)
    if not isinstance(found, list):
        return None
    for index, one in enumerate(found):
        if not isinstance(one, str):
            fields.fail(f"changes[{index}]", f"{_kind(one)} where text should stand")
    return tuple(found)


def _time(fields: _Fields, key: str) -> str:
    text = fields.text(key)
    try:
        if text:
            datetime.fromisoformat(text)
    except ValueError:
        fields.fail(key, f"{text[:40]!r} is no ISO 8601 time")
    return text
