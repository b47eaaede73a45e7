"""Pages of a drawing in a window: what is painted when, where the notes are, how one moves among them."""

import re

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from core.formats.abc.reader import read_first
from core.score.timeline import timeline
from core.views import VIEWS_BY_NAME
from core.views.base import Box, Drawing, Layout, Page
from gui.widgets.page_map import PageMap, between
from gui.widgets.page_marks import note_area
from gui.widgets.svg_pages import SvgPages
from tests.gui.tunes import long_tune

WAIT = 30_000
STRIPS = {"page_width": 700, "page_height": 720, "title": False, "joined": True}


def drawn(view, text, **layout):
    score = read_first(text).score
    drawing = VIEWS_BY_NAME[view].draw(score, Layout(**{**STRIPS, **layout}))
    return drawing, PageMap(drawing, timeline(score).moments)


@pytest.fixture
def pages(qtbot, session):
    found = SvgPages(session.theme, "Staff")
    found.scroll_ms = 0
    qtbot.addWidget(found)
    found.resize(720, 360)
    found.show()
    qtbot.waitExposed(found)
    return found


def show(qtbot, pages, drawing, places=None, **options):
    with qtbot.waitSignal(pages.shown, timeout=WAIT):
        pages.set_drawing(drawing, places, **options)


def middle(pages, note):
    rect = pages._stack.note_rect(note, pages.viewport().width())
    return (rect.center() - pages._offset()).toPoint()


def in_sight(pages, note):
    top, bottom = pages._stack.line_span(note)
    offset = pages._offset().y()
    return top >= offset - 1 and bottom <= offset + pages.viewport().height() + 1


