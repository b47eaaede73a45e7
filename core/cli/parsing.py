"""Arguments and input, the same for every verb."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from core.cli.output import write_out
from core.errors import FormatError, UsageError

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

MOST_BYTES = 4_000_000
"""A million characters of Bengali; the reader's own cap counts characters."""


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are one line."""

    def error(self, message: str) -> NoReturn:
        """Raise UsageError."""
        raise UsageError(f"{message[0].upper()}{message[1:]}. Try {self.prog} --help.")

    def print_help(self, file: "SupportsWrite[str] | None" = None) -> None:
        """Print the help page: it is a result."""
        if file is None:
            write_out(None, self.format_help().encode())
        else:
            super().print_help(file)


def parser(verb: str, what: str) -> Parser:
    """Return a parser for one verb."""
    return Parser(prog=f"swaralipi {verb}", description=what, allow_abbrev=False)


def read_bytes(name: str, most: int = MOST_BYTES) -> bytes:
    """Return a file's bytes, or those of standard input for `-`. Raises FormatError."""
    try:
        if name == "-":
            if sys.stdin is None:
                raise FormatError("Standard input is closed. Name a file, or send the text in by a pipe.")
            content = sys.stdin.buffer.read(most + 1)
        else:
            with Path(name).open("rb") as file:
                content = file.read(most + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise FormatError(f"{name} cannot be read: {reason}. Check the name.") from error
    if len(content) > most:
        raise FormatError(f"{shown(name)} is larger than {most // 1_000_000} MB. Cut it into smaller files.")
    return content


def read_text(name: str) -> str:
    """Return a UTF-8 text. Raises FormatError naming the first bad byte's place."""
    content = read_bytes(name)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FormatError(
            f"{shown(name)} is not UTF-8 text (byte {error.start + 1}, line {line}). Save it as UTF-8 and try again."
        ) from error


def shown(name: str) -> str:
    """Return how a source is called in messages."""
    return "standard input" if name == "-" else name
