"""One voice while it is read: drafts that later signs may still change, then frozen measures."""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from core.score.events import ZERO, Event, Grace, Note, Rest, Span, Syllable, Tuplet
from core.score.exact import plus
from core.score.pitch import Alter, Pitch
from core.score.score import Barline, Change, Changeable, Mark, Measure, Part
from core.score.signatures import Clef, Key, Metre

JUMPS = {
    "segno": "segno", "coda": "coda", "fine": "fine", "D.C.": "D.C.", "D.S.": "D.S.", "dacapo": "D.C.",
    "dacoda": "D.C.alcoda", "D.C.alcoda": "D.C.alcoda", "D.C.alfine": "D.C.alfine",
    "D.S.alcoda": "D.S.alcoda", "D.S.alfine": "D.S.alfine",
}  # fmt: skip
"""Decorations that steer playback, and the mark each leaves."""

pitch_of = lru_cache(maxsize=512)(Pitch)


@dataclass(slots=True)
class NoteDraft:
    """A pitch of an event; `share` is its length as a multiple of the event's."""

    pitch: Pitch
    accidental: Alter | None
    id: str
    span: Span
    share: Fraction | None = None
    tied: bool = False


@dataclass(slots=True)
class Draft:
    """An event that broken rhythm, tuplets, ties and lyrics may still change."""

    written: Fraction
    factor: Fraction | None
    id: str
    line: int
    column: int
    length: int
    notes: list[NoteDraft] = field(default_factory=list)
    rest: Rest | None = None
    tuplet: Tuplet | None = None
    beamed: bool = False
    slur_starts: int = 0
    slur_ends: int = 0
    graces: tuple[Grace, ...] = ()
    decorations: tuple[str, ...] = ()
    chord_symbols: tuple[str, ...] = ()
    annotations: tuple[str, ...] = ()
    lyrics: list[Syllable | None] = field(default_factory=list)
    bar: int = 0

    @property
    def duration(self) -> Fraction:
        """The time it takes, tuplet reckoned in."""
        return self.written if self.factor is None else self.written * self.factor


@dataclass(slots=True)
class MeasureDraft:
    """A measure that is still open, or closed but not frozen."""

    key: Key
    metre: Metre
    layers: list[list[Draft]]
    changes: list[tuple[int, Changeable]] = field(default_factory=list)
    marks: list[tuple[int, str]] = field(default_factory=list)
    left: Barline = Barline("")
    right: Barline = Barline("")
    ending: tuple[int, ...] = ()
    line_end: bool = False
    line: int = 1
    column: int = 1
    stop_column: int = 1

    @property
    def empty(self) -> bool:
        """True where nothing sounds or rests in it yet."""
        return len(self.layers) == 1 and not self.layers[0]


