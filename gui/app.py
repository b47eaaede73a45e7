"""The program's entry: no verb opens the window, a verb goes to the command line."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from core import cli

if TYPE_CHECKING:
    from core.views.painting import Painter


def main() -> int:
    """Run what the command line asks for; return the exit code."""
    words = sys.argv[1:]
    if not words or _is_file(words):
        return open_window(Path(words[0]) if words else None)
    return cli.main(words, painter)


def _is_file(words: list[str]) -> bool:
    return len(words) == 1 and words[0] not in cli.VERBS and not words[0].startswith("-") and Path(words[0]).is_file()


def painter() -> "Painter":
    """Return what draws pages as pictures; Qt is loaded only now."""
    from gui.painter import QtPainter

    return QtPainter()


def open_window(path: Path | None) -> int:
    """Open the window and return when it is closed; 2 and one line where there is no display."""
    if sys.platform.startswith("linux") and not any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    ):
        print(  # noqa: T201
            "swaralipi: There is no display for the window. Every verb works without one: swaralipi --help.",
            file=sys.stderr,
        )
        return 2
    try:
        from gui.window import run
    except ModuleNotFoundError as error:
        missing = cli.missing_package(error)
        if not missing:
            raise
        print(f"swaralipi: {missing}", file=sys.stderr)  # noqa: T201
        return 1
    return run(path)


if __name__ == "__main__":
    raise SystemExit(main())
