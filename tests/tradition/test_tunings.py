"""Tunings as players name them, capos, and tunes moved to where an instrument can play them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import UsageError
from core.formats.abc.reader import read_first
from core.score.timeline import timeline
from core.tradition.fretting import moved_into_range
from core.tradition.tunings import GUITAR, TUNINGS, TUNINGS_BY_NAME, Fretboard, fretboard_of, tuning_of

UKULELE = Fretboard(TUNINGS_BY_NAME["ukulele"])


@pytest.mark.parametrize(
    ("text", "strings"),
    [
        ("standard", "E2 A2 D3 G3 B3 E4"),
        ("Drop D", "D2 A2 D3 G3 B3 E4"),
        ("DADGAD", "D2 A2 D3 G3 A3 D4"),
        ("D A D G B E", "D2 A2 D3 G3 B3 E4"),
        ("dadgbe", "D2 A2 D3 G3 B3 E4"),
        ("C G C G C E", "C2 G2 C3 G3 C4 E4"),
        ("Eb Ab Db Gb Bb Eb", "Eb2 Ab2 Db3 Gb3 Bb3 Eb4"),
        ("e♭2, a♭2, d♭3, g♭3, b♭3, e♭4", "Eb2 Ab2 Db3 Gb3 Bb3 Eb4"),
        ("G C E A", "G4 C4 E4 A4"),
        ("G3 D4 A4 E5", "G3 D4 A4 E5"),
        ("E1 A1 D2 G2", "E1 A1 D2 G2"),
        ("G4 D3 G3 B3 D4", "G4 D3 G3 B3 D4"),
    ],
)
def test_a_tuning_is_what_a_player_writes_from_the_lowest_line_up(text, strings):
    assert tuning_of(text).words == strings


def test_a_tuning_of_the_table_is_known_again_by_its_strings():
    assert [tuning_of(tuning.words) for tuning in TUNINGS] == list(TUNINGS)
    assert tuning_of("D A D G B E").name == "drop-d"


def test_letters_before_the_lines():
    assert ["".join(tuning.labels) for tuning in TUNINGS] == ["eBGDAE", "eBGDAD", "dAGDAD", "AECG", "EADG"]
    assert tuning_of("C G C G C E").labels == ("e", "C", "G", "C", "G", "C")


@pytest.mark.parametrize("text", ["", "H", "D A D G B X", "standard please", "E99 A", "C0 C0 B9", "A " * 13])
def test_what_is_no_tuning_is_refused_with_what_to_write(text):
    with pytest.raises(UsageError, match=r"\.$"):
        tuning_of(text)


@given(st.text(max_size=12))
def test_no_text_is_taken_for_a_tuning_that_cannot_be(text):
    try:
        tuning = tuning_of(text)
    except UsageError:
        return
    assert 1 <= len(tuning.strings) == len(tuning.labels) <= 12
    assert all(12 <= midi <= 108 for midi in tuning.strings)


def test_a_capo_shortens_the_strings():
    board = fretboard_of("drop d", 2)
    assert board.open == (66, 61, 57, 52, 47, 40)
    assert board.words == "Drop D: D2 A2 D3 G3 B3 E4, Capo 2"
    assert (board.plays(40), board.plays(39), board.plays(66 + 22), board.plays(66 + 23)) == (True, False, True, False)
    assert GUITAR.words == ""
    with pytest.raises(UsageError, match="capo"):
        fretboard_of(None, 13)


def lowest(score):
    return min(m.midi for m in timeline(score).notes)


def test_a_tune_is_moved_by_the_fewest_octaves_that_bring_it_into_range():
    tune = read_first("X:1\nL:1/4\nK:C\nC, D, E, G,|\n").score
    assert moved_into_range(tune) == (tune, 0)
    moved, octaves = moved_into_range(tune, UKULELE)
    assert (octaves, lowest(moved)) == (1, 60)
    high, octaves = moved_into_range(read_first("X:1\nL:1/4\nK:C\nc'''' d'''' e''''|\n").score)
    assert octaves == -3
    assert 76 < max(m.midi for m in timeline(high).notes) <= 88


def test_a_tune_wider_than_the_instrument_keeps_as_many_notes_as_can_be():
    wide = read_first("X:1\nL:1/4\nK:C\nC,, D,, E,, c'|\n").score
    moved, octaves = moved_into_range(wide, UKULELE)
    assert octaves == 2
    assert sum(UKULELE.plays(m.midi) for m in timeline(moved).notes) == 3
