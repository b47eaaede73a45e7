"""`swaralipi quiz make continuation`: questions made of reference scores."""

import json
from collections.abc import Sequence
from pathlib import Path

from core.benchmarks.banks.bank import bank_text
from core.benchmarks.continuation import make
from core.cli.output import say, write_out
from core.cli.parsing import parser
from core.errors import UsageError
from core.experiments.continuation_scores import read_scores
from core.llm.base import PAPER
from core.views.painting import PainterMaker

HELP = "make questions of scores"
MAKERS = ("continuation",)
TOLD = 20


def run(argv: Sequence[str], painter: PainterMaker) -> int:  # noqa: ARG001  one shape for all verbs
    """Write a bank, and the maker's report as JSON on standard error."""
    options = parser("quiz make", HELP)
    options.add_argument("kind", metavar="KIND", help=f"what to make: {', '.join(MAKERS)}")
    options.add_argument("scores", help="a file of any kind that can be read, or a folder of such")
    options.add_argument("-o", "--output", help="the bank, JSON Lines")
    options.add_argument("--n", type=int, default=20, metavar="N", help="how many questions; else 20")
    options.add_argument("--seed", type=int, default=PAPER.seed, metavar="S", help=f"else {PAPER.seed}")
    args = options.parse_args(argv)
    if args.kind not in MAKERS:
        raise UsageError(f"Nothing is known of making {args.kind!r}. Known: {', '.join(MAKERS)}.")
    found = read_scores(Path(args.scores))
    for problem in found.problems[:TOLD]:
        say(f"swaralipi: left out: {' '.join(problem.split())}")
    if len(found.problems) > TOLD:
        say(f"swaralipi: {len(found.problems) - TOLD} more files left out")
    made = make(found.sources, args.n, args.seed)
    write_out(args.output, bank_text(made.samples).encode())
    say(json.dumps({**made.report, "files_left_out": len(found.problems)}, ensure_ascii=False))
    if len(made.samples) < args.n:
        say(f"swaralipi: these scores give {len(made.samples)} of the {args.n} questions asked for")
    return 0
