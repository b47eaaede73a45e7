"""The command line. `docs/cli.md` is its contract; each verb is a file."""

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

import core
from core.errors import AppError, UsageError

if TYPE_CHECKING:
    from core.views.painting import PainterMaker

VERBS = ("demo", "generate", "convert", "check", "repair", "extract", "metrics", "compare", "models", "quiz", "doctor")
"""In the order of the help page; each is a module of this package with `HELP` and `run(argv, painter)`."""


def main(argv: Sequence[str], painter: "PainterMaker") -> int:
    """Run one verb; return the exit code: 0 done, 1 failed, 2 bad input or usage, 130 interrupted."""
    return _flushed(_guarded(list(argv), painter))


def _guarded(words: list[str], painter: "PainterMaker") -> int:
    """Run a verb so that nothing but one line reaches the terminal when it fails."""
    from core.cli.output import results_only

    try:
        with results_only():
            return _run(words, painter)
    except AppError as error:
        return _complain(str(error), error.exit_code)
    except KeyboardInterrupt:
        return _complain("Interrupted.", 130)
    except BrokenPipeError:
        # whoever read our output has enough
        return 0
    except SystemExit as error:
        return error.code if isinstance(error.code, int) else 2
    except ModuleNotFoundError as error:
        missing = missing_package(error)
        return _complain(missing, 1) if missing else _mistaken(words)
    except Exception:  # noqa: BLE001  the edge: a mistake of ours goes to the log, not over the user
        return _mistaken(words)


def missing_package(error: ModuleNotFoundError) -> str:
    """Say that a package the program cannot do without is not installed; empty where the module is our own."""
    package = (error.name or "").partition(".")[0]
    if package in ("", "core", "gui"):
        return ""
    return f"The Python package {package} is missing. Install the program again: pip install swaralipi-studio"


def _mistaken(words: list[str]) -> int:
    """Keep the traceback of what is being handled, and say where."""
    from core import log

    place = log.keep_traceback(f"swaralipi {' '.join(words[:1])}")
    return _complain(f"The program made a mistake; please report it with the end of {place}.", 1)


def _run(words: list[str], painter: "PainterMaker") -> int:
    from core.cli.output import write_out

    if not words or words[0] in ("-h", "--help", "help"):
        write_out(None, f"{_help()}\n".encode())
        return 0
    if words[0] in ("-V", "--version"):
        write_out(None, f"swaralipi {core.__version__}\n".encode())
        return 0
    if words[0] not in VERBS:
        raise UsageError(f"There is no verb {words[0]!r}. Known: {', '.join(VERBS)}.")
    code: int = import_module(f"core.cli.{words[0]}").run(words[1:], painter)
    return code


def _flushed(code: int) -> int:
    """Write what still waits for standard output; what fails now would fail again at exit, with a traceback."""
    from core.cli.output import cannot_print

    if sys.stdout is None:
        return code
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        sys.stdout = None
    except OSError as error:
        sys.stdout = None
        return code or _complain(cannot_print(error), 1)
    return code


def _complain(message: str, code: int) -> int:
    from core.cli.output import harmless, say

    say(f"swaralipi: {' '.join(harmless(message).split())}")
    return code


def _help() -> str:
    rows = [f"  {verb:9} {import_module(f'core.cli.{verb}').HELP}" for verb in VERBS]
    return "\n".join(
        [
            "usage: swaralipi [VERB ...]",
            "",
            "Write, read, hear and measure melodies for Bengali song.",
            "",
            *rows,
            "",
            "swaralipi VERB --help tells a verb's options. Without a verb the window opens.",
        ]
    )
