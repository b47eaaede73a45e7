"""Draw dynamics and hairpins below a line: under the low dots, over the words."""

from collections.abc import Iterator, Sequence

from core.views.jianpu import sizes as size
from core.views.jianpu.arcs import span_of
from core.views.jianpu.cells import WEDGES, Arc, Bow
from core.views.jianpu.sketch import Sketch
from core.views.mei.signs import DYNAMICS
from core.views.text_draw import draw_text
from core.views.text_width import text_width

FONT = 15.0
GAP = 4.0
"""Room above the row, and beside a letter."""
HEIGHT = 11.0
HALF = 3.6
"""Half of the width that a hairpin opens to."""
STROKE = 0.9
LEAST = 10.0
WORDS = {Bow.CRESCENDO: "cresc.", Bow.DIMINUENDO: "dim."}
"""For a hairpin whose end is never told."""


def draw_dynamics(sketch: Sketch, arcs: Sequence[Arc]) -> None:
    """Draw the dynamics of a line and the hairpins that touch this system in one row."""
    letters = list(_letters(sketch, arcs))
    wedges = [(*span_of(sketch, arc), arc) for arc in arcs if arc.bow in WEDGES and arc.stop is not None]
    if not (letters or wedges) or not sketch.row:
        return
    middle = sketch.depth + GAP + HEIGHT / 2
    taken: list[tuple[float, float]] = []
    for x, word in letters:
        left = max(sketch.system.left, min(x, sketch.system.right - text_width(word, FONT)))
        taken.append(draw_text(sketch.canvas, left, middle + FONT * 0.24, word, FONT, italic=True))
    for left, right, arc in wedges:
        _wedge(sketch, *_between(left, right, taken), middle, arc)
    sketch.deepen(middle + HEIGHT / 2 + GAP / 2)


def _letters(sketch: Sketch, arcs: Sequence[Arc]) -> Iterator[tuple[float, str]]:
    """Yield the dynamics with the left end of each, and words for hairpins without an end."""
    for placed, x in sketch.row:
        for name in placed.cell.event.decorations if placed.cell.event else ():
            if name in DYNAMICS:
                yield x - text_width(name, FONT) / 2, name
    places = {placed.index: x for placed, x in sketch.row}
    for arc in arcs:
        if arc.bow in WEDGES and arc.stop is None and arc.start in places:
            yield places[arc.start] - size.HALF_INK, WORDS[arc.bow]


def _between(left: float, right: float, taken: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the ends of a hairpin clear of the letters at its ends."""
    for a, b in taken:
        if a <= left < b + GAP:
            left = b + GAP
        elif left < a < right + GAP:
            right = min(right, a - GAP)
    return left, max(right, left + LEAST)


def _wedge(sketch: Sketch, left: float, right: float, middle: float, arc: Arc) -> None:
    """Draw two lines that open to the right or close there; a tip that lies in another system is open."""
    first, last = sketch.row[0][0].index, sketch.row[-1][0].index
    grows = arc.bow is Bow.CRESCENDO
    torn = arc.start < first if grows else arc.stop is not None and arc.stop > last
    tip = HALF / 2 if torn else 0.0
    start, stop = (tip, HALF) if grows else (HALF, tip)
    for side in (-1, 1):
        a, b = middle + side * start - STROKE / 2, middle + side * stop - STROKE / 2
        sketch.canvas.path(f"M{left:.2f} {a:.2f}L{right:.2f} {b:.2f}V{b + STROKE:.2f}L{left:.2f} {a + STROKE:.2f}Z")
