"""Notes as frets on six strings, in MEI for Verovio's `tab.guitar`."""

import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from fractions import Fraction

from core.score.diagnostic import Diagnostic, Severity
from core.score.events import ZERO, Event, Grace, Note
from core.score.pitch import Pitch, from_midi
from core.score.score import Part
from core.score.signatures import Clef, Key, Metre
from core.views.fingering import HIGHEST_FRET, STANDARD, Place, finger
from core.views.mei.book import XML_ID, Book
from core.views.mei.header import metre_element
from core.views.mei.layer import Sounding, set_value
from core.views.mei.values import Value

MAIN = 0
"""Rank of an event's notes at their moment; its graces have ranks below."""

Fingers = tuple[tuple[Place | None, ...], tuple[Place | None, ...]]
"""Places of an event's notes, and of its graces."""


def semitone(pitch: Pitch) -> int:
    """Return the MIDI number, a microtone rounded to the nearest semitone (halves up)."""
    return int((pitch.midi + Fraction(1, 2)) // 1)


def finger_part(part: Part) -> list[Fingers]:
    """Finger all events that have notes, in the order they are written.

    Notes of one moment are one chord; a rest gives the hand time to move.
    """
    events: list[Event] = []
    moments: dict[tuple[Fraction, int], list[tuple[int, int, Pitch]]] = {}
    start = ZERO
    for measure in part.measures:
        for layer in measure.layers:
            for event in layer:
                if not event.notes:
                    moments.setdefault((start + event.onset, MAIN), [])
                    continue
                for rank, sound in _ranked(event):
                    row = moments.setdefault((start + event.onset, rank), [])
                    row.append((len(events), rank, sound.pitch))
                events.append(event)
        start += measure.length
    order = sorted(moments)
    fingered = finger([[semitone(pitch) for _, _, pitch in moments[key]] for key in order])
    found: list[dict[int, list[Place | None]]] = [{} for _ in events]
    for key, places in zip(order, fingered, strict=True):
        for (number, rank, _), place in zip(moments[key], places, strict=True):
            found[number].setdefault(rank, []).append(place)
    return [
        (tuple(rows[MAIN]), tuple(place for rank in sorted(rows) if rank != MAIN for place in rows[rank]))
        for rows in found
    ]


def _ranked(event: Event) -> Iterator[tuple[int, Note | Grace]]:
    for place, grace in enumerate(event.graces):
        yield place - len(event.graces), grace
    for note in event.notes:
        yield MAIN, note


class TabHand:
    """Writes events as `<tabGrp>`. Verovio dies of a fret or course that is no number: only fingered notes get one."""

    def __init__(self, book: Book, fingers: Sequence[Fingers]) -> None:
        self.book = book
        self.fingers = iter(fingers)
        self.now: Fingers = ((), ())
        self.unknown: dict[str, str] = {}
        """What to print for a digit that stands for a note without a fret, by XML id."""
        self.grace_strings: dict[str, int] = {}
        """String of each grace note, by XML id."""

    def first_staff(self, number: int, clef: Clef, key: Key, metre: Metre) -> ET.Element:  # noqa: ARG002
        """Write the `<staffDef>` with its tuning."""
        staff = ET.Element("staffDef", {"n": str(number), "lines": str(len(STANDARD)), "notationtype": "tab.guitar"})
        ET.SubElement(staff, "clef", shape="TAB", line="5")
        tuning = ET.SubElement(staff, "tuning")
        for course, midi in enumerate(STANDARD, 1):
            pitch = from_midi(midi)
            ET.SubElement(tuning, "course", n=str(course), pname=pitch.step.lower(), oct=str(pitch.octave))
        staff.append(metre_element(metre))
        return staff

    def next_staff(self, number: int, clef: Clef | None, key: Key | None, metre: Metre | None) -> ET.Element:  # noqa: ARG002
        """Write a changed metre; tablature has no key and no other clef."""
        staff = ET.Element("staffDef", n=str(number))
        if metre is not None:
            staff.append(metre_element(metre))
        return staff

    def change(self, value: Clef | Key | Metre) -> ET.Element | None:
        """Write a changed metre."""
        return metre_element(value) if isinstance(value, Metre) else None

    def sound(self, event: Event, value: Value, verses: Sequence[ET.Element], *, first: bool) -> Sounding:
        """Write the frets of an event; where no note of it has any, a question mark keeps its place and its text."""
        if first:
            self.now = next(self.fingers)
        ids = self.book.ids
        name = ids.made()
        group = set_value(ET.Element("tabGrp", {XML_ID: name}), value)
        ET.SubElement(group, "tabDurSym")
        drawn: list[str] = []
        for note, place in zip(event.notes, self.now[0], strict=True):
            if place is None:
                drawn.append("")
                continue
            drawn.append(ids.own(note.id) if first else ids.made())
            _digit(group, drawn[-1], place)
        if not any(drawn):
            drawn[0] = ids.own(event.notes[0].id) if first else ids.made()
            _digit(group, drawn[0], (1 if semitone(event.notes[0].pitch) > STANDARD[0] else len(STANDARD), 0))
            self.unknown[drawn[0]] = "?"
        if not first:
            return Sounding(group, name, tuple(drawn))
        group[1].extend(verses)
        remarks = []
        for note, place, shown in zip(event.notes, self.now[0], drawn, strict=True):
            self._report(note, place, event)
            if place is None:
                remarks.append((f"{note.pitch.name}?", "" if shown else note.id))
        return Sounding(group, name, tuple(drawn), tuple(remarks))

    def graces(self, event: Event, anchor: str) -> ET.Element | None:  # noqa: ARG002
        """Write grace notes outside any `<tabGrp>`: Verovio gives them room and a digit, but not on their string."""
        group = ET.Element("graceGrp")
        for grace, place in zip(event.graces, self.now[1], strict=True):
            self._report(grace, place, event)
            if place is not None:
                name = self.book.ids.own(grace.id)
                self.grace_strings[name] = place[0]
                note = _digit(group, name, place)
                note.attrib.update(dur="8", grace="acc")
        return group if len(group) else None

    def _report(self, note: Note | Grace, place: Place | None, event: Event) -> None:
        span = note.span or event.span
        at = (span.line, span.column, span.length) if span else (1, 1, 0)
        if note.pitch.midi != semitone(note.pitch):
            message = f"{note.pitch.name} lies between two frets; the nearest is shown."
            self.book.diagnostics.append(Diagnostic(Severity.INFO, "tab-microtone", message, *at))
        if place is None:
            self.book.diagnostics.append(Diagnostic(Severity.WARNING, "tab-range", _reason(note.pitch), *at))


def _digit(group: ET.Element, name: str, place: Place) -> ET.Element:
    course, fret = place
    return ET.SubElement(group, "note", {XML_ID: name, "tab.course": str(course), "tab.fret": str(fret)})


def _reason(pitch: Pitch) -> str:
    midi = semitone(pitch)
    if midi < STANDARD[-1]:
        return f"{pitch.name} is below the guitar's lowest note, E2. Move the tune up."
    if midi > STANDARD[0] + HIGHEST_FRET:
        return f"{pitch.name} is above the guitar's highest note, E6. Move the tune down."
    return f"{pitch.name} has no free string within the reach of a hand in this chord."
