"""Lyrics from a file or a string.

Prompts get the text as the user wrote it; only a byte order mark goes and line ends become LF. Zero-width joiners tell
spellings apart in Bengali and are kept.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from core.errors import FormatError
from core.lyrics.syllables import syllables

MOST_BYTES = 1_000_000
_TOO_LONG = "more than 1 MB is no song. Cut the text down to the lyrics."
_TELL = "Save it as UTF-8 and load it again."
_MOJIBAKE = re.compile(r"(?:\u00e0[\u00a6\u00a7].){3}", re.DOTALL)
"""Bengali in UTF-8 that was read as Latin-1 and saved again: every letter begins with `à¦` or `à§`."""


@dataclass(frozen=True, slots=True)
class Lyrics:
    """A text and its stanzas, each a tuple of lines without blanks around them."""

    text: str
    stanzas: tuple[tuple[str, ...], ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines that are not blank."""
        return tuple(line for stanza in self.stanzas for line in stanza)

    @property
    def syllable_count(self) -> int:
        """How many syllables are sung, by the default of `syllables`."""
        return sum(len(word) for line in self.lines for word in syllables(line))


def load(path: Path) -> Lyrics:
    """Read a text file. Raises FormatError: unreadable, over 1 MB, not UTF-8, or holding a NUL."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise FormatError(f"The lyrics {path} cannot be read: {error.strerror or error}.") from error
    return read(_decode(content, path.name), path.name)


def read(text: str, name: str = "The lyrics") -> Lyrics:
    """Divide a text into stanzas and lines. Raises FormatError as `load` does."""
    if len(text) > MOST_BYTES or len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise FormatError(f"{name}: {_TOO_LONG}")
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    _refuse_garbage(plain, name)
    return Lyrics(plain, in_stanzas(plain.split("\n")))


def in_stanzas(lines: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """Part lines into stanzas at blank lines, however many stand together; lines lose blanks around them."""
    runs = groupby((line.strip() for line in lines), key=bool)
    return tuple(tuple(run) for some, run in runs if some)


def _decode(content: bytes, name: str) -> str:
    if len(content) > MOST_BYTES:
        raise FormatError(f"{name}: {_TOO_LONG}")
    nuls = max(content[:40:2].count(0), content[1:40:2].count(0))
    if content[:2] in (b"\xff\xfe", b"\xfe\xff") or nuls > 8:
        raise FormatError(f"{name} is in UTF-16, not UTF-8. {_TELL}")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8")) + 1
        raise FormatError(
            f"{name}, line {line}, column {column}: byte {content[error.start]:#04x} is no UTF-8. {_TELL}"
        ) from error


def _refuse_garbage(text: str, name: str) -> None:
    """Raise FormatError where the text holds what no lyrics hold."""
    found = re.search("[\0\ud800-\udfff]", text)
    if found is not None:
        before = text[: found.start()]
        line, column = before.count("\n") + 1, found.start() - before.rfind("\n")
        what = "a NUL character" if found.group() == "\0" else "half a character (a lone surrogate)"
        raise FormatError(f"{name}, line {line}, column {column}: {what}; this is no text file. {_TELL}")
    spoilt = _MOJIBAKE.search(text)
    if spoilt is not None:
        line = text.count("\n", 0, spoilt.start()) + 1
        raise FormatError(
            f"{name}, line {line}: the Bengali was saved through a wrong encoding ({spoilt.group()!r}...). "
            "Open the original in an editor and save it as UTF-8."
        )
