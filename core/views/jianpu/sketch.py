"""A line of a system while it is drawn: its canvas, its boxes, and what is already taken above and below."""

from dataclasses import dataclass, field
from itertools import chain

from core.views.base import Box
from core.views.jianpu import sizes as size
from core.views.jianpu.cells import Line
from core.views.jianpu.columns import Placed
from core.views.jianpu.systems import System
from core.views.svg import Canvas


class Skyline:
    """How far up things reach over each stretch of a line; y grows downwards."""

    __slots__ = ("_bars", "_blocks", "top")

    def __init__(self, top: float) -> None:
        self.top = top
        self._blocks: list[tuple[float, float, float]] = []
        self._bars: list[tuple[float, float, float]] = []

    def over(self, left: float, right: float, ground: float, *, bars: bool = True) -> float:
        """Return the highest reach between two places, bar lines counted or not: `ground` where nothing stands."""
        blocks = chain(self._blocks, self._bars) if bars else self._blocks
        return min((top for a, b, top in blocks if a < right and b > left), default=ground)

    def add(self, left: float, right: float, top: float) -> None:
        """Take the room between two places up to `top`."""
        self._blocks.append((left, right, top))
        self.top = min(self.top, top)

    def add_bar(self, left: float, right: float, top: float) -> None:
        """Take the room of a bar line, which an arc may cross."""
        self._bars.append((left, right, top))
        self.top = min(self.top, top)


@dataclass(slots=True)
class Sketch:
    """One line of one system. The foot of the digits is y = 0."""

    line: Line
    system: System
    row: list[tuple[Placed, float]]
    """The cells that stand in this system, and their x."""
    canvas: Canvas = field(default_factory=Canvas)
    boxes: dict[str, Box] = field(default_factory=dict)
    sky: Skyline = field(default_factory=lambda: Skyline(-size.D - size.BAR_ABOVE))
    depth: float = size.BAR_BELOW
    """How far down the line reaches so far."""
    digits_top: float = -size.D
    """The top of the highest stack of digits, up to which bar lines go."""

    def deepen(self, bottom: float) -> None:
        """Take the room down to `bottom`."""
        self.depth = max(self.depth, bottom)
