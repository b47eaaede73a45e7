"""The notation panel: draws what the text says now, marks the cursor in every view, follows the sound."""

import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from core.errors import MissingPackage, WorkerError
from core.views import VIEWS
from gui.panels import notation_card
from gui.panels.no_notes import EMPTY, UNREADABLE, WAITING
from gui.panels.notation import NotationPanel
from tests.gui.notation_bench import WAIT, open_panel, settle, settled, write
from tests.gui.test_svg_pages import in_sight, middle, wheel
from tests.gui.tunes import HEAD, long_tune


@pytest.fixture
def panel(qtbot, session):
    return open_panel(qtbot, session)


def views(panel):
    return [card.view.name for card in panel.shown_cards()]


def test_with_nothing_to_show_it_says_what_to_do(qtbot, panel, session):
    assert panel._body.currentIndex() == 0
    assert panel._empty._text.text() == EMPTY
    session.generating.emit(True)
    assert panel._empty._text.text() == WAITING
    write(qtbot, panel, long_tune(8))
    assert panel._body.currentIndex() == 1
    write(qtbot, panel, "")
    assert panel._body.currentIndex() == 0


def test_a_text_without_a_note_is_not_called_nothing(qtbot, panel, session):
    write(qtbot, panel, "X:1\nK:C\n")
    assert panel._body.currentIndex() == 0
    assert panel._empty._text.text() == UNREADABLE
    session.generating.emit(True)
    assert panel._empty._text.text() == WAITING
    session.generating.emit(False)
    assert panel._empty._text.text() == UNREADABLE
    write(qtbot, panel, " \n")
    assert panel._empty._text.text() == EMPTY


def test_every_view_of_core_can_be_chosen_and_all_at_once(qtbot, panel):
    write(qtbot, panel, long_tune(8))
    assert views(panel) == [view.name for view in VIEWS[:2]]
    for view in VIEWS[2:]:
        qtbot.mouseClick(panel.header.views.button(view.name), Qt.MouseButton.LeftButton)
    settle(qtbot, panel)
    assert views(panel) == [view.name for view in VIEWS]
    for card in panel.shown_cards():
        assert card.pages.map.spots
        assert card.pages.accessibleDescription() == f"{card.view.title}: 8 bars, 32 notes"


def test_views_that_are_off_are_not_drawn(qtbot, panel, monkeypatch):
    asked, real = [], notation_card.draw
    monkeypatch.setattr(notation_card, "draw", lambda view, wanted: (asked.append(view.name), real(view, wanted))[1])
    write(qtbot, panel, long_tune(8))
    assert set(asked) == {"staff", "jianpu"}


def test_the_latest_edit_wins_and_no_queue_builds_up(qtbot, panel, session, monkeypatch):
    panel.show_views(["jianpu"])
    write(qtbot, panel, long_tune(8))
    gate, asked, real = threading.Event(), [], notation_card.draw

    def slow(view, wanted):
        asked.append(wanted.reading.revision)
        gate.wait(10)
        return real(view, wanted)

    monkeypatch.setattr(notation_card, "draw", slow)
    document = session.document
    card = panel.cards["jianpu"]
    with qtbot.assertNotEmitted(card.drawn, wait=0):
        for step in "CDEFG":
            document.set_text(f"{HEAD}{step}6|\n", "open")
            with qtbot.waitSignal(document.reading_ready, timeout=WAIT):
                document.read_now()
        qtbot.waitUntil(lambda: len(asked) == 1, timeout=WAIT)
    with qtbot.waitSignal(card.drawn, timeout=WAIT):
        gate.set()
    assert len(asked) == 2
    assert asked[-1] == document.revision
    assert card._shown[0] == document.revision


def test_a_drawing_for_an_older_text_is_dropped(qtbot, panel, session, monkeypatch):
    panel.show_views(["jianpu"])
    gate, real = threading.Event(), notation_card.draw
    monkeypatch.setattr(notation_card, "draw", lambda view, wanted: (gate.wait(10), real(view, wanted))[1])
    document, card = session.document, panel.cards["jianpu"]
    document.set_text(long_tune(8), "open")
    with qtbot.waitSignal(document.reading_ready, timeout=WAIT):
        document.read_now()
    document.set_text(long_tune(16), "open")
    document._timer.stop()
    gate.set()
    with qtbot.waitSignal(session.tasks.idle, timeout=WAIT):
        pass
    assert card._shown is None
    with qtbot.waitSignal(card.drawn, timeout=WAIT):
        document.read_now()
    assert card._shown[0] == document.revision


