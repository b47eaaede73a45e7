"""Read SVG pages the way the window does: with QtSvg, offscreen, and with the shipped fonts."""

import os
import xml.etree.ElementTree as ET
from functools import cache

from core.paths import resources

SVG = "{http://www.w3.org/2000/svg}"

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def parse(svg):
    """Read a page that we wrote."""
    return ET.fromstring(svg)  # noqa: S314


@cache
def load_fonts():
    """Make the shipped fonts known to Qt; needs a running application."""
    from PySide6.QtGui import QFontDatabase

    for path in sorted((resources() / "fonts").glob("*.ttf")):
        assert QFontDatabase.addApplicationFont(str(path)) >= 0, path.name


def is_drawable(svg):
    """Tell whether QtSvg reads a page."""
    from PySide6.QtCore import QByteArray
    from PySide6.QtSvg import QSvgRenderer

    return QSvgRenderer(QByteArray(svg.encode())).isValid()


def ink(svg, width, height):
    """Paint a page and return the bounds of what is not white: left, top, right, bottom."""
    from PySide6.QtCore import QByteArray
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    load_fonts()
    image = QImage(int(width), int(height), QImage.Format.Format_Grayscale8)
    image.fill(255)
    painter = QPainter(image)
    QSvgRenderer(QByteArray(svg.encode())).render(painter)
    painter.end()
    rows = [bytes(image.constScanLine(y))[: image.width()] for y in range(image.height())]
    inked = [y for y, row in enumerate(rows) if min(row) < 128]
    columns = [x for x in range(image.width()) if any(rows[y][x] < 128 for y in inked)]
    return columns[0], inked[0], columns[-1], inked[-1]
