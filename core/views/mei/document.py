"""Score to MEI 5, the text that Verovio engraves (music-encoding.org, Guidelines 5)."""

import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from core.score.events import ZERO
from core.score.score import Change, Mark, Measure, Part, Score
from core.score.signatures import Clef, Key, Metre, Tempo
from core.views.base import NOTHING, Before, Reach
from core.views.mei.book import XML_ID, Book, Spanners
from core.views.mei.columns import TORN, Column, Edge, columns_of, edges_of, ending_stop
from core.views.mei.layer import Hand, LayerScribe
from core.views.mei.signs import at_time, decorate, write_marks, write_tempo
from core.views.mei.staff import StaffHand
from core.views.svg import clean

NAMESPACE = "http://www.music-encoding.org/ns/mei"
BAR_LINES = {"|": "single", "||": "dbl", "|]": "end", "[|": "heavy", ".|": "dashed", "": "invis", TORN: "invis"}


@dataclass(frozen=True, slots=True)
class Mei:
    """An MEI document. `owners`: XML id to the ids of the score that it shows; `places`: to the column of a measure."""

    root: ET.Element
    owners: Mapping[str, Sequence[str]]
    places: Mapping[str, int]

    @property
    def text(self) -> str:
        """The document as text."""
        return ET.tostring(self.root, encoding="unicode")


@dataclass(slots=True)
class _State:
    """What is in force on one staff while measures go by."""

    key: Key
    metre: Metre
    clef: Clef
    spanners: Spanners = field(default_factory=Spanners)
    now: Fraction = ZERO


def _beam_beat(metre: Metre) -> Fraction:
    return Fraction(3, 8) if (metre.beats, metre.unit) == ((3,), 8) else metre.beat


@dataclass(frozen=True, slots=True)
class Survey:
    """A score column by column, and what holds at each edge, so that any stretch of it can be written by itself."""

    score: Score
    parts: tuple[Part, ...]
    columns: Sequence[Column]
    edges: Sequence[Edge]
    sung: bool
    joins_notes: bool
    before: Before | None = None
    """What holds before the first column, where the tune does not begin there."""
    into: Reach = NOTHING
    out: Reach = NOTHING
    """What reaches over the edges of the first part, where more of the tune stands beyond them."""


def survey(score: Score, before: Before | None = None, into: Reach = NOTHING, out: Reach = NOTHING) -> Survey:
    """Look through a score before it is written."""
    parts = score.parts or (Part("", ()),)
    columns = columns_of(parts)
    joined = any(event.beamed for event in score.events() if event.written < Fraction(1, 4))
    edges = edges_of(parts, columns, _first_number(parts[0]))
    return Survey(score, parts, columns, edges, score.verses > 0, joined, before, into, out)


def _first_number(part: Part) -> int:
    """Count an upbeat as measure 0."""
    first = part.measures[0] if part.measures else None
    full = first.metre.length if first else None
    torn = first is not None and first.right.style == TORN
    return 0 if first and not torn and full is not None and len(part.measures) > 1 and first.length < full else 1


def write(score: Score) -> Mei:
    """Write every part as a staff."""
    book = Book()
    return build(survey(score), book, StaffHand(book))


def build(whole: Survey, book: Book, hand: Hand, start: int = 0, stop: int | None = None) -> Mei:
    """Write the columns from `start` to before `stop` with a hand of one's choice.

    What is open at either end is drawn to there; a stretch that is not the first shows no metre and no names.
    """
    root = ET.Element("mei", xmlns=NAMESPACE, meiversion="5.0")
    description = ET.SubElement(ET.SubElement(root, "meiHead"), "fileDesc")
    ET.SubElement(ET.SubElement(description, "titleStmt"), "title").text = clean(whole.score.title)
    ET.SubElement(description, "pubStmt")
    paper = ET.SubElement(ET.SubElement(ET.SubElement(ET.SubElement(root, "music"), "body"), "mdiv"), "score")
    writer = _Writer(whole, book, hand, start, len(whole.columns) if stop is None else stop)
    writer.write(paper)
    return Mei(root, book.ids.owners, writer.places)


