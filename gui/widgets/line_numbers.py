"""The margin of the code editor: line numbers, and a sign where something was found."""

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QTextBlock
from PySide6.QtWidgets import QPlainTextEdit, QToolTip, QWidget

from core.score.diagnostic import Diagnostic, Severity
from gui import icons
from gui.theme import GRID, LIGHT, Tokens

ORDER = (Severity.INFO, Severity.WARNING, Severity.ERROR)


class LineNumbers(QWidget):
    """Drawn beside an editor, which tells it what was found on which line."""

    pressed = Signal(int)
    """A person clicked beside a line, counted from 1."""

    def __init__(self, editor: QPlainTextEdit) -> None:
        super().__init__(editor)
        self._editor = editor
        self._colours = LIGHT
        self._findings: tuple[Diagnostic, ...] = ()
        self._worst: dict[int, Severity] = {}

    def set_findings(self, findings: tuple[Diagnostic, ...]) -> None:
        """Mark each line with the worst that was found there."""
        self._findings, self._worst = findings, {}
        for finding in findings:
            other = self._worst.get(finding.line, finding.severity)
            self._worst[finding.line] = max(finding.severity, other, key=ORDER.index)
        self.update()

    def findings_on(self, line: int) -> list[str]:
        """Return what was found on a line."""
        return [told(finding) for finding in self._findings if finding.line == line]

    def set_colours(self, colours: Tokens) -> None:
        """Dress in a theme."""
        self._colours = colours
        self.update()

    def lines_on_screen(self) -> Iterator[tuple[int, int]]:
        """Give the 0-based number and the top, in pixels, of every line on screen."""
        editor = self._editor
        block = editor.firstVisibleBlock()
        offset = editor.contentOffset()
        bottom = editor.viewport().height()
        while block.isValid():
            top = round(editor.blockBoundingGeometry(block).translated(offset).top())
            if top > bottom:
                return
            yield block.blockNumber(), top
            block = block.next()

    def room(self) -> int:
        """Return the width that the signs and the numbers need, two digits at least."""
        metrics = self._editor.fontMetrics()
        digits = max(2, len(str(self._editor.blockCount())))
        return GRID // 2 + self._sign_size() + GRID // 2 + metrics.horizontalAdvance("9") * digits + GRID

    def sizeHint(self) -> QSize:
        """Return the width needed; the height is the editor's."""
        return QSize(self.room(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the numbers of the lines on screen."""
        painter = QPainter(self)
        painter.setFont(self._editor.font())
        colours = self._colours
        current = self._editor.textCursor().blockNumber()
        height, size = self._editor.fontMetrics().height(), self._sign_size()
        for number, top in self.lines_on_screen():
            if top > event.rect().bottom():
                break
            line = self._line_box(number, top, height)
            painter.setPen(QColor(colours.ink if number == current else colours.muted))
            painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(number + 1))
            worst = self._worst.get(number + 1)
            if worst is not None:
                name, colour = icons.SEVERITY_SIGNS[worst]
                picture = icons.pixmap(name, getattr(colours, colour), size)
                painter.drawPixmap(QPoint(GRID // 2, top + (height - size) // 2 + self._base_shift(number)), picture)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Put the caret on the line."""
        number = self._line_under(event.position().toPoint())
        if number is not None:
            self.pressed.emit(number + 1)
            self._editor.setFocus(Qt.FocusReason.MouseFocusReason)

    def event(self, event: QEvent) -> bool:
        """Say what was found on the line under the mouse."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            number = self._line_under(event.pos())
            found = [] if number is None else self.findings_on(number + 1)
            QToolTip.showText(event.globalPos(), "\n".join(found), self)
            return True
        return super().event(event)

    def _line_under(self, point: QPoint) -> int | None:
        found = None
        for number, top in self.lines_on_screen():
            if top > point.y():
                break
            found = number
        return found

    def _line_box(self, number: int, top: int, height: int) -> QRect:
        return QRect(0, top + self._base_shift(number), self.width() - GRID, height)

    def _base_shift(self, number: int) -> int:
        """Return how much lower a line's text stands for its taller Bengali letters."""
        block: QTextBlock = self._editor.document().findBlockByNumber(number)
        layout = block.layout()
        if layout is None or not layout.lineCount():
            return 0
        return round(max(0.0, layout.lineAt(0).ascent() - self._editor.fontMetrics().ascent()))

    def _sign_size(self) -> int:
        return max(12, self._editor.fontMetrics().height() - 3)


def told(finding: Diagnostic) -> str:
    """Return what a finding says, and how it can be mended at once."""
    return f"{finding.message} Fix (Alt+Enter): {finding.fix.title}." if finding.fix else finding.message
