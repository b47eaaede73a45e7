"""Reference scores for continuation questions: a file or a folder of any kinds that can be read."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from core.benchmarks.continuation_bars import Source
from core.errors import AppError, FormatError
from core.formats import FORMATS
from core.reports import importing
from core.songs import swara_file
from core.songs.song import Style

MOST_FILES = 5000
MOST_TUNES = 20_000
ENDINGS = (*sorted({ending for one in FORMATS if one.read is not None for ending in one.endings}), ".json", ".swara")


@dataclass(frozen=True, slots=True)
class Scores:
    """The songs, and the files that could not be read, each with its reason."""

    sources: tuple[Source, ...]
    problems: tuple[str, ...]


def read_scores(path: Path, told: Callable[[int, int], None] | None = None) -> Scores:
    """Read a file, or every file of a folder and the folders in it, in the order of their names.

    `told` hears how many files of all are read. Raises FormatError where nothing can be read or too much is there.
    """
    files = _files(path)
    sources: list[Source] = []
    problems: list[str] = []
    for number, file in enumerate(files, 1):
        name = file.name if file == path else file.relative_to(path).as_posix()
        try:
            sources += _read(file, name)
        except AppError as error:
            problems.append(f"{name}: {error}".replace(f"{name}: {name}: ", f"{name}: "))
        if len(sources) > MOST_TUNES:
            raise FormatError(f"{path} holds more than {MOST_TUNES:,} tunes. Choose a smaller folder.")
        if told is not None:
            told(number, len(files))
    if not sources:
        reason = f" {problems[0]}" if problems else f" Readable endings: {', '.join(ENDINGS)}."
        raise FormatError(f"No score could be read of {path.name}.{reason}")
    return Scores(tuple(sources), tuple(problems))


def _files(path: Path) -> list[Path]:
    if not path.exists():
        raise FormatError(f"{path} is not there. Give a file of scores, or a folder.")
    if path.is_file():
        return [path]
    # a link may lead out of the folder, or round in it
    found = sorted(
        file
        for file in path.rglob("*")
        if file.is_file() and not file.is_symlink() and (file.name.lower().endswith(ENDINGS) or _is_sargam(file))
    )
    if len(found) > MOST_FILES:
        raise FormatError(
            f"{path} holds {len(found):,} files, and {MOST_FILES:,} are the most. Choose a smaller folder."
        )
    return found


def _is_sargam(file: Path) -> bool:
    return file.suffix.lower() == ".txt" and importing.is_sargam(file)


def _read(file: Path, name: str) -> list[Source]:
    style = ""
    if file.suffix.lower() == ".swara":
        song = swara_file.read(file)
        if song.reference is None or not song.reference.abc.strip():
            raise FormatError("the song has no reference tune")
        style = "" if song.style is Style.OTHER else song.style.value
        made = importing.read(song.reference.abc.encode("utf-8", "replace"), name, "abc")
    else:
        made = importing.read_file(file)
    importing.refuse_past_caps(made)
    many = len(made.scores) > 1
    return [Source(f"{name} {number}" if many else name, score, style) for number, score in enumerate(made.scores, 1)]
