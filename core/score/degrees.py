"""Pitches as degrees of the major scale whose do is named in `1=`: what jianpu is written in."""

from dataclasses import dataclass
from functools import lru_cache
from math import floor

from core.score.pitch import SEMITONES, STEPS, Alter, Pitch
from core.score.signatures import FIFTHS, MODES, SHARP_ORDER, Key

MAJOR = (0, 2, 4, 5, 7, 9, 11)
"""Semitones of the degrees 1 to 7 over do."""
SHARP_PLACES = (0, 0, 1, 1, 2, 3, 3, 4, 4, 5, 5, 6)
FLAT_PLACES = (0, 1, 1, 2, 2, 3, 4, 4, 5, 5, 6, 6)
"""Places in the scale of the twelve semitones over do, spelled with sharps or flats."""
LOWEST_DO = 54
"""MIDI number of G♭3: the undotted 1 stands from there to F♯4."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A degree 1-7, its octave (0 = undotted) and its distance from the major scale in semitones, -1 to 1."""

    degree: int
    octave: int
    alter: int


@dataclass(frozen=True, slots=True)
class KeyForm:
    """How Jianpu names a key; print has each of these, so one chooses.

    `minor_on_six`: a minor key as `6=A`, where its tonic is, instead of its relative major's `1=C`. `sign_first`:
    `1=♭B` instead of `1=B♭`.
    """

    minor_on_six: bool = False
    sign_first: bool = False


PLAIN_FORM = KeyForm()


@dataclass(frozen=True, slots=True)
class Do:
    """The note named in `1=`: its letter and its sharps (positive) or flats."""

    step: str = "C"
    alter: int = 0

    @property
    def name(self) -> str:
        """The name with the sign after the letter, such as `B♭`."""
        return self.step + self.sign

    @property
    def sign(self) -> str:
        """Its sharps or flats."""
        return ("♯" if self.alter > 0 else "♭") * abs(self.alter)

    @property
    def octave(self) -> int:
        """The octave of the undotted 1: between G♭3 and F♯4, so do = G, A, B lie below middle C."""
        low = 12 * 4 + SEMITONES[self.step] + self.alter
        above = low < LOWEST_DO or (low == LOWEST_DO and self.alter > 0)
        return 4 if above else 3

    @property
    def midi(self) -> int:
        """The MIDI number of the undotted 1."""
        return 12 * (self.octave + 1) + SEMITONES[self.step] + self.alter


def do_of(key: Key) -> Do:
    """Return the do of a key: the tonic of its signature's major key.

    A signature outside the circle of fifths goes by tonic and mode: the tonic in major, else its relative major.
    """
    fifths = key.fifths
    if fifths is None:
        tonic = FIFTHS.get(key.tonic[:1], 0) + 7 * (key.tonic.count("#") - key.tonic.count("b"))
        fifths = tonic + MODES.get(key.mode, 0)
    turns, place = divmod(fifths + 1, 7)
    return Do(SHARP_ORDER[place], turns)


def key_name(key: Key, form: KeyForm = PLAIN_FORM) -> str:
    """Return a key as Jianpu names it: `1=B♭`, `1=♭B`, `6=A`."""
    do, degree = do_of(key), 1
    if form.minor_on_six and key.mode in ("minor", "aeolian"):
        tonic = pitch_of(Figure(6, 0, 0), do)
        degree, do = 6, Do(tonic.step, int(tonic.alter))
    return f"{degree}={do.sign + do.step if form.sign_first else do.name}"


@lru_cache(4096)
def figure(pitch: Pitch, do: Do) -> Figure:
    """Spell a pitch over do: a microtone as the nearest semitone, a double sharp or flat as its neighbour."""
    steps = pitch.diatonic - (7 * do.octave + STEPS.index(do.step))
    octave, place = divmod(steps, 7)
    midi = nearest_semitone(pitch.midi)
    alter = midi - (do.midi + 12 * octave + MAJOR[place])
    if abs(alter) > 1:
        octave, semitone = divmod(midi - do.midi, 12)
        place = (SHARP_PLACES if alter > 0 else FLAT_PLACES)[semitone]
        alter = semitone - MAJOR[place]
    return Figure(place + 1, octave, alter)


def pitch_of(found: Figure, do: Do) -> Pitch:
    """Return the pitch that a figure stands for: the inverse of `figure`."""
    octave, place = divmod(7 * (do.octave + found.octave) + STEPS.index(do.step) + found.degree - 1, 7)
    midi = do.midi + 12 * found.octave + MAJOR[found.degree - 1] + found.alter
    return Pitch(STEPS[place], octave, midi - (12 * (octave + 1) + SEMITONES[STEPS[place]]))


def nearest_semitone(midi: Alter) -> int:
    """Round a MIDI number; a quarter tone goes up."""
    return midi if isinstance(midi, int) else floor(midi + midi.__class__(1, 2))
