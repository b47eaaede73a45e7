"""A fingered part as columns: what is struck when, and how long it sounds, before any character is placed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from core.score.degrees import nearest_semitone
from core.score.events import ZERO, Event
from core.score.score import Measure, Part
from core.score.signatures import Metre
from core.tradition.fretting import Fingers, finger_part
from core.tradition.tunings import Fretboard


@dataclass(slots=True)
class Column:
    """One moment of a bar: frets by string, 1 = the top line; None where no string can play the note.

    `rest` where nothing sounds; `held` where all that sounds began before the bar line. `joins` are strings whose fret
    is reached by a slur from the column before.
    """

    onset: Fraction
    length: Fraction
    frets: dict[int, int | None] = field(default_factory=dict)
    rest: bool = False
    held: bool = False
    joins: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TabBar:
    """The columns of a measure."""

    number: int
    metre: Metre
    length: Fraction
    columns: tuple[Column, ...]


def bars_of(part: Part, board: Fretboard) -> list[TabBar]:
    """Return the bars of a part that take time. What a tie holds, or a layer lets sound on, is no column of its own."""
    fingers = iter(finger_part(part, board))
    tied: set[tuple[int, Fraction]] = set()
    start = ZERO
    bars = []
    slurred = _Slurs()
    for number, measure in enumerate(part.measures, 1):
        length = measure.length
        rows = [[(event, next(fingers) if event.notes else None) for event in layer] for layer in measure.layers]
        columns, tied = _columns(measure, rows, start, tied, board)
        if length:
            columns = _merged(columns)
            slurred.join(measure, columns)
            bars.append(TabBar(number, measure.metre, length, tuple(columns)))
        start += length
    return bars


def _columns(
    measure: Measure,
    rows: Sequence[Sequence[tuple[Event, Fingers | None]]],
    start: Fraction,
    tied: set[tuple[int, Fraction]],
    board: Fretboard,
) -> tuple[list[Column], set[tuple[int, Fraction]]]:
    """Return the moments of a measure, and the ties that lead on: (MIDI number, time) of what they hold."""
    timed = [(event, found) for row in rows for event, found in row if event.duration]
    edges = sorted({ZERO, measure.length, *(event.onset for event, _ in timed)})
    by_onset: dict[Fraction, list[tuple[Event, Fingers | None]]] = {}
    for event, found in timed:
        by_onset.setdefault(event.onset, []).append((event, found))
    columns = []
    for onset, end in pairwise(edges):
        column = Column(onset, end - onset)
        for event, found in by_onset.get(onset, []):
            for note, place in zip(event.notes, found[0] if found else (), strict=True):
                midi = nearest_semitone(note.pitch.midi)
                if (midi, start + onset) in tied:
                    column.held = True
                elif place is not None:
                    column.frets[place[0]] = place[1]
                else:
                    _mark(column, len(board.open), high=midi > max(board.open))
                if note.tied:
                    tied.add((midi, start + onset + event.duration))
        sounding = any(e.notes and e.onset < onset < e.onset + e.duration for e, _ in timed)
        column.held = not column.frets and (column.held or sounding)
        column.rest = not column.frets and not column.held
        columns.append(column)
    return columns, {(midi, when) for midi, when in tied if when >= start + measure.length}


def _mark(column: Column, strings: int, *, high: bool) -> None:
    """Put a note that cannot be played on the free line nearest to where it lies."""
    order = range(1, strings + 1) if high else range(strings, 0, -1)
    for string in order:
        if string not in column.frets:
            column.frets[string] = None
            return


def _merged(columns: Sequence[Column]) -> list[Column]:
    """Join what is held, and rest to rest, so that each column begins something."""
    found: list[Column] = []
    for column in columns:
        if found and ((column.held and not found[-1].rest) or (column.rest and found[-1].rest)):
            found[-1].length += column.length
        else:
            found.append(column)
    return found


class _Slurs:
    """Follows the slurs of the main layer: within one, two frets of a string are a hammer-on or a pull-off."""

    def __init__(self) -> None:
        self._depth = 0

    def join(self, measure: Measure, columns: Sequence[Column]) -> None:
        """Mark the joins of a bar."""
        inside = set(self._joined(measure))
        for before, column in pairwise(columns):
            if column.onset not in inside or before.rest or len(column.frets) != 1 or len(before.frets) != 1:
                continue
            (string, fret), (old_string, old) = *column.frets.items(), *before.frets.items()
            if string == old_string and fret is not None and old is not None and fret != old:
                column.joins[string] = "h" if fret > old else "p"

    def _joined(self, measure: Measure) -> Iterator[Fraction]:
        """Give the onsets of notes that a slur leads to."""
        for event in measure.events:
            if self._depth and event.notes:
                yield event.onset
            self._depth = max(0, self._depth - event.slur_ends) + event.slur_starts
