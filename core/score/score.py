"""Score, parts and measures."""

from dataclasses import dataclass, field
from fractions import Fraction

from core.score.events import ZERO, Event, Span
from core.score.exact import plus
from core.score.signatures import Clef, Key, Metre, Tempo

Changeable = Key | Metre | Tempo | Clef


@dataclass(frozen=True, slots=True)
class Barline:
    """A bar line. `style`: `|` `||` `|]` `[|` `.|` or `` (none written); `repeats`: colons on its side."""

    style: str = "|"
    repeats: int = 0


@dataclass(frozen=True, slots=True)
class Change:
    """A new key, metre, tempo or clef at a moment of a measure."""

    onset: Fraction
    value: Changeable


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign that steers playback (`segno coda fine D.C. D.S. ...`) or names a part (`P:A`), within a measure."""

    onset: Fraction
    name: str


@dataclass(frozen=True, slots=True)
class Measure:
    """The events between two bar lines.

    `layers[0]` is the main layer, the others overlays. `key` and `metre` are those in force at its start.
    `ending` names the passes that play from here (a variant ending begins).
    `line_end` is true where the source starts a new line after it.
    """

    layers: tuple[tuple[Event, ...], ...]
    key: Key = Key()
    metre: Metre = Metre()
    changes: tuple[Change, ...] = ()
    marks: tuple[Mark, ...] = ()
    left: Barline = Barline("")
    right: Barline = Barline("|")
    ending: tuple[int, ...] = ()
    line_end: bool = False
    span: Span | None = field(default=None, compare=False)

    @property
    def events(self) -> tuple[Event, ...]:
        """The main layer."""
        return self.layers[0] if self.layers else ()

    @property
    def length(self) -> Fraction:
        """The time its longest layer takes, in whole notes."""
        if len(self.layers) == 1 and self.layers[0]:
            last = self.layers[0][-1]
            return plus(last.onset, last.duration)
        ends = [plus(layer[-1].onset, layer[-1].duration) for layer in self.layers if layer]
        return max(ends, default=ZERO)


@dataclass(frozen=True, slots=True)
class Part:
    """One voice from beginning to end."""

    id: str
    measures: tuple[Measure, ...]
    name: str = ""
    clef: Clef = Clef()


@dataclass(frozen=True, slots=True)
class Score:
    """One tune. Pitches are sounding pitches; time is exact."""

    parts: tuple[Part, ...] = ()
    title: str = ""
    number: str = ""
    composer: str = ""
    key: Key = Key()
    metre: Metre = Metre()
    unit: Fraction = Fraction(1, 8)
    tempo: Tempo | None = None
    rhythm: str = ""
    """What `R:` says; a tala where it names one."""
    order: str = ""
    """The header's `P:`, the order in which named sections are played."""
    words: tuple[str, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    """Every other header field and directive, kept as written."""
    fitted_lyrics: bool = False
    """True where the syllables were put under the notes by us, not by the source."""
    moved: tuple[Key, int] | None = field(default=None, compare=False)
    """The first key before `edit.transposed` moved the score, and the semitones: Sa keeps its saptak."""

    @property
    def verses(self) -> int:
        """The greatest number of lyric lines under any note."""
        return max((len(event.lyrics) for event in self.events()), default=0)

    @property
    def graced(self) -> dict[str, str]:
        """By the id of each grace note, the note (of a chord the first) or rest that it leads to."""
        return {
            grace.id: event.notes[0].id if event.notes else event.id
            for event in self.events()
            for grace in event.graces
        }

    def events(self) -> list[Event]:
        """Every event of every part and layer, part by part, measure by measure."""
        return [e for part in self.parts for m in part.measures for layer in m.layers for e in layer]
