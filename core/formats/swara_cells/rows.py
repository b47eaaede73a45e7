"""Rows of sargam text and the cells they stand for: `(P)M/-  S'  -`, and the lyrics in the same columns below."""

import re
from collections.abc import Sequence

from core.formats.swara_cells.cells import HELD, MOST_SAPTAK, REST, SUSTAIN, Cell, Swara, Unit, UnitKind

NOTHING = "·"
"""A rest among the notes, a cell without syllable below."""
WIDE = str.maketrans("（）／｜’‘′，＃♯−–—", "()/|''',##---")
"""Look-alikes, one character for one, so that columns stay true."""
MOST_UNITS = 48
_NAME = rf"(?:M#|[SRGMPDNrgdn])'{{0,{MOST_SAPTAK}}},{{0,{MOST_SAPTAK}}}"
_SWARA = re.compile(r"(?P<name>M#|[SRGMPDNrgdn])(?P<up>'*)(?P<down>,*)")
_UNIT = re.compile(rf"(?:\((?P<kan>(?:{_NAME}){{1,8}})\))?(?P<main>{_NAME})")


def swara_of(match: re.Match[str]) -> Swara:
    """Return the swara of a name."""
    name = match["name"]
    alter = 1 if name == "M#" else -1 if name.islower() else 0
    return Swara(name[0].upper(), alter, len(match["up"]) - len(match["down"]))


def unit_of(text: str) -> Unit | None:
    """Return the unit that a text between slashes stands for; None where it is none."""
    if text == "-":
        return SUSTAIN
    if text in (NOTHING, "x"):
        return REST
    found = _UNIT.fullmatch(text)
    main = _SWARA.fullmatch(found["main"]) if found else None
    if found is None or main is None:
        return None
    kan = tuple(swara_of(one) for one in _SWARA.finditer(found["kan"] or ""))
    return Unit(UnitKind.SWARA, swara_of(main), kan)


def units_of(text: str) -> tuple[Unit, ...] | None:
    """Return the units of a cell; None where one of them is unreadable."""
    made = [unit_of(piece) for piece in text.split("/")]
    if len(made) > MOST_UNITS or any(unit is None for unit in made):
        return None
    return tuple(unit for unit in made if unit is not None)


def cell_of(units: tuple[Unit, ...], lyric: str | None) -> Cell:
    """Return a cell with what stands below it; None where nothing does."""
    if lyric is None or lyric == NOTHING:
        return Cell(units)
    return Cell(units, melisma=True) if not lyric.strip(HELD + " ") else Cell(units, lyric)


def unit_text(unit: Unit) -> str:
    """Return a unit as text."""
    if unit.swara is None:
        return "-" if unit.kind is UnitKind.SUSTAIN else NOTHING
    kan = f"({''.join(one.name for one in unit.kan)})" if unit.kan else ""
    return kan + unit.swara.name


def notes_text(cell: Cell) -> str:
    """Return a cell's notes as text."""
    return "/".join(unit_text(unit) for unit in cell.units)


def lyric_text(cell: Cell) -> str:
    """Return what stands below a cell."""
    return " ".join((cell.lyric or "").split()) or (HELD if cell.melisma else NOTHING)


def rows(cells: Sequence[Cell], bars: set[int]) -> tuple[str, str]:
    """Return the two rows of a line; a bar stands before each cell of `bars`."""
    notes: list[str] = []
    lyrics: list[str] = []
    for place, cell in enumerate(cells):
        if place in bars:
            notes.append("|")
            lyrics.append("|")
        above, below = notes_text(cell), lyric_text(cell)
        width = max(len(above), len(below))
        notes.append(above.ljust(width))
        lyrics.append(below.ljust(width))
    return "  ".join(notes), "  ".join(lyrics)
