"""The metronome plays the tala: which strokes, at which frames, with which sound, and nothing where there is no beat."""

import time
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.audio.clicks import TONES, click
from core.audio.cycle import Stroke
from core.audio.live_synth import LiveSynth
from core.audio.silent import SilentVoice
from core.audio.soundfont import find
from core.audio.transport_plan import plan
from core.formats.abc.reader import read_first
from core.tradition.cells.build import sheet_of
from tests.audio.listening import planned, undisturbed
from tests.audio.test_engine import RATE, ledger_of, play, run, wound_up
from tests.audio.test_sound import onset_near

DADRA = "X:1\nR:dadra\nM:6/8\nL:1/8\nQ:1/8=240\nK:C\nG|E2 G A2 G|GAB c3|\n"
RUPAK = "X:1\nR:rupak\nM:7/8\nL:1/8\nQ:1/8=240\nK:C\nE2 G A2 G2|\n"
TEENTAL = "X:1\nR:tintal\nM:4/4\nL:1/4\nQ:1/4=240\nK:C\nC D E F|G A B c|c B A G|F E D C|E4|\n"
SIGNS = {Stroke.SAM: "+", Stroke.TALI: "2", Stroke.KHALI: "0", Stroke.MATRA: "."}


def signs(found):
    return "".join(SIGNS[beat.stroke] for beat in found.beats)


# -- which strokes ------------------------------------------------------------------------------------------------


def test_sam_tali_and_khali_are_struck_where_the_tala_has_them():
    assert signs(planned(RUPAK)) == "0..2.2."
    assert signs(planned(TEENTAL)) == "+...2...0...2...+..."
    assert [beat.onset for beat in planned(TEENTAL).beats] == pytest.approx([n / 4 for n in range(20)])


def test_a_pickup_comes_before_sam():
    found = planned(DADRA)
    assert signs(found) == ".+..0..+..0.."
    assert [beat.onset for beat in found.beats] == pytest.approx([n / 4 for n in range(13)])


def test_a_repeat_with_its_pickup_keeps_the_cycle_whole():
    found = planned("X:1\nR:dadra\nM:6/8\nL:1/8\nQ:1/8=240\nK:C\n|:G|E2 G A2 G|GAB c2:|\n")
    assert signs(found) == ".+..0..+..0." * 2


def test_vibhags_of_the_song_win_over_the_table():
    own = "X:1\nM:8/8\nL:1/8\nQ:1/8=240\nK:C\nI:vibhags 3 5\nI:beats sam khali\nCDE FGABc|\n"
    assert signs(planned(own)) == "+..0...."


def test_without_a_tala_the_beats_of_the_metre_are_struck():
    assert signs(planned("X:1\nM:3/4\nL:1/4\nK:C\nCDE|FGA|\n")) == "+22+22"
    assert signs(planned("X:1\nM:6/8\nL:1/8\nK:C\nCDE FGA|\n")) == "+2"


@pytest.mark.parametrize("head", ["M:none\n", "M:none\nR:dadra\n", "M:4/4\nI:tala talamukta\n", "M:4/4\nR:তালমুক্ত\n"])
def test_free_rhythm_has_no_beat_to_strike_or_count_in(head):
    found = planned(f"X:1\n{head}L:1/8\nK:C\nC D2 E G|c4|\n")
    assert (found.beats, found.count_in(0.5)) == ((), ())
    assert found.seconds > 1


@pytest.mark.parametrize("abc", [DADRA, RUPAK, TEENTAL])
def test_the_strokes_fall_where_the_swaralipi_prints_its_numbers(abc):
    score = read_first(abc).score
    cells = [cell for kali in sheet_of(score).kalis for line in kali.lines for cell in line.cells]
    second = 1 if abc == TEENTAL else 2
    printed = [(float(cell.onset * second), cell.number) for cell in cells if cell.number]
    struck = [(beat.onset, beat.stroke) for beat in plan(score).beats if beat.stroke is not Stroke.MATRA]
    assert [at for at, _ in struck] == pytest.approx([at for at, _ in printed])
    assert [stroke is Stroke.KHALI for _, stroke in struck] == [mark.startswith("০") for _, mark in printed]


def test_one_cycle_is_counted_in_and_sam_falls_where_it_would_have():
    found = planned(TEENTAL)
    strokes = found.count_in(1.0)
    assert "".join(SIGNS[stroke] for _, stroke in strokes) == "2...0...2...+..."
    assert [at for at, _ in strokes] == pytest.approx([n / 4 for n in range(-16, 0)])
    between = found.count_in(1.1)
    assert "".join(SIGNS[stroke] for _, stroke in between) == "...0...2...+...2"
    assert between[-1][0] == pytest.approx(-0.1)


BARS = st.lists(st.sampled_from(["C D E F", "G4", "A/B/ c z2", "C2"]), min_size=1, max_size=6)


@settings(max_examples=200, deadline=None)
@given(bars=BARS, tala=st.sampled_from(["kaharba", "tintal", "dadra", "none at all", ""]), at=st.floats(0, 12))
def test_a_count_in_is_one_cycle_before_its_start_whatever_the_tune(bars, tala, at):
    found = planned(f"X:1\nR:{tala}\nM:4/4\nL:1/4\nK:C\n|:{'|'.join(bars)}:|\n")
    strokes = found.count_in(at)
    times = [time for time, _ in strokes]
    cycle = found.beats[0].cycle
    whole = float(cycle.length) * 2.0
    assert len(strokes) == len(cycle.strokes)
    assert times == sorted(times)
    assert -whole - 1e-6 <= times[0]
    assert times[-1] < 0
    assert [beat.onset for beat in found.beats] == sorted(beat.onset for beat in found.beats)


