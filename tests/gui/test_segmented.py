"""A row of choices: by mouse, by keyboard, one or several."""

import pytest
from PySide6.QtCore import Qt

from gui.widgets.segmented import Segmented

THREE = [("a", "One"), ("b", "Two"), ("c", "Three")]


@pytest.fixture
def row(qtbot):
    def make(**options):
        found = Segmented(THREE, "Level", **options)
        qtbot.addWidget(found)
        found.show()
        qtbot.waitExposed(found)
        return found

    return make


def test_a_click_chooses_one(qtbot, row):
    level = row()
    assert level.value() == "a"
    with qtbot.waitSignal(level.chosen) as seen:
        qtbot.mouseClick(level.button("c"), Qt.MouseButton.LeftButton)
    assert seen.args == ["c"]
    assert level.values() == ["c"]
    with qtbot.assertNotEmitted(level.chosen):
        qtbot.mouseClick(level.button("c"), Qt.MouseButton.LeftButton)
    assert level.value() == "c"


def test_several_can_be_on_and_the_last_stays(qtbot, row):
    views = row(exclusive=False, look="tab")
    qtbot.mouseClick(views.button("c"), Qt.MouseButton.LeftButton)
    assert views.values() == ["a", "c"]
    qtbot.mouseClick(views.button("a"), Qt.MouseButton.LeftButton)
    qtbot.mouseClick(views.button("c"), Qt.MouseButton.LeftButton)
    assert views.values() == ["c"]


def test_arrows_choose_one_and_only_move_among_several(qtbot, row):
    level = row()
    qtbot.keyClick(level.button("a"), Qt.Key.Key_Right)
    assert level.value() == "b"
    qtbot.keyClick(level.button("b"), Qt.Key.Key_End)
    assert level.value() == "c"
    qtbot.keyClick(level.button("c"), Qt.Key.Key_Right)
    assert level.value() == "a"
    views = row(exclusive=False)
    qtbot.keyClick(views.button("a"), Qt.Key.Key_Right)
    assert views.values() == ["a"]
    qtbot.keyClick(views.button("b"), Qt.Key.Key_Space)
    assert views.values() == ["a", "b"]


def test_the_row_is_one_stop_of_the_tab_key(row):
    level = row()
    level.set_value("b")
    stops = [value for value, _ in THREE if level.button(value).focusPolicy() == Qt.FocusPolicy.StrongFocus]
    assert stops == ["b"]


def test_choices_by_program_are_silent_and_known_ones_only(qtbot, row):
    level = row()
    with qtbot.assertNotEmitted(level.chosen):
        level.set_value("b")
        level.set_value("z")
    assert level.value() == "b"
    level.set_choices([("b", "Two"), ("d", "Four")])
    assert level.values() == ["b"]


def test_every_button_has_a_name(row):
    level = row()
    assert level.accessibleName() == "Level"
    assert [level.button(value).accessibleName() for value, _ in THREE] == ["Level: One", "Level: Two", "Level: Three"]
