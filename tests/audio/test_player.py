"""The player for real: PulseAudio's null sink plays, its monitor is recorded, and the cursor is held against the sound."""

import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from core.audio import device, soundfont
from core.audio.live_synth import LiveSynth
from core.audio.player import Now, Player
from core.errors import AudioError, MissingPackage
from tests import timing
from tests.audio.listening import SCALE, SHORT, WITHIN, Watch, agrees, planned, quiet, undisturbed

ESRAJ = soundfont.INSTRUMENTS["esraj"]
TUNE = "X:1\nM:4/4\nL:1/8\nQ:1/4=100\nK:C\n|:C2 C2 E G G c|c4 _B A G ^F:|[Q:1/4=150]E E z E D C2 C|G,4 C4|\n"


@pytest.fixture(scope="module")
def _pool():
    """FluidSynth reads soundfonts with OpenMP, whose pool of threads stays for the life of the process."""
    LiveSynth(soundfont.find(), 0).close()


@pytest.fixture
def player(_pool):
    found = Player(ESRAJ)
    threads, tasks = threading.active_count(), os_threads()
    yield found
    found.close()
    # a thread that was joined may still be listed for a moment
    timing.until(lambda: threading.active_count() <= threads and os_threads() <= tasks, "a thread is left")


def os_threads():
    return sum(1 for _ in Path("/proc/self/task").iterdir()) if sys.platform == "linux" else 0


def test_the_cursor_shows_what_is_heard_and_nothing_is_heard_after_stop(pulse, player):
    player.load(planned(SHORT))

    def take():
        player.set_tempo(150)
        watch = Watch(player)
        player.play()
        end = watch.until(lambda now: now.ended)
        notes = watch.notes()
        assert [midi for _, _, midi in notes] == [60, 64, 67] * 2 + [72, 70, 69]
        assert (end.position, end.playing, end.ids) == (0.0, False, ())
        assert max(abs(error) for error in agrees(watch, pulse, notes)) < WITHIN
        player.play(0.5)
        watch.for_seconds(0.3)
        player.stop()
        stopped = time.perf_counter()
        assert player.now() == Now(0.0, (), False, settled=False, arriving=True)
        watch.for_seconds(0.6)
        assert quiet(pulse, stopped + 0.25, stopped + 0.5) < 30

    undisturbed(player, pulse, take)


@pytest.mark.slow
def test_a_whole_tune_with_repeats_and_two_tempi(pulse, player):
    player.load(planned(TUNE))

    def take():
        watch = Watch(player)
        player.play()
        watch.until(lambda now: now.ended)
        notes = watch.notes()
        assert len(notes) == 30
        agrees(watch, pulse, notes)

    undisturbed(player, pulse, take)


@pytest.mark.slow
def test_pause_and_seek_are_heard_where_the_cursor_is(pulse, player):
    player.load(planned(SCALE))

    def take():
        watch = Watch(player)
        player.play()
        watch.until(lambda now: now.position > 0.6)
        player.pause()
        here = watch.until(lambda now: now.settled)
        paused = time.perf_counter()
        watch.for_seconds(0.7)
        assert quiet(pulse, paused + 0.05, paused + 0.6) < 30
        assert player.now() == here
        assert 0.6 < here.position < 0.9
        player.play()
        watch.until(lambda now: now.position > 1.7)
        player.seek(3.0)
        watch.until(lambda now: now.ended)
        notes = watch.notes()
        # D is heard twice: cut by the pause, and what was left of it after
        assert [midi for _, _, midi in notes] == [60, 62, 62, 64, 65, 71, 72]
        agrees(watch, pulse, [note for note in notes if note != notes[1]])

    undisturbed(player, pulse, take)


@pytest.mark.slow
def test_a_loop_is_heard_again_and_again_in_time(pulse, player):
    player.load(planned(SCALE))

    def take():
        player.set_loop(0.5, 1.5)
        watch = Watch(player)
        player.play()
        watch.until(lambda now: len(watch.notes()) == 7)
        player.stop()
        notes = watch.notes()
        assert [midi for _, _, midi in notes] == [62, 64, 62, 64, 62, 64, 62]
        errors = agrees(watch, pulse, notes[:-1])
        assert max(errors) - min(errors) < 0.03

    undisturbed(player, pulse, take)


