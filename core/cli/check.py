"""`swaralipi check`: what is wrong with a tune, and where."""

import json
from collections.abc import Sequence
from dataclasses import asdict

from core.cli.convert import read_source
from core.cli.output import write_out
from core.cli.parsing import parser, shown
from core.formats.abc.fixes.suggest import with_fixes
from core.formats.notes_json import finding
from core.score.diagnostic import Severity
from core.views.painting import PainterMaker

HELP = "say what is wrong with an ABC file, line by line, or what was guessed of another kind"


def run(argv: Sequence[str], painter: PainterMaker) -> int:  # noqa: ARG001  one shape for all verbs
    """Print every finding; 2 where one of them is an error."""
    options = parser("check", HELP)
    options.add_argument("file", help="a file, or - for standard input; its ending tells the kind")
    options.add_argument("--from", dest="kind_in", metavar="KIND", help="the kind of the file")
    options.add_argument("--json", action="store_true", help="print a JSON list")
    args = options.parse_args(argv)
    made = read_source(args.file, args.kind_in)
    found = made.findings
    if args.json:
        fixed = with_fixes(made.text, made.reading) if made.text is not None else found
        rows = [{**finding(row), "fix": asdict(row.fix) if row.fix else None} for row in fixed]
        text = json.dumps(rows, ensure_ascii=False, indent=2) + "\n"
    else:
        name = shown(args.file)
        text = "".join(f"{name}:{row.line}:{row.column}: {row.severity}: {row.message} [{row.code}]\n" for row in found)
    write_out(None, text.encode("utf-8", "replace"))
    return 2 if any(row.severity is Severity.ERROR for row in found) else 0