def wheel(pages, delta, modifiers=Qt.KeyboardModifier.NoModifier):
    place = QPointF(100, 100)
    event = QWheelEvent(
        place, pages.viewport().mapToGlobal(place), QPoint(), QPoint(0, delta), Qt.MouseButton.NoButton, modifiers,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(pages.viewport(), event)


@pytest.mark.parametrize("view", VIEWS_BY_NAME)
def test_a_click_finds_the_note(qtbot, pages, view):
    drawing, places = drawn(view, long_tune(8))
    show(qtbot, pages, drawing, places)
    seen = []
    pages.note_clicked.connect(seen.append)
    asked = [name for name in places.spots if in_sight(pages, name)]
    for name in asked:
        qtbot.mouseClick(pages.viewport(), Qt.MouseButton.LeftButton, pos=middle(pages, name))
    assert seen == asked
    assert len(asked) > 15


def test_a_click_nearby_counts_and_one_far_away_does_not(qtbot, pages):
    drawing, places = drawn("staff", long_tune(8))
    show(qtbot, pages, drawing, places)
    seen = []
    pages.note_clicked.connect(seen.append)
    first = next(iter(places.spots))
    qtbot.mouseClick(pages.viewport(), Qt.MouseButton.LeftButton, pos=middle(pages, first) + QPoint(0, 12))
    qtbot.mouseClick(pages.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(4, 4))
    assert seen == [first]


def test_the_mouse_shows_a_hand_over_notes(qtbot, pages):
    drawing, places = drawn("jianpu", long_tune(8))
    show(qtbot, pages, drawing, places)
    qtbot.mouseMove(pages.viewport(), QPoint(2, 2))
    assert pages.viewport().cursor().shape() == Qt.CursorShape.ArrowCursor
    qtbot.mouseMove(pages.viewport(), middle(pages, next(iter(places.spots))))
    assert pages.viewport().cursor().shape() == Qt.CursorShape.PointingHandCursor


def test_only_pages_near_the_window_are_painted_and_none_is_read_twice(qtbot, pages):
    drawing, places = drawn("staff", long_tune(200))
    show(qtbot, pages, drawing, places)
    pictures = pages._stack.pictures
    qtbot.waitUntil(lambda: not pages._turn.isActive(), timeout=WAIT)
    assert len(pictures) > 6
    assert sum(picture.pixmap is not None for picture in pictures) <= 3
    first = pictures[0]._renderer
    bar = pages.verticalScrollBar()
    for value in (bar.maximum(), bar.maximum() // 2, 0):
        bar.setValue(value)
        qtbot.waitUntil(lambda: not pages._turn.isActive(), timeout=WAIT)
        top, height = bar.value(), pages.viewport().height()
        assert all(pictures[place].pixmap is not None for place in pages._stack.seen(top, top + height))
        assert sum(picture.pixmap is not None for picture in pictures) <= 6
    assert pictures[0]._renderer is first


def test_joined_pages_make_one_endless_sheet():
    for view in VIEWS_BY_NAME:
        whole, one = drawn(view, long_tune(64), page_height=None)
        strips, many = drawn(view, long_tune(64))
        assert len(whole.pages) == 1
        assert len(strips.pages) > 1
        assert max(page.height for page in strips.pages) <= 720
        assert sum(page.height for page in strips.pages) == pytest.approx(whole.pages[0].height, abs=1)
        assert len(one.lines) == len(many.lines)


@pytest.mark.parametrize("view", VIEWS_BY_NAME)
def test_a_line_of_notes_is_a_system(view):
    text = "X:1\nM:4/4\nL:1/4\nK:C\n" + "C, c' E, e'|E, z z c'|C4|\n" * 3 + "c'4|\n" * 3
    _, places = drawn(view, text)
    systems, _ = drawn(view, text, page_height=1)
    assert len(places.lines) == sum(1 for page in systems.pages if page.boxes)


def test_two_staves_are_one_line():
    text = "X:1\nM:4/4\nL:1/4\nK:C\nV:1\nC D E F|z4|G4|G4|\nV:2 clef=bass\nZ|C, D, E, F,|C,2 E,2|x4|\n"
    _, places = drawn("staff", text, page_width=480)
    parts = {frozenset(line.parts) for line in places.lines}
    assert parts == {frozenset(("1", "2"))}


@pytest.mark.parametrize("view", VIEWS_BY_NAME)
def test_the_whole_line_of_a_note_comes_into_sight(qtbot, pages, view):
    drawing, places = drawn(view, long_tune(64))
    show(qtbot, pages, drawing, places)
    names = list(places.spots)
    for name in (names[-1], names[len(names) // 2], names[0], names[len(names) // 3]):
        pages.reveal(name)
        assert in_sight(pages, name)
        pages.reveal(names[len(names) // 2], ahead=True)
        assert in_sight(pages, names[len(names) // 2])


def test_scrolling_there_is_smooth_and_ends_there(qtbot, pages):
    drawing, places = drawn("staff", long_tune(64))
    show(qtbot, pages, drawing, places)
    pages.scroll_ms = 40
    last = list(places.spots)[-1]
    pages.reveal(last)
    assert not in_sight(pages, last)
    qtbot.waitUntil(lambda: in_sight(pages, last), timeout=WAIT)


@pytest.mark.parametrize("music", ["e f g a | b c' d' e' |", "C D E F | G, A, B, C |"], ids=["high", "low"])
@pytest.mark.parametrize("view", ["staff", "tab"])
def test_a_line_reaches_down_to_its_words(view, music):
    """Wherever its notes stand: those of tablature may all be on the highest string."""
    text = "X:1\nM:4/4\nL:1/4\nK:C\n" + f"{music}\nw: আ মি তো মা রে যে ন পাই\n" * 4
    drawing, places = drawn(view, text, page_width=400)
    (page,) = drawing.pages
    feet = sorted({float(y) for y in re.findall(r'Bengali"[^>]*translate\([\d.]+ ([\d.]+)\)', page.svg)})
    assert len(feet) == len(places.lines) >= 4
    for foot, line, after in zip(feet, places.lines, [*places.lines[1:], None], strict=True):
        assert line.bottom < foot < line.room_bottom
        assert after is None or line.room_bottom < after.top


@pytest.mark.parametrize("view", ["staff", "tab"])
def test_where_a_line_is_higher_than_the_window_its_words_are_seen(qtbot, pages, view):
    drawing, places = drawn(view, long_tune(16))
    show(qtbot, pages, drawing, places)
    for note in (next(iter(places.spots)), list(places.spots)[-1]):
        top, bottom = pages._stack.line_span(note)
        need = bottom - pages._stack.notes_top(note)
        assert need + 12 < bottom - top
        pages.resize(720, pages.height() - pages.viewport().height() + round(need) + 12)
        for ahead in (True, False, False):
            pages.reveal(note, ahead=ahead)
            value, height = pages.verticalScrollBar().value(), pages.viewport().height()
            assert bottom <= value + height
            assert pages._stack.notes_top(note) >= value
        before = pages.verticalScrollBar().value()
        pages.reveal(note)
        assert pages.verticalScrollBar().value() == before, "it stands still"


def test_a_note_that_is_on_its_way_is_revealed_when_it_is_there(qtbot, pages):
    show(qtbot, pages, *drawn("staff", long_tune(8)))
    drawing, places = drawn("staff", long_tune(64))
    last = list(places.spots)[-1]
    pages.reveal(last)
    show(qtbot, pages, drawing, places)
    assert in_sight(pages, last)


def test_the_user_scrolls_by_wheel_and_keys_but_reveal_does_not(qtbot, pages):
    drawing, places = drawn("staff", long_tune(64))
    show(qtbot, pages, drawing, places)
    with qtbot.assertNotEmitted(pages.user_scrolled):
        pages.reveal(list(places.spots)[-1])
    with qtbot.waitSignal(pages.user_scrolled, timeout=WAIT):
        wheel(pages, 120)
    with qtbot.waitSignal(pages.user_scrolled, timeout=WAIT):
        qtbot.keyClick(pages, Qt.Key.Key_PageUp)


def test_ctrl_and_wheel_ask_for_a_zoom(qtbot, pages):
    show(qtbot, pages, *drawn("staff", long_tune(8)))
    seen = []
    pages.zoom_stepped.connect(seen.append)
    with qtbot.assertNotEmitted(pages.user_scrolled):
        wheel(pages, 120, Qt.KeyboardModifier.ControlModifier)
        wheel(pages, -120, Qt.KeyboardModifier.ControlModifier)
    assert seen == [1, -1]
    pages.zoom_in()
    assert pages.zoom == 1.1
    pages.zoom_out()
    pages.zoom_out()
    assert pages.zoom == 0.9
    pages.fit_width()
    assert pages._stack.width <= pages.width()


def test_a_zoom_and_a_new_drawing_leave_the_note_where_it_is(qtbot, pages):
    drawing, places = drawn("staff", long_tune(64))
    show(qtbot, pages, drawing, places)
    note = list(places.spots)[len(places.spots) // 2]
    pages.set_cursor(note)
    pages.reveal(note)
    before = middle(pages, note).y()
    pages.set_zoom(1.5)
    assert abs(middle(pages, note).y() - before) < 12
    pages.set_zoom(1.0)
    before = middle(pages, note).y()
    show(qtbot, pages, *drawn("staff", long_tune(64), page_width=500))
    assert abs(middle(pages, note).y() - before) <= 2


def test_the_old_picture_stays_until_the_new_one_is_there(qtbot, pages):
    show(qtbot, pages, *drawn("staff", long_tune(8)))
    before = pages.viewport().grab().toImage()
    drawing, places = drawn("staff", long_tune(16).replace("E2 G", "G2 G"))
    pages.set_drawing(drawing, places)
    assert pages.viewport().grab().toImage() == before
    qtbot.waitSignal(pages.shown, timeout=WAIT).wait()
    assert pages.viewport().grab().toImage() != before


def test_a_dark_page_is_drawn_light(qtbot, pages, session):
    drawing, places = drawn("staff", long_tune(8))
    show(qtbot, pages, drawing, places)
    head = middle(pages, next(iter(places.spots)))

    def ink():
        qtbot.waitUntil(lambda: not pages._turn.isActive(), timeout=WAIT)
        return QColor(pages.viewport().grab().toImage().pixel(head)).lightness()

    assert ink() < 60
    session.theme.set_mode("dark")
    session.theme.changed.emit(session.theme.tokens)
    assert ink() > 180
    assert "#000000" in drawing.pages[0].svg
    session.theme.set_mode("light")


def test_the_cursor_is_a_tint_and_a_line_under_the_note(qtbot, pages, session):
    drawing, places = drawn("jianpu", long_tune(8))
    show(qtbot, pages, drawing, places)
    note = list(places.spots)[3]
    for mark in (pages.set_cursor, pages.set_sounding):
        mark(note)
        area = note_area(pages._stack, note, pages.viewport().width())
        image = pages.viewport().grab().toImage()
        assert image.pixelColor(round(area.left()) + 2, round(area.top()) + 6) == QColor(
            session.theme.tokens.accent_soft
        )
        assert image.pixelColor(round(area.center().x()), round(area.bottom()) - 1) == QColor(
            session.theme.tokens.accent
        )
        mark("")
        image = pages.viewport().grab().toImage()
        assert image.pixelColor(round(area.left()) + 2, round(area.top()) + 6) != QColor(
            session.theme.tokens.accent_soft
        )


def test_a_selection_is_marked_from_its_first_to_its_last_note(qtbot, pages, session):
    drawing, places = drawn("jianpu", long_tune(8))
    show(qtbot, pages, drawing, places)
    names = list(places.spots)
    pages.set_selection(names[1:4])
    image = pages.viewport().grab().toImage()
    between_two = (middle(pages, names[1]) + middle(pages, names[2])) / 2 - QPoint(0, 8)
    assert image.pixelColor(between_two) == QColor(session.theme.tokens.second_soft)
    assert image.pixelColor(middle(pages, names[0]) + QPoint(9, 0)) != QColor(session.theme.tokens.second_soft)


@pytest.mark.parametrize("view", VIEWS_BY_NAME)
def test_the_keyboard_walks_through_the_notes(qtbot, pages, view):
    drawing, places = drawn(view, long_tune(32))
    show(qtbot, pages, drawing, places)
    seen, chosen = [], []
    pages.note_reached.connect(lambda name: (seen.append(name), pages.set_cursor(name)))
    pages.note_extended.connect(chosen.append)
    names = list(places.spots)
    qtbot.keyClick(pages, Qt.Key.Key_Right)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left):
        qtbot.keyClick(pages, key)
    assert seen == [names[0], names[1], names[2], names[1]]
    qtbot.keyClick(pages, Qt.Key.Key_Down)
    assert places.spots[seen[-1]].line == 1
    assert abs(places.spots[seen[-1]].middle - places.spots[names[1]].middle) < 60
    qtbot.keyClick(pages, Qt.Key.Key_End)
    assert seen[-1] == places.lines[1].ids[-1]
    qtbot.keyClick(pages, Qt.Key.Key_Home)
    assert seen[-1] == places.lines[1].ids[0]
    qtbot.keyClick(pages, Qt.Key.Key_Up)
    qtbot.keyClick(pages, Qt.Key.Key_Up)
    assert seen[-1] == names[0]
    qtbot.keyClick(pages, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert seen[-1] == names[-1]
    qtbot.keyClick(pages, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert chosen == [names[-2]]
    with qtbot.waitSignal(pages.note_double_clicked, timeout=WAIT) as played:
        qtbot.keyClick(pages, Qt.Key.Key_Return)
    assert played.args == [names[-1]]


def test_the_mouse_draws_a_selection(qtbot, pages):
    drawing, places = drawn("jianpu", long_tune(8))
    show(qtbot, pages, drawing, places)
    names, chosen = list(places.spots), []
    pages.note_clicked.connect(pages.set_cursor)
    pages.note_extended.connect(chosen.append)
    qtbot.mousePress(pages.viewport(), Qt.MouseButton.LeftButton, pos=middle(pages, names[0]))
    for name in names[1:4]:
        _drag(pages, middle(pages, name))
    qtbot.mouseRelease(pages.viewport(), Qt.MouseButton.LeftButton, pos=middle(pages, names[3]))
    assert chosen == names[1:4]
    qtbot.mouseClick(
        pages.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, middle(pages, names[5])
    )
    assert chosen[-1] == names[5]


def _drag(pages, place):
    where = QPointF(place)
    event = QMouseEvent(
        QEvent.Type.MouseMove, where, pages.viewport().mapToGlobal(where), Qt.MouseButton.NoButton,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(pages.viewport(), event)


def test_voices_keep_to_themselves_and_a_stretch_of_time_takes_all():
    text = "X:1\nM:2/4\nL:1/4\nK:C\nV:1\nC D|E F|\nV:2\nG, A,|B, C|\n"
    score = read_first(text).score
    moments = timeline(score).moments
    _, places = drawn("staff", text)
    one = [moment.id for moment in moments if moment.part == "1"]
    assert [places.after(name, 1) for name in one] == [*one[1:], ""]
    assert places.after(one[0], -1) == ""
    assert len(between(moments, one[2], one[0])) == 6
    assert between(moments, "nothing", one[0]) == []


def test_a_drawing_without_notes_and_one_without_moments(qtbot, pages):
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="900" viewBox="0 0 400 900"/>'
    show(qtbot, pages, Drawing((Page(svg, 400, 900),)))
    qtbot.keyClick(pages, Qt.Key.Key_Right)
    qtbot.keyClick(pages, Qt.Key.Key_End)
    pages.reveal("nothing")
    boxes = {"a": Box(10, 10, 9, 9), "b": Box(40, 12, 9, 9), "c": Box(10, 210, 9, 9)}
    show(qtbot, pages, Drawing((Page(svg, 400, 900, boxes), Page(svg, 400, 900, {"d": Box(10, 10, 9, 9)}))))
    assert [line.ids for line in pages.map.lines] == [["a", "b"], ["c"], ["d"]]