class _Writer:
    """Walks through the measures of all parts side by side."""

    def __init__(self, whole: Survey, book: Book, hand: Hand, start: int, stop: int) -> None:
        self.whole = whole
        self.score = whole.score
        self.book = book
        self.hand = hand
        self.start, self.stop = start, stop
        self.parts = whole.parts
        self.states = [self._first_state(number) for number in range(len(self.parts))]
        self.number = whole.edges[start].number
        self.places: dict[str, int] = {}
        self.said: set[Mark | Change] = set()
        """Marks and tempi of the measure that another part has already told."""

    def _first_state(self, number: int) -> _State:
        columns, part = self.whole.columns, self.parts[number]
        first = columns[self.start].measures[number] if columns else None
        first = first or Measure((), self.score.key, self.score.metre)
        if not self.start:
            state = _State(first.key, first.metre, part.clef)
            if number == 0:
                into = self.whole.into
                state.spanners.tie_on(into.ties)
                state.spanners.go_on(into.slurs, into.lines)
            return state
        opened = self.whole.edges[self.start].parts[number]
        clef = next((c.value for c in first.changes if not c.onset and isinstance(c.value, Clef)), opened.clef)
        state = _State(first.key, first.metre, clef)
        state.spanners.go_on(opened.slurs, opened.lines)
        return state

    def write(self, parent: ET.Element) -> None:
        """Write the score definition and every measure."""
        group = ET.SubElement(ET.SubElement(parent, "scoreDef"), "staffGrp")
        for number, (part, state) in enumerate(zip(self.parts, self.states, strict=True), 1):
            staff = self.hand.first_staff(number, state.clef, state.key, state.metre)
            if len(self.parts) > 1 and not self.start:
                self._label(staff, part)
            group.append(staff)
        if len(self.parts) > 1:
            group.set("symbol", "bracket")
        self._hide_what_goes_on(group)
        section = ET.SubElement(parent, "section")
        columns = self.whole.columns
        into, stop = section, 0
        for place in range(self.start, self.stop):
            column = columns[place]
            if place == stop:
                into = section
            ending = self._ending(place, column)
            if ending is not None:
                section.append(ending)
                into, stop = ending, ending_stop(columns, place)
            self._measure(into, place, column)
            if any(source.line_end for source in column.present) and place + 1 < self.stop:
                ET.SubElement(into, "sb")
        if not columns:
            self._empty(section)
        for state, opened in zip(self.states, self.whole.edges[self.stop].parts, strict=True):
            state.spanners.break_off(opened.slurs, opened.lines)
        if self.stop == len(columns):
            self._run_on(list(section.iter("measure")))

    def _ending(self, place: int, column: Column) -> ET.Element | None:
        """Return the bracket that begins with a column, or goes on from before what is written, as yet empty."""
        columns, whole = self.whole.columns, self.whole
        passes = column.ending or (whole.edges[place].ending if place == self.start else ())
        inside = () if passes or place else whole.into.ending
        if not (passes or inside):
            return None
        label = _passes(passes) if passes else f"({_passes(inside)})"
        ending = ET.Element("ending", n=label, label=label)
        if inside:
            ending.set("lstartsym", "none")
        if whole.out.ending and ending_stop(columns, place) == len(columns):
            ending.set("lendsym", "none")
        return ending

    def _run_on(self, measures: Sequence[ET.Element]) -> None:
        """Draw what reaches over the end to the right edge."""
        last = self.whole.columns[-1].measures[0] if self.whole.columns else None
        if last is None:
            return
        edge = at_time(last.length, last, 1)["tstamp"]
        out, spanners = self.whole.out, self.states[0].spanners
        spanners.tie_off(out.ties, self.states[0].now, f"0m+{edge}")
        spanners.run_on(out.slurs, out.lines, measures, edge)
        for state in self.states:
            state.spanners.word_on(measures)

    def _hide_what_goes_on(self, group: ET.Element) -> None:
        """Print no metre again, and at the head of a row no clef either, unless it changes or signs of a key follow."""
        before = None if self.start else self.whole.before
        for staff, state in zip(group, self.states, strict=True):
            if self.start or (before is not None and before.metre == state.metre):
                for sign in staff.iter("meterSig"):
                    sign.set("form", "invis")
            if before is not None and before.clef == state.clef and not _signs(staff):
                for clef in staff.iter("clef"):
                    clef.set("visible", "false")

    def _label(self, staff: ET.Element, part: Part) -> None:
        label = self.book.text(staff, "label", part.name)
        if label is not None:
            staff.remove(label)
            staff.insert(0, label)

    def _empty(self, section: ET.Element) -> None:
        measure = ET.SubElement(section, "measure", n="1", right="end", metcon="false")
        for number in range(1, len(self.parts) + 1):
            ET.SubElement(ET.SubElement(measure, "staff", n=str(number)), "layer", n="1").append(ET.Element("mSpace"))

    def _measure(self, into: ET.Element, place: int, column: Column) -> None:
        first = not place
        self.said.clear()
        self._definitions(into, column)
        measure = ET.SubElement(into, "measure", {XML_ID: self.book.ids.made()})
        if first or self.whole.columns[place - 1].ends_bar:
            measure.set("n", str(self.number))
        if first:
            self.states[0].spanners.head = measure
        self.places[measure.attrib[XML_ID]] = place
        self.number += column.count if column.ends_bar else 0
        self._bar_lines(measure, column, first=first)
        if any(_irregular(source) for source in column.present):
            measure.set("metcon", "false")
        staves = [
            ET.SubElement(measure, "staff", n=str(number + 1)) for number in range(len(self.parts))
        ]  # before ties and signs, as MEI orders them
        for number, (staff, source) in enumerate(zip(staves, column.measures, strict=True)):
            if source is None:
                ET.SubElement(ET.SubElement(staff, "layer", n="1"), "mSpace")
            elif column.count > 1:
                rest = ET.SubElement(ET.SubElement(staff, "layer", n="1"), "multiRest", num=str(column.count))
                rest.set(XML_ID, self.book.ids.own(*column.rests[number]))
                self.states[number].now += source.length * column.count
            else:
                self._staff(staff, number, source, measure)
        if first and self.score.tempo is not None:
            write_tempo(self.score.tempo, measure, {"tstamp": "1", "staff": "1"}, self.book)

    def _definitions(self, into: ET.Element, column: Column) -> None:
        """Write the keys and metres that change with this measure."""
        changed = []
        for number, (state, source) in enumerate(zip(self.states, column.measures, strict=True), 1):
            if source is None:
                continue
            key = source.key if source.key.alters != state.key.alters else None
            metre = source.metre if source.metre != state.metre else None
            clef = next((c.value for c in source.changes if not c.onset and isinstance(c.value, Clef)), None)
            if clef == state.clef:
                clef = None
            staff = self.hand.next_staff(number, clef, key, metre)
            if len(staff):
                changed.append(staff)
            state.key, state.metre, state.clef = source.key, source.metre, clef or state.clef
        if changed:
            ET.SubElement(ET.SubElement(into, "scoreDef"), "staffGrp").extend(changed)

    def _bar_lines(self, measure: ET.Element, column: Column, *, first: bool) -> None:
        right = column.right
        measure.set("right", "rptend" if right.repeats else BAR_LINES.get(right.style, "single"))
        if column.opens:
            measure.set("left", "rptstart")
        elif first and column.present[0].left.style:
            measure.set("left", BAR_LINES.get(column.present[0].left.style, "single"))
        if right.repeats > 1:
            last = f"{float(1 + column.present[0].length * 4):g}"
            self.book.text(measure, "dir", f"×{right.repeats + 1}", tstamp=last, staff="1", place="above")

    def _staff(self, staff: ET.Element, number: int, source: Measure, measure: ET.Element) -> None:
        state = self.states[number]
        between: list[tuple[Fraction, ET.Element]] = []
        for change in source.changes:
            if isinstance(change.value, Tempo):
                if change not in self.said:
                    write_tempo(change.value, measure, at_time(change.onset, source, number + 1), self.book)
                    self.said.add(change)
            elif change.onset:
                _note_change(state, change.value)
                sign = self.hand.change(change.value)
                if sign is not None:
                    between.append((change.onset, sign))
        anchors: dict[Fraction, str] = {}
        steered = bool(source.marks)
        for depth, events in enumerate(source.layers or ((),)):
            whole = len(source.layers) == 1 and len(events) == 1 and not between
            beat = None if self.whole.joins_notes else _beam_beat(state.metre)
            scribe = LayerScribe(self.book, self.hand, state.spanners, measure, state.now, whole, self.whole.sung, beat)
            content = scribe.write(events, () if depth else between)
            ET.SubElement(staff, "layer", n=str(depth + 1)).extend(content or [ET.Element("mSpace")])
            for event, placed in scribe.placed:
                anchors.setdefault(event.onset, placed.start)
                decorate(event, placed.start, measure, state.spanners, self.book, steered=steered)
        marks = [mark for mark in source.marks if mark not in self.said]
        self.said.update(marks)
        write_marks(marks, measure, anchors, at_time(ZERO, source, number + 1), self.book)
        state.now += source.length


def _signs(staff: ET.Element) -> bool:
    """Say whether a key signature with signs is printed: it cannot be read without its clef."""
    return any(key.get("sig") != "0" or len(key) for key in staff.iter("keySig"))


def _note_change(state: _State, value: Key | Metre | Clef) -> None:
    """Keep what a change inside a measure brings into force."""
    if isinstance(value, Key):
        state.key = value
    elif isinstance(value, Metre):
        state.metre = value
    else:
        state.clef = value


def _passes(ending: Sequence[int]) -> str:
    return ", ".join(map(str, ending)) + "."


def _irregular(measure: Measure) -> bool:
    full = measure.metre.length
    return full is None or measure.length != full
