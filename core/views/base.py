"""What a view gives: pages of SVG that Qt can draw, and a box for every note and rest."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from core.score.diagnostic import Diagnostic
from core.score.pitch import Pitch
from core.score.score import Score
from core.score.signatures import Clef, Key, Metre
from core.tradition.cells.units import Held
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
class Ties:
    """The notes of the first part that are tied into a row out of the midst of a tune, and out of it into the next."""

    into: tuple[Pitch, ...] = ()
    out: tuple[Pitch, ...] = ()


NO_TIES = Ties()


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
    closes: bool = True
    """Whether the tune begins and ends within what is drawn. A row out of its midst has no head, and no sign that the
    tune begins or ends; views whose signs stand on every line alike pass over it."""
    before: Before | None = None
    """What holds before such a row; None where the tune begins."""
    sa: int | None = None
    """The MIDI number of the whole tune's mudara Sa, where a row of it is drawn; None where the notes are to tell."""
    held: Held | None = None
    """What goes on into such a row from the one before, for views that write it."""
    ties: Ties = NO_TIES
    """What is tied over the edges of such a row, for views that draw ties."""
    board: Fretboard = GUITAR
    """The instrument of tablature."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page: a self-contained SVG of `width` x `height`, and where each note or rest stands, by id.

    A note drawn in several pieces (tied digits, a chord's stem) has the box of its head or first digit.
    """

    svg: str
    width: float
    height: float
    boxes: Mapping[str, Box] = field(default_factory=dict)


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
