"""The pages of one drawing to look at: scrolled, zoomed, marked. Marks are painted with them, never into the SVG."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QEasingCurve, QPointF, QPropertyAnimation, QRect, QRectF, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QSizePolicy, QWidget

from core.views.base import Drawing
from gui.theme import GRID, Theme, Tokens
from gui.widgets.page_map import PageMap
from gui.widgets.page_marks import Marks, note_area, paint_marks, paint_tints
from gui.widgets.page_stack import PAGE_GAP, Look, Stack

ZOOMS = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0)
LEAST_FIT = 0.25
SCROLL_MS = 160
FADED = 0.35
BAR = 12
"""Room that is left for the scroll bar whether it is there or not, so that the width does not depend on the height."""


class PageView(QAbstractScrollArea):
    """Shows a Drawing. Only pages in sight are painted, one an event turn; the old stay until the new are there."""

    user_scrolled = Signal()
    zoom_stepped = Signal(int)
    """A gesture asks for a larger (1) or smaller (-1) zoom; the owner decides what that is."""
    resized = Signal()
    shown = Signal()
    """A new drawing has taken the place of the old one."""
    _turn_taken = False
    """Some view has painted in this event turn."""

    def __init__(self, theme: Theme, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._stack: Stack | None = None
        self._next: tuple[Stack, int] | None = None
        self._marks = Marks()
        self._faded = False
        self._reveal_next = ""
        self.scroll_ms = SCROLL_MS
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(160, 80)
        self.viewport().setAutoFillBackground(True)
        self._turn = QTimer(self, singleShot=True, interval=0)
        self._turn.timeout.connect(self._paint_a_page)
        self._slide = QPropertyAnimation(self.verticalScrollBar(), b"value", self)
        self._slide.setEasingCurve(QEasingCurve.Type.OutCubic)
        for bar in (self.verticalScrollBar(), self.horizontalScrollBar()):
            bar.actionTriggered.connect(self._on_user_scroll)
            bar.setSingleStep(3 * GRID)
        theme.changed.connect(self._on_theme)
        self._fill()

    # -- what is shown --------------------------------------------------------------------------------------------

    @property
    def zoom(self) -> float:
        """The zoom of the pages on screen, or of those on their way."""
        stack = self._next[0] if self._next else self._stack
        return stack.zoom if stack else 1.0

    @property
    def map(self) -> PageMap | None:
        """Where the notes stand; None before the first drawing."""
        return self._stack.map if self._stack else None

    @property
    def joined(self) -> bool:
        """Say whether one endless sheet is shown, not separate ones."""
        return self._stack is None or self._stack.joined

    def page_room(self) -> int:
        """Return the width that pages can have without a horizontal scroll bar."""
        return max(1, self.width() - BAR)

    def set_drawing(
        self, drawing: Drawing, places: PageMap | None = None, *, zoom: float | None = None, joined: bool = True
    ) -> None:
        """Show another drawing, keeping a note that is on screen where it is. `joined` pages have no gaps."""
        zoom = self.zoom if zoom is None else zoom
        stack = Stack(drawing, places or PageMap(drawing), zoom=zoom, joined=joined)
        self._next = (stack, self._scroll_for(stack))
        self._turn.start()

    def set_faded(self, faded: bool) -> None:
        """Grey the pages: they are not what the text says now."""
        if faded != self._faded:
            self._faded = faded
            self.viewport().update()

    def set_zoom(self, zoom: float) -> None:
        """Show the same pages larger or smaller."""
        stack = self._stack
        zoom = min(max(zoom, LEAST_FIT), ZOOMS[-1])
        if self._next is not None:
            self._next[0].set_zoom(zoom)
            self._next = (self._next[0], self._scroll_for(self._next[0]))
        if stack is None or stack.zoom == zoom:
            return
        kept = self._anchors()
        stack.set_zoom(zoom)
        self._set_ranges()
        self.verticalScrollBar().setValue(_restored(stack, kept, self.viewport().width()))
        self.viewport().update()

    def zoom_in(self) -> None:
        """Show the pages at the next larger zoom."""
        self.set_zoom(next_zoom(self.zoom, 1))

    def zoom_out(self) -> None:
        """Show the pages at the next smaller zoom."""
        self.set_zoom(next_zoom(self.zoom, -1))

    def fit_width(self) -> None:
        """Show the widest page as wide as the window."""
        stack = self._next[0] if self._next else self._stack
        if stack and stack.pictures:
            self.set_zoom(self.fitting_zoom(max(picture.page.width for picture in stack.pictures)))

    def fitting_zoom(self, page_width: float) -> float:
        """Return the zoom at which a sheet of this width fits."""
        return min(max((self.page_room() - 2 * PAGE_GAP) / page_width, LEAST_FIT), ZOOMS[-1])

    # -- marks ----------------------------------------------------------------------------------------------------

    def set_cursor(self, note_id: str) -> None:
        """Mark the note of the cursor; nothing for an empty id."""
        self._remark(cursor=note_id)

    def set_sounding(self, note_id: str) -> None:
        """Mark the note that sounds; nothing for an empty id."""
        self._remark(sounding=note_id)

    def set_selection(self, ids: Sequence[str]) -> None:
        """Mark a stretch of notes, given in the order of time."""
        drawn = [name for name in ids if self._stack is None or name in self._stack.map.spots]
        self._marks.selection = frozenset(ids)
        self._marks.ends = (drawn[0], drawn[-1]) if drawn else ("", "")
        self.viewport().update()

    def set_doubtful(self, ids: Iterable[str]) -> None:
        """Draw a wavy line under notes of bars in which something is wrong."""
        self._marks.doubtful = frozenset(ids)
        self.viewport().update()

    def _remark(self, **fields: str) -> None:
        """Move a mark, and paint only where it was and is."""
        for name, note_id in fields.items():
            for changed in (getattr(self._marks, name), note_id):
                self._update_note(changed)
            setattr(self._marks, name, note_id)

    def _update_note(self, note_id: str) -> None:
        area = note_area(self._stack, note_id, self.viewport().width()) if self._stack else None
        if area is not None:
            self.viewport().update(area.translated(-self._offset()).toAlignedRect().adjusted(-2, -2, 2, 2))

    def reveal(self, note_id: str, *, ahead: bool = False) -> None:
        """Scroll so that the whole line of a note can be seen; `ahead` puts it on top, for what comes after it.

        A note that is not drawn yet is revealed as soon as it is.
        """
        stack = self._stack
        if self._next is not None or stack is None or note_id not in stack.map.spots:
            self._reveal_next = note_id
        if stack is None or note_id not in stack.map.spots:
            return
        bar = self.verticalScrollBar()
        start = self._slide.endValue() if self._slide.state() == QPropertyAnimation.State.Running else bar.value()
        target = _revealing(stack, note_id, int(start), self.viewport().size().height(), ahead=ahead)
        self._scroll_to(max(bar.minimum(), min(bar.maximum(), target)))
        rect = stack.note_rect(note_id, self.viewport().width())
        aside = self.horizontalScrollBar()
        if rect is not None and not aside.value() <= rect.left() <= aside.value() + self.viewport().width() - GRID:
            aside.setValue(round(rect.center().x() - self.viewport().width() / 2))

    def _scroll_to(self, value: int) -> None:
        bar = self.verticalScrollBar()
        self._slide.stop()
        if self.scroll_ms and self.isVisible():
            self._slide.setDuration(self.scroll_ms)
            self._slide.setStartValue(bar.value())
            self._slide.setEndValue(value)
            self._slide.start()
        else:
            bar.setValue(value)

    # -- a new drawing takes over ---------------------------------------------------------------------------------

    def _paint_a_page(self) -> None:
        """Paint one page that is missing or outdated; a page a turn, of all views together, keeps the window awake."""
        if PageView._turn_taken:
            self._turn.start()
            return
        PageView._turn_taken = True
        QTimer.singleShot(0, _free_turn)
        stack, top = self._next if self._next else (self._stack, self.verticalScrollBar().value())
        if stack is None:
            return
        look = self._look(stack)
        height = self.viewport().height()
        todo = [place for place in stack.seen(top, top + height) if not stack.pictures[place].fresh(look)]
        if todo:
            stack.pictures[todo[0]].paint(look, stack.sizes[todo[0]])
            self._turn.start()
            if self._next is None:
                self.viewport().update()
        elif self._next is not None:
            self._take_over(stack)
        else:
            self._prepare(stack, look, top, height)

    def _prepare(self, stack: Stack, look: Look, top: int, height: int) -> None:
        """Paint what a short scroll would bring, and let go of what is far away."""
        close = set(stack.seen(top - height / 2, top + 1.5 * height))
        for place, picture in enumerate(stack.pictures):
            if place not in close and not stack.seen(top - 3 * height, top + 4 * height).count(place):
                picture.forget()
        todo = [place for place in sorted(close) if not stack.pictures[place].fresh(look)]
        if todo:
            stack.pictures[todo[0]].paint(look, stack.sizes[todo[0]])
            self._turn.start()

    def _take_over(self, stack: Stack) -> None:
        target = self._scroll_for(stack)
        sliding = self._slide.state() == QPropertyAnimation.State.Running
        self._slide.stop()
        self._stack, self._next = stack, None
        self._fill()
        self._set_ranges()
        self.verticalScrollBar().setValue(target)
        chosen = [name for name in self._marks.ends if name in stack.map.spots]
        self._marks.ends = (chosen[0], chosen[-1]) if chosen else ("", "")
        self.viewport().update()
        wanted, self._reveal_next = self._reveal_next or (self._marks.cursor if sliding else ""), ""
        if wanted:
            self.reveal(wanted)
        self.shown.emit()

    def _scroll_for(self, stack: Stack) -> int:
        """Return where another drawing is to be scrolled to, so that a note on screen stays where it is."""
        if self._reveal_next in stack.map.spots and self._stack is None:
            return _revealing(stack, self._reveal_next, 0, self.viewport().height(), ahead=False)
        value = _restored(stack, self._anchors(), self.viewport().width())
        return max(0, min(value, stack.height - self.viewport().height()))

    def _anchors(self) -> list[tuple[str, float]]:
        """Return notes and their height in the window: the cursor's if it can be seen, then those from the top."""
        stack, room = self._stack, self.viewport().width()
        if stack is None:
            return []
        top, height = self.verticalScrollBar().value(), self.viewport().height()
        names = [self._marks.sounding, self._marks.cursor]
        for line in stack.map.lines:
            if top <= stack.tops[line.page] + line.top * stack.zoom < top + height:
                names += line.ids
        found = []
        for name in names:
            rect = stack.note_rect(name, room)
            if rect is not None and 0 <= rect.top() - top < height:
                found.append((name, rect.top() - top))
        return found if top else [("", 0.0)]

    def _set_ranges(self) -> None:
        stack, viewport = self._stack, self.viewport()
        wide, high = (stack.width, stack.height) if stack else (0, 0)
        down, aside = self.verticalScrollBar(), self.horizontalScrollBar()
        down.setRange(0, max(0, high - viewport.height()))
        down.setPageStep(viewport.height())
        aside.setRange(0, max(0, wide - viewport.width()))
        aside.setPageStep(viewport.width())

    def _look(self, stack: Stack) -> Look:
        return Look.of(stack.zoom, self.devicePixelRatioF(), self._theme.tokens)

    def _offset(self) -> QPointF:
        return QPointF(self.horizontalScrollBar().value(), self.verticalScrollBar().value())

    def _fill(self) -> None:
        """Let Qt fill the ground, so that a repaint of a note does not repaint what is behind the pages."""
        tokens, palette = self._theme.tokens, self.viewport().palette()
        ground = QColor(tokens.paper if self.joined else tokens.window)
        if palette.color(self.viewport().backgroundRole()) != ground:
            palette.setColor(self.viewport().backgroundRole(), ground)
            self.viewport().setPalette(palette)

    def _on_theme(self, _tokens: Tokens) -> None:
        self._fill()
        self._turn.start()
        self.viewport().update()

    def _on_user_scroll(self, _action: int) -> None:
        self._slide.stop()
        self.user_scrolled.emit()

    # -- Qt -------------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Copy the pictures of the pages in sight, with the marks under them."""
        stack = self._stack
        if stack is None:
            return
        painter = QPainter(self.viewport())
        offset, room = self._offset(), self.viewport().width()
        painter.translate(-offset)
        clip = QRectF(event.rect()).translated(offset)
        places = stack.seen(clip.top(), clip.bottom())
        rects = {place: stack.page_rect(place, room) for place in places}
        if not stack.joined:
            self._paint_paper(painter, rects.values())
        paint_marks(painter, stack, self._marks, self._theme.tokens, room, clip)
        look = self._look(stack)
        painter.setOpacity(FADED if self._faded else 1.0)
        for place, rect in rects.items():
            picture = stack.pictures[place]
            if picture.pixmap is not None:
                painter.drawPixmap(rect, picture.pixmap)
            if not picture.fresh(look):
                self._turn.start()
        if not self._faded:
            paint_tints(painter, stack, self._marks, self._theme.tokens, room)
        painter.end()

    def _paint_paper(self, painter: QPainter, rects: Iterable[QRect]) -> None:
        painter.setPen(QPen(QColor(self._theme.tokens.line), 1))
        painter.setBrush(QColor(self._theme.tokens.paper))
        for rect in rects:
            painter.drawRect(rect.adjusted(0, 0, -1, -1))

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Move what is on screen and paint what comes into sight."""
        self.viewport().scroll(dx, dy)
        self._turn.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell the owner, which may lay out anew."""
        super().resizeEvent(event)
        self._set_ranges()
        self._turn.start()
        self.resized.emit()


