"""Swara letters, and their signs as outlines of the shipped Bengali font.

Each letter is written and shaped alone. Reph and hasanta are put where HarfBuzz puts them; where the font has a
ligature with a hasanta, that stands under the place of the reph. Aakar and visarga are glyphs of their own, the ring is
drawn.
"""

from dataclasses import dataclass
from functools import cache

import uharfbuzz as hb

from core.paths import resources
from core.tradition.cells.text import BENGALI
from core.views.signs import ellipse
from core.views.text_width import EM, Style

REPH, HASANTA = "র্", "্"
MARKS_APART = -34
"""How far the font sets a hasanta left of a reph, in units of the em, where it has no ligature."""
MARK_STEP = 130
"""How far left of the first a second reph or hasanta stands."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """An outline with its advance and the left and right end of its ink, in units of the em, y down."""

    d: str
    advance: float
    left: float
    right: float


@dataclass(frozen=True, slots=True)
class Letter:
    """A swara's letter. `reph` and `hasanta` are where those outlines are moved to."""

    text: str
    advance: float
    reph: tuple[float, float]
    hasanta: tuple[float, float]


class _Pen:
    """Writes an outline as SVG path data; the names are those that HarfBuzz calls."""

    def __init__(self) -> None:
        self.d: list[str] = []

    def _at(self, *points: tuple[float, float]) -> str:
        return " ".join(f"{x:g} {-y:g}" for x, y in points)

    def moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self.d.append(f"M{self._at(point)}")

    def lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self.d.append(f"L{self._at(point)}")

    def curveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self.d.append(f"C{self._at(*points)}")

    def qCurveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self.d.append(f"Q{self._at(*points)}")

    def closePath(self) -> None:  # noqa: N802
        self.d.append("Z")

    def endPath(self) -> None:  # noqa: N802
        pass


@cache
def _font() -> hb.Font:
    path = resources() / "fonts" / f"{Style.SERIF.bengali.file}.ttf"
    return hb.Font(hb.Face(hb.Blob.from_file_path(str(path))))


@cache
def _outline(number: int, advance: float) -> Glyph:
    pen = _Pen()
    _font().draw_glyph_with_pen(number, pen)
    extents = _font().get_glyph_extents(number)
    return Glyph("".join(pen.d), advance, extents.x_bearing, extents.x_bearing + extents.width)


def _shape(text: str) -> list[tuple[int, float, float, float]]:
    """Return glyph, advance and offsets of each glyph of a text."""
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    hb.shape(_font(), buffer)
    pairs = zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
    return [(info.codepoint, place.x_advance, place.x_offset, place.y_offset) for info, place in pairs]


@cache
def letter(name: str) -> Letter:
    """Return the letter of a swara (`core.tradition.cells.build.LETTERS`)."""
    text = BENGALI[name]
    x = sum(advance for _, advance, *_ in _shape(text))
    _, _, dx, dy = _shape(REPH + text)[-1]
    number, _, under, low = _shape(text + HASANTA)[-1]
    apart = number == _hasanta()
    return Letter(text, x, (x + dx, -dy), (x + under, -low) if apart else (x + dx + MARKS_APART, 0.0))


@cache
def reph() -> Glyph:
    """Return the mark of the tara saptak."""
    return _outline(_shape(REPH + BENGALI["S"])[-1][0], 0.0)


@cache
def hasanta() -> Glyph:
    """Return the mark of the udara saptak."""
    return _outline(_hasanta(), 0.0)


def _hasanta() -> int:
    return _shape(BENGALI["S"] + HASANTA)[-1][0]


@cache
def sign(char: str) -> Glyph:
    """Return the outline of `া`, `ঃ` or the ring `॰`."""
    if char == "॰":
        ring = ellipse(120, -300, 92, 92) + ellipse(120, -300, 50, 50, hole=True)
        return Glyph(ring, 240.0, 28.0, 212.0)
    number, advance, *_ = _shape(BENGALI["S"] + char)[-1]
    return _outline(number, advance)


def size_of(units: float, size: float) -> float:
    """Return a length of the font at a size in pixels."""
    return units * size / EM
