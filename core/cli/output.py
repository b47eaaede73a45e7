"""What the command line prints: results on standard output alone, everything else on standard error.

Loaded for every verb, `--version` too: light modules only.
"""

import os
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import TextIO

from core.errors import StoreError, UsageError

_COMMANDS = re.compile(
    "\x1b(?:\\[[0-?]*[ -/]*[@-~]|[\\]PX^_][^\x07\x1b\x9c]*(?:\x07|\x1b\\\\|\x9c)?|.)?"
    "|\x9b[0-?]*[ -/]*[@-~]|[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]",
    re.DOTALL,
)
"""What a terminal obeys instead of showing it, and what turns the order of letters around."""

_SHELL_SIGNS = re.compile(r"[\s!-*;-?\[-^`{-~]")
"""What a shell takes for something else than a letter of a name."""

_held: list[TextIO | None] = []
"""Standard output while `results_only` holds it; None where the program was started without."""


def write_out(name: str | None, content: bytes) -> None:
    """Write a result to a file, or to standard output for none or `-`.

    Raises UsageError where there is no such folder, StoreError where writing fails, and BrokenPipeError where whoever
    read standard output has enough.
    """
    if name is None or name == "-":
        _write_to_standard_output(content)
    else:
        from core.settings import write_bytes

        check_target(name)
        write_bytes(Path(name), content)


def _write_to_standard_output(content: bytes) -> None:
    out = _held[-1] if _held else sys.stdout
    if out is None:
        raise StoreError("Standard output is closed. Give -o FILE, or leave it open.")
    try:
        out.buffer.write(content)
        out.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise StoreError(cannot_print(error)) from error


def cannot_print(error: OSError) -> str:
    """Return what to say where standard output takes nothing more."""
    return f"Standard output cannot be written: {error.strerror or error}. The result is not whole."


def check_target(name: str | None) -> None:
    """Raise UsageError where no file can stand: in a folder that is missing, or in the place of one.

    A folder is not made unasked: a name with a slip in it would make one.
    """
    if name is None or name == "-":
        return
    path = Path(name)
    try:
        taken, housed = path.is_dir(), path.parent.is_dir()
    except OSError:
        # a name that the system does not take; writing says why
        return
    if taken:
        raise UsageError(f"{name} is a folder. Name a file in it.")
    if not housed:
        raise UsageError(f"{name} cannot be written: there is no folder {path.parent}. Make it, or check the name.")


@contextmanager
def results_only() -> Iterator[None]:
    """Keep standard output for `write_out`: what a library prints there (pyfluidsynth does) goes to standard error."""
    _held.append(_held[-1] if _held else sys.stdout)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _held.pop()


def harmless(text: str) -> str:
    """Return the text without what a terminal obeys: models and servers write such things too. Keeps tab and LF."""
    return _COMMANDS.sub("", text)


def in_command(path: Path | str) -> str:
    """Return a file's name as it stands in a command that a person copies: in quotes where a shell needs them."""
    name = str(path)
    if not _SHELL_SIGNS.search(name):
        return name
    return f'"{name}"' if os.name == "nt" else shlex.quote(name)


def on_terminal() -> bool:
    """Say whether somebody watches standard error; it may be closed."""
    return sys.stderr is not None and sys.stderr.isatty()


def say(message: str) -> None:
    """Print progress or a remark on standard error; where that takes nothing there is no place left to say so."""
    if sys.stderr is None:
        return
    try:
        print(harmless(message), file=sys.stderr, flush=True)  # noqa: T201
    except OSError:
        # what still waits in it would fail again at exit and change the exit code
        sys.stderr = None
