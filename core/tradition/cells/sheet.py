"""The grid of matras that akarmatrik swaralipi is written in, as pure data: a cell is one matra.

`core.tradition.cells.build.sheet_of` makes a sheet; the view draws it, the formats of swara letters write it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from core.score.diagnostic import Diagnostic
from core.score.events import Span

LETTERS = "SrRgGmMPdDnN"
"""Swaras by semitones over Sa: small r g d n are komal, M is kori Ma."""
SHRUTIS = {-1: "১", 1: "২"}
"""The numbers that stand raised beside ঋ জ্ঞ দ ণ (NOTATION A1)."""
ONE = Fraction(1)


class Kind(Enum):
    """What fills a share of a matra. GAP: nothing is written (a hidden rest, or no music at all)."""

    SWARA = "swara"
    HOLD = "hold"
    REST = "rest"
    GAP = "gap"


class Sung(Enum):
    """What the voice does at a unit, by the first verse. NONE: no syllable is known there."""

    BEGINS = "begins"
    HELD = "held"
    NONE = "none"


class Bar(Enum):
    """The stroke that stands before a cell, or ends a kali."""

    NONE = ""
    VIBHAG = "|"
    CYCLE = "I"
    KALI = "II"
    END = "IIII"
    RETURN = "I[ ]I"
    """The end of a kali after which the notes in `[ ]` are sung on the return."""
    KALI_RETURN = "II[ ]II"


@dataclass(frozen=True, slots=True)
class Swara:
    """A pitch over Sa: one of `LETTERS` and the saptak (0 = mudara, -1 udara, 1 tara).

    `shruti` of a komal swara: -1 for ati-komal, a quarter tone lower, 1 for anu-komal, a quarter tone higher.
    """

    letter: str
    saptak: int = 0
    shruti: int = 0
    id: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Unit:
    """A share of a matra. Shares of a cell add up to one.

    `ids`: the notes or rests of the score that begin here; a tied note is a HOLD with the id of its own.
    `absorbed`: this HOLD is not written here but by `Cell.longer` of the cell before (NOTATION A3, one and a half).
    """

    kind: Kind
    share: Fraction
    swara: Swara | None = None
    kan: tuple[Swara, ...] = ()
    ids: tuple[str, ...] = ()
    sung: Sung = Sung.NONE
    signs: tuple[str, ...] = ()
    """What stands in the lyric row for this unit, a verse each: a syllable, its closing consonant, ৹ or nothing."""
    absorbed: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Units that share one sign: letters (none for a hold or rest), then the sign."""

    units: tuple[Unit, ...]
    sign: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One matra. `onset` counts in whole notes of written time from the start; `measure` is an index of the part."""

    units: tuple[Unit, ...]
    onset: Fraction
    measure: int
    matra: int | None
    """Place in the cycle from 0; None in free rhythm."""
    bar: Bar = Bar.NONE
    """What stands before it within a line."""
    number: str = ""
    """The tala number of its vibhag where it is the first of one: a Bengali numeral, sam with ´."""
    hyphen: bool = False
    longer: Fraction = Fraction(0)
    """How far its last note goes on in the next cell without being written there."""
    groups: tuple[Group, ...] = ()
    """How it is written; empty where it cannot be, and where nothing is."""
    trouble: str = ""
    """Why it cannot be written as it is; a sentence. The units are exact all the same."""
    opens: str = ""
    """Brackets that stand before it: `{`, `(`."""
    closes: str = ""
    stop: bool = False
    """Singing ends here after the return (avasan)."""
    texts: tuple[str, ...] = ()
    """Words to print above it."""
    others: tuple[str, ...] = ()
    """Ids of notes and rests that sound here and are not written: overlays."""
    span: Span | None = field(default=None, compare=False)
    instead: "Cell | None" = None
    """What is sung here on the return, in the row in `[ ]` above."""

    @property
    def written(self) -> tuple[Unit, ...]:
        """The units that leave a sign in this cell."""
        return tuple(unit for unit in self.units if unit.kind is not Kind.GAP and not unit.absorbed)

    @property
    def lyric(self) -> str:
        """The lyric row of the first verse."""
        return self.lyrics_of(0)

    def lyrics_of(self, verse: int) -> str:
        """Return what stands below in a verse; empty for a rest and where nothing is sung."""
        return "".join(unit.signs[verse] for unit in self.written if verse < len(unit.signs))


@dataclass(frozen=True, slots=True)
class Line:
    """The cells of a line of the source; a pickup is a line of its own."""

    cells: tuple[Cell, ...]
    pickup: bool = False


@dataclass(frozen=True, slots=True)
class Kali:
    """A section. `name` as it is printed: স্থায়ী, অন্তরা, ..., another `P:` name, or empty."""

    name: str
    lines: tuple[Line, ...]
    end: Bar = Bar.KALI
    again: bool = False
    """It goes on under the name of the kali before, which stands over that one alone."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells in order."""
        return tuple(cell for line in self.lines for cell in line.cells)


@dataclass(frozen=True, slots=True)
class Meend:
    """A glide from one unit to another: (cell, unit), cells counted over the sheet."""

    start: tuple[int, int]
    stop: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Sheet:
    """One part of a score as cells. Reading its units in order gives pitch and time exactly."""

    kalis: tuple[Kali, ...] = ()
    part: str = ""
    sa: int = 60
    """MIDI number of the mudara Sa."""
    matra: Fraction = Fraction(1, 4)
    """Note value of the first matra, in whole notes."""
    tala: str = ""
    """The tala's name to print, Bengali where it is known; empty in free rhythm."""
    vibhags: tuple[int, ...] = ()
    """Matras of each vibhag of the cycle; empty in free rhythm, one bar where no tala is known."""
    marks: tuple[str, ...] = ()
    """Tala numbers, one a vibhag; empty where they are not known."""
    free: bool = False
    verses: int = 0
    meends: tuple[Meend, ...] = ()
    said: tuple[Diagnostic, ...] = ()
    """What could not be written as it is, and what was left out."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells in order."""
        return tuple(cell for kali in self.kalis for cell in kali.cells)

    def lines(self) -> Iterator[tuple[Kali, Line]]:
        """Yield every line with its kali."""
        for kali in self.kalis:
            for line in kali.lines:
                yield kali, line
