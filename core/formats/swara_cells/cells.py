"""Swaralipi as data: lines of cells, a cell a matra, as swaralipi-JSON and sargam text both have it.

A hyphen before a note is no time, though the data sets write it as a `sustain`: in print it says that the note begins
no syllable. `hyphened` tells such cells from those that truly go on with the note before; `ঃ` pairs (a note of one and
a half matras, then a half) are the latter, and are known by the cell before, which is divided and ends held.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from core.score.pitch import STEPS, Pitch

DEGREES = "SRGMPDN"
SEMITONES = {"S": 0, "R": 2, "G": 4, "M": 5, "P": 7, "D": 9, "N": 11}
KOMAL = "RGDN"
KORI = "M"
MOST_SAPTAK = 6
HELD = "৹"
SARGAM = ("S", "r", "R", "g", "G", "M", "M#", "P", "d", "D", "n", "N")
"""Names in sargam text by semitones from Sa."""


class UnitKind(StrEnum):
    """What a share of a matra is."""

    SWARA = "swara"
    SUSTAIN = "sustain"
    REST = "rest"


class MarkKind(StrEnum):
    """A sign of the page."""

    BAR = "bar"
    SECTION_BAR = "section_bar"
    VIBHAG = "vibhag"
    REPEAT_OPEN = "repeat_open"
    REPEAT_CLOSE = "repeat_close"
    ALT_OPEN = "alt_open"
    ALT_CLOSE = "alt_close"
    BRACKET_OPEN = "bracket_open"
    BRACKET_CLOSE = "bracket_close"
    ANNOTATION = "annotation"


@dataclass(frozen=True, slots=True)
class Swara:
    """A note by its degree; `alter` -1 komal, 1 kori; `saptak` 0 is the middle octave."""

    degree: str
    alter: int = 0
    saptak: int = 0

    @property
    def pitch(self) -> Pitch:
        """The pitch where Sa is middle C."""
        return Pitch(STEPS[DEGREES.index(self.degree)], 4 + self.saptak, self.alter)

    @property
    def name(self) -> str:
        """The name in sargam text: `g'` is komal Ga of the upper saptak."""
        mark = "'" * self.saptak if self.saptak > 0 else "," * -self.saptak
        return SARGAM[SEMITONES[self.degree] + self.alter] + mark


@dataclass(frozen=True, slots=True)
class Unit:
    """An even share of a cell. `kan` are the touch notes before a swara; `uncertain` is the file's own word."""

    kind: UnitKind
    swara: Swara | None = None
    kan: tuple[Swara, ...] = ()
    uncertain: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """One matra. `lyric` None: nothing is written under it, or with `melisma` the syllable before goes on."""

    units: tuple[Unit, ...]
    lyric: str | None = None
    melisma: bool = False


CLOSING = (MarkKind.REPEAT_CLOSE, MarkKind.ALT_CLOSE, MarkKind.BRACKET_CLOSE)


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign before the cell of that index, a closing bracket after it; `raw` is an annotation's text.

    In the data sets `{ ... }` and `( ... )` fill whole cycles only if the closing sign's cell is the last inside.
    """

    kind: MarkKind
    cell: int
    raw: str = ""

    def place(self, cells: int) -> int:
        """Return before which cell of a line of so many it stands; `cells` is the line's end."""
        return min(self.cell + (self.kind in CLOSING), cells)


@dataclass(frozen=True, slots=True)
class Line:
    """A printed line."""

    section: str
    cells: tuple[Cell, ...]
    marks: tuple[Mark, ...] = ()
    anacrusis: bool = False


@dataclass(frozen=True, slots=True)
class TalaHead:
    """What a file says of its tala; `vibhags` is empty in free rhythm (talamukta)."""

    name_bn: str = ""
    translit: str = ""
    vibhags: tuple[int, ...] = ()
    beats: tuple[str, ...] = ()

    @property
    def matras(self) -> int:
        """Matras of the cycle; 0 in free rhythm."""
        return sum(self.vibhags)


@dataclass(frozen=True, slots=True)
class CellSheet:
    """A song as lines of cells. `barred` is false where the source had no signs, and bars are reckoned."""

    lines: tuple[Line, ...]
    tala: TalaHead = TalaHead()
    title_bn: str = ""
    title_translit: str = ""
    composer: str = ""
    barred: bool = True
    about: tuple[tuple[str, str], ...] = field(default=())
    """Other facts by name: id, raga, parjaay, source."""


SUSTAIN = Unit(UnitKind.SUSTAIN)
REST = Unit(UnitKind.REST)


def swara_of(semitones: int) -> Swara:
    """Return the swara that lies so many semitones above the middle Sa."""
    saptak, place = divmod(semitones, 12)
    degree = DEGREES[_DEGREE[place]]
    return Swara(degree, place - SEMITONES[degree], saptak)


_DEGREE = (0, 1, 1, 2, 2, 3, 3, 4, 5, 5, 6, 6)


def divided_and_held(cell: Cell) -> bool:
    """Say whether a cell is cut into several units and ends in a held one, as `পাঃ` does."""
    return len(cell.units) > 1 and cell.units[-1].kind is UnitKind.SUSTAIN


def hyphened(cell: Cell, before: Cell | None) -> bool:
    """Say whether the cell's leading sustain is the printed hyphen: no time, only no new syllable."""
    units = cell.units
    return (
        len(units) > 1
        and units[0].kind is UnitKind.SUSTAIN
        and units[1].kind is UnitKind.SWARA
        and not (before is not None and divided_and_held(before))
    )


def hyphens(lines: Sequence[Line]) -> list[bool]:
    """Return for every cell, line after line, whether it is hyphened."""
    found: list[bool] = []
    before: Cell | None = None
    for line in lines:
        for cell in line.cells:
            found.append(hyphened(cell, before))
            before = cell
    return found
