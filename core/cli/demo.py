"""`swaralipi demo`: the whole main job on a sample song, headless."""

import json
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import core
from core.cli.generate import Wanted, in_its_tala, make
from core.cli.models import chosen
from core.cli.output import say
from core.cli.parsing import parser
from core.errors import AppError, ModelError, UsageError
from core.llm import profiles
from core.llm.compose import Composition
from core.metrics.compute import as_json, compute
from core.reports import book
from core.reports.export import PNG_SCALE, numbered
from core.reports.paper import A4
from core.score.score import Score
from core.settings import write_bytes
from core.songs import samples
from core.songs.song import Song
from core.views import VIEWS
from core.views.base import Layout
from core.views.painting import PainterMaker

HELP = "the main job on a sample song: tune, pictures, sound and measures into a folder"
SAMPLE = "aguner-poroshmoni"
SEED = 492
PACKAGES = ("verovio", "PySide6-Essentials", "llama-cpp-python", "music21", "mido", "pyfluidsynth")
TINY = (
    "The default model has 135 million parameters: it shows that everything works, and it writes no good music. "
    "For melodies worth singing, add a larger GGUF file or an API: see `swaralipi models add --help`."
)


@dataclass(frozen=True, slots=True)
class Job:
    """Where the demo writes, and how."""

    folder: Path
    pages: bool
    painter: PainterMaker

    def write(self, name: str, content: str | bytes) -> None:
        """Write one artefact; the folder is made where there is none."""
        raw = content.encode("utf-8", "replace") if isinstance(content, str) else content
        write_bytes(self.folder / name, raw)
        say(f"  {self.folder / name}")


def run(argv: Sequence[str], painter: PainterMaker) -> int:
    """Do the job; a part that this machine cannot do is said, the rest is done, and the exit code is 1."""
    options = parser("demo", HELP)
    options.add_argument("--out", required=True, help="the folder to write into")
    options.add_argument("--pages", action="store_true", help="numbered A4 pages instead of one tall page")
    options.add_argument("--sample", default=SAMPLE, choices=samples.SAMPLES, help="the song")
    options.add_argument("--model", default=profiles.DEFAULT, help="a profile or a FILE.gguf")
    options.add_argument("--seed", type=int, default=SEED)
    args = options.parse_args(argv)
    if args.model == "scripted":
        raise UsageError("The demo shows a real model at work; the scripted one is for tests. Choose another.")
    if Path(args.out).exists() and not Path(args.out).is_dir():
        raise UsageError(f"{args.out} is no folder. Name one, or one that is to be made.")
    chosen(args.model)
    song = samples.load(args.sample)
    wanted = Wanted(model=args.model)
    job = Job(Path(args.out), args.pages, painter)
    say(f"{song.title}: level {wanted.level}, model {args.model}, seed {args.seed}")
    if args.model == profiles.DEFAULT:
        say(TINY)
    made = make(song, wanted, seed=args.seed, max_tokens=None)
    job.write("prompt.txt", made.prompt + "\n")
    job.write("reply.txt", made.reply.text)
    job.write("run.json", _json(_record(song, wanted, made)))
    if made.score is None:
        raise ModelError(f"The reply holds no tune. {made.answer.reason} It is kept in {job.folder / 'reply.txt'}.")
    score, sung = in_its_tala(made, song)
    job.write("tune.abc", sung.rstrip("\n") + "\n")
    job.write("metrics.json", _json(as_json(compute(made.abc, song.reference.abc if song.reference else None))))
    problems = [*_draw(job, score), *_sound(job, score)]
    for problem in problems:
        say(f"swaralipi: {problem}")
    return 1 if problems else 0


def _draw(job: Job, score: Score) -> list[str]:
    """Draw every view as SVG and PNG; return what went wrong."""
    problems: list[str] = []
    for view in VIEWS:
        try:
            if job.pages:
                pages = book.pages([book.Piece(score)], view, A4, Layout())
            else:
                pages = view.draw(score, Layout()).pages
            for number, page in enumerate(pages, 1):
                for ending, content in (("svg", page.svg.encode()), ("png", job.painter().png(page, PNG_SCALE))):
                    job.write(str(numbered(Path(f"{view.name}.{ending}"), number, len(pages))), content)
        except (AppError, ImportError) as error:
            problems.append(f"No {view.name}: {error}")
    return problems


def _sound(job: Job, score: Score) -> list[str]:
    """Write MIDI and WAV; return what went wrong."""
    from core.audio import soundfont, synth
    from core.audio.schedule import schedule
    from core.audio.sound_file import wav_bytes
    from core.formats.midi import format as midi

    program = soundfont.program(soundfont.DEFAULT_INSTRUMENT)
    job.write("tune.mid", midi.write(score, program=program))
    try:
        samples_ = synth.render(schedule(score), soundfont.find(), program)
    except AppError as error:
        return [f"No sound: {error}"]
    job.write("tune.wav", wav_bytes(samples_))
    return []


def _record(song: Song, wanted: Wanted, made: Composition) -> dict[str, Any]:
    """Return what it takes to do the run again, and what it was done with."""
    profile = profiles.find(wanted.model)
    options = asdict(made.options)
    grammar = options.pop("grammar")
    return {
        "program": f"swaralipi {core.__version__}",
        "song": {"title": song.title, "style": str(song.style), "metre": song.metre, "theme": song.theme},
        "lyrics_source": song.source,
        "level": wanted.level,
        "profile": profile.name,
        "backend": profile.backend,
        "model": made.reply.model,
        "remark": TINY if profile.name == profiles.DEFAULT else None,
        "options": options,
        "grammar": grammar,
        "seed": made.options.seed,
        "finish": str(made.reply.finish),
        "prompt_tokens": made.reply.prompt_tokens,
        "reply_tokens": made.reply.reply_tokens,
        "seconds": round(made.reply.seconds, 3),
        "extraction_notes": list(made.answer.notes),
        "syllables": made.fit.message if made.fit else "the tune has lyrics of its own",
        "versions": {"python": platform.python_version(), **{name: _version(name) for name in PACKAGES}},
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _json(value: Any) -> str:  # noqa: ANN401  any JSON value
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
