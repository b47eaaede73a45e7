"""Sargam text: cells in columns, `|` between vibhags, the syllables in a row below. Signs of repeats are not in it."""

from collections.abc import Iterator
from dataclasses import replace

from core.errors import FormatError, ParseError
from core.formats import losses
from core.formats.base import MOST_CHARACTERS, Format, Imported, Loss, text_of
from core.formats.sargam.reader import TALA, parse
from core.formats.swara_cells.cells import CellSheet, Line, MarkKind, UnitKind
from core.formats.swara_cells.losses import told
from core.formats.swara_cells.rows import rows
from core.formats.swara_cells.tune import PRINTED, sheet_of, tune_of
from core.formats.swaralipi_json import kept as swaralipi_json_kept
from core.score.score import Score

BARS = (MarkKind.BAR, MarkKind.SECTION_BAR, MarkKind.VIBHAG)
UNFIT = str.maketrans("#[]|", "＃［］｜")
"""Signs that would begin something else in a lyric row, and how they are written."""
NO_SECTION = "body"
BAR_LINES = Loss(
    "Bar lines are left out; a reader reckons them from the tala.",
    lambda score: any(measure.right.style for part in score.parts for measure in part.measures),
)
SIGNS_IN_LYRICS = Loss(
    "The signs # [ ] | in lyrics are written full-width.",
    lambda score: any(s is not None and s.text != s.text.translate(UNFIT) for e in score.events() for s in e.lyrics),
)

TOLD_OF = {"parjaay-bn": "parjaay", "parjaay-en": "parjaay", "raga": "raga", "swaralipi-id": "id"}
"""Directives about the song, and what they are called."""
SOURCES = {"S": "source", "F": "address"}


def read(content: bytes, reading: str = PRINTED) -> Imported:
    """Read a song; an unreadable cell is a finding with its place. Raises FormatError or ParseError."""
    text = text_of(content).replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > MOST_CHARACTERS:
        raise FormatError(f"The text is longer than {MOST_CHARACTERS:,} characters and is not read. Cut it.")
    found = parse(text)
    if not any(u.kind is UnitKind.SWARA for line in found.sheet.lines for cell in line.cells for u in cell.units):
        raise ParseError("There is no row of swaras in this text. Write them as S  R  G  -  |  M  P, one cell a matra.")
    return tune_of(found.sheet, reading, found.said)


def write(score: Score) -> bytes:
    """Write the sung part of a score."""
    return ("\n".join(_lines(sheet_of(score))) + "\n").encode("utf-8", "replace")


def _lines(sheet: CellSheet) -> Iterator[str]:
    title = " ".join(sheet.title_bn.split())
    translit = " ".join(sheet.title_translit.split())
    yield f"# {title}  ({translit})" if translit else f"# {title}"
    tala = sheet.tala
    name = " ".join(tala.translit.split())
    if tala.vibhags:
        yield f"# taal: {name} — {tala.matras} matras, vibhags {list(tala.vibhags)}"
    else:
        yield "# taal: talamukta (free rhythm)"
    if sheet.composer:
        yield f"# composer: {' '.join(sheet.composer.split())}"
    section: str | None = None
    for line in sheet.lines:
        if line.section != section:
            section = line.section
            name = " ".join(section.translate(UNFIT).split()) or NO_SECTION
            yield f"\n[{name}]"
        yield from _rows(line)


def _rows(line: Line) -> Iterator[str]:
    bars = {mark.cell for mark in line.marks if mark.kind in BARS and mark.cell > 0}
    fit = [replace(cell, lyric=cell.lyric.translate(UNFIT)) if cell.lyric else cell for cell in line.cells]
    yield from rows(fit, bars)


def _lost(score: Score) -> list[str]:
    """Say what cells cannot hold, and what a file of cells said that a row of text has no sign for."""
    said = _cells_lost(score)
    units = [unit for line in sheet_of(score).lines for cell in line.cells for unit in cell.units]
    if unsure := sum(unit.uncertain for unit in units):
        said.append(f"That {unsure} notes and holds are uncertain, as the file says, is left out.")
    if facts := list(dict.fromkeys(_facts(score))):
        said.append(f"What is told of the song beside title, tala and composer is left out: {', '.join(facts)}.")
    return said


def _facts(score: Score) -> Iterator[str]:
    for letter, value in score.fields:
        name = SOURCES.get(letter) or (TOLD_OF.get(value.split(" ")[0]) if letter == "I" else None)
        if name is not None:
            yield name
    yield from swaralipi_json_kept.names(score.fields)


_cells_lost = told(losses.REPEATS, BAR_LINES, SIGNS_IN_LYRICS)


def _recognises(head: bytes) -> bool:
    if b"\0" in head:
        return False
    return any(TALA.match(line) for line in head.decode("utf-8-sig", "ignore").splitlines()[:50])


SARGAM = Format(
    "sargam",
    "Sargam text",
    (".sargam",),
    _recognises,
    read,
    write,
    _lost,
    read_as=read,
)
