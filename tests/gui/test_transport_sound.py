"""The transport with real sound, and where there is none: what it says, and what still works."""

import sys
import time

import pytest
from PySide6.QtCore import Qt

from core.audio import soundfont
from tests.audio.listening import Watch, agrees, undisturbed
from tests.audio.pulse import pulse  # noqa: F401
from tests.gui.stalls import MOST_SECONDS, Watchdog
from tests.gui.studio_parts import idle
from tests.gui.transport_parts import ids, shown
from tests.timing import least


@pytest.fixture
def deaf(monkeypatch):
    """No sounddevice package."""
    monkeypatch.setitem(sys.modules, "sounddevice", None)


def test_what_is_missing_is_said_with_what_to_do_and_play_is_off(qtbot, session, deaf):
    found = shown(qtbot, session)
    qtbot.waitUntil(found.controls.notice.isVisible)
    assert "pip install 'swaralipi-studio[sound]'" in found.controls.notice.words.text()
    assert not found.controls.play_button.isEnabled()
    assert found.controls.play_button.toolTip() == found.controls.notice.words.text()
    assert found.controls.notice.silence.isVisible()


def test_it_plays_without_sound_where_that_is_wanted(qtbot, session, deaf):
    found = shown(qtbot, session)
    qtbot.waitUntil(found.controls.notice.isVisible)
    qtbot.mouseClick(found.controls.notice.silence, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(found.controls.play_button.isEnabled)
    assert found.controls.notice.words.text().startswith("Playing without sound.")
    qtbot.mouseClick(found.controls.play_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: found.controls.seek.value() > 200)
    qtbot.mouseClick(found.controls.notice.again, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not found.controls.play_button.isEnabled())
    assert not found.playback.playing


def test_silence_that_was_chosen_is_chosen_again_where_there_is_still_no_sound(qtbot, session, deaf):
    session.put("transport.silent", True)
    found = shown(qtbot, session)
    qtbot.waitUntil(lambda: found.controls.notice.words.text().startswith("Playing without sound."))
    assert found.controls.play_button.isEnabled()


def test_sound_that_comes_back_is_found(qtbot, session, monkeypatch, pulse):  # noqa: F811
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    found = shown(qtbot, session)
    qtbot.waitUntil(found.controls.notice.isVisible)
    monkeypatch.undo()
    monkeypatch.setenv("PULSE_SERVER", pulse.environment["PULSE_SERVER"])
    qtbot.mouseClick(found.controls.notice.again, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(found.controls.play_button.isEnabled)
    assert not found.controls.notice.isVisible()


def test_with_nothing_to_play_play_says_so(qtbot, session):
    found = shown(qtbot, session, "X:1\nK:C\n")
    assert not found.controls.play_button.isEnabled()
    assert "nothing to play" in found.controls.play_button.toolTip()
    assert not found.controls.seek.isEnabled()
    found.playback.play()
    found.playback.set_edge(first=True)
    assert not found.playback.playing


# -- with sound ---------------------------------------------------------------------------------------------------


def test_the_real_thing_sounds_as_the_cursor_shows_and_never_holds_up_the_window(qtbot, session, pulse):  # noqa: F811
    found = shown(qtbot, session)
    player = found.playback.player
    told, turns, dog = [], [], Watchdog(found)
    session.sound_note.connect(lambda note_id: told.append((time.perf_counter(), note_id)))

    def take():
        told.clear()
        found.tempo.setValue(150)
        watch = Watch(player)
        dog.reset()
        qtbot.mouseClick(found.controls.play_button, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: bool(told) and told[-1][1] == "", timeout=15_000)
        # what is held against the recording afterwards is the test's own work
        turns.append(dog.longest)
        pitches = {sound.id: sound.midi for sound in found.playback.plan.schedule.sounds}
        notes = [(moment, note_id, pitches[note_id]) for moment, note_id in told if note_id]
        assert [note_id for _, note_id, _ in notes] == ids(found)
        agrees(watch, pulse, notes)

    def longest():
        undisturbed(player, pulse, take)
        return min(turns)

    assert least(longest, below=MOST_SECONDS) < MOST_SECONDS, turns
    dog.end()


def test_a_device_that_goes_is_said_and_play_works_again(qtbot, session, pulse):  # noqa: F811
    found = shown(qtbot, session)
    qtbot.mouseClick(found.controls.play_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: found.controls.seek.value() > 200)
    pulse.kill()
    try:
        qtbot.waitUntil(found.controls.notice.isVisible)
        assert "sound device" in found.controls.notice.words.text()
        assert not found.playback.playing
        assert found.controls.play_button.isEnabled()
    finally:
        pulse.start()
    qtbot.mouseClick(found.controls.play_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: found.controls.seek.value() > 1500)
    assert not found.controls.notice.isVisible()


def test_opening_the_device_never_holds_up_the_window(qtbot, session, pulse):  # noqa: F811
    turns = []
    # a new panel opens the device anew
    while len(turns) < 3 and (not turns or turns[-1] >= MOST_SECONDS):
        turns.append(longest_turn_of_opening(qtbot, session))
    assert min(turns) < MOST_SECONDS, turns


def longest_turn_of_opening(qtbot, session):
    found = shown(qtbot, session)
    dog = Watchdog(found)
    found.playback.deck.look()
    qtbot.mouseClick(found.controls.play_button, Qt.MouseButton.LeftButton)
    assert found.playback.playing
    qtbot.waitUntil(lambda: found.controls.seek.value() > 200)
    found.playback.set_soundfont(soundfont.find())
    qtbot.wait(300)
    found.playback.pause()
    dog.end()
    return dog.longest


def test_a_pause_while_the_device_is_opened_is_kept(qtbot, session, pulse):  # noqa: F811
    found = shown(qtbot, session)
    found.playback.play(1.0)
    found.playback.pause()
    idle(qtbot, session)
    qtbot.wait(100)
    assert not found.playback.playing
    assert found.controls.seek.value() == 0


def test_closing_while_the_device_is_opened_leaves_nothing_behind(qtbot, session, pulse):  # noqa: F811
    found = shown(qtbot, session)
    found.playback.play()
    session.close()
    qtbot.wait(50)
    assert not found.playback.player.ready
