"""Kinds of files that a tune can become, one row each."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from core.audio.soundfont import DEFAULT_INSTRUMENT
from core.errors import ParseError, UsageError
from core.formats import notes_json
from core.formats.abc_reader import Reading
from core.score.score import Score
from core.settings import write_bytes
from core.views.base import Drawing, Layout
from core.views.painting import PainterMaker

PNG_SCALE = 2.0


@dataclass(slots=True)
class Request:
    """A tune and how it is to be written."""

    reading: Reading
    text: str
    painter: PainterMaker
    tune: int = 1
    view: str = "staff"
    played: bool = False
    soundfont: Path | None = None
    instrument: str = DEFAULT_INSTRUMENT
    layout: Layout = field(default_factory=Layout)

    def score(self) -> Score:
        """Return the chosen tune's score. Raises ParseError where the text has no such tune."""
        if not self.reading.tunes:
            raise ParseError(self.reading.diagnostics[0].message)
        if not 1 <= self.tune <= len(self.reading.tunes):
            raise UsageError(f"There is no tune {self.tune}: the text has {len(self.reading.tunes)}.")
        return self.reading.tunes[self.tune - 1].score

    def drawing(self) -> Drawing:
        """Return the chosen view's pages."""
        from core.registry import pick
        from core.views import VIEWS_BY_NAME

        return pick(VIEWS_BY_NAME, self.view, "view").draw(self.score(), self.layout)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of output. `write` gives one file's bytes a page; most kinds have one page."""

    name: str
    endings: tuple[str, ...]
    write: Callable[[Request], list[bytes]]


def _abc(request: Request) -> list[bytes]:
    from core.llm.answer_text import normalised

    request.score()
    return [(normalised(request.text) + "\n").encode("utf-8", "replace")]


def _notes(request: Request) -> list[bytes]:
    rows = notes_json.rows(request.reading, played=request.played)
    return ["".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode("utf-8", "replace")]


def _svg(request: Request) -> list[bytes]:
    return [page.svg.encode("utf-8") for page in request.drawing().pages]


def _png(request: Request) -> list[bytes]:
    painter = request.painter()
    return [painter.png(page, PNG_SCALE) for page in request.drawing().pages]


def _mid(request: Request) -> list[bytes]:
    from core.audio.soundfont import program
    from core.formats import midi

    return [midi.write(request.score(), played=True, program=program(request.instrument))]


def _wav(request: Request) -> list[bytes]:
    from core.audio import soundfont, synth
    from core.audio.schedule import schedule
    from core.audio.sound_file import wav_bytes

    font = soundfont.find(request.soundfont)
    samples = synth.render(schedule(request.score()), font, soundfont.program(request.instrument))
    return [wav_bytes(samples)]


KINDS = (
    Kind("abc", (".abc",), _abc),
    Kind("notes", (".jsonl", ".notes"), _notes),
    Kind("svg", (".svg",), _svg),
    Kind("png", (".png",), _png),
    Kind("mid", (".mid", ".midi"), _mid),
    Kind("wav", (".wav",), _wav),
)


def kind_of(name: str | None, target: str | None) -> Kind:
    """Return the kind named by `--to`, or by the ending of the output file. Raises UsageError."""
    if name is not None:
        for kind in KINDS:
            if kind.name == name:
                return kind
        raise UsageError(f"There is no kind {name!r}. Known: {', '.join(kind.name for kind in KINDS)}.")
    ending = Path(target or "").suffix.lower()
    for kind in KINDS:
        if ending in kind.endings:
            return kind
    known = ", ".join(kind.endings[0] for kind in KINDS)
    raise UsageError(f"The kind of {target or 'standard output'} is not clear. Use --to, or an ending of {known}.")


def write_files(kind: Kind, request: Request, path: Path) -> list[Path]:
    """Write what a kind gives; several pages get numbers. Returns the files. Raises what drawing and writing raise."""
    contents = kind.write(request)
    targets = [numbered(path, number, len(contents)) for number in range(1, len(contents) + 1)]
    for target, content in zip(targets, contents, strict=True):
        write_bytes(target, content)
    return targets


def numbered(path: Path, number: int, count: int) -> Path:
    """Return a page's file: the path itself where there is one page, else `name-1.svg` and so on."""
    return path if count == 1 else path.with_name(f"{path.stem}-{number}{path.suffix}")
