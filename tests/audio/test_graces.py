"""Grace notes and kan sound: each for 1/32 from its note, which begins after them."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.audio import soundfont, synth
from core.audio.schedule import MOST_TOUCHED, TOUCH, schedule
from core.audio.together import heard
from core.audio.transport_plan import plan
from core.formats.abc.reader import read_first
from core.formats.midi import format as midi
from core.formats.midi.losses import LOST
from core.score.side_by_side import Options, side_by_side
from core.score.timeline import timeline
from tests.audio.test_sound import cents_off, onset_near

HEAD = "X:1\nM:4/4\nL:1/4\nQ:1/4=120\nK:C\n"


def score_of(music):
    return read_first(HEAD + music + "\n").score


def rows(music):
    return [(sound.onset, sound.midi, sound.duration) for sound in schedule(score_of(music)).sounds]


@pytest.mark.parametrize(
    ("music", "wanted"),
    [
        ("C {d}E|", [(0, 60, 0.5), (0.5, 74, 0.0625), (0.5625, 64, 0.4375)]),
        # slashed, or written longer: it is a touch all the same
        ("C {/d4}E|", [(0, 60, 0.5), (0.5, 74, 0.0625), (0.5625, 64, 0.4375)]),
        ("{de}C2|", [(0, 74, 0.0625), (0.0625, 76, 0.0625), (0.125, 60, 0.875)]),
        # of a short note they take the half
        ("{de}C/4|", [(0, 74, 0.03125), (0.03125, 76, 0.03125), (0.0625, 60, 0.0625)]),
        ("{d}[CE]|", [(0, 74, 0.0625), (0.0625, 60, 0.4375), (0.0625, 64, 0.4375)]),
        ("C {d}z E|", [(0, 60, 0.5), (0.5, 74, 0.0625), (1.0, 64, 0.5)]),
        # the whole of a tied note is kept but for the touch
        ("{d}C4-|C4|", [(0, 74, 0.0625), (0.0625, 60, 3.9375)]),
        # a tie into the note: it holds on under the touch, and its own pitch is not struck
        ("C-{d}C|", [(0, 60, 1.0), (0.5, 74, 0.0625)]),
        ("C-{C}C|", [(0, 60, 1.0)]),
        ("|:{d}C4:|", [(0, 74, 0.0625), (0.0625, 60, 1.9375), (2, 74, 0.0625), (2.0625, 60, 1.9375)]),
        ("{^d}E|", [(0, 75, 0.0625), (0.0625, 64, 0.4375)]),
    ],
)  # fmt: skip
def test_a_grace_note_sounds_at_the_cost_of_its_note(music, wanted):
    assert rows(music) == [pytest.approx(row) for row in wanted]


def test_another_voice_does_not_wait_and_all_stays_in_order_of_time():
    found = schedule(read_first("X:1\nM:2/4\nL:1/4\nQ:1/4=120\nK:C\nV:1\n{f}e2|\nV:2\n[CE]2|\n").score).sounds
    assert [(sound.onset, sound.midi, sound.part) for sound in found] == [
        (0, 60, 1), (0, 64, 1), (0, 77, 0), (0.0625, 76, 0),
    ]  # fmt: skip


def test_a_grace_note_out_of_midi_is_left_out_and_its_note_waits_as_ever():
    found = schedule(score_of("{c'''''}C|"), transpose=12).sounds
    assert [(sound.onset, sound.midi) for sound in found] == [(0.0625, 72)]


def test_the_cursor_and_loops_go_by_the_note():
    score = score_of("C {d}[EG] F-{d}F|")
    first, chord, held, again = (event for event in score.events() if event.notes)
    found = plan(score)
    names = tuple(note.id for note in chord.notes)
    assert found.sounding(0.51) == names
    assert set(found.sounding(0.6)) == set(names)
    assert found.place(names[0]) == 0.5
    assert found.stretch(names) == (0.5, 1.0)
    assert found.sounding(0.49) == (first.notes[0].id,)
    assert found.sounding(1.49) == (held.notes[0].id,)
    assert set(found.sounding(1.51)) == {again.notes[0].id}
    grace = chord.graces[0].id
    assert found.place(grace) == 0.5
    assert found.stretch([grace]) == (0.5, 1.0)


def test_every_grace_note_is_where_its_note_is_heard_or_not():
    score = score_of("C-{C}C {de}E|")
    found = plan(score)
    assert [found.place(grace) for grace in score.graced] == [0.5, 1.0, 1.0]


def test_the_metronome_the_count_in_and_a_change_of_side_do_not_mind_them():
    graced, plain = score_of("C {d}E F {ga}G|{e}c2 A2|"), score_of("C E F G|c2 A2|")
    with_them, without = plan(graced), plan(plain)
    assert with_them.beats == without.beats
    assert with_them.count_in(0.5) == without.count_in(0.5)
    assert (with_them.seconds, with_them.bars) == (without.seconds, without.bars)
    assert (
        heard(side_by_side(graced, plain, Options())).meeting == heard(side_by_side(plain, graced, Options())).meeting
    )


def test_two_heard_together_keep_their_grace_notes_and_where_notes_end():
    one, other = score_of("C {d}E F G|c4|"), score_of("{d}C E F G|c4|")
    both = heard(side_by_side(one, other, Options())).both
    ids = [note.id for event in one.events() for note in event.notes]
    assert f"one:{ids[1]}" in both.sounding(0.51)
    assert both.stretch([f"one:{ids[1]}"]) == (0.5, 1.0)
    assert both.stretch([f"other:{ids[1]}"]) == (0.5, 1.0)
    assert both.stretch([f"one:{ids[0]}", f"one:{ids[-1]}"]) == (0.0, 4.0)
    assert [sound.onset for sound in both.schedule.sounds if sound.id.startswith("one:")] == pytest.approx(
        [0, 0.5, 0.5625, 1, 1.5, 2]
    )


def test_midi_and_the_flat_list_stay_without_them_and_midi_says_so():
    score = score_of("C {d}E F G|")
    assert [moment.midi for moment in timeline(score, played=True).notes] == [60, 64, 65, 67]
    plain = score_of("C E F G|")
    assert midi.write(score) == midi.write(plain)
    assert "Grace notes are left out." in LOST(score)
    assert "Grace notes are left out." not in LOST(plain)


def test_it_is_heard_in_the_sound_file():
    # slow enough that a touch (an eighth of a second) and its note are told apart
    found = schedule(score_of("[Q:1/4=60]G, {c}E|z {g}C|"))
    samples = synth.render(found, soundfont.find(), soundfont.program("esraj")).astype(float).mean(axis=1)
    assert samples.any()
    for sound in found.sounds:
        assert abs(onset_near(samples, sound.onset) - sound.onset) < 0.02, sound
    for sound in found.sounds:
        end = sound.onset + sound.duration
        start = sound.onset + (0.02 if sound.graced else 0.08)
        assert abs(cents_off(samples, start, end, sound.midi)) < (60 if sound.graced else 25), sound
    assert len(samples) > 4 * synth.RATE


notes = st.tuples(
    st.lists(st.sampled_from("cdefgab"), max_size=5),
    st.sampled_from(["C", "E", "z", "[CE]", "[CE/G2]"]),
    st.sampled_from(["", "/", "/4", "2", "3/2"]),
    st.booleans(),
)


@settings(max_examples=200, deadline=None)
@given(st.lists(notes, min_size=1, max_size=12))
def test_whatever_is_graced_the_notes_end_where_they_did(found):
    def text(graced):
        return " ".join(
            f"{'{' + ''.join(graces) + '}' if graces and graced else ''}{note}{length}{'-' if tied and note != 'z' else ''}"
            for graces, note, length, tied in found
        )

    plain, graced = schedule(score_of(text(False) + "|")), schedule(score_of(text(True) + "|"))
    assert plain.seconds == graced.seconds
    ends = sorted((sound.midi, sound.onset + sound.duration) for sound in plain.sounds)
    own = [sound for sound in graced.sounds if not sound.graced]
    assert sorted((sound.midi, sound.onset + sound.duration) for sound in own) == [
        (midi_number, pytest.approx(end)) for midi_number, end in ends
    ]
    onsets = [sound.onset for sound in graced.sounds]
    assert onsets == sorted(onsets)
    for sound in graced.sounds:
        assert sound.duration > 0
        assert not sound.graced or sound.duration <= TOUCH * 2 + Fraction(1, 10**9)
    assert all(sound.duration >= other.duration * MOST_TOUCHED - 1e-9 for sound, other in _pairs(own, plain.sounds))


def _pairs(own, others):
    def ordered(sounds):
        return sorted(sounds, key=lambda sound: (sound.midi, round(sound.onset + sound.duration, 6)))

    return zip(ordered(own), ordered(others), strict=True)
