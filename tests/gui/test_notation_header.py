"""The row above the notation: whatever its width, every control is in it or in its menu."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QToolButton

from core.views import VIEWS
from gui.panels.notation_header import TOOLS, NotationHeader

ALL = {"views", "zoom", *TOOLS}
SIDE = "side"


@pytest.fixture
def header(qtbot, session):
    found = NotationHeader(session.theme)
    qtbot.addWidget(found)
    found.set_views([view.name for view in VIEWS])
    found.resize(1400, found.minimumHeight())
    found.show()
    qtbot.waitExposed(found)
    return found


def in_row(header):
    controls = {**header.tools, "zoom": header.zoom, "views": header.views}
    return {name: control for name, control in controls.items() if not control.isHidden()}


def entries(header):
    """Open the menu and return its entries by what they say."""
    header.menu.aboutToShow.emit()
    return {action.text().split("\t")[0]: action for action in header.menu.actions() if not action.isSeparator()}


@pytest.mark.parametrize("width", range(300, 1401, 25))
def test_every_control_is_in_the_row_or_in_the_menu_and_none_in_both(header, width):
    header.resize(width, header.height())
    QApplication.processEvents()
    shown, away = in_row(header), header.away()
    assert {*shown, *away} == ALL
    assert not {*shown} & {*away}
    assert header.more.isHidden() == (not away)
    for name, control in {**shown, **({"more": header.more} if away else {})}.items():
        left = control.mapTo(header, QPoint(0, 0)).x()
        assert control.width() >= control.sizeHint().width(), name
        assert left >= 0, name
        assert left + control.width() <= width, name
    words = set(entries(header))
    assert words >= {TOOLS[name].words for name in away if name in TOOLS}
    assert ("views" in away) == (words >= {view.title for view in VIEWS})
    assert any(word == "Back to 100 %, from 100 %" for word in words) == ("zoom" in away)
    header.resize(1400, header.height())
    assert header.away() == []


def test_at_its_least_width_the_views_stay(header):
    header.resize(header.minimumSizeHint().width(), header.height())
    assert set(in_row(header)) == {"views"}
    assert set(header.away()) == ALL - {"views"}


def test_an_entry_does_what_its_button_does_and_shows_its_state_and_key(qtbot, header):
    header.resize(header.minimumSizeHint().width(), header.height())
    header.set_down("follow", down=True)
    found = entries(header)
    assert found["Follow the sound"].isChecked()
    assert not found["Show as pages"].isChecked()
    assert not found["Zoom in"].isCheckable()
    assert found["Zoom in"].text().endswith("\tCtrl++")
    used = []
    header.tool_used.connect(lambda name, down: used.append((name, down)))
    for words in ("Show as pages", "Follow the sound", "Zoom in", "Back to 100 %, from 100 %"):
        found[words].trigger()
    assert used == [("pages", True), ("follow", False), ("in", False), ("reset", False)]
    assert entries(header)["Show as pages"].isChecked()


def test_narrower_still_the_views_are_chosen_in_the_menu(qtbot, header):
    header.resize(300, header.height())
    assert header.views.isHidden()
    found = entries(header)
    assert all(found[view.title].isChecked() for view in VIEWS)
    with qtbot.waitSignal(header.views_chosen) as chosen:
        found[VIEWS[0].title].trigger()
    assert chosen.args == [[view.name for view in VIEWS[1:]]]


def test_with_one_view_nothing_is_to_stand_side_by_side(header):
    header.set_views(["staff"])
    assert header.tools[SIDE].isHidden()
    header.resize(header.minimumSizeHint().width(), header.height())
    assert SIDE not in header.away()
    assert TOOLS[SIDE].words not in entries(header)


def test_the_menu_opens_by_keyboard_and_its_button_says_what_it_is(qtbot, header):
    header.resize(header.minimumSizeHint().width(), header.height())
    assert header.more.accessibleName()
    assert header.more.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert header.more.popupMode() == QToolButton.ToolButtonPopupMode.InstantPopup
    opened = []
    header.menu.aboutToShow.connect(lambda: opened.append(True))
    # the menu holds the event loop until it is closed
    header.menu.aboutToShow.connect(lambda: QApplication.postEvent(header.menu, _escape()))
    header.more.setFocus()
    qtbot.keyClick(header.more, Qt.Key.Key_Space)
    assert opened


def _escape():
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QKeyEvent

    return QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)


def test_a_longer_word_makes_room_for_itself(header):
    tight = next(width for width in range(1400, 300, -1) if _away_at(header, width))
    header.resize(tight + 1, header.height())
    assert header.away() == []
    header.views.button("staff").setText("Staff, of five lines")
    QApplication.processEvents()
    assert header.away()


def _away_at(header, width):
    header.resize(width, header.height())
    return header.away()
