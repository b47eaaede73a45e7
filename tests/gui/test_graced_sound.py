"""Kan with ears: recorded from a real sound device, held against the cursor, at half speed, another Sa, in a loop."""

import time

import pytest
from PySide6.QtCore import Qt

from tests.audio.listening import WITHIN, Watch, undisturbed
from tests.audio.pulse import pulse  # noqa: F401
from tests.audio.test_sound import cents_off, onset_near
from tests.gui.studio_parts import idle
from tests.gui.transport_parts import shown

TUNE = "X:1\nM:4/4\nL:1/4\nQ:1/4=120\nK:C\nC {d}E F {ga}G|{e}c2 A2|\n"
HALF = 50
"""Per cent: a kan of 1/32 is then an eighth of a second, long enough to be told from its note."""
TOUCH = 0.125


def graced(session):
    """Notes with their grace notes: id, MIDI number, those of the grace notes."""
    return [
        (event.notes[0].id, event.notes[0].pitch.midi, [grace.pitch.midi for grace in event.graces])
        for event in session.document.reading.score.events()
        if event.notes
    ]


def heard(sound, at, midi, graces, semitones=0, stop=0.8):
    """Hold the sound from a moment on against a note that grace notes lead to."""
    assert abs(onset_near(sound, at) - at) < WITHIN, (at, midi)
    begins = at
    for grace in graces:
        assert abs(cents_off(sound, begins + 0.03, begins + TOUCH - 0.01, grace + semitones)) < 60, (at, grace)
        begins += TOUCH
    assert abs(cents_off(sound, begins + 0.06, at + stop, midi + semitones)) < 30, (at, midi)


@pytest.mark.parametrize("semitones", [0, -3])
def test_a_kan_is_heard_where_the_cursor_reaches_its_note(qtbot, session, pulse, semitones):  # noqa: F811
    found = shown(qtbot, session, TUNE)
    found.tempo.setValue(HALF)
    session.set_transpose(semitones)
    player = found.playback.player
    told = []
    session.sound_note.connect(lambda note_id: told.append((time.perf_counter(), note_id)))

    def take():
        told.clear()
        watch = Watch(player)
        qtbot.mouseClick(found.controls.play_button, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: bool(told) and told[-1][1] == "", timeout=30_000)
        rows = graced(session)
        moments = [(moment, note_id) for moment, note_id in told if note_id]
        assert [note_id for _, note_id in moments] == [note_id for note_id, _, _ in rows], "a kan is its note's"
        sound = pulse.sound(watch.began, moments[-1][0] + 1.5)
        for (moment, _), (_, midi, graces) in zip(moments, rows, strict=True):
            heard(sound, moment - watch.began, midi, graces, semitones)

    undisturbed(player, pulse, take)


def test_a_graced_note_is_looped_with_its_kan(qtbot, session, pulse):  # noqa: F811
    found = shown(qtbot, session, TUNE)
    found.tempo.setValue(HALF)
    playback, player = found.playback, found.playback.player
    note_id, midi, graces = graced(session)[1]
    session.select([note_id])
    playback.set_looping(True)
    assert playback.region == pytest.approx((0.5, 1.0))

    def take():
        watch = Watch(player)
        playback.play_from_cursor()
        passes = [watch.until(lambda now: now.position > 0.9), watch.until(lambda now: now.position < 0.6)]
        again = time.perf_counter()
        passes.append(watch.until(lambda now: now.position > 0.97))
        assert {now.ids for now in passes} == {(note_id,)}
        began = next(moment for moment, now in watch.rows if now.ids)
        sound = pulse.sound(watch.began, again + 1.0)
        for at in (began - watch.began, again - watch.began):
            heard(sound, at, midi, graces)
        playback.deck.stop()

    undisturbed(player, pulse, take)


def test_playing_from_a_kan_or_from_its_note_begins_with_the_kan(qtbot, session):
    found = shown(qtbot, session, TUNE)
    playback = found.playback
    playback.set_silent(True)
    idle(qtbot, session)
    note_id, _, graces = graced(session)[1]
    (kan,) = (grace for grace, note in session.document.reading.score.graced.items() if note == note_id)
    for name in (note_id, kan):
        session.seek.emit(name)
        qtbot.waitUntil(lambda: playback.player.now().position >= 0.5)
        playback.deck.pause()
        assert playback.plan.place(name) == 0.5
    first = next(sound for sound in playback.plan.schedule.sounds if sound.onset >= 0.5)
    assert [first.midi] == graces
