"""The strings and the capo of the tablature: chosen in the window, remembered, and followed by exports and print."""

import json

import pytest
from PySide6.QtCore import Qt

from core import settings
from core.tradition.tunings import GUITAR, STANDARD, TUNINGS, Fretboard, fretboard_of
from gui import exporting
from gui.panels.notation import NotationPanel
from gui.panels.tab_choice import CAPO, INTO_RANGE, OWN, TUNING, board_of
from gui.session import Session
from tests.gui.notation_bench import open_panel, settle, write
from tests.views.qt_pages import SVG, parse

LOW = "X:1\nT:t\nM:4/4\nL:1/4\nK:C\nE,, A,, C D|G,4|]\n"
HIGH = "X:1\nT:t\nM:4/4\nL:1/4\nK:C\nC, D, E, G,|A,4|]\n"
"""Wholly below a ukulele."""


@pytest.fixture
def panel(qtbot, session):
    found = open_panel(qtbot, session)
    found.show_views(["staff", "tab"])
    return found


def frets(panel):
    """The digits that the tab on screen shows, from left to right, and the words above."""
    return [text for text in _texts(panel) if text.isdigit()]


def _texts(panel):
    pages = [picture.page for picture in panel.cards["tab"].pages._stack.pictures]
    return ["".join(text.itertext()).strip() for page in pages for text in parse(page.svg).iter(f"{SVG}text")]


def choose(qtbot, panel, title):
    choice = panel.tab_choice
    place = choice.tuning.findText(title)
    choice.tuning.setCurrentIndex(place)
    choice.tuning.activated.emit(place)
    settle(qtbot, panel)


def type_strings(qtbot, panel, text):
    line = panel.tab_choice.strings
    line.setFocus()
    line.selectAll()
    qtbot.keyClicks(line, text)
    qtbot.keyClick(line, Qt.Key.Key_Return)
    settle(qtbot, panel)


def exported(session, kind, view="tab"):
    request = exporting.request_of(session, view)()
    row = next(row for row in exporting.rows() if row.kind.name == kind and row.view in (view, ""))
    return request, b"".join(row.kind.write(request)).decode()


def test_the_choice_is_there_with_the_tab_alone(qtbot, panel):
    write(qtbot, panel, HIGH)
    assert panel.tab_choice.isVisible()
    panel.show_views(["staff", "swaralipi"])
    settle(qtbot, panel)
    assert not panel.tab_choice.isVisible()


def test_a_guitar_is_in_hand_until_another_is_chosen(panel, session):
    assert board_of(session) == GUITAR
    assert (panel.tab_choice.tuning.currentText(), panel.tab_choice.capo.value()) == ("Standard", 0)


@pytest.mark.parametrize("tuning", TUNINGS, ids=lambda tuning: tuning.name)
def test_every_tuning_of_the_table_can_be_chosen_and_is_drawn(qtbot, panel, session, tuning):
    write(qtbot, panel, "X:1\nL:1/4\nK:C\nc d e g|c'4|]\n")
    choose(qtbot, panel, tuning.title)
    assert board_of(session) == Fretboard(tuning)
    assert (tuning.words in " ".join(_texts(panel))) == (tuning != STANDARD)


def test_drop_d_gives_the_low_d_an_open_string(qtbot, panel):
    write(qtbot, panel, "X:1\nL:1/1\nK:C\nD,,|]\n")
    assert frets(panel) == []
    assert "below the guitar's lowest note" in panel.cards["tab"].hint
    choose(qtbot, panel, "Drop D")
    assert frets(panel) == ["0"]
    assert panel.cards["tab"].hint == ""


def test_strings_of_ones_own_are_typed_and_written_out(qtbot, panel, session):
    write(qtbot, panel, LOW)
    type_strings(qtbot, panel, "C G D A")
    assert board_of(session).tuning.words == "C2 G2 D3 A3"
    assert panel.tab_choice.strings.text() == "C2 G2 D3 A3"
    type_strings(qtbot, panel, "d a d g b e")
    assert board_of(session).tuning.name == "drop-d"
    assert panel.tab_choice.tuning.currentText() == "Drop D"


def test_own_strings_empties_the_field_and_says_how_they_are_written(qtbot, panel):
    write(qtbot, panel, LOW)
    choose(qtbot, panel, OWN)
    assert panel.tab_choice.strings.text() == ""
    assert "From the lowest" in panel.tab_choice.strings.placeholderText()


