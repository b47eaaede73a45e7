"""Swaralipi-JSON (version 0.1): one song, its lines cut into cells of a matra each."""

import json
from dataclasses import replace

from core.errors import FormatError
from core.formats.base import MOST_CHARACTERS, Format, Imported, remark, text_of
from core.formats.swara_cells.losses import JUMPS, PASSES, told
from core.formats.swara_cells.tune import PRINTED, sheet_of, tune_of
from core.formats.swaralipi_json.kept import contradicted, kept, restored
from core.formats.swaralipi_json.reader import object_of
from core.formats.swaralipi_json.reader import sheet_of as sheet_from
from core.formats.swaralipi_json.text import load
from core.formats.swaralipi_json.writer import objects_of
from core.score.diagnostic import Severity
from core.score.score import Score

MOST_NAMED = 12
_cells_lost = told(PASSES, JUMPS)


def read(content: bytes, reading: str = PRINTED) -> Imported:
    """Read a song; what the file says beyond its music is kept in fields. Raises FormatError with the first fault."""
    text = text_of(content)
    if len(text) > MOST_CHARACTERS:
        raise FormatError(f"The text is longer than {MOST_CHARACTERS:,} characters and is not read. Cut it.")
    value = object_of(load(text), "the file")
    made = tune_of(sheet_from(value), reading)
    (tune,) = made.tunes
    fields, left_out = kept(value, objects_of(sheet_of(tune.score)))
    said = tune.diagnostics
    if left_out:
        said = (*said, remark("swara-left-out", _left_out(left_out), Severity.WARNING))
    return Imported((replace(tune, score=replace(tune.score, fields=(*tune.score.fields, *fields)), diagnostics=said),))


def _left_out(names: list[str]) -> str:
    shown = ", ".join(name[:40] for name in names[:MOST_NAMED])
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return f"Left out, for the score has no place for it: {shown}{more}."


def write(score: Score) -> bytes:
    """Write the sung part of a score, and what its file said that still holds."""
    made = restored(objects_of(sheet_of(score)), score.fields)
    return (json.dumps(made, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "replace")


def _lost(score: Score) -> list[str]:
    """Say what cells cannot hold, and what the file said that the score is no more."""
    gone = contradicted(objects_of(sheet_of(score)), score.fields)
    said = f"The score is no longer what the file had, so what the file said of {', '.join(gone)} is not written."
    return [*_cells_lost(score), *([said] if gone else [])]


def _recognises(head: bytes) -> bool:
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    return start.startswith(b"{") and b'"taal"' in head and (b'"lines"' in head or b'"swara"' in head)


SWARALIPI_JSON = Format(
    "swaralipi.json",
    "Swaralipi-JSON",
    (".swaralipi.json",),
    _recognises,
    read,
    write,
    _lost,
    read_as=read,
)
