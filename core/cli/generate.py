"""`swaralipi generate`: a melody for lyrics."""

import sys
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path

from core.cli.models import chosen
from core.cli.output import check_target, on_terminal, say, write_out
from core.cli.parsing import Parser, parser, read_text
from core.errors import ModelError, UsageError
from core.formats.abc.with_lyrics import with_tala
from core.llm import compose, open_backend, profiles
from core.llm.answer import NOTES
from core.llm.base import Options, Progress
from core.lyrics import load as lyrics
from core.score.score import Score
from core.songs import swara_file
from core.songs.song import Song, Style
from core.tradition.cells.grid import FREE_NAMES
from core.tradition.ragas import find_raga
from core.tradition.talas import find as find_tala
from core.tradition.talas import in_tala, talas
from core.views.painting import PainterMaker

HELP = "write a melody for lyrics with a language model"


def run(argv: Sequence[str], painter: PainterMaker) -> int:  # noqa: ARG001
    """Ask the model; write the tune, or, where the reply holds none, the raw reply beside it and exit 1."""
    args = arguments(parser("generate", HELP)).parse_args(argv)
    check_target(args.output)
    song = song_from(args)
    wanted = Wanted(args.level, args.model, args.raga or "", args.bars, args.grammar, args.preset)
    made = make(song, wanted, seed=args.seed, max_tokens=args.max_tokens)
    if made.score is None:
        kept = keep_reply(args.output, made.reply.text)
        raise ModelError(f"The reply holds no tune. {made.answer.reason} The raw reply is in {kept}.")
    _, sung = in_its_tala(made, song)
    write_out(args.output, (sung.rstrip("\n") + "\n").encode("utf-8", "replace"))
    for note in made.answer.notes:
        say(f"swaralipi: {NOTES[note]}")
    if made.fit is not None and made.fit.message:
        say(f"swaralipi: {made.fit.message}")
    return 0


def arguments(options: Parser) -> Parser:
    """Add the arguments that say what to write and how."""
    options.add_argument("--lyrics", required=True, help="a UTF-8 text, a .swara song, or - for standard input")
    options.add_argument("--style", choices=["rabindra", "nazrul"], help="whose song it should sound like")
    options.add_argument("--theme", help="what the lyrics are about")
    options.add_argument("--meter", "--metre", dest="meter", help="the time signature, such as 3/4")
    options.add_argument("--level", type=int, default=3, choices=[1, 2, 3, 4, 5], help="how much the prompt tells")
    options.add_argument("--model", default=profiles.DEFAULT, help="a profile (see models list) or a FILE.gguf")
    options.add_argument("--raga", help="hold the grammar to this raga's notes")
    options.add_argument("--tala", help="the tala; R: of the tune where its metre can carry it")
    options.add_argument("--bars", type=int, help="how many bars the grammar writes; default: as the lyrics need")
    options.add_argument("--seed", type=int, help="for the model's dice")
    options.add_argument("--max-tokens", type=int, help="the longest reply")
    options.add_argument("--no-grammar", dest="grammar", action="store_false", help="let the model write freely")
    options.add_argument("--preset", choices=list(profiles.PRESETS), help="sampling as in the paper, no grammar")
    options.add_argument("-o", "--output", help="the ABC file to write; default: standard output")
    return options


def song_from(args: Namespace) -> Song:
    """Return the song the arguments describe; what they leave open comes from a .swara file."""
    song = Song()
    if args.lyrics.lower().endswith(".swara"):
        song = swara_file.read(Path(args.lyrics))
    else:
        text = lyrics.read(read_text(args.lyrics), args.lyrics).text
        song = Song(title=next(iter(text.strip().splitlines()), "")[:80], lyrics=text.strip("\n"))
    if args.tala:
        _known_tala(args.tala)
    given = {"theme": args.theme, "metre": args.meter, "tala": args.tala, "raga": args.raga}
    song = replace(song, **{name: value for name, value in given.items() if value is not None})
    if args.style:
        song = replace(song, style=Style(args.style))
    return replace(song, metre=song.metre or "4/4") if args.level == 1 else song


def _known_tala(name: str) -> None:
    """Raise UsageError where the table has no such tala, naming near ones, or all."""
    if find_tala(name) is not None or name.strip().casefold() in FREE_NAMES:
        return
    spellings = {spelling.casefold(): tala.name for tala in talas() for spelling in tala.names}
    near = [spellings[found] for found in get_close_matches(name.strip().casefold(), spellings, 3, 0.6)]
    known = dict.fromkeys(tala.name for tala in talas())
    hint = f"Did you mean {' or '.join(dict.fromkeys(near))}?" if near else f"Known: {', '.join(known)}."
    raise UsageError(f"--tala: the tala {name!r} is not in the table of talas. {hint} Or leave --tala out.")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be written and by whom."""

    level: int = 3
    model: str = profiles.DEFAULT
    raga: str = ""
    bars: int | None = None
    grammar: bool = True
    preset: str | None = None


def make(song: Song, wanted: Wanted, *, seed: int | None, max_tokens: int | None) -> compose.Composition:
    """Ask the model of a profile for a melody, with progress on standard error.

    Everything that can be wrong with the request is said before the model is loaded.
    """
    profile = chosen(wanted.model)
    if wanted.bars is not None and wanted.bars < 1:
        raise UsageError("--bars must be 1 or more.")
    prompt = compose.prompt_for(song, wanted.level)
    options = profile.sampling(wanted.preset)
    if seed is not None:
        options = replace(options, seed=seed)
    if max_tokens is not None:
        if max_tokens < 1:
            raise UsageError("--max-tokens must be 1 or more.")
        options = replace(options, max_tokens=max_tokens)
    if wanted.raga:
        find_raga(wanted.raga)
    compose.song_metre(song)
    if wanted.grammar and profile.grammar(wanted.preset):
        options = replace(options, grammar=compose.song_grammar(song, wanted.bars, wanted.raga))
    elif wanted.bars is not None or wanted.raga:
        say("swaralipi: --bars and --raga hold the grammar, and none is used with this model; they change nothing.")
    return _ask(song, prompt, profile, options)


def _ask(song: Song, prompt: str, profile: profiles.Profile, options: Options) -> compose.Composition:
    backend = open_backend(profile)
    try:
        return compose.compose(song, prompt, backend, options, watch=Meter() if on_terminal() else None)
    finally:
        backend.close()


class Meter:
    """Shows on a terminal how far a reply is."""

    def __call__(self, progress: Progress) -> None:
        """Rewrite the line of progress."""
        if progress.text:
            line = f"{progress.tokens} tokens written"
        else:
            line = f"{progress.prompt_done} of {progress.prompt_total} tokens of the prompt read"
        sys.stderr.write(f"\r\x1b[K{line}")
        sys.stderr.flush()


def in_its_tala(made: compose.Composition, song: Song) -> tuple[Score, str]:
    """Return score and text in the song's tala where the reply names none and its metre can carry it.

    Only for a composition that has a score.
    """
    assert made.score is not None  # noqa: S101  callers have looked
    score = in_tala(made.score, song.tala)
    return score, with_tala(made.sung, score.rhythm) if score.rhythm != made.score.rhythm else made.sung


def keep_reply(output: str | None, reply: str) -> str:
    """Write a raw reply beside the output file; return the place. Standard output gets `reply.txt` here."""
    target = Path("reply.txt") if output in (None, "-") else Path(f"{output}.reply.txt")
    write_out(str(target), reply.encode("utf-8", "replace"))
    return str(target)
