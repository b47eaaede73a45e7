"""`swaralipi quiz report`: what the models of a project had right."""

import json
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.cli.output import harmless, in_command, say, write_out
from core.cli.parsing import parser
from core.experiments.quiz import GRADER, Project
from core.experiments.quiz_report import STATUSES, told_of_other_rules

if TYPE_CHECKING:
    from core.views.painting import PainterMaker


def run(argv: Sequence[str], painter: "PainterMaker") -> int:  # noqa: ARG001
    """Print one JSON object, or tables."""
    options = parser("quiz report", "accuracy by model, task and theme, with 95 % intervals and paired tests")
    options.add_argument("--project", required=True, help="the folder that keeps the answers")
    options.add_argument("--grader", default=GRADER, help="extended (default) or paper")
    options.add_argument("--with-decisions", action="store_true", help="let decisions by hand count")
    options.add_argument("--json", action="store_true", help="print one JSON object")
    args = options.parse_args(argv)
    with Project.open(args.project) as project:
        found = project.results(args.grader, with_decisions=args.with_decisions)
    say_other_rules(found, args.project)
    text = json.dumps(found, ensure_ascii=False, indent=2, allow_nan=False) if args.json else harmless(tables(found))
    write_out(None, f"{text}\n".encode("utf-8", "replace"))
    return 0


def say_other_rules(found: Mapping[str, Mapping[str, Any]], folder: Path | str) -> None:
    """Say where figures rest on grades of another version, and how to grade anew: that is never done unasked."""
    told = told_of_other_rules(found)
    if told:
        anew = f"swaralipi quiz rescore --project {in_command(folder)}"
        say(f"swaralipi: {told} Grade them anew, which asks no model: {anew}")


def tables(found: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the figures as aligned tables."""
    if not found:
        return "No model has been asked yet."
    rows = [
        [name, f"{one['done']}/{one['total']}", *(str(one[count]) for count in STATUSES), *_share(one)]
        for name, one in found.items()
    ]
    parts = [_table(["model", "done", *STATUSES, "accuracy", "95 %"], rows)]
    for field, title in (("by_task", "task"), ("by_theme", "theme")):
        groups = dict.fromkeys(group for one in found.values() for group in one[field])
        table = [
            [group or "-", name, str(one[field][group]["done"]), *_share(one[field][group])]
            for group in groups
            for name, one in found.items()
            if group in one[field]
        ]
        parts.append(_table([title, "model", "n", "accuracy", "95 %"], table))
    pairs = _pairs(found)
    if pairs:
        parts.append(_table(["pair", "n", "only first", "only second", "p (Holm)", ""], pairs))
    return "\n\n".join(parts)


def _share(one: Mapping[str, Any]) -> list[str]:
    if one["accuracy"] is None:
        return ["-", "-"]
    low, high = one["wilson95"]
    return [f"{one['accuracy']:.1%}", f"{low:.1%} to {high:.1%}"]


def _pairs(found: Mapping[str, Mapping[str, Any]]) -> list[list[str]]:
    """Return each pair of models once."""
    names = list(found)
    rows = []
    for place, name in enumerate(names):
        for other in names[place + 1 :]:
            one = found[name]["paired"].get(other)
            if one is not None:
                said = "tied" if one["tied"] else "differ"
                only = [str(one["only_this"]), str(one["only_other"])]
                rows.append([f"{name} : {other}", str(one["n"]), *only, f"{one['p_holm']:.3g}", said])
    return rows


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table whose first columns stand left and whose figures stand right."""
    lines = [list(heads), *[list(row) for row in rows]]
    widths = [max(_width(line[column]) for line in lines) for column in range(len(heads))]
    words = [column for column, head in enumerate(heads) if head in ("model", "task", "theme", "pair", "")]
    out = []
    for line in lines:
        cells = []
        for column, cell in enumerate(line):
            gap = " " * (widths[column] - _width(cell))
            cells.append(cell + gap if column in words else gap + cell)
        out.append("  ".join(cells).rstrip())
    return "\n".join(out)


def _width(text: str) -> int:
    """Return how many columns a terminal gives a text; Bengali vowel signs stand on their letter."""
    return sum(unicodedata.category(sign) not in ("Mn", "Me", "Cf") for sign in text)
