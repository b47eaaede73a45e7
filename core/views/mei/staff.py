"""Notes, chords and grace notes on five lines, in MEI."""

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from fractions import Fraction

from core.score.events import Event, Grace, Note
from core.score.signatures import Clef, Key, Metre
from core.views.mei.book import XML_ID, Book
from core.views.mei.header import GESTURAL, accidental, clef_element, key_element, metre_element
from core.views.mei.layer import Sounding, set_value
from core.views.mei.signs import articulations
from core.views.mei.values import Value, nearest

ENCLOSED = {"courtesy": "paren", "editorial": "brack"}
TREMOLO = ("/", "//", "///")


class StaffHand:
    """Writes events as notes and chords."""

    def __init__(self, book: Book) -> None:
        self.ids = book.ids

    def first_staff(self, number: int, clef: Clef, key: Key, metre: Metre) -> ET.Element:
        """Write the `<staffDef>` that a piece begins with."""
        staff = self.next_staff(number, clef, key, metre)
        staff.set("lines", "5")
        return staff

    def next_staff(self, number: int, clef: Clef | None, key: Key | None, metre: Metre | None) -> ET.Element:
        """Write a `<staffDef>` of what changes between two measures."""
        staff = ET.Element("staffDef", n=str(number))
        staff.extend(self.change(value) for value in (clef, key, metre) if value is not None)
        return staff

    def change(self, value: Clef | Key | Metre) -> ET.Element:
        """Write a change inside a measure."""
        if isinstance(value, Clef):
            return clef_element(value)
        return key_element(value) if isinstance(value, Key) else metre_element(value)

    def sound(self, event: Event, value: Value, verses: Sequence[ET.Element], *, first: bool) -> Sounding:
        """Write a note or a chord; a sign tied to an earlier one repeats no accidental."""
        names = tuple(self.ids.own(note.id) if first else self.ids.made() for note in event.notes)
        notes = [_note(note, name, written=first) for note, name in zip(event.notes, names, strict=True)]
        if first:
            _enclose(event, notes)
        if len(notes) == 1:
            whole, name = notes[0], names[0]
        else:
            name = self.ids.made()
            whole = ET.Element("chord", {XML_ID: name})
            whole.extend(notes)
        set_value(whole, value)
        strokes = next((name for name in event.decorations if name in TREMOLO), "")
        if strokes:
            whole.set("stem.mod", f"{len(strokes)}slash")
        if first:
            signs = articulations(event)
            if signs:
                ET.SubElement(whole, "artic", artic=signs)
            whole.extend(verses)
        return Sounding(whole, name, names)

    def graces(self, event: Event, anchor: str) -> ET.Element | None:  # noqa: ARG002
        """Write grace notes as a group, beamed where there are several with flags."""
        if not event.graces:
            return None
        group = ET.Element("graceGrp")
        inside = group
        if len(event.graces) > 1 and all(grace.length < Fraction(1, 4) for grace in event.graces):
            inside = ET.SubElement(group, "beam")
        for grace in event.graces:
            note = _note(grace, self.ids.own(grace.id), written=True)
            set_value(note, nearest(grace.length))
            note.set("grace", "unacc" if grace.slashed else "acc")
            if grace.slashed:
                note.set("stem.mod", "1slash")
            inside.append(note)
        return group


def _enclose(event: Event, notes: Sequence[ET.Element]) -> None:
    """Put written accidentals into brackets where they are only a reminder, or the editor's."""
    brackets = next((ENCLOSED[name] for name in event.decorations if name in ENCLOSED), "")
    for note in notes:
        if brackets and (sign := note.attrib.pop("accid", "")):
            ET.SubElement(note, "accid", accid=sign, enclose=brackets)


def _note(note: Note | Grace, name: str, *, written: bool) -> ET.Element:
    pitch = note.pitch
    element = ET.Element("note", {XML_ID: name, "pname": pitch.step.lower(), "oct": str(min(9, max(0, pitch.octave)))})
    if note.accidental is not None and written:
        element.set("accid", accidental(note.accidental))
    if pitch.alter and (note.accidental != pitch.alter or not written):
        element.set("accid.ges", GESTURAL.get(sign := accidental(pitch.alter), sign))
    return element
