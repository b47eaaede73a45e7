"""Slurs of tablature: from a stem in a beam Verovio draws them at its foot, and so through the beam."""

import re
import xml.etree.ElementTree as ET

LEAST_RISE = 1.2
"""In gaps between strings. From a half note's stem to a longer one a slur rises by one, from the foot of a stem to a
half note's by 1.4, to a longer one by 2.3."""
_POINT = re.compile(r"(-?[\d.]+)[ ,](-?[\d.]+)")


def lift(slur: ET.Element, gap: float) -> None:
    """Let the outline of a slur that begins far below its end begin as high as that; its bow stays as high as it is.

    `gap` is the distance between two strings.
    """
    outline = slur.get("d", "")
    points = [(float(x), float(y)) for x, y in _POINT.findall(outline)]
    if len(points) < 4:
        return
    # a curve there, and the same back where the slur has a body
    (left, foot), (right, height) = points[0], points[3]
    rise = foot - height
    if right <= left or rise < LEAST_RISE * gap:
        return

    def lifted(point: re.Match[str]) -> str:
        x, y = float(point[1]), float(point[2])
        share = min(1.0, max(0.0, (right - x) / (right - left)))
        return f"{x:g},{y - rise * share:g}"

    slur.set("d", _POINT.sub(lifted, outline))
