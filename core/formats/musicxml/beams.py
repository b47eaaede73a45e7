"""Beams of MusicXML: which notes share one, level by level."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from core.formats.musicxml.note import Piece

QUARTER = Fraction(1, 4)
SIDES = {(True, True): "continue", (False, True): "begin", (True, False): "end"}
"""What a beam does at a note, by whether it joins the note before and the note after."""


def beamed(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces with their beams: events written without a space between them share one."""
    out: list[Piece] = []
    group: list[Piece] = []
    for piece in pieces:
        joins = group and ((piece.event.beamed and piece.first) or not piece.first)
        if not joins or not _flags(piece):
            out += _levels(group)
            group = []
        if _flags(piece):
            group.append(piece)
        else:
            out.append(piece)
    return out + _levels(group)


def _flags(piece: Piece) -> int:
    """Return how many flags a note of this value has; rests end a beam."""
    plain = piece.value.plain
    return 0 if not piece.event.notes or plain >= QUARTER else (QUARTER / plain).numerator.bit_length() - 1


def _levels(group: Sequence[Piece]) -> list[Piece]:
    if len(group) < 2:
        return list(group)
    flags = [_flags(piece) for piece in group]
    return [replace(piece, beams=_beams(flags, place)) for place, piece in enumerate(group)]


def _beams(flags: Sequence[int], place: int) -> tuple[str, ...]:
    found = []
    for level in range(1, min(flags[place], 8) + 1):
        before = place > 0 and flags[place - 1] >= level
        after = place + 1 < len(flags) and flags[place + 1] >= level
        found.append(SIDES.get((before, after)) or ("backward hook" if place else "forward hook"))
    return tuple(found)
