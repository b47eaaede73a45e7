"""`swaralipi convert`: a tune into another kind of file."""

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from core.audio import soundfont
from core.audio.soundfont import DEFAULT_INSTRUMENT, INSTRUMENTS
from core.cli.output import check_target, say, write_out
from core.cli.parsing import parser, read_bytes, shown
from core.errors import AudioError, UsageError
from core.formats import FORMATS
from core.formats.base import Imported
from core.formats.swara_cells.sung import READINGS
from core.registry import pick
from core.reports import importing
from core.reports.export import KINDS, Kind, Request, kind_of, write_files
from core.reports.frets import into_range
from core.reports.paper import A4, PAPERS_BY_NAME
from core.reports.sa import moved
from core.score.degrees import KeyForm
from core.score.diagnostic import Severity
from core.tradition.tunings import TUNINGS_BY_NAME, fretboard_of
from core.views import VIEWS_BY_NAME
from core.views.base import Layout
from core.views.painting import PainterMaker

HELP = "turn a tune into notes, pictures, MIDI or sound"
LEAST_DPI, MOST_DPI = 24, 2400
MOST_TOLD = 5
"""Errors of a tune that are told one by one."""


def run(argv: Sequence[str], painter: PainterMaker) -> int:
    """Convert and write."""
    options = parser("convert", HELP)
    options.add_argument("source", help="a file, or - for standard input; its ending tells the kind")
    options.add_argument("-o", "--output", help="the file to write; its ending tells the kind")
    options.add_argument("--to", metavar="KIND", help="the kind, for standard output or an unusual ending")
    kinds = ", ".join(found.name for found in FORMATS if found.read is not None)
    options.add_argument("--from", dest="kind_in", metavar="KIND", help=f"the kind of the source: {kinds}")
    options.add_argument("--view", default="staff", help="for pictures: staff, jianpu, tab or swaralipi")
    options.add_argument("--pages", action="store_true", help="for svg and png: the pages of the PDF, numbered")
    options.add_argument("--paper", choices=PAPERS_BY_NAME, help="for pdf, svg and png: pages of this size; pdf: a4")
    options.add_argument("--dpi", type=float, help=f"for png: dots an inch, {LEAST_DPI} to {MOST_DPI}; else 192")
    options.add_argument("--tune", type=int, metavar="N", help="from 1; without it the first, or all (abc, notes, pdf)")
    options.add_argument("--played", action="store_true", help="repeats and jumps played out, where a kind can be")
    options.add_argument("--reading", choices=READINGS, help="of swaralipi.json and sargam: printed, or encoded")
    options.add_argument("--sa", metavar="NOTE", help="move Sa to this note, such as D or Bb or G3")
    options.add_argument("--tuning", metavar="STRINGS", help=f"for tab: {', '.join(TUNINGS_BY_NAME)}, or D A D G B E")
    options.add_argument("--capo", type=int, default=0, metavar="FRET", help="for tab: a fret, 0 for none")
    options.add_argument("--into-range", action="store_true", help="for tab: move by octaves so that most notes fit")
    options.add_argument("--minor-on-six", action="store_true", help="for jianpu: a minor key as 6=A instead of 1=C")
    options.add_argument("--sign-first", action="store_true", help="for jianpu: 1=♭B instead of 1=B♭")
    options.add_argument("--soundfont", type=Path, help="an .sf2 file")
    options.add_argument("--instrument", default=DEFAULT_INSTRUMENT, help=f"{', '.join(INSTRUMENTS)}, or 0-127")
    args = options.parse_args(argv)
    if args.output is None and args.to is None:
        raise UsageError("Nothing says what to make. Give -o FILE, or --to KIND for standard output.")
    kind = kind_of(args.to, args.output)
    _refuse_wrong(args)
    made = read_source(args.source, args.kind_in, args.reading)
    importing.refuse_past_caps(made, shown(args.source))
    was_abc = made.text is not None
    board = fretboard_of(args.tuning, args.capo)
    if args.sa is not None:
        made = moved(made, args.sa)
    moves: list[str] = []
    if args.into_range:
        made, said = into_range(made, board)
        moves.append(said)
    paper = PAPERS_BY_NAME[args.paper] if args.paper else (A4 if args.pages else None)
    request = Request(
        made.reading, made.text, painter, args.tune, args.tune is not None, args.view, args.played, args.soundfont,
        args.instrument, Layout(board=board, key_form=KeyForm(args.minor_on_six, args.sign_first)), paper, args.dpi,
    )  # fmt: skip
    if args.tune is not None:
        request.chosen()
    import_remarks = _reader_errors(kind, request) if was_abc else [row.message for row in made.findings]
    contents_lost = kind.lost(request) if made.tunes else []
    for remark in [*moves, *_not_done(kind, request), *import_remarks, *contents_lost]:
        say(remark)
    if args.output in (None, "-"):
        contents = kind.write(request)
        if len(contents) > 1:
            raise UsageError(f"There are {len(contents)} pages, and standard output takes one. Give -o FILE.")
        write_out(None, contents[0])
    else:
        for target in write_files(kind, request, Path(args.output)):
            say(f"Wrote {target}")
    for remark in request.remarks:
        say(remark)
    return 0


def read_source(name: str, kind: str | None, reading: str | None = None) -> Imported:
    """Read a file or standard input of any kind."""
    content = read_bytes(name, importing.MOST_BYTES)
    return importing.read(content, None if name == "-" else name, kind, reading)


def _refuse_wrong(args: Namespace) -> None:
    """Raise UsageError for what no file could make right, whether or not this kind of output needs it."""
    if args.dpi is not None and not LEAST_DPI <= args.dpi <= MOST_DPI:
        raise UsageError(f"Pictures have {LEAST_DPI} to {MOST_DPI} dots an inch, not {args.dpi:g}.")
    pick(VIEWS_BY_NAME, args.view, "view")
    check_target(args.output)
    try:
        soundfont.program(args.instrument)
        if args.soundfont is not None:
            soundfont.check(args.soundfont)
    except AudioError as error:
        raise UsageError(str(error)) from error


def _not_done(kind: Kind, request: Request) -> list[str]:
    """Say which tunes are left out, and that repeats stay where playing them out was asked for."""
    remarks = []
    count = len(request.reading.tunes)
    if count > 1 and request.tune is None and not kind.several:
        title = request.score().title
        called = f" ({title})" if title else ""
        left = "the other is" if count == 2 else f"the other {count - 1} are"
        remarks.append(f"Only tune 1{called} of {count} is written, {left} left out. --tune N chooses another.")
    if request.played and not kind.plays:
        playing = ", ".join(one.name for one in KINDS if one.plays)
        remarks.append(f"--played changes nothing: {kind.name} is not played out. Kinds that are: {playing}.")
    return remarks


def _reader_errors(kind: Kind, request: Request) -> list[str]:
    """Return what the reader of ABC could not take, with its place; nothing where the text or its findings are kept."""
    if kind.tells or not request.reading.tunes or (kind.name == "abc" and request.text is not None):
        return []
    tunes = request.written_tunes() if kind.several else (request.chosen(),)
    errors = [row for tune in tunes for row in tune.diagnostics if row.severity is Severity.ERROR]
    told = list(dict.fromkeys(f"Line {row.line}, column {row.column}: {row.message}" for row in errors))
    left = len(told) - MOST_TOLD
    if left > 0:
        told[MOST_TOLD:] = [f"{left} more error{'s' if left > 1 else ''}: swaralipi check tells all."]
    return told
