"""A score moved to another Sa: sounds, spelling, signatures, signs, chord symbols, ids."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.formats.abc.reader import read_first
from core.score.edit import transposed
from core.score.signatures import MODES, Key, standard_key
from core.score.timeline import timeline

HEAD = "X:1\nM:4/4\nL:1/4\n"


def score_of(music, key="C"):
    return read_first(f"{HEAD}K:{key}\n{music}\n").score


def names(score):
    return [note.pitch.name for event in score.events() for note in event.notes]


def signs(score):
    return [note.accidental for event in score.events() for note in event.notes]


def test_no_move_is_the_same_score():
    score = score_of("C D E F|")
    assert transposed(score, 0) is score


def test_notes_keep_their_degrees():
    up = transposed(score_of("C ^F G _B|"), 2)
    assert (up.key.tonic, up.key.fifths) == ("D", 2)
    assert names(up) == ["D4", "G#4", "A4", "C5"]
    assert signs(up) == [None, 1, None, 0]


def test_ids_time_and_words_stay():
    score = score_of('"C"C {/d}[EG] z (3ABc|\nw: আ-গুন * এক দুই')
    up = transposed(score, 5)
    before, after = timeline(score), timeline(up)
    assert [(m.id, m.onset, m.duration, m.lyrics) for m in before.moments] == [
        (m.id, m.onset, m.duration, m.lyrics) for m in after.moments
    ]
    assert [m.midi + 5 for m in before.notes] == [m.midi for m in after.notes]
    assert [g.pitch.midi + 5 for e in score.events() for g in e.graces] == [
        g.pitch.midi for e in up.events() for g in e.graces
    ]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("tonic", ["C", "G", "F", "Bb", "A"])
@pytest.mark.parametrize("semitones", [-12, -11, -7, -6, -5, -1, 1, 2, 6, 7, 11, 12])
def test_every_signature_is_a_plain_one(tonic, mode, semitones):
    key = standard_key(tonic, mode)
    moved = transposed(score_of("C|", f"{tonic}{mode[:3]}"), semitones).key
    assert moved.mode == ("minor" if mode == "aeolian" else "major" if mode == "ionian" else mode)
    assert moved.fifths is not None
    assert abs(moved.fifths) <= 6
    assert moved.alters == standard_key(moved.tonic, mode).alters
    assert (moved.tonic_class - key.tonic_class - semitones) % 12 == 0


def test_a_key_in_the_middle_moves_with_its_notes():
    score = score_of("C D [K:G] F G|F4|")
    up = transposed(score, 2)
    assert names(up) == ["D4", "E4", "G#4", "A4", "G#4"]
    assert [change.value.tonic for change in up.parts[0].measures[0].changes] == ["A"]
    assert up.parts[0].measures[1].key.tonic == "A"


def test_no_double_flat_appears_and_the_bar_is_signed_anew():
    up = transposed(score_of("_D C D E|D4|"), 1)
    assert up.key.tonic == "Db"
    assert names(up) == ["D4", "Db4", "D4", "F4", "Eb4"]
    assert signs(up) == [0, -1, 0, None, None]


def test_a_scale_of_its_own_keeps_its_shape():
    up = transposed(score_of("D E F|", "D exp _e ^f"), 2)
    assert (up.key.tonic, up.key.mode) == ("E", "explicit")
    assert dict(up.key.alters) == {"C": 1, "G": 1}
    assert names(up) == ["E4", "F4", "G#4"]


@pytest.mark.parametrize(
    ("text", "moved"),
    [
        ("C", "D"),
        ("Am7", "Bm7"),
        ("Bb/F", "C/G"),
        ("F#dim", "G#dim"),
        ("Gsus4", "Asus4"),
        ("Coda", "Coda"),
        ("Fine", "Fine"),
    ],
)
def test_chord_symbols_move_where_they_are_some(text, moved):
    up = transposed(score_of(f'"{text}"C4|'), 2)
    assert [symbol for event in up.events() for symbol in event.chord_symbols] == [moved]


@given(st.lists(st.sampled_from("CDEFGABcde^_"), max_size=12), st.integers(-24, 24), st.sampled_from("CDEFGAB"))
def test_every_pitch_moves_by_the_same(letters, semitones, tonic):
    score = score_of(" ".join(letter if letter not in "^_" else f"{letter}G" for letter in letters) + "|", tonic)
    up = transposed(score, semitones)
    assert [m.midi + semitones for m in timeline(score).notes] == [m.midi for m in timeline(up).notes]
    assert all(abs(m.pitch.alter) <= 1 for m in timeline(up).notes)


def test_a_mode_without_a_name_moves_too():
    up = transposed(score_of("A B c d|", "HP"), 3)
    assert up.key == Key("C", "highland pipes", up.key.alters)