@pytest.mark.slow
def test_tempo_and_transposition_act_while_it_plays(pulse, player):
    player.load(planned(SCALE))

    def take():
        player.set_tempo(50)
        player.set_transpose(0)
        slow = Watch(player)
        player.play()
        slow.until(lambda now: now.position > 1.1)
        player.set_tempo(200)
        player.set_transpose(5)
        changed = time.perf_counter()
        slow.until(lambda now: now.ended)
        notes = slow.notes()
        gaps = np.diff([moment for moment, _, _ in notes])
        assert gaps[:2] == pytest.approx(1.0, abs=0.05)
        assert gaps[3:] == pytest.approx(0.25, abs=0.05)
        agrees(slow, pulse, [note for note in notes if note[0] < changed][:2])
        agrees(slow, pulse, [note for note in notes if note[0] > changed + 0.2], transposed=5)

    undisturbed(player, pulse, take)


@pytest.mark.slow
def test_another_tune_while_it_plays_and_a_clicked_note(pulse, player):
    def take():
        player.load(planned(SCALE))
        watch = Watch(player)
        player.play()
        watch.until(lambda now: now.position > 1.2)
        player.load(planned(SCALE + "c B A G|\n"))
        last = planned(SCALE).schedule.sounds[5].id
        watch.until(lambda now: now.position > 1.7)
        player.play(last)
        watch.until(lambda now: now.ended)
        notes = watch.notes()
        assert [midi for _, _, midi in notes] == [60, 62, 64, 65, 69, 71, 72, 72, 71, 69, 67]
        agrees(watch, pulse, notes)

    undisturbed(player, pulse, take)


@pytest.mark.slow
def test_the_device_goes_and_comes_back(pulse, player):
    player.load(planned(SCALE + "C D E F|" * 20))
    player.play()
    watch = Watch(player)
    here, before = watch.until(lambda now: now.position > 0.6).position, time.perf_counter()
    pulse.kill()
    late = time.perf_counter() - before
    try:
        now = watch.until(lambda now: not now.playing)
        assert here - 0.1 < now.position < here + late + 0.9
        assert "sound device" in player.problem
        assert not player.ready
        with pytest.raises(AudioError, match="no sound device"):
            player.play()
        with pytest.raises(AudioError, match="no sound device"):
            player.check()
    finally:
        pulse.start()
    player.check()
    player.load(planned(SCALE))

    def take():
        watch = Watch(player)
        player.play(2.0)
        assert player.problem == ""
        watch.until(lambda now: now.ended)
        notes = watch.notes()
        assert [midi for _, _, midi in notes] == [67, 69, 71, 72]
        agrees(watch, pulse, notes)

    undisturbed(player, pulse, take)


@pytest.mark.slow
def test_a_device_of_another_rate_plays_in_tune_and_in_time(pulse, player, monkeypatch):
    sounddevice = device.load_sounddevice()
    stream = sounddevice.OutputStream

    def picky(*, samplerate, **options):
        if samplerate == 44_100:
            raise sounddevice.PortAudioError("Error opening OutputStream: Invalid sample rate [PaErrorCode -9997]")
        return stream(samplerate=samplerate, **options)

    known = sounddevice.query_devices
    monkeypatch.setattr(sounddevice, "OutputStream", picky)
    monkeypatch.setattr(
        sounddevice, "query_devices", lambda *what, **kind: {**known(*what, **kind), "default_samplerate": 48_000.0}
    )
    player.load(planned(SCALE))

    def take():
        watch = Watch(player)
        player.play()
        assert player._output.rate == 48_000
        watch.until(lambda now: now.ended)
        notes = watch.notes()
        assert [midi for _, _, midi in notes] == [60, 62, 64, 65, 67, 69, 71, 72]
        agrees(watch, pulse, notes)

    undisturbed(player, pulse, take)


