"""Bars that are wider than a line, as those of free rhythm can be, in pieces that stand on lines of their own.

Verovio breaks lines at bars alone, and squeezes a bar into its line. So such a bar is cut where something begins in
every voice; no bar line is drawn there, and measures are counted as before.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate, pairwise
from math import ceil

from core.score.events import ZERO, Event
from core.score.score import Barline, Measure, Score
from core.score.signatures import Key, Metre
from core.views.mei.columns import TORN
from core.views.text_width import text_width

NOTE, GRACE, WORD_GAP = 17.0, 11.0, 8.0
"""The least room of a note or rest, of a grace note, and between words, in pixels."""
WORD = 16.0
"""The font size of the words."""
FULL = 0.85
"""How much of a line a piece takes."""
OFF_BEAT, TORN_BEAM = 60.0, 90.0
"""How much further from where it should be a cut may lie for the sake of the beat, or of a beam."""


def in_pieces(score: Score, room: float) -> Score:
    """Return the score with every bar that needs more than `room` pixels cut; ids, words and times stay."""
    count = max((len(part.measures) for part in score.parts), default=0)
    rows: list[list[Measure]] = [[] for _ in score.parts]
    cut = False
    for place in range(count):
        bar = [part.measures[place] if place < len(part.measures) else None for part in score.parts]
        present = [measure for measure in bar if measure is not None]
        cuts = [] if all(_surely_fits(measure, room) for measure in present) else _cuts(present, room)
        cut = cut or bool(cuts)
        for row, measure in zip(rows, bar, strict=True):
            if measure is not None:
                row += _pieces(measure, cuts)
    if not cut:
        return score
    parts = (replace(part, measures=tuple(row)) for part, row in zip(score.parts, rows, strict=True))
    return replace(score, parts=tuple(parts))


def _surely_fits(measure: Measure, room: float) -> bool:
    """Say whether a bar fits even if each letter was as wide as it is high: no text needs to be measured."""
    for layer in measure.layers:
        letters = sum(len(one.text) for event in layer for one in event.lyrics if one is not None)
        graces = sum(len(event.graces) for event in layer)
        if len(layer) * (NOTE + WORD_GAP) + letters * WORD + graces * GRACE > room:
            return False
    return True


@dataclass(frozen=True, slots=True)
class _Layer:
    """The events of a layer, and the room that those before each of them need."""

    events: Sequence[Event]
    onsets: Sequence[Fraction]
    widths: Sequence[float]

    def width(self, time: Fraction) -> float:
        """Return the room of what begins before a time."""
        return self.widths[bisect_left(self.onsets, time)]

    def crosses(self, time: Fraction) -> bool:
        """Say whether something goes on over a time, or a tuplet would be torn there."""
        place = bisect_left(self.onsets, time)
        if not place > 0:
            return False
        before = self.events[place - 1]
        after = self.events[place] if place < len(self.events) else None
        torn = after is not None and after.tuplet is not None and after.tuplet == before.tuplet
        return torn or before.onset + before.duration > time

    def beams(self, time: Fraction) -> bool:
        """Say whether a beam leads over a time."""
        place = bisect_left(self.onsets, time)
        return place < len(self.events) and self.onsets[place] == time and self.events[place].beamed


def _layers(bar: Sequence[Measure]) -> list[_Layer]:
    rows = [layer for measure in bar for layer in measure.layers if layer]
    return [_Layer(row, [event.onset for event in row], [0.0, *accumulate(map(_room, row))]) for row in rows]


def _room(event: Event) -> float:
    words = max((text_width(one.text, WORD) for one in event.lyrics if one is not None and one.text), default=-WORD_GAP)
    return max(NOTE, words + WORD_GAP) + GRACE * len(event.graces)


def _cuts(bar: Sequence[Measure], room: float) -> list[Fraction]:
    """Return where a bar is best cut, from left to right; nowhere where it fits."""
    layers = _layers(bar)
    wide = max((layer.widths[-1] for layer in layers), default=0.0)
    if wide <= room:
        return []
    beat = bar[0].metre.beat
    times = sorted({onset for layer in layers for onset in layer.onsets} - {ZERO})
    chances = [time for time in times if not any(layer.crosses(time) for layer in layers)]
    widths = [max(layer.width(time) for layer in layers) for time in chances]
    count = ceil(wide / (room * FULL))
    found: list[int] = []
    for number in range(1, count):
        want = wide * number / count
        near = range(max(found[-1:], default=-1) + 1, len(chances))
        low = bisect_left(widths, want - wide / count, near.start) if near else 0
        high = bisect_left(widths, want + wide / count, low) + 1
        best = min(
            near[max(0, low - near.start) : high - near.start],
            key=lambda place: abs(widths[place] - want) + _cost(layers, chances[place], beat),
            default=None,
        )
        if best is not None:
            found.append(best)
    return [chances[place] for place in found]


def _cost(layers: Sequence[_Layer], time: Fraction, beat: Fraction) -> float:
    """Return what speaks against a time, in pixels."""
    torn = any(layer.beams(time) for layer in layers)
    return (OFF_BEAT if time % beat else 0.0) + (TORN_BEAM if torn else 0.0)


def _pieces(measure: Measure, cuts: Sequence[Fraction]) -> list[Measure]:
    edges = [ZERO, *cuts, None]
    onsets = [[event.onset for event in layer] for layer in measure.layers]
    return [_piece(measure, onsets, start, stop) for start, stop in pairwise(edges) if start is not None]


def _piece(measure: Measure, onsets: Sequence[Sequence[Fraction]], start: Fraction, stop: Fraction | None) -> Measure:
    """Return what lies between two times of a measure; None as the second is its end."""
    if not start and stop is None:
        return measure

    def inside(onset: Fraction) -> bool:
        return start <= onset and (stop is None or onset < stop)

    key, metre = measure.key, measure.metre
    for change in measure.changes:
        if start and change.onset <= start:
            key = change.value if isinstance(change.value, Key) else key
            metre = change.value if isinstance(change.value, Metre) else metre
    changes = (
        replace(change, onset=change.onset - start)
        for change in measure.changes
        if inside(change.onset) and not (start and change.onset == start and isinstance(change.value, Key | Metre))
    )
    return Measure(
        tuple(
            tuple(replace(event, onset=event.onset - start) for event in layer[_between(row, start, stop)])
            for layer, row in zip(measure.layers, onsets, strict=True)
        ),
        key,
        metre,
        tuple(changes),
        tuple(replace(mark, onset=mark.onset - start) for mark in measure.marks if inside(mark.onset)),
        Barline("") if start else measure.left,
        measure.right if stop is None else Barline(TORN),
        () if start else measure.ending,
        line_end=measure.line_end and stop is None,
        span=measure.span,
    )


def _between(onsets: Sequence[Fraction], start: Fraction, stop: Fraction | None) -> slice:
    return slice(bisect_left(onsets, start), None if stop is None else bisect_left(onsets, stop))
