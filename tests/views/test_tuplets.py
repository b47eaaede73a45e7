"""Lengths such as `C/3D/3E/3` become one tuplet where they add up; nothing else of the music changes."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from core.formats.abc.reader import read_first
from core.score.timeline import timeline
from core.views.mei import document as mei
from core.views.tuplets import odd_part, with_tuplets


def tune(bar, unit="1/8"):
    return read_first(f"X:1\nM:none\nL:{unit}\nK:C\n{bar}|\n").score


def shapes(score):
    """Written length in whole notes and numbers of the tuplet, event by event."""
    return [
        (str(event.written), (event.tuplet.actual, event.tuplet.normal) if event.tuplet else None)
        for event in score.events()
    ]


def test_three_thirds_are_one_triplet_and_a_fifth_is_left_for_its_own():
    assert shapes(with_tuplets(tune("C/3D/3E/3 F"))) == [("1/16", (3, 2))] * 3 + [("1/8", None)]
    assert shapes(with_tuplets(tune("C2/3D/3"))) == [("1/8", (3, 2)), ("1/16", (3, 2))]
    assert shapes(with_tuplets(tune("C/5D/5E/5F/5z/5"))) == [("1/32", (5, 4))] * 5
    assert shapes(with_tuplets(tune("C/5 D"))) == [("1/40", None), ("1/8", None)]
    assert shapes(with_tuplets(tune("C/3 D2 E2/3"))) == [("1/24", None), ("1/4", None), ("1/12", None)]


def test_neighbours_are_tuplets_of_their_own_and_written_ones_stay():
    events = with_tuplets(tune("C/3D/3E/3F/3G/3A/3 (3ABc")).events()
    assert len({event.tuplet.serial for event in events}) == 3
    assert [event.tuplet.actual for event in events] == [3] * 9


def test_the_triplet_is_engraved_once_and_beamed():
    root = mei.write(with_tuplets(tune("C/3D/3E/3"))).root
    assert len(list(root.iter("tuplet"))) == len(list(root.iter("beam"))) == 1
    assert [note.get("dur") for note in root.iter("note")] == ["16"] * 3


LENGTHS = st.sampled_from(["", "/3", "2/3", "/5", "4/3", "/6", "3", "7/", "/7"])


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("CDz"), LENGTHS), min_size=1, max_size=12))
def test_onsets_durations_and_ids_stay(row):
    score = tune(" ".join(letter + length for letter, length in row))
    changed = with_tuplets(score)
    assert timeline(changed) == timeline(score)
    assert [event.id for event in changed.events()] == [event.id for event in score.events()]
    for event in changed.events():
        scale = Fraction(event.tuplet.normal, event.tuplet.actual) if event.tuplet else 1
        assert event.written * scale == event.duration
        assert event.tuplet is None or odd_part(event.written.denominator) == 1
