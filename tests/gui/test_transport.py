"""The transport on a session: what it shows, what it does, what it says, and that nothing waits for it."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow, QPushButton, QToolBar, QVBoxLayout, QWidget

from core.audio import soundfont
from gui.theme import text_font
from gui.widgets.seek_bar import KNOB
from tests.gui.studio_parts import idle, nameless
from tests.gui.transport_parts import TUNE, ids, shown, write

IN_G = "X:1\nM:2/4\nL:1/4\nQ:1/4=120\nK:G\nG A|B c|\n"


@pytest.fixture
def panel(qtbot, session):
    """A transport at the width of a small screen, on a tune, moving in time without sound."""
    found = shown(qtbot, session)
    found.playback.set_silent(True)
    idle(qtbot, session)
    return found


def test_play_pause_and_stop_by_mouse(qtbot, session, panel):
    qtbot.mouseClick(panel.controls.play_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.controls.seek.value() > 300)
    assert panel.controls.play_button.accessibleName() == "Pause"
    qtbot.mouseClick(panel.controls.play_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.controls.play_button.accessibleName() == "Play")
    here = panel.controls.seek.value()
    qtbot.wait(100)
    assert panel.controls.seek.value() == here
    qtbot.mouseClick(panel.controls.stop_button, Qt.MouseButton.LeftButton)
    assert panel.controls.seek.value() == 0
    assert panel.controls.time.text() == "0:00 / 0:06"


def test_the_notes_are_told_as_they_sound_and_the_end_is_the_beginning(qtbot, session, panel):
    seen = []
    session.sound_note.connect(seen.append)
    panel.tempo.setValue(200)
    panel.playback.play()
    qtbot.waitUntil(lambda: bool(seen) and seen[-1] == "", timeout=10_000)
    assert seen == [*ids(panel), ""]
    assert panel.controls.seek.value() == 0
    assert not panel.playback.playing


def test_a_double_clicked_note_plays_from_there_and_from_its_next_time_while_playing(qtbot, session, panel):
    second = ids(panel)[1]
    with qtbot.waitSignal(session.sound_note):
        session.seek.emit(second)
    assert 500 <= panel.controls.seek.value() < 900
    session.seek.emit(second)
    qtbot.waitUntil(lambda: panel.controls.seek.value() >= 2500)


def test_an_edit_while_playing_goes_on_where_it_was(qtbot, session, panel):
    panel.playback.play()
    qtbot.waitUntil(lambda: panel.controls.seek.value() > 600)
    write(qtbot, session, panel, TUNE + "G F|E D|\n")
    assert panel.playback.playing
    assert 600 < panel.controls.seek.value() < 3000
    assert panel.controls.time.text().endswith("/ 0:08")


def test_another_song_stops_the_sound_and_the_loop(qtbot, session, panel, song):
    panel.playback.set_region((1.0, 2.0))
    panel.playback.set_looping(True)
    panel.playback.play()
    session.document.open_song(song[0], None)
    assert not panel.playback.playing
    assert panel.controls.seek.value() == 0
    assert not panel.loop_button.isChecked()


def test_the_selection_is_looped_and_follows_an_edit(qtbot, session, panel):
    session.selected.emit(ids(panel)[1:3])
    qtbot.mouseClick(panel.loop_button, Qt.MouseButton.LeftButton)
    assert panel.playback.region == (0.5, 1.5)
    assert panel.playback.player.now().position == 0.0
    panel.playback.play()
    qtbot.waitUntil(lambda: panel.controls.seek.value() >= 500)
    session.selected.emit(ids(panel)[4:7])
    assert panel.playback.region == (0.0, 1.5)
    session.selected.emit(ids(panel)[1:3])
    write(qtbot, session, panel, TUNE.replace("=120", "=60"))
    assert panel.playback.region == (1.0, 3.0)
    qtbot.mouseClick(panel.loop_button, Qt.MouseButton.LeftButton)
    assert not panel.playback.looping


def test_a_and_b_set_the_loop_where_the_sound_is(qtbot, session, panel):
    panel.playback.deck.seek(1.0)
    qtbot.mouseClick(panel.a_button, Qt.MouseButton.LeftButton)
    panel.playback.deck.seek(2.0)
    qtbot.mouseClick(panel.b_button, Qt.MouseButton.LeftButton)
    assert panel.playback.region == (1.0, 2.0)
    assert panel.loop_button.isChecked()
    panel.playback.deck.seek(0.5)
    qtbot.mouseClick(panel.b_button, Qt.MouseButton.LeftButton)
    assert panel.playback.region == (0.0, 0.5)
    panel.playback.deck.seek(6.0)
    qtbot.mouseClick(panel.a_button, Qt.MouseButton.LeftButton)
    assert panel.playback.region == (0.0, 0.5)


def test_a_click_seeks_a_drag_previews_and_shift_draws_a_loop(qtbot, session, panel):
    bar = panel.controls.seek

    def at(seconds):
        return QPoint(round(KNOB + seconds / 6 * (bar.width() - 2 * KNOB)), bar.height() // 2)

    qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=at(3.0))
    assert bar.value() == pytest.approx(3000, abs=20)
    assert panel.playback.player.now().position == pytest.approx(3.0, abs=0.02)
    QTest.mousePress(bar, Qt.MouseButton.LeftButton, pos=at(1.0))
    QTest.mouseMove(bar, at(4.2))
    assert panel.controls.time.text().startswith("0:04")
    assert panel.playback.player.now().position == pytest.approx(3.0, abs=0.02)
    QTest.mouseRelease(bar, Qt.MouseButton.LeftButton, pos=at(4.2))
    assert panel.playback.player.now().position == pytest.approx(4.2, abs=0.02)
    shift = Qt.KeyboardModifier.ShiftModifier
    QTest.mousePress(bar, Qt.MouseButton.LeftButton, shift, at(2.0))
    QTest.mouseRelease(bar, Qt.MouseButton.LeftButton, shift, at(1.0))
    assert panel.playback.region == pytest.approx((1.0, 2.0), abs=0.02)
    assert panel.loop_button.isChecked()
    below = QPoint(0, 6)
    QTest.mousePress(bar, Qt.MouseButton.LeftButton, pos=at(2.0) + below)
    QTest.mouseRelease(bar, Qt.MouseButton.LeftButton, pos=at(5.0) + below)
    assert panel.playback.region == pytest.approx((1.0, 5.0), abs=0.02)


def test_the_line_of_time_works_by_keys(qtbot, session, panel):
    panel.controls.seek.setFocus()
    for key, wanted in ((Qt.Key.Key_Right, 1.0), (Qt.Key.Key_PageUp, 6.0), (Qt.Key.Key_Home, 0.0)):
        qtbot.keyClick(panel.controls.seek, key)
        assert panel.playback.player.now().position == wanted


def test_tempo_takes_effect_and_a_double_click_goes_back(qtbot, session, panel, clock):
    def speed():
        here, began = panel.playback.player.now().position, clock.time
        qtbot.wait(400)
        return (panel.playback.player.now().position - here) / (clock.time - began)

    panel.playback.play()
    qtbot.waitUntil(lambda: panel.playback.player.now().position > 0)
    for percent in (50, 100, 200):
        panel.tempo.setValue(percent)
        assert speed() == pytest.approx(percent / 100, abs=0.02)
    qtbot.mouseDClick(panel.tempo.lineEdit(), Qt.MouseButton.LeftButton)
    assert panel.tempo.value() == 100
    panel.tempo.setValue(999)
    assert panel.tempo.value() == 200


def test_sa_names_the_tonic_and_moves_the_nearest_way(qtbot, session, panel):
    moves = []
    session.transposed.connect(moves.append)
    panel.sa.setCurrentIndex(9)
    panel.sa.activated.emit(9)
    assert moves == [-3]
    write(qtbot, session, panel, IN_G)
    assert panel.sa.currentText() == "Sa = E"
    panel.sa.activated.emit(7)
    assert moves == [-3, 0]
    session.set_transpose(6)
    assert panel.sa.currentText() == "Sa = D♭"


def test_everything_is_remembered(qtbot, session, panel):
    panel.tempo.setValue(80)
    panel.volume.setValue(33)
    panel.count_in.setChecked(True)
    panel.metronome.setChecked(True)
    panel.metronome.volume.setValue(25)
    place = panel.instrument.findData("flute")
    panel.instrument.activated.emit(place)
    session.set_transpose(2)
    session.transpose = 0
    again = shown(qtbot, session)
    assert (again.tempo.value(), again.volume.value(), again.instrument.currentText()) == (80, 33, "Flute")
    assert again.count_in.isChecked()
    assert again.metronome.isChecked()
    assert again.metronome.volume.value() == 25
    assert session.transpose == 2
    assert again.sa.currentText() == "Sa = D"


def test_damaged_settings_are_the_defaults(qtbot, session):
    numbers = ("tempo", "volume", "count_in", "metronome", "metronome_volume", "transpose")
    for name in (*numbers, "instrument", "soundfont", "silent"):
        session.put(f"transport.{name}", {"broken": []})
    found = shown(qtbot, session)
    assert (found.tempo.value(), found.instrument.currentText(), session.transpose) == (100, "Esraj", 0)


def test_count_in_is_counted_down_in_sight(qtbot, session, panel):
    panel.count_in.setChecked(True)
    panel.playback.play()
    qtbot.waitUntil(lambda: panel.controls.time.text() == "−2 / 0:06")
    qtbot.waitUntil(lambda: panel.controls.time.text() == "−1 / 0:06")
    qtbot.waitUntil(lambda: panel.controls.seek.value() > 100)


def test_a_soundfont_is_chosen_remembered_and_left_again(qtbot, session, panel, tmp_path):
    path = tmp_path / "mine.sf2"
    path.write_bytes(soundfont.find().read_bytes())
    panel.playback.set_soundfont(path)
    idle(qtbot, session)
    assert session.get("transport.soundfont") == str(path)
    assert panel.instrument.toolTip() == "Instrument, from mine.sf2"
    assert panel.instrument.currentText() == "Esraj"
    panel.instrument.activated.emit(panel.instrument.findText("Shipped soundfont"))
    idle(qtbot, session)
    assert session.get("transport.soundfont") is None
    assert panel.instrument.findText("Shipped soundfont") == -1
    with qtbot.waitSignal(session.message) as told:
        panel.playback.set_soundfont(tmp_path / "absent.sf2")
    assert "cannot be read" in told.args[0]
    assert session.get("transport.soundfont") is None


def test_the_soundfont_dialog_opens_and_closes(qtbot, session, panel):
    panel.instrument.activated.emit(panel.instrument.findText("Soundfont…"))
    qtbot.waitUntil(lambda: QApplication.activeModalWidget() is not None)
    QApplication.activeModalWidget().reject()
    assert panel.instrument.currentText() == "Esraj"


# -- in a window --------------------------------------------------------------------------------------------------


@pytest.fixture
def window(qtbot, session, panel):
    """A window as the real one: the panel in a tool bar, its commands in a menu, a field and a button above."""
    found = QMainWindow()
    qtbot.addWidget(found)
    bar = QToolBar()
    bar.addWidget(panel)
    found.addToolBar(Qt.ToolBarArea.BottomToolBarArea, bar)
    for text, keys, deed in panel.commands():
        action = QAction(text, found)
        action.setShortcut(QKeySequence(keys))
        action.triggered.connect(lambda *_, deed=deed: deed())
        found.addAction(action)
    found.middle = QWidget()
    found.field, found.button = QLineEdit(), QPushButton("Press")
    column = QVBoxLayout(found.middle)
    column.addWidget(found.field)
    column.addWidget(found.button)
    found.setCentralWidget(found.middle)
    found.resize(1366, 400)
    found.show()
    qtbot.waitActive(found)
    return found


def test_space_plays_but_still_writes_and_presses(qtbot, session, panel, window):
    window.middle.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    window.middle.setFocus()
    qtbot.keyClick(window.middle, Qt.Key.Key_Space)
    assert panel.playback.playing
    qtbot.keyClick(window.middle, Qt.Key.Key_Space)
    assert not panel.playback.playing
    window.field.setFocus()
    qtbot.keyClicks(window.field, "a b [")
    assert window.field.text() == "a b ["
    assert not panel.playback.playing
    pressed = []
    window.button.clicked.connect(lambda: pressed.append(1))
    window.button.setFocus()
    qtbot.keyClick(window.button, Qt.Key.Key_Space)
    assert pressed == [1]
    assert not panel.playback.playing
    window.middle.setFocus()
    panel.playback.deck.seek(1.5)
    qtbot.keyClick(window.middle, Qt.Key.Key_BracketLeft)
    assert panel.playback.region == (1.5, 6.0)
    qtbot.keyClick(window.middle, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert not panel.playback.looping


def test_play_from_the_cursor(qtbot, session, panel, window):
    session.document.move_cursor(ids(panel)[3], "notation")
    window.middle.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    window.middle.setFocus()
    qtbot.keyClick(window.middle, Qt.Key.Key_Space, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: panel.controls.seek.value() >= 1500)


@pytest.mark.parametrize("px", [13, 20])
@pytest.mark.parametrize("width", [1366, 900, 640, 480])
def test_nothing_overlaps_or_is_cut_at_any_width_and_text(qtbot, session, px, width, monkeypatch):
    monkeypatch.setattr("gui.theme.text_font", lambda size=13: text_font(round(size * px / 13)))
    session.theme.dress()
    try:
        found = shown(qtbot, session)
        found.resize(width, found.sizeHint().height())
        qtbot.wait(30)
        here = [item.widget for item in found.bar._items if item.widget not in found.bar.away()]
        edges = [(widget.x(), widget.x() + widget.width()) for widget in here]
        assert edges == sorted(edges)
        assert all(end <= start for (_, end), (start, _) in pairwise(edges))
        assert edges[-1][1] <= found.bar.width()
        assert all(widget.width() >= widget.minimumSizeHint().width() for widget in here)
        assert found.bar.more.isVisible() == bool(found.bar.away())
        assert bool(found.bar.away()) == (width < 1366)
        assert {found.controls.play_button, found.controls.time, found.controls.seek} <= set(here)
    finally:
        monkeypatch.undo()
        session.theme.dress()


def test_what_has_no_room_works_in_the_popup_and_comes_back(qtbot, session, panel):
    panel.resize(640, 56)
    qtbot.wait(30)
    assert panel.instrument in panel.bar.away()
    qtbot.mouseClick(panel.more, Qt.MouseButton.LeftButton)
    assert panel.instrument.isVisible()
    panel.instrument.activated.emit(panel.instrument.findData("sitar"))
    assert panel.playback.instrument == "sitar"
    panel.bar.popup.hide()
    panel.resize(1366, 56)
    qtbot.wait(30)
    assert panel.bar.away() == []
    assert panel.instrument.isVisible()
    order = [panel.bar.row.itemAt(place).widget() for place in range(panel.bar.row.count())]
    assert order == [*(item.widget for item in panel.bar._items), panel.more]


def test_every_control_has_a_name_and_both_themes_dress_it(qtbot, session, panel):
    assert nameless(panel) == []
    for mode in ("dark", "light"):
        session.theme.set_mode(mode)
        assert not panel.grab().isNull()
