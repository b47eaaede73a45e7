"""The list of takes: open, name, pin, delete and bring back, compare."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QLineEdit

from core.songs.song import Song, Take
from gui.panels.takes import COMPARE, DELETE, PIN, RENAME, UNDO, TakesPanel
from gui.tables.takes import BARS, CURRENT_ROLE, ENTROPY, HOW_ROLE, NAME, PINNED, TakesModel, describe

TUNE = "X:1\nM:3/4\nL:1/4\nK:C\nC D E | F G A |]\n"
METRICS = {"bars_right": {"value": 1.0, "missing": None}, "pitch_entropy": {"value": None, "missing": "no notes"}}


def take(name, **fields):
    return Take(
        name, **{"name": f"Take {name}", "level": 3, "seed": 7, "model": "small", "reply": "x", "tune": TUNE, **fields}
    )


@pytest.fixture
def panel(qtbot, session):
    found = TakesPanel(session)
    qtbot.addWidget(found)
    found.resize(300, 260)
    found.show()
    return found


@pytest.fixture
def three(qtbot, session, panel):
    takes = tuple(take(name, tune=TUNE + f"% {name}\n") for name in "abc")
    with qtbot.waitSignal(session.document.reading_ready):
        session.document.open_song(Song(takes=takes), None)
    return panel


def names(panel):
    return [found.id for found in panel.model.takes]


def select(panel, *rows):
    panel.view.choose(rows[0])
    for row in rows[1:]:
        flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
        panel.view.selectionModel().select(panel.model.index(row, 0), flags)


def click(panel, row, modifiers=Qt.KeyboardModifier.NoModifier):
    box = panel.view.visualRect(panel.model.index(row, NAME))
    QTest.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, modifiers, box.center())


def press(panel, key, modifiers=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(panel.view, key, modifiers)


# -- the model --------------------------------------------------------------------------------------------------------


def test_rows_are_newest_first_with_how_and_numbers(qapp):
    model = TakesModel()
    model.set_takes([take("a", metrics=METRICS, pinned=True), take("b")], "b")
    assert [found.id for found in model.takes] == ["b", "a"]
    assert model.index(1, NAME).data() == "Take a"
    assert model.index(1, NAME).data(HOW_ROLE) == "level 3 · seed 7 · small"
    assert model.index(0, NAME).data(CURRENT_ROLE) is True
    assert model.index(1, BARS).data() == "100 %"
    assert model.index(1, ENTROPY).data() == "–"
    assert "no notes" in model.index(1, ENTROPY).data(Qt.ItemDataRole.ToolTipRole)
    assert "not measured yet" in model.index(0, BARS).data(Qt.ItemDataRole.AccessibleTextRole)
    assert model.index(1, PINNED).data(Qt.ItemDataRole.DecorationRole) is not None
    assert model.index(1, PINNED).data(Qt.ItemDataRole.AccessibleTextRole) == "pinned"
    assert ", open" in model.index(0, NAME).data(Qt.ItemDataRole.AccessibleTextRole)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"level": None, "reply": "", "parent": "a"}, "edited by hand"),
        ({"level": None, "reply": ""}, "written by hand"),
        ({"level": None, "reply": "", "source": "old.mid"}, "imported from old.mid"),
        ({"level": None, "seed": None, "model": ""}, "own prompt"),
        ({"tune": ""}, "level 3 · seed 7 · small · no tune found"),
    ],
)
def test_how_a_take_came_is_said_in_few_words(fields, words):
    assert describe(take("a", **fields)) == words


def test_the_model_keeps_qts_contract_through_every_change(qapp):
    model = TakesModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    a, b, c = take("a"), take("b"), take("c")
    for takes, current in (
        ([], ""), ([a], "a"), ([a, b, c], "c"), ([a, c], "c"), ([a, b, c], "b"), ([replace(a, name="x"), b], "a"),
        ([c, b, a], "a"), ([take("d")], "d"), ([], ""),
    ):  # fmt: skip
        model.set_takes(takes, current)
        assert [found.id for found in model.takes] == [found.id for found in reversed(takes)]
        assert model.current == current
    assert model.rowCount(QModelIndex()) == 0


# -- the panel --------------------------------------------------------------------------------------------------------


def test_without_takes_it_says_what_will_be_here(panel):
    assert panel.pages.currentWidget() is panel.empty
    assert "No takes yet" in panel.empty.text()


def test_a_click_and_enter_open(session, three):
    assert session.document.take_id == "c"
    click(three, 2)
    assert session.document.take_id == "a"
    press(three, Qt.Key.Key_Up)
    assert session.document.take_id == "a", "moving is not opening"
    press(three, Qt.Key.Key_Return)
    assert session.document.take_id == "b"
    assert session.document.text.endswith("% b\n")


def test_a_ctrl_click_selects_a_second_one_and_compare_names_the_older_first(qtbot, session, three):
    click(three, 0)
    click(three, 2, Qt.KeyboardModifier.ControlModifier)
    assert session.document.take_id == "c"
    assert three.buttons[COMPARE].isEnabled()
    with qtbot.waitSignal(three.compare_requested) as seen:
        press(three, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert seen.args == ["a", "c"]


def test_comparing_one_says_how_to_choose_two(qtbot, session, three):
    select(three, 0)
    assert not three.buttons[COMPARE].isEnabled()
    with qtbot.waitSignal(session.message) as seen:
        three.compare()
    assert "Select two" in seen.args[0]


def test_f2_renames_and_a_double_click_does(qtbot, session, three):
    three.view.choose(1)
    press(three, Qt.Key.Key_F2)
    field = three.view.findChild(QLineEdit)
    field.selectAll()
    QTest.keyClicks(field, "Morning")
    with qtbot.waitSignal(three.model.renamed):
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert session.document.song.take("b").name == "Morning"
    assert session.document.dirty
    assert session.document.take_id == "c", "Enter in the field opened nothing"
    click(three, 0)
    box = three.view.visualRect(three.model.index(0, NAME))
    QTest.mouseDClick(three.view.viewport(), Qt.MouseButton.LeftButton, pos=box.center())
    assert three.view.state() == three.view.State.EditingState


@pytest.mark.parametrize("name", ["", "   ", "Take b"])
def test_an_empty_or_the_same_name_changes_nothing(session, three, name):
    assert not three.model.setData(three.model.index(1, NAME), name)
    assert not session.document.dirty


def test_pinning_pins_all_and_then_none(session, three):
    select(three, 0, 1)
    three.pin()
    assert [found.pinned for found in session.document.song.takes] == [False, True, True]
    assert three.view.selected_rows() == [0, 1]
    press(three, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert not any(found.pinned for found in session.document.song.takes)


def test_a_deleted_take_comes_back_by_the_bar_or_by_ctrl_z(session, three):
    select(three, 1)
    press(three, Qt.Key.Key_Delete)
    assert names(three) == ["c", "a"]
    assert not three.notice.isHidden()
    assert three.notice.words.text() == "Take b deleted."
    QTest.mouseClick(three.notice.button, Qt.MouseButton.LeftButton)
    assert names(three) == ["c", "b", "a"]
    assert three.notice.isHidden()
    select(three, 0, 2)
    three.delete()
    assert three.notice.words.text() == "2 takes deleted."
    assert session.document.take_id == "b"
    press(three, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert names(three) == ["c", "b", "a"]


def test_deletions_are_undone_one_after_another(qtbot, session, three):
    for _ in range(3):
        select(three, 0)
        three.delete()
    assert three.pages.currentWidget() is three.empty
    for wanted in (["a"], ["b", "a"], ["c", "b", "a"]):
        three.undo()
        assert names(three) == wanted
    with qtbot.waitSignal(session.message) as seen:
        three.undo()
    assert "no deleted take" in seen.args[0]


def test_the_bar_goes_away_by_itself_and_with_another_song(qtbot, session, three):
    three.notice.timer.setInterval(1)
    select(three, 0)
    three.delete()
    qtbot.waitUntil(three.notice.isHidden)
    three.notice.timer.setInterval(10_000)
    select(three, 0)
    three.delete()
    session.document.open_song(Song(), None)
    assert three.notice.isHidden()


def test_while_a_model_writes_takes_are_neither_opened_nor_deleted(qtbot, session, three):
    session.generating.emit(True)
    select(three, 2)
    assert not three.buttons[DELETE].isEnabled()
    with qtbot.waitSignals([session.message, session.message]):
        press(three, Qt.Key.Key_Return)
        press(three, Qt.Key.Key_Delete)
    assert session.document.take_id == "c"
    assert names(three) == ["c", "b", "a"]
    session.generating.emit(False)
    assert three.buttons[DELETE].isEnabled()


def test_the_take_shown_before_a_stopped_generation_can_be_opened_again(session, three):
    session.document.set_text("X:1\nK:C\nC", "model")
    click(three, 0)
    assert session.document.text.endswith("% c\n")


def test_measuring_a_take_leaves_selection_and_editing_alone(session, three):
    select(three, 0, 2)
    session.document.change_take("c", dirty=False, metrics=METRICS)
    assert three.view.selected_rows() == [0, 2]
    three.rename()
    field = three.view.findChild(QLineEdit)
    QTest.keyClicks(field, "Morning")
    session.document.change_take("c", dirty=False, metrics={})
    assert three.view.state() == three.view.State.EditingState
    assert field.text() == "Morning"


def test_a_new_take_is_chosen_and_in_sight(session, three):
    session.document.add_take(take("d"))
    assert names(three)[0] == "d"
    assert three.view.selected_rows() == [0]
    assert three.model.index(0, NAME).data(CURRENT_ROLE)


def test_the_menu_does_what_the_keys_do(session, three):
    select(three, 1)
    actions = {action.text().split("\t")[0]: action for action in three.menu(1).actions() if action.text()}
    assert list(actions) == ["Open", "Rename", "Pin", "Compare two", "Delete"]
    assert not actions["Compare two"].isEnabled()
    assert [action.text().split("\t")[1] for action in actions.values()] == ["Enter", RENAME, PIN, COMPARE, DELETE]
    actions["Open"].trigger()
    assert session.document.take_id == "b"
    actions["Pin"].trigger()
    assert session.document.song.take("b").pinned
    assert UNDO in [key.toString() for key in three.view._keys]


def test_everything_has_a_name_and_its_key_in_the_tooltip(three):
    for key, button in three.buttons.items():
        assert button.accessibleName()
        assert key in button.toolTip()
    assert three.view.accessibleName()


def test_it_is_drawn_in_both_themes(session, three):
    light = three.grab().toImage()
    session.theme.set_mode("dark")
    assert three.grab().toImage() != light
