"""Note lengths and accidentals as ABC writes them."""

from fractions import Fraction
from functools import lru_cache

from core.formats.abc.lexer import TOKEN
from core.score.pitch import Alter

ONE = Fraction(1)
ACCIDENTALS: dict[str, Alter] = {
    "^": 1, "^^": 2, "_": -1, "__": -2, "=": 0, "": 0, "#": 1, "##": 2,
}  # fmt: skip
BROKEN = {
    1: (Fraction(1, 2), Fraction(3, 2)), 2: (Fraction(1, 4), Fraction(7, 4)), 3: (Fraction(1, 8), Fraction(15, 8)),
}  # fmt: skip
"""What `>` `>>` `>>>` make of two notes, the shortened one first (ABC 2.1, 4.4)."""


@lru_cache(maxsize=2048)
def length_of(text: str) -> Fraction | None:
    """Read a note length: `3`, `/`, `//`, `3/2`, `3/`; None where it cannot be one."""
    if not text:
        return ONE
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

    The mend is how a note is written whose accidental stands after it; empty where it does not.
    """
    token = TOKEN.match(text)
    if token is None:
        raise ValueError(text)
    sign, letter, post, octaves, length = token.group("acc", "step", "post", "octave", "length")
    octave = (4 if letter < "a" else 5) + octaves.count("'") - octaves.count(",")
    if post:
        sign = sign or ("^" if post == "#" else "_")
    return letter.upper(), octave, alter_of(sign) if sign else None, length, f"{sign}{letter}" if post else ""
