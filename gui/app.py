"""The program's entry: no verb opens the window, a verb goes to the command line."""

import sys
from typing import TYPE_CHECKING

from core import cli

if TYPE_CHECKING:
    from core.views.painting import Painter


def main() -> int:
    """Run what the command line asks for; return the exit code."""
    words = sys.argv[1:]
    if not words:
        print("The window is not built yet. What works now:\n", file=sys.stderr)  # noqa: T201
    return cli.main(words, painter)


def painter() -> "Painter":
    """Return what draws pages as pictures; Qt is loaded only now."""
    from gui.painter import QtPainter

    return QtPainter()


if __name__ == "__main__":
    raise SystemExit(main())
