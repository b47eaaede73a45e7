"""Score -> cells: what stands where in jianpu, as pure data, before any distance is known.

A line is one layer of one part: its bars hold cells (a digit or stack of digits, a dash, a zero, a gap), its
arcs join cells by their place in the line.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction

from core.score.degrees import Do, Figure, do_of, figure, nearest_semitone
from core.score.diagnostic import Diagnostic, Severity
from core.score.events import ZERO, Event, Grace, Note, Rest, Span, Tuplet
from core.score.jianpu_values import EIGHTH, Grid, Value, grid_of, split_note, split_rest
from core.score.pitch import Pitch
from core.score.score import Measure, Part, Score
from core.score.signatures import Key, Metre
from core.views.base import NOTHING, Reach
from core.views.jianpu.news import at_start
from core.views.jianpu.pitch import Accidentals
from core.views.mei.signs import LINE_ENDS, LINES

ONE = Fraction(1)
FINEST_PLAIN_GRACE = Fraction(1, 16)
"""Grace digits have two underlines, shorter ones three."""
MOST_SLURS = 8
"""Slurs that may begin at one note."""
Split = Callable[[Fraction | None, Fraction, Grid], tuple[Value, ...]]


class Kind(Enum):
    """What a cell shows."""

    NOTE = "digits"
    REST = "0"
    DASH = "-"
    GAP = ""
    BARS = "several bars of rest"


class Bow(Enum):
    """What an arc says. Hairpins reach from note to note as arcs do, and are drawn below."""

    TUPLET = "tuplet"
    TIE = "tie"
    SLUR = "slur"
    CRESCENDO = "crescendo"
    DIMINUENDO = "diminuendo"


WEDGES = (Bow.CRESCENDO, Bow.DIMINUENDO)
HAIRPINS = {"cres": Bow.CRESCENDO, "dim": Bow.DIMINUENDO}
"""By the kind of line."""


@dataclass(frozen=True, slots=True)
class Digit:
    """A degree 1-7 with its octave dots (above if positive) and the accidental printed before it."""

    degree: int
    octave: int = 0
    accidental: str = ""
    id: str = field(default="", compare=False)
    lines: int = 0
    """Underlines of a grace digit; those of a note belong to its cell."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One place of a line. Onset within the measure and duration in whole notes."""

    kind: Kind
    onset: Fraction
    duration: Fraction
    digits: tuple[Digit, ...] = ()
    """The digits of a note or chord, low to high."""
    lines: int = 0
    dots: int = 0
    joined: int = 0
    """How many underlines go on from the cell before."""
    graces: tuple[Digit, ...] = ()
    bars: int = 0
    """Measures that a BARS cell counts."""
    event: Event | None = field(default=None, compare=False)
    """The event that begins here: lyrics, chord symbols and signs hang on it."""


@dataclass(frozen=True, slots=True)
class Arc:
    """An arc over cells, by index in the line; None as an end stays open, one past the line is in another row."""

    bow: Bow
    start: int
    stop: int | None
    number: int = 0
    """The number in a tuplet's arc."""
    dotted: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One layer of one part."""

    part: int
    layer: int
    bars: tuple[tuple[Cell, ...], ...]
    """By measure; empty where the layer is silent."""
    arcs: tuple[Arc, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells in order."""
        return tuple(cell for bar in self.bars for cell in bar)


def read_lines(
    score: Score, into: Reach = NOTHING, out: Reach = NOTHING
) -> tuple[tuple[Line, ...], tuple[Diagnostic, ...]]:
    """Spell every layer of every part in jianpu, and say what could only be written nearly.

    `into` and `out` reach over the edges of the first part.
    """
    lines: list[Line] = []
    said: list[Diagnostic] = []
    for place, part in enumerate(score.parts):
        shifts = _shifts(part)
        for layer in range(max((len(measure.layers) for measure in part.measures), default=0) or 1):
            speller = _Speller(said) if place or layer else _Speller(said, into, out)
            bars = [speller.measure(*pair, layer) for pair in zip(part.measures, shifts, strict=True)]
            lines.append(Line(place, layer, tuple(bars), speller.finish()))
    return tuple(lines), tuple(said)


def _shifts(part: Part) -> list[Fraction]:
    """Return what is missing before each measure: in a pick-up, or in the rest of a bar that a repeat sign cuts."""
    shifts = []
    before = ZERO
    for index, measure in enumerate(part.measures):
        length = measure.length
        full = at_start(measure, Metre, measure.metre).length or length
        completes = index == 0 or before + length == full
        shifts.append(full - length if ZERO < length < full and completes else ZERO)
        before = length if length < full and not shifts[-1] else ZERO
    return shifts


