"""Where lines end: the choice of all lines together that costs least."""

from collections.abc import Callable

ALONE = 0.15
"""What a last line of one piece costs beside its own cost: print brings another one down to it."""


def line_stops(count: int, cost: Callable[[int, int], float | None]) -> list[int]:
    """Return where each line of `count` pieces stops, by dynamic programming over the costs of lines.

    `cost(start, stop)` is None for a line that holds too much; a longer one that stops there is not asked for. A line
    of one piece always has a cost; as the last of several it costs `ALONE` more.
    """
    best = [0.0] + [float("inf")] * count
    come_from = [0] * (count + 1)
    for stop in range(1, count + 1):
        for start in range(stop - 1, -1, -1):
            own = cost(start, stop)
            if own is None:
                break
            own += ALONE if 0 < start == count - 1 else 0.0
            if best[start] + own < best[stop]:
                best[stop], come_from[stop] = best[start] + own, start
    stops = []
    place = count
    while place:
        stops.append(place)
        place = come_from[place]
    return stops[::-1]
