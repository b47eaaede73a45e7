"""The two scores of a comparison: a row of paired bars on the left beside the same row on the right."""

import threading
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeySequence, QPainter, QPaintEvent, QPen, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QVBoxLayout, QWidget

from core.errors import AppError, Cancelled
from core.score.compare import BarPair, Kind
from core.score.degrees import PLAIN_FORM, KeyForm
from core.score.side_by_side import Sides
from core.tradition.tunings import GUITAR, Fretboard
from core.views import VIEWS, VIEWS_BY_NAME
from core.views.base import Drawing
from core.views.pairs import RowPages, drawings, in_range, row_pages
from gui.panels.compare.work import Compared
from gui.panels.jianpu_choice import form_of
from gui.panels.tab_choice import board_of, is_moved, moved_words
from gui.session import Session
from gui.theme import GRID
from gui.widgets.compare_view import CompareView
from gui.widgets.page_map import PageMap
from gui.widgets.page_view import ZOOMS, next_zoom

LAYOUT_MS = 150
BUSY_MS = 150
LEAST_WIDTH = 440.0
"""At 100 % rows are never laid out narrower; in less room they are shown smaller."""
STEPS = (4, 16, 64, 256)
"""So many rows are shown while the others are still being drawn."""
RADIUS = 8.0
TITLES = ("Reference", "Take")
Key = tuple[int, str, int, Fretboard, bool, KeyForm]
Kinds = tuple[dict[str, Kind], dict[str, Kind]]
Pages = tuple[tuple[Drawing, PageMap], tuple[Drawing, PageMap]]
Rows = list[tuple[BarPair, ...]]