def _free_turn() -> None:
    PageView._turn_taken = False


def next_zoom(zoom: float, steps: int) -> float:
    """Return the zoom of `ZOOMS` next to another, larger (1) or smaller (-1)."""
    if steps > 0:
        return next((step for step in ZOOMS if step > zoom + 0.01), ZOOMS[-1])
    return next((step for step in reversed(ZOOMS) if step < zoom - 0.01), ZOOMS[0])


def _restored(stack: Stack, kept: Sequence[tuple[str, float]], room: int) -> int:
    """Return the scroll value that puts the first note that is still there to its old height."""
    for name, height in kept:
        rect = stack.note_rect(name, room)
        if rect is not None:
            return round(rect.top() - height)
    return 0


def _revealing(stack: Stack, note_id: str, top: int, height: int, *, ahead: bool) -> int:
    """Return the scroll value, as near to `top` as can be, at which the line of a note is wholly in sight."""
    first, last = stack.line_span(note_id)
    if stack.map.spots[note_id].line == 0 and last <= height:
        # the heading stays with the first line
        first = 0
    if last - first > height >= last - stack.notes_top(note_id) + GRID:
        # rather the room above the notes goes than their words
        first = int(last - height) + 1
    elif last - first > height:
        rect = stack.note_rect(note_id, stack.width)
        first, last = (rect.top() - GRID, rect.bottom() + GRID) if rect else (first, last)
    if first >= top and last <= top + height:
        return top
    return int(first) if ahead or first < top else int(last - height) + 1
