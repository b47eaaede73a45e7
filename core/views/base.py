"""What a view gives: pages of SVG that Qt can draw, and a box for every note and rest."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from core.score.degrees import PLAIN_FORM, KeyForm
from core.score.diagnostic import Diagnostic
from core.score.pitch import Pitch
from core.score.score import Score
from core.score.signatures import Clef, Key, Metre
from core.tradition.tunings import GUITAR, Fretboard


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page, in the page's own units, from its top left corner."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Before:
    """What holds before a row out of the midst of a tune: a clef or metre that goes on is not printed again."""

    key: Key = Key()
    metre: Metre = Metre()
    clef: Clef = Clef()


@dataclass(frozen=True, slots=True)
class Reach:
    """What reaches over an edge between two measures of the first part; only what ends later counts."""

    ties: tuple[Pitch, ...] = ()
    slurs: tuple[bool, ...] = ()
    """One a slur, from the outside in: whether it is dotted."""
    lines: tuple[str, ...] = ()
    """Hairpins, trill lines and the like, by kind."""
    ending: tuple[int, ...] = ()
    """The passes of a variant ending."""


NOTHING = Reach()


@dataclass(frozen=True, slots=True, eq=False)
class Tune:
    """A whole tune that rows are cut out of; compared by identity, so that what is reckoned of it can be kept."""

    score: Score


@dataclass(frozen=True, slots=True)
class Row:
    """Where a row stands in its tune, and what reaches over its edges."""

    tune: Tune
    places: tuple[int | None, ...]
    """By measure of the row: its place in the tune; None for a gap that the tune does not have."""
    into: Reach = NOTHING
    out: Reach = NOTHING


@dataclass(frozen=True, slots=True)
class Layout:
    """How pages are to be laid out. Sizes in pixels at 96 a inch; `page_height` None asks for one tall page."""

    page_width: float = 1000.0
    page_height: float | None = None
    scale: float = 1.0
    """1 = a staff of some 32 px, digits of some 20 px."""
    title: bool = True
    """Print the title block above the first line."""
    joined: bool = False
    """The pages will be stacked without gaps: none is taller than what it holds, and only the ends have a margin, half
    of the usual one."""
    opens: bool = True
    """Whether the tune begins within what is drawn. A row out of its midst has no head."""
    before: Before | None = None
    """What holds before such a row; None where the tune begins."""
    row: Row | None = None
    """Where such a row stands in its tune; None where the whole is drawn."""
    board: Fretboard = GUITAR
    """The instrument of tablature."""
    key_form: KeyForm = PLAIN_FORM
    """How Jianpu names a key."""

    @property
    def into(self) -> Reach:
        """What reaches into what is drawn."""
        return self.row.into if self.row else NOTHING

    @property
    def out(self) -> Reach:
        """What reaches out of what is drawn."""
        return self.row.out if self.row else NOTHING


@dataclass(frozen=True, slots=True)
class Page:
    """One page: a self-contained SVG of `width` x `height`, and where each note or rest stands, by id.

    A note drawn in several pieces (tied digits, a chord's stem) has the box of its head or first digit.
    """

    svg: str
    width: float
    height: float
    boxes: Mapping[str, Box] = field(default_factory=dict)
    rows: tuple[tuple[float, float], ...] = ()
    """The top and bottom of each line of music with all that hangs on it, where the view knows them."""
    leads: bool = False
    """Of a page that is one line to be set with others: it does not stand at the foot of a sheet."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """The pages of one view, and what the view could not show as it is."""

    pages: tuple[Page, ...]
    diagnostics: tuple[Diagnostic, ...] = ()


class View(Protocol):
    """A notation that a score can be drawn in."""

    @property
    def name(self) -> str:
        """The id in options and file names: `staff jianpu tab swaralipi`."""

    @property
    def title(self) -> str:
        """The name that people read."""

    def draw(self, score: Score, layout: Layout) -> Drawing:
        """Draw the score. Raises WorkerError or MissingPackage; never for what the score holds."""
