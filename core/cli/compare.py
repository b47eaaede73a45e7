"""`swaralipi compare`: two tunes note by note, the first being right."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from core.cli.output import write_out
from core.cli.parsing import parser, read_bytes, shown
from core.errors import FormatError
from core.reports import importing
from core.score.compare import Comparison, compare
from core.score.score import Score
from core.views.painting import PainterMaker

HELP = "compare two tunes note by note; the first is the reference"
WORDS = {
    "match": "same", "other_pitch": "other pitch", "other_length": "other length", "both": "both differ",
    "missing": "missing", "extra": "extra",
}  # fmt: skip


def run(argv: Sequence[str], painter: PainterMaker) -> int:  # noqa: ARG001  one shape for all verbs
    """Print counts and accuracies; without --json also which bars differ."""
    options = parser("compare", HELP)
    options.add_argument("reference", help="the right one, of any kind that can be read; - is standard input")
    options.add_argument("other", help="the one to judge")
    options.add_argument("--json", action="store_true", help="print one JSON object")
    options.add_argument("--octave-blind", action="store_true", help="take notes an octave apart for the same")
    options.add_argument("--played", action="store_true", help="follow repeats and endings, merge ties")
    options.add_argument("--from", dest="kind", metavar="KIND", help="the kind of both, where names do not tell")
    args = options.parse_args(argv)
    scores = [_score(args.reference, args.kind), _score(args.other, args.kind)]
    found = compare(*scores, played=args.played, octave_blind=args.octave_blind)
    text = json.dumps(as_json(found)) + "\n" if args.json else as_table(found)
    write_out(None, text.encode())
    return 0


def _score(name: str, kind: str | None) -> Score:
    """Return the first tune of a file. Raises FormatError where there is none."""
    made = importing.read(read_bytes(name, importing.MOST_BYTES), None if name == "-" else Path(name).name, kind)
    importing.refuse_past_caps(made, shown(name))
    if not made.scores:
        raise FormatError(f"There is no tune in {shown(name)}. Check that it is the right file.")
    return made.scores[0]


def as_json(found: Comparison) -> dict[str, int | float]:
    """Return what the contract of the command line names."""
    accuracies = {"acc_pitch": found.acc_pitch, "acc_duration": found.acc_duration, "acc_both": found.acc_both}
    return {**asdict(found.counts), **accuracies}


def as_table(found: Comparison) -> str:
    """Return a short table for people."""
    rows = [f"{WORDS[name]:14} {number:6}" for name, number in asdict(found.counts).items()]
    rows += [
        f"{title:14} {100 * value:6.1f} %"
        for title, value in (("pitch", found.acc_pitch), ("length", found.acc_duration), ("both", found.acc_both))
    ]
    for bar in found.bars:
        counts = asdict(bar.counts)
        differing = [f"{counts[name]} {word}" for name, word in WORDS.items() if counts[name] and name != "match"]
        if differing:
            rows.append(f"bar {_number(bar.one)} : {_number(bar.other)}  {', '.join(differing)}")
    return "\n".join(rows) + "\n"


def _number(bar: int | None) -> str:
    return "-" if bar is None else str(bar + 1)
