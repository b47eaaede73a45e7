"""Score to MEI 5, the text that Verovio engraves (music-encoding.org, Guidelines 5)."""

import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from core.score.diagnostic import Diagnostic
from core.score.events import ZERO, Rest
from core.score.score import Barline, Change, Mark, Measure, Part, Score
from core.score.signatures import Clef, Key, Metre, Tempo
from core.views.mei.book import XML_ID, Book, Spanners
from core.views.mei.layer import Hand, LayerScribe
from core.views.mei.signs import at_time, decorate, write_marks, write_tempo
from core.views.mei.staff import StaffHand
from core.views.svg import clean

NAMESPACE = "http://www.music-encoding.org/ns/mei"
BAR_LINES = {"|": "single", "||": "dbl", "|]": "end", "[|": "heavy", ".|": "dashed", "": "invis"}
STRENGTH = ("", ".|", "|", "||", "[|", "|]")
"""Where parts disagree about a bar line the last of these wins, and a repeat over all."""
SECTION_ENDS = ("||", "|]", "[|")


@dataclass(frozen=True, slots=True)
class Mei:
    """An MEI document. `owners`: XML id to the ids of the score that it shows."""

    root: ET.Element
    owners: Mapping[str, Sequence[str]]
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def text(self) -> str:
        """The document as text."""
        return ET.tostring(self.root, encoding="unicode")


@dataclass(slots=True)
class _Column:
    """The measures of all parts at one place; `count` > 1 where it stands for that many measures of rest."""

    measures: list[Measure | None]
    count: int = 1
    rests: list[list[str]] = field(default_factory=list)
    """For a rest of several measures, the ids of its rests part by part."""

    @property
    def present(self) -> list[Measure]:
        """The measures that exist here."""
        return [measure for measure in self.measures if measure is not None]

    @property
    def right(self) -> Barline:
        """The strongest of the parts' right bar lines."""
        lines = [measure.right for measure in self.present]
        return max(
            lines, key=lambda line: (line.repeats > 0, STRENGTH.index(line.style) if line.style in STRENGTH else 2)
        )

    @property
    def opens(self) -> bool:
        """Whether a repeat begins here."""
        return any(measure.left.repeats for measure in self.present)

    @property
    def ending(self) -> tuple[int, ...]:
        """The passes of the variant ending that begins here."""
        return next((measure.ending for measure in self.present if measure.ending), ())


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


def write(score: Score) -> Mei:
    """Write every part as a staff."""
    book = Book()
    return build(score, book, StaffHand(book))


def build(score: Score, book: Book, hand: Hand) -> Mei:
    """Write a score with a hand of one's choice."""
    root = ET.Element("mei", xmlns=NAMESPACE, meiversion="5.0")
    description = ET.SubElement(ET.SubElement(root, "meiHead"), "fileDesc")
    ET.SubElement(ET.SubElement(description, "titleStmt"), "title").text = clean(score.title)
    ET.SubElement(description, "pubStmt")
    whole = ET.SubElement(ET.SubElement(ET.SubElement(ET.SubElement(root, "music"), "body"), "mdiv"), "score")
    _Writer(score, book, hand).write(whole)
    return Mei(root, book.ids.owners, tuple(book.diagnostics))


