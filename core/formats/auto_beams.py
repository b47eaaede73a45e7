"""Beams for music whose file tells none: notes shorter than a quarter, within a beat."""

from dataclasses import replace
from fractions import Fraction

from core.score.events import Event
from core.score.score import Measure, Score
from core.score.signatures import Metre

QUARTER = Fraction(1, 4)


def with_beams(score: Score) -> Score:
    """Return the score with every run of short notes inside a beat written together."""
    return replace(score, parts=tuple(replace(p, measures=tuple(_measure(m) for m in p.measures)) for p in score.parts))


def _measure(measure: Measure) -> Measure:
    return replace(measure, layers=tuple(_layer(layer, measure.metre) for layer in measure.layers))


def _layer(layer: tuple[Event, ...], metre: Metre) -> tuple[Event, ...]:
    beat = metre.beat
    out: list[Event] = []
    for event in layer:
        before = out[-1] if out else None
        joins = (
            before is not None
            and bool(before.notes)
            and bool(event.notes)
            and before.written < QUARTER
            and event.written < QUARTER
            and before.onset // beat == event.onset // beat
        )
        out.append(replace(event, beamed=joins))
    return tuple(out)
