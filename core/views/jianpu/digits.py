"""Draw cells: digits with their dots, underlines, dashes, zeros, accidentals and grace digits."""

from collections.abc import Sequence

from core.views.base import Box
from core.views.jianpu import sizes as size
from core.views.jianpu.cells import Cell, Digit, Kind
from core.views.jianpu.columns import accidental_room, grace_widths
from core.views.jianpu.sketch import Sketch
from core.views.signs import SIGNS
from core.views.svg import Canvas
from core.views.text_draw import draw_text
from core.views.text_width import EM, Style

FAMILY = Style.SERIF.latin.family


def draw_cells(sketch: Sketch) -> None:
    """Draw every cell of a line, then the underlines below them."""
    for placed, x in sketch.row:
        _DRAW[placed.cell.kind](sketch, placed.cell, x)
    _underlines(sketch)


def lines_depth(lines: int, scale: float = 1.0) -> float:
    """Return how far under its foot a digit's underlines reach."""
    return (size.FIRST_LINE + size.LINE_STEP * (lines - 1) + size.LINE / 2) * scale if lines else 0.0


def _note(sketch: Sketch, cell: Cell, x: float) -> None:
    foot = 0.0
    for place, digit in enumerate(cell.digits):
        below = max(0, -digit.octave) * size.DOT_STEP
        if place:
            foot -= below
        low = lines_depth(cell.lines) if place == 0 else 0.0
        top, bottom = _digit(sketch.canvas, x, foot, digit, low)
        if digit.id:
            sketch.boxes[digit.id] = Box(x - size.DIGIT / 2, foot + top, size.DIGIT, max(bottom, size.FIRST_LINE) - top)
        sketch.deepen(foot + bottom)
        sketch.digits_top = min(sketch.digits_top, foot - size.D)
        sketch.sky.add(x - size.DIGIT / 2, x + size.DIGIT / 2, foot + top)
        if digit.accidental:
            sketch.sky.add(x - size.HALF_INK - size.ACCIDENTAL_ROOM, x, foot - size.D - 3.0)
        foot += top - size.CHORD_GAP
    _side_dots(sketch.canvas, x, cell.dots)
    if cell.graces:
        _graces(sketch, cell, x)


def _digit(canvas: Canvas, x: float, foot: float, digit: Digit, low: float, scale: float = 1.0) -> tuple[float, float]:
    """Draw one digit around `x` and return its top and bottom, from its foot; `low` is where underlines end."""
    font = size.DIGIT_FONT * scale
    canvas.text(x - size.DIGIT / 2 * scale, foot, str(digit.degree), size=font, family=FAMILY)
    if digit.accidental:
        sign = SIGNS[digit.accidental]
        em = size.ACCIDENTAL * scale
        left = x - size.HALF_INK * scale - 1.2 * scale - sign.advance * em / EM
        canvas.path(sign.d, x=left, y=foot - size.ACCIDENTAL_FOOT * scale, scale=em / EM)
    top, bottom = -size.D * scale, low
    step, radius = size.DOT_STEP * scale, size.DOT * max(scale, 0.8)
    for number in range(1, abs(digit.octave) + 1):
        y = top - step * number if digit.octave > 0 else low + step * number + (0.0 if low else 0.06 * size.D * scale)
        canvas.dot(x, foot + y, radius)
        bottom = max(bottom, y + radius)
    return (top - step * max(0, digit.octave) - (radius if digit.octave > 0 else 0.0)), bottom


def _side_dots(canvas: Canvas, x: float, dots: int) -> None:
    for number in range(dots):
        at = x + size.HALF_INK + size.SIDE_DOT_STEP * (number + 0.62)
        canvas.dot(at, -size.SIDE_DOT_HEIGHT, size.SIDE_DOT)


