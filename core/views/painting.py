"""What turns a page into a picture; the core has none of its own, the window brings one."""

from collections.abc import Callable, Sequence
from typing import Protocol

from core.views.base import Page


class Painter(Protocol):
    """Draws pages as pixels, or on paper."""

    def png(self, page: Page, scale: float = 2.0) -> bytes:
        """Return the page as a PNG file on white, `scale` pixels a px of the page."""

    def pdf(self, pages: Sequence[Page], title: str = "") -> bytes:
        """Return the pages as one PDF file, each on paper of its own size at 96 px an inch; no date is in it."""


PainterMaker = Callable[[], Painter]
"""Brings a painter when a picture is wanted; until then nothing of it is loaded."""
