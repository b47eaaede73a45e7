"""Guitar fingering: it sounds the notes asked for, a hand can reach it, and it moves no more than it must."""

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.formats.abc.reader import read_first
from core.llm import scripted
from core.reports.importing import read_file
from core.score.timeline import timeline
from core.tradition.fingering import HAND, STRETCH, finger
from core.tradition.tunings import GUITAR, GUITAR_FRETS, TUNINGS_BY_NAME, Fretboard
from tests.timing import cpu_seconds, least

STANDARD = GUITAR.open
LOW, HIGH = min(STANDARD), max(STANDARD) + GUITAR_FRETS
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
                assert 0 <= fret <= GUITAR_FRETS
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
    ukulele = Fretboard(TUNINGS_BY_NAME["ukulele"])
    assert finger([[60, 64, 67, 72]], ukulele) == [((3, 0), (2, 0), (4, 0), (1, 3))]
    assert finger([[69 + 15], [69 + 16]], ukulele) == [((1, 15),), (None,)]


def test_a_capo_counts_frets_from_itself_and_takes_them_off_the_top():
    second = Fretboard(GUITAR.tuning, 2)
    assert finger([[66], [42], [41]], second) == [((1, 0),), ((6, 0),), (None,)]
    assert finger([[64 + GUITAR_FRETS]], second) == [((1, 22),)]


def test_the_line_decides_where_a_note_is_played():
    assert finger([[65], [67]])[0] == ((1, 1),)
    ((high,), (low,), _) = finger([[81], [65], [81]])
    assert low != (1, 1)
    assert high[1] - low[1] <= STRETCH


def test_time_grows_with_the_line_and_no_faster():
    line = [[52 + (place * 7) % 24] for place in range(1000)]
    chords = [[45 + (place * 5) % 12, 52 + (place * 3) % 12, 64 + place % 9] for place in range(1000)]
    for any_line in (line, chords):

        def growth(any_line=any_line):
            return cpu_seconds(lambda: finger(any_line)) / cpu_seconds(lambda: finger(any_line[:100]))

        # ten times the notes: quadratic work would take a hundred times as long
        assert least(growth, below=30) < 30


# -- a hundred melodies -----------------------------------------------------------------------------------------------


def greedy(line):
    """What a player does who looks no further than the next note: the place nearest to the hand, the lowest of equals."""
    hand, places = 0, []
    for note in line:
        if note is None:
            places.append(None)
            hand = 0
            continue
        choices = [
            (string, note - open_) for string, open_ in enumerate(STANDARD, 1) if 0 <= note - open_ <= GUITAR_FRETS
        ]
        place = min(choices, key=lambda choice: (moved(hand, choice[1])[1], choice[1]))
        hand = moved(hand, place[1])[0]
        places.append(place)
    return places


def moved(hand, fret):
    """Where the hand stands after a fret, and how far it went: it covers four frets and moves no more than it must."""
    if not fret:
        return hand, 0
    if not hand:
        return max(1, fret - HAND) if fret > HAND + 1 else 1, 0
    stands = fret if fret < hand else max(hand, fret - HAND)
    return stands, abs(stands - hand)


def movement(places):
    hand = total = 0
    for place in places:
        if place is None:
            hand = 0
            continue
        hand, way = moved(hand, place[1])
        total += way
    return total


def stretch(places):
    """The most frets between neighbours that are both fretted."""
    pairs = [(a[1], b[1]) for a, b in pairwise(places) if a and b and a[1] and b[1]]
    return max((abs(a - b) for a, b in pairs), default=0)


def walk(seed):
    """A melody in a raga-like scale over two octaves, with leaps and rests."""
    chance = random.Random(seed)
    scale = sorted([*chance.sample(range(12), 7), 12])
    notes = [48 + 12 * octave + step for octave in range(2) for step in scale if 48 + 12 * octave + step <= 84]
    at, line = len(notes) // 2, []
    for _ in range(chance.randint(16, 64)):
        at = min(max(at + chance.choice((-5, -3, -2, -1, -1, 1, 1, 2, 3, 7)), 0), len(notes) - 1)
        line.append(None if chance.random() < 0.05 else notes[at])
    return line


def sung(abc):
    rows = timeline(read_first(abc).score).moments
    return [None if row.pitch is None else row.pitch.midi for row in rows]


def melodies():
    """Sixty walks and forty made-up tunes."""
    made = [walk(seed) for seed in range(60)]
    made += [sung(scripted.tune(f"M:{metre}", seed)) for seed in range(10) for metre in ("4/4", "3/4", "6/8", "7/8")]
    return made


def test_of_a_hundred_melodies_none_needs_more_than_seven_frets_and_the_hand_moves_less_than_greedily():
    ours, theirs, stretches = [], [], []
    for line in melodies():
        places = [chord[0] if chord else None for chord in finger([[] if note is None else [note] for note in line])]
        assert [GUITAR.open[p[0] - 1] + p[1] if p else None for p in places] == line
        stretches.append(stretch(places))
        ours.append(movement(places) / len(line))
        theirs.append(movement(greedy(line)) / len(line))
    assert len(ours) == 100
    assert max(stretches) <= STRETCH
    assert sum(ours) < sum(theirs)


STEPS = (-5, -3, -2, -2, -1, -1, 0, 1, 1, 2, 2, 3, 5)
LEAPS = (*STEPS, -7, -4, 4, 7)


@pytest.mark.parametrize(
    ("steps", "low", "high"),
    [(STEPS, 55, 79), (LEAPS, 55, 79), (STEPS, 60, 72), (STEPS, 42, 86), ((*LEAPS, -12, 12), 42, 86)],
    ids=["sung", "sung, leaping", "an octave", "the whole neck", "the whole neck, leaping"],
)
def test_in_every_range_the_hand_moves_less_than_greedily(steps, low, high):
    """High notes cost little enough that the hand does not go back down the neck between them."""
    ours = theirs = 0
    for seed in range(40):
        chance = random.Random(seed)
        line = [chance.randint(max(low, 52), min(high, 76))]
        while len(line) < 32:
            line.append(min(high, max(low, line[-1] + chance.choice(steps))))
        ours += movement([chord[0] for chord in finger([[note] for note in line])])
        theirs += movement(greedy(line))
    assert ours < 0.8 * theirs


def test_the_ten_songs_of_tagore_are_within_the_reach_of_a_hand(tagore):
    songs = sorted((tagore / "songs").glob("*.json"))
    assert len(songs) == 10
    way = greedy_way = 0
    for song in songs:
        line = [row.midi for row in timeline(read_file(song).scores[0]).moments]
        places = [chord[0] if chord else None for chord in finger([[] if note is None else [note] for note in line])]
        assert stretch(places) <= STRETCH
        way += movement(places)
        greedy_way += movement(greedy(line))
    assert way < greedy_way


def test_a_rest_lets_the_hand_move_for_nothing():
    low, high = [[65], [67]], [[84], [86]]
    assert finger([*low, [], *high]) == [*finger(low), (), *finger(high)]
    assert finger([*low, *high]) != [*finger(low), *finger(high)]
