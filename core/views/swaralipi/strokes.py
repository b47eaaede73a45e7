"""Bars, brackets, numbers and arcs of a line; the baseline of the letters is y = 0."""

from core.tradition.cells.build import Bar
from core.tradition.cells.grid import TICK
from core.views.svg import Canvas
from core.views.swaralipi import sizes as size
from core.views.swaralipi.lines import RETURNS, SIZES, bar_width
from core.views.text_draw import draw_text
from core.views.text_width import Style


def draw_bar(canvas: Canvas, x: float, bar: Bar) -> None:
    """Draw a bar from its left end on: a thin stroke, or pillars with serifs."""
    top, height = -size.BAR_TOP, size.BAR_TOP + size.BAR_BOTTOM
    if bar is Bar.VIBHAG:
        canvas.rect(x, top, size.BAR_THIN, height)
        return
    if bar in RETURNS:
        side = Bar.CYCLE if bar is Bar.RETURN else Bar.KALI
        draw_bar(canvas, x, side)
        for place, char in ((0.32, "["), (0.68, "]")):
            draw_text(canvas, x + bar_width(side) + size.RETURN * place, 0.0, char, size.EM, anchor=0.5)
        draw_bar(canvas, x + bar_width(side) + size.RETURN, side)
        return
    for number in range(SIZES[bar]):
        left = x + number * size.PILLAR_STEP
        canvas.rect(left + (size.SERIF - size.PILLAR) / 2, top, size.PILLAR, height)
        for y in (top, top + height - size.SERIF_STROKE):
            canvas.rect(left, y, size.SERIF, size.SERIF_STROKE)


def draw_bracket(canvas: Canvas, x: float, char: str, foot: float = 0.0) -> None:
    """Write a brace or another bracket in its room, from `x` on."""
    draw_text(canvas, x + size.BRACKET / 2, foot, char, size.EM, anchor=0.5)


def draw_number(canvas: Canvas, x: float, foot: float, number: str) -> None:
    """Write a tala number around `x`; a sam has a tick of its own."""
    digits = number.rstrip(TICK)
    _, right = draw_text(canvas, x, foot, digits, size.NUMBER, Style.SANS, anchor=0.5)
    if number.endswith(TICK):
        top = foot - size.NUMBER
        canvas.path(f"M{right + 1:.2f} {top + 5:.2f}L{right + 3:.2f} {top - 1:.2f}L{right + 4.6:.2f} {top:.2f}Z")


def draw_arc(canvas: Canvas, start: float, stop: float, top: float, *, opens: bool, closes: bool) -> None:
    """Fill an arc that opens upwards, below the letters; an end in another line stays at full depth."""
    a = top if opens else top + size.ARC_DEPTH * 0.6
    b = top if closes else top + size.ARC_DEPTH * 0.6
    handle = (stop - start) * 0.3
    low = top + size.ARC_DEPTH / 0.75
    inner = low - size.ARC_THICK / 0.75
    canvas.path(
        f"M{start:.2f} {a:.2f}C{start + handle:.2f} {low:.2f} {stop - handle:.2f} {low:.2f} {stop:.2f} {b:.2f}"
        f"L{stop - 0.4:.2f} {b - 0.3:.2f}"
        f"C{stop - handle:.2f} {inner:.2f} {start + handle:.2f} {inner:.2f} {start + 0.4:.2f} {a - 0.3:.2f}Z"
    )
