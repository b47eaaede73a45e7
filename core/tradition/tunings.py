"""Fretted instruments: their strings, the frets on them, and a capo."""

import re
from dataclasses import dataclass

from core.errors import UsageError
from core.registry import by_name
from core.score.pitch import SEMITONES, Pitch, from_midi

GUITAR_FRETS = 24
"""Frets of a string that ONOTE counts (4.3.1)."""
MOST_STRINGS = 12
MOST_CAPO = 12
LOWEST, HIGHEST = 12, 108
"""MIDI numbers that an open string may have."""

_SMALL = re.compile(r"[a-g]{3,}")
"""In `dadgbe` the b is a string, in `Eb` a flat."""
_STRING = re.compile(r"([A-Ga-g])([#♯b♭]?)(\d?)")


@dataclass(frozen=True, slots=True)
class Tuning:
    """Open strings as MIDI numbers, string 1 first: the one that tablature draws on top."""

    name: str
    title: str
    strings: tuple[int, ...]
    labels: tuple[str, ...]
    """Letters before the lines of ASCII tab, from the top."""
    frets: int = GUITAR_FRETS

    @property
    def pitches(self) -> tuple[Pitch, ...]:
        """The open strings from the lowest line to the top one, as musicians name a tuning."""
        return tuple(from_midi(midi) for midi in reversed(self.strings))

    @property
    def words(self) -> str:
        """The strings by name, from the lowest line, such as `D2 A2 D3 G3 B3 E4`."""
        return " ".join(pitch.name for pitch in self.pitches)


@dataclass(frozen=True, slots=True)
class Fretboard:
    """An instrument as it is played: a tuning, and a capo that shortens every string."""

    tuning: Tuning
    capo: int = 0

    @property
    def open(self) -> tuple[int, ...]:
        """What the open strings sound, string 1 first; frets count from the capo."""
        return tuple(midi + self.capo for midi in self.tuning.strings)

    @property
    def highest_fret(self) -> int:
        """The last fret, counted from the capo."""
        return self.tuning.frets - self.capo

    @property
    def words(self) -> str:
        """What a player must be told: the tuning and the capo; nothing of a guitar as it usually is."""
        name = "" if self.tuning.name == "own" else f"{self.tuning.title}: "
        told = [] if self.tuning == STANDARD else [f"{name}{self.tuning.words}"]
        return ", ".join([*told, f"Capo {self.capo}"] if self.capo else told)

    def plays(self, midi: int) -> bool:
        """Say whether some string has the note."""
        return any(0 <= midi - string <= self.highest_fret for string in self.open)


STANDARD = Tuning("standard", "Standard", (64, 59, 55, 50, 45, 40), tuple("eBGDAE"))
TUNINGS = (
    STANDARD,
    Tuning("drop-d", "Drop D", (64, 59, 55, 50, 45, 38), tuple("eBGDAD")),
    Tuning("dadgad", "DADGAD", (62, 57, 55, 50, 45, 38), tuple("dAGDAD")),
    Tuning("ukulele", "Ukulele", (69, 64, 60, 67), tuple("AECG"), 15),
    Tuning("mandolin", "Mandolin", (76, 69, 62, 55), tuple("EADG"), 20),
)
"""Frets of ukulele and mandolin are those of common ones."""
TUNINGS_BY_NAME = by_name(TUNINGS)
GUITAR = Fretboard(STANDARD)


def tuning_of(text: str) -> Tuning:
    """Return a tuning by name, or as a player writes it from the lowest line up: `D A D G B E`, `D2 A2 D3 G3 B3 E4`.

    Strings without octaves are those of a tuning of the table with the same letters; else six strings lie nearest to
    the guitar's, and of any other number each lies above the one before, the first nearest to E2. Raises UsageError.
    """
    if _SMALL.fullmatch(text.strip()):
        text = text.upper()
    name = text.strip().lower().replace(" ", "-").replace("_", "-")
    if name in TUNINGS_BY_NAME:
        return TUNINGS_BY_NAME[name]
    found = _STRING.findall(text)
    rest = re.sub(r"[\s,;/-]", "", _STRING.sub("", text))
    if rest or not 1 <= len(found) <= MOST_STRINGS:
        known = ", ".join(TUNINGS_BY_NAME)
        raise UsageError(f"{text!r} is no tuning. Known: {known}; or name the strings from the lowest: D A D G B E.")
    strings = _octaves([(_midi(letter, sign), octave) for letter, sign, octave in found])
    if not all(LOWEST <= midi <= HIGHEST for midi in strings):
        raise UsageError(f"A string of {text!r} is too low or too high for any instrument. Octaves lie from 0 to 7.")
    for known_tuning in TUNINGS:
        if known_tuning.strings == tuple(reversed(strings)):
            return known_tuning
    return Tuning("own", "Own", tuple(reversed(strings)), _labels(list(reversed(strings))))


def fretboard_of(tuning: str | None, capo: int = 0) -> Fretboard:
    """Return what a player asks for. Raises UsageError where there is no such tuning or capo."""
    if not 0 <= capo <= MOST_CAPO:
        raise UsageError(f"A capo at fret {capo} is not possible. Say a fret from 0 (none) to {MOST_CAPO}.")
    return Fretboard(tuning_of(tuning) if tuning else STANDARD, capo)


def _midi(letter: str, sign: str) -> int:
    return SEMITONES[letter.upper()] + {"#": 1, "♯": 1, "b": -1, "♭": -1}.get(sign, 0)


def _octaves(found: list[tuple[int, str]]) -> list[int]:
    """Return MIDI numbers, lowest line first; octaves that are not written are guessed."""
    classes = [midi % 12 for midi, _ in found]
    guessed = next((list(reversed(t.strings)) for t in TUNINGS if _classes(t) == classes), None)
    if guessed is None:
        guessed = []
        for place, wanted in enumerate(classes):
            if len(classes) == len(STANDARD.strings):
                guessed.append(_nearest(wanted, STANDARD.strings[-1 - place]))
            elif guessed:
                guessed.append(guessed[-1] + (wanted - guessed[-1] - 1) % 12 + 1)
            else:
                guessed.append(_nearest(wanted, STANDARD.strings[-1]))
    written = [12 * (int(octave) + 1) + midi if octave else None for midi, octave in found]
    return [guess if midi is None else midi for midi, guess in zip(written, guessed, strict=True)]


def _classes(tuning: Tuning) -> list[int]:
    return [midi % 12 for midi in reversed(tuning.strings)]


def _nearest(pitch_class: int, midi: int) -> int:
    return midi + (pitch_class - midi + 5) % 12 - 5


def _labels(strings: list[int]) -> tuple[str, ...]:
    """Return letters for the lines from the top; of a guitar the top one is small, as in `e B G D A E`."""
    names = [from_midi(midi) for midi in strings]
    letters = [pitch.step + {1: "#", -1: "b"}.get(int(pitch.alter), "") for pitch in names]
    if len(letters) == len(STANDARD.strings):
        letters[0] = letters[0].lower()
    return tuple(letters)
