"""Bars of rest in a row, which are drawn as one sign with their number."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.score.events import Rest
from core.score.score import Barline, Measure, Score


def continues_rest(before: Measure, after: Measure) -> bool:
    """Tell whether a whole bar of rest only lengthens the rest before it."""
    plain = before.right == Barline("|") and not (after.left.style or after.left.repeats or after.ending)
    same = before.key == after.key and before.metre == after.metre
    return plain and same and only_rest(before) and only_rest(after)


def only_rest(measure: Measure) -> bool:
    """Tell whether a measure holds one visible whole-bar rest and nothing else that is printed."""
    if len(measure.layers) != 1 or len(measure.events) != 1:
        return False
    event = measure.events[0]
    bare = not (event.decorations or event.annotations or event.chord_symbols or measure.marks or measure.changes)
    return bare and event.rest is Rest.WHOLE_BARS and event.duration == measure.metre.length


def gathered(score: Score) -> tuple[Score, Mapping[str, Sequence[str]]]:
    """Return a score of one part with its bars of rest in a row made one measure; other scores as they are.

    Also which rests, by id, the first rest of each row now stands for besides itself.
    """
    if len(score.parts) != 1:
        return score, {}
    part = score.parts[0]
    rows: list[list[Measure]] = []
    for measure in part.measures:
        if rows and continues_rest(rows[-1][-1], measure):
            rows[-1].append(measure)
        else:
            rows.append([measure])
    if len(rows) == len(part.measures):
        return score, {}
    measures = tuple(_joined(row) if len(row) > 1 else row[0] for row in rows)
    also = {row[0].events[0].id: [more.events[0].id for more in row[1:]] for row in rows if len(row) > 1}
    return replace(score, parts=(replace(part, measures=measures),)), also


def _joined(row: Sequence[Measure]) -> Measure:
    first = row[0].events[0]
    length = first.duration * len(row)
    rest = replace(first, duration=length, written=length)
    return replace(row[0], layers=((rest,),), right=row[-1].right, line_end=row[-1].line_end)
