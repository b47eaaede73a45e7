"""What is kept while a score is written as MEI: ids, and ties, slurs and hairpins that are still open."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from core.score.events import ZERO, Event, Note, Syllable
from core.score.pitch import Pitch
from core.views.svg import clean

XML_ID = "xml:id"
LINE_SHAPES: dict[str, tuple[str, dict[str, str]]] = {
    "cres": ("hairpin", {"form": "cres"}),
    "dim": ("hairpin", {"form": "dim"}),
    "trill": ("trill", {"extender": "true"}),
    "8va": ("octave", {"dis": "8", "dis.place": "above"}),
    "8vb": ("octave", {"dis": "8", "dis.place": "below"}),
    "15ma": ("octave", {"dis": "15", "dis.place": "above"}),
    "15mb": ("octave", {"dis": "15", "dis.place": "below"}),
    "wavy": ("gliss", {"lform": "wavy"}),
    "solid": ("gliss", {"lform": "solid"}),
}
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.\-]*")


@dataclass(slots=True)
class Ids:
    """Hands out XML ids: a note's own where it is a legal name and still free, else a made one."""

    owners: dict[str, list[str]] = field(default_factory=dict)
    """XML id to the ids of the score that it stands for."""
    _made: int = 0

    def own(self, *wanted: str) -> str:
        """Return the XML id for what the score calls by these names; empty names are not kept."""
        first = wanted[0] if wanted else ""
        name = first if _NAME.fullmatch(first) and first not in self.owners else self.made()
        self.owners[name] = [word for word in wanted if word]
        return name

    def made(self) -> str:
        """Return a new XML id that stands for nothing in the score."""
        while True:
            self._made += 1
            name = f"x{self._made}"
            if name not in self.owners:
                self.owners[name] = []
                return name


@dataclass(slots=True)
class _Open:
    """A sign that waits for its other end: where it starts, and the measure that will hold it."""

    start: str
    measure: ET.Element
    dotted: bool = False


def write_line(kind: str, measure: ET.Element, ends: dict[str, str]) -> None:
    """Write a hairpin, trill line or the like."""
    tag, attributes = LINE_SHAPES[kind]
    ET.SubElement(measure, tag, {**ends, **attributes})


