"""The ABC editor itself: numbers, colours, findings underlined, notes marked, places in code points."""

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QEvent, QMimeData, QPoint, QRect, QRectF, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QFrame, QPlainTextDocumentLayout, QPlainTextEdit, QTextEdit, QToolTip, QWidget

from core.score.diagnostic import Diagnostic, Severity
from core.score.events import Span
from gui.icons import SEVERITY_SIGNS
from gui.theme import LIGHT, Tokens, mono_font
from gui.widgets.highlighter import AbcHighlighter
from gui.widgets.line_numbers import ORDER, LineNumbers, told
from gui.widgets.text_places import editable, to_code_points, to_utf16

UNDERLINES = {
    Severity.ERROR: QTextCharFormat.UnderlineStyle.WaveUnderline,
    Severity.WARNING: QTextCharFormat.UnderlineStyle.DashUnderline,
    Severity.INFO: QTextCharFormat.UnderlineStyle.DotLine,
}
MOST_MATCHES = 500
"""More matches than this are counted but not marked."""


NEAR_LINES = 80
"""Findings this far from the screen are underlined already; no screen shows twice as many lines."""
FEWEST_LINES = 4
LINE_GAP = 0.3
"""Air between lines, in heights of a line."""


class AiryLayout(QPlainTextDocumentLayout):
    """Qt's layout of plain text with air under every line, which Qt offers for rich text only."""

    gap = 0

    def blockBoundingRect(self, block: QTextBlock) -> QRectF:
        """Return a line's box with the air under it."""
        box = super().blockBoundingRect(block)
        return box.adjusted(0, 0, 0, self.gap) if block.isValid() else box


