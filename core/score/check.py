"""Does a score add up: every bar as long as its metre says."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from core.score.diagnostic import Diagnostic, Severity
from core.score.events import Rest
from core.score.score import Measure, Score

NOTE_NAMES = {
    Fraction(1): "whole note", Fraction(1, 2): "half note", Fraction(1, 4): "quarter", Fraction(1, 8): "quaver",
    Fraction(1, 16): "semiquaver", Fraction(1, 32): "demisemiquaver",
}  # fmt: skip
BREAKS = ("||", "|]", "[|")


@dataclass(slots=True)
class _Bar:
    """One bar as a listener counts it: a bar cut in two by an ending or a section is one again."""

    measures: list[Measure]
    actual: Fraction
    wanted: Fraction | None


def check(score: Score) -> list[Diagnostic]:
    """Return a finding for every bar that is too long or too short.

    Not counted as wrong: a short first bar (pickup), a short last bar, two short bars around a repeat or section
    that make one whole bar together, free metre, and rests of whole bars.
    """
    found: list[Diagnostic] = []
    for part in score.parts:
        bars = _bars(part.measures)
        excused = _excused(bars)
        for place, bar in enumerate(bars):
            if bar.wanted is None or bar.actual == bar.wanted or (place in excused and bar.actual < bar.wanted):
                continue
            found.append(_finding(bar))
    return found


def pickup(score: Score) -> Fraction:
    """Return the length of the pickup (anacrusis) of the first part, 0 where the tune begins with a whole bar."""
    if not score.parts or not score.parts[0].measures:
        return Fraction(0)
    first = _bars(score.parts[0].measures)[0]
    return first.actual if first.wanted is not None and 0 < first.actual < first.wanted else Fraction(0)


def bars_right(score: Score) -> tuple[int, int]:
    """Return how many bars are as long as they should be, and how many bars there are, over all parts."""
    total = sum(len(_bars(part.measures)) for part in score.parts)
    return total - len(check(score)), total


def _bars(measures: Sequence[Measure]) -> list[_Bar]:
    bars: list[_Bar] = []
    glue = False
    for measure in measures:
        length = measure.length
        if glue and bars:
            bars[-1].measures.append(measure)
            bars[-1].actual += length
        elif length or any(measure.layers):
            bars.append(_Bar([measure], length, measure.metre.length))
        glue = measure.right.style == "" and not measure.right.repeats
        if _whole_rest(measure) and bars:
            bars[-1].actual = bars[-1].wanted or length
    return bars


def _whole_rest(measure: Measure) -> bool:
    events = measure.events
    return len(events) == 1 and events[0].rest in (Rest.WHOLE_BARS, Rest.WHOLE_BARS_INVISIBLE)


def _excused(bars: Sequence[_Bar]) -> set[int]:
    """Return the places of bars that may be short."""
    if not bars:
        return set()
    excused = {0}
    start = bars[0].actual
    last = bars[-1]
    if last.wanted is None or last.actual < last.wanted:
        begun = bars[0].wanted is not None and start < (bars[0].wanted or start)
        if begun or last.measures[-1].right.repeats:
            excused.add(len(bars) - 1)
    for place in range(len(bars) - 1):
        one, two = bars[place], bars[place + 1]
        if one.wanted is None or not _breaks(one, two):
            continue
        if one.actual + two.actual == one.wanted or one.actual + start == one.wanted:
            excused |= {place, place + 1} if one.actual + two.actual == one.wanted else {place}
        elif two.wanted is not None and two.actual < two.wanted and one.actual == one.wanted:
            excused.add(place + 1)
    return excused


def _breaks(one: _Bar, two: _Bar) -> bool:
    """Say whether a repeat, section or ending stands between two bars."""
    end, begin = one.measures[-1], two.measures[0]
    return bool(end.right.repeats or begin.left.repeats or begin.ending) or end.right.style in BREAKS


def _finding(bar: _Bar) -> Diagnostic:
    wanted = bar.wanted or Fraction(0)
    short = bar.actual < wanted
    gap = abs(wanted - bar.actual)
    unit = _counting_unit(wanted, bar.actual)
    name = NOTE_NAMES.get(unit, f"1/{unit.denominator} note")
    count, have, need = gap / unit, bar.actual / unit, wanted / unit
    plural = "" if count == 1 else "s"
    mend = "Lengthen a note or add one" if short else "Shorten a note or move one to the next bar"
    message = f"This bar is {count} {name}{plural} too {'short' if short else 'long'}: {have} of {need}. {mend}."
    line, column, length = _place(bar)
    return Diagnostic(Severity.WARNING, "bar-short" if short else "bar-long", message, line, column, max(1, length))


def _place(bar: _Bar) -> tuple[int, int, int]:
    """Return line, column and length from the bar's first event to its last on that line.

    Not the measure's own span: that begins at the bar line before, which may end another line.
    """
    spans = [event.span for measure in bar.measures for event in measure.events if event.span]
    if not spans:
        span = bar.measures[0].span
        return (span.line, span.column, max(1, span.length)) if span else (1, 1, 1)
    first = spans[0]
    end = max(span.column + span.length for span in spans if span.line == first.line)
    return first.line, first.column, max(1, end - first.column)


def _counting_unit(wanted: Fraction, actual: Fraction) -> Fraction:
    """Return the largest plain note value that both lengths are multiples of, 1/32 at the finest."""
    for value in NOTE_NAMES:
        if value < 1 and not (wanted % value or actual % value):
            return value
    return Fraction(1, 32)
