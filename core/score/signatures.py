"""Keys, metres, tempi and clefs."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from core.score.pitch import SEMITONES, Alter

_fraction = lru_cache(maxsize=512)(Fraction)
"""The same few fractions are asked for in every bar."""

SHARP_ORDER = "FCGDAEB"
FIFTHS = {"C": 0, "G": 1, "D": 2, "A": 3, "E": 4, "B": 5, "F": -1}
MODES = {
    "major": 0, "ionian": 0, "mixolydian": -1, "dorian": -2, "minor": -3,
    "aeolian": -3, "phrygian": -4, "locrian": -5, "lydian": 1,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Key:
    """A tonic (Sa), its mode, and the alterations in force, one entry a step."""

    tonic: str = "C"
    mode: str = "major"
    alters: tuple[tuple[str, Alter], ...] = ()

    @property
    def fifths(self) -> int | None:
        """Sharps (positive) or flats of the signature; None where no circle-of-fifths key has it."""
        found = {step: alter for step, alter in self.alters if alter}
        for count in range(-7, 8):
            if dict(signature(count)) == found:
                return count
        return None

    @property
    def tonic_class(self) -> int:
        """The tonic's pitch class, C = 0: where Sa stands."""
        sharps, flats = self.tonic.count("#"), self.tonic.count("b")
        return (SEMITONES.get(self.tonic[:1], 0) + sharps - flats) % 12


def signature(fifths: int) -> tuple[tuple[str, int], ...]:
    """Return the altered steps of a key signature, in the order they are written."""
    if fifths >= 0:
        return tuple((step, 1) for step in SHARP_ORDER[:fifths])
    return tuple((step, -1) for step in SHARP_ORDER[::-1][:-fifths])


@lru_cache(maxsize=512)
def standard_key(tonic: str, mode: str = "major") -> Key:
    """Return the key of a tonic such as `Bb` in a mode; signatures past seven signs are spelled out."""
    fifths = FIFTHS[tonic[0]] + 7 * (tonic.count("#") - tonic.count("b")) + MODES[mode]
    alters: dict[str, int] = {}
    for place in range(abs(fifths)):
        step = (SHARP_ORDER if fifths > 0 else SHARP_ORDER[::-1])[place % 7]
        alters[step] = alters.get(step, 0) + (1 if fifths > 0 else -1)
    return Key(tonic, mode, tuple(alters.items()))


@dataclass(frozen=True, slots=True)
class Metre:
    """A time signature. `beats` is empty in free metre; `2+3+2` has three members."""

    beats: tuple[int, ...] = (4,)
    unit: int = 4
    symbol: str = ""

    @property
    def free(self) -> bool:
        """True where bars may have any length."""
        return not self.beats

    @property
    def length(self) -> Fraction | None:
        """The length of a full bar in whole notes; None in free metre."""
        return _fraction(sum(self.beats), self.unit) if self.beats else None

    @property
    def compound(self) -> bool:
        """True for 6/8, 9/8, 12/8 and their kin: the beat is a dotted note."""
        return len(self.beats) == 1 and self.beats[0] % 3 == 0 and self.beats[0] > 3 and self.unit >= 8

    @property
    def beat(self) -> Fraction:
        """The beat that beams and underlines follow, in whole notes: a quarter, or a dotted one in compound time."""
        if self.compound:
            return Fraction(3, self.unit)
        return Fraction(1, self.unit) if self.beats and self.unit < 4 else Fraction(1, 4)

    def __str__(self) -> str:
        if self.symbol:
            return self.symbol
        return f"{'+'.join(map(str, self.beats))}/{self.unit}" if self.beats else "none"


@dataclass(frozen=True, slots=True)
class Tempo:
    """Beats a minute of a note value; `bpm` None where only words are given."""

    beat: Fraction = Fraction(1, 4)
    bpm: Fraction | None = None
    text: str = ""

    @property
    def quarters_per_minute(self) -> Fraction | None:
        """The same speed counted in quarter notes."""
        return None if self.bpm is None else self.bpm * self.beat * 4


@dataclass(frozen=True, slots=True)
class Clef:
    """A clef: its shape and line, and by how many octaves it shifts what is read."""

    name: str = "treble"
    octave: int = 0
