"""`swaralipi quiz import`: somebody else's questions as a bank."""

from collections.abc import Sequence
from pathlib import Path

from core.benchmarks.banks import importing as bank_import
from core.benchmarks.banks.columns import FIELDS
from core.benchmarks.banks.export import KINDS, bank_bytes
from core.benchmarks.banks.importing import READERS
from core.benchmarks.banks.row import TASK_NAMES
from core.benchmarks.banks.table import MOST_BYTES
from core.cli.output import say, write_out
from core.cli.parsing import parser, read_bytes
from core.errors import FormatError, UsageError
from core.views.painting import PainterMaker

HELP = "make a bank of a JSON, CSV or XLSX file"
TOLD = 50


def run(argv: Sequence[str], painter: PainterMaker) -> int:  # noqa: ARG001  one shape for all verbs
    """Write the bank; rows with a fault are named, and with --rest the others are written."""
    options = parser("quiz import", HELP)
    options.add_argument("file", help=f"{', '.join(READERS)}; - for standard input, then with --from")
    options.add_argument("-o", "--output", help=f"the bank, or an export of it: {', '.join(KINDS)}; else JSON Lines")
    options.add_argument(
        "--from", dest="kind", choices=READERS, help="the kind of file, where its ending does not tell"
    )
    options.add_argument(
        "--map", action="extend", nargs="+", default=[], metavar="COL=FIELD",
        help=f"what a column is, by heading or number: {', '.join(FIELDS)}",
    )  # fmt: skip
    options.add_argument("--task", choices=TASK_NAMES, help="of rows that do not say theirs")
    options.add_argument("--rest", action="store_true", help="leave rows with a fault out instead of refusing them all")
    options.add_argument("--preview", action="store_true", help="show the first rows as they would be; write nothing")
    args = options.parse_args(argv)
    name = _named(args.file, args.kind)
    content = read_bytes(args.file, MOST_BYTES)
    made = bank_import.plan(bank_import.open_table(content, name), args.map, args.task)
    for remark in made.remarks:
        say(f"swaralipi: {remark}")
    if args.preview:
        write_out(None, _shown(made).encode())
        return 0
    kind = _kind(args.output)
    bank = bank_import.bank_of(made, strict=False)
    for problem in bank.problems[:TOLD]:
        say(f"swaralipi: {problem}")
    if not args.rest:
        bank.strict()
    write_out(args.output, bank_bytes(bank.samples, kind))
    left = len({problem.row for problem in bank.problems})
    rows = f", {left} row{'s' if left > 1 else ''} left out" if left else ""
    say(f"swaralipi: {len(bank.samples)} question{'s' if len(bank.samples) > 1 else ''}{rows}")
    return 0


def _named(name: str, kind: str | None) -> str:
    """Return the file's name with an ending that tells its kind."""
    own = "bank" if name == "-" else Path(name).name
    if kind is None and name == "-":
        raise UsageError(f"Standard input has no ending. Say its kind with --from: {', '.join(READERS)}.")
    return own if kind is None or own.lower().endswith(f".{kind}") else f"{own}.{kind}"


def _kind(output: str | None) -> str:
    if output in (None, "-"):
        return "jsonl"
    ending = Path(str(output)).suffix.lower().removeprefix(".")
    if ending not in KINDS:
        raise FormatError(f"{output} has no ending of a bank. Known: {', '.join(KINDS)}.")
    return ending


def _shown(made: bank_import.Plan) -> str:
    """Return the columns and the first rows as text."""
    rows = [f"{made.table.columns[place]} = {field}" for place, field in made.mapping.items()]
    for one in bank_import.preview(made):
        if one.sample is None:
            rows.append(str(one.problem))
            continue
        sample = one.sample
        lettered = [f"   {letter}. {text}" for letter, text in zip("ABCD", sample.options, strict=True)]
        rows += [f"Row {one.row}: {sample.id}, {sample.task}: {sample.text}", *lettered, f"   right: {sample.answer}"]
    return "\n".join(rows) + "\n"
