"""Lengths in letters, as tablature writes them above the strings: `Q. E H+S E3 (1/20)`."""

import re
from fractions import Fraction

from core.formats.note_values import values_of

LETTERS = {
    Fraction(1): "W", Fraction(1, 2): "H", Fraction(1, 4): "Q", Fraction(1, 8): "E", Fraction(1, 16): "S",
    Fraction(1, 32): "T", Fraction(1, 64): "Y", Fraction(1, 128): "Z",
}  # fmt: skip
"""TabCode's letters, from a whole note to a 128th."""
LENGTHS = {letter: length for length, letter in LETTERS.items()}
WHOLE = Fraction(1)
LONGEST = Fraction(64)
_PIECE = r"(?:[WHQESTYZ]\.{0,2}3?|\(\d{1,6}/\d{1,6}\))"
TOKEN = re.compile(rf"\+?{_PIECE}(?:\+{_PIECE})*")
"""A length; with a + before it, the sound of before goes on."""


def is_row(text: str) -> bool:
    """Say whether a line holds lengths and nothing else."""
    return TOKEN.search(text) is not None and not TOKEN.sub("", text).strip(" \t|")


def letters_of(length: Fraction) -> str:
    """Return a length as letters joined with +; a 3 makes it one of three for two, brackets say any other."""
    pieces = []
    rest = length
    while rest >= 2:
        pieces.append("W")
        rest -= WHOLE
    for value in values_of(rest) if rest else []:
        letter = LETTERS.get(value.plain)
        if letter is None or (value.actual, value.normal) not in ((1, 1), (3, 2)):
            return f"({length.numerator}/{length.denominator})"
        pieces.append(letter + "." * value.dots + ("3" if value.actual == 3 else ""))
    return "+".join(pieces)


def length_of(token: str) -> Fraction | None:
    """Return the length of a token, any + before it left out; None where it is zero or past all measure."""
    total = Fraction(0)
    for piece in re.findall(_PIECE, token):
        if piece.startswith("("):
            above, _, below = piece.strip("()").partition("/")
            if not int(below):
                return None
            total += Fraction(int(above), int(below))
        else:
            dots = piece.count(".")
            plain = LENGTHS[piece[0]] * (2 - Fraction(1, 2**dots))
            total += plain * Fraction(2, 3) if piece.endswith("3") else plain
    return total if 0 < total <= LONGEST else None
