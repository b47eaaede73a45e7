"""One layer of a measure in MEI: events become notes, chords and rests inside beams and tuplets."""

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Protocol

from core.score.events import ZERO, Event, Rest
from core.score.signatures import Clef, Key, Metre
from core.views.mei.book import XML_ID, Book, Spanners
from core.views.mei.values import Value, spell

QUARTER = Fraction(1, 4)


@dataclass(frozen=True, slots=True)
class Sounding:
    """One written sign of an event: its element, its XML id, and the XML id of each note in the event's order.

    A note that could not be drawn has an empty id.
    """

    element: ET.Element
    id: str
    notes: tuple[str, ...]
    remarks: tuple[tuple[str, str], ...] = ()
    """Texts to print over it, each with the id of the note that it stands for."""


class Hand(Protocol):
    """How music is written: on five lines, or as frets."""

    def first_staff(self, number: int, clef: Clef, key: Key, metre: Metre) -> ET.Element:
        """Write the `<staffDef>` that a piece begins with."""

    def next_staff(self, number: int, clef: Clef | None, key: Key | None, metre: Metre | None) -> ET.Element:
        """Write a `<staffDef>` of what changes between two measures; empty where nothing does."""

    def change(self, value: Clef | Key | Metre) -> ET.Element | None:
        """Write a change inside a measure."""

    def sound(self, event: Event, value: Value, verses: Sequence[ET.Element], *, first: bool) -> Sounding:
        """Write the notes of an event as one sign of a given value; only the first of several carries the ids."""

    def graces(self, event: Event, anchor: str) -> ET.Element | None:
        """Write the grace notes before an event whose XML id is `anchor`."""


@dataclass(slots=True)
class Placed:
    """An event's signs in reading order, where its decorations hang, and where a slur ends."""

    elements: list[ET.Element]
    start: str
    end: str
    single: bool
    """Written by one sign, so that a beam may join it to its neighbours."""


@dataclass(slots=True)
class _Item:
    """A member of a layer on its way into beams and tuplets."""

    elements: list[ET.Element]
    flagged: bool = False
    joined: bool = False
    tuplet: object = None
    numbers: tuple[int, int] = (1, 1)