def test_a_long_drawing_shows_a_busy_line(qtbot, panel, session, monkeypatch):
    panel.show_views(["jianpu"])
    gate, real = threading.Event(), notation_card.draw
    monkeypatch.setattr(notation_card, "draw", lambda view, wanted: (gate.wait(10), real(view, wanted))[1])
    card = panel.cards["jianpu"]
    session.document.set_text(long_tune(8), "open")
    session.document.read_now()
    qtbot.waitUntil(lambda: card._busy.isVisible(), timeout=WAIT)
    with qtbot.waitSignal(card.drawn, timeout=WAIT):
        gate.set()
    assert not card._busy.isVisible()


@pytest.mark.parametrize(
    "error", [WorkerError("The verovio process ended."), MissingPackage("verovio", "Staff", "all")]
)
def test_an_error_is_said_in_place_and_the_old_picture_stays(qtbot, panel, monkeypatch, error):
    write(qtbot, panel, long_tune(8))
    card, real = panel.cards["staff"], notation_card.draw

    def broken(view, wanted):
        if view.name == "staff":
            raise error
        return real(view, wanted)

    monkeypatch.setattr(notation_card, "draw", broken)
    before = card.pages._stack
    write(qtbot, panel, long_tune(16))
    assert str(error) in card.problem
    assert card.pages._stack is before
    assert card.pages._faded
    assert panel.cards["jianpu"].problem == ""
    monkeypatch.setattr(notation_card, "draw", real)
    with qtbot.waitSignal(card.drawn, timeout=WAIT):
        qtbot.mouseClick(card._retry, Qt.MouseButton.LeftButton)
    assert card.problem == ""
    assert not card.pages._faded
    assert len(card.pages.map.lines) > len(before.map.lines)


def test_what_a_view_cannot_show_is_said_under_it(qtbot, panel):
    panel.show_views(["tab"])
    write(qtbot, panel, f"{HEAD}C,,6|\n")
    assert "Move the tune up" in panel.cards["tab"].hint
    write(qtbot, panel, f"{HEAD}C6|\n")
    assert panel.cards["tab"].hint == ""


def test_a_click_moves_the_cursor_and_every_view_marks_it(qtbot, panel, session):
    ids = write(qtbot, panel, long_tune(8))
    pages = panel.cards["jianpu"].pages
    with qtbot.waitSignal(session.document.cursor_moved, timeout=WAIT) as seen:
        qtbot.mouseClick(pages.viewport(), Qt.MouseButton.LeftButton, pos=middle(pages, ids[3]))
    assert seen.args == [ids[3], "notation"]
    assert [card.pages._marks.cursor for card in panel.shown_cards()] == [ids[3], ids[3]]
    assert pages.accessibleDescription().endswith("At G4, bar 1, র")


def test_the_editors_cursor_is_marked_and_its_line_comes_into_sight(qtbot, panel, session):
    ids = write(qtbot, panel, long_tune(64))
    for note in (ids[-1], ids[100], ids[0]):
        session.document.move_cursor(note, "editor")
        assert all(in_sight(card.pages, note) for card in panel.shown_cards())


def test_a_double_click_plays_from_the_note(qtbot, panel, session):
    ids = write(qtbot, panel, long_tune(8))
    pages = panel.cards["staff"].pages
    with qtbot.waitSignal(session.seek, timeout=WAIT) as seen:
        qtbot.mouseDClick(pages.viewport(), Qt.MouseButton.LeftButton, pos=middle(pages, ids[2]))
    assert seen.args == [ids[2]]