def test_the_device_is_given_back_after_some_silence(pulse, player, monkeypatch):
    player.load(planned(SHORT))
    player.play()
    assert player.ready
    assert not player.rest()
    player.stop()
    Watch(player).until(lambda now: now.settled)
    assert not player.rest()
    monkeypatch.setattr("core.audio.player.IDLE_SECONDS", 0.0)
    assert player.rest()
    assert not player.ready
    player.play()
    assert player.ready


def test_a_mistake_in_the_callback_stops_playing_and_is_told(pulse, player, monkeypatch, capfd):
    player.load(planned(SCALE))
    player.play()
    Watch(player).until(lambda now: now.position > 0.1)
    monkeypatch.setattr(player._engine, "fill", lambda frames: 1 / 0)
    Watch(player).until(lambda now: not now.playing)
    monkeypatch.undo()
    assert "ZeroDivisionError" in player.problem
    player.play()
    assert player.problem == ""
    Watch(player).until(lambda now: now.playing and now.position > 0.2)


# -- without a device ---------------------------------------------------------------------------------------------


def test_no_device_is_said(monkeypatch):
    sounddevice = device.load_sounddevice()

    def nothing(*_, **__):
        raise sounddevice.PortAudioError("Error querying device -1")

    monkeypatch.setattr(sounddevice, "query_devices", nothing)
    found = Player()
    for call in (found.check, found.prepare, found.play):
        with pytest.raises(AudioError, match="There is no sound device"):
            call()
    assert found.start() is False
    found.close()
    with pytest.raises(AudioError, match="closed"):
        found.play()


def test_a_busy_device_is_said(pulse, monkeypatch):
    sounddevice = device.load_sounddevice()

    def busy(*_, **__):
        raise sounddevice.PortAudioError("Error opening OutputStream: Device unavailable [PaErrorCode -9985]")

    monkeypatch.setattr(sounddevice, "OutputStream", busy)
    found = Player()
    with pytest.raises(AudioError, match="another program"):
        found.play()
    found.close()


@pytest.mark.parametrize(("module", "error"), [("sounddevice", MissingPackage), ("fluidsynth", MissingPackage)])
def test_a_missing_package_is_named(monkeypatch, module, error):
    monkeypatch.setitem(sys.modules, module, None)
    found = Player()
    for call in (found.check, found.prepare):
        with pytest.raises(error, match=r"pip install 'swaralipi-studio\[sound\]'"):
            call()
    found.close()


def test_a_missing_library_is_named(monkeypatch):
    class Broken:
        def find_spec(self, name, path=None, target=None):
            if name == "sounddevice":
                raise OSError("PortAudio library not found")

    monkeypatch.delitem(sys.modules, "sounddevice", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Broken(), *sys.meta_path])
    with pytest.raises(AudioError, match="apt install libportaudio2"):
        device.check()


def test_a_broken_soundfont_leaves_the_old_one(tmp_path, pulse, player):
    broken = tmp_path / "broken.sf2"
    broken.write_bytes(b"RIFF\x10\x00\x00\x00sfbk" + b"\x00" * 8)
    player.load(planned(SCALE))
    player.play()
    with pytest.raises(AudioError, match="cannot load"):
        player.set_soundfont(broken)
    with pytest.raises(AudioError, match="cannot be read"):
        player.set_soundfont(tmp_path / "absent.sf2")
    player.set_soundfont(soundfont.find())
    Watch(player).until(lambda now: now.position > 0.2)


def test_a_soundfont_without_the_instrument_plays_what_it_has(monkeypatch):
    monkeypatch.setattr(LiveSynth, "_has", lambda self, bank, preset: (bank, preset) == (0, 40))
    voice = LiveSynth(soundfont.find(), 110)
    assert voice._synth.channel_info(0)[1:3] == (0, 40)
    voice.start(planned(SCALE).schedule.sounds[0])
    assert np.abs(voice.samples(22_050)).max() > 500
    voice.quiet()
    voice.close()
