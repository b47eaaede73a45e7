"""`swaralipi quiz extract`: the letter in a model's raw reply."""

import json
from collections.abc import Sequence
from dataclasses import asdict

from core.cli.output import write_out
from core.cli.parsing import parser, read_text, shown
from core.errors import FormatError
from core.llm.letter.find import LETTERS, find_letter
from core.views.painting import PainterMaker

HELP = "find the letter in a model's reply"


def run(argv: Sequence[str], painter: PainterMaker) -> int:  # noqa: ARG001  one shape for all verbs
    """Print one JSON object; no letter is a result too, exit 0."""
    options = parser("quiz extract", HELP)
    options.add_argument("reply", help="the reply as a text file, or - for standard input")
    options.add_argument("--mode", choices=("paper", "extended"), default="extended", help="how to read it")
    options.add_argument("--prompt", help="what was asked, so that a model's echo of it is left out")
    options.add_argument("--options", help="a JSON file with the four texts: a list, or an object by letter")
    args = options.parse_args(argv)
    prompt = read_text(args.prompt) if args.prompt else ""
    texts = _options(args.options) if args.options else ()
    found = find_letter(read_text(args.reply), mode=args.mode, prompt=prompt, options=texts)
    write_out(None, (json.dumps(asdict(found)) + "\n").encode())
    return 0


def _options(name: str) -> tuple[str, ...]:
    """Return four texts. Raises FormatError."""
    try:
        value = json.loads(read_text(name))
    except (ValueError, RecursionError) as error:
        raise FormatError(f"{shown(name)} is no JSON. Write a list of four texts.") from error
    if isinstance(value, dict):
        value = [value.get(letter) for letter in LETTERS]
    if not isinstance(value, list) or len(value) != len(LETTERS) or not all(isinstance(text, str) for text in value):
        raise FormatError(f"{shown(name)} holds no four options: a list of four texts, or an object with A to D.")
    return tuple(value)
