"""Spelled pitches."""

from dataclasses import dataclass
from fractions import Fraction

STEPS = "CDEFGAB"
SEMITONES = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
ALTER_SIGNS = {-2: "bb", -1: "b", 0: "", 1: "#", 2: "##"}

Alter = int | Fraction
"""Semitones up or down; a Fraction only for microtones."""


@dataclass(frozen=True, slots=True)
class Pitch:
    """A pitch as it is spelled and as it sounds: octave 4 holds middle C (MIDI 60)."""

    step: str
    octave: int
    alter: Alter = 0

    @property
    def midi(self) -> int | Fraction:
        """The MIDI number; a Fraction for microtones."""
        return 12 * (self.octave + 1) + SEMITONES[self.step] + self.alter

    @property
    def name(self) -> str:
        """The scientific name, such as `F#4`; a microtone adds its cents, `C4+50`."""
        nearest = int(self.alter)
        rest = self.alter - nearest
        cents = f"{int(rest * 100):+d}" if rest else ""
        return f"{self.step}{ALTER_SIGNS.get(nearest, '')}{self.octave}{cents}"

    @property
    def diatonic(self) -> int:
        """Staff position counted in steps, C0 = 0."""
        return 7 * self.octave + STEPS.index(self.step)

    def transposed(self, semitones: int) -> "Pitch":
        """Return the pitch moved by semitones, respelled as flats or sharps the way it was."""
        if semitones == 0:
            return self
        if semitones % 12 == 0:
            return Pitch(self.step, self.octave + semitones // 12, self.alter)
        micro = self.alter - int(self.alter)
        moved = from_midi(int(self.midi - micro) + semitones, flats=self.alter < 0)
        return Pitch(moved.step, moved.octave, moved.alter + micro if micro else moved.alter)


_SHARP = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")
_FLAT = ("C", "Db", "D", "Eb", "E", "F", "Gb", "G", "Ab", "A", "Bb", "B")


def from_midi(midi: int, *, flats: bool = True) -> Pitch:
    """Return the plainest spelling of a MIDI number."""
    name = (_FLAT if flats else _SHARP)[midi % 12]
    alter = {"#": 1, "b": -1}.get(name[1:], 0)
    return Pitch(name[0], midi // 12 - 1, alter)
