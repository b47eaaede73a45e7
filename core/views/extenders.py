"""The line of a syllable that is held in Verovio's drawing, kept clear of the words beside it.

Verovio draws it up to the next note's syllable as wide as it takes that to be, so now and then into the word.
"""

import xml.etree.ElementTree as ET
from collections.abc import Iterable

GAP = 60.0
"""Room between the line and the words beside it, in Verovio's units: a sixth of their size."""
LEAST = 150.0
"""A shorter line is left out, as in print."""
LEVEL = 40.0
"""How far a line lies from the base line of its own words at most."""


def clear(line: ET.Element, words: Iterable[tuple[float, float, float]]) -> bool:
    """Cut a line where it comes too near to a word; False where nothing worth drawing is left.

    `words`: left end, right end and base line of each.
    """
    start, top = float(line.attrib["x"]), float(line.attrib["y"])
    stop = start + float(line.attrib["width"])
    middle = (start + stop) / 2
    for left, right, base in words:
        if abs(base - top) > LEVEL or left - GAP >= stop or right + GAP <= start:
            continue
        if (left + right) / 2 > middle:
            stop = min(stop, left - GAP)
        else:
            start = max(start, right + GAP)
    line.set("x", f"{start:g}")
    line.set("width", f"{stop - start:g}")
    return stop - start >= LEAST
