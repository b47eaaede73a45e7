"""`swaralipi quiz`: questions with four options for models, and what they answered."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from core.cli.output import write_out
from core.errors import UsageError

if TYPE_CHECKING:
    from core.views.painting import PainterMaker

HELP = "ask models the questions of a bank, report, export"


@dataclass(frozen=True, slots=True)
class Verb:
    """A second word: its module in this package, the function there, and what it does."""

    name: str
    module: str
    function: str
    what: str


VERBS = (
    Verb("run", "quiz_run", "run", "ask a model; the same again does only the rest"),
    Verb("resume", "quiz_run", "resume", "go on with every unfinished run of a project"),
    Verb("retry", "quiz_run", "retry", "ask again what ended in an error"),
    Verb("report", "quiz_report", "run", "accuracy by model, task and theme"),
    Verb("decide", "quiz_decide", "run", "list answers without a clear letter, and decide on them"),
    Verb("rescore", "quiz_decide", "rescore", "grade all kept answers anew; asks no model"),
    Verb("export", "quiz_export", "run", "tables and pictures of a project"),
    Verb("extract", "quiz_extract", "run", "the letter in a model's reply"),
    Verb("import", "quiz_import", "run", "make a bank of a JSON, CSV or XLSX file"),
    Verb("make", "quiz_make", "run", "make questions of scores"),
)


def run(argv: Sequence[str], painter: "PainterMaker") -> int:
    """Do what the second word says."""
    words = list(argv)
    if not words or words[0] in ("-h", "--help"):
        write_out(None, f"{_help()}\n".encode())
        return 0
    chosen = next((verb for verb in VERBS if verb.name == words[0]), None)
    if chosen is None:
        raise UsageError(f"quiz has no verb {words[0]!r}. Known: {', '.join(verb.name for verb in VERBS)}.")
    code: int = getattr(import_module(f"core.cli.{chosen.module}"), chosen.function)(words[1:], painter)
    return code


def _help() -> str:
    rows = [f"  {verb.name:8} {verb.what}" for verb in VERBS]
    return "\n".join(
        ["usage: swaralipi quiz VERB ...", "", *rows, "", "swaralipi quiz VERB --help tells a verb's options."]
    )
