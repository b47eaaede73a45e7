"""Pages of SVG into pictures and PDF, by Qt and without a window."""

import hashlib
import os
import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from core.errors import AppError, FormatError
from core.paths import resources

if TYPE_CHECKING:
    from PySide6.QtGui import QPageSize, QPainter
    from PySide6.QtSvg import QSvgRenderer

    from core.views.base import Page

WHITE = 0xFFFFFFFF
MOST_PIXELS = 200_000_000
"""A larger picture would need more than 0.8 GB."""
PDF_DPI = 1200
INCH_MM, PX_INCH = 25.4, 96
NO_QT = (
    "Pictures, PDF and printing need Qt, which cannot be loaded ({reason}). Install it: pip install 'PySide6-Essentials"
    "<6.12', and where a library is missing: apt install libegl1 libgl1 libfontconfig1 libxkbcommon0 libdbus-1-3."
)
_DATES = re.compile(
    rb"/(?:CreationDate|ModDate) \(D:[^)]*\)|xmp:(?:Create|Modify|Metadata)Date=\"[^\"]*\"|xmpMM:DocumentID=\"[^\"]*\""
)
_ID = re.compile(rb"/ID \[ <([0-9a-f]*)> <([0-9a-f]*)> \]")


class QtPainter:
    """Draws pages with QtSvg. One is enough; use it in the main thread unless a QGuiApplication exists already."""

    def __init__(self) -> None:
        self._application: Any = None

    def png(self, page: "Page", scale: float = 2.0) -> bytes:
        """Return the page as a PNG file on white. Raises FormatError for broken SVG or a picture beyond all memory."""
        self._start()
        from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF
        from PySide6.QtGui import QImage, QImageWriter, QPainter

        drawing = renderer(page)
        width, height = max(1, round(page.width * scale)), max(1, round(page.height * scale))
        if width * height > MOST_PIXELS:
            raise FormatError(f"A picture of {width} x {height} pixels is too large; choose a smaller scale.")
        image = QImage(width, height, QImage.Format.Format_RGB32)
        if image.isNull():
            raise FormatError(f"There is no memory for a picture of {width} x {height} pixels; choose a smaller scale.")
        image.fill(WHITE)
        image.setDotsPerMeterX(round(PX_INCH * scale / INCH_MM * 1000))
        image.setDotsPerMeterY(round(PX_INCH * scale / INCH_MM * 1000))
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        drawing.render(painter, QRectF(0, 0, width, height))
        painter.end()
        file = QBuffer()
        file.open(QIODevice.OpenModeFlag.WriteOnly)
        QImageWriter(file, QByteArray(b"png")).write(image)
        return bytes(file.data().data())

    def pdf(self, pages: Sequence["Page"], title: str = "") -> bytes:
        """Return one PDF file, fonts within, each page of its own size. Raises FormatError for broken SVG."""
        self._start()
        from PySide6.QtCore import QBuffer, QHashSeed, QIODevice, QMarginsF
        from PySide6.QtGui import QPainter, QPdfWriter

        # fonts are written in the order of a hash table
        QHashSeed.setDeterministicGlobalSeed()
        file = QBuffer()
        file.open(QIODevice.OpenModeFlag.WriteOnly)
        writer = QPdfWriter(file)
        writer.setTitle(title)
        writer.setCreator("Swaralipi Studio")
        writer.setResolution(PDF_DPI)
        writer.setPageMargins(QMarginsF(0, 0, 0, 0))
        painter: QPainter | None = None
        try:
            for page in pages:
                drawing = renderer(page)
                writer.setPageSize(page_size(page))
                if painter is None:
                    painter = QPainter(writer)
                else:
                    writer.newPage()
                paint(painter, drawing, page, PDF_DPI / PX_INCH)
        finally:
            if painter is not None:
                painter.end()
        return undated(bytes(file.data().data()))

    def _start(self) -> None:
        """Have a QGuiApplication, off screen where there is no display, and the shipped fonts."""
        try:
            from PySide6.QtGui import QGuiApplication
            from PySide6.QtSvg import QSvgRenderer  # noqa: F401  it may be missing where the rest of Qt is not
        except ImportError as error:
            raise AppError(NO_QT.format(reason=error)) from error

        if QGuiApplication.instance() is None:
            if not _has_display():
                os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
            self._application = QGuiApplication(["swaralipi"])
        load_fonts()


def renderer(page: "Page") -> "QSvgRenderer":
    """Return what draws a page. Raises FormatError for broken SVG."""
    from PySide6.QtCore import QByteArray
    from PySide6.QtSvg import QSvgRenderer

    found = QSvgRenderer(QByteArray(page.svg.encode("utf-8", "replace")))
    if not found.isValid():
        raise FormatError("This page is no SVG that Qt can draw.")
    return found


def paint(painter: "QPainter", drawing: "QSvgRenderer", page: "Page", scale: float) -> None:
    """Draw a page at the painter's origin, `scale` units of its device a px."""
    from PySide6.QtCore import QRectF

    drawing.render(painter, QRectF(0, 0, page.width * scale, page.height * scale))


def page_size(page: "Page") -> "QPageSize":
    """Return the paper that a page just covers."""
    from PySide6.QtCore import QSizeF
    from PySide6.QtGui import QPageSize

    size: QSizeF = QSizeF(page.width, page.height) * INCH_MM / PX_INCH
    return QPageSize(size, QPageSize.Unit.Millimeter, "", QPageSize.SizeMatchPolicy.FuzzyMatch)


def undated(pdf: bytes) -> bytes:
    """Blank the dates and the random numbers of a PDF file, so that the same pages give the same bytes."""
    dateless = _DATES.sub(lambda match: b" " * len(match[0]), pdf)
    name = hashlib.sha512(_ID.sub(b"", dateless)).hexdigest().encode()
    return _ID.sub(lambda match: match[0].replace(match[1], name[: len(match[1])].ljust(len(match[1]), b"0")), dateless)


def _has_display() -> bool:
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


_loaded: list[int] = []


def load_fonts() -> None:
    """Give Qt the shipped fonts, once a process."""
    from PySide6.QtCore import QLoggingCategory
    from PySide6.QtGui import QFontDatabase

    if not _loaded:
        # Qt tells on standard error which families lack Bengali; the shipped ones behind them have it
        QLoggingCategory.setFilterRules("qt.text.font.db=false")
        _loaded.extend(
            QFontDatabase.addApplicationFont(str(path)) for path in sorted((resources() / "fonts").glob("*.ttf"))
        )
