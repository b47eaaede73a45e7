"""The bars of one voice as canonical ABC: bar lines, endings, changes, overlays, lines."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from core.formats.abc.reading.body import MOST_PASSES
from core.formats.abc.reading.music import MOST_BARS_REST
from core.formats.abc.reading.voice import jump_of
from core.formats.abc.writing.bars import NO_LINE
from core.formats.abc.writing.events import EventWriter, tuplet_starts
from core.formats.abc.writing.fields import (
    Lost,
    clef_value,
    fits_inline,
    key_value,
    metre_value,
    one_line,
    safe,
    tempo_value,
)
from core.formats.abc.writing.lyrics import lyric_lines
from core.score.events import ZERO, Event, Rest
from core.score.score import Barline, Changeable, Measure, Part, Score
from core.score.signatures import Clef, Key, Metre, Tempo

MOST_SECTION = 40
WHOLE = (Rest.WHOLE_BARS, Rest.WHOLE_BARS_INVISIBLE)
INVISIBLE = "[|]"
TURN = Barline("||", 1)
"""Either side of `::`, which ends one repeat and begins the next."""

_FIELD_LIKE = re.compile(r"\A([ZX])(?=[ \t]?:)")
"""A whole-bar rest before `:|` at the start of a line would be read as a field."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of text; `source` is the line of the text before where its first note stood, 0 where none is known."""

    text: str
    source: int = 0


class PartWriter:
    """Writes one part. `lines` gives its lines of music, each with its lyrics."""

    def __init__(self, score: Score, part: Part, events: EventWriter, lost: Lost) -> None:
        self.part = part
        self.events = events
        self.lost = lost
        self.key = score.key
        self.metre = score.metre
        self.clef = part.clef
        self.out: list[Row] = []
        self.row = ""
        self.sung: list[Event] = []
        self.overlaid: list[Event] = []
        self.waiting = ""
        """Playback signs that stand before the bar line."""
        self.always = any(event.lyrics for m in part.measures for layer in m.layers[1:] for event in layer)
        self._tune_events()

    def _tune_events(self) -> None:
        self.events.clef_octave = self.clef.octave
        self.events.bar = self.metre.length or Fraction(1)

    def lines(self) -> list[Row]:
        """Return the lines of the part, without the `V:` that opens it."""
        measures = self.part.measures
        place = 0
        while place < len(measures):
            run = _rests(measures, place)
            self._measure(place, run)
            place += run
        self._end_line()
        return self.out

    # -- pieces of a line -----------------------------------------------------------------------------------------

    def _put(self, piece: str, *, glue: bool = False) -> None:
        if self.row and not glue:
            self.row += " "
        self.row += piece

    def _field(self, letter: str, value: str, *, glue: bool = False) -> None:
        """Write a field: on its own line where one begins or brackets cannot hold it, else in brackets."""
        if self.row and fits_inline(value):
            self._put(f"[{letter}:{value}]", glue=glue)
            return
        if self.row:
            # the line of music goes on behind the field (ABC 2.1, 6.1.1)
            self.out.append(Row(self.row + ("\\" if glue else " \\"), self._source()))
            self.row = ""
        self.out.append(Row(f"{letter}:{safe(letter, value, self.lost)}"))

    def _end_line(self) -> None:
        if not self.row:
            return
        text = _FIELD_LIKE.sub(r"\g<1>1", self.row) if self.row[0] in "ZX" else self.row
        self.out.append(Row(text, self._source()))
        self.out += map(Row, lyric_lines(self.sung, self.overlaid, self.lost, always=self.always))
        self.row, self.sung, self.overlaid = "", [], []

    def _source(self) -> int:
        return min((event.span.line for event in (*self.sung, *self.overlaid) if event.span), default=0)

    # -- a measure ------------------------------------------------------------------------------------------------

    def _measure(self, place: int, run: int) -> None:
        measure = self.part.measures[place]
        layers = measure.layers or ((),)
        self._begin(measure)
        self._main(measure, layers[0], run)
        for layer in layers[1:]:
            self._put("&")
            self._layer(layer)
            self.overlaid += layer
        self._end(self.part.measures, place + run - 1)

    def _begin(self, measure: Measure) -> None:
        fresh = not self.row
        if fresh:
            self._signatures(measure)
        if fresh and measure.left != NO_LINE:
            self._put(_sign(0, measure.left.style, measure.left.repeats))
        if measure.ending:
            if max(measure.ending) > 99 or min(measure.ending) < 1:
                self.lost.say("An ending's number beyond 99 is left out.")
            self._put("[" + ",".join(str(number) for number in measure.ending if 0 < number < 100))
        for mark in measure.marks:
            if mark.name.startswith("P:"):
                self._section(mark.name[2:], at_start=mark.onset == ZERO)
        if not fresh:
            self._signatures(measure)

    def _section(self, name: str, *, at_start: bool) -> None:
        held = one_line(name, self.lost)[:MOST_SECTION].strip()
        if not at_start or held != name:
            self.lost.say("The name of a section that is too long or stands within a bar is cut or left out.")
        if at_start:
            self._field("P", held)

    def _signatures(self, measure: Measure) -> None:
        if measure.key != self.key:
            self._change(measure.key)
        if measure.metre != self.metre:
            self._change(measure.metre)

    def _change(self, value: Changeable, *, glue: bool = False) -> None:
        """Write a change and know it from here on."""
        if isinstance(value, Key):
            self.key = value
            self._field("K", key_value(value, self.lost), glue=glue)
        elif isinstance(value, Metre):
            self.metre = value
            self._field("M", metre_value(value, self.lost), glue=glue)
        elif isinstance(value, Clef):
            self.clef = value
            self._field("K", f"clef={clef_value(value, self.lost)}", glue=glue)
        elif isinstance(value, Tempo):
            text = tempo_value(value, self.lost)
            if text:
                self._field("Q", text, glue=glue)
        self._tune_events()

    # -- layers ---------------------------------------------------------------------------------------------------

    def _main(self, measure: Measure, events: Sequence[Event], run: int) -> None:
        changes = sorted(measure.changes, key=lambda change: change.onset)
        marks = self._unwritten_marks(measure)
        starts = tuplet_starts(tuple(events), self.lost)
        for place, event in enumerate(events):
            glue = event.beamed and place > 0
            while changes and changes[0].onset <= event.onset:
                self._moved(changes[0].onset != event.onset)
                self._change(changes.pop(0).value, glue=glue)
            due = [name for onset, name in marks if onset <= event.onset]
            self._moved(any(onset < event.onset for onset, _ in marks))
            marks = [(onset, name) for onset, name in marks if onset > event.onset]
            text = self.events.event(event, starts.get(place, ""), due)
            self._put(text if run == 1 else f"{text}{run}", glue=glue and bool(self.row))
        self.sung += events
        end = events[-1].onset + events[-1].duration if events else ZERO
        for change in changes:
            self._moved(change.onset != end)
            self._change(change.value)
        self.waiting = "".join(self.events.decoration(name) for _, name in marks)
        self._moved(any(onset != end for onset, _ in marks))

    def _moved(self, moved: bool) -> None:
        if moved:
            self.lost.say("A change or sign in the middle of a note is moved to the next note.")

    def _layer(self, events: Sequence[Event]) -> None:
        starts = tuplet_starts(tuple(events), self.lost)
        for place, event in enumerate(events):
            self._put(self.events.event(event, starts.get(place, ""), []), glue=event.beamed and place > 0)

    def _unwritten_marks(self, measure: Measure) -> list[tuple[Fraction, str]]:
        """Return the playback marks that no decoration of the bar's events leaves."""
        if not measure.marks:
            return []
        main = measure.events
        end = main[-1].onset + main[-1].duration if main else ZERO
        left: Counter[tuple[Fraction, str | None]] = Counter()
        for depth, layer in enumerate(measure.layers):
            for event in layer:
                left.update((end if depth else event.onset, jump_of(name)) for name in event.decorations)
        unwritten = []
        for mark in measure.marks:
            place = (mark.onset, mark.name)
            if mark.name.startswith("P:"):
                continue
            if left[place]:
                left[place] -= 1
            elif jump_of(mark.name) == mark.name:
                unwritten.append(place)
            else:
                self.lost.say(f"The sign {mark.name!r} has no name in ABC.")
        return sorted(unwritten, key=lambda row: row[0])

    # -- bar lines ------------------------------------------------------------------------------------------------

    def _end(self, measures: Sequence[Measure], place: int) -> None:
        """Close a measure: with its bar line and, on the same line, the next one's left bar line."""
        measure = measures[place]
        after = measures[place + 1] if place + 1 < len(measures) else None
        if self.waiting:
            self._put(self.waiting)
            self.waiting = ""
        left = after.left if after and not measure.line_end else NO_LINE
        if not (measure.right == NO_LINE and left == NO_LINE and _closes_itself(measure, after)):
            for sign in self._bar(measure.right, left):
                self._put(sign)
        if measure.line_end:
            self._end_line()

    def _bar(self, right: Barline, left: Barline) -> Iterator[str]:
        if right == NO_LINE:
            yield INVISIBLE
        elif (right, left) == (TURN, TURN):
            yield "::"
        elif not left.repeats or left.style == right.style:
            yield _sign(right.repeats, right.style, left.repeats)
        else:
            yield _sign(right.repeats, right.style, 0)
            yield _sign(0, left.style, left.repeats)


