"""The command line. `docs/cli.md` is its contract; each verb is a file."""

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

import core
from core.errors import AppError

if TYPE_CHECKING:
    from core.views.painting import PainterMaker

VERBS = ("demo", "generate", "convert", "check", "extract", "metrics", "models", "doctor")
"""In the order of the help page; each is a module of this package with `HELP` and `run(argv, painter)`."""


def main(argv: Sequence[str], painter: "PainterMaker") -> int:
    """Run one verb; return the exit code: 0 done, 1 failed, 2 bad input or usage, 130 interrupted."""
    words = list(argv)
    if not words or words[0] in ("-h", "--help", "help"):
        print(_help())  # noqa: T201  results go to standard output
        return 0
    if words[0] in ("-V", "--version"):
        print(f"swaralipi {core.__version__}")  # noqa: T201
        return 0
    if words[0] not in VERBS:
        return _complain(f"There is no verb {words[0]!r}. Known: {', '.join(VERBS)}.", 2)
    return _guarded(words[0], words[1:], painter)


def _guarded(verb: str, words: list[str], painter: "PainterMaker") -> int:
    """Run a verb so that nothing but one line reaches the terminal when it fails."""
    try:
        code: int = import_module(f"core.cli.{verb}").run(words, painter)
        sys.stdout.flush()
    except AppError as error:
        return _complain(str(error), error.exit_code)
    except KeyboardInterrupt:
        return _complain("Interrupted.", 130)
    except BrokenPipeError:
        # whoever read our output has enough; keep Python from complaining at exit
        sys.stdout = None
        return 0
    except SystemExit as error:
        return error.code if isinstance(error.code, int) else 2
    except Exception:  # noqa: BLE001  the edge: a mistake of ours goes to the log, not over the user
        from core import log

        place = log.keep_traceback(f"swaralipi {verb}")
        return _complain(f"The program made a mistake; please report it with the end of {place}.", 1)
    return code


def _complain(message: str, code: int) -> int:
    print(f"swaralipi: {' '.join(message.split())}", file=sys.stderr)  # noqa: T201
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