# -- at which frames ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("speed", [0.5, 1.0, 1.37, 2.0])
def test_strokes_and_notes_begin_at_the_same_frames_at_any_tempo(speed):
    engine, voice, _ = wound_up(TEENTAL)
    struck = ledger_of(engine)
    engine.metronome = True
    engine.set_speed(speed)
    play(engine)
    run(engine, engine.plan.seconds / speed + 0.1)
    notes = [frame for frame, deed, _ in voice.deeds if deed == "start"]
    assert notes == [frame for frame, _ in struck][: len(notes)]
    assert len(struck) == 20


def test_a_loop_a_seek_and_a_new_sa_leave_the_strokes_on_their_beats():
    engine, _, marks = wound_up(TEENTAL)
    struck = ledger_of(engine)
    engine.metronome = True
    engine.loop = (1.0, 2.0)
    play(engine, 1.0)
    run(engine, 1.5)
    engine.set_transpose(3)
    run(engine, 1.5)
    assert [stroke for _, stroke in struck[:12]] == [Stroke.TALI, *[Stroke.MATRA] * 3] * 3
    assert {after - before for (before, _), (after, _) in pairwise(struck)} == {RATE // 4}
    engine.loop = None
    struck.clear()
    play(engine, 3.9, 2)
    run(engine, 0.5)
    begun = next(mark.frame for mark in marks if mark.jump == 2)
    assert struck[0] == (begun + round(0.1 * RATE), Stroke.SAM)


def test_the_sound_begins_at_the_very_frame():
    engine, _, _ = wound_up(DADRA.replace("=240", "=120"), SilentVoice())
    engine.metronome = True
    play(engine)
    sound = np.abs(run(engine, engine.plan.seconds))
    for beat in engine.plan.beats:
        frame = round(beat.onset * RATE)
        # a sine begins at nothing: it is heard from the second frame on
        assert not sound[max(frame - 200, 0) : frame + 1].any()
        assert sound[frame + 1 : frame + 12].max() > 100, beat


def test_every_stroke_has_a_sound_of_its_own_and_sam_is_the_loudest():
    peaks = {stroke: float(np.abs(click(stroke, RATE)).max()) for stroke in Stroke}
    assert sorted(peaks, key=peaks.get) == [Stroke.MATRA, Stroke.KHALI, Stroke.TALI, Stroke.SAM]
    for stroke in Stroke:
        assert pitch_of(click(stroke, RATE)) == pytest.approx(TONES[stroke][0][0], rel=0.05)
    assert len({round(pitch_of(click(stroke, RATE)), -2) for stroke in Stroke}) == len(Stroke)


def test_the_metronome_has_a_volume_of_its_own():
    engine, _, _ = wound_up(DADRA, SilentVoice())
    engine.metronome = True
    loudest = []
    for number, gain in enumerate((1.0, 0.25, 0.0), 1):
        engine.clicks.gain = gain
        play(engine, 0.2, number)
        loudest.append(np.abs(run(engine, 0.4)).max())
    assert loudest[0] > 10_000
    assert loudest[1] == pytest.approx(loudest[0] / 4, rel=0.02)
    assert loudest[2] == 0


def test_strokes_are_heard_beside_real_notes_at_their_onsets():
    voice = LiveSynth(find(), 110)
    engine, _, _ = wound_up(TEENTAL.replace("=240", "=120"), voice)
    play(engine)
    without = run(engine, 2.0)
    engine.metronome = True
    play(engine, 0.0, 2)
    both = run(engine, 2.2)[round(0.015 * RATE) :]
    voice.close()
    for at in (0.5, 1.0, 1.5):
        assert abs(onset_near(without, at) - at) < 0.02
        assert abs(onset_near(both, at) - at) < 0.02


def pitch_of(sound):
    """The strongest frequency."""
    spectrum = np.abs(np.fft.rfft(sound, 1 << 16))
    return float(np.argmax(spectrum)) * RATE / (1 << 16)


# -- with a device ------------------------------------------------------------------------------------------------


def test_what_comes_out_of_the_device_is_the_tala_on_time(pulse):
    from core.audio.player import Player
    from tests.audio.listening import Watch

    player = Player(110)
    try:
        player.load(planned("X:1\nR:dadra\nM:6/8\nL:1/8\nQ:1/8=180\nK:C\nz6|z6|\n"))
        player.set_metronome(True)
        player.set_metronome_volume(1.0)
        beats = player._engine.plan.beats

        def take():
            began = time.perf_counter()
            time.sleep(0.3)
            watch = Watch(player)
            player.play()
            watch.until(lambda now: now.position > 0.01)
            now, moment = player.now(), time.perf_counter()
            first = moment - now.position - began
            watch.until(lambda now: now.ended)
            sound = pulse.sound(began, began + first + beats[-1].onset + 0.5)
            heard = [onset_near(sound, first + beat.onset) for beat in beats]
            # where the first falls tells the delay of the recording; the others must keep their distance from it
            late = [at - heard[0] - beat.onset for at, beat in zip(heard, beats, strict=True)]
            assert max(map(abs, late)) < 0.02, late
            assert abs(heard[0] - first) < 0.05
            pitches = [pitch_of(sound[round(at * RATE) : round((at + 0.06) * RATE)]) for at in heard]
            assert pitches == pytest.approx([TONES[beat.stroke][0][0] for beat in beats], abs=60)

        undisturbed(player, pulse, take)
    finally:
        player.close()
