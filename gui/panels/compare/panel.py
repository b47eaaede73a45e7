"""The Compare workspace: a reference on the left, a take on the right, and what differs."""

import threading
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction, QKeySequence, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from core.errors import AppError
from core.score.compare import Pair
from core.views import VIEWS
from gui.panels.compare import export as compare_export
from gui.panels.compare.export import FileKind, Shown
from gui.panels.compare.facts import CompareFacts
from gui.panels.compare.pages import ComparePages
from gui.panels.compare.sound import CompareSound
from gui.panels.compare.source import CompareSource
from gui.panels.compare.transport import CompareTransport
from gui.panels.compare.work import Compared, Source, Text, finder, from_text, say, take_text, text_of, work
from gui.session import Session
from gui.theme import GRID, Tokens
from gui.widgets.compare_empty import CompareEmpty
from gui.widgets.compare_marks import SIGNS
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.icon_button import IconButton
from gui.widgets.place import Place
from gui.widgets.segmented import Segmented

FACTS_WIDTH = 264
NO_TAKE = "There is no take to compare yet. Generate one in the Studio (Ctrl+1), or open a song that has takes."
NO_REFERENCE = (
    "Choose what the take is compared with: the song's reference, another take, or a tune from a file. "
    "The Studio's song panel gives the song a reference of its own."
)
READING = "Comparing …"
SAME_WORDS = "No difference: every note is the same."
Wanted = tuple[Source, Text | None, Text, object]


