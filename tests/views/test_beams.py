"""Beams where the source says nothing of them, and rests that no value scales."""

from fractions import Fraction

from core.formats.abc.reader import read_first
from core.score.events import Event, Rest
from core.score.score import Measure, Part, Score
from core.views import VIEWS
from core.views.base import Layout
from core.views.mei import document as mei


def test_a_source_that_joins_no_notes_is_beamed_by_the_beat():
    apart = mei.write(read_first("X:1\nM:6/8\nL:1/8\nK:C\nC D E F G A | C2 D E F2 |").score)
    beams = [[note.get("pname") for note in beam.iter("note")] for beam in apart.root.iter("beam")]
    assert beams == [["c", "d", "e"], ["f", "g", "a"]]
    joined = mei.write(read_first("X:1\nM:6/8\nL:1/8\nK:C\nCD E F G A |").score)
    assert [[note.get("pname") for note in beam.iter("note")] for beam in joined.root.iter("beam")] == [["c", "d"]]


def test_a_rest_of_an_odd_bar_has_a_box_in_every_view():
    third = Fraction(1, 3)
    rest = Event(Fraction(0), third, third, rest=Rest.WHOLE_BARS, id="r1")
    score = Score((Part("1", (Measure(((rest,),)),)),))
    for view in VIEWS:
        assert "r1" in view.draw(score, Layout()).pages[0].boxes, view.name
