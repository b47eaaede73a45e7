"""A text in as few lines as it fits into, all about as long; it is set smaller only where these are not enough."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.views.svg import Canvas
from core.views.text_draw import draw_text, fitted
from core.views.text_width import text_width

LEADING = 1.45
"""From base line to base line, by the font size: Bengali reaches far up and down."""
MOST_LINES = 3
STEPS = 8
"""How often the width that makes the lines about as long is halved."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines of one size."""

    lines: tuple[str, ...]
    size: float

    @property
    def width(self) -> float:
        """How wide the longest line is."""
        return max((text_width(line, self.size) for line in self.lines), default=0.0)

    @property
    def step(self) -> float:
        """From base line to base line."""
        return LEADING * self.size

    @property
    def more(self) -> float:
        """The height that it takes beyond that of one line."""
        return max(0, len(self.lines) - 1) * self.step

    def draw(self, canvas: Canvas, x: float, y: float, anchor: float = 0.0) -> None:
        """Write the lines, the first on the base line `y`; `anchor` as for `draw_text`."""
        for place, line in enumerate(self.lines):
            draw_text(canvas, x, y + place * self.step, line, self.size, anchor=anchor)


def paragraph(text: str, size: float, room: float, most: int = MOST_LINES) -> Paragraph:
    """Set a text in at most so many lines of `room` pixels."""
    words = text.split()
    if not words:
        return Paragraph((), size)
    count = len(_wrapped(words, size, room))
    wide = room if count <= most else text_width(text, size)
    lines = _balanced(words, size, wide, min(count, most))
    widest = max(lines, key=lambda line: text_width(line, size))
    return Paragraph(tuple(lines), fitted(widest, size, room))


def _balanced(words: Sequence[str], size: float, room: float, count: int) -> list[str]:
    """Return the words in at most `count` lines that are as short as can be; `room` is known to be enough."""
    low, high = room / (2 * count), room
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if len(_wrapped(words, size, middle)) <= count else (middle, high)
    return _wrapped(words, size, high)


def _wrapped(words: Sequence[str], size: float, room: float) -> list[str]:
    """Return the words in lines of a width; a word that is wider has one for itself."""
    lines = [words[0]]
    for word in words[1:]:
        longer = f"{lines[-1]} {word}"
        if text_width(longer, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
