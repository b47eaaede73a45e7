"""Fixes of bars: their length, their lines, loops, and voices that end too soon."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from core.formats.abc.fixes.edit import Source, fix, stands
from core.formats.abc.fixes.header import usual_metre
from core.formats.abc.lengths import fraction_of, length_of
from core.score.check_bars import in_words
from core.score.diagnostic import Diagnostic, Edit, Fix
from core.score.events import ZERO, Event, Span
from core.score.score import Part

_LENGTH = re.compile(r"\d*(?:/+\d*)*$")
PLAIN = {Fraction(top, bottom) for bottom in (1, 2, 4, 8, 16, 32) for top in (1, 3)} | {Fraction(2), Fraction(7, 8)}
"""Note values, in whole notes, that are one sign with at most a dot (or two, at the end of a bar)."""
FLATS = ("A", "B", "D", "E", "G")
MOST_REST_BARS = 64


def short(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Fetch notes from a bar beside it, take out the line between two halves, lengthen the last note, or add a rest."""
    bar = _Bar.at(source, finding)
    if bar is None:
        return
    gap = bar.wanted - bar.actual
    yield from usual_metre(source, finding)
    after, before = bar.beside(1), bar.beside(-1)
    if after and after.actual - after.wanted == gap:
        yield from bar.move_line(_taking(after.events, gap), "Move the bar line: fetch notes from the next bar")
    if before and before.actual - before.wanted == gap:
        count = _taking(before.events[::-1], gap)
        yield from before.move_line(-count, "Move the bar line: fetch notes from the bar before")
    if after and bar.actual + after.actual == bar.wanted and bar.line:
        yield fix("Take the bar line out", Edit(bar.line.line, bar.line.column, len(bar.line.text), " "))
    last = bar.events[-1]
    longer = bar.set_length(last, last.written + gap)
    if longer and (last.rest or (gap <= last.written and last.written + gap in PLAIN)):
        yield fix(f"Lengthen the last {'rest' if last.rest else 'note'} to {longer[1]}", longer[0])
    yield from bar.add_rest(gap)
    if longer:
        yield fix(f"Lengthen the last note to {longer[1]}", longer[0])


