"""Where on the strings a line is played: guitar fingering by dynamic programming."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

Place = tuple[int, int]
"""String (1 = the highest) and fret (0 = open)."""

STANDARD = (64, 59, 55, 50, 45, 40)
"""MIDI numbers of the open strings, string 1 first: E4 B3 G3 D3 A2 E2."""
HIGHEST_FRET = 24
STRETCH = 7
"""Frets that a hand can span: the greatest less the least fretted one (ONOTE, figure 6's rule check)."""

HAND = 3
"""A hand at rest covers its own fret and so many above."""
MOVE, HEIGHT, SPAN, CROSSING, LEAP = 1.0, 0.3, 0.4, 0.05, 1e5
MOST_SHAPES = 16
MOST_NOTES = 10
"""Notes of a chord that are looked at; no guitar plays more than six."""


class _Shape(NamedTuple):
    """One way to play a chord: a place or None a note; least and greatest fretted fret, 0 where all are open."""

    places: tuple[Place | None, ...]
    low: int
    high: int
    string: float
    cost: float


def finger(
    notes_in_time_order: Sequence[Sequence[int]], tuning: Sequence[int] = STANDARD, *, highest_fret: int = HIGHEST_FRET
) -> list[tuple[Place | None, ...]]:
    """Find the cheapest fingering of a whole line; each member is a note or a chord in MIDI numbers.

    Cost of a line: 1 for every fret that the hand moves (it covers four frets and moves no further than it must);
    0.3 a fret for every fretted note, so low positions and open strings win; 0.4 for every fret that a chord spans
    beyond the hand's four; 0.05 a string crossed; 100,000 wherever two neighbours span more than 7 frets together,
    so that this happens only where no other way exists. A chord never spans more than 7 frets nor uses a string
    twice; notes that cannot be had under that rule, or lie outside the instrument, are None, as few as possible.
    """
    strings = tuple(tuning)
    steps = [_shapes(tuple(chord), strings, highest_fret) for chord in notes_in_time_order]
    front: dict[tuple[int, int], float] = {(-1, 0): 0.0}
    before: list[_Shape] = []
    trail: list[dict[tuple[int, int], tuple[int, int]]] = []
    for shapes in steps:
        reached: dict[tuple[int, int], float] = {}
        back: dict[tuple[int, int], tuple[int, int]] = {}
        for state, spent in front.items():
            last = before[state[0]] if before else None
            for number, shape in enumerate(shapes):
                hand = _hand(state[1], shape)
                cost = spent + shape.cost + _step(last, shape, state[1], hand)
                key = (number, hand)
                if key not in reached or cost < reached[key]:
                    reached[key] = cost
                    back[key] = state
        trail.append(back)
        front, before = reached, shapes
    return _follow(steps, trail, front)


def _follow(
    steps: Sequence[list[_Shape]],
    trail: Sequence[dict[tuple[int, int], tuple[int, int]]],
    front: dict[tuple[int, int], float],
) -> list[tuple[Place | None, ...]]:
    """Walk the cheapest way back from its end."""
    if not steps:
        return []
    state = min(front, key=lambda key: (front[key], key))
    found = []
    for shapes, back in zip(reversed(steps), reversed(trail), strict=True):
        found.append(shapes[state[0]].places)
        state = back[state]
    return found[::-1]


def _hand(hand: int, shape: _Shape) -> int:
    """Return where the hand stands after a shape; 0 before anything was fretted."""
    if not shape.low:
        return hand
    least = shape.high - HAND
    if not hand:
        return max(1, min(shape.low, least)) if least > 0 else 1
    return min(max(hand, least), shape.low)


def _step(last: _Shape | None, shape: _Shape, before: int, hand: int) -> float:
    cost = MOVE * abs(hand - before) if before else 0.0
    if last is None:
        return cost
    cost += CROSSING * abs(shape.string - last.string)
    if last.low and shape.low and max(last.high, shape.high) - min(last.low, shape.low) > STRETCH:
        cost += LEAP
    return cost


@lru_cache(maxsize=2048)
def _shapes(chord: tuple[int, ...], tuning: tuple[int, ...], highest: int) -> list[_Shape]:
    """List the cheapest ways to play a chord, each with as few notes missing as can be."""
    playable = [place for place, note in enumerate(chord) if any(0 <= note - open_ <= highest for open_ in tuning)]
    playable = playable[:MOST_NOTES]
    for count in range(min(len(playable), len(tuning)), 0, -1):
        found = [
            shape
            for kept in combinations(playable, count)
            for shape in _assign([(place, chord[place]) for place in kept], tuning, highest, len(chord))
        ]
        if found:
            return sorted(found, key=lambda shape: (shape.cost, shape.high, shape.string))[:MOST_SHAPES]
    return [_Shape((None,) * len(chord), 0, 0, 0.0, 0.0)]


def _assign(notes: Sequence[tuple[int, int]], tuning: tuple[int, ...], highest: int, size: int) -> list[_Shape]:
    """Put every note on a string of its own, in all ways that a hand can span."""
    found: list[_Shape] = []
    places: list[Place | None] = [None] * size

    def put(rest: Sequence[tuple[int, int]], low: int, high: int) -> None:
        if not rest:
            found.append(_shape(tuple(places), low, high))
            return
        place, note = rest[0]
        for string, open_ in enumerate(tuning, 1):
            fret = note - open_
            if not 0 <= fret <= highest or any(used is not None and used[0] == string for used in places):
                continue
            least, greatest = (min(low or fret, fret), max(high, fret)) if fret else (low, high)
            if greatest - least <= STRETCH:
                places[place] = (string, fret)
                put(rest[1:], least, greatest)
                places[place] = None

    put(notes, 0, 0)
    return found


def _shape(places: tuple[Place | None, ...], low: int, high: int) -> _Shape:
    played = [place for place in places if place is not None]
    cost = HEIGHT * sum(fret for _, fret in played) + SPAN * max(0, high - low - HAND)
    return _Shape(places, low, high, sum(string for string, _ in played) / max(1, len(played)), cost)
