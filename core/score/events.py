"""Notes, rests and all that hangs on them."""

from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from core.score.pitch import Alter, Pitch

ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class Span:
    """A place in the source text: 1-based line and column, length in code points."""

    line: int
    column: int
    length: int


class Rest(Enum):
    """How a silence is written."""

    VISIBLE = "z"
    INVISIBLE = "x"
    WHOLE_BARS = "Z"
    WHOLE_BARS_INVISIBLE = "X"


@dataclass(frozen=True, slots=True)
class Syllable:
    """What is sung at a note. `joined`: a hyphen leads to the next; `held`: the syllable before goes on."""

    text: str
    joined: bool = False
    held: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """One pitch of an event. `tied` leads to the next note of the same pitch."""

    pitch: Pitch
    duration: Fraction
    tied: bool = False
    accidental: Alter | None = None
    """The accidental that is written before the note, whatever the pitch is by then."""
    id: str = field(default="", compare=False)
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Grace:
    """A grace note: pitched, written as `length` of a whole note, no time of its own."""

    pitch: Pitch
    length: Fraction
    slashed: bool = False
    accidental: Alter | None = None
    id: str = field(default="", compare=False)
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Tuplet:
    """`actual` notes in the time of `normal`; `serial` tells neighbouring tuplets of a measure apart."""

    actual: int
    normal: int
    serial: int = 0


@dataclass(frozen=True, slots=True)
class Event:
    """What happens at one moment of one layer: a note, a chord (notes low to high as written), or a rest.

    `onset` counts from the start of the measure; `duration` is the time it takes; `written` is the note value
    before a tuplet scales it. All in whole notes.
    """

    onset: Fraction
    duration: Fraction
    written: Fraction
    notes: tuple[Note, ...] = ()
    rest: Rest | None = None
    graces: tuple[Grace, ...] = ()
    lyrics: tuple[Syllable | None, ...] = ()
    """One entry a verse."""
    tuplet: Tuplet | None = None
    slur_starts: int = 0
    slur_ends: int = 0
    dotted_slurs: int = 0
    """How many of the slurs that start here are dotted; the outer ones first."""
    beamed: bool = False
    """Written without a space after the event before it."""
    decorations: tuple[str, ...] = ()
    chord_symbols: tuple[str, ...] = ()
    annotations: tuple[str, ...] = ()
    """Text to print, its place sign (`^ _ < > @`) still in front."""
    id: str = field(default="", compare=False)
    span: Span | None = field(default=None, compare=False)
