"""Draw tuplet arcs, ties and slurs: always above, clear of dots and of one another."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from core.views.jianpu import sizes as size
from core.views.jianpu.cells import WEDGES, Arc, Bow, Line
from core.views.jianpu.sketch import Sketch
from core.views.jianpu.systems import System
from core.views.text_draw import draw_text

CLEAR = 2.2
"""Room between an arc and what it passes over."""
RISE = {Bow.TUPLET: 5.0, Bow.TIE: 3.6, Bow.SLUR: 5.4}
"""How high the arcs rise; a tie is flatter than a slur."""
MOST_LEAP = 2 * size.BAR_ABOVE
"""How far an arc rises for the sake of a bar line; taller ones it crosses."""
HANDLE = 24.0
"""How far along an arc's ends bend, at most."""
THICK, THIN = 1.3, 0.6
FOOT = 3.6
"""Width of what an arc's end stands on."""
SAMPLES = tuple(place / 12 for place in range(1, 12))
"""Where along a curve its clearance is looked at."""
NUMBER = 11.0
DOT, DOT_STEP = 0.75, 3.6
"""Radius and distance of the dots of a dotted slur."""
INSET = 1.6
"""How far an arc's ends keep from the middle of their digits, so that two can meet at one note."""


def arcs_by_system(line: Line, number: int, systems: Sequence[System]) -> list[list[Arc]]:
    """Return the arcs of a line that touch each system; `number` is the line's place among all lines."""
    bounds = []
    for system in systems:
        pieces = [(piece, piece.table.placed[number]) for piece in system.pieces]
        indices = [p.index for piece, row in pieces for p in row if piece.start <= p.column < piece.stop]
        bounds.append(indices[0] if indices else None)
    starts = [(first, place) for place, first in enumerate(bounds) if first is not None]
    firsts = [first for first, _ in starts]
    found: list[list[Arc]] = [[] for _ in systems]
    for arc in line.arcs:
        first = bisect_right(firsts, arc.start) - 1
        last = bisect_right(firsts, arc.start if arc.stop is None else arc.stop)
        for _, place in starts[max(first, 0) : last]:
            found[place].append(arc)
    return found


def draw_arcs(sketch: Sketch, arcs: Iterable[Arc]) -> None:
    """Draw the arcs that touch this system, the narrow ones first and the wide ones over them."""
    if not sketch.row:
        return
    drawn = [arc for arc in arcs if arc.bow not in WEDGES]
    spans = sorted(((*span_of(sketch, arc), arc) for arc in drawn), key=lambda span: span[1] - span[0])
    for left, right, arc in spans:
        _arc(sketch, left, right, arc)


def span_of(sketch: Sketch, arc: Arc) -> tuple[float, float]:
    """Return the ends of an arc or hairpin in this system: at its digits, or at the margins where it goes on."""
    first, last = sketch.row[0][0].index, sketch.row[-1][0].index
    inset, half = (0.0, size.HALF_INK) if arc.bow is Bow.TUPLET else (INSET, 0.0)
    if arc.start < first:
        left = sketch.row[0][1] - size.EDGE - size.HALF_INK
    else:
        left = sketch.row[arc.start - first][1] + inset - half
    if arc.stop is None:
        right = left + size.SLOT * 0.8
    elif arc.stop > last:
        right = sketch.system.bars[-1][0] - 1.0
    else:
        right = sketch.row[arc.stop - first][1] - inset + half
    return left, max(right, left + 6.0)


def _arc(sketch: Sketch, left: float, right: float, arc: Arc) -> None:
    sky, ground, row = sketch.sky, -size.D, sketch.row
    comes = arc.start < row[0][0].index
    goes = arc.stop is None or arc.stop > row[-1][0].index
    bars = _clears_bars(sketch, left, right)
    a = sky.over(left - 1.0, left + FOOT, ground, bars=bars) - CLEAR
    b = sky.over(right - FOOT, right + 1.0, ground, bars=bars) - CLEAR
    a, b = (b if comes else a), (a if goes else b)
    width = right - left
    rise = RISE[arc.bow] * min(1.0, 0.5 + width / 120.0)
    top = min(a - rise, b - rise, sky.over(left + FOOT, right - FOOT, 0.0, bars=bars) - CLEAR - THICK)
    if arc.dotted:
        a, b = (top if comes else a), (top if goes else b)
        top = _dotted(sketch, (left, a), (right, b), top)
    elif comes and goes:
        sketch.canvas.rect(left, top, width, THICK * 0.8)
    elif goes:
        _half(sketch, left, a, right, top)
    elif comes:
        _half(sketch, right, b, left, top)
    elif arc.bow is Bow.TUPLET:
        _tuplet(sketch, (left, a), (right, b), top, arc.number)
    else:
        top = _bow(sketch, (left, a), (right, b), rise, bars=bars)
    sky.add(left, right, top)


