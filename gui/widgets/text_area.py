"""A few lines of text of any script: to read and copy, as a prompt or a reply, or to write."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from gui.theme import bengali_font

FRAME = 20
"""Border, padding and the document's margin, above and below."""


class TextArea(QPlainTextEdit):
    """As high as its lines. Tab goes on to the next field; text that is only read can be selected by keys."""

    def __init__(self, name: str, lines: int = 8, *, writable: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines = lines
        self.setAccessibleName(name)
        self.setFont(bengali_font(12))
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        if not writable:
            self.setReadOnly(True)
            self.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )

    def show_text(self, text: str) -> None:
        """Show another text; the same one stays where it is."""
        if text != self.toPlainText():
            self.setPlainText(text)

    def sizeHint(self) -> QSize:
        """Ask for its lines."""
        return QSize(super().sizeHint().width(), self.fontMetrics().lineSpacing() * self._lines + FRAME)

    def minimumSizeHint(self) -> QSize:
        """Ask for three lines at least."""
        return QSize(80, self.fontMetrics().lineSpacing() * 3 + FRAME)
