"""What a score may hold and a format may not, each with the words to say so."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from core.formats.base import Loss as Loss
from core.score.accidentals import with_accidentals
from core.score.degrees import Do, do_of, figure, pitch_of
from core.score.events import Event, Rest
from core.score.pitch import Alter, Pitch
from core.score.score import Measure, Score
from core.score.signatures import MODES as SCALE_MODES
from core.score.signatures import Clef, Metre, Tempo

Kind = TypeVar("Kind", Clef, Metre, Tempo)
HIDDEN = (Rest.INVISIBLE, Rest.WHOLE_BARS_INVISIBLE)


def _some_event(test: Callable[[Event], bool]) -> Callable[[Score], bool]:
    return lambda score: any(test(event) for event in score.events())


def _some_measure(test: Callable[[Measure], bool]) -> Callable[[Score], bool]:
    return lambda score: any(test(measure) for part in score.parts for measure in part.measures)


def _changes(score: Score, kind: type[Kind]) -> Iterator[Kind]:
    """Give every metre, tempo or clef that begins within the music."""
    for part in score.parts:
        for measure in part.measures:
            yield from (change.value for change in measure.changes if isinstance(change.value, kind))


def _metres(score: Score) -> Iterator[Metre]:
    yield score.metre
    yield from (measure.metre for part in score.parts for measure in part.measures)
    yield from _changes(score, Metre)


def _figured(score: Score) -> Iterator[tuple[Pitch, Do]]:
    """Give every pitch that is no microtone, with the do of its bar."""
    for part in score.parts:
        for measure in part.measures:
            do = do_of(measure.key)
            pitches = (note.pitch for layer in measure.layers for event in layer for note in event.notes)
            yield from ((pitch, do) for pitch in pitches if pitch.alter == int(pitch.alter))


def _reminds(score: Score) -> bool:
    """Say whether any accidental is written that key, bar and ties tell without it."""
    parts = []
    for part in score.parts:
        rows = (replace(row, layers=tuple(tuple(map(_bare, layer)) for layer in row.layers)) for row in part.measures)
        parts.append(replace(part, measures=tuple(rows)))
    needed = with_accidentals(replace(score, parts=tuple(parts)))
    pairs = zip(score.events(), needed.events(), strict=True)
    return any(_signs_of(event) != _signs_of(other) for event, other in pairs)


def _bare(event: Event) -> Event:
    if all(sign is None for sign in _signs_of(event)):
        return event
    notes = tuple(replace(note, accidental=None) for note in event.notes)
    return replace(event, notes=notes, graces=tuple(replace(grace, accidental=None) for grace in event.graces))


def _signs_of(event: Event) -> list[Alter | None]:
    return [grace.accidental for grace in event.graces] + [note.accidental for note in event.notes]


def _sung(event: Event) -> bool:
    return any(syllable is not None for syllable in event.lyrics)


def _micro(event: Event) -> bool:
    return any(note.pitch.alter != int(note.pitch.alter) for note in event.notes)


LYRICS = Loss("The lyrics are left out.", _some_event(_sung))
VERSES = Loss("Only the first verse of the lyrics is kept.", lambda score: score.verses > 1)
BARS = Loss("Bar lines, metre and key are left out.", lambda score: any(part.measures for part in score.parts))
TIES = Loss("Ties are left out: tied notes stand apart.", _some_event(lambda e: any(n.tied for n in e.notes)))
SLURS = Loss("Slurs are left out.", _some_event(lambda event: event.slur_starts > 0))
CHORDS = Loss(
    "Notes that sound together are written one after another, low to high.",
    _some_event(lambda event: len(event.notes) > 1),
)
VOICES = Loss(
    "All voices are put into one line, in the order of time.",
    lambda score: len(score.parts) > 1 or _some_measure(lambda measure: len(measure.layers) > 1)(score),
)
GRACES = Loss("Grace notes are left out.", _some_event(lambda event: bool(event.graces)))
REPEATS = Loss(
    "Repeats and endings are not kept as signs.",
    _some_measure(lambda m: bool(m.left.repeats or m.right.repeats or m.ending or m.marks)),
)
PLAYED_OUT = Loss("Repeats and endings are played out.", REPEATS.present)
MERGED = Loss("Tied notes become one.", TIES.present)
SIGNS = Loss(
    "Decorations, chord symbols and annotations are left out.",
    _some_event(lambda event: bool(event.decorations or event.chord_symbols or event.annotations)),
)
MICROTONES = Loss("Microtones are rounded to the nearest semitone.", _some_event(_micro))
TEMPO_CHANGES = Loss("Changes of tempo are left out.", lambda score: any(_changes(score, Tempo)))
TEMPO = Loss("The tempo is left out.", lambda score: score.tempo is not None or TEMPO_CHANGES.present(score))
TEMPO_WORDS = Loss(
    "The words of a tempo are left out.",
    lambda score: any(tempo.text or tempo.bpm is None for tempo in (score.tempo, *_changes(score, Tempo)) if tempo),
)
MID_METRES = Loss(
    "A metre that changes within a bar holds from the next bar line on.", lambda score: any(_changes(score, Metre))
)
CLEFS = Loss(
    "Clefs are left out.",
    lambda score: any(part.clef != Clef() for part in score.parts) or any(_changes(score, Clef)),
)
NAMES = Loss("Names of voices are left out.", lambda score: any(part.name for part in score.parts))
BAR_STYLES = Loss(
    "Double and dotted bar lines become plain ones.",
    lambda score: any(m.right.style not in ("|", "") for part in score.parts for m in part.measures[:-1]),
)
HIDDEN_RESTS = Loss("Rests that are not drawn become visible ones.", _some_event(lambda event: event.rest in HIDDEN))
DEGREES = Loss(
    "Double sharps and flats, and what is further than a semitone from its degree, are written as other degrees.",
    lambda score: any(pitch_of(figure(pitch, do), do) != pitch for pitch, do in _figured(score)),
)
METRE_SIGNS = Loss(
    "The signs C and C| of a metre become 4/4 and 2/2.", lambda score: any(m.symbol for m in _metres(score))
)
REMINDERS = Loss("Accidentals that only remind of what holds already are left out.", _reminds)
DOTTED_SLURS = Loss("Dotted slurs become plain ones.", _some_event(lambda event: event.dotted_slurs > 0))
ALL_BUT_TITLE = Loss(
    "Header fields other than the title are left out.",
    lambda score: bool(score.composer or score.words or score.fields or score.rhythm),
)
HEADER = Loss(
    "Header fields other than title, composer and words are left out.",
    lambda score: bool(score.fields or score.order or score.rhythm),
)
FIRST_PART = Loss("Only the first voice is written.", lambda score: len(score.parts) > 1)
FIRST_LAYER = Loss("Only the main layer of a voice is written.", _some_measure(lambda measure: len(measure.layers) > 1))
HIGHEST = Loss("Of notes that sound together only the highest is written.", CHORDS.present)
TITLE = Loss(
    "The title and other header fields are left out.",
    lambda score: bool(score.title) or ALL_BUT_TITLE.present(score),
)
MODES = Loss(
    "A key becomes the major scale that its signature belongs to.",
    _some_measure(lambda m: m.key.fifths is None or m.key.mode not in SCALE_MODES),
)
