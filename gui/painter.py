"""Pages of SVG into pictures, by Qt and without a window."""

import os
import sys
from typing import TYPE_CHECKING, Any

from core.errors import FormatError
from core.paths import resources

if TYPE_CHECKING:
    from core.views.base import Page

WHITE = 0xFFFFFFFF
MOST_PIXELS = 200_000_000
"""A larger picture would need more than 0.8 GB."""


class QtPainter:
    """Draws pages with QtSvg. One is enough; use it in the main thread unless a QGuiApplication exists already."""

    def __init__(self) -> None:
        self._application: Any = None

    def png(self, page: "Page", scale: float = 2.0) -> bytes:
        """Return the page as a PNG file on white. Raises FormatError for broken SVG or a picture beyond all memory."""
        self._start()
        from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF
        from PySide6.QtGui import QImage, QImageWriter, QPainter
        from PySide6.QtSvg import QSvgRenderer

        renderer = QSvgRenderer(QByteArray(page.svg.encode("utf-8", "replace")))
        if not renderer.isValid():
            raise FormatError("This page is no SVG that Qt can draw.")
        width, height = max(1, round(page.width * scale)), max(1, round(page.height * scale))
        if width * height > MOST_PIXELS:
            raise FormatError(f"A picture of {width} x {height} pixels is too large; choose a smaller scale.")
        image = QImage(width, height, QImage.Format.Format_RGB32)
        image.fill(WHITE)
        image.setDotsPerMeterX(round(96 * scale / 0.0254))
        image.setDotsPerMeterY(round(96 * scale / 0.0254))
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        renderer.render(painter, QRectF(0, 0, width, height))
        painter.end()
        file = QBuffer()
        file.open(QIODevice.OpenModeFlag.WriteOnly)
        QImageWriter(file, QByteArray(b"png")).write(image)
        return bytes(file.data().data())

    def _start(self) -> None:
        """Have a QGuiApplication, off screen where there is no display, and the shipped fonts."""
        from PySide6.QtGui import QGuiApplication

        if QGuiApplication.instance() is None:
            if not _has_display():
                os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
            self._application = QGuiApplication(["swaralipi"])
        load_fonts()


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
