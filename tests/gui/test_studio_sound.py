"""The whole job with ears: the small model writes a tune in the real window, and what is played is what is shown."""

import time
from dataclasses import replace

import pytest

from core.songs import samples
from tests.audio.listening import Watch, agrees, undisturbed
from tests.audio.pulse import pulse  # noqa: F401
from tests.gui.window_kit import opened, settled


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_generated_tune_sounds_as_the_cursor_shows(qtbot, pulse):  # noqa: F811
    with opened(qtbot) as window:
        session, generation = window.session, window.studio.generate.generation
        session.document.open_song(replace(samples.load("anandaloke-mangalaloke"), takes=()), None)
        window.studio.wanted.choose("smollm2")
        window.studio.wanted.set_bars(4)
        with qtbot.waitSignal(generation.ended, timeout=240_000) as ended:
            window.studio.generate.generate_action.trigger()
        assert ended.args[0].kind == "done"
        settled(qtbot, window)
        transport = window.transport
        qtbot.waitUntil(transport.controls.play_button.isEnabled, timeout=20_000)
        player = transport.playback.player
        told = []
        session.sound_note.connect(lambda note_id: told.append((time.perf_counter(), note_id)))

        def take():
            told.clear()
            watch = Watch(player)
            transport.controls.play_button.click()
            qtbot.waitUntil(lambda: bool(told) and told[-1][1] == "", timeout=60_000)
            pitches = {sound.id: sound.midi for sound in transport.playback.plan.schedule.sounds}
            notes = [(moment, note_id, pitches[note_id]) for moment, note_id in told if note_id]
            written = [moment.id for moment in session.document.reading.written.notes]
            assert [note_id for _, note_id, _ in notes] == written
            agrees(watch, pulse, notes)

        undisturbed(player, pulse, take)
