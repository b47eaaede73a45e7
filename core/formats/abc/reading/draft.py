"""Notes, events and measures that later signs may still change, and the frozen ones they become.

Drafts of notes and events are of the same fields as the frozen rows, and become those rows themselves once the tune is
read: a tune has thousands of them, and to make each a second time would take as long as all the rest of the reading.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from core.score.events import ZERO, Event, Grace, Note, Rest, Span, Syllable, Tuplet
from core.score.exact import plus, times
from core.score.making import maker
from core.score.pitch import Alter, Pitch
from core.score.score import Barline, Change, Changeable, Mark, Measure
from core.score.signatures import Key, Metre

make_span = maker(Span)
_make_measure = maker(Measure)

pitch_of = lru_cache(maxsize=512)(Pitch)
_fraction = lru_cache(maxsize=512)(Fraction)
barline_of = lru_cache(maxsize=512)(Barline)


@dataclass(slots=True)
class NoteDraft:
    """A note that is not frozen. `duration`: until then the share it has of its event's, None for all of it."""

    pitch: Pitch
    accidental: Alter | None
    id: str
    span: Span
    duration: Fraction | None = None
    tied: bool = False


@dataclass(slots=True)
class Draft:
    """An event that broken rhythm, tuplets, ties and lyrics may still change; onset and duration come last."""

    written: Fraction
    id: str
    span: Span
    notes: tuple[NoteDraft, ...] = ()
    rest: Rest | None = None
    tuplet: Tuplet | None = None
    beamed: bool = False
    slur_starts: int = 0
    slur_ends: int = 0
    dotted_slurs: int = 0
    graces: tuple[Grace, ...] = ()
    decorations: tuple[str, ...] = ()
    chord_symbols: tuple[str, ...] = ()
    annotations: tuple[str, ...] = ()
    lyrics: list[Syllable | None] | tuple[Syllable | None, ...] = ()
    onset: Fraction = ZERO
    duration: Fraction = ZERO


@dataclass(slots=True)
class ChordDraft:
    """A chord whose `]` has not come yet."""

    column: int
    notes: list[NoteDraft]
    lengths: list[Fraction]


Placed = tuple[Draft, int]
"""An event, and the number of the bar it stands in."""


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
    transpose: int = 0

    @property
    def empty(self) -> bool:
        """True where nothing sounds or rests in it yet."""
        return len(self.layers) == 1 and not self.layers[0]


@lru_cache(maxsize=8192)
def place_of(line: int, column: int, length: int) -> tuple[Span, str, str]:
    """Return the span at a place and the ids of a note and an event there; the same places come in every tune."""
    return make_span(line, column, length), f"n{line}c{column}", f"e{line}c{column}"


def time_of(draft: Draft) -> Fraction:
    """Return the time an event takes, its tuplet reckoned in."""
    tuplet = draft.tuplet
    return draft.written if tuplet is None else times(draft.written, _fraction(tuplet.normal, tuplet.actual))


def freeze_measure(draft: MeasureDraft) -> Measure:
    """Return the finished measure."""
    layers = tuple([_freeze_layer(layer) for layer in draft.layers])
    changes: tuple[Change, ...] = ()
    marks: tuple[Mark, ...] = ()
    if draft.changes or draft.marks:
        last = layers[0][-1] if layers[0] else None
        onsets = [event.onset for event in layers[0]] + [last.onset + last.duration if last else ZERO]
        changes = tuple([Change(onsets[place], value) for place, value in draft.changes])
        marks = tuple([Mark(onsets[place], name) for place, name in draft.marks])
    return _make_measure(
        layers,
        draft.key,
        draft.metre,
        changes,
        marks,
        draft.left,
        draft.right,
        draft.ending,
        draft.line_end,
        make_span(draft.line, draft.column, max(0, draft.stop_column - draft.column)),
    )


def _freeze_layer(layer: list[Draft]) -> tuple[Event, ...]:
    now = ZERO
    for draft in layer:
        duration = draft.written if draft.tuplet is None else time_of(draft)
        for note in draft.notes:
            note.duration = duration if note.duration is None else duration * note.duration
            note.__class__ = Note  # type: ignore[assignment]
        draft.onset, draft.duration = now, duration
        if draft.lyrics:
            draft.lyrics = tuple(draft.lyrics)
        draft.__class__ = Event  # type: ignore[assignment]
        now = duration if now is ZERO else plus(now, duration)
    return tuple(layer)  # type: ignore[arg-type]
