"""The strokes of sargam rows, and which division of the cycle they show."""

from collections.abc import Sequence
from itertools import accumulate

from core.tradition.talas import forms

Groups = tuple[int, ...]
"""How many cells stand between the strokes of a row; the first and last group may be a part of a vibhag."""
MOST_CYCLE = 64
"""A longer cycle is not looked for in the strokes."""


def divisions(*names: str) -> list[Groups]:
    """Return every division that the table gives a tala of one of these names, the usual first."""
    found = (form for name in names if name for form in forms(name))
    return list(dict.fromkeys(way for form in found for way in (form.vibhags, *form.other_vibhags)))


def fits(groups: Groups, vibhags: Groups, *, from_sam: bool = False) -> bool:
    """Say whether strokes stand where vibhags begin and nowhere else, wherever in its cycle the row begins."""
    cycle = sum(vibhags)
    if len(groups) < 2 or not 0 < cycle <= MOST_CYCLE:
        return True
    begins = {0, *accumulate(vibhags[:-1])}
    strokes = set(accumulate(groups[:-1]))
    inner = range(min(strokes), max(strokes) + 1)
    return any(
        all(((start + place) % cycle in begins) == (place in strokes) for place in inner)
        for start in range(1 if from_sam else cycle)
        # of the cells before the first stroke and after the last none begins a vibhag but the row's first
        if all((start + place) % cycle not in begins for place in range(1, inner.start))
        and all((start + place) % cycle not in begins for place in range(inner.stop, sum(groups)))
    )


def shown(rows: Sequence[Groups], known: Sequence[Groups], matras: int) -> Groups:
    """Return the division that the strokes of all rows show; nothing where they show none.

    Of those that all rows agree with, the one by which most rows of whole cycles begin with sam; of equals the table's
    first. The groups of a row of one cycle are a division too.
    """
    told = [row for row in rows if len(row) > 1]
    whole = [row for row in told if sum(row) == matras]
    ways = dict.fromkeys([*known, *whole]) if told else {}
    agreed = [way for way in ways if all(fits(row, way) for row in told)]
    return max(agreed, key=lambda way: sum(fits(row, way, from_sam=True) for row in whole), default=())