@pytest.mark.parametrize("text", ["X Y Z", "guitar", "D2 A2 <b>", "E9", "A " * 13])
def test_what_is_no_tuning_is_said_and_the_old_one_stays(qtbot, panel, session, text):
    write(qtbot, panel, HIGH)
    choose(qtbot, panel, "DADGAD")
    type_strings(qtbot, panel, text)
    assert board_of(session).tuning.name == "dadgad"
    assert panel.tab_choice.problem
    assert panel.tab_choice._problem.textFormat() is Qt.TextFormat.PlainText
    assert panel.tab_choice.strings.text().strip() == text.strip()
    choose(qtbot, panel, "Mandolin")
    assert panel.tab_choice.problem == ""


def test_a_capo_lowers_every_fret_and_is_told(qtbot, panel):
    write(qtbot, panel, "X:1\nL:1/1\nK:C\nG|]\n")
    assert frets(panel) == ["3"]
    panel.tab_choice.capo.setValue(3)
    settle(qtbot, panel)
    assert frets(panel) == ["0"]
    assert "Capo 3" in " ".join(_texts(panel))


def test_into_range_moves_the_tab_by_octaves_and_says_so_while_the_staff_stays(qtbot, panel, session):
    write(qtbot, panel, HIGH)
    choose(qtbot, panel, "Ukulele")
    assert frets(panel) == []
    staff = panel.cards["staff"]._shown
    panel.tab_choice.moves.click()
    settle(qtbot, panel)
    assert len(frets(panel)) == 5
    assert panel.cards["tab"].hint == "Tab is an octave above the sound, to lie within these strings."
    assert panel.cards["staff"]._shown == staff
    assert session.transpose == 0
    choose(qtbot, panel, "Standard")
    assert panel.cards["tab"].hint == ""


def test_the_choice_is_remembered(qtbot, panel, session):
    choose(qtbot, panel, "Mandolin")
    panel.tab_choice.capo.setValue(2)
    panel.tab_choice.moves.click()
    session.save_settings()
    kept = json.loads(settings.settings_file().read_text(encoding="utf-8"))["window"]
    assert (kept[TUNING], kept[CAPO], kept[INTO_RANGE]) == ("mandolin", 2, True)
    again = Session()
    later = NotationPanel(again)
    qtbot.addWidget(later)
    shown = later.tab_choice
    assert (shown.tuning.currentText(), shown.capo.value(), shown.moves.isChecked()) == ("Mandolin", 2, True)
    again.close()


@pytest.mark.parametrize(("tuning", "capo"), [("<script>", 0), (7, 0), (None, 99), ("E9", -1), ("dadgad", "two")])
def test_a_damaged_setting_is_a_guitar_or_its_sound_part(session, tuning, capo):
    session.put(TUNING, tuning)
    session.put(CAPO, capo)
    assert board_of(session) == (fretboard_of("dadgad") if tuning == "dadgad" else GUITAR)


def test_exports_of_tab_follow_the_choice(qtbot, panel, session):
    write(qtbot, panel, HIGH)
    choose(qtbot, panel, "Ukulele")
    panel.tab_choice.moves.click()
    request, text = exported(session, "tab")
    assert [line[0] for line in text.splitlines() if line[4:5] == "|"][1:] == list("AECG")
    assert "Tuning: G4 C4 E4 A4" in text
    assert [note.pitch.midi for event in request.score().events() for note in event.notes] == [60, 62, 64, 67, 69]
    assert request.remarks == ["Tab is an octave above the sound, to lie within these strings."]
    _, svg = exported(session, "svg")
    assert "G4 C4 E4 A4" in svg


def test_other_kinds_keep_the_sound(qtbot, panel, session):
    write(qtbot, panel, HIGH)
    choose(qtbot, panel, "Ukulele")
    panel.tab_choice.moves.click()
    request = exporting.request_of(session, "staff")()
    assert request.score().events()[0].notes[0].pitch.midi == 48
    assert request.text is not None


def test_print_takes_the_board_of_the_window(qtbot, panel, session):
    """Printing makes its pages by the same request as an export, on paper."""
    write(qtbot, panel, "X:1\nL:1/1\nK:C\nG|]\n")
    panel.tab_choice.capo.setValue(3)
    pages = exporting.request_of(session, "tab")().pages()
    assert "Capo 3" in "".join(page.svg for page in pages)
