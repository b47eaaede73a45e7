"""The notation panel: the score in any of the views, one under another or side by side, always as the text is now."""

from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QFrame, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from core.score.diagnostic import Severity
from core.score.places import measures_at
from core.views import VIEWS, VIEWS_BY_NAME
from core.views.base import Layout
from gui.document import Reading
from gui.panels.jianpu_choice import JianpuChoice, form_of
from gui.panels.no_notes import EMPTY, UNREADABLE, NoNotes
from gui.panels.notation_card import ViewCard, Wanted
from gui.panels.notation_header import NotationHeader
from gui.panels.tab_choice import TabChoice, board_of, is_moved
from gui.panels.vibhag_choice import VibhagChoice
from gui.session import Session
from gui.widgets.page_map import between
from gui.widgets.page_view import ZOOMS, next_zoom
from gui.widgets.scroll_column import ScrollColumn

LAYOUT_MS = 150
"""A pause in resizing or zooming after which pages are laid out anew."""
LEAST_WIDTH = 480.0
"""At 100 % pages are never laid out narrower; in less room they are shown smaller."""
SHEET = (794.0, 1123.0)
"""A4 at 96 dots an inch."""
STRIP = 720.0
"""Height of the pieces that an endless page is cut into, so that each is painted in a few milliseconds."""
SIDE_WIDTH, SIDE_SHARE = 560, 1.5
"""Views stand side by side by themselves where each is that wide and the panel that much wider than high."""
SHARES = {"tab": 1550}
"""Views need the same room one above another, but for one with a row of choices above it."""
OPENED = ("open", "take")
"""Who brings another text."""
GAP = 12


