"""`swaralipi repair`: mend what needs no person to choose."""

import json
from collections.abc import Sequence
from dataclasses import asdict

from core.cli.output import say, write_out
from core.cli.parsing import parser, read_text, shown
from core.formats.abc.repair import repair
from core.formats.notes_json import finding
from core.score.diagnostic import Severity
from core.views.painting import PainterMaker

HELP = "mend what is wrong with an ABC file, as far as that needs no choice"


def run(argv: Sequence[str], painter: PainterMaker) -> int:  # noqa: ARG001  one shape for all verbs
    """Write the repaired text and say what was changed; 2 where an error is left."""
    options = parser("repair", HELP)
    options.add_argument("file", help="an ABC file, or - for standard input")
    options.add_argument("-o", "--output", help="the file to write; default: standard output")
    options.add_argument("--json", action="store_true", help="print text, changes and what is left as JSON")
    args = options.parse_args(argv)
    made = repair(read_text(args.file))
    if args.json:
        rows = {
            "text": made.text,
            "changes": [asdict(change) for change in made.changes],
            "left": [finding(row) for row in made.left],
            "unfinished": made.unfinished,
        }
        write_out(None, (json.dumps(rows, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "replace"))
    else:
        name = shown(args.file)
        for change in made.changes:
            say(f"{name}:{change.line}:{change.column}: {change.title} [{change.code}]")
        for row in made.left:
            say(f"{name}:{row.line}:{row.column}: left: {row.message} [{row.code}]")
        if made.unfinished:
            say(f"{name}: not everything was looked at; repair the outcome again for the rest.")
    if args.output is not None or not args.json:
        write_out(args.output, made.text.encode("utf-8", "replace"))
    return 2 if any(row.severity is Severity.ERROR for row in made.left) else 0
