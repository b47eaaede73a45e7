"""Which characters a grammar can ever accept, so that most of a vocabulary need not be tried against it."""

import re

_PIECE = re.compile(r'"((?:[^"\\]|\\.)*)"|\[((?:[^\]\\]|\\.)*)\]|#[^\n]*|(\.)', re.S)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\", "[": "[", "]": "]", "-": "-", "^": "^"}
WIDEST_RANGE = 4096


def alphabet(gbnf: str) -> frozenset[str] | None:
    """Return every character that a GBNF text names; None where it may accept any (`.`, `[^...]`, odd escapes)."""
    found: set[str] = set()
    for match in _PIECE.finditer(gbnf):
        literal, bracket, anything = match.groups()
        if anything is not None:
            return None
        if literal is not None:
            signs = _unescaped(literal)
            if signs is None:
                return None
            found.update(sign for sign, _ in signs)
        elif bracket is not None:
            members = _members(bracket)
            if members is None:
                return None
            found |= members
    return frozenset(found)


def _unescaped(text: str) -> list[tuple[str, bool]] | None:
    """Return the characters and whether each was escaped; None for an escape that is not known here."""
    signs: list[tuple[str, bool]] = []
    place = 0
    while place < len(text):
        sign = text[place]
        if sign == "\\":
            meant = _ESCAPES.get(text[place + 1 : place + 2])
            if meant is None:
                return None
            signs.append((meant, True))
            place += 2
        else:
            signs.append((sign, False))
            place += 1
    return signs


def _members(bracket: str) -> set[str] | None:
    """Return the characters of a class; None where it is negated or too wide."""
    if bracket.startswith("^"):
        return None
    signs = _unescaped(bracket)
    if signs is None:
        return None
    found: set[str] = set()
    place = 0
    while place < len(signs):
        first = signs[place][0]
        if place + 2 < len(signs) and signs[place + 1] == ("-", False):
            last = signs[place + 2][0]
            if not 0 <= ord(last) - ord(first) <= WIDEST_RANGE:
                return None
            found.update(map(chr, range(ord(first), ord(last) + 1)))
            place += 3
        else:
            found.add(first)
            place += 1
    return found
