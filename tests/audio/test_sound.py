"""Sound measured: the right pitch at the right time, in the file that was written."""

import io
import wave

import numpy as np
import pytest

from core.audio import soundfont, synth
from core.audio.schedule import schedule
from core.audio.sound_file import wav_bytes
from core.errors import AudioError
from core.formats.abc.reader import read_first

TUNE = "X:1\nM:4/4\nL:1/8\nQ:1/4=100\nK:C\n|:C2 C2 E G G c|c4 _B A G ^F:|[Q:1/4=150]E E z E D C2 C|G,4 C4|\n"


def rendered(abc, instrument=soundfont.DEFAULT_INSTRUMENT):
    plan = schedule(read_first(abc).score)
    samples = synth.render(plan, soundfont.find(), soundfont.program(instrument))
    with wave.open(io.BytesIO(wav_bytes(samples))) as file:
        assert (file.getframerate(), file.getsampwidth()) == (44_100, 2)
        frames = np.frombuffer(file.readframes(file.getnframes()), "<i2").reshape(-1, file.getnchannels())
    return plan, frames.astype(float).mean(axis=1)


def onset_near(sound, seconds, window=1024, hop=110):
    """The moment within 60 ms of `seconds` at which most new energy comes, by spectral flux."""
    first = max(0, int((seconds - 0.06) * 44_100) - window)
    piece = sound[first : int((seconds + 0.06) * 44_100) + window]
    piece = np.concatenate([np.zeros(max(0, window - int(seconds * 44_100))), piece]) if first == 0 else piece
    shift = max(0, window - int(seconds * 44_100)) if first == 0 else 0
    frames = [piece[at : at + window] * np.hanning(window) for at in range(0, len(piece) - window, hop)]
    flux = np.maximum(np.diff(np.log1p(np.abs(np.fft.rfft(frames))), axis=0), 0).sum(axis=1)
    return (first - shift + (int(np.argmax(flux)) + 1) * hop + window / 2) / 44_100


def cents_off(sound, start, stop, midi):
    """How far the strongest periodicity near the wanted one is from it."""
    piece = sound[int(start * 44_100) : int(stop * 44_100)]
    piece = piece - piece.mean()
    power = np.fft.irfft(np.abs(np.fft.rfft(piece, 2 * len(piece))) ** 2)
    lag = 44_100 / (440 * 2 ** ((midi - 69) / 12))
    lags = np.arange(int(lag * 0.95), int(lag * 1.06) + 2)
    best = lags[int(np.argmax(power[lags]))]
    around = power[best - 1 : best + 2]
    best += 0.5 * (around[0] - around[2]) / (around[0] - 2 * around[1] + around[2])
    return 1200 * np.log2(lag / best)


def test_every_note_begins_on_time_and_in_tune():
    plan, sound = rendered(TUNE)
    assert len(plan.sounds) == 30
    for note in plan.sounds:
        assert abs(onset_near(sound, note.onset) - note.onset) < 0.02, note
        stop = min(note.onset + note.duration - 0.04, note.onset + 0.5)
        assert abs(cents_off(sound, note.onset + 0.05, stop, note.midi)) < 25, note


def test_the_tempo_changes_and_the_length_is_the_scores():
    plan, sound = rendered(TUNE)
    assert plan.seconds == pytest.approx(2 * 8 * 0.6 + 8 * 0.4)
    assert len(sound) == pytest.approx((plan.seconds + synth.TAIL_SECONDS) * 44_100, abs=1)


def test_without_a_tempo_a_quarter_lasts_half_a_second():
    assert schedule(read_first("X:1\nM:4/4\nL:1/4\nK:C\nCDEF|").score).seconds == 2.0


def test_a_quarter_tone_is_heard():
    _, sound = rendered("X:1\nM:4/4\nL:1/1\nK:C\n^/A|")
    assert abs(cents_off(sound, 0.2, 1.5, 69.5)) < 15


def test_a_rest_is_silent_and_sound_is_loud():
    _, sound = rendered("X:1\nM:4/4\nL:1/4\nK:C\nC z3|z4|C4|", "piano")
    assert np.abs(sound[int(2.5 * 44_100) : int(3.9 * 44_100)]).max() < 0.02 * np.abs(sound).max()
    assert np.abs(sound).max() > 10_000


def test_a_score_without_notes_is_silence():
    plan, sound = rendered("X:1\nM:4/4\nL:1/4\nK:C\nz4|")
    assert plan.sounds == ()
    assert not sound.any()


def test_a_broken_soundfont_is_named(tmp_path):
    path = tmp_path / "page.sf2"
    path.write_text("<html>")
    with pytest.raises(AudioError, match="no soundfont"):
        soundfont.find(path)
    with pytest.raises(AudioError, match="cannot be read"):
        soundfont.find(tmp_path / "absent.sf2")
    path.write_bytes(b"RIFF\x10\x00\x00\x00sfbk" + b"\x00" * 8)
    with pytest.raises(AudioError, match="cannot load"):
        synth.render(schedule(read_first(TUNE).score), soundfont.find(path), 0)


def test_an_unknown_instrument_lists_the_known():
    with pytest.raises(AudioError, match="esraj"):
        soundfont.program("kazoo")
    assert soundfont.program("104") == 104
