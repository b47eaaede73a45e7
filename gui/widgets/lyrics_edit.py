"""A field for lyrics: Bengali a fifth larger, plain text only, and an undo that survives."""

import re

from PySide6.QtCore import QMimeData, QSize, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QTextCursor, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from gui.theme import bengali_font

LINES = 4
_LINE_ENDS = re.compile("\r\n|[\r\u2028\u2029]")


class LyricsEdit(QPlainTextEdit):
    """Several lines of text. Tab goes on to the next field; dropped files are left to the panel."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFont(bengali_font())
        self.setProperty("role", "bengali")
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WordWrap)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setPlaceholderText("Type or paste the lyrics, or take a sample")

    def take(self, text: str, *, afresh: bool = False) -> None:
        """Show a text that was changed elsewhere; `afresh` begins a new history, else it can be undone."""
        if text == self.toPlainText():
            if afresh:
                self.document().clearUndoRedoStacks()
            return
        blocked = self.blockSignals(True)
        if afresh:
            self.setPlainText(text)
        else:
            cursor = QTextCursor(self.document())
            cursor.select(QTextCursor.SelectionType.Document)
            cursor.insertText(text)
        self.blockSignals(blocked)

    def sizeHint(self) -> QSize:
        """Ask for five lines of the size the text has."""
        return QSize(super().sizeHint().width(), self._height(LINES))

    def minimumSizeHint(self) -> QSize:
        """Ask for three lines at least."""
        return QSize(80, self._height(3))

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Take text, but no files."""
        return source.hasText() and not source.hasUrls()

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste the text without its dress, and without signs that no lyrics hold."""
        if source.hasText():
            plain = _LINE_ENDS.sub("\n", source.text()).replace("\0", "").removeprefix("\ufeff")
            self.textCursor().insertText(plain)
            self.ensureCursorVisible()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Let files pass to the panel."""
        if event.mimeData().hasUrls():
            event.ignore()
        else:
            super().dragEnterEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Let files pass to the panel."""
        if event.mimeData().hasUrls():
            event.ignore()
        else:
            super().dragMoveEvent(event)

    def _height(self, lines: int) -> int:
        margins = self.contentsMargins()
        frame = margins.top() + margins.bottom() + round(2 * self.document().documentMargin())
        return self.fontMetrics().lineSpacing() * lines + frame
