"""Text as HarfBuzz alone shapes it, filled as outlines, and how far a rendering at 300 dots an inch departs from it."""

import numpy as np
import uharfbuzz as hb
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QTransform

from core.paths import resources
from core.views.text_width import BENGALI_SIZE, EM, Style

DPI = 300
SCALE = DPI / 96
NEAR = 1
"""Pixels that an edge may be off: 0.08 mm on paper."""
INK = 128
CONJUNCTS = (
    (
        "ক্ষ জ্ঞ ত্র হ্ম ন্ত্র স্থ ঙ্গ ক্ষ্ম স্ত্রী ঞ্চ ঞ্জ ঙ্ক হ্ন হ্ণ হ্ব হ্র হৃ রু রূ শু শুভ্র গু হু ন্ধ ন্দ্র ন্থ ম্প্র ম্ভ্র "
        "ষ্ণ ষ্ট্র ষ্ঠ ষ্প ষ্ক দ্ধ দ্ভ্র দ্ব দ্ম ত্ত ত্ত্ব ত্থ ট্ট ড্ড গ্ধ গ্ন ক্ত ক্র ক্স চ্ছ্ব জ্জ্ব ব্দ ব্ধ ভ্র র্ক র্ষ র্থ্য র্দ্র "
        "ল্প ল্ল স্ক্র স্প্ল স্ফ শ্চ শ্র প্ত ৎ কি কো কৌ কৈ র্কি ঁ ড়্গ য়্ ন্ট্য"
    )
    .replace(" ঁ ", " চাঁ ")
    .split()
)


def outlines(text: str, style: Style, size: float) -> QPainterPath:
    """The path of Bengali text set at `size` px, from its left end on the baseline, y down."""
    font = hb.Font(hb.Face(hb.Blob.from_file_path(str(resources() / "fonts" / f"{style.bengali.file}.ttf"))))
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    hb.shape(font, buffer)
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    x = 0
    for glyph, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        pen = _Pen(path, x + place.x_offset, place.y_offset)
        font.draw_glyph_with_pen(glyph.codepoint, pen)
        x += place.x_advance
    em = size * BENGALI_SIZE / EM
    return QTransform.fromScale(em, -em).map(path)


class _Pen:
    """Draws HarfBuzz's quadratic curves, moved, on a path."""

    def __init__(self, path: QPainterPath, x: float, y: float) -> None:
        self.path, self.x, self.y = path, x, y

    def _at(self, point):
        return QPointF(point[0] + self.x, point[1] + self.y)

    def moveTo(self, point):  # noqa: N802
        self.path.moveTo(self._at(point))

    def lineTo(self, point):  # noqa: N802
        self.path.lineTo(self._at(point))

    def qCurveTo(self, *points):  # noqa: N802
        self.path.quadTo(*(self._at(point) for point in points))

    def curveTo(self, *points):  # noqa: N802
        self.path.cubicTo(*(self._at(point) for point in points))

    def closePath(self):  # noqa: N802
        self.path.closeSubpath()


def filled(path: QPainterPath, width: int, height: int, x: float, y: float) -> np.ndarray:
    """Ink of a path whose origin is put at x, y (px), at 300 dots an inch."""
    image = QImage(width, height, QImage.Format.Format_Grayscale8)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(SCALE, SCALE)
    painter.translate(x, y)
    painter.fillPath(path, Qt.GlobalColor.black)
    painter.end()
    return ink(image)


def ink(image: QImage) -> np.ndarray:
    """Where a picture is darker than half."""
    grey = image.convertToFormat(QImage.Format.Format_Grayscale8)
    rows = np.frombuffer(grey.constBits(), np.uint8).reshape(grey.height(), grey.bytesPerLine())
    return rows[:, : grey.width()] < INK


def departure(one: np.ndarray, other: np.ndarray) -> float:
    """The share of ink of either that has no ink of the other within `NEAR` pixels."""
    lonely = np.count_nonzero(one & ~_spread(other)) + np.count_nonzero(other & ~_spread(one))
    return lonely / max(1, np.count_nonzero(one) + np.count_nonzero(other))


def _spread(found: np.ndarray) -> np.ndarray:
    wide = np.zeros_like(found)
    padded = np.pad(found, NEAR)
    height, width = found.shape
    for down in range(2 * NEAR + 1):
        for right in range(2 * NEAR + 1):
            wide |= padded[down : down + height, right : right + width]
    return wide
