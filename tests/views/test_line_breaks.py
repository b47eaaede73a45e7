"""Lines are broken where all of them together cost least."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from core.views.line_breaks import line_stops


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
            yield sum(costs), stops


@given(st.lists(st.integers(1, 9), min_size=1, max_size=9), st.integers(3, 20))
def test_no_other_way_to_break_costs_less(widths, room):
    stops = line_stops(len(widths), cost_of(widths, room))
    ways = list(ways_to_break(widths, room))
    assert stops in [way for total, way in ways if total == min(total for total, _ in ways)]


def test_nothing_has_no_lines_and_what_is_too_wide_has_one_of_its_own():
    assert line_stops(0, cost_of([], 5)) == []
    assert line_stops(3, cost_of([2, 50, 2], 5)) == [1, 2, 3]
