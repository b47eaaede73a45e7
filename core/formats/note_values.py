"""Lengths as notation can write them: plain or dotted values, tied together, inside tuplets where need be."""

from dataclasses import dataclass
from fractions import Fraction

SMALLEST = 1024
"""The shortest note value that MusicXML names is 1/1024."""
LARGEST = Fraction(8)
"""The longest, the maxima, in whole notes."""
MOST_DOTS = 2


@dataclass(frozen=True, slots=True)
class Value:
    """A note value: `written` is `2^k` with up to two dots; `actual` of it are played in the time of `normal`."""

    written: Fraction
    dots: int = 0
    actual: int = 1
    normal: int = 1

    @property
    def plain(self) -> Fraction:
        """The value without its dots."""
        return self.written / (2 - Fraction(1, 2**self.dots))

    @property
    def duration(self) -> Fraction:
        """The time it takes, in whole notes."""
        return self.written * self.normal / self.actual


def odd_part(number: int) -> int:
    """Return a positive number without its factors of two."""
    return number // (number & -number)


def normal_of(actual: int) -> int:
    """Return how many notes an odd tuplet takes the time of: the power of two below it."""
    return 1 << (actual.bit_length() - 1)


def values_of(duration: Fraction, actual: int = 1, normal: int = 1) -> list[Value]:
    """Return the values that make up a duration when tied together, in a tuplet of `actual` to `normal`.

    5/8 is a half and a quaver; 1/3 is a half in a triplet; a third inside a quintuplet is one of 15 to 8.
    """
    written = duration * actual / normal
    odd = odd_part(written.denominator)
    if odd > 1:
        actual, normal = actual * odd, normal * normal_of(odd)
        written = duration * actual / normal
    if written.denominator > SMALLEST:
        scale = written.denominator // SMALLEST
        actual, written = actual * scale, written * scale
    return [Value(piece, dots, actual, normal) for piece, dots in _plain(written)]


def _plain(written: Fraction) -> list[tuple[Fraction, int]]:
    """Cut a length whose denominator is a power of two into plain and dotted values, the longest first."""
    pieces: list[tuple[Fraction, int]] = []
    while written >= 2 * LARGEST:
        pieces.append((LARGEST, 0))
        written -= LARGEST
    while written:
        top = Fraction(1 << (written.numerator.bit_length() - 1), written.denominator)
        piece, dots = top, 0
        while dots < MOST_DOTS and piece + top / 2 ** (dots + 1) <= written:
            dots += 1
            piece += top / 2**dots
        pieces.append((piece, dots))
        written -= piece
    return pieces
