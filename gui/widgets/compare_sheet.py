"""A comparison on paper: title, legend and figures, then the rows side by side with their signs, as PDF or PNG."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QImageWriter, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgRenderer

from core.errors import FormatError
from core.score.compare import Kind
from core.views.pairs import LABEL, LANE, RowPages
from gui.theme import LIGHT, text_font
from gui.widgets.compare_marks import SIGNS, paint_difference, paint_sign

if TYPE_CHECKING:
    from core.views.base import Box, Page

PAPER = (1123.0, 794.0)
"""A4 lying, at 96 dots an inch."""
MARGIN, GAP = 36.0, 20.0
COLUMN = (PAPER[0] - 2 * MARGIN - GAP) / 2
LINE = 20.0
ROW_GAP = 8.0
FOOT = 24.0
PDF_DPI = 1200
PNG_SCALE = 2.0
MOST_PIXELS = 100_000_000
"""A longer comparison is drawn at a smaller scale."""
LEAST_SCALE = 0.5
ASIDE, OVER, UNDER = 4.0, 6.0, 5.0


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is printed. `kinds`: what each note of a side shows; `legend`: the signs' counts; `lines`: further facts."""

    title: str
    names: tuple[str, str]
    rows: Sequence[RowPages]
    labels: tuple[Sequence[str], Sequence[str]]
    kinds: tuple[dict[str, Kind], dict[str, Kind]]
    legend: Sequence[tuple[Kind, int]]
    lines: Sequence[str]


def pdf(sheet: Sheet) -> bytes:
    """Return A4 pages, lying. Raises FormatError where a page cannot be drawn."""
    file = QBuffer()
    file.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(file)
    writer.setTitle(sheet.title)
    writer.setResolution(PDF_DPI)
    writer.setPageSize(QPageSize(QSizeF(*PAPER) * 25.4 / 96, QPageSize.Unit.Millimeter))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    painter = QPainter(writer)
    painter.scale(PDF_DPI / 96, PDF_DPI / 96)
    pages = list(_pages(sheet))
    for number, rows in enumerate(pages, 1):
        if number > 1:
            writer.newPage()
        y = MARGIN if number > 1 else _paint_head(painter, sheet)
        for row in rows:
            _paint_row(painter, sheet, row, y)
            y += sheet.rows[row].one.height * _scale(sheet) + ROW_GAP
        foot = QRectF(MARGIN, PAPER[1] - MARGIN, PAPER[0] - 2 * MARGIN, FOOT)
        _write(painter, foot, f"{number} / {len(pages)}", 11, Qt.AlignmentFlag.AlignHCenter, LIGHT.muted)
    painter.end()
    return bytes(file.data().data())


