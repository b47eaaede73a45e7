"""Brackets over variant endings."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.score.score import Measure, Score
from core.views.jianpu import sizes as size
from core.views.jianpu.sketch import Sketch
from core.views.jianpu.systems import System
from core.views.text_draw import draw_text, fitted

HEIGHT, LEG, LABEL, STROKE = 14.0, 11.0, 11.5, 0.9
SECTION_ENDS = ("||", "|]", "[|")
MOST_PASSES = 8
"""Passes that a label names at most."""


@dataclass(frozen=True, slots=True)
class Bracket:
    """A bracket, or the part of one in a system; `measure` is where the ending begins, -1 in a row before."""

    measure: int
    label: str
    left: float
    right: float
    begins: bool
    ends: bool


def brackets_by_system(score: Score, systems: Sequence[System], inside: Sequence[int] = ()) -> list[list[Bracket]]:
    """Return the brackets of every system. An ending in any part counts for all; `inside` goes on from a row before."""
    count = 1 + max(piece.table.measure for system in systems for piece in system.pieces)
    covers = _covers(score, count, inside)
    found = []
    for system in systems:
        row: list[Bracket] = []
        for number, piece in enumerate(system.pieces):
            cover = covers[piece.table.measure]
            if cover is None:
                continue
            begin, label, ends = cover
            left, right = system.span(number)
            begins = begin == piece.table.measure and piece.first
            if row and row[-1].measure == begin:
                row[-1] = replace(row[-1], right=right, ends=ends and piece.last)
            else:
                row.append(Bracket(begin, label, left + 2.0, right, begins, ends and piece.last))
        found.append(row)
    return found


def _covers(score: Score, count: int, inside: Sequence[int] = ()) -> list[tuple[int, str, bool] | None]:
    """Return for every measure its ending: where that begins, its label, and whether it ends here."""
    covers: list[tuple[int, str, bool] | None] = []
    begin: int | None = -1 if inside else None
    label = _label(inside)
    for index in range(count):
        place = [part.measures[index] for part in score.parts if index < len(part.measures)]
        ending = next((measure.ending for measure in place if measure.ending), ())
        if any(measure.left.repeats for measure in place):
            begin = None
        if ending:
            begin, label = index, _label(ending)
        ends = any(_ends(measure) for measure in place)
        covers.append(None if begin is None else (begin, label, ends))
        begin = None if ends else begin
    return covers


def _label(passes: Sequence[int]) -> str:
    return "".join(f"{number}." for number in passes[:MOST_PASSES])


def _ends(measure: Measure) -> bool:
    return measure.right.repeats > 0 or measure.right.style in SECTION_ENDS


def draw_endings(sketch: Sketch, brackets: Sequence[Bracket]) -> None:
    """Draw brackets over everything else in their row, all at one height."""
    if not brackets:
        return
    ground = -size.D - size.BAR_ABOVE
    top = min(sketch.sky.over(row.left, row.right, ground) for row in brackets) - HEIGHT - 2.0
    for row in brackets:
        sketch.canvas.rect(row.left, top, row.right - row.left, STROKE)
        if row.begins:
            sketch.canvas.rect(row.left, top, STROKE, LEG)
            font = fitted(row.label, LABEL, row.right - row.left - 6.0)
            draw_text(sketch.canvas, row.left + 4.0, top + LABEL, row.label, font)
        if row.ends:
            sketch.canvas.rect(row.right - STROKE, top, STROKE, LEG)
        sketch.sky.add(row.left, row.right, top)
