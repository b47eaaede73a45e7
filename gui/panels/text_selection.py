"""The one selection, as the editor has it: selected text chooses its notes, notes chosen elsewhere are marked in it."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent

from gui.session import Session
from gui.widgets.code_editor import CodeEditor
from gui.widgets.page_map import between
from gui.widgets.text_places import NotePlaces

NAME = "editor"


class TextSelection(QObject):
    """Ties an editor's selection to the session's. `notes` tells where notes stand, or None while that is not known."""

    def __init__(self, session: Session, editor: CodeEditor, notes: Callable[[], NotePlaces | None]) -> None:
        super().__init__(editor)
        self._session = session
        self._editor = editor
        self._notes = notes
        # a keystroke moves the caret before the text has changed: what is chosen is looked at after both
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._choose)
        editor.chosen.connect(self._soon.start)
        editor.caret_moved.connect(lambda *_: self._soon.start())
        editor.installEventFilter(self)
        session.selected.connect(self._mark)
        session.document.reading_ready.connect(self._mark)
        session.theme.changed.connect(self._mark)

    def _choose(self) -> None:
        """Choose the notes that the selected text touches, with all that sounds meanwhile; none where there is none."""
        notes, document = self._notes(), self._session.document
        if notes is None or self._editor.isReadOnly():
            return
        start, stop = self._editor.selection()
        found = notes.within(start, stop) if start != stop else []
        if not found:
            self._session.select([])
            if start != stop:
                document.move_cursor(notes.at(*self._editor.caret()), NAME)
            return
        order = {moment.id: moment.onset for moment in document.reading.written.moments}
        known = sorted((name for name in found if name in order), key=lambda name: order[name])
        if known:
            self._session.select(between(document.reading.written.moments, known[0], known[-1]))
            document.move_cursor(known[0] if self._editor.caret() == start else known[-1], NAME)

    def _mark(self, *_: object) -> None:
        chosen = frozenset(self._session.selection)
        notes = self._notes() if chosen else None
        if notes is not None or not chosen:
            self._editor.mark_chosen(notes.stretches(chosen) if notes else [])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let Escape end the selection."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            cursor = self._editor.textCursor()
            if self._session.selection or cursor.hasSelection():
                cursor.clearSelection()
                self._editor.setTextCursor(cursor)
                self._session.select([])
                return True
        return super().eventFilter(watched, event)
