"""Note lengths and accidentals as ABC writes them."""

from fractions import Fraction
from functools import lru_cache

from core.formats.abc.lexer import TOKEN
from core.score.pitch import Alter

ONE = Fraction(1)
ACCIDENTALS: dict[str, Alter] = {
    "^": 1, "^^": 2, "_": -1, "__": -2, "=": 0, "": 0, "#": 1, "##": 2, "𝄪": 2, "𝄫": -2,
}  # fmt: skip
MEANT = {
    "#": "^", "##": "^^", "ƀ": "_", "ƀƀ": "__", "ŋ": "=", "𝄪": "^^", "𝄫": "__", "♯": "^", "♯♯": "^^", "♭": "_",
    "♭♭": "__", "♮": "=",
}  # fmt: skip
"""Accidentals as others write them, and as the token pattern knows them behind a note: how ABC writes them."""
BROKEN = {
    1: (Fraction(1, 2), Fraction(3, 2)), 2: (Fraction(1, 4), Fraction(7, 4)), 3: (Fraction(1, 8), Fraction(15, 8)),
}  # fmt: skip
"""What `>` `>>` `>>>` make of two notes, the shortened one first (ABC 2.1, 4.4)."""


@lru_cache(maxsize=2048)
def length_of(text: str) -> Fraction | None:
    """Read a note length: `3`, `/`, `//`, `3/2`, `3/`, and `1.5`, which ABC does not know; None where it cannot be."""
    if not text:
        return ONE
    if "." in text:
        value = Fraction(text) if len(text) <= 8 else Fraction(0)
        return value if 0 < value <= 4096 and value.denominator <= 4096 else None
    digits, _, rest = text.partition("/")
    if len(digits) > 4 or len(rest) > 6:
        return None
    value = Fraction(int(digits)) if digits else ONE
    if _:
        below = rest.lstrip("/")
        halves = len(rest) - len(below)
        if below:
            if not below.isdigit() or not int(below):
                return None
            value = value / (int(below) * 2**halves)
        else:
            value = value / 2 ** (halves + 1)
    return value if 0 < value <= 4096 and value.denominator <= 4096 else None


def fraction_of(length: Fraction) -> str:
    """Return a length as ABC writes it behind a note: nothing for 1, `/` for a half, `/4`, `3/`."""
    if length == 1:
        return ""
    if length.denominator == 1:
        return str(length)
    top = "" if length.numerator == 1 else str(length.numerator)
    return f"{top}/" if length.denominator == 2 else f"{top}/{length.denominator}"


@lru_cache(maxsize=256)
def alter_of(sign: str) -> Alter:
    """Read an accidental; quarter tones as abcm2ps writes them: `^/` is +1/2, `_3/2` is -3/2."""
    if sign in ACCIDENTALS:
        return ACCIDENTALS[sign]
    up = 1 if sign[0] == "^" else -1
    above, slash, below = sign[1:].partition("/")
    value = Fraction(int(above or 1), int(below or 2) if slash else 1) if int(below or 2) else ONE
    value = min(value, Fraction(2))
    return int(up * value) if value.denominator == 1 else up * value


@lru_cache(maxsize=8192)
def note_parts(text: str) -> tuple[str, int, Alter | None, str, str]:
    """Take a note's text apart, once for each that differs: step, octave, accidental, length, and a mend.

    The mend is how ABC writes a note whose accidental is none of its own: after the note, or a #; else it is empty.
    """
    token = TOKEN.match(text)
    if token is None:
        raise ValueError(text)
    sign, letter, post, octaves, length = token.group("acc", "step", "post", "octave", "length")
    octave = (4 if letter < "a" else 5) + octaves.count("'") - octaves.count(",")
    meant = sign if sign and "#" not in sign else MEANT.get(sign or post, "")
    mend = f"{meant}{letter}" if post or meant != (sign or "") else ""
    return letter.upper(), octave, alter_of(meant) if meant else None, length, mend
