"""Everything about one take in a `.zip`: tune, pictures, sound, what was asked and answered, and a manifest.

The same take gives the same bytes: entries stand in one order and carry no time. Keys and the machine's paths stay out.
"""

import hashlib
import io
import json
import platform
import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path, PureWindowsPath
from typing import Any
from urllib.parse import urlsplit

import core
from core.errors import AppError
from core.log import without_secrets
from core.reports.paper import A4
from core.reports.request import Request
from core.reports.tune_kinds import TUNE_KINDS, numbered
from core.songs.song import Song, Take
from core.views import VIEWS

FORMAT, VERSION = "swaralipi-bundle", 1
PACKAGES = (
    "verovio", "PySide6-Essentials", "uharfbuzz", "mido", "pyfluidsynth", "soundfile", "llama-cpp-python", "openai",
    "music21",
)  # fmt: skip
DPI = 150.0
SCORES = {"abc": "tune.abc", "mid": "tune.mid", "musicxml": "tune.musicxml"}
SOUNDS = {"wav": "tune.wav", "flac": "tune.flac"}
EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The first moment that a `.zip` can tell."""
_SECRET_NAME = re.compile(r"(^|[_-])(api[_-]?key|key|key[_-]env|token|secret|password|authorization)$", re.IGNORECASE)
_PATH = re.compile(r"(?:[A-Za-z]:\\|\\\\|/)[^\n]*")
_FOLDERS = re.compile(r"(?<![\w.:/])(?:[A-Za-z]:\\|/)[^'\"\n]*[/\\]")
_FROM_FILE = "The file holds a tune alone; a song in the window has it."


@dataclass(frozen=True, slots=True)
class Gap:
    """A part that is not in the bundle, and why."""

    name: str
    reason: str


def write(request: Request) -> bytes:
    """Return the bundle of the chosen tune; parts that cannot be made are told in the request's remarks.

    Raises ParseError where there is no tune.
    """
    tune, alone = (1, True) if request.tune is None else (request.tune, request.alone)
    whole = replace(request, tune=tune, alone=alone, paper=request.paper or A4, dpi=DPI)
    whole.score()
    files: dict[str, bytes] = {}
    gaps: list[Gap] = []
    for name, make in _parts(whole):
        try:
            files.update(make())
        except AppError as error:
            gaps.append(Gap(name, _line(error)))
    if request.take is None:
        gaps += [Gap(name, _FROM_FILE) for name in ("prompt.txt", "reply.txt", "run.json")]
    files["manifest.json"] = _json(_manifest(whole, files, gaps))
    request.remarks += [f"Not in the bundle: {gap.name}. {gap.reason}" for gap in gaps if gap.reason != _FROM_FILE]
    return _zip(files)


def _parts(request: Request) -> Iterator[tuple[str, Callable[[], dict[str, bytes]]]]:
    """Yield a name and what makes the files of each part."""
    kinds = {kind.name: kind for kind in TUNE_KINDS}

    def one(kind: str, name: str, asked: Request = request) -> Callable[[], dict[str, bytes]]:
        return lambda: {name: kinds[kind].write(asked)[0]}

    def pictures(kind: str, asked: Request) -> Callable[[], dict[str, bytes]]:
        def make() -> dict[str, bytes]:
            contents = kinds[kind].write(asked)
            place = Path("views", f"{asked.view}.{kind}")
            names = (numbered(place, number, len(contents)) for number in range(1, len(contents) + 1))
            return {name.as_posix(): content for name, content in zip(names, contents, strict=True)}

        return make

    yield from ((name, one(kind, name)) for kind, name in SCORES.items())
    for view in VIEWS:
        asked = replace(request, view=view.name)
        yield from ((f"views/{view.name}.{kind}", pictures(kind, asked)) for kind in ("svg", "png", "pdf"))
    yield from ((name, one(kind, name)) for kind, name in SOUNDS.items())
    yield "metrics.json", lambda: {"metrics.json": _json(_metrics(request))}
    if request.song is not None:
        song = request.song
        yield "song.json", lambda: {"song.json": _json(_song(song))}
        yield "lyrics.txt", lambda: {"lyrics.txt": _text(song.lyrics)}
    if request.take is not None:
        take = request.take
        yield "prompt.txt", lambda: {"prompt.txt": _text(take.prompt)}
        yield "reply.txt", lambda: {"reply.txt": _text(take.reply)}
        yield "run.json", lambda: {"run.json": _json(plain(_run(take)))}


def _song(song: Song) -> dict[str, Any]:
    return {
        "title": song.title, "style": str(song.style), "theme": song.theme, "metre": song.metre, "tala": song.tala,
        "raga": song.raga, "tempo": song.tempo, "source": song.source,
        "reference": song.reference.abc if song.reference else None,
    }  # fmt: skip


def _run(take: Take) -> dict[str, Any]:
    """Return what it takes to ask again, and how it went."""
    return {
        "take": take.id, "name": take.name, "created": take.created, "parent": take.parent, "level": take.level,
        "profile": take.profile, "model": take.model, "settings": take.options, "seed": take.seed,
        "finish": take.finish, "prompt_tokens": take.prompt_tokens, "reply_tokens": take.reply_tokens,
        "seconds": take.seconds, "changes": take.changes, "tune_as_found": take.tune,
    }  # fmt: skip


def _metrics(request: Request) -> dict[str, Any]:
    """Return the take's metrics; measure the text where it has none."""
    if request.take is not None and request.take.metrics:
        return {"of": "the tune as the model wrote it", "metrics": request.take.metrics}
    from core.formats.abc.format import write_all
    from core.metrics.compute import as_json, compute

    reference = request.song.reference if request.song else None
    text = request.written_text()
    text = write_all([request.score()]) if text is None else text
    found = as_json(compute(text, reference.abc if reference else None))
    return {"of": "the tune as it is in tune.abc", "metrics": found}


