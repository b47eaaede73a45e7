"""The fix of a loop: its turns after the first two go, with the words under them where whole lines go."""

from collections.abc import Iterator

from core.formats.abc.fixes.edit import Sign, Source, fix, stands
from core.formats.abc.lexer import HEADER_LETTERS, field_of
from core.score.check_loops import KEPT, loops
from core.score.diagnostic import Diagnostic, Edit, Fix
from core.score.events import Event


def loop(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Keep the first two turns."""
    measures = source.tune.score.parts[0].measures
    for found in loops(measures):
        first = found.start + found.group * KEPT
        stop = found.start + found.group * found.times
        if stands(measures[found.start], finding):
            kept, last = measures[first - 1].events[-1], measures[stop - 1].events[-1]
            edits = list(_cut(source, kept, measures[first].events[0], last))
            yield fix(f"Keep {KEPT} of the {found.times} turns", *edits)


def _cut(source: Source, kept: Event, first: Event, last: Event) -> Iterator[Edit]:
    """Give the edits that take out what stands between the end of the kept turns and the end of the last."""
    if kept.span is None or first.span is None or last.span is None:
        return
    kept_bar, closing = source.closing_bar(kept), source.closing_bar(last)
    begin, end = first.span.line, last.span.line
    start = _after_bar(source, begin, first.span.column)
    stop = closing.end if closing else last.span.column + last.span.length
    if closing and closing.text != "|" and kept_bar and kept_bar.text == "|":
        # the sign that ends the last turn, such as |], ends the kept ones
        yield Edit(kept_bar.line, kept_bar.column, 1, closing.text)
    for line in range(begin, end + 1):
        yield from _line(source, line, start if line == begin else 1, stop if line == end else None)
    if start == 1 or begin < end:
        yield from _words(source, end, stop)


def _line(source: Source, line: int, start: int, stop: int | None) -> Iterator[Edit]:
    text = source.text_of(line)
    field = field_of(text, HEADER_LETTERS)
    if field is not None and field[0] not in "w+":
        return
    until = len(text) + 1 if stop is None else stop
    if not text[: start - 1].strip() and not text[until - 1 :].strip():
        yield source.whole(line)
    else:
        yield Edit(line, start, until - start, "")


def _words(source: Source, line: int, stop: int) -> Iterator[Edit]:
    """Give the lyric lines under a line of music that goes to its end."""
    if source.text_of(line)[stop - 1 :].strip():
        return
    line += 1
    while (field := field_of(source.text_of(line), HEADER_LETTERS)) and field[0] in "w+":
        yield source.whole(line)
        line += 1


def _after_bar(source: Source, line: int, column: int) -> int:
    """Return the column behind the bar line before an event, the line's first where there is none."""
    signs: Iterator[Sign] = source.before(line, column)
    return next((sign.end for sign in signs if sign.kind == "bar"), 1)
