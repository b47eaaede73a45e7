"""Files of every kind to scores: the one call that command line and window share."""

from pathlib import Path

from core.errors import FormatError, ParseError, UsageError
from core.formats import FORMATS, FORMATS_BY_NAME
from core.formats.abc.format import write_all
from core.formats.base import Format, Imported
from core.registry import pick

MOST_BYTES = max(one.most_bytes for one in FORMATS)
"""No kind takes more."""
HEAD = 20_000
"""Bytes that tell the kind."""
CAPS = ("too-long", "too-many-notes", "too-many-voices")


def format_of(name: str | None, content: bytes, kind: str | None = None) -> Format:
    """Return the format named by `kind`, else by the file's ending, else by what the content looks like.

    `name` None is standard input or a text from elsewhere; such a text that looks like nothing else is ABC. Raises
    UsageError where nothing tells.
    """
    readable = {one.name: one for one in FORMATS if one.read is not None}
    if kind is not None:
        return pick(readable, kind, "kind to read")
    endings = [(ending, one) for one in readable.values() for ending in one.endings]
    lower = (name or "").lower()
    fitting = [pair for pair in endings if lower.endswith(pair[0])]
    if fitting:
        return max(fitting, key=lambda pair: len(pair[0]))[1]
    head = content[:HEAD]
    # ABC last: rows of other letters look like its music
    tried = sorted(readable.values(), key=lambda one: one.name == "abc")
    found = next((one for one in tried if one.recognises(head)), None)
    if found is not None:
        return found
    if name is None:
        return FORMATS_BY_NAME["abc"]
    kinds = ", ".join(readable)
    raise UsageError(f"The kind of {name or 'standard input'} is not clear. Say it with --from: {kinds}.")


def read(content: bytes, name: str | None = None, kind: str | None = None, reading: str | None = None) -> Imported:
    """Read bytes of a kind that is told, or found by name and content; `reading` is one of several that a kind has.

    Raises FormatError or ParseError with the file's name and the reason.
    """
    found = format_of(name, content, kind)
    shown = name or "standard input"
    if len(content) > found.most_bytes:
        most = f"{found.most_bytes:,} bytes"
        raise FormatError(f"{shown} is larger than {most}, the most for {found.title}. Cut it into smaller files.")
    try:
        if reading is not None and found.read_as is not None:
            return found.read_as(content, reading)
        assert found.read is not None  # noqa: S101  format_of gives none without
        return found.read(content)
    except (FormatError, ParseError) as error:
        raise type(error)(f"{shown}: {error}") from error


def read_file(path: Path, kind: str | None = None) -> Imported:
    """Read a file. Raises what `read` raises, and FormatError where the file cannot be read."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise FormatError(f"{path.name} cannot be read: {error.strerror}. Check the name.") from error
    return read(content, path.name, kind)


def is_sargam(path: Path) -> bool:
    """Say whether a plain text is sargam, not lyrics. Raises FormatError where it cannot be read."""
    try:
        with path.open("rb") as file:
            return FORMATS_BY_NAME["sargam"].recognises(file.read(HEAD))
    except OSError as error:
        raise FormatError(f"{path.name} cannot be read: {error.strerror}. Check the name.") from error


def refuse_past_caps(made: Imported, name: str = "") -> None:
    """Raise ParseError, naming the file where its name is given, where a text was too large to be read whole."""
    for row in made.findings:
        if row.code in CAPS:
            place = f"{name}, line {row.line}" if name else f"Line {row.line}"
            raise ParseError(f"{place}: {row.message}")


def as_abc(made: Imported) -> str:
    """Return the tunes as one ABC text: the text they came from where it was ABC, else written anew."""
    if made.text is not None:
        return made.text
    return write_all(made.scores)
