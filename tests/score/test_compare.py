"""Two scores side by side: distance, alignment, kinds of difference, bars."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.formats.abc.reader import read_first
from core.score.alignment import accuracy, align, distance
from core.score.compare import Counts, compare, project
from core.score.timeline import timeline
from tests.timing import cpu_seconds, least

HEAD = "X:1\nM:4/4\nL:1/4\nK:C\n"
tokens = st.lists(st.integers(0, 3), max_size=14)


def tune(music, head=HEAD):
    return read_first(f"{head}{music}\n").score


def table(one, other):
    """The whole table of distances between what is left of both lists, the plain way."""
    rows = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for i in range(len(one), -1, -1):
        for j in range(len(other), -1, -1):
            if i == len(one) or j == len(other):
                rows[i][j] = len(one) - i + len(other) - j
            else:
                change = rows[i + 1][j + 1] + (one[i] != other[j])
                rows[i][j] = min(change, rows[i + 1][j] + 1, rows[i][j + 1] + 1)
    return rows


def walk(one, other):
    """The alignment by the rule: a pair where it costs no more, then a token left out of the first list."""
    rows, i, j, steps = table(one, other), 0, 0, []
    while i < len(one) or j < len(other):
        if i < len(one) and j < len(other) and rows[i][j] == rows[i + 1][j + 1] + (one[i] != other[j]):
            steps.append((i, j))
            i, j = i + 1, j + 1
        elif i < len(one) and rows[i][j] == rows[i + 1][j] + 1:
            steps.append((i, None))
            i += 1
        else:
            steps.append((None, j))
            j += 1
    return steps


@given(tokens, tokens)
def test_distance_and_alignment_are_those_of_the_whole_table(one, other):
    assert distance(one, other) == table(one, other)[0][0]
    assert align(one, other) == walk(one, other)


@given(tokens, tokens)
def test_accuracy_is_between_nothing_and_all(one, other):
    assert accuracy(one, other) == accuracy(other, one)
    assert 0 <= accuracy(one, other) <= 1
    assert (accuracy(one, other) == 1) == (one == other)


def test_empty_lists():
    assert accuracy([], []) == 1.0
    assert accuracy([1], []) == 0.0
    assert accuracy([], [1, 2]) == 0.0


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        ("CC", "C", [(0, 0), (1, None)]),  # the earlier of two equal ones
        ("C", "CC", [(0, 0), (None, 1)]),
        ("CD", "DC", [(0, 0), (1, 1)]),  # two changes rather than two gaps
        ("CDE", "CE", [(0, 0), (1, None), (2, 1)]),
        ("CE", "CDE", [(0, 0), (None, 1), (1, 2)]),
    ],
)
def test_ties_go_to_pairs_and_then_to_the_earlier_note(one, other, wanted):
    assert align(one, other) == wanted


def test_twenty_thousand_notes_take_no_step_for_each_of_four_hundred_million_pairs():
    numbers = [(place * 7919) % 101 for place in range(20_000)]
    others = [(place * 104_729) % 97 for place in range(20_000)]
    steps = align(numbers, others)
    assert len(steps) >= 20_000

    def hundredth():
        for _pair in range(4_000_000):
            pass

    assert least(lambda: cpu_seconds(lambda: align(numbers, others)) / (100 * cpu_seconds(hundredth)), below=1) < 1


@pytest.mark.parametrize(
    ("other", "counts"),
    [
        ("C D E F |", Counts(match=4)),
        ("C ^D E F |", Counts(match=3, other_pitch=1)),
        ("C D2 E F |", Counts(match=3, other_length=1)),
        ("C ^D2 E F |", Counts(match=3, both=1)),
        ("C E F |", Counts(match=3, missing=1)),
        ("C D G E F |", Counts(match=4, extra=1)),
        ("z4 |", Counts(missing=4)),
    ],
)
def test_one_difference_at_a_time(other, counts):
    assert compare(tune("C D E F |"), tune(other)).counts == counts


def test_accuracies_are_of_pitch_of_length_and_of_both():
    found = compare(tune("C D E F |"), tune("C ^D E2 F |"))
    assert (found.acc_pitch, found.acc_duration, found.acc_both) == (0.75, 0.75, 0.5)


def test_spelling_is_no_difference_and_octaves_only_where_asked():
    assert compare(tune("^C |"), tune("_D |")).counts == Counts(match=1)
    assert compare(tune("C |"), tune("c' |")).counts == Counts(other_pitch=1)
    assert compare(tune("C |"), tune("c' |"), octave_blind=True).counts == Counts(match=1)


def test_played_repeats_and_ties_are_compared_as_heard():
    assert compare(tune("|: C D :|"), tune("C D | C D |")).counts == Counts(match=2, extra=2)
    assert compare(tune("|: C D :|"), tune("C D | C D |"), played=True).counts == Counts(match=4)
    assert compare(tune("C2- C2 |"), tune("C4 |"), played=True).counts == Counts(match=1)


def test_simultaneous_notes_come_from_low_to_high():
    notes = project(timeline(tune("[gCe]2 | D & B |")))
    assert [note.pitch for note in notes] == [60, 76, 79, 62, 71]
    assert notes[0].duration == Fraction(1, 2)


def test_bars_find_their_partners_over_a_bar_that_is_missing():
    found = compare(tune("C D E F | G A B c | d e f g | z4 | a4 |"), tune("C D E F | d e f g | z4 | a4 | b4 |"))
    assert [(bar.one, bar.other) for bar in found.bars] == [(0, 0), (1, None), (2, 1), (3, 2), (4, 3), (None, 4)]
    assert found.bars[1].counts == Counts(missing=4)
    assert found.bars[5].counts == Counts(extra=1)


@given(st.lists(st.sampled_from(["C", "D", "E2", "|", "[CE]", "z", "|:", ":|"]), max_size=20), st.booleans())
def test_every_note_is_in_one_pair_and_every_pair_in_one_bar(pieces, played):
    one, other = tune(" ".join(pieces)), tune(" ".join(reversed(pieces)))
    found = compare(one, other, played=played)
    assert [pair.one for pair in found.pairs if pair.one] == project(timeline(one, played=played))
    assert [pair.other for pair in found.pairs if pair.other] == project(timeline(other, played=played))
    assert sorted(map(id, found.pairs)) == sorted(id(pair) for bar in found.bars for pair in bar.pairs)
    for which in ("one", "other"):
        bars = [getattr(bar, which) for bar in found.bars if getattr(bar, which) is not None]
        assert bars == list(range(len(bars)))
