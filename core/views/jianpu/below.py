"""Draw bar lines and metres in a line, and the lyrics below it."""

import re
from dataclasses import dataclass

from core.score.events import Syllable
from core.score.signatures import Metre
from core.views.jianpu import sizes as size
from core.views.jianpu.columns import fraction, lyric_size
from core.views.jianpu.sketch import Sketch
from core.views.jianpu.systems import BAR_PARTS, PART_WIDTH, bar_width
from core.views.svg import Canvas
from core.views.text_draw import draw_text
from core.views.text_width import is_bengali, text_width

BENGALI_DIGITS = str.maketrans("0123456789", "০১২৩৪৫৬৭৮৯")
LATIN_RISE = 0.76
BENGALI_RISE = 1.04
"""Height of lyrics over their baseline, by the Latin font size."""
NUMBER_ROOM = 18.0
OWN_NUMBER = re.compile(r"\s*\(?\d+[.):]")
"""How the words of a verse begin that bring its number along."""


@dataclass(frozen=True, slots=True)
class Sung:
    """A syllable where it stands."""

    left: float
    right: float
    syllable: Syllable


def draw_bars(sketch: Sketch) -> None:
    """Draw the bar lines of a line, as high as its highest stack."""
    top, bottom = sketch.digits_top - size.BAR_ABOVE, size.BAR_BELOW
    for x, kind in sketch.system.bars:
        if kind:
            sketch.sky.add_bar(x - 1.0, x + bar_width(kind) + 1.0, top)
        for part in BAR_PARTS[kind]:
            width = PART_WIDTH[part]
            if part == "*":
                for y in (-0.78 * size.D, -0.22 * size.D):
                    sketch.canvas.dot(x + size.BAR_DOT, y, size.BAR_DOT)
            elif part == ":":
                for step in range(int((bottom - top) / 4.0)):
                    sketch.canvas.rect(x, top + 4.0 * step, width, 2.0)
            else:
                sketch.canvas.rect(x, top, width, bottom - top)
            x += width + size.BAR_STEP


def draw_metre(canvas: Canvas, x: float, middle: float, metre: Metre, scale: float = 1.0) -> float:
    """Write a metre as a stacked fraction from `x` on and return its right end."""
    parts = fraction(metre)
    if not parts:
        return x
    font = size.FRACTION * scale
    width = max(text_width(part, font) for part in parts)
    centre = x + width / 2
    draw_text(canvas, centre, middle - 2.6 * scale, parts[0], font, anchor=0.5)
    draw_text(canvas, centre, middle + 2.6 * scale + font * 0.714, parts[1], font, anchor=0.5)
    canvas.rect(x - 1.0, middle - 0.5, width + 2.0, 1.0)
    return x + width + 1.0


def draw_new_metre(sketch: Sketch, x: float, metre: Metre) -> None:
    """Write a new metre in the line from `x` on."""
    end = draw_metre(sketch.canvas, x, -size.D / 2, metre)
    sketch.sky.add(x, end, -size.D / 2 - size.FRACTION)


def draw_lyrics(sketch: Sketch, room: float, *, numbers: bool) -> None:
    """Write the verses under a line, hyphens where a word goes on, and verse numbers at the left."""
    verses: dict[int, list[Sung]] = {}
    for placed, x in sketch.row:
        for verse, syllable in enumerate(placed.cell.event.lyrics if placed.cell.event else ()):
            if syllable is not None and not syllable.held and syllable.text.strip():
                half = text_width(syllable.text, lyric_size(syllable.text, room)) / 2
                verses.setdefault(verse, []).append(Sung(x - half, x + half, syllable))
    if not verses:
        return
    texts = [sung.syllable.text for row in verses.values() for sung in row]
    bengali = any(is_bengali(char) for text in texts for char in text)
    step = size.LYRIC_STEP_BENGALI if bengali else size.LYRIC_STEP_LATIN
    first = sketch.depth + 3.0 + size.LYRIC * (BENGALI_RISE if bengali else LATIN_RISE)
    for verse, row in sorted(verses.items()):
        foot = first + step * verse
        if numbers and not OWN_NUMBER.match(row[0].syllable.text):
            label = f"{verse + 1}."
            label = label.translate(BENGALI_DIGITS) if bengali else label
            draw_text(sketch.canvas, sketch.system.left - 4.0, foot, label, size.SMALL, anchor=1.0, opacity=0.65)
        _verse(sketch, row, foot, room)
    sketch.deepen(first + step * max(verses) + size.LYRIC * (0.5 if bengali else 0.3))


def _verse(sketch: Sketch, row: list[Sung], foot: float, room: float) -> None:
    for place, sung in enumerate(row):
        draw_text(sketch.canvas, sung.left, foot, sung.syllable.text, lyric_size(sung.syllable.text, room))
        if not sung.syllable.joined:
            continue
        after = row[place + 1].left if place + 1 < len(row) else min(sung.right + 3 * size.HYPHEN, sketch.system.right)
        middle = (sung.right + after) / 2
        sketch.canvas.rect(middle - size.HYPHEN / 2, foot - 0.3 * size.LYRIC, size.HYPHEN, 1.0, opacity=0.7)
