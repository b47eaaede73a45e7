"""The ABC editor: text as it is written or streamed, what is wrong with it, and the note under the cursor."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from core.formats.abc.repair import Repaired
from core.score.diagnostic import Diagnostic
from gui.dialogs.repaired import RepairedDialog
from gui.document import Reading
from gui.panels.repairs import Repairs
from gui.panels.text_selection import TextSelection
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
WRITING = "The model is writing"
WAITS = f"{WRITING}. Editing waits until it is done."
REPAIR = "Repair what needs no choice, in a new take (Ctrl+Shift+R)"
ASK = "Ask the chosen model to repair the tune, in a new take (Ctrl+Shift+Enter)"
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
        self.repairs = Repairs(session, self)
        self.selection = TextSelection(session, self.editor, self._notes)
        self.repair_button = _flat("Repair all", self)
        self.ask_button = _flat("Ask the model", self)
        self._repairing = False
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

    def fix_here(self) -> None:
        """Make the fix of the finding under the caret, or on the caret's line; of the row the keyboard is on."""
        row = self.list.row()
        if row is None:
            row = self._row_at(*self.editor.caret())
        if row is None:
            self._session.message.emit("There is no fix for anything on this line.", "info")
        else:
            self.fix_finding(row)

    def fix_finding(self, row: int) -> None:
        """Make the fix of a finding."""
        finding = self.findings.findings[row]
        if finding.fix is not None and not self._writing and self.repairs.fix(finding):
            self._session.message.emit(f"{finding.fix.title}: done at {finding.line}:{finding.column}.", "info")

    def repair_all(self) -> None:
        """Repair what needs no choice, in a new take, and show what was changed."""
        if self._writing:
            return
        if self.repairs.some:
            self.repairs.fix_all()
        else:
            self._session.message.emit(self._why_no_repair(), "info")

    def _row_at(self, line: int, column: int) -> int | None:
        rows = [row for row, finding in enumerate(self.findings.findings) if finding.fix and finding.line == line]
        found = self.findings.findings
        near = [row for row in rows if found[row].column <= column <= found[row].column + found[row].length]
        return next(iter(near or rows), None)

    # -- building -------------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        header = QHBoxLayout()
        header.setSpacing(GRID // 2)
        header.addWidget(self.status, 1)
        header.addWidget(self.find_bar, 1)
        header.addWidget(self.list.headline)
        for words in (self.repair_button, self.ask_button):
            # a narrow panel does without them: the menu has both
            words.setMinimumWidth(1)
            header.addWidget(words)
            header.addSpacing(GRID // 2)
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
        self.list.pressed.connect(self.fix_finding)
        self.repair_button.clicked.connect(self.repair_all)
        self.ask_button.clicked.connect(self._session.repair_asked)
        self.repairs.found.connect(self._on_fixes)
        self.repairs.repaired.connect(self._on_repaired)
        self.repairs.busy.connect(self._on_repairing)
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
        self._fit_buttons()

    # -- text -----------------------------------------------------------------------------------------------------

    def _on_edited(self, text: str) -> None:
        self._joins = False
        self._caret_waits = True
        self._document.set_text(text, NAME)

    def _on_text(self, origin: str) -> None:
        if origin == NAME:
            return
        follow = self._writing and self.editor.at_end()
        # what a model streams and the take that comes of it are one step of undo
        join = self._joins and origin in ("model", "take")
        self.editor.show_text(self._document.text, fresh=origin == "open", join=join)
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
        self.repairs.look(reading)
        self._allow_repair()
        if self._caret_waits:
            self._on_caret(*self.editor.caret())
        self._mark_note()

    # -- repair ---------------------------------------------------------------------------------------------------

    def _on_fixes(self, found: Sequence[Diagnostic]) -> None:
        if not self._writing and self._document.text.strip():
            self.findings.set_findings(found)
            self.editor.set_findings(found)
        self._allow_repair()

    def _on_repairing(self, begun: bool) -> None:
        self._repairing = begun
        self._allow_repair()

    def _on_repaired(self, made: Repaired, take_id: str) -> None:
        document = self._document

        def undo() -> None:
            take = next((take for take in document.song.takes if take.id == take_id), None)
            if take is not None:
                document.remove_take(take_id)
                if any(other.id == take.parent for other in document.song.takes):
                    document.show_take(take.parent)

        RepairedDialog(made, undo, self.window()).open()

    def _allow_repair(self) -> None:
        some = bool(self.findings.findings) and not self._writing
        can = some and self.repairs.some and not self._repairing
        self.repair_button.setEnabled(can)
        self.repair_button.setToolTip(REPAIR if can else self._why_no_repair())
        self.ask_button.setEnabled(some)
        self.ask_button.setToolTip(ASK if some else self._why_no_repair())
        self._fit_buttons()

    def _why_no_repair(self) -> str:
        if self._writing:
            return WAITS
        if self._repairing:
            return "The tune is being repaired."
        if not self.findings.findings:
            return "Nothing wrong was found, so there is nothing to repair."
        return "What was found needs your choice; see the list."

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
        self._allow_repair()
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
        if notes is not None and not self._writing and not self.editor.textCursor().hasSelection():
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

    def _fit_buttons(self) -> None:
        """Show the words beside the headline as far as there is room for them."""
        room = self.width() - 4 * GRID - sum(button.sizeHint().width() + GRID for button in self._buttons.values())
        room -= self.list.headline.sizeHint().width()
        for words in (self.repair_button, self.ask_button):
            room -= words.sizeHint().width() + GRID
            words.setVisible(room >= 0 and not self.find_bar.isVisibleTo(self))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Make room."""
        super().resizeEvent(event)
        self._fit_buttons()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the window's font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ApplicationFontChange:
            self._dress(self._session.theme.tokens)


def _flat(words: str, parent: QWidget) -> QPushButton:
    button = QPushButton(words, parent)
    button.setProperty("role", "link")
    button.setEnabled(False)
    return button
