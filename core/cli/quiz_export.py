"""`swaralipi quiz export`: the results of a project as tables and pictures."""

from collections.abc import Sequence
from pathlib import Path

from core.benchmarks import TASKS
from core.cli.output import say, write_out
from core.cli.parsing import parser
from core.cli.quiz_report import say_other_rules
from core.errors import UsageError
from core.experiments.quiz import GRADER, Project
from core.reports.chart_svg import DARK, LIGHT
from core.reports.published import sa_quiz
from core.reports.quiz_results import FIGURES, TABLES, items
from core.reports.request import check_fonts
from core.reports.table_text import write_csv
from core.reports.table_writers import WRITERS, writer_for
from core.reports.tune_kinds import PNG_SCALE
from core.views.painting import PainterMaker

PICTURES = (".svg", ".png", ".pdf")
ITEMS = "items"


def run(argv: Sequence[str], painter: PainterMaker) -> int:
    """Write one file; its ending tells the kind."""
    options = parser("quiz export", "write the results of a project as tables or pictures")
    options.add_argument("--project", required=True, help="the folder that keeps the answers")
    endings = " ".join([*(writer.ending for writer in WRITERS), *PICTURES])
    options.add_argument("-o", "--output", required=True, metavar="FILE", help=f"its ending tells the kind: {endings}")
    options.add_argument("--what", choices=(*TABLES, ITEMS, *FIGURES), help="one table or picture; else all, or bars")
    options.add_argument("--grader", default=GRADER, help="extended (default) or paper")
    options.add_argument("--with-decisions", action="store_true", help="let decisions by hand count")
    options.add_argument("--no-published", action="store_true", help="leave out the figures that the paper states")
    options.add_argument("--dark", action="store_true", help="for pictures: on a dark ground")
    options.add_argument("--bom", action="store_true", help="for csv: begin with a byte order mark, as Excel likes it")
    args = options.parse_args(argv)
    ending = Path(args.output).suffix.lower()
    what = _wanted(ending, args.what, args.output)
    titles = {task.name: task.title for task in TASKS}
    published = None if args.no_published else sa_quiz()
    with Project.open(args.project) as project:
        results = project.results(args.grader, with_decisions=args.with_decisions)
        if not results:
            raise UsageError(f"{args.project} has no results yet. Begin with swaralipi quiz run --project.")
        say_other_rules(results, args.project)
        if ending in PICTURES:
            check_fonts()
            figure = FIGURES[what[0]](results, titles, published, DARK if args.dark else LIGHT)
            if ending == ".svg":
                content = figure.page.svg.encode("utf-8", "replace")
            elif ending == ".png":
                content = painter().png(figure.page, PNG_SCALE)
            else:
                content = painter().pdf([figure.page], "Swaralipi Studio: quiz")
        else:
            tables = [
                items(project.exported(args.grader, with_decisions=args.with_decisions))
                if name == ITEMS
                else TABLES[name](results, titles, published)
                for name in what
            ]
            content = (
                write_csv(tables, bom=True) if args.bom and ending == ".csv" else writer_for(args.output).write(tables)
            )
    write_out(args.output, content)
    say(f"Wrote {args.output}")
    return 0


def _wanted(ending: str, what: str | None, output: str) -> tuple[str, ...]:
    """Return the tables or the picture to write. Raises UsageError where they do not go with the file's ending."""
    if ending in PICTURES:
        chosen = what or "bars"
        if chosen not in FIGURES:
            raise UsageError(f"{chosen} is a table, and {output} a picture. Pictures are: {', '.join(FIGURES)}.")
        return (chosen,)
    if what in FIGURES:
        raise UsageError(f"{what} is a picture; write it to a file that ends in {', '.join(PICTURES)}, not {output}.")
    writer = writer_for(output)
    if what is not None:
        return (what,)
    return tuple(TABLES) if writer.many else ("summary",)
