"""Notes as frets on strings, in MEI for Verovio's `tab.guitar`."""

import xml.etree.ElementTree as ET
from collections.abc import Sequence

from core.score.degrees import nearest_semitone
from core.score.events import Event
from core.score.pitch import from_midi
from core.score.signatures import Clef, Key, Metre
from core.tradition.fingering import Place
from core.tradition.fretting import Fingers
from core.tradition.tunings import GUITAR, Fretboard
from core.views.mei.book import XML_ID, Book
from core.views.mei.header import metre_element
from core.views.mei.layer import Sounding, set_value
from core.views.mei.values import Value


class TabHand:
    """Writes events as `<tabGrp>`. Verovio dies of a fret or course that is no number: only fingered notes get one."""

    def __init__(self, book: Book, fingers: Sequence[Fingers], board: Fretboard = GUITAR) -> None:
        self.book = book
        self.board = board
        self.fingers = iter(fingers)
        self.now: Fingers = ((), ())
        self.unknown: dict[str, str] = {}
        """What to print for a digit that stands for a note without a fret, by XML id."""
        self.grace_strings: dict[str, int] = {}
        """String of each grace note, by XML id."""

    def first_staff(self, number: int, clef: Clef, key: Key, metre: Metre) -> ET.Element:  # noqa: ARG002
        """Write the `<staffDef>` with its tuning."""
        lines = len(self.board.open)
        staff = ET.Element("staffDef", {"n": str(number), "lines": str(lines), "notationtype": "tab.guitar"})
        ET.SubElement(staff, "clef", shape="TAB", line=str(max(1, lines - 1)))
        tuning = ET.SubElement(staff, "tuning")
        for course, midi in enumerate(self.board.open, 1):
            pitch = from_midi(midi)
            row = ET.SubElement(tuning, "course", n=str(course), pname=pitch.step.lower(), oct=str(pitch.octave))
            if pitch.alter:
                row.set("accid", "f")
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
            high = nearest_semitone(event.notes[0].pitch.midi) > self.board.open[0]
            _digit(group, drawn[0], (1 if high else len(self.board.open), 0))
            self.unknown[drawn[0]] = "?"
        if not first:
            return Sounding(group, name, tuple(drawn))
        group[1].extend(verses)
        remarks = []
        for note, place, shown in zip(event.notes, self.now[0], drawn, strict=True):
            if place is None:
                remarks.append((f"{note.pitch.name}?", "" if shown else note.id))
        return Sounding(group, name, tuple(drawn), tuple(remarks))

    def graces(self, event: Event, anchor: str) -> ET.Element | None:  # noqa: ARG002
        """Write grace notes outside any `<tabGrp>`: Verovio gives them room and a digit, but not on their string."""
        group = ET.Element("graceGrp")
        for grace, place in zip(event.graces, self.now[1], strict=True):
            if place is not None:
                name = self.book.ids.own(grace.id)
                self.grace_strings[name] = place[0]
                note = _digit(group, name, place)
                note.attrib.update(dur="8", grace="acc")
        return group if len(group) else None


def _digit(group: ET.Element, name: str, place: Place) -> ET.Element:
    course, fret = place
    return ET.SubElement(group, "note", {XML_ID: name, "tab.course": str(course), "tab.fret": str(fret)})