class NotationPanel(QWidget):
    """Follows the document: a new reading is drawn in every view that is on, and the cursor is marked in all."""

    selection_changed = Signal(list)
    """The chosen notes, by id in the order of time."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoFillBackground(True)
        self._session = session
        self._document = session.document
        self._follow = True
        self._sounding = ""
        self._selection: list[str] = []
        self._anchor = ""
        self._anew = -1
        """The revision that began as another text, not as an edit."""
        self._zoom = _number(session.get("notation.zoom"), 1.0)
        self._fit = bool(session.get("notation.fit", True))
        self._paged = bool(session.get("notation.pages", False))
        self._side: bool | None = _switch(session.get("notation.side"))
        self.header = NotationHeader(session.theme, self)
        self.tab_choice = TabChoice(session)
        self.vibhag_choice = VibhagChoice(session)
        self.jianpu_choice = JianpuChoice(session)
        choices = {"tab": self.tab_choice, "swaralipi": self.vibhag_choice, "jianpu": self.jianpu_choice}
        self.cards = {view.name: ViewCard(session, view, self, choice=choices.get(view.name)) for view in VIEWS}
        self.splitter = QSplitter(Qt.Orientation.Vertical, self)
        self.splitter.setHandleWidth(GAP)
        self.splitter.setChildrenCollapsible(False)
        self._empty = NoNotes(session, self)
        self._body = QStackedWidget(self)
        self._layout_timer = QTimer(self, singleShot=True, interval=LAYOUT_MS)
        self._layout_timer.timeout.connect(self.refresh)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.refresh)
        self._arrange()
        self._connect()
        self.show_views(_known(session.get("notation.views")))
        self._set_buttons()
        self._on_reading(self._document.reading)

    def _arrange(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        edge = QFrame(self)
        edge.setFixedHeight(1)
        edge.setAutoFillBackground(True)
        edge.setBackgroundRole(edge.palette().ColorRole.Mid)
        column.addWidget(edge)
        for card in self.cards.values():
            self.splitter.addWidget(card)
        scores = QWidget(self)
        inner = QVBoxLayout(scores)
        inner.setContentsMargins(GAP, GAP, GAP, GAP)
        inner.addWidget(self.splitter)
        self._body.addWidget(self._empty)
        # where the views have too little room each keeps a line of music, and all are scrolled
        self._body.addWidget(ScrollColumn(scores, self))
        column.addWidget(self._body, 1)

    def _connect(self) -> None:
        session, document = self._session, self._document
        document.reading_ready.connect(self._on_reading)
        document.text_changed.connect(self._on_text)
        document.cursor_moved.connect(self._on_cursor)
        session.sound_note.connect(self._on_sound)
        session.selected.connect(self._on_selected)
        session.transposed.connect(lambda _semitones: self.refresh())
        self.tab_choice.changed.connect(self.refresh)
        self.jianpu_choice.changed.connect(self.refresh)
        self.header.views_chosen.connect(self.show_views)
        self.header.tool_used.connect(self._on_tool)
        self.splitter.splitterMoved.connect(self._keep_sizes)
        for card in self.cards.values():
            pages = card.pages
            pages.note_clicked.connect(self._go)
            pages.note_reached.connect(self._go)
            pages.note_extended.connect(self._extend)
            pages.note_double_clicked.connect(session.seek)
            pages.user_scrolled.connect(self._on_user_scroll)
            pages.zoom_stepped.connect(self.step_zoom)
            pages.resized.connect(self._layout_timer.start)
        for keys, tool in (("Ctrl++", "in"), ("Ctrl+=", "in"), ("Ctrl+-", "out"), ("Ctrl+0", "reset")):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(lambda tool=tool: self._on_tool(tool, False))

    # -- what is shown --------------------------------------------------------------------------------------------

    def shown_cards(self) -> Iterator[ViewCard]:
        """Yield the views that are on."""
        return (card for card in self.cards.values() if not card.isHidden())

    def show_views(self, names: list[str]) -> None:
        """Show these views, in the order of `VIEWS`."""
        for name, card in self.cards.items():
            card.setVisible(name in names)
        self.header.set_views(names)
        self._session.put("notation.views", list(names))
        self._orient()
        # only after Qt has dealt out the room is the width of a view known
        self._soon.start()

    def set_zoom(self, zoom: float) -> None:
        """Zoom all views; sheets of paper that fitted the width no longer do."""
        self._zoom = min(max(zoom, ZOOMS[0]), ZOOMS[-1])
        if self._paged:
            self._fit = False
        self._keep()

    def step_zoom(self, steps: int) -> None:
        """Zoom one step in (1) or out (-1) from what is on screen."""
        self.set_zoom(next_zoom(self._said_zoom(), steps))

    def _said_zoom(self) -> float:
        """Return the zoom that people read: their own choice, or what makes a sheet of paper fit."""
        fitted = self._paged and self._fit
        return self._layout_for(next(self.shown_cards()))[1] if fitted else self._zoom

    def _on_tool(self, name: str, down: bool) -> None:
        if name in ("in", "out"):
            self.step_zoom(1 if name == "in" else -1)
        elif name == "reset":
            self.set_zoom(1.0)
        elif name == "follow":
            self.set_follow(down)
        elif name == "side":
            self._side = down
            self._orient()
            self._keep()
        else:
            setattr(self, {"pages": "_paged", "fit": "_fit"}[name], down)
            self._keep()

    def _keep(self) -> None:
        """Remember the choices and lay out anew."""
        for name, value in (("zoom", self._zoom), ("fit", self._fit), ("pages", self._paged), ("side", self._side)):
            self._session.put(f"notation.{name}", value)
        self._set_buttons()
        self.refresh()

    def _set_buttons(self) -> None:
        self.header.set_down("fit", self._fit)
        self.header.set_down("pages", self._paged)
        self.header.set_down("follow", self._follow)

    def _orient(self) -> None:
        count = sum(1 for _ in self.shown_cards())
        wide = self.width() >= count * SIDE_WIDTH and self.width() > SIDE_SHARE * self.height()
        side = wide if self._side is None else self._side
        self.header.set_down("side", side)
        self.splitter.setOrientation(Qt.Orientation.Horizontal if side else Qt.Orientation.Vertical)
        sizes = self._session.get(self._sizes_name())
        if isinstance(sizes, list) and len(sizes) == len(self.cards):
            self.splitter.setSizes([int(size) for size in sizes])
        elif side:
            self.splitter.setSizes([1000] * len(self.cards))
        else:
            self.splitter.setSizes([SHARES.get(name, 1000) for name in self.cards])

    def _sizes_name(self) -> str:
        names = "+".join(card.view.name for card in self.shown_cards())
        side = self.splitter.orientation() == Qt.Orientation.Horizontal
        return f"notation.sizes.{'side' if side else 'stacked'}.{names}"

    def _keep_sizes(self) -> None:
        self._session.put(self._sizes_name(), self.splitter.sizes())

    # -- drawing --------------------------------------------------------------------------------------------------

    def _on_reading(self, reading: Reading) -> None:
        notes = {moment.id for moment in reading.written.moments}
        self._empty.say(UNREADABLE if reading.text.strip() else EMPTY)
        self._body.setCurrentIndex(1 if notes else 0)
        doubtful = _doubtful(reading)
        for card in self.cards.values():
            card.pages.set_doubtful(doubtful)
        kept = [name for name in self._selection if name in notes]
        chosen = between(reading.written.moments, kept[0], kept[-1]) if kept else []
        if chosen != self._selection:
            self._session.selected.emit(chosen)
        self._describe()
        self.refresh()

    def _on_text(self, origin: str) -> None:
        if origin in OPENED:
            self._anew = self._document.revision

    def refresh(self) -> None:
        """Ask for the pictures of all views that can be seen; what is there already is not drawn again."""
        reading = self._document.reading
        if not self.isVisible() or not reading.written.moments:
            return
        for card in self.shown_cards():
            layout, zoom = self._layout_for(card)
            moved = False
            if card.view.name == "tab":
                layout, moved = replace(layout, board=board_of(self._session)), is_moved(self._session)
            elif card.view.name == "jianpu":
                layout = replace(layout, key_form=form_of(self._session))
            anew = reading.revision == self._anew
            card.ask(Wanted(reading, self._session.transpose, layout, moved, anew), zoom)
        self.header.set_zoom(self._said_zoom())

    def _layout_for(self, card: ViewCard) -> tuple[Layout, float]:
        """Return how a view is laid out and shown: reflowed to its width, or as sheets of paper."""
        if self._paged:
            zoom = card.pages.fitting_zoom(SHEET[0]) if self._fit else self._zoom
            return Layout(page_width=SHEET[0], page_height=SHEET[1]), zoom
        room = card.pages.page_room()
        zoom = self._zoom * min(1.0, room / LEAST_WIDTH) if self._fit else self._zoom
        width = float(int(room / zoom)) if self._fit else SHEET[0]
        return Layout(page_width=width, page_height=STRIP, title=False, joined=True), zoom

    def _describe(self) -> None:
        """Say for a screen reader what the pages hold and where the cursor stands."""
        reading, cursor = self._document.reading, self._document.cursor
        bars = len({bar.measure for bar in reading.written.bars})
        text = f"{bars} bars, {len(reading.written.notes)} notes"
        here = next((moment for moment in reading.written.moments if moment.id == reading.note(cursor)), None)
        if here is not None:
            name = here.pitch.name if here.pitch else "rest"
            sung = " ".join(syllable.text for syllable in here.lyrics if syllable and syllable.text)
            text += f". At {name}, bar {here.measure + 1}{', ' if sung else ''}{sung}"
        for card in self.cards.values():
            card.pages.setAccessibleDescription(f"{card.view.title}: {text}")

    # -- cursor, sound, selection ---------------------------------------------------------------------------------

    def _go(self, note_id: str) -> None:
        """Put the cursor on a note; a selection ends."""
        if self._selection:
            self._session.selected.emit([])
        self._document.move_cursor(note_id, "notation")

    def _extend(self, note_id: str) -> None:
        """Let the selection reach from where it began to a note."""
        if not self._selection or not self._anchor:
            self._anchor = self._document.cursor or note_id
        reading = self._document.reading
        chosen = between(reading.written.moments, reading.note(self._anchor), reading.note(note_id))
        self._session.selected.emit(chosen)
        self._document.move_cursor(note_id, "notation")

    def _on_selected(self, ids: list[str]) -> None:
        if ids != self._selection:
            self._selection = list(ids)
            for card in self.cards.values():
                card.pages.set_selection(ids)
            self.selection_changed.emit(self._selection)

    def _on_cursor(self, note_id: str, _origin: str) -> None:
        self._describe()
        for card in self.cards.values():
            card.pages.set_cursor(note_id)
            if note_id and not self._sounding:
                card.pages.reveal(note_id)

    def _on_sound(self, note_id: str) -> None:
        self._sounding = note_id
        for card in self.cards.values():
            card.pages.set_sounding(note_id)
            if note_id and self._follow:
                card.pages.reveal(note_id, ahead=True)

    def set_follow(self, follow: bool) -> None:
        """Let the views follow the sound, or leave them where they are."""
        self._follow = follow
        self._set_buttons()
        if follow and (note := self._sounding or self._document.cursor):
            for card in self.shown_cards():
                card.pages.reveal(note, ahead=bool(self._sounding))

    def _on_user_scroll(self) -> None:
        """Stop following while something sounds; otherwise there is nothing to stop."""
        if self._sounding:
            self.set_follow(False)

    # -- Qt -------------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """F follows the sound again, Esc ends the selection."""
        if event.key() == Qt.Key.Key_F and not event.modifiers():
            self.set_follow(True)
        elif event.key() == Qt.Key.Key_Escape and self._selection:
            self._session.selected.emit([])
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Turn the views where nobody chose how they stand."""
        super().resizeEvent(event)
        if self._side is None:
            self._orient()

    def showEvent(self, event: QShowEvent) -> None:
        """Draw what was not drawn while nobody could see it."""
        super().showEvent(event)
        self._soon.start()


def _doubtful(reading: Reading) -> set[str]:
    """Return the notes of measures in which something is found wrong."""
    places = [(found.line, found.column) for found in reading.tune.diagnostics if found.severity is not Severity.INFO]
    wrong = measures_at(reading.score, places) if places else []
    return {note.id for measure in wrong for layer in measure.layers for event in layer for note in event.notes}


def _known(names: object) -> list[str]:
    """Return the kept views that there still are; two of them the first time."""
    kept = [name for name in names if name in VIEWS_BY_NAME] if isinstance(names, list) else []
    return kept or [view.name for view in VIEWS[:2]]


def _number(value: object, default: float) -> float:
    return min(max(float(value), ZOOMS[0]), ZOOMS[-1]) if isinstance(value, int | float) else default


def _switch(value: object) -> bool | None:
    return value if isinstance(value, bool) else None
