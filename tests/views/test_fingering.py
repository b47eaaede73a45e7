"""Guitar fingering: it sounds the notes asked for, a hand can reach it, and it moves no more than it must."""

import time
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from core.views.fingering import HIGHEST_FRET, STANDARD, STRETCH, finger

LOW, HIGH = min(STANDARD), max(STANDARD) + HIGHEST_FRET
LINES = st.lists(st.lists(st.integers(LOW - 5, HIGH + 5), max_size=8), max_size=12)


def frets(chord):
    return [place[1] for place in chord if place is not None and place[1]]


@given(LINES)
def test_every_place_sounds_the_note_asked_for_and_one_string_sounds_one_note(line):
    fingered = finger(line)
    assert [len(chord) for chord in fingered] == [len(chord) for chord in line]
    for notes, chord in zip(line, fingered, strict=True):
        for note, place in zip(notes, chord, strict=True):
            if place is not None:
                string, fret = place
                assert STANDARD[string - 1] + fret == note
                assert 0 <= fret <= HIGHEST_FRET
        strings = [place[0] for place in chord if place is not None]
        assert len(strings) == len(set(strings))


@given(LINES)
def test_no_chord_asks_for_more_than_seven_frets(line):
    for chord in finger(line):
        fretted = frets(chord)
        assert not fretted or max(fretted) - min(fretted) <= STRETCH


@given(st.lists(st.integers(LOW, HIGH), min_size=1, max_size=20))
def test_a_single_note_within_the_range_always_has_a_place(line):
    assert all(chord[0] is not None for chord in finger([[note] for note in line]))


@given(st.integers(LOW + 7, HIGH - 12), st.lists(st.integers(-2, 2), max_size=30))
def test_neighbours_of_a_stepwise_line_stay_within_the_reach_of_a_hand(start, steps):
    line = [start]
    for step in steps:
        line.append(min(HIGH - 12, max(LOW + 7, line[-1] + step)))
    for before, after in pairwise(finger([[note] for note in line])):
        fretted = frets(before) + frets(after)
        assert not fretted or max(fretted) - min(fretted) <= STRETCH


def test_a_scale_in_c_is_played_in_the_first_position():
    scale = [60, 62, 64, 65, 67]
    assert finger([[note] for note in scale]) == [((2, 1),), ((2, 3),), ((1, 0),), ((1, 1),), ((1, 3),)]


def test_the_open_c_chord_is_found():
    assert finger([[48, 52, 55, 60, 64]]) == [((5, 3), (4, 2), (3, 0), (2, 1), (1, 0))]


def test_what_no_guitar_has_is_none_and_the_rest_is_kept():
    assert finger([[36], [40, 41], [100], []]) == [(None,), finger([[40, 41]])[0], (None,), ()]
    low = finger([[40, 41]])[0]
    assert sorted(place is None for place in low) == [False, True]


def test_another_tuning_and_a_shorter_neck():
    ukulele = (69, 64, 60, 67)
    assert finger([[60, 64, 67, 72]], ukulele) == [((3, 0), (2, 0), (4, 0), (1, 3))]
    assert finger([[STANDARD[0] + 13]], highest_fret=12) == [(None,)]


def test_the_line_decides_where_a_note_is_played():
    assert finger([[65], [67]])[0] == ((1, 1),)
    ((high,), (low,), _) = finger([[81], [65], [81]])
    assert low != (1, 1)
    assert high[1] - low[1] <= STRETCH


def test_a_thousand_notes_and_a_thousand_chords_take_less_than_half_a_second():
    line = [[52 + (place * 7) % 24] for place in range(1000)]
    chords = [[45 + (place * 5) % 12, 52 + (place * 3) % 12, 64 + place % 9] for place in range(1000)]
    for any_line in (line, chords):
        started = time.perf_counter()
        finger(any_line)
        assert time.perf_counter() - started < 0.5
