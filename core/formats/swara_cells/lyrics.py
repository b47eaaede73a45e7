"""The lyric row of swaralipi: which sign stands under which note or held matra (print's rules, both ways).

One sign a note or held matra: the syllable under its first note, ৹ under every other, and a closing consonant (with a
hasanta) or a glide ই উ ও under the last. In the score a syllable is whole and stands at its first note.
"""

from collections.abc import Sequence

import regex

from core.formats.swara_cells.cells import HELD

_CLUSTER = regex.compile(r"\X")
_BENGALI = regex.compile(r"(?=\p{Bengali})[\p{L}\p{M}]")
_WORD = regex.compile(r"[\p{L}\p{N}\p{M}]")
_TRAILING = "\"'’”»!?,.;:।॥\u200c\u200d\u200e"
_HASANTA = "\u09cd"
_GLIDES = ("ই", "উ", "ও")


def signs(text: str) -> list[str]:
    """Cut a lyric into signs: ৹, a Bengali akshara with its marks, a run of other letters; blanks cut too."""
    found: list[str] = []
    opening = ""
    joins = False
    for cluster in _CLUSTER.findall(text):
        if cluster.isspace():
            joins = False
        elif cluster.startswith(HELD) or _BENGALI.match(cluster):
            found.append(opening + cluster)
            opening, joins = "", False
        elif not _WORD.match(cluster):
            if found and not opening:
                found[-1] += cluster
            else:
                opening += cluster
        elif joins:
            found[-1] += cluster
        else:
            found.append(opening + cluster)
            opening, joins = "", True
    if opening:
        found[-1:] = [found[-1] + opening] if found else [opening]
    return found


def closes(sign: str) -> bool:
    """Say whether a sign only closes a syllable: a consonant without its vowel."""
    bare = sign.rstrip(_TRAILING)
    return bare.endswith((_HASANTA, "ৎ"))


def parted(text: str) -> tuple[str, str]:
    """Cut a syllable into what stands under its first note and what closes it, which may be empty."""
    cut = signs(text)
    if len(cut) < 2 or any(letter.isspace() for letter in text) or "".join(cut) != text:
        return text, ""
    last, before = cut[-1], cut[-2]
    glides = last.rstrip(_TRAILING) in _GLIDES and not closes(before)
    return ("".join(cut[:-1]), last) if closes(last) or glides else (text, "")


def shared_out(lyric: str, places: int) -> list[str]:
    """Give each of so many notes and held matras its sign; ৹ where none is left, the last take what is over."""
    pieces = lyric.split()
    if places <= 1:
        return [" ".join(filter(None, (piece.replace(HELD, "") for piece in pieces))) or HELD][:places]
    if len(pieces) == places:
        return [piece if piece == HELD else piece.replace(HELD, "") or HELD for piece in pieces]
    cut = signs(lyric)
    if len(cut) <= places:
        return cut + [HELD] * (places - len(cut))
    held = 0
    while held < places - 1 and cut[-1] == HELD:
        held += 1
        cut.pop()
    cut = [sign for sign in cut if sign != HELD]
    own = places - held
    head = [*cut[: own - 1], "".join(cut[own - 1 :])]
    head = [sign or HELD for sign in head]
    return head + [HELD] * (places - len(head))


def run_together(row: Sequence[str]) -> str:
    """Return the lyric of a cell from its signs, such that `shared_out` gives them again where that can be."""
    together = "".join(row)
    return together if shared_out(together, len(row)) == list(row) else " ".join(row)
