"""Draw text of mixed scripts and musical signs on a canvas, run by run."""

from core.views.signs import SIGNS
from core.views.svg import Canvas
from core.views.text_width import BENGALI_SIZE, EM, Style, runs, text_width


def fitted(text: str, size: float, room: float, style: Style = Style.SERIF) -> float:
    """Return the size at which a text fits into `room` pixels: `size` where it does."""
    width = text_width(text, size, style)
    return size if width <= room else size * max(room, 1.0) / width


def draw_text(
    canvas: Canvas, x: float, y: float, text: str, size: float, style: Style = Style.SERIF, *,
    anchor: float = 0.0, italic: bool = False, opacity: float = 1.0, bengali_size: float = BENGALI_SIZE,
) -> tuple[float, float]:  # fmt: skip
    """Write a text on the baseline `y` and return its left and right ends.

    `anchor` 0 puts its left end at `x`, 0.5 its middle, 1 its right end.
    """
    width = text_width(text, size, style, bengali_size)
    left = x - anchor * width
    for run in runs(text, style, bengali_size):
        place = left + run.x * size
        if run.font is None:
            canvas.path(SIGNS[run.text].d, x=place, y=y, scale=size / EM, opacity=opacity)
        else:
            canvas.text(
                place, y, run.text, size=size * run.size, family=run.font.family, weight=run.font.weight,
                italic=italic, opacity=opacity,
            )  # fmt: skip
    return left, left + width
