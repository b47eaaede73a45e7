"""`swaralipi extract`: the tune in a model's raw reply."""

from collections.abc import Sequence

from core.cli.output import say, write_out
from core.cli.parsing import parser, read_text
from core.errors import ParseError
from core.llm.answer import NOTES, find_tune
from core.views.painting import PainterMaker

OF_A_CHOICE = ("several", "corrected")
"""Notes that tell which of several tunes was taken."""
HELP = "take the tune out of a model's raw reply"


def run(argv: Sequence[str], painter: PainterMaker) -> int:  # noqa: ARG001
    """Print the tune; exit 2 and the reason where there is none."""
    options = parser("extract", HELP)
    options.add_argument("reply", help="the reply as a text file, or - for standard input")
    options.add_argument("--prompt", help="what was asked, so that a model's echo of it is left out")
    options.add_argument("--verbatim", action="store_true", help="the tune's own bytes, not tidied")
    options.add_argument("--all", action="store_true", help="every tune of the reply, an empty line between")
    args = options.parse_args(argv)
    prompt = read_text(args.prompt) if args.prompt else ""
    answer = find_tune(read_text(args.reply), prompt)
    if answer.tune is None:
        raise ParseError(f"No tune found. {answer.reason}")
    for note in answer.notes:
        if not (args.all and note in OF_A_CHOICE):
            say(f"swaralipi: {NOTES[note]}")
    chosen = answer.tunes if args.all else (answer.tune,)
    texts = [tune.verbatim if args.verbatim else tune.text for tune in chosen]
    write_out(None, ("\n\n".join(texts) + "\n").encode("utf-8", "surrogatepass"))
    return 0