def test_the_keyboard_moves_the_cursor_and_shift_chooses(qtbot, panel, session):
    ids = write(qtbot, panel, long_tune(8))
    pages, shift = panel.cards["staff"].pages, Qt.KeyboardModifier.ShiftModifier
    chosen = []
    panel.selection_changed.connect(chosen.append)
    session.document.move_cursor(ids[0], "editor")
    qtbot.keyClick(pages, Qt.Key.Key_Right)
    assert session.document.cursor == ids[1]
    with qtbot.waitSignal(session.selected, timeout=WAIT):
        qtbot.keyClick(pages, Qt.Key.Key_Right, shift)
    qtbot.keyClick(pages, Qt.Key.Key_Right, shift)
    assert chosen[-1] == ids[1:4]
    qtbot.keyClick(pages, Qt.Key.Key_Left, shift)
    assert chosen[-1] == ids[1:3]
    assert panel.cards["jianpu"].pages._marks.selection == frozenset(ids[1:3])
    qtbot.keyClick(pages, Qt.Key.Key_Escape)
    assert chosen[-1] == []
    qtbot.keyClick(pages, Qt.Key.Key_Left, shift)
    qtbot.keyClick(pages, Qt.Key.Key_Left)
    assert chosen[-1] == []


def test_a_selection_survives_an_edit_as_one_stretch(qtbot, panel, session):
    ids = write(qtbot, panel, long_tune(16))
    session.document.move_cursor(ids[2], "editor")
    panel._extend(ids[20])
    edited = write(qtbot, panel, long_tune(16).replace("d c B A2 G", "d c B A2", 1))
    places = [edited.index(name) for name in panel._selection]
    assert places == list(range(places[0], places[-1] + 1))
    assert panel._selection[0] == ids[2]
    write(qtbot, panel, f"{HEAD}C6|\n")
    assert panel._selection == []


def test_the_sound_is_followed_until_the_user_scrolls(qtbot, panel, session):
    ids = write(qtbot, panel, long_tune(64))
    pages = panel.cards["staff"].pages
    session.sound_note.emit(ids[100])
    assert pages._marks.sounding == ids[100]
    assert in_sight(pages, ids[100])
    wheel(pages, 1200)
    assert not panel.header.tools["follow"].isChecked()
    before = pages.verticalScrollBar().value()
    session.sound_note.emit(ids[150])
    assert pages.verticalScrollBar().value() == before
    qtbot.keyClick(pages, Qt.Key.Key_F)
    assert panel.header.tools["follow"].isChecked()
    assert in_sight(pages, ids[150])
    session.sound_note.emit("")
    wheel(pages, 1200)
    assert panel.header.tools["follow"].isChecked()


def test_sa_moves_the_picture_and_keeps_the_notes(qtbot, panel, session):
    panel.show_views(["jianpu", "staff"])
    ids = write(qtbot, panel, long_tune(8))
    session.document.move_cursor(ids[4], "editor")
    svg = {name: card.pages._stack.pictures[0].page.svg for name, card in panel.cards.items() if not card.isHidden()}
    with qtbot.waitSignals([card.drawn for card in panel.shown_cards()], timeout=WAIT):
        session.set_transpose(2)
    for card in panel.shown_cards():
        assert card.pages._stack.pictures[0].page.svg != svg[card.view.name]
        assert set(card.pages.map.spots) == set(ids)
        assert card.pages._marks.cursor == ids[4]
    session.set_transpose(0)


