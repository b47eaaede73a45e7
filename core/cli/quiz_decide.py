"""`swaralipi quiz decide` and `rescore`: what a person reads out of unclear answers, and grades made anew."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.cli.output import harmless, say, write_out
from core.cli.parsing import parser
from core.cli.quiz_report import say_other_rules
from core.errors import UsageError
from core.experiments.quiz import Project

if TYPE_CHECKING:
    from core.views.painting import PainterMaker

NO_LETTER = "none"
PAGE = 200
MOST_SHOWN = 10_000
"""Characters of a reply that its row is made of."""


def run(argv: Sequence[str], painter: "PainterMaker") -> int:  # noqa: ARG001
    """List the queue as tab-separated rows, or keep one decision."""
    options = parser("quiz decide", "list answers without a clear letter; with --item decide on one")
    options.add_argument("--project", required=True, help="the folder that keeps the answers")
    options.add_argument("--item", type=int, help="the number that the list gives")
    options.add_argument("--letter", help="A to D, or none")
    options.add_argument("--who", help="the name of who decides")
    options.add_argument("--why", default="", help="the reason, kept with the decision")
    args = options.parse_args(argv)
    if args.item is None:
        if args.letter or args.who or args.why:
            raise UsageError("A decision needs --item, the number that the list gives.")
        with Project.open(args.project) as project:
            return _list(project)
    if not args.letter or not args.who:
        raise UsageError("A decision needs --letter (A to D, or none) and --who.")
    letter = None if args.letter.lower() == NO_LETTER else args.letter.upper()
    with Project.open(args.project, write=True, make=False) as project:
        project.decide(args.item, letter, who=args.who, why=args.why)
    say(f"swaralipi: Item {args.item}: {letter or 'no answer'}, kept. quiz report --with-decisions counts it.")
    return 0


def _list(project: Project) -> int:
    offset = 0
    while True:
        page = project.undecided(offset=offset, limit=PAGE)
        for row in page.rows:
            full = project.item(row.id)
            reply = "" if full.answered is None else " ".join(harmless(full.answered.reply[:MOST_SHOWN]).split())[:120]
            line = "\t".join([str(row.id), row.model, row.sample, row.status, row.reason, reply])
            write_out(None, f"{line}\n".encode("utf-8", "replace"))
        offset += PAGE
        if offset >= page.total:
            say(f"swaralipi: {page.total} answers wait for a decision.")
            say_other_rules(project.results(), project.folder)
            return 0


def rescore(argv: Sequence[str], painter: "PainterMaker") -> int:  # noqa: ARG001
    """Grade every kept answer anew."""
    options = parser("quiz rescore", "grade all kept answers anew; asks no model")
    options.add_argument("--project", required=True, help="the folder that keeps the answers")
    args = options.parse_args(argv)
    with Project.open(args.project, write=True, make=False) as project:
        changed = project.rescore()
    say(f"swaralipi: {changed} grades changed.")
    return 0
