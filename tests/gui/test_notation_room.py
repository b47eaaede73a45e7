"""The notation panel in much and in little room: how the views stand, what stays in sight and what is scrolled."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from core.views import VIEWS
from gui.panels.notation_card import LEAST_HEIGHT
from tests.gui.notation_bench import WAIT, open_panel, write
from tests.gui.tunes import HEAD, long_tune


@pytest.fixture
def panel(qtbot, session):
    return open_panel(qtbot, session)


def test_views_stand_side_by_side_by_themselves_where_there_is_room(qtbot, panel):
    assert panel.splitter.orientation() == Qt.Orientation.Vertical
    panel.resize(1700, 700)
    qtbot.waitUntil(lambda: panel.splitter.orientation() == Qt.Orientation.Horizontal, timeout=WAIT)
    qtbot.mouseClick(panel.header.tools["side"], Qt.MouseButton.LeftButton)
    assert panel.splitter.orientation() == Qt.Orientation.Vertical


def test_in_little_room_the_views_stay_and_tools_go(qtbot, panel):
    write(qtbot, panel, long_tune(8))
    header = panel.header
    panel.resize(1000, 420)
    assert all(not tool.isHidden() for tool in header.tools.values())
    panel.resize(header.minimumSizeHint().width() + 80, 420)
    assert header.tools["pages"].isHidden()
    assert not header.tools["fit"].isHidden()
    assert all(not header.views.button(view.name).isHidden() for view in VIEWS)
    panel.resize(1000, 420)
    assert not header.tools["pages"].isHidden()
    panel.show_views(["staff"])
    assert header.tools["side"].isHidden()


def test_with_too_little_height_every_view_keeps_a_line_and_all_are_scrolled(qtbot, panel):
    panel.show_views([view.name for view in VIEWS])
    panel.resize(400, 240)
    write(qtbot, panel, f'{HEAD}"Am"{{d}}E2 G2 A2|\nw: আ-মি তো\n')
    tops = [card.mapTo(panel.splitter, card.rect().topLeft()).y() for card in panel.shown_cards()]
    for card, following in zip(panel.shown_cards(), [*tops[1:], panel.splitter.height()], strict=True):
        pages, hints = card.pages.geometry(), card._hints.geometry()
        assert pages.height() >= LEAST_HEIGHT
        assert card._hints.isHidden() or hints.top() >= pages.bottom(), "what is said does not lie over the music"
        assert card.mapTo(panel.splitter, card.rect().bottomLeft()).y() < following
    assert panel.cards["swaralipi"].hint
    column = panel._body.currentWidget()
    assert column.verticalScrollBar().maximum() > 0
    last = panel.cards["swaralipi"].pages
    assert last.viewport().visibleRegion().isEmpty()
    panel.cards["tab"].pages.setFocus()
    for _ in range(12):
        if not last.hasFocus():
            qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert last.hasFocus()
    assert last.viewport().visibleRegion().boundingRect().height() >= LEAST_HEIGHT - 2, (
        "the keyboard brings it into sight"
    )
    panel.resize(400, 1000)
    QApplication.processEvents()
    assert column.verticalScrollBar().maximum() == 0