def test_pages_reflow_to_the_width_and_zoom_makes_them_larger(qtbot, panel):
    panel.show_views(["staff"])
    write(qtbot, panel, long_tune(32))
    pages = panel.cards["staff"].pages
    lines = len(pages.map.lines)
    assert pages._stack.width <= pages.width()
    with qtbot.waitSignal(panel.cards["staff"].drawn, timeout=WAIT):
        qtbot.keyClick(pages, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert pages.zoom == 1.1
    assert panel.header.zoom.text() == "110 %"
    assert pages._stack.width <= pages.width()
    with qtbot.waitSignal(panel.cards["staff"].drawn, timeout=WAIT):
        panel.resize(1200, 420)
    assert len(pages.map.lines) < lines
    with qtbot.waitSignal(panel.cards["staff"].drawn, timeout=WAIT):
        panel.resize(380, 420)
    small = pages.zoom
    assert small < 1
    assert pages._stack.width <= pages.width()
    with qtbot.waitSignal(panel.cards["staff"].drawn, timeout=WAIT):
        qtbot.keyClick(pages, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert pages.zoom > small


def test_sheets_of_paper_fit_the_width_until_they_are_zoomed(qtbot, panel):
    panel.show_views(["staff"])
    write(qtbot, panel, long_tune(64))
    card = panel.cards["staff"]
    with qtbot.waitSignal(card.drawn, timeout=WAIT):
        qtbot.mouseClick(panel.header.tools["pages"], Qt.MouseButton.LeftButton)
    assert not card.pages.joined
    assert len(card.pages._stack.pictures) > 1
    assert card.pages._stack.width <= card.pages.width()
    assert panel.header.zoom.text() == f"{card.pages.zoom * 100:.0f} %" != "100 %"
    qtbot.mouseClick(panel.header.tools["in"], Qt.MouseButton.LeftButton)
    assert not panel.header.tools["fit"].isChecked()
    assert card.pages.horizontalScrollBar().maximum() > 0
    qtbot.mouseClick(panel.header.tools["fit"], Qt.MouseButton.LeftButton)
    assert card.pages._stack.width <= card.pages.width()


def test_the_choices_are_remembered(qtbot, panel, session):
    panel.show_views(["jianpu", "tab"])
    for name in ("side", "pages", "in"):
        qtbot.mouseClick(panel.header.tools[name], Qt.MouseButton.LeftButton)
    again = NotationPanel(session)
    qtbot.addWidget(again)
    assert views(again) == ["jianpu", "tab"]
    assert [again.header.tools[name].isChecked() for name in ("side", "pages", "fit")] == [True, True, False]
    assert again.splitter.orientation() == Qt.Orientation.Horizontal
    assert again._zoom == panel._zoom


def test_bars_with_something_wrong_are_marked(qtbot, panel):
    ids = write(qtbot, panel, f"{HEAD}C3 D3|E3 F2|G6|\n")
    assert panel.cards["staff"].pages._marks.doubtful == frozenset(ids[2:4])
    ids = write(qtbot, panel, f"{HEAD}C7|D3 E3|\nF7|G3 A3|\n")
    assert panel.cards["staff"].pages._marks.doubtful == frozenset([ids[0], ids[3]]), "the first of a line, too"


def test_every_control_has_a_name_and_a_tip(panel):
    for button in [*panel.header.tools.values(), panel.header.zoom]:
        assert button.accessibleName()
        assert button.toolTip()
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
    for card in panel.cards.values():
        assert card.pages.accessibleName() == card.view.title


def test_each_view_is_drawn_once_when_it_is_shown(qtbot, panel, monkeypatch):
    write(qtbot, panel, long_tune(8))
    asked, real = [], notation_card.draw
    monkeypatch.setattr(notation_card, "draw", lambda view, wanted: (asked.append(view.name), real(view, wanted))[1])
    panel.show_views([view.name for view in VIEWS])
    settle(qtbot, panel)
    new = [view.name for view in VIEWS[2:]]
    assert sorted(asked) == sorted(new)
    panel.hide()
    write(qtbot, panel, long_tune(16))
    assert len(asked) == len(new)
    panel.show()
    qtbot.waitUntil(lambda: settled(panel) and len(asked) > len(new), timeout=WAIT)
    assert sorted(asked[len(new) :]) == sorted(view.name for view in VIEWS)


def test_resizing_waits_for_a_pause(qtbot, panel, monkeypatch):
    panel.show_views(["jianpu"])
    write(qtbot, panel, long_tune(8))
    asked, real = [], notation_card.draw
    monkeypatch.setattr(notation_card, "draw", lambda view, wanted: (asked.append(view.name), real(view, wanted))[1])
    # a pause that comes when we say so
    panel._layout_timer.setInterval(WAIT)
    for width in range(720, 900, 20):
        panel.resize(width, 420)
        QApplication.processEvents()
    assert panel._layout_timer.isActive()
    assert asked == []
    with qtbot.waitSignal(panel.cards["jianpu"].drawn, timeout=WAIT):
        panel._layout_timer.setInterval(0)
    assert len(asked) <= 2
