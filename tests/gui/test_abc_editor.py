"""The ABC editor: text in and out, findings, find, and the note under the caret."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCharFormat
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from core.songs.song import Song, Take
from gui.panels.abc_editor import WRITING, AbcEditorPanel

HEAD = "X:1\nM:3/4\nL:1/4\nK:C\n"
TUNE = HEAD + "C D E | F G A |\nw: এ-ক দুই\nc3 |]\n"


@pytest.fixture
def panel(qtbot, session):
    found = AbcEditorPanel(session)
    qtbot.addWidget(found)
    found.resize(720, 300)
    found.show()
    return found


def show(qtbot, session, text, origin="take"):
    with qtbot.waitSignal(session.document.reading_ready):
        session.document.set_text(text, origin)


def underlined(editor):
    """Return the texts under a wave, dashes or dots."""
    return [
        (mark.cursor.selectedText(), mark.format.underlineStyle())
        for mark in editor.extraSelections()
        if mark.format.underlineStyle() != QTextCharFormat.UnderlineStyle.NoUnderline
    ]


# -- text in and out --------------------------------------------------------------------------------------------------


def test_only_what_a_person_types_goes_to_the_document(qtbot, session, panel):
    document = session.document
    seen = []
    document.text_changed.connect(seen.append)
    show(qtbot, session, TUNE, "repair")
    assert panel.editor.text() == TUNE
    assert seen == ["repair"]
    panel.editor.go_to(5, 1)
    with qtbot.waitSignal(document.reading_ready):
        QTest.keyClicks(panel.editor, "z")
    assert seen == ["repair", "editor"]
    assert document.text == TUNE.replace("C D E", "zC D E")


def test_a_change_from_outside_keeps_caret_and_undo(qtbot, session, panel):
    show(qtbot, session, TUNE)
    panel.editor.go_to(7, 1)
    show(qtbot, session, TUNE.replace("F G A", "F G2"), "repair")
    assert panel.editor.caret() == (7, 1)
    with qtbot.waitSignal(session.document.reading_ready):
        panel.undo()
    assert session.document.text == TUNE
    with qtbot.waitSignal(session.document.reading_ready):
        panel.redo()
    assert "F G2" in session.document.text


def test_hard_spaces_survive_an_edit(qtbot, session, panel):
    show(qtbot, session, HEAD + "C\u00a0D\u200dE |\n")
    panel.editor.go_to(5, 1)
    QTest.keyClicks(panel.editor, "z")
    assert session.document.text == HEAD + "zC\u00a0D\u200dE |\n"


def test_another_song_forgets_the_steps_of_the_last(qtbot, session, panel):
    show(qtbot, session, TUNE)
    with qtbot.waitSignal(session.document.reading_ready):
        session.document.open_song(Song(takes=(Take("a", name="Take 1", level=2, reply="x", tune=TUNE),)), None)
    assert not panel.editor.document().isUndoAvailable()
    assert panel.status.text() == "Take 1 · level 2"


def test_in_the_usual_window_it_is_said_whole_that_a_model_writes(qtbot, session, panel):
    panel.resize(714, 230)
    session.generating.emit(True)
    qtbot.waitUntil(lambda: panel.width() == 714)
    qtbot.wait(50)
    assert panel.status.shown() == panel.status.text() == WRITING


def test_while_a_model_writes_the_editor_reads_only_follows_and_takes_one_step_of_undo(qtbot, session, panel):
    show(qtbot, session, TUNE)
    session.generating.emit(True)
    assert panel.editor.isReadOnly()
    assert panel.status.text() == WRITING
    text = HEAD
    for number in range(80):
        text += "C D E |\n"
        session.document.set_text(text, "model")
        if number == 40:
            QTest.keyClicks(panel.editor, "z")
    assert panel.editor.text() == text
    assert panel.editor.at_end()
    assert panel.editor.verticalScrollBar().value() > 0
    session.generating.emit(False)
    assert not panel.editor.isReadOnly()
    panel.undo()
    assert panel.editor.text() == TUNE


def test_a_stream_and_its_take_are_one_step_of_undo(qtbot, session, panel):
    document = session.document
    document.add_take(Take("a", name="Take 1", level=2, reply="x", tune=TUNE))
    session.generating.emit(True)
    for bars in range(1, 4):
        document.set_text(HEAD + "C D E |\n" * bars, "model")
    document.add_take(Take("b", name="Take 2", level=2, reply="y", tune=HEAD + "C D E |\n" * 4))
    session.generating.emit(False)
    panel.undo()
    assert (document.text, document.take_id) == (TUNE, "a")
    panel.redo()
    assert (document.text, document.take_id) == (HEAD + "C D E |\n" * 4, "b")
    document.show_take("a")
    panel.undo()
    assert document.take_id == "b", "another take is a step of its own"
    assert [take.id for take in document.song.takes] == ["a", "b"]


def test_following_stops_where_a_person_scrolled_up(qtbot, session, panel):
    session.generating.emit(True)
    text = HEAD + "C D E |\n" * 60
    session.document.set_text(text, "model")
    panel.editor.verticalScrollBar().setValue(3)
    session.document.set_text(text + "c3 |\n", "model")
    assert panel.editor.verticalScrollBar().value() == 3
    session.generating.emit(False)


# -- findings ---------------------------------------------------------------------------------------------------------


def test_findings_are_underlined_where_they_are_whatever_stands_before(qtbot, session, panel):
    show(qtbot, session, HEAD + 'C "😀আ"D # E | C D | F3 |]\n')
    wave, dash = QTextCharFormat.UnderlineStyle.WaveUnderline, QTextCharFormat.UnderlineStyle.DashUnderline
    found = underlined(panel.editor)
    assert ("#", wave) in found
    assert ("C D", dash) in found
    assert panel.list.headline.text() == "1 error, 1 warning"
    finding = panel.findings.findings[0]
    assert panel.editor.findings_at(finding.line, finding.column) == [finding.message]
    assert panel.editor.findings_at(1, 1) == []


def test_only_findings_near_the_screen_are_marked_and_scrolling_marks_the_rest(qtbot, session, panel):
    show(qtbot, session, HEAD + "C D |\n" * 900)
    assert 0 < len(underlined(panel.editor)) < 300
    panel.editor.go_to(904, 1)
    assert any(mark.cursor.blockNumber() == 899 for mark in panel.editor.extraSelections())


def test_the_list_goes_to_a_finding_and_keys_go_round(qtbot, session, panel):
    show(qtbot, session, HEAD + "C D E | C D |\n# F2 z |\nc3 |]\n")
    rows = [(finding.line, finding.column) for finding in panel.findings.findings]
    assert rows == sorted(rows)
    panel.list.chosen.emit(1)
    assert panel.editor.caret() == rows[1]
    panel.step_finding(1)
    assert panel.editor.caret() == rows[0]
    panel.step_finding(-1)
    assert panel.editor.caret() == rows[1]
    index = panel.findings.index(0, 1)
    assert "line 5, column 9" in index.data(Qt.ItemDataRole.AccessibleTextRole)


def test_nothing_wrong_is_said_and_the_list_folds_and_stays_folded(qtbot, session, panel):
    show(qtbot, session, TUNE)
    assert panel.list.headline.text() == "Nothing wrong found"
    assert panel.list.isHidden()
    show(qtbot, session, HEAD + "C D |c3|]\nC # |\n")
    assert not panel.list.isHidden()
    QTest.mouseClick(panel.list.headline, Qt.MouseButton.LeftButton)
    assert panel.list.isHidden()
    assert session.get("findings_folded") is True


def test_nothing_is_said_to_be_wrong_while_a_model_is_in_the_middle_of_a_bar(qtbot, session, panel):
    session.generating.emit(True)
    show(qtbot, session, HEAD + "C D E | F", "model")
    assert panel.findings.rowCount() == 0
    session.generating.emit(False)


# -- cursor -----------------------------------------------------------------------------------------------------------


def test_the_caret_moves_the_cursor_to_its_note(qtbot, session, panel):
    show(qtbot, session, TUNE)
    with qtbot.waitSignal(session.document.cursor_moved) as seen:
        panel.editor.go_to(5, 3)
    assert seen.args == ["n5c3", "editor"]
    panel.editor.go_to(5, 7)
    assert session.document.cursor == "n5c5"
    panel.editor.go_to(1, 1)
    assert session.document.cursor == ""


def test_the_cursor_of_another_view_moves_the_caret_and_leaves_the_keyboard(qtbot, session, panel):
    other = QLineEdit()
    qtbot.addWidget(other)
    other.show()
    other.setFocus()
    show(qtbot, session, HEAD + "C D E |\n" * 100)
    moves = []
    session.document.cursor_moved.connect(lambda identity, origin: moves.append((identity, origin)))
    session.document.move_cursor("n90c3", "notation")
    assert panel.editor.caret() == (90, 3)
    assert 89 in [number for number, _ in panel.editor._numbers.lines_on_screen()]
    assert moves == [("n90c3", "notation")]
    assert not panel.editor.hasFocus()
    marked = [mark.cursor.selectedText() for mark in panel.editor.extraSelections() if mark.format.hasProperty(0x820)]
    assert marked == ["D"]


def test_a_caret_in_text_not_yet_read_waits_for_the_reading(qtbot, session, panel):
    show(qtbot, session, TUNE)
    panel.editor.go_to(5, 1)
    with qtbot.waitSignal(session.document.cursor_moved) as seen:
        QTest.keyClicks(panel.editor, "G ")
        assert session.document.cursor == "n5c1"
    assert seen.args == ["n5c3", "editor"]


# -- find -------------------------------------------------------------------------------------------------------------


def test_find_counts_steps_and_closes(qtbot, session, panel):
    show(qtbot, session, TUNE)
    panel.find()
    assert panel.status.isHidden()
    panel.find_bar.field.setText("|")
    assert panel.find_bar.count.text() == "1 of 3"
    QTest.keyClick(panel.find_bar.field, Qt.Key.Key_Return)
    assert panel.find_bar.count.text() == "2 of 3"
    assert panel.editor.textCursor().selectedText() == "|"
    assert panel.editor.caret()[0] == 5
    QTest.keyClick(panel.find_bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(panel.find_bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert panel.find_bar.count.text() == "3 of 3"
    panel.find_bar.field.setText("H")
    assert panel.find_bar.count.text() == "no match"
    QTest.keyClick(panel.find_bar.field, Qt.Key.Key_Escape)
    assert panel.find_bar.isHidden()
    assert not panel.status.isHidden()


def test_find_follows_the_text(qtbot, session, panel):
    show(qtbot, session, TUNE)
    panel.find()
    panel.find_bar.field.setText("D")
    show(qtbot, session, TUNE.replace("D", "D D"), "repair")
    qtbot.waitUntil(lambda: panel.find_bar.count.text() == "2 matches")


# -- the rest ---------------------------------------------------------------------------------------------------------


def test_every_control_has_a_name_and_tab_leaves_the_text(session, panel):
    from PySide6.QtWidgets import QAbstractButton

    for button in panel.findChildren(QAbstractButton):
        if button.objectName() == "" and not isinstance(button.parent(), QLineEdit):
            assert button.accessibleName() or button.text(), button
    assert panel.editor.tabChangesFocus()
    assert panel.editor.accessibleName()


def test_a_take_by_hand_is_named_in_the_header(qtbot, session, panel, song):
    sample, reference = song
    with qtbot.waitSignal(session.document.reading_ready):
        session.document.open_song(replace(sample, reference=reference), None)
    assert panel.status.text() == "Reference"
    panel.editor.go_to(8, 1)
    QTest.keyClicks(panel.editor, "z")
    assert panel.status.text() == "By hand · written by hand"