class _Speller:
    """Spells one layer from measure to measure."""

    def __init__(self, said: list[Diagnostic], into: Reach = NOTHING, out: Reach = NOTHING) -> None:
        self._said = said
        self._out = out
        self._place = 0
        self._bar: list[Cell] = []
        self._arcs: list[Arc] = []
        self._tied = {nearest_semitone(pitch.midi): -1 for pitch in into.ties}
        """By semitone, where the note stands that is tied to what comes; -1 for one in the row before."""
        self._slurs = [(-1, dotted) for dotted in into.slurs]
        """Where open slurs began, -1 in the row before, and whether they are dotted."""
        self._wedges = {HAIRPINS[kind]: -1 for kind in into.lines if kind in HAIRPINS}
        """Where open hairpins began."""
        self._tuplet: Tuplet | None = None
        self._tuplet_start = 0
        self._do = Do()
        self._grid = Grid()
        self._accidentals = Accidentals()

    def measure(self, measure: Measure, shift: Fraction, layer: int) -> tuple[Cell, ...]:
        """Return the cells of one layer of a measure."""
        self._bar = []
        self._do = do_of(measure.key)
        self._accidentals = Accidentals()
        metre = at_start(measure, Metre, measure.metre)
        self._grid = grid_of(metre, shift)
        keys = [(change.onset, change.value) for change in measure.changes if isinstance(change.value, Key)]
        keys.sort(key=lambda change: change[0], reverse=True)
        now = ZERO
        for event in measure.layers[layer] if layer < len(measure.layers) else ():
            while keys and keys[-1][0] <= event.onset:
                self._do = do_of(keys.pop()[1])
                self._accidentals = Accidentals()
            if event.onset > now:
                self._add(Cell(Kind.GAP, now, event.onset - now))
            self._event(event, metre)
            now = event.onset + event.duration
        self._end_tuplet()
        return tuple(self._bar)

    def finish(self) -> tuple[Arc, ...]:
        """Return all arcs, shorter ones first where several begin together."""
        out = {nearest_semitone(pitch.midi) for pitch in self._out.ties}
        on = sorted({self._tied.pop(pitch) for pitch in out if pitch in self._tied})
        self._arcs += [Arc(Bow.TIE, start, self._place) for start in on]
        slurs = zip(reversed(self._slurs), reversed(self._out.slurs), strict=False)
        self._arcs += [Arc(Bow.SLUR, start, self._place, dotted=dotted) for (start, _), dotted in slurs]
        self._loosen()
        on_wedges = {HAIRPINS[kind] for kind in self._out.lines if kind in HAIRPINS}
        ends = ((bow, start, self._place if bow in on_wedges else None) for bow, start in self._wedges.items())
        self._arcs += [Arc(bow, start, stop) for bow, start, stop in ends]
        return tuple(sorted(self._arcs, key=lambda arc: (arc.start, arc.start if arc.stop is None else arc.stop)))

    def _event(self, event: Event, metre: Metre) -> None:
        if event.tuplet != self._tuplet:
            self._end_tuplet()
            self._tuplet, self._tuplet_start = event.tuplet, self._place
        first = self._place
        if event.notes:
            last = self._notes(event)
        else:
            self._loosen()
            self._rest(event, metre)
            last = first
        self._slur(event, first, last)
        self._hairpins(event, first, last)

    def _notes(self, event: Event) -> int:
        """Add the digits and dashes of a note or chord; returns where its last digit stands."""
        graces = tuple(self._grace(grace) for grace in event.graces)
        notes = sorted(event.notes, key=lambda note: note.pitch.midi)
        pitches = [nearest_semitone(note.pitch.midi) for note in notes]
        digits = tuple(self._digit(*pair) for pair in zip(notes, pitches, strict=True))
        starts = {self._tied.pop(pitch) for pitch in pitches if pitch in self._tied}
        self._loosen()
        self._arcs += [Arc(Bow.TIE, start, self._place) for start in sorted(starts)]
        last = self._place
        onset = event.onset
        for index, (value, length) in enumerate(self._values(event, split_note)):
            if index:
                self._arcs.append(Arc(Bow.TIE, last, self._place))
                digits = tuple(Digit(digit.degree, digit.octave) for digit in digits)
            last = self._place
            slot = length / value.duration / 4 if value.dashes else length
            joined = self._joined(value.lines, onset)
            head = Cell(Kind.NOTE, onset, slot, digits, value.lines, value.dots, joined)
            self._add(head if index else replace(head, graces=graces, event=event))
            for dash in range(1, value.dashes + 1):
                start = onset + slot * dash
                self._add(Cell(Kind.DASH, start, slot if dash < value.dashes else onset + length - start))
            onset += length
        self._tied |= {pitch: last for note, pitch in zip(notes, pitches, strict=True) if note.tied}
        return last

    def _rest(self, event: Event, metre: Metre) -> None:
        whole = event.rest in (Rest.WHOLE_BARS, Rest.WHOLE_BARS_INVISIBLE)
        bars = event.duration / metre.length if whole and metre.length else Fraction(1)
        if event.rest not in (Rest.VISIBLE, Rest.WHOLE_BARS):
            self._add(Cell(Kind.GAP, event.onset, event.duration, event=event))
            return
        if bars >= 2 and bars.denominator == 1:
            self._add(Cell(Kind.BARS, event.onset, event.duration, bars=int(bars), event=event))
            return
        onset = event.onset
        for index, (value, length) in enumerate(self._values(event, split_rest)):
            joined = self._joined(value.lines, onset)
            owner = None if index else event
            self._add(Cell(Kind.REST, onset, length, (), value.lines, value.dots, joined, event=owner))
            onset += length

    def _values(self, event: Event, split: Split) -> Iterator[tuple[Value, Fraction]]:
        """Yield the values of an event and the time that each takes, scaled by its tuplet."""
        if event.tuplet is None and event.duration > 0:
            values = split(event.onset, event.duration, self._grid)
            scale = ONE
        else:
            written = event.written if event.written > 0 else EIGHTH
            values = split(None, written, self._grid)
            scale = event.duration / written
        if not all(value.exact for value in values):
            message = f"Jianpu has no sign for {event.duration} of a whole note: the nearest value is drawn."
            self._tell(event.span, "jianpu-length", message)
        for value in values:
            yield value, value.duration if scale is ONE else value.duration * scale

    def _joined(self, lines: int, onset: Fraction) -> int:
        """Return how many underlines run on from the cell before: inside one beat all that both have."""
        before = self._bar[-1].lines if self._bar else 0
        return min(before, lines) if before and lines and not self._grid.on_beat(onset) else 0

    def _digit(self, note: Note, midi: int) -> Digit:
        found = self._figure(note.pitch, note.span)
        sign = "" if midi in self._tied else self._accidentals.sign(found)
        return Digit(found.degree, found.octave, sign, note.id)

    def _grace(self, grace: Grace) -> Digit:
        found = self._figure(grace.pitch, grace.span)
        lines = 3 if grace.length < FINEST_PLAIN_GRACE else 2
        return Digit(found.degree, found.octave, self._accidentals.sign(found), grace.id, lines)

    def _figure(self, pitch: Pitch, span: Span | None) -> Figure:
        if not isinstance(pitch.midi, int) and pitch.midi.denominator != 1:
            message = f"Jianpu has no microtones: {pitch.name} is drawn as the nearest semitone."
            self._tell(span, "jianpu-microtone", message)
        return figure(pitch, self._do)

    def _add(self, cell: Cell) -> None:
        self._bar.append(cell)
        self._place += 1

    def _loosen(self) -> None:
        """Leave the ties open that found no note of their pitch."""
        self._arcs += [Arc(Bow.TIE, start, None) for start in sorted(set(self._tied.values())) if start >= 0]
        self._tied = {}

    def _slur(self, event: Event, first: int, last: int) -> None:
        """Close slurs, innermost first, then open new ones: a note may end one and begin the next."""
        for _ in range(min(event.slur_ends, len(self._slurs))):
            start, dotted = self._slurs.pop()
            if start < last:
                self._arcs.append(Arc(Bow.SLUR, start, last, dotted=dotted))
        self._slurs += [(first, place < event.dotted_slurs) for place in range(min(event.slur_starts, MOST_SLURS))]

    def _hairpins(self, event: Event, first: int, last: int) -> None:
        for name in event.decorations:
            if name in LINE_ENDS and (bow := HAIRPINS.get(LINE_ENDS[name])) in self._wedges:
                self._arcs.append(Arc(bow, self._wedges.pop(bow), last))
        for name in event.decorations:
            if name in LINES and LINES[name] in HAIRPINS:
                self._wedges[HAIRPINS[LINES[name]]] = first

    def _end_tuplet(self) -> None:
        if self._tuplet is not None:
            self._arcs.append(Arc(Bow.TUPLET, self._tuplet_start, self._place - 1, self._tuplet.actual))
        self._tuplet = None

    def _tell(self, span: Span | None, code: str, message: str) -> None:
        place = (span.line, span.column, span.length) if span else (1, 1, 0)
        self._said.append(Diagnostic(Severity.WARNING, code, message, *place))
