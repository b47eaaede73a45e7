"""One view of the score in the notation panel: asks core for its pages and shows them, or says why it cannot."""

import threading
from dataclasses import dataclass, replace

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from core.errors import AppError
from core.score.diagnostic import Diagnostic, Severity
from core.score.edit import transposed
from core.score.score import Score
from core.views.base import Drawing, Layout, View
from core.views.beginning import beginning
from gui import icons
from gui.document import Reading
from gui.panels.tab_choice import into_range
from gui.session import Session
from gui.theme import GRID, Tokens
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.page_map import PageMap
from gui.widgets.svg_pages import SvgPages

BUSY_MS = 150
RADIUS = 8.0
LEAST_HEIGHT = 110
"""Enough for one line of music with a line of lyrics."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A picture that is wanted: of which reading, how far moved, laid out how."""

    reading: Reading
    semitones: int
    layout: Layout
    into_range: bool = False
    """Moved by octaves to where the layout's instrument has most of the notes."""
    anew: bool = False
    """Another text was opened: nothing of what is on screen goes on."""

    @property
    def key(self) -> "Key":
        """What tells one picture from another."""
        return self.reading.revision, self.semitones, self.layout, self.into_range


Key = tuple[int, int, Layout, bool]


Pages = tuple[Drawing, PageMap]


def draw(view: View, wanted: Wanted) -> Pages:
    """Draw; plain core work, for any thread."""
    score, said = _moved(wanted)
    drawing = view.draw(score, wanted.layout)
    if said:
        moved = Diagnostic(Severity.WARNING, "tab-moved", said, 1, 1)
        drawing = replace(drawing, diagnostics=(moved, *drawing.diagnostics))
    return _mapped(drawing, wanted)


def draw_beginning(view: View, wanted: Wanted) -> Pages | None:
    """Draw the beginning of a long score; None where the whole is drawn as soon."""
    begun = beginning(_moved(wanted)[0])
    return None if begun is None else _mapped(view.draw(begun, wanted.layout), wanted)


def _moved(wanted: Wanted) -> tuple[Score, str]:
    """Return the score where it is to be drawn, and what is to be said of that."""
    score = transposed(wanted.reading.score, wanted.semitones)
    return into_range(score, wanted.layout.board) if wanted.into_range else (score, "")


def _mapped(drawing: Drawing, wanted: Wanted) -> Pages:
    return drawing, PageMap(drawing, wanted.reading.written.moments, wanted.reading.graced)