@dataclass(slots=True)
class LayerScribe:
    """Writes one layer. `start` is the measure's onset in the part; `measure` takes ties and slurs."""

    book: Book
    hand: Hand
    spanners: Spanners
    measure: ET.Element
    start: Fraction
    whole: bool = True
    """A rest of whole bars may be written as the sign for an empty bar."""
    above: bool = False
    """Numbers of tuplets stand above, out of the way of lyrics."""
    beat: Fraction | None = None
    """Beam notes by this beat, for a source that joins no notes at all; None beams what the source joins."""
    placed: list[tuple[Event, Placed]] = field(default_factory=list)

    def write(self, events: Sequence[Event], between: Sequence[tuple[Fraction, ET.Element]]) -> list[ET.Element]:
        """Return the layer's content; `between` holds clefs and signatures by onset."""
        items: list[_Item] = []
        changes = list(between)
        now = ZERO
        for event in events:
            while changes and changes[0][0] <= event.onset:
                _insert(items, changes.pop(0)[1], event.tuplet)
            if event.onset > now:
                items.append(_Item(self._spaces(event.onset - now)))
            placed = self._place(event)
            self.placed.append((event, placed))
            flagged = bool(event.notes) and placed.single and event.written < QUARTER
            numbers = (event.tuplet.actual, event.tuplet.normal) if event.tuplet else (1, 1)
            items.append(_Item(placed.elements, flagged, self._joins(event), event.tuplet, numbers))
            now = max(now, event.onset + event.duration)
        items += [_Item([element]) for _, element in changes]
        return self._nest(items)

    def _joins(self, event: Event) -> bool:
        """Say whether an event goes on the beam of the one before it."""
        return event.beamed if self.beat is None else event.onset % self.beat != 0

    def _spaces(self, length: Fraction) -> list[ET.Element]:
        values, tuplet = spell(length)
        return self._in_tuplet([_timed("space", value) for value in values], tuplet)

    def _place(self, event: Event) -> Placed:
        values, tuplet = spell(event.written, sounds=bool(event.notes))
        if not event.notes:
            elements, start = self._rest(event, values)
            scaled = None if self._fills_bar(event) else tuplet
            return Placed(self._in_tuplet(elements, scaled), start, start, single=False)
        verses = self.spanners.sing(event.lyrics, self.book.ids)
        signs = [
            self.hand.sound(event, value, verses if not place else (), first=not place)
            for place, value in enumerate(values)
        ]
        for before, after in pairwise(signs):
            for start, end in zip(before.notes, after.notes, strict=True):
                if start and end:
                    ET.SubElement(self.measure, "tie", startid=f"#{start}", endid=f"#{end}")
        for text, note_id in signs[0].remarks:
            remark = self.book.text(self.measure, "dir", text, startid=f"#{signs[0].id}", place="above")
            if remark is not None and note_id:
                self.book.ids.owners[remark.attrib[XML_ID]] = [note_id]
        for place, note in enumerate(event.notes):
            ends = signs[0].notes[place], signs[-1].notes[place]
            if all(ends):
                self.spanners.tie(note, self.start + event.onset, event.duration, ends, self.measure)
        self.spanners.slur(event, signs[0].id, signs[-1].id, self.measure)
        grace = self.hand.graces(event, signs[0].id)
        elements = [sign.element for sign in signs]
        whole = self._in_tuplet(elements, tuplet)
        return Placed(
            [grace, *whole] if grace is not None else whole, signs[0].id, signs[-1].id, len(values) == 1 and not tuplet
        )

    def _fills_bar(self, event: Event) -> bool:
        """Say whether a rest may be the sign for an empty bar, which has no value that a tuplet could scale."""
        return self.whole and not event.tuplet and event.rest in (Rest.WHOLE_BARS, Rest.WHOLE_BARS_INVISIBLE)

    def _rest(self, event: Event, values: Sequence[Value]) -> tuple[list[ET.Element], str]:
        name = self.book.ids.own(event.id)
        if self._fills_bar(event):
            tag = "mRest" if event.rest is Rest.WHOLE_BARS else "mSpace"
            return [ET.Element(tag, {XML_ID: name})], name
        tag = "rest" if event.rest in (Rest.VISIBLE, Rest.WHOLE_BARS) else "space"
        elements = [_timed(tag, value) for value in values]
        elements[0].set(XML_ID, name)
        return elements, name

    def _tuplet(self, numbers: tuple[int, int]) -> ET.Element:
        """Return an empty tuplet of `actual` in the time of `normal`."""
        element = ET.Element("tuplet", num=str(numbers[0]), numbase=str(numbers[1]))
        if self.above:
            element.attrib.update({"num.place": "above", "bracket.place": "above"})
        return element

    def _in_tuplet(self, elements: list[ET.Element], numbers: tuple[int, int] | None) -> list[ET.Element]:
        if numbers is None:
            return elements
        whole = self._tuplet(numbers)
        whole.extend(elements)
        return [whole]

    def _nest(self, items: Sequence[_Item]) -> list[ET.Element]:
        """Wrap items in tuplets and beams; a beam that would cross a tuplet's edge is cut there."""
        tuplets = _runs([item.tuplet is not None and place > 0 and item.tuplet == items[place - 1].tuplet
                         for place, item in enumerate(items)])  # fmt: skip
        tuplets = [run for run in tuplets if items[run[0]].tuplet is not None]
        joins = [
            item.joined and item.flagged and place > 0 and items[place - 1].flagged for place, item in enumerate(items)
        ]
        edges = [edge for first, last in tuplets for edge in (first, last + 1)]
        for edge in edges:
            if edge < len(items) and joins[edge] and _crosses(edge, joins, tuplets):
                joins[edge] = False
        beams = [run for run in _runs(joins) if run[1] > run[0]]
        spans = [(first, -last, 0) for first, last in tuplets] + [(first, -last, 1) for first, last in beams]
        opens: dict[int, list[tuple[int, int]]] = {}
        for first, last, kind in sorted(spans):
            opens.setdefault(first, []).append((-last, kind))
        root = ET.Element("layer")
        stack: list[tuple[ET.Element, int]] = [(root, len(items))]
        for place, item in enumerate(items):
            for last, kind in opens.get(place, ()):
                element = ET.Element("beam") if kind else self._tuplet(item.numbers)
                stack[-1][0].append(element)
                stack.append((element, last))
            stack[-1][0].extend(item.elements)
            while stack[-1][1] == place:
                stack.pop()
        return list(root)


def _insert(items: list[_Item], sign: ET.Element, tuplet: object) -> None:
    """Put a clef or signature before what comes next; inside a tuplet Verovio takes only clefs."""
    place = len(items)
    while place and tuplet is not None and items[place - 1].tuplet == tuplet:
        if sign.tag == "clef":
            break
        place -= 1
    inside = place and tuplet is not None and items[place - 1].tuplet == tuplet
    items.insert(place, _Item([sign], tuplet=tuplet if inside else None))


def set_value(element: ET.Element, value: Value) -> ET.Element:
    """Give an element its written length."""
    element.set("dur", value.name)
    if value.dots:
        element.set("dots", str(value.dots))
    return element


def _timed(tag: str, value: Value) -> ET.Element:
    return set_value(ET.Element(tag), value)


def _runs(joins: Sequence[bool]) -> list[tuple[int, int]]:
    """Group places that are joined to the one before; returns first and last place of every group."""
    found: list[tuple[int, int]] = []
    for place, joined in enumerate(joins):
        if joined and found:
            found[-1] = (found[-1][0], place)
        else:
            found.append((place, place))
    return found


def _crosses(edge: int, joins: Sequence[bool], tuplets: Sequence[tuple[int, int]]) -> bool:
    """Tell whether the beam over a tuplet's edge starts or stops inside some tuplet without holding all of it."""
    first = edge - 1
    while first > 0 and joins[first]:
        first -= 1
    last = edge
    while last + 1 < len(joins) and joins[last + 1]:
        last += 1
    return any((a < first <= b and last > b) or (a <= last < b and first < a) for a, b in tuplets)