class ComparePages(QWidget):
    """Draws the latest comparison in one view; an answer for another comparison, view or width is dropped."""

    note_chosen = Signal(int, str)
    """A note of a side (0 or 1) was clicked or reached by the keyboard."""
    note_played = Signal(int, str)
    """A note of a side was double-clicked, or Enter was pressed on it."""
    drawn = Signal()
    """The rows of the latest comparison are all on their way to the screen."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._compared: Compared | None = None
        self._serial = 0
        self._shown: Key | None = None
        self._running: Key | None = None
        self._stop: threading.Event | None = None
        self._kinds: Kinds = ({}, {})
        view = session.get("compare.view")
        self.view = view if view in VIEWS_BY_NAME else VIEWS[0].name
        zoom = session.get("compare.zoom")
        self._zoom = min(max(float(zoom), ZOOMS[0]), ZOOMS[-1]) if isinstance(zoom, int | float) else 1.0
        self.views = tuple(CompareView(session.theme, title, self) for title in TITLES)
        # both scroll together, so one bar does
        self.views[0].setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._problem = QLabel(self, wordWrap=True)
        self._problem.setProperty("role", "warning")
        self._problem.setTextFormat(Qt.TextFormat.PlainText)
        self._problem.hide()
        self._hint = QLabel(self, wordWrap=True)
        self._hint.setProperty("role", "muted")
        self._hint.hide()
        self._busy = QProgressBar(self, textVisible=False, maximum=0)
        self._busy.setAccessibleName("The scores are being drawn")
        self._busy.hide()
        self._busy_timer = QTimer(self, singleShot=True, interval=BUSY_MS)
        self._busy_timer.timeout.connect(self._busy.show)
        self._layout_timer = QTimer(self, singleShot=True, interval=LAYOUT_MS)
        self._layout_timer.timeout.connect(self.refresh)
        self._arrange()
        self._connect()

    def _arrange(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(12)
        for view in self.views:
            row.addWidget(_Sheet(self._session, view, self), 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 4, 12, 12)
        column.addWidget(self._problem)
        column.addWidget(self._hint)
        column.addLayout(row, 1)

    def _connect(self) -> None:
        for side, view in enumerate(self.views):
            for signal in (view.note_clicked, view.note_reached, view.note_extended):
                signal.connect(lambda name, side=side: self.note_chosen.emit(side, self._note(side, name)))
            view.note_double_clicked.connect(
                lambda name, side=side: self.note_played.emit(side, self._note(side, name))
            )
            view.zoom_stepped.connect(self.step_zoom)
            view.resized.connect(self._layout_timer.start)
            view.shown.connect(lambda: self._follow(0, self.views[0].verticalScrollBar().value()))
            view.verticalScrollBar().valueChanged.connect(lambda value, side=side: self._follow(side, value))
        for keys, call in (
            ("Ctrl++", lambda: self.step_zoom(1)), ("Ctrl+=", lambda: self.step_zoom(1)),
            ("Ctrl+-", lambda: self.step_zoom(-1)), ("Ctrl+0", lambda: self.set_zoom(1.0)),
        ):  # fmt: skip
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(call)

    def _note(self, side: int, name: str) -> str:
        """Return the note that is compared: of a grace note the one that it leads to."""
        places = self.views[side].map
        return name if places is None else places.note(name)

    def _follow(self, side: int, value: int) -> None:
        """Scroll the other side along; while one of the two has a new drawing already, each stays where it is."""
        bar, other = (self.views[place].verticalScrollBar() for place in (side, 1 - side))
        if bar.maximum() == other.maximum() and other.value() != value:
            other.setValue(value)

    # -- what is shown --------------------------------------------------------------------------------------------

    def show_compared(self, compared: Compared) -> None:
        """Show a comparison."""
        self._compared = compared
        self._serial += 1
        self._kinds = kinds_of(compared)
        for view, found in zip(self.views, (compared.one, compared.other), strict=True):
            bars = len(found.score.parts[0].measures) if found.score.parts else 0
            view.setAccessibleDescription(f"{found.title}: {bars} bars")
        self.refresh()

    def set_view(self, name: str) -> None:
        """Show another notation."""
        self.view = name
        self._session.put("compare.view", name)
        self.refresh()

    def set_zoom(self, zoom: float) -> None:
        """Zoom both sides."""
        self._zoom = min(max(zoom, ZOOMS[0]), ZOOMS[-1])
        self._session.put("compare.zoom", self._zoom)
        self.refresh()

    def step_zoom(self, steps: int) -> None:
        """Zoom one step in (1) or out (-1)."""
        self.set_zoom(next_zoom(self._zoom, steps))

    def set_notes(self, one: str, other: str, *, sounding: bool = False) -> None:
        """Mark a note on each side, as the cursor's or as what sounds, and bring them into sight."""
        for view, name in zip(self.views, (one, other), strict=True):
            (view.set_sounding if sounding else view.set_cursor)(name)
        for view, name in zip(self.views, (one, other), strict=True):
            if name:
                view.reveal(name, ahead=sounding)
                return

    @property
    def board(self) -> Fretboard:
        """The instrument that the Studio's tablature is for; of no account in other views."""
        return board_of(self._session) if self.view == "tab" else GUITAR

    @property
    def moved(self) -> bool:
        """Whether both tunes are moved into the instrument's range, as the Studio's tablature is."""
        return self.view == "tab" and is_moved(self._session)

    @property
    def key_form(self) -> KeyForm:
        """How the Studio's Jianpu names keys; of no account in other views."""
        return form_of(self._session) if self.view == "jianpu" else PLAIN_FORM

    @property
    def hint(self) -> str:
        """What is said of the rows that are shown; empty where nothing is."""
        return "" if self._hint.isHidden() else self._hint.text()

    # -- drawing --------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Ask for the rows; the same rows at another zoom are only scaled."""
        compared = self._compared
        if compared is None or not self.isVisible():
            return
        room = min(view.page_room() for view in self.views)
        zoom = self._zoom * min(1.0, room / LEAST_WIDTH)
        key = (self._serial, self.view, int(room / zoom), self.board, self.moved, self.key_form)
        if key == self._shown:
            for view in self.views:
                view.set_zoom(zoom)
        elif key != self._running:
            self._draw(compared, key, zoom)

    def _draw(self, compared: Compared, key: Key, zoom: float) -> None:
        if self._stop is not None:
            self._stop.set()
        self._running = key
        view, width, board = VIEWS_BY_NAME[self.view], float(key[2]), key[3]

        def job(stop: threading.Event) -> tuple[Pages, Rows, str] | None:
            made: list[RowPages] = []
            sides, said = placed(compared, board if key[4] else None)
            try:
                for row in row_pages(view, sides, width, stop, board, key[5]):
                    made.append(row)
                    if len(made) in STEPS:
                        begun = partial(self._show, key, _pages(compared, made), [row.row for row in made], said, zoom)
                        self._session.tasks.post(self, begun)
            except Cancelled:
                return None
            return _pages(compared, made), [row.row for row in made], said

        def done(found: tuple[Pages, Rows, str] | None) -> None:
            if found is not None and key == self._running:
                self._end()
                self._shown = key
                self._put(*found, zoom)
                self.drawn.emit()

        def failed(error: BaseException) -> None:
            if key != self._running:
                return
            self._end()
            if not isinstance(error, AppError):
                raise error
            self._shown = None
            self._problem.setText(str(error))
            self._problem.show()
            for side in self.views:
                side.set_faded(True)

        self._busy_timer.start()
        self._stop = self._session.tasks.run("draw", job, owner=self, done=done, failed=failed)

    def _end(self) -> None:
        self._running = None
        self._busy_timer.stop()
        self._busy.hide()

    def _show(self, key: Key, pages: Pages, rows: Rows, said: str, zoom: float) -> None:
        """Show the first rows, unless this comparison is whole on screen in the same view."""
        if key == self._running and (self._shown is None or self._shown[:2] != key[:2]):
            self._put(pages, rows, said, zoom)

    def _put(self, pages: Pages, rows: Rows, said: str, zoom: float) -> None:
        self._problem.hide()
        self._hint.setText(said)
        self._hint.setVisible(bool(said))
        for side, (view, (drawing, places)) in enumerate(zip(self.views, pages, strict=True)):
            view.set_faded(False)
            view.set_kinds(self._kinds[side])
            view.set_labels([label(row, side) for row in rows])
            view.set_drawing(drawing, places, zoom=zoom)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the busy line at the top edge."""
        super().resizeEvent(event)
        self._busy.setGeometry(12, 0, max(0, self.width() - 24), 2)
        self._busy.raise_()


def placed(compared: Compared, board: Fretboard | None) -> tuple[Sides, str]:
    """Return the two tunes where they are drawn, and what is to be said of that: for a board moved into its range."""
    if board is None:
        return compared.sides, ""
    sides, octaves = in_range(compared.sides, board)
    return sides, moved_words(octaves)


def _pages(compared: Compared, rows: Sequence[RowPages]) -> Pages:
    """Return what both sides show, with the places of the notes; for any thread."""
    one, other = drawings(rows)
    sides = compared.sides
    return (
        (one, PageMap(one, list(compared.ones.values()), sides.one.graced)),
        (other, PageMap(other, list(compared.others.values()), sides.other.graced)),
    )


def kinds_of(compared: Compared) -> Kinds:
    """Return what the notes of each side show, by id."""
    pairs = compared.sides.found.pairs
    ones = {pair.one.id: pair.kind for pair in pairs if pair.one}
    return ones, {pair.other.id: pair.kind for pair in pairs if pair.other}


def label(row: Sequence[BarPair], side: int) -> str:
    """Name the bars of a row, counted from 1."""
    places = [place for pair in row if (place := (pair.one, pair.other)[side]) is not None]
    if not places:
        return "no such bar" if len(row) == 1 else "no such bars"
    first, last = places[0] + 1, places[-1] + 1
    return f"Bar {first}" if first == last else f"Bars {first}–{last}"


class _Sheet(QWidget):
    """The paper that a side lies on; its edge shows the focus."""

    def __init__(self, session: Session, view: CompareView, parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self._view = session, view
        column = QVBoxLayout(self)
        column.setContentsMargins(*[GRID // 2] * 4)
        column.addWidget(view)
        view.focus_changed.connect(lambda _on: self.update())
        session.theme.changed.connect(lambda _tokens: self.update())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the sheet."""
        tokens = self._session.theme.tokens
        focused = self._view.hasFocus()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width = 2.0 if focused else 1.0
        inset = width / 2
        painter.setPen(QPen(QColor(tokens.second if focused else tokens.line), width))
        painter.setBrush(QColor(tokens.paper))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), RADIUS, RADIUS)
        painter.end()
