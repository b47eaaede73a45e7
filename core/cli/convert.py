"""`swaralipi convert`: a tune into another kind of file."""

from collections.abc import Sequence
from pathlib import Path

from core.audio.soundfont import DEFAULT_INSTRUMENT, INSTRUMENTS
from core.cli.parsing import parser, read_text, say, write_out
from core.errors import ParseError, UsageError
from core.formats.abc_reader import read
from core.reports.export import Request, kind_of, write_files
from core.score.diagnostic import Diagnostic
from core.views.base import Layout
from core.views.painting import PainterMaker

HELP = "turn a tune into notes, pictures, MIDI or sound"
CAPS = ("too-long", "too-many-notes", "too-many-voices")
A4_HEIGHT = 1414.0
"""Height of a page 1000 wide, in the proportion of A4."""


def run(argv: Sequence[str], painter: PainterMaker) -> int:
    """Convert and write."""
    options = parser("convert", HELP)
    options.add_argument("source", help="an ABC file, or - for standard input")
    options.add_argument("-o", "--output", help="the file to write; its ending tells the kind")
    options.add_argument("--to", metavar="KIND", help="the kind, for standard output or an unusual ending")
    options.add_argument("--from", dest="kind_in", metavar="KIND", default="abc", help="the kind of the source: abc")
    options.add_argument("--view", default="staff", help="for pictures: staff, jianpu or tab")
    options.add_argument("--pages", action="store_true", help="for pictures: A4 pages, numbered, not one tall page")
    options.add_argument("--tune", type=int, default=1, metavar="N", help="which tune of the file, from 1")
    options.add_argument("--played", action="store_true", help="for notes: repeats and jumps played out, ties merged")
    options.add_argument("--soundfont", type=Path, help="an .sf2 file")
    options.add_argument("--instrument", default=DEFAULT_INSTRUMENT, help=f"{', '.join(INSTRUMENTS)}, or 0-127")
    args = options.parse_args(argv)
    if args.output is None and args.to is None:
        raise UsageError("Nothing says what to make. Give -o FILE, or --to KIND for standard output.")
    if args.kind_in != "abc":
        raise UsageError(f"Reading {args.kind_in!r} is not possible yet; abc is.")
    kind = kind_of(args.to, args.output)
    text = read_text(args.source)
    reading = read(text)
    _refuse_past_caps([*reading.diagnostics, *(row for tune in reading.tunes for row in tune.diagnostics)])
    layout = Layout(page_height=A4_HEIGHT) if args.pages else Layout()
    request = Request(
        reading, text, painter, args.tune, args.view, args.played, args.soundfont, args.instrument, layout
    )
    if args.output in (None, "-"):
        for content in kind.write(request):
            write_out(None, content)
        return 0
    for target in write_files(kind, request, Path(args.output)):
        say(f"Wrote {target}")
    return 0


def _refuse_past_caps(found: list[Diagnostic]) -> None:
    for row in found:
        if row.code in CAPS:
            raise ParseError(f"Line {row.line}: {row.message}")
