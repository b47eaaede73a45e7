"""Ticks to exact time: the grid each beat is on, exact where a program wrote the file, near where a hand played."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache


def _greatest_prime(number: int) -> int:
    return max(p for p in range(1, number + 1) if not number % p and all(p % d for d in range(2, p)))


PLAIN = (1, 2, 4, 8, 3, 6, 16, 12, 24, 32, 5, 10, 20, 48, 7, 14, 9, 18, 15)
"""Parts of a beat that programs write, the plainest first."""
FINE_TICKS = 960
FINE = (*PLAIN, *sorted({*range(11, 65), 72, 80, 84, 96} - {*PLAIN}, key=lambda parts: (_greatest_prime(parts), parts)))
"""With so many ticks a quarter these can be told from each other; the primes that music divides by come first."""
PLAYED = {1: 0.0, 2: 0.004, 4: 0.012, 3: 0.02, 8: 0.035, 6: 0.04, 16: 0.06, 12: 0.06}
"""Parts of a beat that a hand is taken to mean, each with the distance in beats that it must save to be chosen."""
LEAST_FOR_ENDS = 4
QUARTER = Fraction(1, 4)


@dataclass(slots=True)
class Grid:
    """Where each tick belongs. `at` gives whole notes from the start."""

    quarter: Fraction
    beats: dict[int, int]
    """Into how many parts each beat is divided; beats without notes are not in it."""
    exact: bool
    moved: dict[bool, Fraction] = field(default_factory=dict)
    """The greatest distance, in ticks, that starts (False) and ends (True) were moved."""

    def at(self, tick: int, *, end: bool = False) -> Fraction:
        """Return the exact time of a tick in whole notes, and remember how far it was moved.

        Ends of played notes are nobody's beat: they go to quarters of the beat at least.
        """
        beat, place = divmod(tick / self.quarter, 1)
        parts = self.beats.get(int(beat), 1 if self.exact else 4)
        if self.exact and not _on(place, parts, self.quarter):
            parts = next((n for n in FINE if _on(place, n, self.quarter)), place.denominator)
        if end and not self.exact:
            parts *= max(1, LEAST_FOR_ENDS // parts)
        snapped = beat + Fraction(round(place * parts), parts)
        self.moved[end] = max(self.moved.get(end, Fraction(0)), abs(snapped * self.quarter - tick))
        return snapped * QUARTER


def find_grid(starts: Iterable[int], stops: Iterable[int], quarter: Fraction, *, computed: bool) -> Grid:
    """Choose the grid. Where starts and stops lie on plain parts of their beats, to half a tick, nothing is guessed.

    `computed` times are known to be exact: what is not on one grid with its beat is taken by itself.
    """
    onsets = _by_beat(starts, quarter)
    everything = {beat: set(places) for beat, places in onsets.items()}
    for beat, places in _by_beat(stops, quarter).items():
        everything.setdefault(beat, set()).update(places)
    exact: dict[int, int] = {}
    choices = FINE if quarter >= FINE_TICKS else PLAIN
    for beat, places in everything.items():
        parts = next((n for n in choices if all(_on(place, n, quarter) for place in places)), None)
        if parts is None and not computed:
            return Grid(quarter, {beat: _nearest(places) for beat, places in onsets.items()}, exact=False)
        exact[beat] = parts or 1
    return Grid(quarter, exact, exact=True)


def _by_beat(ticks: Iterable[int], quarter: Fraction) -> dict[int, set[Fraction]]:
    found: dict[int, set[Fraction]] = {}
    for tick in set(ticks):
        beat, place = divmod(tick / quarter, 1)
        found.setdefault(int(beat), set()).add(place)
    return found


@lru_cache(4096)  # a long tune has few places in a beat
def _on(place: Fraction, parts: int, quarter: Fraction) -> bool:
    """Say whether a program that meant a multiple of 1/parts would have written this tick."""
    meant = Fraction(round(place * parts), parts)
    return abs(meant - place) * quarter * 2 < 1 or meant == place


def _nearest(places: set[Fraction]) -> int:
    """Return the parts of a beat that played notes are nearest to; finer ones must earn it."""
    spots = [float(place) for place in places]

    def cost(parts: int) -> float:
        away = [abs(spot - round(spot * parts) / parts) for spot in spots]
        return sum(away) / len(away) + max(away) / 2 + PLAYED[parts]

    return min(PLAYED, key=cost)