def png(sheet: Sheet) -> bytes:
    """Return one tall picture on white. Raises FormatError where it would be beyond all memory."""
    height = _head_height(sheet) + 2 * MARGIN + sum(r.one.height * _scale(sheet) + ROW_GAP for r in sheet.rows)
    scale = min(PNG_SCALE, (MOST_PIXELS / (PAPER[0] * height)) ** 0.5)
    if scale < LEAST_SCALE:
        raise FormatError("This comparison is too long for one picture. Export it as PDF.")
    image = QImage(round(PAPER[0] * scale), round(height * scale), QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(scale, scale)
    y = _paint_head(painter, sheet)
    for place, row in enumerate(sheet.rows):
        _paint_row(painter, sheet, place, y)
        y += row.one.height * _scale(sheet) + ROW_GAP
    painter.end()
    file = QBuffer()
    file.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(file, QByteArray(b"png")).write(image)
    return bytes(file.data().data())


def _scale(sheet: Sheet) -> float:
    return COLUMN / sheet.rows[0].one.width if sheet.rows else 1.0


def _head_height(sheet: Sheet) -> float:
    return LINE * (3.2 + len(sheet.lines)) + 12


def _pages(sheet: Sheet) -> Iterator[list[int]]:
    """Deal the rows out to pages; a row that is higher than a page has one for itself."""
    bottom = PAPER[1] - MARGIN - FOOT / 2
    y = MARGIN + _head_height(sheet)
    page: list[int] = []
    for place, row in enumerate(sheet.rows):
        height = row.one.height * _scale(sheet) + ROW_GAP
        if page and y + height > bottom:
            yield page
            page, y = [], MARGIN
        page.append(place)
        y += height
    yield page


def _paint_head(painter: QPainter, sheet: Sheet) -> float:
    """Write title, legend, facts and the names above the columns; return where the rows begin."""
    width = PAPER[0] - 2 * MARGIN
    left = Qt.AlignmentFlag.AlignLeft
    _write(painter, QRectF(MARGIN, MARGIN, width, 1.4 * LINE), sheet.title, 18, left, LIGHT.ink)
    y = MARGIN + 1.5 * LINE
    x = MARGIN
    for kind, count in sheet.legend:
        words = f"{SIGNS[kind].words} {count}" if kind in SIGNS else f"Same {count}"
        if kind in SIGNS:
            colour = QColor(SIGNS[kind].light)
            paint_sign(painter, SIGNS[kind], QPointF(x + 5, y + LINE / 2), 4.5, colour)
            x += 14
        _write(painter, QRectF(x, y, 240, LINE), words, 12, left, LIGHT.ink)
        x += QFontMetricsF(_font(12)).horizontalAdvance(words) + 20
    for line in sheet.lines:
        y += LINE
        _write(painter, QRectF(MARGIN, y, width, LINE), line, 12, left, LIGHT.muted)
    y += LINE + 4
    for side, name in enumerate(sheet.names):
        _write(painter, QRectF(MARGIN + side * (COLUMN + GAP), y, COLUMN, LINE), name, 13, left, LIGHT.ink, bold=True)
    return MARGIN + _head_height(sheet)


def _paint_row(painter: QPainter, sheet: Sheet, place: int, top: float) -> None:
    row, scale = sheet.rows[place], _scale(sheet)
    for side, page in enumerate((row.one, row.other)):
        painter.save()
        painter.translate(MARGIN + side * (COLUMN + GAP), top)
        painter.scale(scale, scale)
        _paint_signs(painter, page, sheet.kinds[side])
        renderer = QSvgRenderer(QByteArray(page.svg.encode("utf-8", "replace")))
        if not renderer.isValid():
            painter.restore()
            raise FormatError("This page is no SVG that Qt can draw.")
        renderer.render(painter, QRectF(0, 0, page.width, page.height))
        label = QRectF(8, 0, page.width - 16, LABEL)
        _write(painter, label, sheet.labels[side][place], 11, Qt.AlignmentFlag.AlignLeft, LIGHT.muted)
        painter.restore()


def _paint_signs(painter: QPainter, page: "Page", kinds: dict[str, Kind]) -> None:
    for name, box in page.boxes.items():
        kind = kinds.get(name)
        if kind in SIGNS:
            colour = QColor(SIGNS[kind].light)
            paint_difference(painter, SIGNS[kind], _area(box), (LABEL + LANE) / 2, 1.0, colour)


def _area(box: "Box") -> QRectF:
    return QRectF(box.x, box.y, box.width, box.height).adjusted(-ASIDE, -OVER, ASIDE, UNDER)


def _font(px: float, *, bold: bool = False) -> QFont:
    """Return a font in the page's own pixels: points would follow the device."""
    font = text_font()
    font.setPixelSize(round(px))
    font.setBold(bold)
    return font


def _write(
    painter: QPainter, box: QRectF, words: str, px: float, side: Qt.AlignmentFlag, colour: str, *, bold: bool = False
) -> None:
    font = _font(px, bold=bold)
    painter.setFont(font)
    painter.setPen(QColor(colour))
    shown = QFontMetricsF(font).elidedText(words, Qt.TextElideMode.ElideRight, box.width())
    painter.drawText(box, side | Qt.AlignmentFlag.AlignVCenter, shown)
