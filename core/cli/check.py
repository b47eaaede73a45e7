"""`swaralipi check`: what is wrong with a tune, and where."""

import json
from collections.abc import Sequence

from core.cli.parsing import parser, read_text, shown, write_out
from core.formats.abc_reader import read
from core.formats.notes_json import finding
from core.score.diagnostic import Severity
from core.views.painting import PainterMaker

HELP = "say what is wrong with an ABC file, line by line"


def run(argv: Sequence[str], painter: PainterMaker) -> int:  # noqa: ARG001  one shape for all verbs
    """Print every finding; 2 where one of them is an error."""
    options = parser("check", HELP)
    options.add_argument("file", help="an ABC file, or - for standard input")
    options.add_argument("--json", action="store_true", help="print a JSON list")
    args = options.parse_args(argv)
    reading = read(read_text(args.file))
    found = [*reading.diagnostics, *(row for tune in reading.tunes for row in tune.diagnostics)]
    if args.json:
        text = json.dumps([finding(row) for row in found], ensure_ascii=False, indent=2) + "\n"
    else:
        name = shown(args.file)
        text = "".join(f"{name}:{row.line}:{row.column}: {row.severity}: {row.message} [{row.code}]\n" for row in found)
    write_out(None, text.encode("utf-8", "replace"))
    return 2 if any(row.severity is Severity.ERROR for row in found) else 0
