"""The ABC editor: text as it is written or streamed, what is wrong with it, and the note under the cursor."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gui.document import Reading
from gui.session import Session
from gui.tables.findings import FindingsModel, summary
from gui.tables.takes import describe
from gui.theme import GRID, Tokens
from gui.widgets.code_editor import CodeEditor
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.find_bar import FindBar
from gui.widgets.folding_list import FoldingList
from gui.widgets.icon_button import IconButton
from gui.widgets.text_places import NotePlaces

EMPTY = "Generate a melody, or write ABC here:\n\nX:1\nM:3/4\nL:1/8\nK:C\nC2 D2 E2 | G4 E2 |"
WRITING = "The model is writing. Editing waits until it is done."
NAME = "editor"


class AbcEditorPanel(QWidget):
    """Text goes out by `set_text(..., "editor")` only for what a person typed, and comes in from everyone else."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._document = session.document
        self._writing = False
        self._joins = False
        self._follows = True
        self._caret_waits = False
        self._places: tuple[int, NotePlaces] | None = None
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.editor = CodeEditor(self)
        self.editor.setAccessibleName("ABC of the melody")
        self.editor.setPlaceholderText(EMPTY)
        self.status = ElidedLabel("", self)
        self.status.setProperty("role", "muted")
        self.find_bar = FindBar(self.editor, self)
        self.findings = FindingsModel(self)
        self.list = FoldingList(self.findings, self)
        self.list.view.setAccessibleName("What was found in the ABC")
        self._buttons = {
            "undo": IconButton("undo", "Undo", "Ctrl+Z", self),
            "redo": IconButton("redo", "Redo", "Ctrl+Shift+Z", self),
            "search": IconButton("search", "Find in the ABC", "Ctrl+F", self),
        }
        self._lay_out()
        self._make_actions()
        self._connect()
        self.list.fold(bool(session.get("findings_folded", False)))
        self._dress(session.theme.tokens)
        self._on_text("open")
        self._on_reading(self._document.reading)
        self._say_what()

    def find(self) -> None:  # type: ignore[override]  # Qt's own looks a window up by its number
        """Open the find bar, in the place of the headline."""
        self.find_bar.begin()

    def undo(self) -> None:
        """Take back the last change of the text."""
        self.editor.undo()

    def redo(self) -> None:
        """Make again what was taken back."""
        self.editor.redo()

    def go_to_finding(self, row: int) -> None:
        """Put the caret on a finding, and the keyboard in the editor."""
        finding = self.findings.findings[row]
        self.editor.go_to(finding.line, finding.column)
        self.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def step_finding(self, way: int) -> None:
        """Go to the next finding after the caret, or to the one before it, round and round."""
        places = [(finding.line, finding.column) for finding in self.findings.findings]
        if not places:
            self._session.message.emit("Nothing wrong found in the ABC.", "info")
            return
        here = self.editor.caret()
        after = [row for row, place in enumerate(places) if place > here]
        before = [row for row, place in enumerate(places) if place < here]
        row = (after[0] if after else 0) if way > 0 else (before[-1] if before else len(places) - 1)
        self.go_to_finding(row)
        self._session.message.emit(self.findings.findings[row].message, str(self.findings.findings[row].severity))

    # -- building -------------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        header = QHBoxLayout()
        header.setSpacing(GRID // 2)
        header.addWidget(self.status, 1)
        header.addWidget(self.find_bar, 1)
        header.addWidget(self.list.headline)
        for button in self._buttons.values():
            header.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GRID, 0, 2 * GRID, GRID)
        column.setSpacing(GRID // 2)
        column.addLayout(header)
        column.addWidget(self.editor, 1)
        column.addWidget(self.list)

    def _make_actions(self) -> None:
        for words, key, call in (
            ("Next match", "F3", lambda: self.find_bar.step(1)),
            ("Previous match", "Shift+F3", lambda: self.find_bar.step(-1)),
        ):
            action = QAction(words, self)
            action.setShortcut(QKeySequence(key))
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.triggered.connect(call)
            self.addAction(action)

    def _connect(self) -> None:
        document, editor = self._document, self.editor
        document.text_changed.connect(self._on_text)
        document.reading_ready.connect(self._on_reading)
        document.cursor_moved.connect(self._on_cursor)
        document.takes_changed.connect(self._say_what)
        document.song_changed.connect(self._say_what)
        self._session.generating.connect(self._on_generating)
        self._session.theme.changed.connect(self._dress)
        editor.edited.connect(self._on_edited)
        editor.caret_moved.connect(self._on_caret)
        editor.undoAvailable.connect(self._allow)
        editor.redoAvailable.connect(self._allow)
        self._allow()
        self._buttons["undo"].clicked.connect(self.undo)
        self._buttons["redo"].clicked.connect(self.redo)
        self._buttons["search"].clicked.connect(self.find)
        self.find_bar.opened.connect(self._on_finding)
        self.list.chosen.connect(self.go_to_finding)
        self.list.folded.connect(lambda folded: self._session.put("findings_folded", folded))

    def _dress(self, colours: Tokens) -> None:
        self.editor.set_colours(colours)
        self.find_bar.set_colours(colours)
        self.findings.set_colours(colours)
        self.list.set_colours(colours)
        for button in self._buttons.values():
            button.set_colours(colours)
        self._mark_note()

    def _on_finding(self, begun: bool) -> None:
        self.status.setVisible(not begun)
        self._buttons["search"].setVisible(not begun)
        self.list.headline.setVisible(not begun)

    # -- text -----------------------------------------------------------------------------------------------------

    def _on_edited(self, text: str) -> None:
        self._joins = False
        self._caret_waits = True
        self._document.set_text(text, NAME)

    def _on_text(self, origin: str) -> None:
        if origin == NAME:
            return
        follow = self._writing and self.editor.at_end()
        self.editor.show_text(self._document.text, fresh=origin == "open", join=self._joins and origin == "model")
        self._joins = origin == "model"
        if follow:
            self.editor.follow_end()

    def _on_reading(self, reading: Reading) -> None:
        if self._writing:
            return
        found = reading.tune.diagnostics if reading.text.strip() else ()
        self.findings.set_findings(found)
        self.editor.set_findings(found)
        if reading.text.strip():
            self.list.say(summary(found), "check", "second")
        else:
            self.list.say("Nothing to check yet", "info", "muted")
        if self._caret_waits:
            self._on_caret(*self.editor.caret())
        self._mark_note()

    def _on_generating(self, begun: bool) -> None:
        self._writing = begun
        self._joins = False
        self.editor.setReadOnly(begun)
        if begun:
            self.editor.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
            self.findings.set_findings(())
            self.editor.set_findings(())
            self.list.say("Checked when the model is done", "info", "muted")
            self.editor.follow_end()
        else:
            self._on_reading(self._document.reading)
        self._allow()
        self._say_what()

    def _allow(self) -> None:
        steps = self.editor.document()
        self._buttons["undo"].setEnabled(not self._writing and steps.isUndoAvailable())
        self._buttons["redo"].setEnabled(not self._writing and steps.isRedoAvailable())

    def _say_what(self) -> None:
        take = self._document.take()
        if self._writing:
            self.status.setText(WRITING)
        elif take is not None:
            self.status.setText(f"{take.name or 'Take'} · {describe(take)}")
        elif self._document.song.reference is not None and self._document.text:
            self.status.setText("Reference")
        else:
            self.status.setText("")

    # -- cursor ---------------------------------------------------------------------------------------------------

    def _notes(self) -> NotePlaces | None:
        """Return where the notes stand; None while the text is ahead of what was read from it."""
        reading = self._document.reading
        if reading.revision != self._document.revision:
            return None
        if self._places is None or self._places[0] != reading.revision:
            self._places = (reading.revision, NotePlaces(reading.score))
        return self._places[1]

    def _on_caret(self, line: int, column: int) -> None:
        notes = self._notes()
        self._caret_waits = notes is None
        if notes is not None and not self._writing:
            self._document.move_cursor(notes.at(line, column), NAME)

    def _on_cursor(self, identity: str, origin: str) -> None:
        self._mark_note()
        notes = self._notes()
        span = notes.span(identity) if notes is not None else None
        if origin != NAME and span is not None and not self._writing:
            self._caret_waits = False
            self.editor.show_place(span.line, span.column)

    def _mark_note(self) -> None:
        notes = self._notes()
        if notes is not None:
            self.editor.mark_note(notes.span(self._document.cursor))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the window's font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ApplicationFontChange:
            self._dress(self._session.theme.tokens)