@dataclass(slots=True)
class Spanners:
    """Ties, slurs, hairpins and sung words of one part that reach over events and bar lines."""

    ties: dict[tuple[object, Fraction], _Open] = field(default_factory=dict)
    slurs: list[_Open] = field(default_factory=list)
    lines: dict[str, _Open] = field(default_factory=dict)
    verses: dict[int, tuple[ET.Element, bool]] = field(default_factory=dict)
    """The last syllable of each verse, and whether a hyphen leads on from it."""
    first: _Open | None = None
    """The first sounding sign, where slurs are drawn from that began before it."""
    last: str = ""

    def go_on(self, slurs: Sequence[bool], lines: Sequence[str]) -> None:
        """Take over what is open already: slurs (dotted or not) and lines, without a known beginning."""
        nowhere = ET.Element("measure")
        self.slurs = [_Open("", nowhere, dotted) for dotted in slurs]
        self.lines = {kind: _Open("", nowhere) for kind in lines}

    def tie_on(self, pitches: Sequence[Pitch]) -> None:
        """Take over the notes that are tied into the first event, without a known beginning."""
        nowhere = ET.Element("measure")
        self.ties = {(pitch.midi, ZERO): _Open("", nowhere) for pitch in pitches}

    def tie_off(self, pitches: Sequence[Pitch], now: Fraction, edge: str) -> None:
        """Draw the ties of the last notes, which end at `now`, to the edge of their measure: a `@tstamp2`."""
        for pitch in pitches:
            if opened := self.ties.pop((pitch.midi, now), None):
                ET.SubElement(opened.measure, "tie", startid=f"#{opened.start}", tstamp2=edge)

    def break_off(self, slurs: Sequence[bool], lines: Sequence[str]) -> None:
        """Draw what will be closed later as far as the last sign."""
        for opened, dotted in zip(reversed(self.slurs), reversed(slurs), strict=False):
            self._draw_slur(_Open(opened.start, opened.measure, dotted), self.last)
        for kind in lines:
            if found := self.close_line(kind, self.last):
                write_line(kind, *found)

    def _from(self, opened: _Open) -> _Open | None:
        """Return where a sign is drawn from: its beginning, or the first sign that there is."""
        if opened.start or self.first is None:
            return opened if opened.start else None
        return _Open(self.first.start, self.first.measure, opened.dotted)

    def _draw_slur(self, opened: _Open, end: str) -> None:
        before = self._from(opened)
        if before is None or not end or before.start == end:
            return
        slur = ET.SubElement(before.measure, "slur", startid=f"#{before.start}", endid=f"#{end}")
        if before.dotted:
            slur.set("lform", "dotted")

    def tie(self, note: Note, onset: Fraction, length: Fraction, ends: tuple[str, str], measure: ET.Element) -> None:
        """Close the tie that reaches this note and open the one that leaves it; `ends` are its first and last sign."""
        before = self.ties.pop((note.pitch.midi, onset), None)
        if before is not None and before.start:
            ET.SubElement(before.measure, "tie", startid=f"#{before.start}", endid=f"#{ends[0]}")
        elif before is not None:
            ET.SubElement(measure, "tie", tstamp="0", endid=f"#{ends[0]}")
        if note.tied:
            self.ties[(note.pitch.midi, onset + length)] = _Open(ends[1], measure)

    def slur(self, event: Event, start: str, end: str, measure: ET.Element) -> None:
        """Close and open slurs; one that would begin and end on the same event is dropped."""
        self.first = self.first or _Open(start, measure)
        self.last = end
        starts = event.slur_starts
        for _ in range(event.slur_ends):
            if not self.slurs:
                starts -= 1
                continue
            self._draw_slur(self.slurs.pop(), end)
        self.slurs += [_Open(start, measure, place < event.dotted_slurs) for place in range(starts)]

    def open_line(self, kind: str, start: str, measure: ET.Element) -> None:
        """Begin a hairpin or trill line."""
        self.lines[kind] = _Open(start, measure)

    def close_line(self, kind: str, end: str) -> tuple[ET.Element, dict[str, str]] | None:
        """End a hairpin or trill line; returns the measure that holds it and its two ends."""
        opened = self.lines.pop(kind, None)
        before = self._from(opened) if opened else None
        if before is None or not end:
            return None
        return before.measure, {"startid": f"#{before.start}", "endid": f"#{end}"}

    def sing(self, syllables: Sequence[Syllable | None], ids: Ids) -> list[ET.Element]:
        """Return the `<verse>` elements of one event, joined to the syllables before by hyphen or extender."""
        found = []
        for number, syllable in enumerate(syllables, 1):
            if syllable is None:
                continue
            before = self.verses.get(number)
            if syllable.held:
                if before is not None and not before[1]:
                    before[0].set("con", "u")
                continue
            text = clean(syllable.text).strip()
            if not text:
                continue
            inside = before is not None and before[1]
            verse = ET.Element("verse", n=str(number))
            word = {(False, False): "s", (False, True): "i", (True, True): "m", (True, False): "t"}[
                inside, syllable.joined
            ]
            syl = ET.SubElement(verse, "syl", {XML_ID: ids.made(), "wordpos": word})
            if syllable.joined:
                syl.set("con", "d")
            syl.text = text
            self.verses[number] = (syl, syllable.joined)
            found.append(verse)
        return found


@dataclass(slots=True)
class Book:
    """The MEI of one score in the making."""

    ids: Ids = field(default_factory=Ids)

    def text(self, parent: ET.Element, tag: str, text: str, **attributes: str) -> ET.Element | None:
        """Add a text element with an id of its own; None where nothing of the text can be printed."""
        printable = clean(text).strip()
        if not printable:
            return None
        element = ET.SubElement(parent, tag, {XML_ID: self.ids.made(), **attributes})
        element.text = printable
        return element
