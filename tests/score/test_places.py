"""Places of the source and the measures they lie in."""

import pytest

from core.formats.abc.reader import read_first
from core.score.check import check_bars
from core.score.places import measures_at
from core.score.score import Score

HEAD = "X:1\nM:2/4\nL:1/4\nK:C\n"


def numbers(text, *places):
    """Return which measures, counted from 0 over all parts, the places lie in."""
    score = read_first(text).score
    measures = [measure for part in score.parts for measure in part.measures]
    return [next(at for at, one in enumerate(measures) if one is found) for found in measures_at(score, places)]


@pytest.mark.parametrize(
    ("place", "measure"),
    [
        ((5, 1), [0]),
        ((5, 4), [0]),
        ((5, 5), [0]),
        ((5, 6), [1]),
        ((6, 1), [2]),
        ((6, 9), [3]),
        ((4, 1), []),
        ((7, 3), []),
    ],
)
def test_a_place_lies_in_the_measure_that_began_last_before_it_on_its_line(place, measure):
    assert numbers(HEAD + "C D |E F|\n? G A | B c |\nw: a b\n", place) == measure


def test_a_measure_over_two_lines_holds_places_of_both():
    text = HEAD + "C D | E\nF | G A |\n"
    assert numbers(text, (5, 7)) == numbers(text, (6, 1)) == [1]
    assert numbers(text, (5, 7), (6, 1), (6, 5)) == [1, 2]


def test_every_voice_and_overlay_has_its_own():
    assert numbers(HEAD + "V:1\nC D|E F|\nV:2\nG A|B c & d2|\n", (6, 5), (8, 11)) == [1, 3]


def test_every_wrong_bar_is_found_by_the_place_of_its_finding():
    score = read_first(HEAD + "C2 D2|E2 F2|\nG2 A2|B2 c2|]\n").score
    found = measures_at(score, [(one.line, one.column) for one in check_bars(score)])
    assert [one is two for one, two in zip(found, score.parts[0].measures, strict=True)] == [True] * 4


def test_a_score_without_a_source_has_none():
    assert measures_at(Score(), [(1, 1)]) == []
