"""Repeats and first endings as the brackets of akarmatrik: `{ }` twice, `( )` the first time only (NOTATION A8)."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.score.score import Part, Score

SECTION_ENDS = ("||", "|]", "[|")


@dataclass(slots=True)
class Brackets:
    """What stands before and after the cells of a measure, and what must be said in words."""

    opens: str = ""
    closes: str = ""
    label: str = ""
    """Passes of an ending, or times of a repeat, that brackets alone cannot tell."""


def brackets_of(score: Score, part: Part) -> list[Brackets]:
    """Return the brackets of every measure. As in playing, signs of any part count where all have as many measures."""
    level = all(len(other.measures) == len(part.measures) for other in score.parts)
    rows = [other.measures for other in score.parts] if level else [part.measures]
    found = [Brackets() for _ in part.measures]
    start, opened = 0, False
    ending: tuple[int, ...] = ()
    begun = 0
    after_close = False
    for index, place in enumerate(zip(*rows, strict=True)):
        opens = any(measure.left.repeats for measure in place)
        passes = max(measure.right.repeats for measure in place)
        section_end = any(measure.right.style in SECTION_ENDS for measure in place)
        mine = next((measure.ending for measure in place if measure.ending), ())
        if opens and (index != start or not opened):
            start, opened, ending, after_close = index, True, (), False
        if mine:
            begun = start if after_close and not ending else index
            ending, begun = mine, index
        if passes:
            _close(found, start, index, begun if ending else None, again=after_close and bool(ending))
            if passes > 1:
                found[start].label = f"×{passes + 1}"
            start, opened, after_close = index + 1, False, True
            if ending and ending != (1,):
                found[begun].label = _passes(ending)
            ending = ()
        elif section_end:
            start, opened, ending, after_close = index + 1, False, (), False
        if mine and mine not in ((1,), (2,)):
            found[index].label = _passes(mine)
    return found


def _close(found: Sequence[Brackets], start: int, stop: int, ending: int | None, *, again: bool) -> None:
    """Bracket a repeated stretch; of several endings in a row each has brackets of its own."""
    if not again:
        found[start].opens = "{" + found[start].opens
    if ending is not None:
        found[ending].opens += "("
        found[stop].closes += ")"
    if not again:
        found[stop].closes += "}"


def _passes(ending: tuple[int, ...]) -> str:
    return " ".join(f"{number}." for number in ending[:8])