def long(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Give notes to a bar beside it, cut it in bars, shorten the last notes, or take out a rest."""
    bar = _Bar.at(source, finding)
    if bar is None:
        return
    gap = bar.actual - bar.wanted
    flats = bar.flats(gap)
    yield from flats or usual_metre(source, finding)
    after, before = bar.beside(1), bar.beside(-1)
    if after and after.wanted - after.actual == gap:
        yield from bar.move_line(-_taking(bar.events[::-1], gap), "Move the bar line: the next bar is short of it")
    if before and before.wanted - before.actual == gap:
        yield from before.move_line(_taking(bar.events, gap), "Move the bar line: the bar before is short of it")
    yield from bar.cut()
    last = bar.events[-1]
    if last.rest and last.duration == gap and last.span:
        yield fix("Take the last rest out", Edit(last.span.line, last.span.column, last.span.length, ""))
    shorter = bar.set_length(last, last.written - gap)
    if shorter:
        yield fix(f"Shorten the last {'rest' if last.rest else 'note'} to {shorter[1] or '1'}", shorter[0])
    yield from bar.shorten_earlier(gap)
    yield from bar.halve(gap)


def line_end(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Put a bar line at every line end where a bar is full."""
    edits = []
    found = source.at(finding)
    if found is None:
        return
    row = source.row(found[0])
    wanted, now = ZERO, ZERO
    number = 0
    for measure in found[0].measures:
        wanted, now = measure.metre.length or ZERO, ZERO
        for event in measure.events:
            before = row[number - 1] if number else None
            new_line = before and before.span and event.span and before.span.line < event.span.line
            if new_line and wanted and now == wanted and before:
                tail = source.tail(before)
                column = tail[-1].end if tail else before.span.column + before.span.length  # type: ignore[union-attr]
                edits.append(Edit(before.span.line, column, 0, " |"))  # type: ignore[union-attr]
                now = ZERO
            now += event.duration
            number += 1
    yield fix("Put a bar line at the end of the line" + ("s" if len(edits) > 1 else ""), *edits)


def voice_short(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Fill a voice up with bars of rest."""
    scores = source.tune.score.parts
    lengths = {part.id: sum((measure.length for measure in part.measures), ZERO) for part in scores}
    part = next((p for p in scores if any(stands(m, finding) for m in p.measures)), None)
    if part is None:
        return
    last = next((event for measure in reversed(part.measures) for event in reversed(measure.events)), None)
    bar = part.measures[-1].metre.length
    gap = max(lengths.values()) - lengths[part.id]
    if last is None or last.span is None or not bar or gap % bar or gap // bar > MOST_REST_BARS:
        return
    count = gap // bar
    text = source.text_of(last.span.line).split("%")[0].rstrip()
    joint = " " if re.search(r"[|\]:]$", text) else " | "
    rests = Edit(last.span.line, len(text) + 1, 0, f"{joint}Z{count} |")
    yield fix(f"Add {count} bar{'s' * (count > 1)} of rest", rests)


# -- one bar ----------------------------------------------------------------------------------------------------------


class _Bar:
    """A measure with one layer, and what can be done to its end."""

    def __init__(self, source: Source, part: Part, number: int) -> None:
        measure = part.measures[number]
        self.source, self.part, self.number = source, part, number
        self.events = measure.events
        self.actual = measure.length
        self.wanted = measure.metre.length or ZERO
        self.line = source.closing_bar(self.events[-1])

    @classmethod
    def at(cls, source: Source, finding: Diagnostic) -> "_Bar | None":
        """Return the bar that a finding is about; None for one that is cut by an ending, or has overlays."""
        found = source.at(finding)
        return cls.of(source, found[0], found[1]) if found else None

    @classmethod
    def of(cls, source: Source, part: Part, number: int) -> "_Bar | None":
        """Return a bar by its number."""
        if not 0 <= number < len(part.measures):
            return None
        measure = part.measures[number]
        if len(measure.layers) != 1 or not measure.events or measure.metre.length is None:
            return None
        return cls(source, part, number)

    def beside(self, way: int) -> "_Bar | None":
        """Return the next bar, or the one before, where a plain bar line stands between."""
        other = _Bar.of(self.source, self.part, self.number + way)
        left = self if way > 0 else other
        if other is None or left is None or left.line is None or left.line.text != "|":
            return None
        return other

    def move_line(self, count: int, title: str) -> Iterator[Fix]:
        """Move the bar line after this bar over so many events: of the next bar, or back for a negative count."""
        if not count or self.line is None:
            return
        row = [*self.events] if count < 0 else [*self.part.measures[self.number + 1].events]
        # the event that will end this bar
        place = row[count - 1] if count > 0 else (row[count - 1] if len(row) > -count else None)
        column = self._behind(place) if place else None
        if place is None or column is None or place.span is None:
            return
        yield fix(title, self.line.take_out(), Edit(place.span.line, column, 0, " |"))

    def flats(self, gap: Fraction) -> list[Fix]:
        """Write `Bb` as `_B`, where the notes with a letter b right behind them are what the bar is too long by."""
        found = [one for one, two in pairwise(self.events) if self._is_flat(one, two)]
        if not found or sum((event.duration for event in found), ZERO) != gap:
            return []
        # what is written behind the b is the length of the one note
        spans = [event.span for event in found if event.span]
        edits = [Edit(span.line, span.column, 2, f"_{self._text(span)}") for span in spans]
        return [fix(f"Write {', '.join(dict.fromkeys(edit.text for edit in edits))} for the flats", *edits)]

    def _is_flat(self, one: Event, two: Event) -> bool:
        """Say whether a note that can have a flat is written with a b right behind it and nothing between."""
        if one.span is None or two.span is None or len(one.notes) != 1 or len(two.notes) != 1:
            return False
        close = one.span.line == two.span.line and two.span.column == one.span.column + 1
        return close and self._text(one.span) in FLATS and self._text(two.span)[:1] == "b"

    def _text(self, span: Span) -> str:
        return self.source.text_of(span.line)[span.column - 1 :][: span.length]

    def cut(self) -> Iterator[Fix]:
        """Put in bar lines where full bars end inside."""
        edits = []
        now = ZERO
        for event in self.events[:-1]:
            now += event.duration
            if now % self.wanted == 0 and event.span:
                column = self._behind(event)
                if column is not None:
                    edits.append(Edit(event.span.line, column, 0, " |"))
        if edits:
            yield fix("Put in the missing bar line" + ("s" if len(edits) > 1 else ""), *edits)

    def add_rest(self, gap: Fraction) -> Iterator[Fix]:
        """Add a rest at the end of the bar."""
        last = self.events[-1]
        unit = self._unit(last)
        column = self._behind(last)
        if last.span is None or unit is None or column is None or any(note.tied for note in last.notes):
            return
        yield fix(f"Add {in_words(gap)} of rest", Edit(last.span.line, column, 0, f" z{fraction_of(gap / unit)}"))

    def set_length(self, event: Event, length: Fraction) -> tuple[Edit, str] | None:
        """Return the edit that writes an event with another length, and that length; None where it cannot be."""
        if event.span is None or length <= 0 or event.tuplet or self._is_broken(event):
            return None
        text = self.source.text_of(event.span.line)[event.span.column - 1 :][: event.span.length]
        found = _LENGTH.search(text)
        if found is None or not event.written:
            return None
        old = length_of(found[0]) or Fraction(1)
        new = fraction_of(old * length / event.written)
        return Edit(event.span.line, event.span.column + found.start(), len(found[0]), new), new

    def shorten_earlier(self, gap: Fraction) -> Iterator[Fix]:
        """Shorten the latest note but the last that is longer than what the bar is too long by."""
        for event in reversed(self.events[:-1]):
            if event.written > gap and event.notes:
                changed = self.set_length(event, event.written - gap)
                if changed:
                    yield fix(f"Shorten {event.notes[0].pitch.step} to {changed[1] or '1'}", changed[0])
                return

    def halve(self, gap: Fraction) -> Iterator[Fix]:
        """Halve the last notes where that is what the bar is too long by."""
        total = ZERO
        for count, event in enumerate(reversed(self.events), 1):
            total += event.duration
            if total == 2 * gap:
                changed = [self.set_length(row, row.written / 2) for row in self.events[-count:]]
                if all(changed) and count > 1:
                    yield fix(f"Halve the last {count} notes", *(row[0] for row in changed if row))
                return

    def _is_broken(self, event: Event) -> bool:
        """Say whether a > or < stands beside an event, which makes its length another's too."""
        assert event.span is not None  # noqa: S101  asked for events with a place only
        line, start, end = event.span.line, event.span.column, event.span.column + event.span.length
        before = next((s for s in self.source.before(line, start) if s.kind != "space"), None)
        after = next((s for s in self.source.after(line, end) if s.kind not in ("space", "endslur")), None)
        return any(sign is not None and sign.kind == "broken" for sign in (before, after))

    def _unit(self, event: Event) -> Fraction | None:
        """Return the unit length in force at an event, from how it is written."""
        if event.span is None:
            return None
        if not event.tuplet and not self._is_broken(event):
            text = self.source.text_of(event.span.line)[event.span.column - 1 :][: event.span.length]
            found = _LENGTH.search(text)
            old = length_of(found[0]) if found and text[:1] != "[" else None
            if old and event.written:
                return event.written / old
        return self.source.tune.score.unit

    def _behind(self, event: Event) -> int | None:
        """Return the column behind an event and what hangs on it; None where a > or < follows."""
        if event.span is None:
            return None
        tail = self.source.tail(event)
        column = tail[-1].end if tail else event.span.column + event.span.length
        following = next((s for s in self.source.after(event.span.line, column) if s.kind != "space"), None)
        return None if following and following.kind == "broken" else column


def _taking(events: Sequence[Event], wanted: Fraction) -> int:
    """Return how many events from the first on take exactly this time, 0 where none do."""
    total = ZERO
    for count, event in enumerate(events, 1):
        total += event.duration
        if total >= wanted:
            return count if total == wanted and count < len(events) else 0
    return 0