class _Writer:
    """Walks through the measures of all parts side by side."""

    def __init__(self, score: Score, book: Book, hand: Hand) -> None:
        self.score = score
        self.book = book
        self.hand = hand
        self.parts = score.parts or (Part("", ()),)
        self.states = [self._first_state(part) for part in self.parts]
        self.number = self._first_number()
        self.said: set[Mark | Change] = set()
        """Marks and tempi of the measure that another part has already told."""
        self.sung = score.verses > 0
        self.joins_notes = any(event.beamed for event in score.events() if event.written < Fraction(1, 4))

    def _first_state(self, part: Part) -> _State:
        first = part.measures[0] if part.measures else Measure((), self.score.key, self.score.metre)
        return _State(first.key, first.metre, part.clef)

    def _first_number(self) -> int:
        """Count an upbeat as measure 0."""
        first = self.parts[0].measures[0] if self.parts[0].measures else None
        full = first.metre.length if first else None
        return 0 if first and full is not None and len(self.parts[0].measures) > 1 and first.length < full else 1

    def write(self, parent: ET.Element) -> None:
        """Write the score definition and every measure."""
        group = ET.SubElement(ET.SubElement(parent, "scoreDef"), "staffGrp")
        for number, (part, state) in enumerate(zip(self.parts, self.states, strict=True), 1):
            staff = self.hand.first_staff(number, state.clef, state.key, state.metre)
            if len(self.parts) > 1:
                self._label(staff, part)
            group.append(staff)
        if len(self.parts) > 1:
            group.set("symbol", "bracket")
        section = ET.SubElement(parent, "section")
        columns = self._columns()
        into, stop = section, 0
        for place, column in enumerate(columns):
            if place == stop:
                into = section
            if column.ending:
                into = ET.SubElement(section, "ending", n=_passes(column.ending), label=_passes(column.ending))
                stop = _ending_stop(columns, place)
            self._measure(into, column, first=not place)
            if any(source.line_end for source in column.present) and column is not columns[-1]:
                ET.SubElement(into, "sb")
        if not columns:
            self._empty(section)

    def _label(self, staff: ET.Element, part: Part) -> None:
        label = self.book.text(staff, "label", part.name)
        if label is not None:
            staff.remove(label)
            staff.insert(0, label)

    def _empty(self, section: ET.Element) -> None:
        measure = ET.SubElement(section, "measure", n="1", right="end", metcon="false")
        for number in range(1, len(self.parts) + 1):
            ET.SubElement(ET.SubElement(measure, "staff", n=str(number)), "layer", n="1").append(ET.Element("mSpace"))

    def _columns(self) -> list[_Column]:
        count = max(len(part.measures) for part in self.parts)
        columns: list[_Column] = []
        for place in range(count):
            column = _Column([part.measures[place] if place < len(part.measures) else None for part in self.parts])
            if columns and len(self.parts) == 1 and _continues_rest(columns[-1], column):
                before = columns[-1]
                first, more = before.present[0], column.present[0]
                before.rests = before.rests or [[first.events[0].id]]
                before.rests[0].append(more.events[0].id)
                before.measures = [replace(first, right=more.right)]
                before.count += 1
            else:
                columns.append(column)
        return columns

    def _measure(self, into: ET.Element, column: _Column, *, first: bool) -> None:
        self.said.clear()
        self._definitions(into, column)
        measure = ET.SubElement(into, "measure", n=str(self.number))
        self.number += column.count
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

    def _definitions(self, into: ET.Element, column: _Column) -> None:
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

    def _bar_lines(self, measure: ET.Element, column: _Column, *, first: bool) -> None:
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
            beat = None if self.joins_notes else _beam_beat(state.metre)
            scribe = LayerScribe(self.book, self.hand, state.spanners, measure, state.now, whole, self.sung, beat)
            content = scribe.write(events, () if depth else between)
            ET.SubElement(staff, "layer", n=str(depth + 1)).extend(content or [ET.Element("mSpace")])
            for event, placed in scribe.placed:
                anchors.setdefault(event.onset, placed.start)
                decorate(event, placed.start, measure, state.spanners, self.book, steered=steered)
        marks = [mark for mark in source.marks if mark not in self.said]
        self.said.update(marks)
        write_marks(marks, measure, anchors, at_time(ZERO, source, number + 1), self.book)
        state.now += source.length


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


def _ending_stop(columns: Sequence[_Column], begin: int) -> int:
    """Return the first column after the ending that begins at `begin` (the rule of `core.score.order`)."""
    for place in range(begin, len(columns)):
        column = columns[place]
        if place > begin and (column.ending or column.opens):
            return place
        closes = any(measure.ends_ending for measure in column.present)
        if closes or column.right.repeats or column.right.style in SECTION_ENDS:
            return place + 1
    return len(columns)


def _continues_rest(before: _Column, column: _Column) -> bool:
    """Tell whether a whole bar of rest only lengthens the rest before it."""
    first, more = before.present[0], column.present[0]
    plain = before.right == Barline("|") and not (more.left.style or more.left.repeats or more.ending)
    same = first.key == more.key and first.metre == more.metre
    return plain and same and _only_rest(first) and _only_rest(more)


def _only_rest(measure: Measure) -> bool:
    if len(measure.layers) != 1 or len(measure.events) != 1:
        return False
    event = measure.events[0]
    bare = not (event.decorations or event.annotations or event.chord_symbols or measure.marks or measure.changes)
    return bare and event.rest is Rest.WHOLE_BARS and event.duration == measure.metre.length