class VoiceDraft:
    """Reading state of one voice. The music reader drives it; `freeze` gives the part."""

    def __init__(self, name: str, unit: Fraction, key: Key, metre: Metre, clef: Clef) -> None:
        self.id = name
        self.name = ""
        self.set_unit(unit)
        self.key = key
        self.metre = metre
        self.clef = clef
        self.octave = 0
        self.transpose = 0
        self.propagate = "pitch"
        self.signature: dict[str, Alter] = dict(key.alters)
        self.accidentals: dict[object, Alter] = {}
        self.tied: dict[tuple[str, int], Alter] = {}
        self.measures: list[MeasureDraft] = []
        self.open: MeasureDraft = MeasureDraft(key, metre, [[]])
        self.layer: list[Draft] = self.open.layers[0]
        self.line_drafts: list[Draft] = []
        self.verse_base: list[Draft] = []
        self.verse = 0
        self.clear_pending()

    def clear_pending(self) -> None:
        """Forget what waits for the next note."""
        self.slurs = 0
        self.graces: list[Grace] = []
        self.decorations: list[str] = []
        self.chord_symbols: list[str] = []
        self.annotations: list[str] = []
        self.broken: Fraction | None = None
        self.tuplet: Tuplet | None = None
        self.tuplet_left = 0
        self.tuplet_factor: Fraction | None = None
        self.spaced = True

    def set_unit(self, unit: Fraction) -> None:
        """Change the unit length from here on."""
        self.unit = unit
        self.written: dict[str, Fraction] = {}
        """Lengths as written in the text, and what they are in whole notes: multiplied once, looked up after."""

    def set_key(self, key: Key) -> None:
        """Change the key from here on."""
        self.key = key
        self.signature = dict(key.alters)
        self.accidentals = {}
        if self.open.empty:
            self.open.key = key
        else:
            self._change(key)

    def set_metre(self, metre: Metre) -> None:
        """Change the metre from here on."""
        self.metre = metre
        if self.open.empty:
            self.open.metre = metre
        else:
            self._change(metre)

    def change(self, value: Changeable) -> None:
        """Note a tempo or clef at this moment."""
        if isinstance(value, Clef):
            if not self.measures and self.open.empty:
                self.clef = value
                return
            self.clef_now = value
        self._change(value)

    clef_now: Clef | None = None

    @property
    def clef_octave(self) -> int:
        """By how many octaves the clef in force moves what is written."""
        return (self.clef_now or self.clef).octave

    def _change(self, value: Changeable) -> None:
        self.open.changes.append((len(self.open.layers[0]), value))

    def mark(self, name: str) -> None:
        """Leave a playback mark at this moment."""
        self.open.marks.append((len(self.open.layers[0]), name))

    def add(self, draft: Draft) -> None:
        """Append an event and give it what was waiting."""
        draft.beamed = not self.spaced
        self.spaced = False
        if self.slurs:
            draft.slur_starts, self.slurs = self.slurs, 0
        if self.graces:
            draft.graces, self.graces = tuple(self.graces), []
        if self.decorations:
            self._decorate(draft)
        if self.chord_symbols:
            draft.chord_symbols, self.chord_symbols = tuple(self.chord_symbols), []
        if self.annotations:
            draft.annotations, self.annotations = tuple(self.annotations), []
        if self.tuplet_left:
            self.tuplet_left -= 1
            draft.tuplet, draft.factor = self.tuplet, self.tuplet_factor
        if self.broken is not None:
            draft.written *= self.broken
            self.broken = None
        draft.bar = len(self.measures)
        self.layer.append(draft)
        if len(self.open.layers) == 1:
            self.line_drafts.append(draft)

    def _decorate(self, draft: Draft) -> None:
        for name in self.decorations:
            if name in JUMPS:
                self.mark(JUMPS[name])
        draft.decorations, self.decorations = tuple(self.decorations), []

    def alter_of(self, step: str, octave: int, written: Alter | None) -> Alter:
        """Return what sounds: the written accidental, one still in force in this bar, a tie's, or the key's."""
        if written is not None:
            if self.propagate != "not":
                self.accidentals[(step, octave) if self.propagate == "octave" else step] = written
            return written
        found = self.accidentals.get((step, octave) if self.propagate == "octave" else step)
        if found is not None:
            return found
        if self.tied:
            carried = self.tied.get((step, octave))
            if carried is not None:
                return carried
        return self.signature.get(step, 0)

    def start_layer(self) -> None:
        """Go back to the start of the bar for an overlay."""
        self.layer = []
        self.open.layers.append(self.layer)
        self.accidentals = {}
        self.spaced = True

    def close(self, barline: Barline, line: int, column: int) -> None:
        """End the open measure with a bar line and start the next."""
        measure = self.open
        for name in [name for name in self.decorations if name in JUMPS]:
            self.mark(JUMPS[name])
        self.decorations = [name for name in self.decorations if name not in JUMPS]
        measure.right = barline
        measure.stop_column = column
        self.measures.append(measure)
        self.open = MeasureDraft(self.key, self.metre, [[]], line=line, column=column)
        self.layer = self.open.layers[0]
        self.accidentals = {}
        self.spaced = True

    def freeze(self) -> Part:
        """Return the finished part; a last measure without a bar line is kept if it holds anything."""
        if not self.open.empty or self.open.marks:
            self.close(Barline(""), self.open.line, self.open.column)
        frozen = tuple(_freeze_measure(measure) for measure in self.measures)
        return Part(self.id, frozen, self.name, self.clef)


def _freeze_measure(draft: MeasureDraft) -> Measure:
    onsets: list[Fraction] = []
    layers: list[tuple[Event, ...]] = []
    for layer in draft.layers:
        now = ZERO
        events = []
        for item in layer:
            if not layers:
                onsets.append(now)
            event = _freeze_event(item, now)
            events.append(event)
            now = plus(now, event.duration)
        layers.append(tuple(events))
        if len(layers) == 1:
            onsets.append(now)
    return Measure(
        tuple(layers),
        draft.key,
        draft.metre,
        tuple(Change(onsets[place], value) for place, value in draft.changes),
        tuple(Mark(onsets[place], name) for place, name in draft.marks),
        draft.left,
        draft.right,
        draft.ending,
        False,
        draft.line_end,
        Span(draft.line, draft.column, max(0, draft.stop_column - draft.column)),
    )


def _freeze_note(note: NoteDraft, duration: Fraction) -> Note:
    own = duration if note.share is None else duration * note.share
    return Note(note.pitch, own, note.tied, note.accidental, note.id, note.span)


def _freeze_event(draft: Draft, onset: Fraction) -> Event:
    duration = draft.duration
    notes = tuple([_freeze_note(note, duration) for note in draft.notes]) if draft.notes else ()
    return Event(
        onset, duration, draft.written, notes, draft.rest, draft.graces, tuple(draft.lyrics), draft.tuplet,
        draft.slur_starts, draft.slur_ends, draft.beamed, draft.decorations, draft.chord_symbols, draft.annotations,
        draft.id, Span(draft.line, draft.column, draft.length),
    )  # fmt: skip
