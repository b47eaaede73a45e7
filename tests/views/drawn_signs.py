"""What stands on a drawn page, read back from its SVG alone: heads, stems, digits, lines, letters, with their places."""

import re
from dataclasses import dataclass

from core.views.swaralipi.letters import sign
from tests.views.qt_pages import SVG, parse

LINK = "{http://www.w3.org/1999/xlink}href"
GLYPHS = {
    "E0A1": "breve", "E0A2": "whole", "E0A3": "half", "E0A4": "black",
    "E240": "1 flag", "E242": "2 flags", "E244": "3 flags",
    "E4E2": "breve rest", "E4E3": "whole rest", "E4E4": "half rest", "E4E5": "quarter rest", "E4E6": "8th rest",
    "E4E7": "16th rest", "E4E8": "32nd rest",
}  # fmt: skip
"""Of SMuFL; stems are up."""
_MOVE = re.compile(r"translate\(([-\d.]+)[ ,]+([-\d.]+)\)")
_SCALE = re.compile(r"scale\(([-\d.]+)")
_STROKE = re.compile(r"M([-\d.]+) ([-\d.]+) L([-\d.]+) ([-\d.]+)")


@dataclass(frozen=True)
class Sign:
    """A sign and its place on the page, in pixels."""

    name: str
    x: float
    y: float
    width: float = 0.0
    height: float = 0.0


def signs(page):
    """All signs of a page from left to right: glyphs by name, dots, stems, ties, texts, rectangles, swara signs."""
    found = []
    _walk(parse(page.svg), 0.0, 0.0, 1.0, found)
    return sorted(found, key=lambda one: (one.x, one.y))


def names(page, *wanted):
    """The names of those that are asked for, from left to right."""
    return [one.name for one in signs(page) if one.name in wanted]


def _walk(node, x, y, scale, found):
    move = node.get("transform") or ""
    if match := _MOVE.search(move):
        x, y = x + float(match[1]) * scale, y + float(match[2]) * scale
    if match := _SCALE.search(move):
        scale *= float(match[1])
    tag = node.tag.removeprefix(SVG)
    if tag == "defs":
        return
    if tag == "use":
        found.append(Sign(GLYPHS.get(node.get(LINK).removeprefix("#"), "other"), x, y))
    elif tag == "ellipse":
        found.append(Sign("dot", x + float(node.get("cx")) * scale, y + float(node.get("cy")) * scale))
    elif tag == "text":
        found.append(Sign("".join(node.itertext()), x, y))
    elif tag == "rect":
        left, top, width, height = (float(node.get(name)) for name in ("x", "y", "width", "height"))
        round_ = "dot" if node.get("rx") else "rect"
        found.append(Sign(round_, x + left * scale, y + top * scale, width * scale, height * scale))
    elif tag == "path":
        _path(node, x, y, scale, found)
    for child in node:
        _walk(child, x, y, scale, found)


def _path(node, x, y, scale, found):
    d = node.get("d")
    swara = next((char for char in "াঃ॰" if sign(char).d == d), "")
    if swara:
        found.append(Sign(swara, x, y))
    elif "C" in d:
        left, top = map(float, re.findall(r"[-\d.]+", d)[:2])
        found.append(Sign("tie", x + left * scale, y + top * scale))
    elif (stroke := _STROKE.fullmatch(d)) and stroke[1] == stroke[3]:
        left, top, _, foot = map(float, stroke.groups())
        width = float(node.get("stroke-width"))
        upright = "stem" if width in STEMS else "bar"
        top, foot = sorted((top, foot))
        found.append(Sign(upright, x + left * scale, y + top * scale, width * scale, (foot - top) * scale))


STEMS = (18.0, 31.0)
"""Stroke widths of stems of a staff and of a tablature; bar lines are of others."""
