"""Where the measures of a score stand in the text that it was read from."""

from bisect import bisect_right
from collections.abc import Iterable

from core.score.score import Measure, Score


def measures_at(score: Score, places: Iterable[tuple[int, int]]) -> list[Measure]:
    """Return the measures that these places, each a line and a column, lie in; in the order of the places.

    On a line of music a place belongs to the measure that began last before it, and what stands before the first note
    to the first. A line without an event, such as one of the header or of lyrics, belongs to none.
    """
    lines: dict[int, list[tuple[int, Measure]]] = {}
    for part in score.parts:
        for measure in part.measures:
            for line, column in _beginnings(measure).items():
                lines.setdefault(line, []).append((column, measure))
    for row in lines.values():
        row.sort(key=lambda one: one[0])
    found: dict[int, Measure] = {}
    for line, column in places:
        begun = lines.get(line)
        if begun:
            place = bisect_right(begun, column, key=lambda one: one[0]) - 1
            measure = begun[max(place, 0)][1]
            found.setdefault(id(measure), measure)
    return list(found.values())


def _beginnings(measure: Measure) -> dict[int, int]:
    """Return on which lines a measure has events, and the first column on each."""
    columns: dict[int, int] = {}
    for layer in measure.layers:
        for event in layer:
            if event.span is not None:
                line, column = event.span.line, event.span.column
                columns[line] = min(column, columns.get(line, column))
    return columns
