"""One set of icons, drawn from outlines in the colour that is asked for."""

from functools import lru_cache

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

# 24 x 24, strokes of 2 px with round ends unless filled
OUTLINES = {
    "play": ("fill", "M8 5l11 7-11 7z"),
    "pause": ("fill", "M7 5h4v14H7zM13 5h4v14h-4z"),
    "stop": ("fill", "M6 6h12v12H6z"),
    "loop": ("line", "M17 2l4 4-4 4M3 11V9a3 3 0 0 1 3-3h15M7 22l-4-4 4-4M21 13v2a3 3 0 0 1-3 3H3"),
    "metronome": ("line", "M9 3h6l4 18H5zM12 15l6-9M7 15h10"),
    "volume": ("line", "M4 9v6h4l5 4V5L8 9zM17 8a5 5 0 0 1 0 8"),
    "follow": ("line", "M12 3v4M12 17v4M3 12h4M17 12h4M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z"),
    "open": ("line", "M3 7h6l2 2h10v10H3z"),
    "save": ("line", "M5 3h11l3 3v15H5zM8 3v6h7V3M8 21v-7h8v7"),
    "export": ("line", "M12 3v12M7 8l5-5 5 5M4 15v6h16v-6"),
    "add": ("line", "M12 5v14M5 12h14"),
    "remove": ("line", "M5 12h14"),
    "delete": ("line", "M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14"),
    "pin": ("line", "M9 3h6l-1 6 4 4H6l4-4zM12 13v8"),
    "compare": ("line", "M4 4h6v16H4zM14 4h6v16h-6z"),
    "undo": ("line", "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6"),
    "search": ("line", "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L21 21"),
    "settings": ("line", "M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4"),
    "studio": ("line", "M9 18V6l10-2v12M9 18a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM19 16a3 3 0 1 1-6 0 3 3 0 0 1 6 0z"),
    "zoom_in": ("line", "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L21 21M10.5 8v5M8 10.5h5"),
    "zoom_out": ("line", "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L21 21M8 10.5h5"),
    "warning": ("line", "M12 4L2.5 20h19zM12 10v5M12 17.5v.5"),
    "check": ("line", "M5 12l5 5L19 7"),
    "fit_width": ("line", "M3 5v14M21 5v14M7 12h10M10 9l-3 3 3 3M14 9l3 3-3 3"),
    "pages": ("line", "M5 3h10l4 4v14H5zM9 12h6M9 16h6"),
    "side_by_side": ("line", "M4 5h16v14H4zM12 5v14"),
    "close": ("line", "M6 6l12 12M18 6L6 18"),
    "key": ("line", "M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM11 12l9-9M16 7l3 3"),
    "generate": ("line", "M5 19L15 9M14 4v3M12.5 5.5h3M19 10v4M17 12h4M6 6v2M5 7h2"),
    "redo": ("line", "M15 7l5 5-5 5M20 12H10a6 6 0 0 0-6 6"),
    "rename": ("line", "M4 20l1-5L16 4l4 4L9 19zM14 6l4 4"),
    "error": ("line", "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9 9l6 6M15 9l-6 6"),
    "info": ("line", "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5.5M12 7.5v.5"),
    "star": ("fill", "M12 3l2.7 5.8 6.3.8-4.6 4.4 1.2 6.3L12 17.2 6.4 20.3 7.6 14 3 9.6l6.3-.8z"),
    "fold": ("line", "M6 9l6 6 6-6"),
    "unfold": ("line", "M9 6l6 6-6 6"),
    "more": (
        "fill",
        "M5 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM12 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM19 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
    ),
    "up": ("line", "M12 19V5M6 11l6-6 6 6"),
    "down": ("line", "M12 5v14M6 13l6 6 6-6"),
    "quiz": (
        "line",
        "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.2 9.4a2.9 2.9 0 1 1 4.6 2.4c-1.1.7-1.8 1.2-1.8 2.4M12 17.2v.3",
    ),
    "hollow": ("line", "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z"),
    "cut": ("line", "M3 12h9M16 12h1M20.5 12h.5M14 5l-2 14"),
    "wait": ("line", "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2"),
}

SEVERITY_SIGNS = {"error": ("error", "accent"), "warning": ("warning", "warning"), "info": ("info", "muted")}
"""Icon and colour token of a finding by its severity; the shape alone tells them apart."""


@lru_cache(maxsize=512)
def pixmap(name: str, colour: str, size: int = 18, scale: float = 2.0) -> QPixmap:
    """Return an icon's picture in a colour (`#rrggbb`)."""
    kind, outline = OUTLINES[name]
    paint = (
        f'fill="{colour}"'
        if kind == "fill"
        else f'fill="none" stroke="{colour}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'
    )
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="{outline}" {paint}/></svg>'
    found = QPixmap(round(size * scale), round(size * scale))
    found.fill(Qt.GlobalColor.transparent)
    painter = QPainter(found)
    QSvgRenderer(QByteArray(svg.encode())).render(painter)
    painter.end()
    found.setDevicePixelRatio(scale)
    return found


def icon(name: str, colour: str, checked: str | None = None, size: int = 18) -> QIcon:
    """Return an icon; `checked` is its colour while its button is down."""
    found = QIcon(pixmap(name, colour, size))
    if checked is not None:
        found.addPixmap(pixmap(name, checked, size), QIcon.Mode.Normal, QIcon.State.On)
    return found
