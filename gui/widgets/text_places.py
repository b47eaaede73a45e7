"""Places in a text: columns of code points, as core counts, and of UTF-16 units, as Qt counts; notes by place."""

from bisect import bisect_right
from collections.abc import Collection, Iterator

from core.score.events import Event, Span
from core.score.score import Score

LINE_ENDS = str.maketrans({"\r": "\n", "\u2029": "\n", "\ufdd0": "\n", "\ufdd1": "\n", "\ufeff": "\u200b"})
"""What Qt would cut a text at anyway, or lose, put into what it keeps: one character for one."""


def editable(text: str) -> str:
    """Return the text as a QTextDocument holds it; lines and columns stay those that the reader counts."""
    if not text.isascii():
        text = text.removeprefix("\ufeff")
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text.replace("\r\n", "\n").translate(LINE_ENDS)


def to_utf16(line: str, column: int) -> int:
    """Return how many UTF-16 units stand before a 0-based column of code points; past the end, all there are."""
    before = line[: max(0, column)]
    if not before or max(before) <= "\uffff":
        return len(before)
    return len(before) + sum(character > "\uffff" for character in before)


def to_code_points(line: str, units: int) -> int:
    """Return the 0-based column of code points at so many UTF-16 units; inside a pair, the column of its character."""
    if not line or max(line) <= "\uffff":
        return max(0, min(units, len(line)))
    return len(line.encode("utf-16-le", "surrogatepass")[: 2 * max(0, units)].decode("utf-16-le", "ignore"))


class NotePlaces:
    """Where the notes of a score stand in its text. Lines and columns are 1-based, as spans are."""

    def __init__(self, score: Score) -> None:
        self._spans = dict(_places(score.events()))
        graced = score.graced
        rows: dict[int, list[tuple[int, str]]] = {}
        owners: dict[int, list[tuple[int, int, str]]] = {}
        for identity, span in self._spans.items():
            if identity not in graced:
                rows.setdefault(span.line, []).append((span.column, identity))
            # whatever is said of a grace note in the text is said of the note that it leads to
            row = owners.setdefault(span.line, [])
            row.append((span.column, span.column + span.length, graced.get(identity, identity)))
        self._rows = {line: sorted(row) for line, row in rows.items()}
        self._owners = {line: sorted(row) for line, row in owners.items()}

    def span(self, identity: str) -> Span | None:
        """Return where a note, rest or grace note stands."""
        return self._spans.get(identity)

    def at(self, line: int, column: int) -> str:
        """Return the note that holds a place or that the grace note there leads to, or the nearest before it."""
        row = self._owners.get(line, [])
        place = bisect_right(row, column, key=lambda entry: entry[0])
        return row[place - 1][2] if place else ""

    def within(self, start: tuple[int, int], stop: tuple[int, int]) -> list[str]:
        """Return the notes that the text between two places touches, or grace notes of theirs, in the text's order."""
        lines = sorted(line for line in self._owners if start[0] <= line <= stop[0])
        found = (
            owner
            for line in lines
            for column, end, owner in self._owners[line]
            if (line, column) < stop and (line, end) > start
        )
        return list(dict.fromkeys(found))

    def stretches(self, identities: Collection[str]) -> list[Span]:
        """Return where notes stand, neighbours of a line as one place."""
        found: list[Span] = []
        for line, row in sorted(self._rows.items()):
            run: list[Span] = []
            for identity in [*(name for _, name in row), ""]:
                if identity in identities and identity:
                    run.append(self._spans[identity])
                elif run:
                    stop = max(span.column + span.length for span in run)
                    found.append(Span(line, run[0].column, stop - run[0].column))
                    run = []
        return found


def _places(events: list[Event]) -> Iterator[tuple[str, Span]]:
    for event in events:
        if event.rest is not None and event.span is not None:
            yield event.id, event.span
        for note in event.notes:
            span = note.span or event.span
            if span is not None:
                yield note.id, span
        for grace in event.graces:
            if grace.span is not None:
                yield grace.id, grace.span
