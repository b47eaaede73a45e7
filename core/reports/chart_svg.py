"""A canvas with colours for charts: SVG that QtSvg can show, full texts under the pointer, no markup from data."""

import math
import re
from dataclasses import dataclass

import regex

from core.views.svg import Canvas, clean, escape, number
from core.views.text_draw import draw_text
from core.views.text_width import Style, text_width

ELLIPSIS = "…"
HEAD_SHARE = 0.6
"""Of what is left of a name that is cut: names of models differ at both ends."""
# signs that turn the direction of text could make a label read as another's
_DIRECTIONS = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
BLACK, WHITE = "#000000", "#ffffff"


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours of a chart. `series` are told apart by the colour-blind too; `heat` goes from nothing to all."""

    name: str
    paper: str
    ink: str
    muted: str
    line: str
    series: tuple[str, ...]
    heat: tuple[str, ...]


LIGHT = Palette(
    "light", paper="#ffffff", ink="#23262d", muted="#666b76", line="#dfdbd3",
    series=("#1f7a6d", "#b5452c", "#1d4f91", "#b07800", "#4d1f5c", "#3a3d43"),
    heat=("#f4f2ee", "#cfe4e0", "#6fb0a5", "#1f7a6d", "#0c4039"),
)  # fmt: skip
DARK = Palette(
    "dark", paper="#2b2d31", ink="#e8e6e1", muted="#a4a8af", line="#3a3d43",
    series=("#5bb5a6", "#e0765a", "#4f7fd9", "#f0cf7f", "#c79be0", "#e8e6e1"),
    heat=("#1e1f22", "#24433f", "#2f7a6e", "#5bb5a6", "#c5efe7"),
)  # fmt: skip


class Chart(Canvas):
    """Shapes and texts, each in a colour of its own. Lengths in px, y down."""

    __slots__ = ()

    def box(
        self, x: float, y: float, width: float, height: float, colour: str, *, radius: float = 0.0, told: str = ""
    ) -> None:
        """Fill a rectangle. `told` is shown under the pointer and read by screen readers."""
        inner = Canvas()
        inner.rect(x, y, width, height, radius=radius)
        self.coloured(inner, colour, told=told)

    def coloured(self, inner: Canvas, colour: str, *, told: str = "", move: str = "") -> None:
        """Place a canvas in one colour; `move` is a transform of ours."""
        title = f"<title>{escape(clean(told))}</title>" if told else ""
        moved = f' transform="{move}"' if move else ""
        self._elements.append(f'<g fill="{escape(colour)}"{moved}>{title}{"".join(inner._elements)}</g>')

    def stroke(self, d: str, colour: str, width: float, *, dashes: str = "", opacity: float = 1.0) -> None:
        """Draw a line along a path of ours."""
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        faint = f' stroke-opacity="{number(opacity)}"' if opacity < 1 else ""
        self._elements.append(
            f'<path d="{d}" fill="none" stroke="{escape(colour)}" stroke-width="{number(width)}"{dashed}{faint}/>'
        )

    def frame(self, x: float, y: float, width: float, height: float, colour: str, *, dashes: str = "") -> None:
        """Draw a rectangle's border, within it."""
        x, y, width, height = x + 0.5, y + 0.5, width - 1, height - 1
        around = f"M{number(x)} {number(y)}h{number(width)}v{number(height)}h{number(-width)}z"
        self.stroke(around, colour, 1, dashes=dashes)

    def hatch(
        self, x: float, y: float, width: float, height: float, colour: str, *, gap: float = 7.0, opacity: float = 0.45
    ) -> None:
        """Draw slanting lines over a rectangle; QtSvg knows no patterns, so each line is cut to fit."""
        pieces = []
        for place in range(1, math.ceil((width + height) / gap)):
            across = place * gap
            left, bottom = max(0.0, across - height), min(across, height)
            right, top = min(across, width), max(0.0, across - width)
            pieces.append(f"M{number(x + left)} {number(y + bottom)}L{number(x + right)} {number(y + top)}")
        if pieces:
            self.stroke("".join(pieces), colour, 1.2, opacity=opacity)

    def label(
        self, x: float, y: float, text: str, size: float, colour: str, *, style: Style = Style.SANS,
        anchor: float = 0.0, room: float | None = None, angle: float = 0.0,
    ) -> float:  # fmt: skip
        """Write a text on the baseline `y`, cut in its middle to `room`; the whole is told then. Returns its width."""
        whole = plain(text)
        shown = whole if room is None else elided(whole, size, room, style)
        inner = Canvas()
        move = f"translate({number(x)} {number(y)}) rotate({number(angle)})" if angle else ""
        draw_text(inner, 0 if angle else x, 0 if angle else y, shown, size, style, anchor=anchor)
        if len(inner):
            self.coloured(inner, colour, told=whole if shown != whole else "", move=move)
        return text_width(shown, size, style)


def plain(text: str) -> str:
    """Return a text on one line without signs that turn its direction."""
    return clean(_DIRECTIONS.sub("", text)).strip()


def elided(text: str, size: float, room: float, style: Style = Style.SANS) -> str:
    """Return a text that fits into `room` px: whole, or without its middle. No letter is torn from its vowel sign."""
    if text_width(text, size, style) <= room:
        return text
    letters = regex.findall(r"\X", text)
    fitting, most = 0, len(letters) - 1
    while fitting < most:
        kept = (fitting + most + 1) // 2
        if text_width(_cut(letters, kept), size, style) <= room:
            fitting = kept
        else:
            most = kept - 1
    return _cut(letters, fitting)


def _cut(letters: list[str], kept: int) -> str:
    head = math.ceil(kept * HEAD_SHARE)
    tail = letters[len(letters) - (kept - head) :]
    return "".join(letters[:head]).rstrip() + ELLIPSIS + "".join(tail).lstrip()


def between(stops: tuple[str, ...], share: float) -> str:
    """Return the colour at 0..1 of a row of colours `#rrggbb`, mixed from its two neighbours."""
    place = min(max(share, 0.0), 1.0) * (len(stops) - 1)
    first = min(int(place), len(stops) - 2)
    low, high = channels(stops[first]), channels(stops[first + 1])
    mixed = (round(a + (b - a) * (place - first)) for a, b in zip(low, high, strict=True))
    return "#" + "".join(f"{channel:02x}" for channel in mixed)


def readable_on(colour: str) -> str:
    """Return black or white, whichever has more contrast; it is never under 4.5, WCAG's bound for text."""
    return max((BLACK, WHITE), key=lambda ink: contrast(ink, colour))


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1..21 (WCAG 2.1, relative luminance)."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def channels(colour: str) -> tuple[int, int, int]:
    """Return red, green, blue of `#rrggbb`, 0..255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    parts = [part / 255 for part in channels(colour)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
