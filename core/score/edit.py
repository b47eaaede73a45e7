"""A score made from another: moved to a new Sa."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from core.score.accidentals import with_accidentals
from core.score.events import Event, Grace, Note
from core.score.pitch import SEMITONES, STEPS, Alter, Pitch, from_midi
from core.score.score import Change, Measure, Score
from core.score.signatures import FIFTHS, MODES, SHARP_ORDER, Key

MOST_SIGNS = 6
"""Of two spellings of a new tonic the one whose signature has no more than these is taken."""
SHIFTS = (0, 1, 1, 2, 2, 3, 3, 4, 5, 5, 6, 6)
"""Steps of the scale that so many semitones usually are."""
CHORD = re.compile(
    r"(?P<root>[A-G])(?P<sign>##|bb|[#b♯♭]?)"
    r"(?P<kind>(?:maj|min|dim|aug|sus|add|omit|no|alt|mM|[mM]|[-+°øΔ()#b♯♭,0-9])*)"
    r"(?:/(?P<bass>[A-G])(?P<bass_sign>##|bb|[#b♯♭]?))?"
)
SIGN_ALTERS = {"": 0, "#": 1, "♯": 1, "b": -1, "♭": -1, "##": 2, "bb": -2}


def transposed_key(key: Key, semitones: int) -> Key:
    """Return the key of the tonic so many semitones away, in the same mode, with six signs or fewer."""
    return _move(key, semitones).key if semitones else key


def transposed(score: Score, semitones: int) -> Score:
    """Return the score moved by semitones: pitches, graces, keys and the chord symbols that can be read.

    Each key becomes the key of the new tonic in the same mode, with six signs or fewer, and its notes keep their
    degrees; a note that would need a double sharp or flat, and had none, is written as its plain neighbour. Ids stay.
    """
    if not semitones:
        return score
    before, far = score.moved or (score.key, 0)
    moved = replace(
        score,
        key=_move(score.key, semitones).key,
        moved=(before, far + semitones),
        parts=tuple(replace(part, measures=tuple(_measures(part.measures, semitones))) for part in score.parts),
    )
    # where a note was respelled the bar's accidentals no longer run parallel
    return with_accidentals(moved)


@dataclass(frozen=True, slots=True)
class _Move:
    """How the notes of one key are moved: so many steps and semitones, into `key`."""

    key: Key
    steps: int
    semitones: int

    def pitch(self, pitch: Pitch) -> Pitch:
        """Return the pitch at the same distance from the new tonic."""
        octave, step = divmod(pitch.diatonic + self.steps, 7)
        midi = pitch.midi + self.semitones
        letter = STEPS[step]
        alter: Alter = midi - (12 * (octave + 1) + SEMITONES[letter])
        most = 1 if -1 <= pitch.alter <= 1 else 2
        if -most <= alter <= most:
            return Pitch(letter, octave, alter)
        whole = int(midi)
        plain = from_midi(whole, flats=alter < 0)
        return plain if whole == midi else Pitch(plain.step, plain.octave, plain.alter + (midi - whole))


@lru_cache(maxsize=256)
def _move(key: Key, semitones: int) -> _Move:
    """Choose the new tonic's spelling and spell the signature around it."""
    old = key.tonic if key.tonic[:1] in SEMITONES else "C"
    sharps = _signs(old, key.mode)
    spellings = [
        letter + sign
        for letter in STEPS
        for sign in ("", "#", "b")
        if (SEMITONES[letter] + SIGN_ALTERS[sign] - key.tonic_class - semitones) % 12 == 0
    ]
    tonic = min(spellings, key=lambda name: (*_weight(_signs(name, key.mode)), (sharps > 0) != (name[1:] == "#")))
    usual = 7 * (semitones // 12) + SHIFTS[semitones % 12]
    between = STEPS.index(tonic[0]) - STEPS.index(old[0])
    steps = min((between + 7 * octave for octave in range(-12, 13)), key=lambda count: abs(count - usual))
    signature = dict(key.alters)
    alters: dict[str, Alter] = {}
    for place, step in enumerate(STEPS):
        octave, moved = divmod(place + steps, 7)
        change = semitones - (12 * octave + SEMITONES[STEPS[moved]] - SEMITONES[step])
        alters[STEPS[moved]] = signature.get(step, 0) + change
    order = SHARP_ORDER[::-1] if sum(alters.values()) < 0 else SHARP_ORDER
    kept = tuple((step, alters[step]) for step in order if alters[step])
    return _Move(Key(tonic, key.mode, kept), steps, semitones)


def _signs(tonic: str, mode: str) -> int:
    return FIFTHS[tonic[0]] + 7 * (tonic.count("#") - tonic.count("b")) + MODES.get(mode, 0)


def _weight(fifths: int) -> tuple[bool, int]:
    return abs(fifths) > MOST_SIGNS, abs(fifths)


# -- measures ---------------------------------------------------------------------------------------------------------


def moved_measure(measure: Measure, semitones: int) -> Measure:
    """Return a measure moved by semitones, its key too; accidentals are left to `with_accidentals`."""
    return next(_measures((measure,), semitones)) if semitones else measure


def _measures(measures: tuple[Measure, ...], semitones: int) -> Iterator[Measure]:
    for measure in measures:
        keys = [(Fraction(0), measure.key), *((c.onset, c.value) for c in measure.changes if isinstance(c.value, Key))]
        moves = [(onset, _move(key, semitones)) for onset, key in keys]
        moved = replace(
            measure,
            key=moves[0][1].key,
            changes=tuple(
                Change(c.onset, _move(c.value, semitones).key) if isinstance(c.value, Key) else c
                for c in measure.changes
            ),
        )
        yield replace(moved, layers=tuple(tuple(_layer(layer, moves)) for layer in measure.layers))


def _layer(layer: tuple[Event, ...], moves: list[tuple[Fraction, _Move]]) -> Iterator[Event]:
    for event in layer:
        move = [found for onset, found in moves if onset <= event.onset][-1]
        yield replace(
            event,
            notes=tuple(_note(note, move) for note in event.notes),
            graces=tuple(_grace(grace, move) for grace in event.graces),
            chord_symbols=tuple(_chord(text, move) for text in event.chord_symbols),
        )


def _note(note: Note, move: _Move) -> Note:
    pitch = move.pitch(note.pitch)
    return replace(note, pitch=pitch, accidental=None if note.accidental is None else pitch.alter)


def _grace(grace: Grace, move: _Move) -> Grace:
    pitch = move.pitch(grace.pitch)
    return replace(grace, pitch=pitch, accidental=None if grace.accidental is None else pitch.alter)


# -- chord symbols ----------------------------------------------------------------------------------------------------


def _chord(text: str, move: _Move) -> str:
    """Move a chord symbol such as `Bb7/F`; whatever is none stays."""
    found = CHORD.fullmatch(text.strip())
    if found is None:
        return text
    root = _chord_note(found["root"], found["sign"], move)
    bass = f"/{_chord_note(found['bass'], found['bass_sign'], move)}" if found["bass"] else ""
    return f"{root}{found['kind']}{bass}"


def _chord_note(letter: str, sign: str, move: _Move) -> str:
    pitch = move.pitch(Pitch(letter, 4, SIGN_ALTERS[sign]))
    return pitch.step + {-2: "bb", -1: "b", 0: "", 1: "#", 2: "##"}[int(pitch.alter)]