def _graces(sketch: Sketch, cell: Cell, x: float) -> None:
    """Draw small digits to the upper left, their underlines, and the arc that leads to the note."""
    scale, foot = size.GRACE, -size.GRACE_FOOT
    widths = grace_widths(cell.graces)
    left = x - size.HALF_INK - accidental_room(cell.digits) - size.GRACE_ROOM - sum(widths)
    start, depth = left, 0.0
    for grace, width in zip(cell.graces, widths, strict=True):
        centre = left + width - size.GRACE_STEP / 2
        low = lines_depth(grace.lines, scale)
        top, bottom = _digit(sketch.canvas, centre, foot, grace, low, scale)
        depth = max(depth, bottom)
        half = size.GRACE_STEP / 2
        sketch.sky.add(centre - half, centre + half, foot + top)
        if grace.id:
            sketch.boxes[grace.id] = Box(centre - half, foot + top, 2 * half, bottom - top)
        left += width
    for level in range(max(grace.lines for grace in cell.graces)):
        for run in _runs([grace.lines > level for grace in cell.graces]):
            a = start + sum(widths[: run[0]]) + 0.8
            b = start + sum(widths[: run[1]]) - 0.8
            y = foot + (size.FIRST_LINE + size.LINE_STEP * level) * scale
            sketch.canvas.rect(a, y - 0.35, b - a, 0.7)
    a, y = (start + left) / 2, foot + depth + 1.6
    b, end = x - size.HALF_INK - 1.2, max(-0.2 * size.D, y + 1.5)
    sketch.canvas.path(
        f"M{a:.2f} {y:.2f}C{a + 1:.2f} {end + 2.2:.2f} {b - 4:.2f} {end + 2.4:.2f} {b:.2f} {end:.2f}"
        f"C{b - 4:.2f} {end + 1.4:.2f} {a + 2:.2f} {end + 1:.2f} {a:.2f} {y:.2f}Z"
    )


def _runs(flags: Sequence[bool]) -> list[tuple[int, int]]:
    """Return the stretches of true flags: (first, one past the last)."""
    found = []
    start: int | None = None
    for place, flag in enumerate([*flags, False]):
        if flag and start is None:
            start = place
        elif not flag and start is not None:
            found.append((start, place))
            start = None
    return found


def _rest(sketch: Sketch, cell: Cell, x: float) -> None:
    sketch.canvas.text(x - size.DIGIT / 2, 0.0, "0", size=size.DIGIT_FONT, family=FAMILY)
    _side_dots(sketch.canvas, x, cell.dots)
    depth = lines_depth(cell.lines)
    sketch.deepen(depth)
    sketch.sky.add(x - size.DIGIT / 2, x + size.DIGIT / 2, -size.D)
    _rest_box(sketch, cell, x, size.DIGIT / 2, max(depth, size.FIRST_LINE))


def _dash(sketch: Sketch, cell: Cell, x: float) -> None:  # noqa: ARG001  one shape for all kinds
    sketch.canvas.rect(x - size.DASH / 2, -0.5 * size.D - 0.65, size.DASH, 1.3)
    sketch.sky.add(x - size.DASH / 2, x + size.DASH / 2, -0.5 * size.D)


def _gap(sketch: Sketch, cell: Cell, x: float) -> None:
    _rest_box(sketch, cell, x, size.LEAST_HALF, size.FIRST_LINE)


def _bars(sketch: Sketch, cell: Cell, x: float) -> None:
    half = size.BARS_HALF - 4.0
    sketch.canvas.rect(x - half, -0.5 * size.D - 2.0, 2 * half, 4.0)
    for end in (x - half, x + half - 1.2):
        sketch.canvas.rect(end, -size.D, 1.2, size.D)
    draw_text(sketch.canvas, x, -size.D - 4.0, str(cell.bars), size.HEADER, anchor=0.5)
    sketch.sky.add(x - half, x + half, -size.D - 4.0 - size.HEADER * 0.72)
    _rest_box(sketch, cell, x, half, size.FIRST_LINE)


def _rest_box(sketch: Sketch, cell: Cell, x: float, half: float, bottom: float) -> None:
    if cell.event is not None and cell.event.id:
        sketch.boxes[cell.event.id] = Box(x - half, -size.D, 2 * half, size.D + bottom)


_DRAW = {Kind.NOTE: _note, Kind.REST: _rest, Kind.DASH: _dash, Kind.GAP: _gap, Kind.BARS: _bars}


def _underlines(sketch: Sketch) -> None:
    """Draw each level in one stroke as far as cells are joined, from the first digit to the last one's dots."""
    open_runs: dict[int, tuple[float, float]] = {}
    before = -1
    for placed, x in sketch.row:
        cell = placed.cell
        joined = cell.joined if placed.index == before + 1 else 0
        for level in [level for level in open_runs if level > joined]:
            _underline(sketch, level, *open_runs.pop(level))
        left = x - size.HALF_INK - (accidental_room(cell.digits[:1]))
        right = x + size.HALF_INK + size.SIDE_DOT_STEP * cell.dots
        for level in range(1, cell.lines + 1):
            open_runs[level] = (open_runs.get(level, (left, right))[0], right)
        before = placed.index
    for level, run in open_runs.items():
        _underline(sketch, level, *run)


def _underline(sketch: Sketch, level: int, left: float, right: float) -> None:
    y = size.FIRST_LINE + size.LINE_STEP * (level - 1)
    sketch.canvas.rect(left - 0.6, y - size.LINE / 2, right - left + 1.2, size.LINE)
