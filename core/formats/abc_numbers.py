"""Note lengths and accidentals as ABC writes them."""

from fractions import Fraction
from functools import lru_cache

from core.formats.abc_fields import ACCIDENTALS
from core.score.pitch import Alter

ONE = Fraction(1)


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