def _clears_bars(sketch: Sketch, left: float, right: float) -> bool:
    """Say whether an arc passes over the bar lines: it crosses those that a stack elsewhere in the line makes tall."""
    reach = sketch.sky.over(left - 1.0, right + 1.0, -size.D, bars=False)
    return reach - CLEAR <= sketch.digits_top - size.BAR_ABOVE + MOST_LEAP


def _bow(sketch: Sketch, start: tuple[float, float], stop: tuple[float, float], rise: float, *, bars: bool) -> float:
    """Fill a tapered arc from foot to foot that clears all it passes over; returns its top."""
    (left, a), (right, b) = start, stop
    width = right - left
    handle = min(0.3 * width, HANDLE)
    control = min(a, b) - rise / 0.75
    for t in SAMPLES:
        u = 1 - t
        x = left + 3 * t * u * (u * handle + t * (width - handle)) + t**3 * width
        needed = sketch.sky.over(x - 2.5, x + 2.5, 0.0, bars=bars) - CLEAR - THICK
        control = min(control, (needed - u**3 * a - t**3 * b) / (3 * t * u))
    inner = control + THICK / 0.75
    sketch.canvas.path(
        f"M{left:.2f} {a:.2f}C{left + handle:.2f} {control:.2f} {right - handle:.2f} {control:.2f} {right:.2f} {b:.2f}"
        f"L{right - THIN:.2f} {b + THIN / 2:.2f}C{right - handle:.2f} {inner:.2f} {left + handle:.2f} {inner:.2f}"
        f" {left + THIN:.2f} {a + THIN / 2:.2f}Z"
    )
    return (a + b) / 8 + 0.75 * control


def _dotted(sketch: Sketch, start: tuple[float, float], stop: tuple[float, float], top: float) -> float:
    """Draw an arc as a row of dots; an end at the height of the top goes on in another line. Returns its top."""
    (left, a), (right, b) = start, stop
    width = right - left
    handle = min(0.3 * width, HANDLE)
    control = (top - (a + b) / 8) / 0.75 if max(a, b) > top else top
    count = max(3, round(width / DOT_STEP))
    for place in range(count + 1):
        t = place / count
        u = 1 - t
        x = left + 3 * t * u * (u * handle + t * (width - handle)) + t**3 * width
        sketch.canvas.dot(x, u**3 * a + 3 * t * u * control + t**3 * b, DOT)
    return min(top, control)


def _tuplet(sketch: Sketch, start: tuple[float, float], stop: tuple[float, float], top: float, number: int) -> None:
    """Draw an arc that is broken by its number."""
    middle = (start[0] + stop[0]) / 2
    gap = NUMBER * 0.3 * len(str(number)) + 1.6
    top = min(top, sketch.sky.over(middle - gap, middle + gap, 0.0) - NUMBER * 0.4 - CLEAR)
    if middle - start[0] > gap + 1.0:
        _half(sketch, *start, middle - gap, top)
        _half(sketch, *stop, middle + gap, top)
    draw_text(sketch.canvas, middle, top + NUMBER * 0.36 + 0.5, str(number), NUMBER, anchor=0.5)
    sketch.sky.add(start[0], stop[0], top - 0.5)
    sketch.sky.add(middle - gap, middle + gap, top - NUMBER * 0.36)


def _half(sketch: Sketch, end: float, foot: float, middle: float, top: float) -> None:
    """Fill one half of an arc: it swells from its foot to the level middle."""
    way = middle - end
    reach = min(abs(way), HANDLE) * (1 if way > 0 else -1)
    inner, climb = top + THICK * 0.8, top - foot
    level = f"L{middle:.2f} {top:.2f}V{inner:.2f}H{end + reach:.2f}" if abs(way) > HANDLE else f"V{inner:.2f}"
    sketch.canvas.path(
        f"M{end:.2f} {foot:.2f}C{end + reach * 0.2:.2f} {foot + climb * 0.66:.2f}"
        f" {end + reach * 0.52:.2f} {top:.2f} {end + reach:.2f} {top:.2f}{level}"
        f"C{end + reach * 0.58:.2f} {inner:.2f} {end + reach * 0.28:.2f} {foot + climb * 0.58 + THIN:.2f}"
        f" {end + (THIN if way > 0 else -THIN):.2f} {foot + THIN / 2:.2f}Z"
    )
