"""A grace note is clicked, walked from, chosen from and played from as the note that it leads to."""

import pytest
from PySide6.QtCore import QRectF, Qt

from core.songs.song import Reference, Song, Take
from core.views import VIEWS
from gui.widgets import page_marks
from tests.gui.compare_parts import compare_panel
from tests.gui.compare_parts import show as compare
from tests.gui.notation_bench import WAIT, open_panel, write
from tests.gui.test_svg_pages import middle

HEAD = "X:1\nM:4/4\nL:1/4\nQ:1/4=120\nK:C\n"
TUNE = f"{HEAD}C D {{f}}E F | {{ga}}G A B c |]\n"
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def panel(qtbot, session):
    return open_panel(qtbot, session)


def graces(session):
    return list(session.document.reading.score.graced)


@pytest.mark.parametrize("view", [view.name for view in VIEWS])
def test_from_a_click_on_a_grace_note_everything_goes_on_as_from_its_note(qtbot, panel, session, view):
    panel.show_views([view])
    ids = write(qtbot, panel, TUNE)
    first, *_ = graces(session)
    pages = panel.cards[view].pages
    qtbot.mouseClick(pages.viewport(), Qt.MouseButton.LeftButton, pos=middle(pages, first))
    assert session.document.cursor == first, "the editor shows the grace note itself"
    assert pages.accessibleDescription().endswith("At E4, bar 1")
    qtbot.keyClick(pages, Qt.Key.Key_Right)
    assert session.document.cursor == ids[3]
    session.document.move_cursor(first, "editor")
    qtbot.keyClick(pages, Qt.Key.Key_Left)
    assert session.document.cursor == ids[1]
    session.document.move_cursor(first, "editor")
    qtbot.keyClick(pages, Qt.Key.Key_End)
    assert session.document.cursor == ids[-1]


def test_a_selection_may_begin_and_end_at_grace_notes(qtbot, panel, session):
    ids = write(qtbot, panel, TUNE)
    first, _, last = graces(session)
    session.document.move_cursor(first, "editor")
    panel._extend(last)
    assert session.selection == ids[2:5]


def test_a_double_click_on_a_grace_note_plays_from_it(qtbot, panel, session):
    write(qtbot, panel, TUNE)
    first, *_ = graces(session)
    pages = panel.cards["jianpu"].pages
    with qtbot.waitSignal(session.seek, timeout=WAIT) as seen:
        qtbot.mouseDClick(pages.viewport(), Qt.MouseButton.LeftButton, pos=middle(pages, first))
    assert seen.args == [first]


def test_in_compare_a_grace_note_is_its_note(qtbot, session):
    panel = compare_panel(qtbot, session)
    take = Take("one", name="One", tune=TUNE.replace("E F |", "F F |"), reply="x", level=3)
    compare(qtbot, session, panel, Song(title="Kan", reference=Reference(TUNE, "by hand"), takes=(take,)))
    pair = panel.compared.differences[0]
    view = panel.pages.views[0]
    grace = next(iter(panel.compared.sides.one.graced))
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=middle(view, grace))
    assert (panel._one, panel._other) == (pair.one.id, pair.other.id)
    assert panel.words.text().startswith("1 of 1")
    assert panel.sound.place(panel._one, panel._other) == panel.sound.deck.plan.place(grace) == 1.0


@pytest.mark.parametrize("view", [view.name for view in VIEWS])
def test_what_is_chosen_is_marked_with_the_grace_notes_that_lead_to_it(qtbot, panel, session, view):
    panel.show_views([view])
    ids = write(qtbot, panel, TUNE)
    first, *_ = graces(session)
    session.select([ids[2]])
    pages = panel.cards[view].pages
    stack, room = pages._stack, pages.viewport().width()
    clip = QRectF(0, 0, stack.width, stack.height)
    (area,) = page_marks._stretches(stack, pages._marks.selection, room, clip)
    assert area.contains(stack.note_rect(first, room).center()), "a loop begins with them"
    assert area.contains(stack.note_rect(ids[2], room).center())
    assert not area.contains(stack.note_rect(ids[1], room).center())
    assert not area.contains(stack.note_rect(ids[3], room).center())
    assert stack.graced_rect("nowhere", room) is None
    assert stack.graced_rect(ids[0], room) == stack.note_rect(ids[0], room)