class ViewCard(QWidget):
    """A sheet of paper that holds one view. One drawing runs at a time, the latest wish waits, the late are dropped."""

    drawn = Signal()
    """The picture of the latest wish is on screen."""

    def __init__(
        self, session: Session, view: View, parent: QWidget | None = None, *, choice: QWidget | None = None
    ) -> None:
        """`choice` stands above the pages: what the view alone can be told."""
        super().__init__(parent)
        self.view = view
        self._session = session
        self._wanted: Wanted | None = None
        self._running: Wanted | None = None
        self._shown: Key | None = None
        self._whole = True
        """Whether what was given to the pages is more than a beginning."""
        self._laid_out: Layout | None = None
        """How what was given to the pages was laid out."""
        self._zoom = 1.0
        self.pages = SvgPages(session.theme, view.title, self)
        self.pages.setMinimumHeight(LEAST_HEIGHT)
        self.pages.focus_changed.connect(lambda _on: self.update())
        self.pages.shown.connect(self.update)
        self.pages.shown.connect(self._on_shown)
        self._busy = QProgressBar(self, textVisible=False, maximum=0)
        self._busy.setAccessibleName(f"{view.title} is being drawn")
        self._busy.hide()
        self._busy_timer = QTimer(self, singleShot=True, interval=BUSY_MS)
        self._busy_timer.timeout.connect(self._busy.show)
        self._sign = QLabel(self)
        self._problem = QLabel(self, wordWrap=True)
        self._problem.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._retry = QPushButton("Retry", self)
        self._retry.setAccessibleName(f"Draw {view.title} again")
        self._retry.clicked.connect(self.retry)
        self._trouble = _row(self, self._sign, self._problem, self._retry)
        self._hint_sign = QLabel(self)
        self._hint = ElidedLabel("", self, reads=True)
        self._hint.setProperty("role", "muted")
        self._hints = _row(self, self._hint_sign, self._hint)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[GRID // 2] * 4)
        column.setSpacing(0)
        if choice is not None:
            column.addWidget(choice)
        column.addWidget(self._trouble)
        column.addWidget(self.pages, 1)
        column.addWidget(self._hints)
        self.dress(session.theme.tokens)
        session.theme.changed.connect(self.dress)

    @property
    def problem(self) -> str:
        """What is said to be wrong; empty where nothing is."""
        return "" if self._trouble.isHidden() else self._problem.text()

    @property
    def hint(self) -> str:
        """What the view cannot show as it is; empty where it can."""
        return "" if self._hints.isHidden() else self._hint.text()

    def ask(self, wanted: Wanted, zoom: float) -> None:
        """Wish for a picture at a zoom; the same picture is only scaled."""
        self._wanted, self._zoom = wanted, zoom
        if wanted.key == self._shown:
            self.pages.set_zoom(zoom)
            return
        self._stretch(wanted)
        if self._running is None:
            self._start(wanted)

    def _stretch(self, wanted: Wanted) -> None:
        """Show the pages of a long score as wide as they will be, until they are laid out anew."""
        old, new = self._laid_out, wanted.layout
        if old is not None and old.joined and new.joined and beginning(wanted.reading.score) is not None:
            self.pages.set_zoom(self._zoom * new.page_width / old.page_width)

    def retry(self) -> None:
        """Try again what failed."""
        if self._wanted is not None and self._running is None:
            self._start(self._wanted)

    def _start(self, wanted: Wanted) -> None:
        self._running = wanted
        view = self.view
        # a beginning that takes the place of pages further down would lead away from what is being read
        unread = self._shown is None or (wanted.anew and not self.pages.verticalScrollBar().value())

        def job(_stop: threading.Event) -> Pages:
            begun = draw_beginning(view, wanted) if unread else None
            if begun is not None:
                self._session.tasks.post(self, lambda: self._on_first(wanted, begun))
            return draw(view, wanted)

        if self._busy.isHidden() and not self._busy_timer.isActive():
            self._busy_timer.start()
        self._session.tasks.run("draw", job, owner=self, done=self._on_done, failed=self._on_failed)

    def _on_first(self, wanted: Wanted, pages: Pages) -> None:
        """Show the beginning of what is still being drawn, if it is still wanted."""
        if self._running is wanted and self._wanted is not None and self._wanted.key == wanted.key:
            self._whole, self._laid_out = False, wanted.layout
            self.pages.set_faded(False)
            self.pages.set_drawing(*pages, zoom=self._zoom, joined=wanted.layout.joined)

    def _on_shown(self) -> None:
        if self._whole:
            self.drawn.emit()

    def _on_done(self, result: Pages) -> None:
        done = self._ended()
        if done is None:
            return
        self._trouble.hide()
        self._shown, self._whole, self._laid_out = done.key, True, done.layout
        drawing, places = result
        self.pages.set_faded(False)
        self.pages.set_drawing(drawing, places, zoom=self._zoom, joined=done.layout.joined)
        said = [found.message for found in drawing.diagnostics if found.severity is not Severity.INFO]
        self._hint.setText(f"{said[0]} (and {len(said) - 1} more)" if len(said) > 1 else "".join(said))
        self._hints.setVisible(bool(said))

    def _on_failed(self, error: BaseException) -> None:
        if self._ended() is None:
            return
        if not isinstance(error, AppError):
            raise error
        self._shown = None
        named = self.view.title.casefold() in str(error).casefold()
        self._problem.setText(str(error) if named else f"{self.view.title}: {error}")
        self._trouble.show()
        self.pages.set_faded(True)

    def _ended(self) -> Wanted | None:
        """Return what ran if it is still wanted; else start what is."""
        done, self._running = self._running, None
        wanted = self._wanted
        if done is None or wanted is None or done.key != wanted.key:
            if wanted is not None:
                self._start(wanted)
            return None
        self._busy_timer.stop()
        self._busy.hide()
        return done if done.reading.revision == self._session.document.revision else None

    def dress(self, tokens: Tokens) -> None:
        """Take the theme's colours."""
        self._sign.setPixmap(icons.pixmap("warning", tokens.warning, 18))
        self._hint_sign.setPixmap(icons.pixmap("warning", tokens.warning, 14))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the sheet, or nothing round separate pages; the edge shows the focus."""
        tokens = self._session.theme.tokens
        focused = self.pages.hasFocus()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width = 2.0 if focused else 1.0
        sheet = self.pages.joined
        edge = tokens.second if focused else tokens.line if sheet else tokens.window
        painter.setPen(QPen(QColor(edge), width))
        painter.setBrush(QColor(tokens.paper if sheet else tokens.window))
        inset = width / 2
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), RADIUS, RADIUS)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the busy line at the top edge."""
        super().resizeEvent(event)
        self._busy.setGeometry(int(RADIUS), 1, max(0, self.width() - 2 * int(RADIUS)), 2)
        self._busy.raise_()


def _row(parent: QWidget, sign: QLabel, text: QLabel, *buttons: QPushButton) -> QWidget:
    """Put a sign, a line and its buttons side by side, out of sight until there is something to say."""
    found = QWidget(parent)
    row = QHBoxLayout(found)
    row.setContentsMargins(2 * GRID, GRID // 2, GRID, GRID // 2)
    row.setSpacing(GRID)
    row.addWidget(sign, 0, Qt.AlignmentFlag.AlignVCenter)
    row.addWidget(text, 1)
    for button in buttons:
        row.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
    found.hide()
    return found
