"""Lengths that only a tuplet can write, such as `C/3D/3E/3`, gathered where they add up to a plain time."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from core.score.events import ZERO, Event, Tuplet
from core.score.score import Measure, Score

FIRST_SERIAL = 100_000
"""Serials from here on are ours; no reader counts as far."""
MOST_MEMBERS = 64


def odd_part(number: int) -> int:
    """Return a number without its factors of two."""
    return number // (number & -number)


def with_tuplets(score: Score) -> Score:
    """Return the score with a tuplet wherever events in a row are odd parts of a whole note and add up to a plain one.

    Onsets, durations and ids stay; only `written` and `tuplet` change.
    """
    if not any(_wants(event) for event in score.events()):
        return score
    parts = [replace(part, measures=tuple(map(_measure, part.measures))) for part in score.parts]
    return replace(score, parts=tuple(parts))


def _wants(event: Event) -> bool:
    return event.tuplet is None and odd_part(event.written.denominator) > 1


def _measure(measure: Measure) -> Measure:
    if not any(_wants(event) for layer in measure.layers for event in layer):
        return measure
    return replace(measure, layers=tuple(_gathered(layer) for layer in measure.layers))


def _gathered(events: Sequence[Event]) -> tuple[Event, ...]:
    found: list[Event] = []
    place = 0
    while place < len(events):
        stop = _run(events, place)
        if stop == place:
            found.append(events[place])
            place += 1
            continue
        odd = odd_part(events[place].written.denominator)
        normal = 1 << (odd.bit_length() - 1)
        tuplet = Tuplet(odd, normal, FIRST_SERIAL + place)
        scale = Fraction(odd, normal)
        found += [replace(event, written=event.written * scale, tuplet=tuplet) for event in events[place:stop]]
        place = stop
    return tuple(found)


def _run(events: Sequence[Event], start: int) -> int:
    """Return where the run that begins here has become a plain time; `start` where it never does."""
    odd = odd_part(events[start].written.denominator)
    if not _wants(events[start]):
        return start
    total = ZERO
    for place in range(start, min(len(events), start + MOST_MEMBERS)):
        event = events[place]
        apart = place > start and event.onset != events[place - 1].onset + events[place - 1].duration
        if apart or not _wants(event) or odd_part(event.written.denominator) != odd:
            return start
        total += event.written
        if odd_part(total.denominator) == 1:
            return place + 1
    return start
