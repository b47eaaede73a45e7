"""Where on the strings a line is played: guitar fingering by dynamic programming."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from core.tradition.tunings import GUITAR, Fretboard

Place = tuple[int, int]
"""String (1 = the highest) and fret (0 = open)."""

STRETCH = 7
"""Frets that a hand can span: the greatest less the least fretted one (ONOTE, figure 6's rule check)."""

HAND = 3
"""A hand at rest covers its own fret and so many above."""
MOVE, HEIGHT, UPPER, SPAN, CROSSING, LEAP = 1.0, 0.01, 0.1, 0.4, 0.05, 1e5
LOWER_FRETS = 8
"""Frets that are easy to reach. The weights were chosen by the way the hand goes in sixty random walks, forty made-up
tunes and ten songs of Tagore."""
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


def finger(notes_in_time_order: Sequence[Sequence[int]], board: Fretboard = GUITAR) -> list[tuple[Place | None, ...]]:
    """Find the cheapest fingering of a whole line; each member is a note or a chord in MIDI numbers.

    Cost of a line: 1 for every fret that the hand moves (it covers four frets and moves no further than it must; during
    a rest, an empty chord, it moves for nothing); 0.01 a fret for every fretted note, so low positions and open strings
    win where the hand need not move for them, and 0.1 for every fret above the eighth; 0.4 for every fret that a chord
    spans beyond the hand's four; 0.05 a string crossed; 100,000 wherever two neighbours span more than 7 frets, so that
    this happens only where no other way exists. A chord never spans more than 7 frets nor uses a string twice; notes
    that cannot be had under that rule, or lie outside the instrument, are None, as few as possible.
    """
    steps = [_shapes(tuple(chord), board.open, board.highest_fret) for chord in notes_in_time_order]
    front: dict[tuple[int, int], float] = {(-1, 0): 0.0}
    before: list[_Shape] = []
    trail: list[dict[tuple[int, int], tuple[int, int]]] = []
    for shapes in steps:
        reached: dict[tuple[int, int], float] = {}
        back: dict[tuple[int, int], tuple[int, int]] = {}
        crossings = [[_crossing(last, shape) for shape in shapes] for last in before]
        for state, spent in front.items():
            row = crossings[state[0]] if before else None
            # a rest, which has no places, lets go of the hand
            stood = state[1] if shapes[0].places else 0
            for number, shape in enumerate(shapes):
                # the hand, and the cost of its move: written out here, since this is where all the time goes
                hand = stood
                if shape.low:
                    least = shape.high - HAND
                    if not hand:
                        hand = max(1, min(shape.low, least)) if least > 0 else 1
                    elif hand < least:
                        hand = least if least < shape.low else shape.low
                    elif hand > shape.low:
                        hand = shape.low
                cost = spent + shape.cost
                if stood:
                    cost += MOVE * abs(hand - stood)
                if row is not None:
                    cost += row[number]
                key = (number, hand)
                known = reached.get(key)
                if known is None or cost < known:
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


def _crossing(last: _Shape, shape: _Shape) -> float:
    """Return what going from one shape to the next costs besides the hand's move."""
    cost = CROSSING * abs(shape.string - last.string)
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
    cost = sum(HEIGHT * fret + UPPER * max(0, fret - LOWER_FRETS) for _, fret in played)
    cost += SPAN * max(0, high - low - HAND)
    return _Shape(places, low, high, sum(string for string, _ in played) / max(1, len(played)), cost)
