"""Find in the ABC: letter for letter, since a capital is another octave."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QWidget

from core.score.events import Span
from gui.theme import GRID, Tokens
from gui.widgets.code_editor import CodeEditor
from gui.widgets.icon_button import IconButton

TYPING_PAUSE_MS = 150


class FindBar(QWidget):
    """A line of fields in the editor's header. Enter goes on, Shift+Enter back, Esc closes."""

    opened = Signal(bool)
    """It was opened, or closed."""

    def __init__(self, editor: CodeEditor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor = editor
        self._places: list[Span] = []
        self._searched = ""
        self.field = QLineEdit(self)
        self.field.setPlaceholderText("Find in the ABC; C and c are two notes")
        self.field.setAccessibleName("Find in the ABC")
        self.field.setClearButtonEnabled(True)
        self.count = QLabel(self)
        self.count.setProperty("role", "muted")
        self.back = IconButton("up", "Previous match", "Shift+F3", self)
        self.on = IconButton("down", "Next match", "F3", self)
        self.close_button = IconButton("close", "Close the search", "Esc", self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID // 2)
        row.addWidget(self.field, 1)
        row.addSpacing(GRID // 2)
        for widget in (self.count, self.back, self.on, self.close_button):
            row.addWidget(widget)
        self._timer = QTimer(self, singleShot=True, interval=TYPING_PAUSE_MS)
        self._timer.timeout.connect(self._search_again)
        self.field.textChanged.connect(self._on_words)
        self.back.clicked.connect(lambda: self.step(-1))
        self.on.clicked.connect(lambda: self.step(1))
        self.close_button.clicked.connect(self.end)
        editor.textChanged.connect(self._on_text)
        self.hide()

    def begin(self) -> None:
        """Open, with what is selected in the editor as the words to find."""
        chosen = self._editor.textCursor().selectedText()
        if chosen and "\u2029" not in chosen:
            self.field.setText(chosen)
        self.show()
        self.opened.emit(True)
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
        self.search()

    def end(self) -> None:
        """Close and give the keyboard back to the editor."""
        self.hide()
        self._timer.stop()
        self._editor.mark_matches([])
        self._editor.setFocus(Qt.FocusReason.OtherFocusReason)
        self.opened.emit(False)

    def search(self) -> None:
        """Find every match and mark it."""
        self._timer.stop()
        self._searched = self._editor.text()
        self._places = find_all(self._searched, self.field.text())
        self._editor.mark_matches(self._places)
        self._tell(None)

    def step(self, way: int) -> None:
        """Go to the next match after the caret, or the one before it; past the end, begin again."""
        if self.isHidden():
            self.begin()
        self._search_again()
        if not self._places:
            return
        here = self._selection_start()
        if way > 0:
            found = next((i for i, place in enumerate(self._places) if (place.line, place.column) > here), 0)
        else:
            before = [i for i, place in enumerate(self._places) if (place.line, place.column) < here]
            found = before[-1] if before else len(self._places) - 1
        place = self._places[found]
        self._editor.go_to(place.line, place.column, place.length)
        self._tell(found)

    def set_colours(self, colours: Tokens) -> None:
        """Dress in a theme."""
        for button in (self.back, self.on, self.close_button):
            button.set_colours(colours)
        if not self.isHidden():
            self._editor.mark_matches(self._places)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes on, Shift+Enter back, Esc closes."""
        if event.key() == Qt.Key.Key_Escape:
            self.end()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        else:
            super().keyPressEvent(event)

    def _on_words(self) -> None:
        """Search, and go to the first match from the caret on."""
        self.search()
        here = self._selection_start()
        after = [i for i, place in enumerate(self._places) if (place.line, place.column) >= here]
        if self._places:
            found = after[0] if after else 0
            place = self._places[found]
            self._editor.go_to(place.line, place.column, place.length)
            self._tell(found)

    def _on_text(self) -> None:
        if not self.isHidden():
            self._timer.start()

    def _search_again(self) -> None:
        # colouring counts as a change of text for Qt
        if self._editor.text() != self._searched:
            self.search()

    def _selection_start(self) -> tuple[int, int]:
        line, column = self._editor.selection_start()
        return (line, column) if self._editor.textCursor().hasSelection() else (line, column - 1)

    def _tell(self, found: int | None) -> None:
        total = len(self._places)
        if not self.field.text():
            words = ""
        elif not total:
            words = "no match"
        elif found is None:
            words = "1 match" if total == 1 else f"{total:,} matches"
        else:
            words = f"{found + 1:,} of {total:,}"
        self.count.setText(words)
        for button in (self.back, self.on):
            button.setEnabled(total > 0)


def find_all(text: str, words: str) -> list[Span]:
    """Return every place of the words, in lines and columns of code points; matches do not overlap."""
    if not words:
        return []
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        place = line.find(words)
        while place >= 0:
            found.append(Span(number, place + 1, len(words)))
            place = line.find(words, place + len(words))
    return found
