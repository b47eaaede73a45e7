"""Musical signs as outlines, since the shipped text fonts lack them.

Drawn in a square of 1,000 units, baseline at 0, y down; capitals and digits of the text fonts are 714 high.
"""

from dataclasses import dataclass
from math import cos, radians, sin

_ROUND = 0.5523
"""How far the handles of a quarter circle reach (the usual cubic approximation)."""


@dataclass(frozen=True, slots=True)
class Sign:
    """An outline, the width it takes in a line of text, and how far it reaches up (negative) and down."""

    d: str
    advance: float
    top: float
    bottom: float = 0.0


def ellipse(x: float, y: float, rx: float, ry: float, *, turned: float = 0.0, hole: bool = False) -> str:
    """Return the outline of an ellipse, turned by degrees; a hole runs the other way round."""
    a, b = cos(radians(turned)), sin(radians(turned))

    def at(u: float, v: float) -> str:
        u, v = u * rx, (-v if hole else v) * ry
        return f"{x + u * a - v * b:.1f} {y + u * b + v * a:.1f}"

    k = _ROUND
    quarters = (
        ((1, k), (k, 1), (0, 1)),
        ((-k, 1), (-1, k), (-1, 0)),
        ((-1, -k), (-k, -1), (0, -1)),
        ((k, -1), (1, -k), (1, 0)),
    )
    curves = "".join(f"C{' '.join(at(*point) for point in quarter)}" for quarter in quarters)
    return f"M{at(1, 0)}{curves}Z"


def _bar(x: float, top: float, bottom: float, width: float) -> str:
    return f"M{x} {top}H{x + width}V{bottom}H{x}Z"


def _slant(left: float, right: float, y: float, rise: float, thick: float) -> str:
    return f"M{left} {y}L{right} {y - rise}V{y - rise + thick}L{left} {y + thick}Z"


_HEAD = ellipse(160, -110, 165, 118, turned=-22)
_HOLLOW = _HEAD + ellipse(160, -110, 148, 66, turned=-36, hole=True)
_STEM = _bar(282, -900, -150, 38)
_FLAG = "M320 -900C330 -740 560 -660 505 -400C490 -560 400 -610 320 -640Z"
_SECOND_FLAG = "M320 -740C330 -580 560 -500 505 -240C490 -400 400 -450 320 -480Z"