class ComparePanel(Place):
    """Compares what is chosen whenever it can be seen and something changed; answers for older choices are dropped."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._wanted: Wanted | None = None
        self._stop: threading.Event | None = None
        self._one = self._other = ""
        self.compared: Compared | None = None
        self.place = -1
        """Which difference the cursor is on."""
        self.source = CompareSource(session, self)
        self.pages = ComparePages(session, self)
        self.facts = CompareFacts(session, self)
        self.sound = CompareSound(session, self)
        self.transport = CompareTransport(session, self.sound, self)
        self.views = Segmented([(v.name, v.title) for v in VIEWS], "Notation", look="tab", parent=self)
        self.previous = IconButton("up", "Previous difference", "P")
        self.next = IconButton("down", "Next difference", "N")
        self.words = ElidedLabel("", self, reads=True)
        self.export_button = QPushButton("Export")
        self._empty = CompareEmpty(self)
        self._body = QStackedWidget(self)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.refresh)
        self._arrange()
        self._connect()
        self._dress(session.theme.tokens)

    # -- building -------------------------------------------------------------------------------------------------

    def _arrange(self) -> None:
        self.views.set_value(self.pages.view)
        self.facts.setFixedWidth(FACTS_WIDTH)
        menu = QMenu(self.export_button)
        for kind in compare_export.KINDS:
            menu.addAction(f"{kind.title}…", partial(self._ask_export, kind))
        self.export_button.setMenu(menu)
        self.export_button.setAccessibleName("Export the comparison")
        header = QHBoxLayout()
        header.setContentsMargins(12, 3, 12, 3)
        header.setSpacing(4)
        header.addWidget(self.views)
        header.addSpacing(GRID)
        header.addWidget(self.previous)
        header.addWidget(self.next)
        header.addSpacing(4)
        header.addWidget(self.words, 1)
        header.addWidget(self.export_button)
        scores = QVBoxLayout()
        scores.setSpacing(0)
        edge = QFrame(self)
        edge.setFixedHeight(1)
        edge.setAutoFillBackground(True)
        edge.setBackgroundRole(edge.palette().ColorRole.Mid)
        scores.addLayout(header)
        scores.addWidget(edge)
        scores.addWidget(self.source)
        self._body.addWidget(self._empty)
        self._body.addWidget(self.pages)
        scores.addWidget(self._body, 1)
        row = QHBoxLayout()
        row.setSpacing(0)
        row.addLayout(scores, 1)
        row.addWidget(self.facts)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row, 1)
        column.addWidget(self.transport)

    def _connect(self) -> None:
        document = self._session.document
        for signal in (document.takes_changed, document.song_changed, document.reading_ready):
            signal.connect(lambda *_: self._soon.start())
        document.opened.connect(self.source.forget)
        self._session.theme.changed.connect(self._dress)
        self.source.changed.connect(self.refresh)
        self.facts.options_changed.connect(lambda _options: self.refresh())
        self.views.chosen.connect(self.pages.set_view)
        self.previous.clicked.connect(lambda: self.step(-1))
        self.next.clicked.connect(lambda: self.step(1))
        self.pages.note_chosen.connect(self.go)
        self.pages.note_played.connect(self._play_from)
        self.sound.sounding.connect(self._on_sounding)
        self._empty.file_wanted.connect(self.source.ask_file)
        self._empty.studio_wanted.connect(self.left)
        for words, keys, call in self._commands():
            action = QAction(words, self)
            action.setShortcuts([QKeySequence(key) for key in keys])
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.triggered.connect(lambda _=False, call=call: call())
            self.addAction(action)

    def _commands(self) -> list[tuple[str, tuple[str, ...], Callable[[], None]]]:
        """Return what the keys do here; the window's list of shortcuts finds them as actions."""
        return [
            ("Next difference", ("N", "F8"), lambda: self.step(1)),
            ("Previous difference", ("P", "Shift+F8"), lambda: self.step(-1)),
            ("Compare: play or pause", ("Space",), self.sound.deck.toggle),
            ("Compare: play from the cursor", ("Shift+Space",), self.play_from_cursor),
            ("Compare: stop", ("Ctrl+.",), self.sound.deck.stop),
            ("Hear the other one in the same place", ("X",), self.sound.switch),
        ]

    # -- comparing ------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Compare what is chosen now, where it is something else than before."""
        if not self.isVisible():
            return
        self.source.refresh()
        song = self._session.document.song
        source, take = self.source.source, next((t for t in song.takes if t.id == self.source.take_id), None)
        if take is None or source is None:
            self._show_empty(NO_TAKE if take is None else NO_REFERENCE, studio=take is None)
            return
        wanted: Wanted = (source, text_of(source, song), take_text(take, song), self.facts.options())
        if wanted != self._wanted:
            self._compare(wanted)

    def _compare(self, wanted: Wanted) -> None:
        self._wanted = wanted
        if self._stop is not None:
            self._stop.set()
        source, text, other, _ = wanted
        options = self.facts.options()

        def job(stop: threading.Event) -> Compared | None:
            return work(finder(source, text), lambda: from_text(other), options, stop)

        def done(found: Compared | None) -> None:
            if found is not None and wanted == self._wanted:
                self._show(found)

        def failed(error: BaseException) -> None:
            if wanted != self._wanted:
                return
            if not isinstance(error, AppError):
                raise error
            self._show_empty(str(error), warning=True)
            self._wanted = wanted

        if self.compared is None:
            self._empty.say(READING)
        self._stop = self._session.tasks.run("draw", job, owner=self, done=done, failed=failed)

    def _show_empty(self, words: str, *, studio: bool = False, warning: bool = False) -> None:
        self._wanted = self.compared = None
        self._empty.say(words, studio=studio, file=not studio, warning=warning)
        self._body.setCurrentWidget(self._empty)
        self.sound.set_heard(None)
        self._allow()

    def _show(self, found: Compared) -> None:
        self.compared = found
        self.place = -1
        self._one = self._other = ""
        self._body.setCurrentWidget(self.pages)
        self.pages.set_notes("", "")
        self.pages.show_compared(found)
        self.facts.show_compared(found)
        self.sound.set_heard(found.heard)
        self._allow()

    def _allow(self) -> None:
        count = len(self.compared.differences) if self.compared else 0
        for button in (self.previous, self.next):
            button.setEnabled(count > 0)
        self.export_button.setEnabled(self.compared is not None)
        self.facts.setVisible(self.compared is not None)
        some = "1 difference" if count == 1 else f"{count} differences"
        self.words.setText("" if self.compared is None else some if count else SAME_WORDS)

    def shown(self) -> Shown | None:
        """Return the comparison as it is on screen; None where there is none."""
        if self.compared is None:
            return None
        return Shown(self.compared, self.pages.view, self.pages.board, self.pages.moved, self.pages.key_form)

    def _ask_export(self, kind: FileKind) -> None:
        shown = self.shown()
        if shown is not None:
            compare_export.ask(self._session, self, shown, kind)

    # -- where the cursor is --------------------------------------------------------------------------------------

    def step(self, steps: int) -> None:
        """Go to the next (1) or previous (-1) difference; past the last comes the first."""
        found = self.compared
        if found is None or not found.differences:
            return
        if self.place >= 0:
            self.place = (self.place + steps) % len(found.differences)
        else:
            self.place = self._from_cursor(found.differences, steps)
        self._show_difference(found)

    def _from_cursor(self, differences: Sequence[Pair], steps: int) -> int:
        """Return the first difference after the cursor, or the last one before it."""
        pairs = self.compared.sides.found.pairs if self.compared else ()
        cursor = next((place for place, pair in enumerate(pairs) if self._is_here(pair)), None)
        if cursor is None:
            return 0 if steps > 0 else len(differences) - 1
        later = [place for place, pair in enumerate(pairs) if pair.kind in SIGNS]
        ahead = [place for place, index in enumerate(later) if (index > cursor if steps > 0 else index < cursor)]
        return (ahead[0] if steps > 0 else ahead[-1]) if ahead else (0 if steps > 0 else len(differences) - 1)

    def _is_here(self, pair: Pair) -> bool:
        return bool((pair.one and pair.one.id == self._one) or (pair.other and pair.other.id == self._other))

    def _show_difference(self, found: Compared) -> None:
        pair = found.differences[self.place]
        self._set_cursor(pair.one.id if pair.one else "", pair.other.id if pair.other else "")
        words = f"{self.place + 1} of {len(found.differences)} · {SIGNS[pair.kind].words} · {say(found, pair)}"
        self.words.setText(words)

    def go(self, side: int, note_id: str) -> None:
        """Put the cursor on a note of a side, and on its partner."""
        found = self.compared
        if found is None:
            return
        for place, pair in enumerate(found.differences):
            note = (pair.one, pair.other)[side]
            if note is not None and note.id == note_id:
                self.place = place
                self._show_difference(found)
                return
        self.place = -1
        if side:
            partner = next((one for one, other in found.partners.items() if other == note_id), "")
            self._set_cursor(partner, note_id)
        else:
            self._set_cursor(note_id, found.partners.get(note_id, ""))
        self.words.setText(f"{len(found.differences)} differences · the note here is the same")

    def _set_cursor(self, one: str, other: str) -> None:
        self._one, self._other = one, other
        self.pages.set_notes(one, other)

    def _on_sounding(self, one: str, other: str) -> None:
        """Mark what sounds, and its partner where only one side is heard."""
        found = self.compared
        if found is not None and self.sound.line == "one":
            other = found.partners.get(one, "")
        elif found is not None and self.sound.line == "other":
            one = next((first for first, second in found.partners.items() if second == other), "") if other else ""
        self.pages.set_notes(one, other, sounding=True)

    def _play_from(self, side: int, note_id: str) -> None:
        if self.sound.line != "both":
            self.sound.set_line("other" if side else "one")
        self.go(side, note_id)
        self.play_from_cursor()

    def play_from_cursor(self) -> None:
        """Play from the cursor, from the beginning where there is none."""
        self.sound.deck.play(self.sound.place(self._one, self._other) or 0.0)

    # -- Qt -------------------------------------------------------------------------------------------------------

    def rest(self) -> None:
        """Fall silent: another workspace is shown."""
        self.sound.deck.pause()

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what changed meanwhile."""
        super().showEvent(event)
        self._soon.start()
        QTimer.singleShot(0, self.pages, self.pages.refresh)

    def _dress(self, tokens: Tokens) -> None:
        for button in (self.previous, self.next):
            button.set_colours(tokens)
        self._empty.dress(tokens)
