"""Fixes at the caret and in the list, Repair all, and asking the model to repair."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.llm.scripted import Scripted
from core.songs.song import Song, Take
from core.songs.swara_file import dump, parse
from gui.dialogs.repaired import RepairedDialog
from gui.panels import open_model
from gui.panels.abc_editor import AbcEditorPanel
from gui.panels.metrics import MetricsPanel
from gui.tables.findings import FIX
from gui.tables.takes import describe
from tests.gui.studio_parts import column, idle

HEAD = "X:1\nM:4/4\nL:1/4\nK:C\n"
BROKEN = HEAD + "C D E F | G A B |\nc4 | [CEG c c2 |]\n"
MENDED = HEAD + "C D E F | G A B2 |\nc4 | [CEG] c c2 |]\n"
RIGHT = HEAD + "C D E F | G A B c |]\n"


@pytest.fixture
def panel(qtbot, session):
    found = AbcEditorPanel(session)
    qtbot.addWidget(found)
    found.resize(760, 320)
    found.show()
    return found


def show(qtbot, session, text, origin="take"):
    with qtbot.waitSignal(session.document.reading_ready):
        session.document.set_text(text, origin)
    idle(qtbot, session)


def take_of_model(text):
    return Take("t1", name="Take 1", level=3, prompt="Write a song.", reply=f"Here:\n{text}", tune=text)


def dialogs(panel):
    return [found for found in panel.window().findChildren(RepairedDialog) if found.isVisible()]


def test_every_finding_that_can_be_mended_says_so(qtbot, session, panel):
    show(qtbot, session, BROKEN)
    cells = [panel.findings.index(row, FIX).data() for row in range(panel.findings.rowCount())]
    codes = [finding.code for finding in panel.findings.findings]
    assert ("bar-short", "Fix") in list(zip(codes, cells, strict=True))
    tip = panel.findings.index(codes.index("chord-open"), FIX).data(Qt.ItemDataRole.ToolTipRole)
    assert tip == "Fix: Close the chord"


def test_a_click_on_fix_mends_that_finding_alone(qtbot, session, panel):
    show(qtbot, session, BROKEN)
    row = [finding.code for finding in panel.findings.findings].index("bar-short")
    place = panel.list.view.visualRect(panel.findings.index(row, FIX)).center()
    with qtbot.waitSignal(session.document.reading_ready):
        QTest.mouseClick(panel.list.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert session.document.text == BROKEN.replace("G A B |", "G A B2 |")
    assert panel.editor.text() == session.document.text
    panel.undo()
    assert session.document.text == BROKEN


def test_a_click_beside_it_goes_to_the_place(qtbot, session, panel):
    show(qtbot, session, BROKEN)
    place = panel.list.view.visualRect(panel.findings.index(0, 1)).center()
    QTest.mouseClick(panel.list.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    finding = panel.findings.findings[0]
    assert panel.editor.caret() == (finding.line, finding.column)
    assert session.document.text == BROKEN


def test_the_fix_at_the_caret(qtbot, session, panel):
    show(qtbot, session, BROKEN)
    panel.editor.go_to(5, 12)
    with qtbot.waitSignal(session.document.reading_ready):
        panel.fix_here()
    assert "G A B2 |" in session.document.text


def test_without_a_fix_the_line_says_so(qtbot, session, panel):
    show(qtbot, session, BROKEN)
    panel.editor.go_to(1, 1)
    with qtbot.waitSignal(session.message) as said:
        panel.fix_here()
    assert said.args[0] == "There is no fix for anything on this line."


def test_the_mouse_over_an_error_tells_its_fix(qtbot, session, panel):
    show(qtbot, session, BROKEN)
    assert any("Fix (Alt+Enter): Lengthen the last note to 2." in told for told in panel.editor.findings_at(5, 11))


# -- repair all -------------------------------------------------------------------------------------------------------


def test_repair_all_is_a_new_take_with_what_was_changed(qtbot, session, panel):
    document = session.document
    document.add_take(take_of_model(BROKEN))
    with qtbot.waitSignal(document.reading_ready):
        document.read_now()
    idle(qtbot, session)
    assert panel.repair_button.isEnabled()
    with qtbot.waitSignal(panel.repairs.repaired, timeout=30_000):
        panel.repair_button.click()
    idle(qtbot, session)
    assert document.text == MENDED
    first, repaired = document.song.takes
    assert (first.tune, first.reply) == (BROKEN, f"Here:\n{BROKEN}")
    assert (repaired.name, repaired.parent, repaired.tune) == ("Take 1, repaired", "t1", MENDED)
    assert repaired.changes == ("6:6 Close the chord", "5:11 Lengthen the last note to 2")
    assert describe(repaired) == "repaired, 2 changes"
    shown = dialogs(panel)[0]
    assert "Line 6, column 6: Close the chord" in shown.rows.toPlainText()
    shown.undo.click()
    assert document.text == BROKEN
    assert [take.id for take in document.song.takes] == ["t1"]


def test_a_repaired_take_is_kept_in_the_file(qtbot, session, panel):
    document = session.document
    document.add_take(take_of_model(BROKEN))
    document.set_text(MENDED, "repair", ["5:9 Close the chord"])
    again = parse(dump(document.song))
    assert again.takes[1].changes == ("5:9 Close the chord",)
    assert again.takes[1].extra == {}
    idle(qtbot, session)


def test_an_edit_of_a_repaired_take_is_a_take_of_its_own(qtbot, session, panel):
    document = session.document
    document.add_take(take_of_model(BROKEN))
    document.set_text(MENDED, "repair", ["5:9 Close the chord"])
    document.set_text(RIGHT, "editor")
    assert [take.name for take in document.song.takes] == ["Take 1", "Take 1, repaired", "Take 1, repaired, edited"]
    idle(qtbot, session)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (RIGHT, "Nothing wrong was found, so there is nothing to repair."),
        (HEAD + "C D E F | C,,, D E F |]\nw: a b c d e f g h\n", "What was found needs your choice; see the list."),
    ],
)
def test_where_nothing_can_be_repaired_the_button_says_why(qtbot, session, panel, text, reason):
    show(qtbot, session, text)
    assert not panel.repair_button.isEnabled()
    assert panel.repair_button.toolTip() == reason


def test_measures_of_a_repaired_take_read_what_the_model_wrote(qtbot, session, panel):
    measures = MetricsPanel(session)
    qtbot.addWidget(measures)
    document = session.document
    document.add_take(take_of_model(BROKEN))
    document.set_text(MENDED, "repair", ["5:9 Close the chord"])
    idle(qtbot, session)
    subject = measures._find_subject()
    assert subject.abc == BROKEN
    assert subject.words == "The tune of Take 1 as it was before the repair."
    assert document.song.written_take(document.song.takes[1]).id == "t1"


# -- asking the model -------------------------------------------------------------------------------------------------


class Heard(Scripted):
    """Replies with a tune and keeps what it was asked."""

    def __init__(self, reply):
        super().__init__([reply])
        self.turns = ()

    def generate(self, turns, options, *, watch=None, stop=None):
        self.turns = turns
        return super().generate(turns, options, watch=watch, stop=stop)


def studio(qtbot, session, monkeypatch, reply):
    backend = Heard(reply)
    monkeypatch.setattr(open_model, "open_backend", lambda profile, on_retry=None: backend)
    found = column(qtbot, session)
    session.document.open_song(replace(Song(), metre="4/4", takes=(take_of_model(BROKEN),)), None)
    with qtbot.waitSignal(session.document.reading_ready):
        session.document.read_now()
    return backend, found


def test_the_model_is_asked_as_the_next_turn(qtbot, session, panel, monkeypatch):
    backend, found = studio(qtbot, session, monkeypatch, f"Corrected:\n\n{RIGHT}")
    with qtbot.waitSignal(found.generate.generation.ended, timeout=30_000) as ended:
        panel.ask_button.click()
    assert ended.args[0].kind == "done"
    assert [turn.role for turn in backend.turns] == ["user", "assistant", "user"]
    assert backend.turns[0].text == "Write a song."
    assert backend.turns[1].text == f"Here:\n{BROKEN}"
    assert "This bar is 1 quarter too short: 3 of 4." in backend.turns[2].text
    take = session.document.song.takes[-1]
    assert (take.parent, take.name, take.tune) == ("t1", "Take 1, repaired by the model", RIGHT.strip())
    assert take.reply == f"Corrected:\n\n{RIGHT}"
    assert session.document.song.takes[0].tune == BROKEN
    idle(qtbot, session)


def test_a_reply_without_a_tune_leaves_the_text_alone(qtbot, session, panel, monkeypatch):
    _, found = studio(qtbot, session, monkeypatch, "I cannot do that.")
    with qtbot.waitSignal(found.generate.generation.ended, timeout=30_000) as ended:
        found.generate.repair_action.trigger()
    assert ended.args[0].kind == "no-tune"
    assert session.document.text == BROKEN
    idle(qtbot, session)


def test_a_tune_without_findings_is_not_sent(qtbot, session, panel, monkeypatch):
    backend, found = studio(qtbot, session, monkeypatch, RIGHT)
    show(qtbot, session, RIGHT)
    found.generate.repair_action.trigger()
    assert backend.turns == ()
    assert "nothing to repair" in found.generate.note.text()


@pytest.mark.parametrize(("width", "shown"), [(760, [True, True]), (400, [True, False])])
def test_a_narrow_panel_leaves_the_words_to_the_menu(qtbot, session, panel, width, shown):
    show(qtbot, session, BROKEN)
    panel.resize(width, 320)
    assert panel.width() == width
    assert [button.isVisible() for button in (panel.repair_button, panel.ask_button)] == shown


def test_the_find_bar_takes_their_place(qtbot, session, panel):
    show(qtbot, session, BROKEN)
    panel.find()
    assert not panel.repair_button.isVisible()
    panel.find_bar.end()
    assert panel.repair_button.isVisible()
