"""The song's takes: open, name, pin, delete with a way back, compare two."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QStackedWidget, QVBoxLayout, QWidget

from gui.session import Session
from gui.tables.takes import CURRENT_ROLE, HOW_ROLE, NAME, TakesModel
from gui.theme import GRID, Tokens
from gui.widgets.icon_button import IconButton
from gui.widgets.notice_bar import NoticeBar
from gui.widgets.takes_view import TakesView

EMPTY = "No takes yet. Every melody that is generated is kept here."
PIN, DELETE, COMPARE, UNDO, RENAME = "Ctrl+Shift+P", "Del", "Ctrl+Shift+C", "Ctrl+Z", "F2"


class TakesPanel(QWidget):
    """A list over the document's takes; what it does, the document does."""

    compare_requested = Signal(str, str)
    """Two takes, the older one first."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._document = session.document
        self._deleted: list[int] = []
        self._stray = False
        self._writing = False
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.model = TakesModel(self)
        self.view = TakesView(HOW_ROLE, CURRENT_ROLE, self)
        self.view.setModel(self.model)
        self.view.stretch(NAME)
        self.view.setAccessibleName("Takes, newest first")
        self.view.listen_to(PIN, DELETE, COMPARE, UNDO)
        self.empty = QLabel(EMPTY, self)
        self.empty.setProperty("role", "muted")
        self.empty.setWordWrap(True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.notice = NoticeBar(self)
        self.buttons = {
            PIN: IconButton("pin", "Pin the selected takes, or let them go", PIN, self),
            COMPARE: IconButton("compare", "Compare the two selected takes", COMPARE, self),
            DELETE: IconButton("delete", "Delete the selected takes", DELETE, self),
        }
        self._lay_out()
        self._connect()
        self._dress(session.theme.tokens)
        self._on_takes()

    def _lay_out(self) -> None:
        self._tools = QWidget(self)
        self._tools.setStyleSheet("QToolButton { padding: 4px 3px; }")
        tools = QHBoxLayout(self._tools)
        tools.setContentsMargins(0, 0, 0, 0)
        tools.setSpacing(0)
        for button in self.buttons.values():
            tools.addWidget(button)
        self.pages = QStackedWidget(self)
        self.pages.addWidget(self.empty)
        self.pages.addWidget(self.view)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GRID, GRID // 2, 2 * GRID, GRID)
        column.setSpacing(GRID // 2)
        column.addWidget(self.pages, 1)
        column.addWidget(self.notice)

    def _connect(self) -> None:
        self._document.takes_changed.connect(self._on_takes)
        self._session.theme.changed.connect(self._dress)
        self._document.opened.connect(self._on_opened)
        self._document.text_changed.connect(self._on_text)
        self._session.generating.connect(self._on_generating)
        self.model.renamed.connect(lambda take_id, name: self._document.change_take(take_id, name=name))
        self.view.opened.connect(self.open_take)
        self.view.pressed_key.connect(lambda key: self._calls()[key]())
        self.view.customContextMenuRequested.connect(self._show_menu)
        self.view.selectionModel().selectionChanged.connect(self._allow)
        for key, button in self.buttons.items():
            button.clicked.connect(self._calls()[key])
        self.notice.undone.connect(self.undo)

    def _calls(self) -> dict[str, Callable[[], None]]:
        return {PIN: self.pin, DELETE: self.delete, COMPARE: self.compare, UNDO: self.undo}

    # -- what can be done -----------------------------------------------------------------------------------------

    def open_take(self, row: int) -> None:
        """Show a take, unless it is the one shown."""
        take = self.model.takes[row]
        if self._writing:
            self._session.message.emit("The model is writing. Takes can be opened when it is done.", "info")
        elif take.id != self._document.take_id or self._stray:
            self._document.show_take(take.id)

    def rename(self) -> None:
        """Edit the name of the take under the list's cursor."""
        index = self.view.currentIndex()
        if index.isValid():
            self.view.edit(index.siblingAtColumn(NAME))

    def pin(self) -> None:
        """Pin the selected takes; where all of them are pinned, let them go."""
        takes = [self.model.takes[row] for row in self.view.selected_rows()]
        pinned = not all(take.pinned for take in takes)
        for take in takes:
            if take.pinned != pinned:
                self._document.change_take(take.id, pinned=pinned)

    def delete(self) -> None:
        """Delete the selected takes, and offer to undo that."""
        takes = [self.model.takes[row] for row in self.view.selected_rows()]
        if not takes:
            return
        if self._writing:
            self._session.message.emit("The model is writing. Takes can be deleted when it is done.", "info")
            return
        row = self.view.selected_rows()[0]
        for take in takes:
            self._document.remove_take(take.id)
        self._deleted.append(len(takes))
        name = takes[0].name or "The take"
        self.notice.say(f"{name} deleted." if len(takes) == 1 else f"{len(takes)} takes deleted.")
        if self.model.takes:
            self.view.choose(min(row, len(self.model.takes) - 1))

    def undo(self) -> None:
        """Bring back what was deleted last."""
        self.notice.hide()
        restored = 0
        for _ in range(self._deleted.pop() if self._deleted else 1):
            restored += self._document.restore_take()
        if not restored:
            self._session.message.emit("There is no deleted take to bring back.", "info")
            return
        row = self.model.row_of(self._document.take_id)
        if row is not None:
            self.view.choose(row)
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def compare(self) -> None:
        """Ask for the two selected takes side by side."""
        rows = self.view.selected_rows()
        if len(rows) == 2:
            self.compare_requested.emit(self.model.takes[rows[1]].id, self.model.takes[rows[0]].id)
        else:
            self._session.message.emit("Select two takes to compare: Ctrl+click the second.", "info")

    # -- following the document -----------------------------------------------------------------------------------

    def _on_takes(self) -> None:
        shown = self.model.current
        takes = self._document.song.takes
        self.model.set_takes(takes, self._document.take_id)
        self.view.setAccessibleDescription("1 take" if len(takes) == 1 else f"{len(takes)} takes")
        self.pages.setCurrentWidget(self.view if takes else self.empty)
        row = self.model.row_of(self._document.take_id)
        if row is not None and (shown != self._document.take_id or not self.view.selected_rows()):
            if len(self.view.selected_rows()) < 2:
                self.view.choose(row)
            self.view.scrollTo(self.model.index(row, NAME))
        self._allow()

    def _on_opened(self) -> None:
        self._deleted = []
        self.notice.hide()

    def _on_text(self, origin: str) -> None:
        """Note whether the text is no take's: what a model wrote until it was stopped."""
        self._stray = origin == "model"

    def _on_generating(self, begun: bool) -> None:
        self._writing = begun
        self._allow()

    def _allow(self, *_: object) -> None:
        rows = self.view.selected_rows()
        self.buttons[PIN].setEnabled(bool(rows))
        self.buttons[DELETE].setEnabled(bool(rows) and not self._writing)
        self.buttons[COMPARE].setEnabled(len(rows) == 2)

    def _show_menu(self, point: QPoint) -> None:
        index = self.view.indexAt(point)
        if not index.isValid():
            index = self.view.currentIndex()
        if not index.isValid():
            return
        menu = self.menu(index.row())
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.view.viewport().mapToGlobal(point))

    def menu(self, row: int) -> QMenu:
        """Return what can be done with a row and the selection."""
        rows = self.view.selected_rows()
        menu = QMenu(self)
        menu.addAction("Open\tEnter", lambda: self.open_take(row))
        menu.addAction(f"Rename\t{RENAME}", self.rename)
        pinned = bool(rows) and all(self.model.takes[chosen].pinned for chosen in rows)
        menu.addAction(f"{'Unpin' if pinned else 'Pin'}\t{PIN}", self.pin)
        compare = menu.addAction(f"Compare two\t{COMPARE}", self.compare)
        compare.setEnabled(len(rows) == 2)
        menu.addSeparator()
        menu.addAction(f"Delete\t{DELETE}", self.delete)
        return menu

    def _dress(self, colours: Tokens) -> None:
        self.model.set_colours(colours)
        self.view.set_colours(colours)
        self.notice.set_colours(colours)
        for button in self.buttons.values():
            button.set_colours(colours)
        self.view.put_over_header(self._tools)
        self.view.viewport().update()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the window's font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.view.doItemsLayout()
