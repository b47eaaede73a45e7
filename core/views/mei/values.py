"""Lengths as written signs: note values with dots, tied where one sign cannot say it."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

MOST_DOTS = 2
SHORTEST = Fraction(1, 1024)
MOST_PIECES = 40
"""Signs of one event at most: 64 whole notes are 32 breves."""


@dataclass(frozen=True, slots=True)
class Value:
    """A note value: its MEI name (`breve 1 2 4 ...`), its dots, its length in whole notes."""

    name: str
    dots: int
    length: Fraction


def _table() -> tuple[Value, ...]:
    plain = [("breve", Fraction(2))] + [(str(2**power), Fraction(1, 2**power)) for power in range(11)]
    rows = [
        Value(name, dots, length * (2 - Fraction(1, 2**dots)))
        for name, length in plain
        for dots in range(MOST_DOTS + 1)
        if dots == 0 or SHORTEST * 4 < length <= 1
    ]
    return tuple(sorted(rows, key=lambda row: row.length, reverse=True))


VALUES = _table()
DOTTED_BREVES = {Fraction(3): Value("breve", 1, Fraction(3)), Fraction(7, 2): Value("breve", 2, Fraction(7, 2))}
"""Of notes alone: Verovio 6.4.1 leaves the dots of a breve's rest out."""


@lru_cache(maxsize=1024)
def spell(length: Fraction, *, sounds: bool = False) -> tuple[tuple[Value, ...], tuple[int, int] | None]:
    """Return the signs whose sum is `length`, longest first, and the tuplet they stand in.

    A tuplet (`actual`, `normal`) is only there where the length is no sum of halvings, such as 1/12. A length under
    1/1024 becomes 1/1024. `sounds`: a note is written, no rest.
    """
    if sounds and length in DOTTED_BREVES:
        return (DOTTED_BREVES[length],), None
    odd = length.denominator
    while odd % 2 == 0:
        odd //= 2
    tuplet = None
    if odd > 1:
        normal = 1 << (odd.bit_length() - 1)
        tuplet = (odd, normal)
        length = length * odd / normal
    pieces: list[Value] = []
    for value in VALUES:
        while value.length <= length and len(pieces) < MOST_PIECES:
            pieces.append(value)
            length -= value.length
    return tuple(pieces) or (VALUES[-1],), tuplet


def nearest(length: Fraction) -> Value:
    """Return the longest single sign that is not longer than `length`."""
    return spell(length)[0][0]