def _manifest(request: Request, files: dict[str, bytes], gaps: list[Gap]) -> dict[str, Any]:
    score = request.score()
    return {
        "format": FORMAT,
        "version": VERSION,
        "program": f"swaralipi {core.__version__}",
        "versions": {"python": platform.python_version(), **{name: _version(name) for name in PACKAGES}},
        "title": score.title or (request.song.title if request.song else ""),
        "tune": request.tune,
        "of_tunes": len(request.reading.tunes),
        "paper": request.paper.name if request.paper else None,
        "instrument": request.instrument,
        "soundfont": _soundfont(request),
        "files": {
            name: {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
            for name, content in sorted(files.items())
        },
        "missing": [{"name": gap.name, "reason": gap.reason} for gap in gaps],
    }


def _soundfont(request: Request) -> dict[str, str] | None:
    """Return the name and hash of the soundfont; None where there is none."""
    from core.audio import soundfont

    try:
        path = soundfont.find(request.soundfont)
        return {"name": path.name, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
    except (AppError, OSError):
        return None


def plain(value: Any) -> Any:  # noqa: ANN401  any JSON value
    """Return settings without keys, passwords in addresses, and folders of this machine."""
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items() if not _SECRET_NAME.search(str(name))}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return _plain_text(value) if isinstance(value, str) else value


def _plain_text(text: str) -> str:
    if "\n" in text:
        # a tune or a grammar, not a name
        return without_secrets(text)
    if re.match(r"https?://", text):
        parts = urlsplit(text)
        return f"{parts.scheme}://{parts.hostname or ''}{f':{parts.port}' if parts.port else ''}{parts.path}"
    if _PATH.fullmatch(text):
        return PureWindowsPath(text).name
    return without_secrets(text)


def _line(error: AppError) -> str:
    """Return a reason without the folders that a message may name."""
    return _FOLDERS.sub("", " ".join(str(error).split()))


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _text(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def _json(value: Any) -> bytes:  # noqa: ANN401  any JSON value
    return (json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + "\n").encode("utf-8", "replace")


def _zip(files: dict[str, bytes]) -> bytes:
    """Pack files in the order of their names, the manifest first."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files, key=lambda name: (name != "manifest.json", name)):
            entry = zipfile.ZipInfo(name, EARLIEST)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o100644 << 16
            # of every system alike
            entry.create_system = 3
            archive.writestr(entry, files[name])
    return buffer.getvalue()
