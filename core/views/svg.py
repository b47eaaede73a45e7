"""Write SVG that holds drawing and nothing else: what QtSvg (SVG Tiny 1.2) can show; no text becomes markup."""

import re

_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPED = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
_SPECIAL = re.compile("[&<>\"']")
_BLANK = re.compile(r"\s+")
TEXT_SIZE = 100
"""Font size that all text is written at, then scaled."""


def clean(text: str) -> str:
    """Drop the characters that XML 1.0 forbids and fold white space, as a renderer would."""
    return _BLANK.sub(" ", _ILLEGAL.sub("", text))


def escape(text: str) -> str:
    """Return text that is safe as content and inside quotes."""
    return _SPECIAL.sub(lambda match: _ESCAPED[match[0]], _ILLEGAL.sub("", text))


def number(value: float) -> str:
    """Write a length with at most two decimals."""
    text = f"{value:.2f}"
    if text.endswith("00"):
        text = text[:-3]
    return "0" if text in ("-0", "-0.00") else text


class Canvas:
    """A list of elements in one coordinate system, y down. Everything is filled with the ink of its page."""

    __slots__ = ("_elements",)

    def __init__(self) -> None:
        self._elements: list[str] = []

    def __len__(self) -> int:
        return len(self._elements)

    def rect(
        self, x: float, y: float, width: float, height: float, *, radius: float = 0.0, opacity: float = 1.0
    ) -> None:
        """Fill a rectangle; with `radius` its corners are round."""
        corners = f' rx="{number(radius)}" ry="{number(radius)}"' if radius else ""
        self._elements.append(
            f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
            f"{corners}{_faint(opacity)}/>"
        )

    def dot(self, x: float, y: float, radius: float) -> None:
        """Fill a disc around a centre."""
        self.rect(x - radius, y - radius, 2 * radius, 2 * radius, radius=radius)

    def line(
        self, x1: float, y1: float, x2: float, y2: float, width: float, *, ink: str = "#000000", opacity: float = 1.0
    ) -> None:
        """Stroke a line. Upright and level lines are better as `rect`, which takes the page's ink."""
        faint = f' stroke-opacity="{number(opacity)}"' if opacity < 1 else ""
        self._elements.append(
            f'<line x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"'
            f' stroke="{escape(ink)}" stroke-width="{number(width)}"{faint}/>'
        )

    def path(self, d: str, *, x: float = 0.0, y: float = 0.0, scale: float = 1.0, opacity: float = 1.0) -> None:
        """Fill an outline, moved to a place and scaled."""
        self._elements.append(f'<path d="{escape(d)}"{_transform(x, y, scale)}{_faint(opacity)}/>')

    def text(
        self, x: float, y: float, content: str, *, size: float, family: str, weight: str = "normal",
        italic: bool = False, opacity: float = 1.0,
    ) -> None:  # fmt: skip
        """Write one run of one font; `x` is its left end, `y` its baseline.

        It is set at a round size and scaled: QtSvg cuts font sizes to whole pixels and hints widths at that size,
        which makes 16.8 px five in a hundred narrower than the font says.
        """
        content = clean(content)
        if not content.strip():
            return
        bold = f' font-weight="{escape(weight)}"' if weight != "normal" else ""
        slant = ' font-style="italic"' if italic else ""
        self._elements.append(
            f'<text font-family="{escape(family)}" font-size="{TEXT_SIZE}"{_transform(x, y, size / TEXT_SIZE)}'
            f"{bold}{slant}{_faint(opacity)}>{escape(content)}</text>"
        )

    def group(self, inner: "Canvas", *, x: float = 0.0, y: float = 0.0, scale: float = 1.0) -> None:
        """Place another canvas on this one."""
        if inner._elements:
            self._elements.append(f"<g{_transform(x, y, scale)}>{''.join(inner._elements)}</g>")

    def page(self, width: float, height: float, *, scale: float = 1.0, ink: str = "#000000") -> str:
        """Return the document. The ink stands once, on the outer group, so that a viewer can change it."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" version="1.2" baseProfile="tiny" width="{number(width)}"'
            f' height="{number(height)}" viewBox="0 0 {number(width)} {number(height)}">'
            f'<g fill="{escape(ink)}"{_transform(0, 0, scale)}>{"".join(self._elements)}</g></svg>'
        )


def _faint(opacity: float) -> str:
    return f' fill-opacity="{number(opacity)}"' if opacity < 1 else ""


def _transform(x: float, y: float, scale: float) -> str:
    moves = []
    if x or y:
        moves.append(f"translate({number(x)} {number(y)})")
    if scale != 1:
        moves.append(f"scale({scale:.5g})")
    return f' transform="{" ".join(moves)}"' if moves else ""
