"""The pages of one drawing, to point and type at."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from gui.theme import Theme
from gui.widgets.page_view import PageView

REACH = 10.0
"""Pixels around a note in which a click still means it."""
ARROWS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}


class SvgPages(PageView):
    """Pages whose notes can be clicked and walked through.

    It moves nothing by itself but the scroll bars: which note is meant it tells by signals, and its owner answers with
    `set_cursor`, `set_selection`, `set_zoom`.
    """

    note_clicked = Signal(str)
    note_double_clicked = Signal(str)
    """Also for Enter on the cursor's note."""
    note_reached = Signal(str)
    """The keyboard moved to this note."""
    note_extended = Signal(str)
    """A selection is to reach from the cursor to this note: Shift with arrows or a click, or the mouse was drawn."""
    focus_changed = Signal(bool)

    def __init__(self, theme: Theme, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(theme, name, parent)
        self._pressed = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom_stepped.emit(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
        else:
            super().wheelEvent(event)

    def _note_under(self, event: QMouseEvent) -> str:
        if self._stack is None:
            return ""
        return self._stack.near(event.position() + self._offset(), self.viewport().width(), REACH)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Click a note."""
        if event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self._pressed = self._note_under(event)
        if self._pressed:
            shifted = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            (self.note_extended if shifted and self._marks.cursor else self.note_clicked).emit(self._pressed)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show a hand over notes; drawn from note to note the mouse chooses a stretch."""
        note = self._note_under(event)
        hand = Qt.CursorShape.PointingHandCursor if note else Qt.CursorShape.ArrowCursor
        if self.viewport().cursor().shape() != hand:
            self.viewport().setCursor(hand)
        if note and self._pressed and note != self._pressed and event.buttons() & Qt.MouseButton.LeftButton:
            self._pressed = note
            self.note_extended.emit(note)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a drag."""
        self._pressed = ""
        super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Double-click a note."""
        note = self._note_under(event)
        if note and event.button() == Qt.MouseButton.LeftButton:
            self.note_double_clicked.emit(note)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from note to note; Enter is a double click on the cursor's note."""
        key, modifiers = Qt.Key(event.key()), event.modifiers()
        control = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._marks.cursor:
            self.note_double_clicked.emit(self._marks.cursor)
        elif key in ARROWS and not control:
            self._go(self._beside(*ARROWS[key]), modifiers)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._go(self._end(last=key == Qt.Key.Key_End, whole=control), modifiers)
        else:
            super().keyPressEvent(event)

    def _go(self, note_id: str, modifiers: Qt.KeyboardModifier) -> None:
        if note_id:
            shifted = modifiers & Qt.KeyboardModifier.ShiftModifier
            (self.note_extended if shifted else self.note_reached).emit(note_id)

    def _beside(self, steps: int, rows: int) -> str:
        """Return the next note in time, or in the line above or below; the first in sight where there is no cursor."""
        places = self.map
        if places is None:
            return ""
        cursor = places.note(self._marks.cursor)
        if cursor not in places.spots:
            return next((name for name, _ in self._anchors() if name), places.end("", last=False))
        return places.after(cursor, steps) if steps else places.beside(cursor, rows)

    def _end(self, *, last: bool, whole: bool) -> str:
        places = self.map
        if places is None:
            return ""
        cursor = places.note(self._marks.cursor)
        if whole or cursor not in places.spots:
            return places.end(cursor if cursor in places.spots else "", last=last)
        return places.end_of_line(cursor, last=last)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell who draws the frame."""
        super().focusInEvent(event)
        self.focus_changed.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell who draws the frame."""
        super().focusOutEvent(event)
        self.focus_changed.emit(False)
