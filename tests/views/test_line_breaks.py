"""Lines are broken where all of them together cost least."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.score.timeline import timeline
from core.views.base import Layout
from core.views.jianpu.view import JIANPU
from core.views.line_breaks import ALONE, line_stops
from tests.formats.tagore import song


def cost_of(widths, room):
    def cost(start, stop):
        width = sum(widths[start:stop])
        if width > room and start < stop - 1:
            return None
        return (room - width) ** 2

    return cost


def ways_to_break(widths, room):
    """Every way to break, as stops with their cost."""
    count, cost = len(widths), cost_of(widths, room)
    for chosen in range(2 ** (count - 1)):
        stops = [place for place in range(1, count) if chosen >> (place - 1) & 1] + [count]
        costs = [cost(start, stop) for start, stop in pairwise([0, *stops])]
        if None not in costs:
            alone = len(stops) > 1 and stops[-1] - stops[-2] == 1
            yield sum(costs) + (ALONE if alone else 0.0), stops


@given(st.lists(st.integers(1, 9), min_size=1, max_size=9), st.integers(3, 20))
def test_no_other_way_to_break_costs_less(widths, room):
    stops = line_stops(len(widths), cost_of(widths, room))
    ways = list(ways_to_break(widths, room))
    assert stops in [way for total, way in ways if total == min(total for total, _ in ways)]


def test_nothing_has_no_lines_and_what_is_too_wide_has_one_of_its_own():
    assert line_stops(0, cost_of([], 5)) == []
    assert line_stops(3, cost_of([2, 50, 2], 5)) == [1, 2, 3]


def slack_cost(room):
    def cost(start, stop):
        slack = (room - (stop - start)) / room
        return None if slack < 0 else 0.02 + (0.0 if stop == room + 1 else slack * slack)

    return cost


@pytest.mark.parametrize("room", range(4, 12))
def test_the_last_line_gets_a_second_piece_from_the_line_before(room):
    assert line_stops(room + 1, slack_cost(room)) == [room - 1, room + 1]


def test_a_last_piece_stays_alone_where_the_line_before_would_be_half_empty():
    assert line_stops(3, slack_cost(2)) == [2, 3]


def test_one_piece_is_a_line_whatever_it_costs():
    assert line_stops(1, slack_cost(1)) == [1]


@pytest.mark.parametrize("name", ["bhalobese-sokhi", "purano-sei-diner-katha", "tumi-robe-nirobe"])
def test_jianpu_does_not_end_in_a_line_of_one_bar(name):
    tune = song(name)
    bars = {moment.id: moment.measure for moment in timeline(tune).moments}
    pages = JIANPU.draw(tune, Layout(page_width=1000.0, page_height=1.0, scale=0.8, title=False, joined=True)).pages
    lines = [{bars[name] for name in page.boxes if name in bars} for page in pages]
    assert len(lines) > 5
    assert len(lines[-1]) == 2
