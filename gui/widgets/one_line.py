"""Draws cells of one line quickly: a text is shaped once, not with each look at it, and no style sheet is asked.

A screen of forty rows of Bengali would else take the GUI thread longer than a person should wait for it.
"""

from collections import OrderedDict

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPixmap, QStaticText
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from gui.theme import Theme

KEPT = 1200
"""Texts in memory, a few screens full of rows."""
EDGE = 7
Roles = Qt.ItemDataRole


class OneLine(QStyledItemDelegate):
    """Draws sign, text and ground of a cell from the model's roles; the text is never markup."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lines: OrderedDict[tuple[str, int, str], QStaticText] = OrderedDict()

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw a cell."""
        tokens, rect = self._theme.tokens, option.rect
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if chosen:
            painter.fillRect(rect, QColor(tokens.accent_soft))
        room = rect.adjusted(EDGE, 0, -EDGE, 0)
        sign = index.data(Roles.DecorationRole)
        if isinstance(sign, QPixmap):
            size = sign.deviceIndependentSize()
            painter.drawPixmap(QPointF(room.left(), round(room.center().y() - size.height() / 2 + 1)), sign)
            room.setLeft(room.left() + round(size.width()) + EDGE)
        text = index.data(Roles.DisplayRole)
        if not text:
            return
        given = index.data(Roles.FontRole)
        font = given if isinstance(given, QFont) else option.font
        colour = None if chosen else index.data(Roles.ForegroundRole)
        line = self._line(str(text), room.width(), font)
        width, height = line.size().width(), line.size().height()
        side = index.data(Roles.TextAlignmentRole) or Qt.AlignmentFlag.AlignLeft
        free = room.width() - width
        left = free if side & Qt.AlignmentFlag.AlignRight else free / 2 if side & Qt.AlignmentFlag.AlignHCenter else 0
        painter.setFont(font)
        painter.setPen(colour if isinstance(colour, QColor) else QColor(tokens.ink))
        painter.drawStaticText(QPointF(room.left() + max(0.0, left), round(room.center().y() - height / 2 + 1)), line)

    def _line(self, text: str, width: int, font: QFont) -> QStaticText:
        key = (text, width, font.key())
        found = self._lines.get(key)
        if found is None:
            cut = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, width)
            found = QStaticText(cut)
            found.setTextFormat(Qt.TextFormat.PlainText)
            found.prepare(font=font)
            self._lines[key] = found
            while len(self._lines) > KEPT:
                self._lines.popitem(last=False)
        return found
