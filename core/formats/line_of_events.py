"""Sounds in exact time to the events of one layer: rests between them, tuplets where the beat is divided so."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count, pairwise
from math import lcm

from core.formats.note_values import normal_of, odd_part
from core.score.events import ZERO, Event, Note, Rest, Syllable, Tuplet
from core.score.pitch import Pitch
from core.score.score import Score

QUARTER = Fraction(1, 4)
WINDOWS = (Fraction(1, 4), Fraction(1, 2), Fraction(1))
"""Tuplets fill one of these, beginning on a quarter: the smallest that no note hangs over."""


@dataclass(frozen=True, slots=True)
class Sound:
    """Pitches that start and stop together. Times in whole notes from the bar line; `tied` leads on past its end."""

    onset: Fraction
    end: Fraction
    pitches: tuple[Pitch, ...]
    tied: bool = False
    lyrics: tuple[Syllable | None, ...] = ()


def layer_of(sounds: Sequence[Sound], length: Fraction, rest: Rest = Rest.VISIBLE) -> tuple[Event, ...]:
    """Return the events of a bar from its sounds, which are in order and do not overlap.

    Rests fill what is left of `length`. Inside a tuplet a longer sound is cut and tied.
    """
    filled = list(_with_rests(sounds, length))
    windows = _tuplet_windows(filled, length)
    events: list[Event] = []
    for sound in filled:
        pieces = list(_cut(sound, windows))
        for place, (onset, end, window) in enumerate(pieces):
            last = place + 1 == len(pieces)
            events.append(_event(sound, onset, end, windows.get(window), rest, last, first=place == 0))
    return tuple(events)


def _with_rests(sounds: Iterable[Sound], length: Fraction) -> Iterable[Sound]:
    now = ZERO
    for sound in sounds:
        if sound.onset > now:
            yield Sound(now, sound.onset, ())
        yield sound
        now = sound.end
    if now < length:
        yield Sound(now, length, ())


def _tuplet_windows(sounds: Sequence[Sound], length: Fraction) -> dict[tuple[Fraction, Fraction], Tuplet]:
    """Return the stretches of the bar that are divided by other numbers than two, in order."""
    cuts = sorted({ZERO, length, *(s.onset for s in sounds), *(s.end for s in sounds)})
    if all(odd_part((cut * 4).denominator) == 1 for cut in cuts):
        return {}
    found: dict[tuple[Fraction, Fraction], Tuplet] = {}
    now, serial = ZERO, count(1)
    while now < length:
        window = next((w for w in WINDOWS if _fits(cuts, now, w)), QUARTER)
        end = min(now + window, length)
        actual = _division(cuts, now, end)
        if actual > 1:
            found[(now, end)] = Tuplet(actual, normal_of(actual), next(serial))
            now = end
        else:
            now = min(now + QUARTER, length)
    return found


def _fits(cuts: Sequence[Fraction], now: Fraction, window: Fraction) -> bool:
    """Say whether no note of a tuplet hangs over the end of a window that begins here."""
    return now + window in cuts or _division(cuts, now, now + window) == 1


def _division(cuts: Sequence[Fraction], start: Fraction, end: Fraction) -> int:
    inside = [(cut - start) / QUARTER for cut in cuts if start < cut < end]
    return lcm(*(odd_part(place.denominator) for place in inside)) if inside else 1


def _cut(
    sound: Sound, windows: dict[tuple[Fraction, Fraction], Tuplet]
) -> Iterable[tuple[Fraction, Fraction, tuple[Fraction, Fraction]]]:
    """Cut a sound at the edges of the tuplets it reaches into; those it covers whole do not cut it."""
    edges = {sound.onset, sound.end}
    for start, end in windows:
        for edge in (start, end):
            if sound.onset < edge < sound.end and (start < sound.onset < end or start < sound.end < end):
                edges.add(edge)
    outside = (ZERO, ZERO)
    for onset, end in pairwise(sorted(edges)):
        yield onset, end, next((w for w in windows if w[0] <= onset and end <= w[1] and (onset, end) != w), outside)


def _event(
    sound: Sound, onset: Fraction, end: Fraction, tuplet: Tuplet | None, rest: Rest, last: bool, *, first: bool
) -> Event:
    duration = end - onset
    written = duration * tuplet.actual / tuplet.normal if tuplet else duration
    notes = tuple(Note(pitch, duration, sound.tied if last else True) for pitch in sound.pitches)
    return Event(
        onset,
        duration,
        written,
        notes,
        None if notes else rest,
        lyrics=sound.lyrics if first else (),
        tuplet=tuplet,
    )


def with_ids(score: Score) -> Score:
    """Return the score with an id for every event and note that has none, which views and cursor need."""
    counter = count(1)

    def named(event: Event) -> Event:
        number = next(counter)
        return replace(
            event,
            id=event.id or f"e{number}",
            notes=tuple(replace(n, id=n.id or f"n{number}.{place}") for place, n in enumerate(event.notes, 1)),
            graces=tuple(replace(g, id=g.id or f"g{number}.{place}") for place, g in enumerate(event.graces, 1)),
        )

    return replace(
        score,
        parts=tuple(
            replace(
                part,
                measures=tuple(
                    replace(m, layers=tuple(tuple(map(named, layer)) for layer in m.layers)) for m in part.measures
                ),
            )
            for part in score.parts
        ),
    )
