"""Bars of rest in a row share one sign on staff, tab and in jianpu, and each keeps its box."""

import pytest

from core.formats.abc.reader import read_first
from core.score.timeline import timeline
from core.views import VIEWS_BY_NAME
from core.views.base import Layout
from core.views.rests import gathered


def tune(music):
    return read_first(f"X:1\nM:3/4\nL:1/4\nK:C\n{music}\n").score


def test_only_plain_neighbours_are_gathered():
    measures = gathered(tune("C3|Z4|D3|Z|Z||Z|"))[0].parts[0].measures
    assert [str(measure.length / measure.metre.length) for measure in measures] == ["1", "4", "1", "2", "1"]
    assert measures[3].right.style == "||"


def test_parts_side_by_side_stay_as_they_are():
    score = tune("V:1\nZ4|\nV:2\nC3|D3|E3|F3|")
    assert gathered(score) == (score, {})


@pytest.mark.parametrize(
    "view", [VIEWS_BY_NAME[name] for name in ("staff", "jianpu", "tab")], ids=lambda view: view.name
)
def test_four_bars_of_rest_have_one_box_that_each_of_them_owns(view):
    score = tune("C3|Z4|D3|")
    boxes = view.draw(score, Layout()).pages[0].boxes
    rests = [moment.id for moment in timeline(score).moments if moment.pitch is None]
    assert len(rests) == 4
    assert len({boxes[name] for name in rests}) == 1


def test_jianpu_prints_the_number_of_bars_once():
    page = VIEWS_BY_NAME["jianpu"].draw(tune("C3|Z4|D3|"), Layout(title=False)).pages[0]
    assert page.svg.count(">0<") == 0
    assert page.svg.count(">4<") == 2, "the metre's, and the rest's"