def _sign(before: int, style: str, after: int) -> str:
    dot = "." if style == ".|" else ""
    return f"{dot}{':' * min(before, MOST_PASSES)}{style.lstrip('.')}{':' * min(after, MOST_PASSES)}"


def _closes_itself(measure: Measure, after: Measure | None) -> bool:
    """Say whether a measure without a bar line ends by what follows it: an ending, a section, the tune's end."""
    if measure.line_end or not (any(measure.layers) or len(measure.layers) > 1):
        return False
    if after is None:
        return True
    return bool(after.ending) or any(mark.name.startswith("P:") and mark.onset == ZERO for mark in after.marks)


def _rests(measures: Sequence[Measure], start: int) -> int:
    """Return how many measures from here on make one `Zn`."""
    first = measures[start]
    if not _bar_rest(first) or first.events[0].tuplet or first.events[0].slur_ends:
        return 1
    run = 1
    kind = first.events[0].rest
    for measure in measures[start + 1 : start + MOST_BARS_REST]:
        before = measures[start + run - 1]
        goes_on = before.right == Barline() and not before.line_end and not before.changes and not before.marks
        same = (measure.key, measure.metre, measure.left, measure.ending) == (first.key, first.metre, NO_LINE, ())
        if not (goes_on and same and _bar_rest(measure) and _plain(measure) and measure.events[0].rest is kind):
            break
        run += 1
    return run


def _bar_rest(measure: Measure) -> bool:
    events = measure.events
    return (
        len(measure.layers) == 1
        and len(events) == 1
        and events[0].rest in WHOLE
        and events[0].written == events[0].duration == (measure.metre.length or 1)
        and not measure.changes
    )


def _plain(measure: Measure) -> bool:
    event = measure.events[0]
    bare = Event(event.onset, event.duration, event.written, rest=event.rest, beamed=event.beamed)
    return event == bare and not measure.marks
