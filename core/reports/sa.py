"""Sa moved to a note that a person names: every kind of output follows."""

import re
from dataclasses import replace

from core.errors import UsageError
from core.formats.base import Imported
from core.score.edit import transposed
from core.score.pitch import SEMITONES
from core.score.score import Score
from core.tradition.cells.build import sa_of, sung_part

_NOTE = re.compile(r"(?P<step>[A-Ga-g])(?P<sign>[#♯b♭]?)(?P<octave>\d)?")
SIGNS = {"": 0, "#": 1, "♯": 1, "b": -1, "♭": -1}


def moved(made: Imported, note: str) -> Imported:
    """Return the tunes with Sa at a note such as `D`, `Bb` or `G3`; without an octave the nearest one.

    Raises UsageError where it is no note.
    """
    found = _NOTE.fullmatch(note.strip())
    if found is None:
        raise UsageError(f"Sa cannot be {note[:20]!r}. Name a note such as D, Bb, F# or G3.")
    place = SEMITONES[found["step"].upper()] + SIGNS[found["sign"]]
    octave = None if found["octave"] is None else int(found["octave"])
    tunes = tuple(replace(tune, score=_moved(tune.score, place, octave)) for tune in made.tunes)
    changed = any(new.score is not old.score for new, old in zip(tunes, made.tunes, strict=True))
    return replace(made, tunes=tunes, text=None) if changed else made


def _moved(score: Score, place: int, octave: int | None) -> Score:
    up = (place - score.key.tonic_class) % 12
    semitones = up - 12 if up > 6 else up
    if octave is not None:
        part = sung_part(score)
        if part is None:
            return score
        semitones = 12 * (octave + 1) + place - sa_of(score, part)
    return transposed(score, semitones)
