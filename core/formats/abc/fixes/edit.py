"""A tune's text with its places: what fixes look things up in, and how their edits are made."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from core.formats.abc.lexer import Line, plain, split_lines, split_tunes, tokens
from core.formats.base import Tune
from core.score.diagnostic import Diagnostic, Edit, Fix
from core.score.events import Event
from core.score.score import Measure, Part

_LINE_END = re.compile(r"\r\n|\r|\n")


def apply(text: str, edits: Sequence[Edit]) -> str:
    """Return the text with edits made; everything else stays, line ends and byte order mark included."""
    return Edited(text, edits).text


def moved(text: str, edits: Sequence[Edit], line: int, column: int) -> tuple[int, int]:
    """Return where a place of the text stands once the edits are made."""
    edited = Edited(text, edits)
    place = edited.moved(edited.before.offset(line, column))
    number = max(0, bisect_right(edited.after.starts, place) - 1)
    return number + 1, place - edited.after.starts[number] + 1


class Places:
    """Where the lines of a text begin. An offset counts code points from the text's beginning."""

    def __init__(self, text: str) -> None:
        first = 1 if text.startswith("\ufeff") else 0
        self.starts = [first, *(match.end() for match in _LINE_END.finditer(text))]

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a place; a line past the last is the last."""
        return self.starts[min(line, len(self.starts)) - 1] + column - 1


class Edited:
    """A text with edits made, and where its places went; an edit inside another is left out."""

    def __init__(self, text: str, edits: Sequence[Edit], before: Places | None = None) -> None:
        self.before = before or Places(text)
        self._begins: list[int] = []
        self._ends: list[int] = []
        self._shifts = [0]
        out: list[str] = []
        done = 0
        for edit in sorted(edits, key=lambda row: (row.line, row.column)):
            begin = min(len(text), self.before.offset(edit.line, edit.column))
            if begin < done:
                continue
            out += [text[done:begin], edit.text]
            done = min(len(text), begin + edit.length)
            self._begins.append(begin)
            self._ends.append(done)
            self._shifts.append(self._shifts[-1] + len(edit.text) - (done - begin))
        self.text = "".join([*out, text[done:]])

    @cached_property
    def after(self) -> Places:
        """The lines of the edited text."""
        return Places(self.text)

    def moved(self, offset: int) -> int:
        """Return where an offset of the text before is now; one inside what was replaced, the beginning of that."""
        count = bisect_right(self._ends, offset)
        inside = count < len(self._begins) and self._begins[count] < offset
        return (self._begins[count] if inside else offset) + self._shifts[count]


@dataclass(frozen=True, slots=True)
class Sign:
    """A token of a line of music: its kind in the lexer, place and text."""

    kind: str
    line: int
    column: int
    text: str

    @property
    def end(self) -> int:
        """The column after it."""
        return self.column + len(self.text)

    def take_out(self) -> Edit:
        """Return the edit that removes it."""
        return Edit(self.line, self.column, len(self.text), "")

    def put_after(self, text: str) -> Edit:
        """Return the edit that writes something behind it."""
        return Edit(self.line, self.end, 0, text)


class Source:
    """A tune and the text that holds it alone, for fixes to look at; nothing is read before it is asked for."""

    def __init__(self, text: str, tune: Tune) -> None:
        self.text, self.tune = text, tune
        self._signs: dict[int, list[Sign]] = {}
        self._columns: dict[int, list[int]] = {}
        self._rows: dict[str, list[Event]] = {}

    @cached_property
    def lines(self) -> dict[int, Line]:
        """The tune's lines by number."""
        blocks = split_tunes(split_lines(self.text))
        return {line.number: line for line in (blocks[0] if blocks else [])}

    @cached_property
    def first(self) -> int:
        """The first line with music in it."""
        return min((line for line, _ in self.events), default=0)

    @cached_property
    def events(self) -> dict[tuple[int, int], tuple[Part, int, int]]:
        """For the place of each event of a main layer: its part, measure, and index in `row`."""
        found: dict[tuple[int, int], tuple[Part, int, int]] = {}
        for part in self.tune.score.parts:
            index = 0
            for number, measure in enumerate(part.measures):
                for event in measure.events:
                    if event.span:
                        found.setdefault((event.span.line, event.span.column), (part, number, index))
                    index += 1
        return found

    def row(self, part: Part) -> list[Event]:
        """Return the events of a part's main layer."""
        if part.id not in self._rows:
            self._rows[part.id] = [event for measure in part.measures for event in measure.events]
        return self._rows[part.id]

    def at(self, finding: Diagnostic) -> tuple[Part, int, int] | None:
        """Return part, measure and index of the event that a finding begins with."""
        return self.events.get((finding.line, finding.column))

    def text_of(self, line: int) -> str:
        """Return a line's text; empty for one that is not of this tune."""
        found = self.lines.get(line)
        return found.text if found else ""

    def whole(self, line: int) -> Edit:
        """Return the edit that takes out a line with its end."""
        return Edit(line, 1, len(self.text_of(line)) + self.end_of(line), "")

    def end_of(self, line: int) -> int:
        """Return how many characters end a line."""
        ends = self._ends
        return len(ends[line - 1]) if line <= len(ends) else 0

    @cached_property
    def _ends(self) -> list[str]:
        return _LINE_END.findall(self.text)

    def signs(self, line: int) -> list[Sign]:
        """Return the tokens of a line, up to its comment."""
        if line not in self._signs:
            text = self.text_of(line)
            self._signs[line] = [
                Sign(_kind(token), line, token.start() + 1, text[token.start() : token.end()])
                for token in tokens(plain(text))
            ]
        return self._signs[line]

    def before(self, line: int, column: int) -> Iterator[Sign]:
        """Give the tokens of a line before a column, the nearest first."""
        signs = self.signs(line)
        return (signs[place] for place in range(self._place(line, column) - 1, -1, -1))

    def after(self, line: int, column: int) -> Iterator[Sign]:
        """Give the tokens of a line from a column on."""
        signs = self.signs(line)
        return (signs[place] for place in range(self._place(line, column), len(signs)))

    def sign_at(self, line: int, column: int) -> Sign | None:
        """Return the token that begins at a place."""
        found = next(self.after(line, column), None)
        return found if found is not None and found.column == column else None

    def _place(self, line: int, column: int) -> int:
        """Return the index of the first token of a line that begins at a column or after it."""
        if line not in self._columns:
            self._columns[line] = [sign.column for sign in self.signs(line)]
        return bisect_left(self._columns[line], column)

    def tail(self, event: Event) -> list[Sign]:
        """Return the signs that hang on an event from behind: ties, ends of slurs."""
        if event.span is None:
            return []
        found = []
        for sign in self.after(event.span.line, event.span.column + event.span.length):
            if sign.kind not in ("tie", "endslur", "space"):
                break
            found.append(sign)
        while found and found[-1].kind == "space":
            found.pop()
        return found

    def closing_bar(self, event: Event) -> Sign | None:
        """Return the bar line after an event, where it stands on the same line with nothing sounding between."""
        if event.span is None:
            return None
        for sign in self.after(event.span.line, event.span.column + event.span.length):
            if sign.kind == "bar":
                return sign
            if sign.kind in ("note", "rest", "chord", "overlay", "bars", "inline", "grace"):
                return None
        return None


def _kind(token: re.Match[str]) -> str:
    return token.lastgroup or ""


def stands(measure: Measure, finding: Diagnostic) -> bool:
    """Say whether a finding begins with a measure's first event."""
    span = measure.events[0].span if measure.events else None
    return span is not None and (span.line, span.column) == (finding.line, finding.column)


def fix(title: str, *edits: Edit) -> Fix:
    """Return a fix with its edits in the order of places."""
    return Fix(title, tuple(sorted(edits, key=lambda row: (row.line, row.column))))
