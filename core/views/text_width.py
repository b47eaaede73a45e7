"""Measure text with the shipped fonts, without Qt.

A string is cut into runs of one font each (Bengali, Latin, musical signs), since QtSvg's own choice of a fallback
font is not to be trusted; the same runs are drawn by `core.views.text_draw`.
"""

from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from unicodedata import east_asian_width

import uharfbuzz as hb

from core.paths import resources
from core.views.signs import SIGNS
from core.views.svg import clean

EM = 1000
"""Units of the em square, of all shipped fonts and of the signs."""
FULL_WIDTH = ("W", "F")
"""What Unicode calls the width of Chinese, Japanese and Korean characters: a square."""
BENGALI_SIZE = 1.2
"""Bengali text is set a fifth larger than Latin."""


@dataclass(frozen=True, slots=True)
class Font:
    """A shipped font file and the name that Qt knows it by."""

    file: str
    family: str
    weight: str = "normal"


class Style(Enum):
    """A pair of fonts: for Latin, for Bengali."""

    SERIF = (Font("NotoSerif-Regular", "Noto Serif"), Font("NotoSerifBengali-Regular", "Noto Serif Bengali"))
    SANS = (Font("NotoSans-Regular", "Noto Sans"), Font("NotoSansBengali-Regular", "Noto Sans Bengali"))
    BOLD = (
        Font("NotoSans-Bold", "Noto Sans", "bold"),
        Font("NotoSansBengali-Bold", "Noto Sans Bengali", "bold"),
    )

    @property
    def latin(self) -> Font:
        """The font for everything that is not Bengali."""
        return self.value[0]

    @property
    def bengali(self) -> Font:
        """The font for Bengali letters, digits and dandas."""
        return self.value[1]


@dataclass(frozen=True, slots=True)
class Run:
    """Characters of one font, or one musical sign (`font` None). Offset and width in ems of the text's size.

    A run does not begin with a space, which an SVG renderer would drop.
    """

    text: str
    font: Font | None
    size: float
    """1, or how much larger the run is set."""
    x: float
    width: float


@cache
def _load(file: str) -> hb.Font:
    blob = hb.Blob.from_file_path(str(resources() / "fonts" / f"{file}.ttf"))
    return hb.Font(hb.Face(blob))


@lru_cache(16384)
def _advance(text: str, file: str) -> float:
    """Return the width of shaped text in ems. Chinese characters, drawn in a font of the system, are an em wide."""
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    hb.shape(_load(file), buffer)
    shaped = zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
    return (
        sum(
            EM if glyph.codepoint == 0 and east_asian_width(text[glyph.cluster]) in FULL_WIDTH else place.x_advance
            for glyph, place in shaped
        )
        / EM
    )


def is_bengali(char: str) -> bool:
    """Tell whether a character needs the Bengali font: its block, or a danda."""
    return "\u0980" <= char <= "\u09ff" or char in "\u0964\u0965"


@lru_cache(4096)
def _has(file: str, char: str) -> bool:
    return _load(file).get_nominal_glyph(ord(char)) is not None


def _itemise(text: str, style: Style) -> list[tuple[str, Font | None]]:
    """Cut text into runs. A character that both fonts have stays with the run it stands in."""
    pieces: list[tuple[str, Font | None]] = []
    font: Font | None = None
    for char in _characters(text):
        if char in SIGNS and not _has(style.latin.file, char[0]):
            pieces.append((char, None))
            font = None
            continue
        if is_bengali(char):
            chosen = style.bengali
        elif font is style.bengali and (char in "\u200c\u200d" or (not char.isalpha() and _has(font.file, char))):
            chosen = font
        else:
            chosen = style.latin
        if chosen is font:
            pieces[-1] = (pieces[-1][0] + char, font)
        else:
            pieces.append((char, chosen))
            font = chosen
    return pieces


def _characters(text: str) -> list[str]:
    """Return characters, a sign of several code points as one."""
    if text.isascii() or not any(sign in text for sign in _LONG_SIGNS):
        return list(text)
    characters = []
    place = 0
    while place < len(text):
        length = next((len(sign) for sign in _LONG_SIGNS if text.startswith(sign, place)), 1)
        characters.append(text[place : place + length])
        place += length
    return characters


_LONG_SIGNS = tuple(sign for sign in SIGNS if len(sign) > 1)


@lru_cache(16384)
def runs(text: str, style: Style = Style.SERIF, bengali_size: float = BENGALI_SIZE) -> tuple[Run, ...]:
    """Return the runs of a text from left to right, Bengali ones enlarged."""
    x = 0.0
    found = []
    for piece, font in _itemise(clean(text), style):
        size = bengali_size if font is style.bengali else 1.0
        width = SIGNS[piece].advance / EM if font is None else _advance(piece, font.file) * size
        inked = piece.lstrip(" ")
        indent = _advance(" ", font.file) * size * (len(piece) - len(inked)) if font else 0.0
        found.append(Run(inked, font, size, x + indent, width - indent))
        x += width
    return tuple(found)


def text_width(text: str, size: float, style: Style = Style.SERIF, bengali_size: float = BENGALI_SIZE) -> float:
    """Return the width of a text set at `size` pixels."""
    row = runs(text, style, bengali_size)
    return (row[-1].x + row[-1].width) * size if row else 0.0
