"""A part on a fretboard: where each of its notes is played, and what no string can play."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from core.score.degrees import nearest_semitone
from core.score.diagnostic import Diagnostic, Severity
from core.score.edit import transposed
from core.score.events import Event, Grace, Note
from core.score.pitch import Pitch, from_midi
from core.score.score import Part, Score
from core.tradition.fingering import Place, finger
from core.tradition.tunings import GUITAR, STANDARD, Fretboard

MAIN = 0
"""Rank of an event's notes at their moment; its graces have ranks below."""
MOST_OCTAVES = 10

Fingers = tuple[tuple[Place | None, ...], tuple[Place | None, ...]]
"""Places of an event's notes, and of its graces."""


def finger_part(part: Part, board: Fretboard = GUITAR) -> list[Fingers]:
    """Finger all events that have notes, in the order they are written.

    Notes of one moment are one chord; a rest gives the hand time to move.
    """
    events: list[Event] = []
    moments: dict[tuple[int, Fraction, int], list[tuple[int, int, Pitch]]] = {}
    for number, measure in enumerate(part.measures):
        for layer in measure.layers:
            for event in layer:
                if not event.notes:
                    moments.setdefault((number, event.onset, MAIN), [])
                    continue
                for rank, sound in _ranked(event):
                    row = moments.setdefault((number, event.onset, rank), [])
                    row.append((len(events), rank, sound.pitch))
                events.append(event)
    order = sorted(moments)
    fingered = finger([[nearest_semitone(pitch.midi) for _, _, pitch in moments[key]] for key in order], board)
    found: list[dict[int, list[Place | None]]] = [{} for _ in events]
    for key, places in zip(order, fingered, strict=True):
        for (event_number, rank, _), place in zip(moments[key], places, strict=True):
            found[event_number].setdefault(rank, []).append(place)
    return [
        (tuple(rows[MAIN]), tuple(place for rank in sorted(rows) if rank != MAIN for place in rows[rank]))
        for rows in found
    ]


def _ranked(event: Event) -> Iterator[tuple[int, Note | Grace]]:
    for place, grace in enumerate(event.graces):
        yield place - len(event.graces), grace
    for note in event.notes:
        yield MAIN, note


def remarks_on(part: Part, fingers: Sequence[Fingers], board: Fretboard = GUITAR) -> list[Diagnostic]:
    """Say what of a part no fret can show as it is."""
    events = (e for measure in part.measures for layer in measure.layers for e in layer if e.notes)
    found: list[Diagnostic] = []
    for event, (places, grace_places) in zip(events, fingers, strict=True):
        sounds: list[Note | Grace] = [*event.graces, *event.notes]
        for note, place in zip(sounds, (*grace_places, *places), strict=True):
            found += _remarks(note, place, event, board)
    return found


def _remarks(note: Note | Grace, place: Place | None, event: Event, board: Fretboard) -> Iterator[Diagnostic]:
    exact = isinstance(note.pitch.midi, int) or note.pitch.midi.denominator == 1
    if exact and place is not None:
        return
    span = note.span or event.span
    at = (span.line, span.column, span.length) if span else (1, 1, 0)
    if not exact:
        message = f"{note.pitch.name} lies between two frets; the nearest is shown."
        yield Diagnostic(Severity.INFO, "tab-microtone", message, *at)
    if place is None:
        yield Diagnostic(Severity.WARNING, "tab-range", _reason(note.pitch, board), *at)


def _reason(pitch: Pitch, board: Fretboard) -> str:
    midi = nearest_semitone(pitch.midi)
    whose = "the guitar's" if board.tuning == STANDARD and not board.capo else "this tuning's"
    low, high = min(board.open), max(board.open) + board.highest_fret
    if midi < low:
        return f"{pitch.name} is below {whose} lowest note, {from_midi(low).name}. Move the tune up."
    if midi > high:
        return f"{pitch.name} is above {whose} highest note, {from_midi(high).name}. Move the tune down."
    return f"{pitch.name} has no free string within the reach of a hand in this chord."


def moved_into_range(score: Score, board: Fretboard = GUITAR) -> tuple[Score, int]:
    """Return the score moved by whole octaves so that the fewest notes of its first part are out of range.

    Of equal moves the smallest is taken, of those the one down; the second value says how many octaves up it was.
    """
    part = score.parts[0] if score.parts else Part("", ())
    events = [event for measure in part.measures for layer in measure.layers for event in layer]
    heights = [nearest_semitone(sound.pitch.midi) for event in events for _, sound in _ranked(event)]

    def missing(octaves: int) -> int:
        return sum(not board.plays(midi + 12 * octaves) for midi in heights)

    octaves = min(range(-MOST_OCTAVES, MOST_OCTAVES + 1), key=lambda count: (missing(count), abs(count), count))
    return transposed(score, 12 * octaves), octaves