SIGNS: dict[str, Sign] = {
    "♯": Sign(
        _bar(92, -700, 90, 36) + _bar(222, -770, 20, 36)
        + _slant(10, 340, -455, 95, 92) + _slant(10, 340, -205, 95, 92),
        380, -770, 90,
    ),
    "♭": Sign(
        "M30 -860H70V-362C104 -412 152 -436 206 -436C278 -436 330 -388 330 -312C330 -196 208 -120 70 20H30Z"
        "M70 -56C158 -142 232 -218 232 -302C232 -346 212 -372 178 -372C132 -372 84 -330 70 -288Z",
        360, -860, 20,
    ),
    "♮": Sign(
        _bar(30, -790, -130, 38) + _bar(238, -560, 100, 38)
        + _slant(30, 276, -470, 70, 92) + _slant(30, 276, -200, 70, 92),
        320, -790, 100,
    ),
    "𝅝": Sign(ellipse(210, -110, 200, 118) + ellipse(210, -110, 92, 84, turned=40, hole=True), 440, -230),
    "𝅗𝅥": Sign(_HOLLOW + _STEM, 360, -900),
    "♩": Sign(_HEAD + _STEM, 360, -900),
    "♪": Sign(_HEAD + _STEM + _FLAG, 560, -900),
    "𝅘𝅥𝅯": Sign(_HEAD + _STEM + _FLAG + _SECOND_FLAG, 560, -900),
    "𝄐": Sign(
        "M0 0C10 -250 150 -430 400 -430C650 -430 790 -250 800 0H768C740 -200 610 -330 400 -330C190 -330 60 -200 32 0Z"
        + ellipse(400, -75, 72, 72),
        800, -430,
    ),
    "▼": Sign("M0 -330H320L190 0H130Z", 320, -330),
    ">": Sign("M0 -330L560 -165L0 0V-62L400 -165L0 -268Z", 560, -330),
    "𝄋": Sign(
        "M300 -700C200 -700 120 -640 120 -550C120 -400 420 -370 420 -190C420 -130 376 -86 320 -86C276 -86 250 -110"
        " 250 -140C250 -170 300 -160 300 -200C300 -228 276 -244 248 -244C200 -244 170 -208 170 -160"
        "C170 -80 240 -20 330 -20"
        "C440 -20 520 -90 520 -190C520 -350 220 -390 220 -560C220 -604 256 -636 304 -636C344 -636 372 -616 372 -588"
        "C372 -560 326 -566 326 -526C326 -498 350 -482 378 -482C424 -482 452 -518 452 -562C452 -640 390 -700 300 -700Z"
        "M560 -740L600 -720L80 20L40 0Z"
        + ellipse(110, -300, 44, 44) + ellipse(530, -420, 44, 44),
        640, -740, 20,
    ),
    "𝄌": Sign(
        ellipse(320, -360, 230, 290) + ellipse(320, -360, 150, 250, hole=True)
        + _bar(302, -760, 40, 36) + "M0 -378H640V-342H0Z",
        640, -760, 40,
    ),
    "𝆖": Sign(
        "M0 -60L150 -260L290 -110L410 -260L550 -110L680 -260L700 -240L560 -30L420 -180L300 -30L160 -180L20 -40Z",
        700, -260,
    ),
    "𝆗": Sign(
        "M0 -160L150 -360L290 -210L410 -360L550 -210L680 -360L700 -340L560 -130L420 -280L300 -130L160 -280L20 -140Z"
        "M334 -460H366V-20H334Z",
        700, -460,
    ),
    "𝆘": Sign(
        "M40 -190C40 -300 120 -370 220 -370C380 -370 420 -70 580 -70C650 -70 690 -120 690 -190C690 -230 670 -256"
        " 640 -256C600 -256 610 -200 570 -200C540 -200 530 -220 530 -246C530 -290 570 -320 620 -320"
        "C700 -320 760 -260 760 -180"
        "C760 -70 680 0 580 0C420 0 380 -300 220 -300C150 -300 110 -250 110 -180C110 -140 130 -114 160 -114"
        "C200 -114 190 -170 230 -170C260 -170 270 -150 270 -124C270 -80 230 -50 180 -50C100 -50 40 -110 40 -190Z",
        800, -370,
    ),
    "𝆪": Sign("M0 -560H50L190 -110L330 -560H380L215 0H165Z", 380, -560),
    "𝆫": Sign("M0 -500H440V0H400V-330H40V0H0Z", 440, -500),
    "—": Sign("M0 -60H520V0H0Z", 520, -60),
}  # fmt: skip
"""By the Unicode character (or sequence) of each sign."""

NOTE_VALUES = {1: "𝅝", 2: "𝅗𝅥", 4: "♩", 8: "♪", 16: "𝅘𝅥𝅯"}
"""The note sign of 1/n of a whole note."""

SILENT = frozenset(
    ("editorial", "courtesy", "beambr1", "beambr2", "beamon", "beam-accel", "beam-rall", "/", "//", "///")
)
"""Decorations that change how the note is drawn, or nothing; they are no text."""


def chord_signs(symbol: str) -> str:
    """Return a chord symbol with real signs: any `#` is a sharp, a `b` right after a root or bass letter a flat."""
    out = ""
    for place, char in enumerate(symbol):
        root = place > 0 and symbol[place - 1] in "ABCDEFG" and (place == 1 or symbol[place - 2] == "/")
        out += "♯" if char == "#" else "♭" if char == "b" and root else char
    return out


_BRACE = (
    (0, 0), (-7, 0.14), (1, 0.36), (-8, 0.5), (1, 0.64), (-7, 0.86), (0, 1),
    (-11, 0.83), (-1, 0.65), (-8, 0.5), (-1, 0.35), (-11, 0.17), (0, 0),
)  # fmt: skip


def brace(height: float) -> str:
    """Return the outline of a brace from 0 to `height`, its point 8 to the left of x = 0."""
    first, *curves = (f"{x} {share * height:.1f}" for x, share in _BRACE)
    return f"M{first}C{' '.join(curves)}Z"
