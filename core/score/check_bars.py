"""Is every bar as long as its metre says."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from core.score.diagnostic import Diagnostic, Severity
from core.score.events import ZERO, Event, Rest, Span
from core.score.exact import same
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
    breaks: list[Span] = field(default_factory=list)
    """The last events before line ends where the bar is full and no bar line is written."""
    count: int = 1
    """How many bars it is, such line ends reckoned in."""
    start: Span | None = None
    """The first event after the last such line end."""
    right: bool = True
    """It is as long as it should be."""


def check_bars(score: Score) -> list[Diagnostic]:
    """Return a finding for every bar that is too long or too short.

    Not counted as wrong: a short first bar (pickup), a short last bar, two short bars around a repeat or section
    that make one whole bar together, free metre, and rests of whole bars. Line ends that stand for a bar line are said
    once a voice.
    """
    found: list[Diagnostic] = []
    for part in score.parts:
        bars = _bars(part.measures)
        wrong = [place for place, bar in enumerate(bars) if not bar.right]
        excused = _excused(bars) if wrong else set()
        found += _unwritten(bars)
        found += [_finding(bars[place]) for place in wrong if not (place in excused and _short(bars[place]))]
    return found


def pickup(score: Score) -> Fraction:
    """Return the length of the pickup (anacrusis) of the first part, 0 where the tune begins with a whole bar."""
    if not score.parts or not score.parts[0].measures:
        return Fraction(0)
    first = _bars(score.parts[0].measures)[0]
    return first.actual if first.wanted is not None and 0 < first.actual < first.wanted else Fraction(0)


def bars_right(score: Score) -> tuple[int, int]:
    """Return how many bars are as long as they should be, and how many bars there are, over all parts."""
    total = sum(bar.count for part in score.parts for bar in _bars(part.measures))
    return total - sum(finding.code != "bar-line" for finding in check_bars(score)), total


def _bars(measures: Sequence[Measure]) -> list[_Bar]:
    bars: list[_Bar] = []
    glue = False
    for measure in measures:
        length = measure.length
        if glue and bars:
            bars[-1].measures.append(measure)
            bars[-1].actual += length
        elif any(measure.layers):
            bars.append(_Bar([measure], length, measure.metre.length))
        glue = measure.right.style == "" and not measure.right.repeats
        if _whole_rest(measure) and bars:
            bars[-1].actual = bars[-1].wanted or length
    for bar in bars:
        bar.right = _right(bar)
        if not bar.right:
            _cut_at_line_ends(bar)
            bar.right = _right(bar)
    return bars


def _right(bar: _Bar) -> bool:
    return bar.wanted is None or same(bar.actual, bar.wanted)


def _cut_at_line_ends(bar: _Bar) -> None:
    """Take a line end for a bar line where the bar is full there: old collections, and models, write it so.

    What is left is the bar after the last such line end.
    """
    if bar.wanted is None or bar.actual <= bar.wanted or any(len(measure.layers) > 1 for measure in bar.measures):
        return
    now = ZERO
    before: Event | None = None
    for event in (event for measure in bar.measures for event in measure.events):
        new_line = before is not None and before.span and event.span and before.span.line < event.span.line
        if new_line and now == bar.wanted and before is not None and before.span:
            bar.breaks.append(before.span)
            bar.actual -= now
            bar.count += 1
            bar.start = event.span
            now = ZERO
        now += event.duration
        before = event


def _unwritten(bars: Sequence[_Bar]) -> list[Diagnostic]:
    """Return the one finding about bar lines that only a line end stands for."""
    breaks = [span for bar in bars for span in bar.breaks]
    if not breaks:
        return []
    many = f"{len(breaks)} lines end" if len(breaks) > 1 else "This line ends"
    message = f"{many} with a full bar but without a bar line; the next line begins a new bar. Put | at the end."
    first = breaks[0]
    return [Diagnostic(Severity.INFO, "bar-line", message, first.line, first.column, first.length)]


def _whole_rest(measure: Measure) -> bool:
    events = measure.events
    return len(events) == 1 and events[0].rest in (Rest.WHOLE_BARS, Rest.WHOLE_BARS_INVISIBLE)


def _excused(bars: Sequence[_Bar]) -> set[int]:
    """Return the places of bars that may be short."""
    if not bars:
        return set()
    # a bar that begins with whole bars, only without lines, is no pickup
    excused = set() if bars[0].breaks else {0}
    start = bars[0].wanted if bars[0].breaks and bars[0].wanted else bars[0].actual
    last = bars[-1]
    if last.wanted is None or last.actual < last.wanted:
        begun = bars[0].wanted is not None and start < (bars[0].wanted or start)
        if begun or last.measures[-1].right.repeats:
            excused.add(len(bars) - 1)
    breaks = [place for place, (one, two) in enumerate(pairwise(bars)) if _breaks(one, two)]
    pickups = {start} | {bars[place + 1].actual for place in breaks if _short(bars[place + 1])}
    for place in breaks:
        one, two = bars[place], bars[place + 1]
        if one.wanted is None or (one.right and two.right):
            continue
        if one.actual + two.actual == one.wanted:
            excused |= {place, place + 1}
            continue
        complement = one.wanted - one.actual in pickups
        if complement:
            excused.add(place)
        if two.actual == start or (_short(two) and (one.right or complement)):
            # what begins after a break may have a pickup of its own
            excused.add(place + 1)
    return excused


def _short(bar: _Bar) -> bool:
    return not bar.right and bar.wanted is not None and bar.actual < bar.wanted


def _breaks(one: _Bar, two: _Bar) -> bool:
    """Say whether a repeat, section or ending stands between two bars."""
    end, begin = one.measures[-1], two.measures[0]
    return bool(end.right.repeats or begin.left.repeats or begin.ending) or end.right.style in BREAKS


def _finding(bar: _Bar) -> Diagnostic:
    code, message = _said(bar.wanted or Fraction(0), bar.actual, Fraction(1, bar.measures[0].metre.unit))
    return Diagnostic(Severity.WARNING, code, message, *place_of(bar.measures, bar.start))


@lru_cache(maxsize=512)
def _said(wanted: Fraction, actual: Fraction, beat: Fraction) -> tuple[str, str]:
    """Return code and message; where bars are wrong, many are wrong by the same."""
    short = actual < wanted
    unit = _counting_unit(wanted, actual, beat)
    have, need = _mixed(actual / unit), _mixed(wanted / unit)
    mend = "Lengthen a note or add one" if short else "Shorten a note or move one to the next bar"
    gap = in_words(abs(wanted - actual), unit)
    message = f"This bar is {gap} too {'short' if short else 'long'}: {have} of {need}. {mend}."
    return ("bar-short" if short else "bar-long"), message


def place_of(measures: Sequence[Measure], start: Span | None = None) -> tuple[int, int, int]:
    """Return line, column and length from the first event of measures, or from `start`, to the last on that line.

    Not a measure's own span: that begins at the bar line before, which may end another line.
    """
    spans = [event.span for measure in measures for event in measure.events if event.span]
    if not spans:
        span = measures[0].span
        return (span.line, span.column, max(1, span.length)) if span else (1, 1, 1)
    first = start or spans[0]
    end = max(span.column + span.length for span in spans if span.line == first.line)
    return first.line, first.column, max(1, end - first.column)


def _counting_unit(wanted: Fraction, actual: Fraction, beat: Fraction) -> Fraction:
    """Return the largest plain note value, no longer than the metre's, that counts both lengths; else the metre's."""
    for value in NOTE_NAMES:
        if value <= beat and not (wanted % value or actual % value):
            return value
    return beat


def _mixed(count: Fraction) -> str:
    """Return a number as people count: `5 2/3`."""
    whole, rest = divmod(count, 1)
    return f"{whole} {rest}" if whole and rest else str(rest or whole)


def in_words(length: Fraction, unit: Fraction | None = None) -> str:
    """Say a length as a number of notes, such as `3 quarters`; in the largest plain note value that it counts."""
    unit = unit or next((value for value in NOTE_NAMES if not length % value), Fraction(1, 32))
    count = length / unit
    name = NOTE_NAMES.get(unit, f"1/{unit.denominator} note")
    return f"{_mixed(count)} {f'of a {name}' if count < 1 else name if count == 1 else f'{name}s'}"