class CodeEditor(QPlainTextEdit):
    """A plain text editor whose lines and columns are 1-based and in code points, as core's are."""

    edited = Signal(str)
    """A person changed the text."""
    caret_moved = Signal(int, int)
    """A person moved the caret: line and column."""
    chosen = Signal()
    """A person changed what is selected."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.colours = LIGHT
        self._text = ""
        self._quiet = False
        self._findings: tuple[Diagnostic, ...] = ()
        self._finding_marks: list[QTextEdit.ExtraSelection] = []
        self._underlined = range(0)
        self._note_marks: list[QTextEdit.ExtraSelection] = []
        self._match_marks: list[QTextEdit.ExtraSelection] = []
        self._chosen_marks: list[QTextEdit.ExtraSelection] = []
        self._layout = AiryLayout(self.document())
        self.document().setDocumentLayout(self._layout)
        self._set_font()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setCenterOnScroll(False)
        self._numbers = LineNumbers(self)
        self._numbers.pressed.connect(lambda line: self.go_to(line, 1))
        self.highlighter = AbcHighlighter(self.document(), self.colours, self.font())
        self.blockCountChanged.connect(self._make_room)
        self.verticalScrollBar().valueChanged.connect(self._on_scroll)
        self.updateRequest.connect(self._scroll_numbers)
        self.textChanged.connect(self._on_text)
        self.cursorPositionChanged.connect(self._on_caret)
        self.selectionChanged.connect(lambda: None if self._quiet else self.chosen.emit())
        self._make_room()

    # -- text -----------------------------------------------------------------------------------------------------

    def text(self) -> str:
        """Return the text, letter for letter; Qt's own reading of it would lose hard spaces."""
        return self._text

    def show_text(self, text: str, *, fresh: bool = False, join: bool = False) -> None:
        """Replace the text without a word about it. Only what differs is touched, so the caret stays where it was.

        It is one step of undo; `join` makes it part of the step before, `fresh` forgets all steps.
        """
        text = editable(text)
        if text == self._text and not fresh:
            return
        self._quiet = True
        if fresh:
            self.setPlainText(text)
        else:
            self._replace_middle(text, join=join)
        self._text = text
        self._quiet = False

    def follow_end(self) -> None:
        """Scroll to the last line."""
        bar = self.verticalScrollBar()
        bar.setValue(bar.maximum())

    def at_end(self) -> bool:
        """Say whether the last line is on screen."""
        bar = self.verticalScrollBar()
        return bar.value() >= bar.maximum() - 1

    def _replace_middle(self, text: str, *, join: bool) -> None:
        old, start = self._text, _shared_start(self._text, text)
        most = min(len(old), len(text)) - start
        end = min(most, _shared_start(old[::-1], text[::-1]))
        cursor = QTextCursor(self.document())
        cursor.joinPreviousEditBlock() if join else cursor.beginEditBlock()
        before = to_utf16(old, start)
        cursor.setPosition(before)
        cursor.setPosition(before + to_utf16(old[start : len(old) - end], len(old)), QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(text[start : len(text) - end])
        cursor.endEditBlock()

    def _on_text(self) -> None:
        # Qt says this of every line that is coloured, too
        if self._quiet or self.highlighter.colouring:
            return
        text = self.document().toRawText().replace("\u2029", "\n")
        if text != self._text:
            self._text = text
            self.edited.emit(text)

    # -- places ---------------------------------------------------------------------------------------------------

    def caret(self) -> tuple[int, int]:
        """Return the caret's line and column."""
        return self._place(self.textCursor())

    def selection_start(self) -> tuple[int, int]:
        """Return where the selection begins; the caret's place where nothing is selected."""
        cursor = self.textCursor()
        cursor.setPosition(cursor.selectionStart())
        return self._place(cursor)

    def selection(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return where the selection begins and ends; both the caret's place where nothing is selected."""
        cursor = self.textCursor()
        stop = QTextCursor(cursor)
        stop.setPosition(cursor.selectionEnd())
        return self.selection_start(), self._place(stop)

    def go_to(self, line: int, column: int, length: int = 0) -> None:
        """Put the caret at a place, select so many code points after it, and bring it into view."""
        cursor = self._cursor(line, column, length)
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    def show_place(self, line: int, column: int) -> None:
        """Put the caret at a place without a word about it."""
        self._quiet = True
        self.go_to(line, column)
        self._quiet = False
        self._numbers.update()
        self._mark()

    def _place(self, cursor: QTextCursor) -> tuple[int, int]:
        block = cursor.block()
        return block.blockNumber() + 1, to_code_points(block.text(), cursor.positionInBlock()) + 1

    def _cursor(self, line: int, column: int, length: int = 0) -> QTextCursor:
        last = self.blockCount()
        block = self.document().findBlockByNumber(max(1, min(line, last)) - 1)
        text = block.text()
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + to_utf16(text, column - 1))
        if length:
            end = block.position() + to_utf16(text, column - 1 + length)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _on_caret(self) -> None:
        self._numbers.update()
        self.viewport().update()
        self._mark()
        if not self._quiet:
            self.caret_moved.emit(*self.caret())

    # -- marks ----------------------------------------------------------------------------------------------------

    def set_findings(self, findings: Sequence[Diagnostic]) -> None:
        """Underline what was found; the worst is drawn last."""
        self._findings = tuple(findings)
        self._numbers.set_findings(self._findings)
        self._underline()

    def findings_at(self, line: int, column: int) -> list[str]:
        """Return what was found at a place."""
        return [
            told(finding)
            for finding in self._findings
            if finding.line == line and finding.column <= column < finding.column + max(1, finding.length)
        ]

    def mark_note(self, span: Span | None) -> None:
        """Mark the note that the cursor is on."""
        marks = []
        if span is not None:
            shape = QTextCharFormat()
            shape.setBackground(QColor(self.colours.accent_soft))
            marks.append(_selection(self._cursor(span.line, span.column, span.length), shape))
        self._note_marks = marks
        self._mark()

    def mark_chosen(self, places: Sequence[Span]) -> None:
        """Mark the notes that are chosen."""
        if not places and not self._chosen_marks:
            return
        shape = QTextCharFormat()
        shape.setBackground(QColor(self.colours.second_soft))
        self._chosen_marks = [
            _selection(self._cursor(place.line, place.column, place.length), shape) for place in places
        ]
        self._mark()

    def mark_matches(self, places: Sequence[Span]) -> None:
        """Mark what the find bar found."""
        shape = QTextCharFormat()
        shape.setBackground(QColor(self.colours.second_soft))
        self._match_marks = [
            _selection(self._cursor(place.line, place.column, place.length), shape) for place in places[:MOST_MATCHES]
        ]
        self._mark()

    def set_colours(self, colours: Tokens) -> None:
        """Dress in a theme."""
        self.colours = colours
        self._numbers.set_colours(colours)
        self._set_font()
        self.highlighter.set_colours(colours, self.font())
        self.set_findings(self._findings)
        self._make_room()

    def _underline(self) -> None:
        """Underline what was found on screen and near it; a text can have a thousand findings."""
        first = self.firstVisibleBlock().blockNumber() + 1
        self._underlined = range(first - NEAR_LINES, first + 2 * NEAR_LINES)
        near = [finding for finding in self._findings if finding.line in self._underlined]
        self._finding_marks = [
            self._finding_mark(finding) for finding in sorted(near, key=lambda row: ORDER.index(row.severity))
        ]
        self._mark()

    def _on_scroll(self) -> None:
        first = self.firstVisibleBlock().blockNumber() + 1
        middle = self._underlined.start + NEAR_LINES
        if self._findings and abs(first - middle) > NEAR_LINES // 2:
            self._underline()

    def _set_font(self) -> None:
        self.setFont(mono_font())
        height = self.fontMetrics().height()
        self._layout.gap = round(LINE_GAP * height)
        self.setMinimumHeight(FEWEST_LINES * (height + self._layout.gap))

    def _finding_mark(self, finding: Diagnostic) -> QTextEdit.ExtraSelection:
        shape = QTextCharFormat()
        shape.setUnderlineStyle(UNDERLINES[finding.severity])
        shape.setUnderlineColor(QColor(getattr(self.colours, SEVERITY_SIGNS[finding.severity][1])))
        cursor = self._cursor(finding.line, finding.column, max(1, finding.length))
        if not cursor.hasSelection() and not cursor.atBlockStart():
            cursor.movePosition(QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.KeepAnchor)
        return _selection(cursor, shape)

    def _mark(self) -> None:
        self.setExtraSelections([*self._chosen_marks, *self._note_marks, *self._match_marks, *self._finding_marks])

    # -- Qt -------------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the current line's ground, its air shared above and below, then the text."""
        block, gap = self.textCursor().block(), self._layout.gap
        box = self.blockBoundingGeometry(block).translated(self.contentOffset())
        painter = QPainter(self.viewport())
        height = block.layout().boundingRect().height() + gap
        shade = QRectF(0, box.top() - gap / 2, self.viewport().width(), height)
        painter.fillRect(shade, QColor(self.colours.hover))
        painter.end()
        super().paintEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        """Show what was found under the mouse."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            found = self._under(event.pos())
            words = "".join(f"<p style='margin:2px 0'>{escape(message)}</p>" for message in found)
            QToolTip.showText(event.globalPos(), words, self)
            return True
        return super().viewportEvent(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Take dropped text, and leave dropped files to the window."""
        return not source.hasUrls() and super().canInsertFromMimeData(source)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the numbers beside the text."""
        super().resizeEvent(event)
        self._make_room()

    def _under(self, point: QPoint) -> list[str]:
        cursor = self.cursorForPosition(point)
        if not self.cursorRect(cursor).adjusted(-16, -2, 16, 2).contains(point):
            return []
        line, column = self._place(cursor)
        found = self.findings_at(line, column)
        return found or self.findings_at(line, column - 1)

    def _make_room(self) -> None:
        room = self._numbers.room()
        self.setViewportMargins(room, 0, 0, 0)
        inside = self.contentsRect()
        self._numbers.setGeometry(QRect(inside.left(), inside.top(), room, inside.height()))

    def _scroll_numbers(self, area: QRect, moved: int) -> None:
        if moved:
            self._numbers.scroll(0, moved)
        else:
            self._numbers.update(0, area.y(), self._numbers.width(), area.height())


def _selection(cursor: QTextCursor, shape: QTextCharFormat) -> QTextEdit.ExtraSelection:
    found = QTextEdit.ExtraSelection()
    found.cursor = cursor
    found.format = shape
    return found


def _shared_start(one: str, two: str) -> int:
    """Return how many characters two texts share at their start, by halving."""
    low, high = 0, min(len(one), len(two))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == two[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
