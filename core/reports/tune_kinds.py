"""Kinds of files that a tune can become by itself, one row each."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from core.formats import FORMATS, FORMATS_BY_NAME, losses, notes_json
from core.formats.base import Format, Reading
from core.reports.paper import A4, PX_MM
from core.reports.played import as_heard, unrolled
from core.reports.request import Request
from core.score.score import Score

PNG_SCALE = 2.0


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of output. `write` gives one file's bytes a page, most have one; `lost` tells what is not kept.

    `several`: it holds every tune of a file. `plays`: repeats are played out, always or where that is asked for.
    `tells`: what the reader found is part of what is written.
    """

    name: str
    title: str
    endings: tuple[str, ...]
    write: Callable[[Request], list[bytes]]
    lost: Callable[[Request], list[str]] = lambda _request: []
    several: bool = False
    plays: bool = False
    tells: bool = False


def _abc(request: Request) -> list[bytes]:
    """Keep the text where it was ABC; write the tunes anew where it was another kind."""
    from core.formats.abc.format import write_all
    from core.llm.answer_text import normalised

    text = request.written_text()
    if text is None:
        return [write_all([tune.score for tune in request.written_tunes()]).encode("utf-8", "replace")]
    return [(normalised(text) + "\n").encode("utf-8", "replace")]


def _abc_lost(request: Request) -> list[str]:
    """Say what is lost of any tune; a text that was ABC loses nothing."""
    if request.text is not None:
        return []
    rows = [row for tune in request.written_tunes() for row in FORMATS_BY_NAME["abc"].lost(tune.score)]
    return list(dict.fromkeys(rows))


def _notes(request: Request) -> list[bytes]:
    if request.alone and request.tune is not None:
        rows = notes_json.rows(Reading(request.written_tunes()), played=request.played)
        rows = [{**row, "index": request.tune - 1} for row in rows]
    else:
        rows = notes_json.rows(request.reading, played=request.played)
    return ["".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode("utf-8", "replace")]


def _svg(request: Request) -> list[bytes]:
    return [page.svg.encode("utf-8") for page in request.pages()]


def _png(request: Request) -> list[bytes]:
    painter = request.painter()
    scale = PNG_SCALE if request.dpi is None else request.dpi / (25.4 * PX_MM)
    return [painter.png(page, scale) for page in request.pages()]


def _pdf(request: Request) -> list[bytes]:
    """Set every tune, or the chosen one, on A4 unless told."""
    on_paper = request if request.paper else replace(request, paper=A4)
    title = request.score().title or (request.song.title if request.song else "")
    return [request.painter().pdf(on_paper.pages(every=True), title)]


def _mid(request: Request) -> list[bytes]:
    from core.audio.soundfont import program
    from core.formats.midi import format as midi

    return [midi.write(request.score(), played=True, program=program(request.instrument))]


def _wav(request: Request) -> list[bytes]:
    from core.audio.sound_file import wav_bytes

    return [wav_bytes(request.samples())]


def _flac(request: Request) -> list[bytes]:
    from core.audio.sound_file import flac_bytes

    return [flac_bytes(request.samples())]


def _mp3(request: Request) -> list[bytes]:
    from core.audio.sound_file import mp3_bytes

    return [mp3_bytes(request.samples())]


def _tab(request: Request) -> list[bytes]:
    from core.formats.tab import format as tab_text

    return [tab_text.write(_as_asked("tab", request), request.layout.board)]


def _tab_lost(request: Request) -> list[str]:
    from core.formats.tab import format as tab_text

    return tab_text.lost(_as_asked("tab", request), request.layout.board)


PLAYED_OUT: dict[str, Callable[[Score], Score]] = {"spn": as_heard, "jianpu": unrolled, "tab": unrolled}
"""Formats without signs for repeats, and how a tune is written out for them where that is asked for."""


def _as_asked(name: str, request: Request) -> Score:
    """Return the chosen tune as a format gets it: played out where that is asked for and the format is for it."""
    write_out = PLAYED_OUT.get(name) if request.played else None
    return write_out(request.score()) if write_out else request.score()


def _spn_lost(request: Request) -> list[str]:
    """Say what is lost of the notes as they are asked for: as they are heard no tie is."""
    tell = FORMATS_BY_NAME["spn"].lost
    if not request.played:
        return tell(request.score())
    return [row for row in tell(unrolled(request.score())) if row != losses.TIES.words]


OWN_WRITERS = {"abc": _abc, "mid": _mid, "tab": _tab}
"""Formats whose output depends on more than the score."""


LOST: dict[str, Callable[[Request], list[str]]] = {"abc": _abc_lost, "spn": _spn_lost, "tab": _tab_lost}


def _from_format(found: Format) -> Kind:
    """Return the kind of output that a format gives."""
    write = found.write
    assert write is not None  # noqa: S101  asked for formats that write only
    return Kind(
        found.name,
        found.title,
        found.endings,
        OWN_WRITERS.get(found.name, lambda request: [write(_as_asked(found.name, request))]),
        LOST.get(found.name, lambda request: found.lost(_as_asked(found.name, request))),
        several=found.name == "abc",
        plays=found.name in {*PLAYED_OUT, "mid"},
    )


TUNE_KINDS = (
    *(_from_format(found) for found in FORMATS if found.write is not None),
    Kind("notes", "Notes as JSON", (".jsonl", ".notes"), _notes, several=True, plays=True, tells=True),
    Kind("svg", "SVG", (".svg",), _svg),
    Kind("png", "PNG", (".png",), _png),
    Kind("pdf", "PDF", (".pdf",), _pdf, several=True),
    Kind("wav", "Sound (WAV)", (".wav",), _wav, plays=True),
    Kind("mp3", "Sound (MP3)", (".mp3",), _mp3, plays=True),
    Kind("flac", "Sound (FLAC)", (".flac",), _flac, plays=True),
)


def numbered(path: Path, number: int, count: int) -> Path:
    """Return a page's file: the path itself where there is one page, else `name-1.svg` and so on."""
    return path if count == 1 else path.with_name(f"{path.stem}-{number}{path.suffix}")
