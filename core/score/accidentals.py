"""Which accidentals have to be written: one rule for what is engraved, and for what is written as text."""

from collections.abc import Iterator
from dataclasses import replace

from core.score.events import Event, Grace, Note
from core.score.pitch import Alter, Pitch
from core.score.score import Measure, Part, Score
from core.score.signatures import Key

Ties = dict[tuple[str, int], Alter]


def with_accidentals(score: Score) -> Score:
    """Return the score with an accidental before every note whose pitch key and bar do not already say.

    An accidental holds to the end of the bar for its letter in every octave (ABC 2.1, 11.3), a tie carries it over the
    bar line to its next note. Each layer of a bar starts anew. A written accidental that agrees with its pitch stays,
    needed or not.
    """
    return replace(score, parts=tuple(_part(part) for part in score.parts))


class Accidentals:
    """What key, bar and ties say about pitches at one moment of one layer."""

    def __init__(self, key: Key, ties: Ties) -> None:
        self.ties = ties
        self.set_key(key)

    def set_key(self, key: Key) -> None:
        """Begin a key, which ends what accidentals before it said."""
        self.signature = dict(key.alters)
        self.written: dict[str, Alter] = {}

    def sign(self, pitch: Pitch, accidental: Alter | None) -> Alter | None:
        """Return the accidental to write before a pitch, given the one that stands there now."""
        if accidental != pitch.alter:
            told = self.written.get(pitch.step)
            if told is None:
                told = self.ties.get((pitch.step, pitch.octave), self.signature.get(pitch.step, 0))
            if told == pitch.alter:
                return None
        self.written[pitch.step] = pitch.alter
        return pitch.alter

    def event(self, event: Event) -> Event:
        """Return the event with its accidentals, and go past it."""
        graces = tuple([self._grace(grace) for grace in event.graces])
        notes = tuple([self._note(note) for note in event.notes])
        self.ties = {(note.pitch.step, note.pitch.octave): note.pitch.alter for note in notes if note.tied}
        if graces == event.graces and notes == event.notes:
            return event
        return replace(event, graces=graces, notes=notes)

    def _note(self, note: Note) -> Note:
        sign = self.sign(note.pitch, note.accidental)
        return note if sign == note.accidental else replace(note, accidental=sign)

    def _grace(self, grace: Grace) -> Grace:
        sign = self.sign(grace.pitch, grace.accidental)
        return grace if sign == grace.accidental else replace(grace, accidental=sign)


def _part(part: Part) -> Part:
    ties: list[Ties] = []
    measures = []
    for measure in part.measures:
        layers = []
        for place, layer in enumerate(measure.layers):
            if place == len(ties):
                ties.append({})
            state = Accidentals(measure.key, ties[place])
            layers.append(tuple(_layer(measure, layer, state)))
            ties[place] = state.ties
        # a tie waits only for the bar that follows at once
        del ties[len(measure.layers) :]
        measures.append(replace(measure, layers=tuple(layers)))
    return replace(part, measures=tuple(measures))


def _layer(measure: Measure, layer: tuple[Event, ...], state: Accidentals) -> Iterator[Event]:
    keys = [(change.onset, change.value) for change in measure.changes if isinstance(change.value, Key)]
    for event in layer:
        while keys and keys[0][0] <= event.onset:
            state.set_key(keys.pop(0)[1])
        yield state.event(event)
