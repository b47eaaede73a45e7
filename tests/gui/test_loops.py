"""Loops of a selection, a line of the lyrics, a cycle of the tala: on the seek bar, and what is heard of them."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from core.songs.song import Song
from gui.panels.playback import FREE, NO_CHOICE, NO_LINE
from tests.gui.studio_parts import idle
from tests.gui.transport_parts import ids, shown, write

SONG = (
    "X:1\nR:dadra\nM:6/8\nL:1/8\nQ:1/8=240\nK:C\n"
    "|:E2 G A2 G|(GA) B c3|d c B A2 G|^F2 G A3:|\nw: আ-গু-নে-র প-_ র-শ ম-ণি ছোঁ-য়াও প্রা ণে এ জী\n"
    "G A B c B A|A2 G E3|G F E D2 C|C6|]\nw: পু-ণ্য ক-রো দ-হন দা-নে এ জী-বন পু-ণ্য ক-রো\n"
)
FREELY = "X:1\nM:none\nL:1/4\nQ:1/4=120\nK:C\nC D E F|G A|\n"


@pytest.fixture
def panel(qtbot, session):
    found = shown(qtbot, session, SONG)
    found.playback.set_silent(True)
    idle(qtbot, session)
    return found


@pytest.fixture
def told(session):
    found = []
    session.message.connect(lambda words, _how: found.append(words))
    return found


def written(session):
    return [moment.id for moment in session.document.reading.written.notes]


def test_a_lyric_line_is_looped_from_its_first_note_to_its_last(qtbot, session, panel, told):
    notes = written(session)
    session.document.move_cursor(notes[18], "notation")
    panel.playback.loop_line()
    assert panel.playback.region == pytest.approx((12.0, 18.0))
    assert panel.controls.seek._region == panel.playback.region
    assert panel.loop_button.isChecked()
    assert told[-1].startswith("Looping the line “পুণ্য করো দহন দানে এ জীবন পুণ্য করো”, 12.0 to 18.0")
    assert "the line" in panel.loop_button.toolTip()


def test_from_a_kan_the_line_of_its_note_is_looped(qtbot, session, panel):
    write(qtbot, session, panel, "X:1\nM:4/4\nL:1/4\nQ:1/4=120\nK:C\nC {d}E F G|\nw: আ-মা-র এ\n")
    session.document.move_cursor(next(iter(session.document.reading.graced)), "notation")
    panel.playback.loop_line()
    assert panel.playback.region == pytest.approx((0.0, 2.0))


def test_the_songs_own_lines_win_over_those_of_the_source(qtbot, session, panel):
    session.document.song = replace(Song(), lyrics="আগুনের পরশমণি\nছোঁয়াও প্রাণে")
    notes = written(session)
    session.document.move_cursor(notes[5], "notation")
    panel.playback.loop_line()
    assert panel.playback.region == pytest.approx((0.0, 3.5))


def test_a_line_under_a_repeat_is_looped_in_the_pass_where_the_sound_is(qtbot, session, panel):
    notes = written(session)
    session.document.move_cursor(notes[2], "notation")
    panel.playback.loop_line()
    assert panel.playback.region == pytest.approx((0.0, 6.0))
    panel.playback.set_looping(False)
    panel.playback.deck.seek(7.0)
    panel.playback.loop_line()
    assert panel.playback.region == pytest.approx((6.0, 12.0))
    panel.playback.loop_cycle()
    assert panel.playback.region == pytest.approx((6.0, 7.5))
    panel.playback.play_from_cursor()
    qtbot.waitUntil(lambda: panel.controls.seek.value() >= 6000)
    assert panel.controls.seek.value() < 7500


def test_a_line_stays_looped_over_an_edit(qtbot, session, panel):
    session.document.move_cursor(written(session)[18], "notation")
    panel.playback.loop_line()
    write(qtbot, session, panel, SONG.replace("=240", "=120"))
    assert panel.playback.region == pytest.approx((24.0, 36.0))


def test_a_cycle_of_the_tala_is_looped_and_a_bar_where_none_is_known(qtbot, session, panel, told):
    session.document.move_cursor(written(session)[6], "notation")
    panel.playback.loop_cycle()
    assert panel.playback.region == pytest.approx((1.5, 3.0))
    assert told[-1].startswith("Looping this cycle of the tala")
    write(qtbot, session, panel, "X:1\nR:tintal\nM:4/4\nL:1/4\nQ:1/4=240\nK:C\nCDEF|GABc|cBAG|FEDC|E4|\n")
    session.document.move_cursor(written(session)[9], "notation")
    panel.playback.loop_cycle()
    assert panel.playback.region == pytest.approx((0.0, 4.0))
    write(qtbot, session, panel, FREELY)
    session.document.move_cursor(written(session)[5], "notation")
    panel.playback.loop_cycle()
    assert panel.playback.region == pytest.approx((2.0, 3.0))
    assert told[-1].startswith("Looping this bar")


def test_what_cannot_be_looped_is_said(qtbot, session, panel, told):
    panel.playback.set_looping(True)
    assert told[-1] == NO_CHOICE
    assert panel.playback.region == (0.0, panel.playback.plan.seconds)
    panel.playback.set_looping(False)
    panel.playback.set_region(None)
    panel.playback.loop_line()
    assert told[-1].startswith("There is no line yet. Click a note first")
    write(qtbot, session, panel, "X:1\nM:2/4\nL:1/4\nK:C\nC D|\n")
    session.document.move_cursor(ids(panel)[0], "notation")
    panel.playback.loop_line()
    assert told[-1] == NO_LINE
    write(qtbot, session, panel, "X:1\nK:C\n")
    panel.playback.loop_cycle()
    assert told[-1] == "There is no bar to loop."
    assert not panel.playback.looping


def test_a_selection_is_looped_in_its_pass_and_plays_from_its_first_note(qtbot, session, panel):
    notes = written(session)
    session.select(notes[1:4])
    panel.playback.deck.seek(8.0)
    panel.playback.set_looping(True)
    assert panel.playback.region == pytest.approx((6.5, 7.5))
    panel.playback.set_looping(False)
    panel.playback.set_region(None)
    panel.playback.deck.stop()
    panel.playback.play_from_cursor()
    qtbot.waitUntil(lambda: panel.controls.seek.value() >= 500)
    assert panel.controls.seek.value() < 3000


def test_free_rhythm_turns_the_metronome_off_and_says_so(qtbot, session, panel, told):
    panel.metronome.setChecked(True)
    assert "(6 matras)" in panel.metronome.toolTip()
    write(qtbot, session, panel, FREELY)
    assert not panel.metronome.isEnabled()
    assert not panel.count_in.isEnabled()
    assert panel.metronome.toolTip() == panel.count_in.toolTip() == FREE
    assert told[-1] == FREE
    write(qtbot, session, panel, SONG)
    assert panel.metronome.isEnabled()
    assert panel.metronome.isChecked()


def test_the_menu_of_the_loop_button_loops(qtbot, session, panel):
    session.document.move_cursor(written(session)[6], "notation")
    texts = [action.text().replace("&", "") for action in panel.loop_menu.actions()]
    assert [text.split("\t")[1] for text in texts] == ["L", "Ctrl+Shift+L", "Ctrl+Alt+L"]
    panel.loop_menu.actions()[2].trigger()
    assert panel.playback.region == pytest.approx((1.5, 3.0))


def test_escape_on_the_transport_ends_the_selection(qtbot, session, panel):
    session.select(written(session)[1:4])
    panel.controls.seek.setFocus()
    qtbot.keyClick(panel, Qt.Key.Key_Escape)
    assert session.selection == []
