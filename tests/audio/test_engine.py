"""The clockwork without a device: every block is rendered here and measured, to the sample where that can be."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.audio import soundfont
from core.audio.engine import FADE_SECONDS, Engine, Jump
from core.audio.live_synth import LiveSynth
from core.audio.transport_plan import plan
from core.formats.abc.reader import read_first
from tests.audio.test_sound import cents_off, onset_near

RATE = 44_100
BLOCK = 512
TUNE = "X:1\nM:4/4\nL:1/8\nQ:1/4=100\nK:C\n|:C2 C2 E G G c|c4 _B A G ^F:|[Q:1/4=150]E E z E D C2 C|G,4 C4|\n"
SCALE = "X:1\nM:4/4\nL:1/4\nQ:1/4=120\nK:C\nC D E F|G A B c|\n"


class Ledger:
    """A voice that writes down what it is asked, and sounds a constant while a note is held."""

    def __init__(self):
        self.held, self.deeds, self.frames = Counter(), [], 0

    def start(self, sound):
        self.held[sound.part, round(sound.midi)] += 1
        self.deeds.append((self.frames, "start", sound.midi))

    def end(self, sound):
        self.held[sound.part, round(sound.midi)] -= 1
        assert self.held[sound.part, round(sound.midi)] == 0
        self.deeds.append((self.frames, "end", sound.midi))

    def quiet(self):
        self.held.clear()

    def set_program(self, program):
        self.program = program

    def samples(self, frames):
        self.frames += frames
        return np.full((frames, 2), 2000 if +self.held else 0, dtype=np.int16)

    def close(self):
        pass


def wound_up(abc, voice=None):
    """An engine with a tune, its voice, and the marks that it reports."""
    marks = []
    engine = Engine(marks.append)
    voice = voice or Ledger()
    engine.set_voice(voice)
    engine.load(plan(read_first(abc).score))
    return engine, voice, marks


def run(engine, seconds):
    """Render some seconds in blocks, as a device asks for them; mono."""
    count = max(round(seconds * RATE / BLOCK), 1)
    return np.concatenate([engine.fill(BLOCK) for _ in range(count)]).astype(float).mean(axis=1)


def play(engine, at=0.0, number=1, count=()):
    engine.go(Jump(at, True, number, count))


def ledger_of(engine):
    """What the metronome strikes, and at which frame."""
    struck, strike = [], engine.clicks.strike

    def write(stroke, rate):
        struck.append((engine.frame, stroke))
        strike(stroke, rate)

    engine.clicks.strike = write
    return struck


def starts(voice):
    return [(frame, midi) for frame, deed, midi in voice.deeds if deed == "start"]


@pytest.fixture
def esraj():
    voice = LiveSynth(soundfont.find(), 110)
    yield voice
    voice.close()


@pytest.mark.parametrize("speed", [0.5, 1.0, 2.0])
def test_every_note_sounds_on_time_and_at_its_pitch_at_any_tempo(esraj, speed):
    engine, _, _ = wound_up(TUNE, esraj)
    engine.set_speed(speed)
    play(engine)
    sound = run(engine, engine.plan.seconds / speed + 0.5)
    assert len(engine.plan.schedule.sounds) == 30
    for note in engine.plan.schedule.sounds:
        onset, length = note.onset / speed, note.duration / speed
        assert abs(onset_near(sound, onset) - onset) < 0.02, note
        assert abs(cents_off(sound, onset + 0.04, onset + min(length - 0.035, 0.5), note.midi)) < 30, note


@pytest.mark.parametrize("speed", [0.25, 0.5, 1.0, 1.37, 2.0])
def test_notes_begin_at_their_very_frames(speed):
    engine, voice, marks = wound_up(TUNE)
    engine.set_speed(speed)
    play(engine)
    run(engine, engine.plan.seconds / speed + 0.2)
    wanted = [(note.onset / speed * RATE, note.midi) for note in engine.plan.schedule.sounds]
    assert [midi for _, midi in starts(voice)] == [midi for _, midi in wanted]
    assert max(abs(frame - at) for (frame, _), (at, _) in zip(starts(voice), wanted, strict=True)) <= 1
    assert marks[-1].ended
    assert abs(marks[-1].frame - engine.plan.seconds / speed * RATE) <= 1
    assert not +voice.held


def test_a_seek_leads_to_the_notes_there_and_silences_those_before():
    engine, voice, marks = wound_up(SCALE)
    play(engine)
    run(engine, 0.7)
    voice.deeds.clear()
    engine.go(Jump(3.25, True, 2))
    begun = voice.frames
    run(engine, 0.9)
    # B is half over at 3.25 and begins again, c follows
    fade = round(FADE_SECONDS * RATE)
    assert [(frame - begun, midi) for frame, midi in starts(voice)] == [(fade, 71), (fade + RATE // 4, 72)]
    assert [(mark.position, mark.jump) for mark in marks if mark.speed] == [(0.0, 1), (3.25, 2)]


def test_a_loop_comes_round_to_the_frame():
    engine, voice, marks = wound_up(SCALE)
    engine.loop = (0.5, 1.5)
    play(engine, 0.5)
    run(engine, 4.2)
    frames = [frame for frame, _ in starts(voice)]
    assert [midi for _, midi in starts(voice)] == [62, 64] * 4 + [62]
    assert set(np.diff(frames)) == {RATE // 2}
    assert [mark.position for mark in marks if mark.speed] == [0.5] * 5


def test_what_plays_beyond_the_loop_goes_on_to_the_end():
    engine, _, marks = wound_up(SCALE)
    engine.loop = (0.5, 1.5)
    play(engine, 2.0)
    run(engine, 2.1)
    assert marks[-1].ended


def test_a_new_tempo_holds_from_the_next_frame_on():
    engine, voice, _ = wound_up(SCALE)
    play(engine)
    run(engine, 0.75)
    begun = voice.frames
    engine.set_speed(2.0)
    run(engine, 1.0)
    # three quarters of a second had gone: the third note was a quarter away, now an eighth
    third = next(frame for frame, midi in starts(voice) if midi == 64)
    assert abs(third - begun - (1.0 - begun / RATE) / 2 * RATE) <= 1


def test_transposition_moves_the_note_that_sounds(esraj):
    engine, _, _ = wound_up("X:1\nM:4/4\nL:1/1\nQ:1/4=60\nK:C\nA|\n", esraj)
    play(engine)
    first = run(engine, 1.0)
    engine.set_transpose(3)
    second = run(engine, 1.0)
    assert abs(cents_off(first, 0.1, 0.9, 69)) < 15
    assert abs(cents_off(second, 0.1, 0.9, 72)) < 15


def test_a_note_that_transposition_takes_out_of_midi_is_left_out():
    engine, voice, _ = wound_up("X:1\nM:2/4\nL:1/4\nK:C\nC c''''''|\n")
    engine.set_transpose(40)
    play(engine)
    run(engine, 1.2)
    assert [midi for _, midi in starts(voice)] == [100]


def test_a_pause_is_silent_at_once_and_loses_no_time(esraj):
    engine, _, marks = wound_up(SCALE, esraj)
    play(engine)
    before = run(engine, 0.75)
    here = engine.position
    engine.go(Jump(here, False, 1))
    quiet = run(engine, 1.0)
    assert not quiet[round(FADE_SECONDS * RATE) + 1 :].any()
    assert marks[-1].position == here
    play(engine, engine.position, 2)
    after = run(engine, 1.0)
    assert np.abs(before).max() > 2000
    # D goes on for the quarter second it had left, then E comes
    assert abs(onset_near(after, 1.0 - here) - (1.0 - here)) < 0.02
    assert abs(cents_off(after, 1.05 - here, 1.4 - here, 64)) < 15


def test_a_cut_fades_instead_of_clicking(esraj):
    engine, _, _ = wound_up(SCALE, esraj)
    play(engine)
    loud = run(engine, 0.75)
    engine.go(Jump(0.0, False, 2))
    cut = np.concatenate([loud[-BLOCK:], run(engine, 0.1)])
    assert np.abs(np.diff(cut)).max() <= np.abs(np.diff(loud)).max()


def test_no_sound_comes_before_the_first_note(esraj):
    engine, _, _ = wound_up("X:1\nM:4/4\nL:1/4\nQ:1/4=120\nK:C\nz2 C2|\n", esraj)
    assert not run(engine, 0.5).any()
    play(engine)
    assert np.abs(run(engine, 0.95)).max() < 50


def test_the_tune_rings_out_and_ends_at_the_beginning(esraj):
    engine, _, marks = wound_up(SCALE, esraj)
    play(engine)
    run(engine, engine.plan.seconds)
    tail = run(engine, 2.0)
    assert np.abs(tail[: RATE // 20]).max() > 500
    assert not tail[-RATE // 3 :].any()
    assert (marks[-1].ended, engine.position, engine.playing) == (True, 0.0, False)


def test_count_in_clicks_before_the_start():
    engine, voice, marks = wound_up(SCALE)
    struck = ledger_of(engine)
    play(engine, 1.0, count=engine.plan.count_in(1.0))
    run(engine, 2.7)
    half = RATE // 2
    assert struck == [(0, "tali"), (half, "tali"), (2 * half, "sam"), (3 * half, "tali")]
    assert starts(voice)[0] == (2 * RATE, 64)
    assert [(mark.position, mark.speed) for mark in marks[-2:]] == [(1.0, 0.0), (1.0, 1.0)]


def test_a_longer_tune_while_playing_leaves_what_sounds_alone():
    engine, voice, _ = wound_up(SCALE)
    play(engine)
    run(engine, 0.7)
    before = list(voice.deeds)
    engine.load(plan(read_first(SCALE + "c B A G|\n").score))
    assert voice.deeds == before
    run(engine, 5.5)
    assert [midi for _, midi in starts(voice)] == [60, 62, 64, 65, 67, 69, 71, 72, 72, 71, 69, 67]


def test_an_edit_of_the_note_that_sounds_is_heard():
    engine, voice, _ = wound_up(SCALE)
    play(engine)
    run(engine, 0.7)
    engine.load(plan(read_first(SCALE.replace("C D", "C ^D")).score))
    assert [deed[1:] for deed in voice.deeds[-2:]] == [("end", 62.0), ("start", 63.0)]


def test_a_shorter_tune_while_playing_ends():
    engine, voice, marks = wound_up(SCALE)
    play(engine)
    run(engine, 2.5)
    engine.load(plan(read_first("X:1\nM:4/4\nL:1/4\nQ:1/4=120\nK:C\nC D E F|\n").score))
    run(engine, 0.2)
    assert marks[-1].ended
    assert not +voice.held


def test_two_parts_on_one_key_end_once_each():
    engine, voice, _ = wound_up("X:1\nM:4/4\nL:1/4\nQ:1/4=120\nK:C\nC4 & C C C C|\n")
    play(engine)
    run(engine, 2.2)
    assert not +voice.held


def test_loud_chords_are_turned_down_not_clipped():
    voice = LiveSynth(soundfont.find(), 48)
    engine, _, _ = wound_up("X:1\nM:4/4\nL:1/1\nQ:1/4=60\nK:C\n[CEGceg]|\n", voice)
    engine.set_program(48)
    play(engine)
    size = np.abs(np.concatenate([engine.fill(BLOCK) for _ in range(250)]).astype(int))
    voice.close()
    assert 25_000 < size.max() < 32_767
    assert np.mean(size > 0.82 * 32_768) < 0.001


def test_the_volume_glides():
    engine, _, _ = wound_up(SCALE)
    play(engine)
    run(engine, 0.1)
    engine.level.volume = 0.0
    block = engine.fill(BLOCK)[:, 0].astype(int)
    assert block[0] > 9000
    assert block[-1] == 0
    assert np.abs(np.diff(block)).max() < 100
    assert not engine.fill(BLOCK).any()


DEEDS = st.one_of(
    st.tuples(st.just("go"), st.floats(-1, 15), st.booleans(), st.booleans()),
    st.tuples(st.just("metronome"), st.booleans()),
    st.tuples(st.just("loop"), st.floats(0, 12), st.floats(0, 12)),
    st.tuples(st.just("speed"), st.floats(0.25, 2)),
    st.tuples(st.just("transpose"), st.integers(-6, 6)),
    st.tuples(st.just("program"), st.integers(0, 127)),
    st.tuples(st.just("load"), st.sampled_from([TUNE, SCALE, ""])),
    st.tuples(st.just("fill"), st.integers(1, 20_000)),
)


def do(engine, deed, number):
    kind, *rest = deed
    if kind == "go":
        engine.go(Jump(rest[0], rest[1], number, engine.plan.count_in(rest[0]) if rest[2] else ()))
    elif kind == "metronome":
        engine.metronome = rest[0]
    elif kind == "loop":
        engine.loop = (min(rest), max(rest))
    elif kind == "speed":
        engine.set_speed(rest[0])
    elif kind == "transpose":
        engine.set_transpose(rest[0])
    elif kind == "program":
        engine.set_program(rest[0])
    elif kind == "load":
        engine.load(plan(read_first(rest[0]).score))
    else:
        assert engine.fill(rest[0]).shape == (rest[0], 2)


@settings(max_examples=150, deadline=None)
@given(deeds=st.lists(DEEDS, max_size=25))
def test_nothing_hangs_whatever_is_asked(deeds):
    engine, voice, marks = wound_up(TUNE)
    for number, deed in enumerate(deeds, 1):
        do(engine, deed, number)
        assert 0.0 <= engine.position <= engine.plan.seconds
    assert [mark.frame for mark in marks] == sorted(mark.frame for mark in marks)
    engine.go(Jump(0.0, False, len(deeds) + 1))
    engine.fill(2 * BLOCK)
    assert not engine.fill(BLOCK).any()
    assert not +voice.held
    assert engine.silent
    assert marks[-1].jump == len(deeds) + 1
