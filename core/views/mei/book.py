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
CUT_TIP = "cut."
"""How the XML id of a hairpin begins whose tip lies beyond an edge: there it is open. One of a kind is open at most."""
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


Begin = tuple[ET.Element, dict[str, str]]
"""The measure that holds a sign, and where in it the sign begins."""


def write_line(kind: str, measure: ET.Element, ends: dict[str, str]) -> None:
    """Write a hairpin, trill line or the like."""
    tag, attributes = LINE_SHAPES[kind]
    line = ET.SubElement(measure, tag, {**ends, **attributes})
    if {"cres": "tstamp", "dim": "tstamp2"}.get(kind) in ends:
        line.set(XML_ID, f"{CUT_TIP}{kind}")


def _write_slur(begin: Begin, end: dict[str, str], *, dotted: bool) -> None:
    slur = ET.SubElement(begin[0], "slur", begin[1] | end)
    if dotted:
        slur.set("lform", "dotted")


def _to(begin: Begin, measures: Sequence[ET.Element], beat: str) -> str:
    """Return a beat of the last measure as a `@tstamp2`, which counts measures from where a sign begins."""
    first = next((place for place, measure in enumerate(measures) if measure is begin[0]), 0)
    return f"{len(measures) - 1 - first}m+{beat}"


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
    head: ET.Element | None = None
    """The measure from whose left edge is drawn what is open without a known beginning; else from the first sign."""

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

    def run_on(self, slurs: Sequence[bool], lines: Sequence[str], measures: Sequence[ET.Element], beat: str) -> None:
        """Draw what will be closed later to the right edge of the last measure, which is at `beat`."""
        for opened, dotted in zip(reversed(self.slurs), reversed(slurs), strict=False):
            if begin := self._begin(opened):
                _write_slur(begin, {"tstamp2": _to(begin, measures, beat)}, dotted=dotted)
        for kind in lines:
            opened_line = self.lines.pop(kind, None)
            if opened_line is not None and (begin := self._begin(opened_line)):
                write_line(kind, begin[0], begin[1] | {"tstamp2": _to(begin, measures, beat)})

    def word_on(self, measures: Sequence[ET.Element]) -> None:
        """Write the hyphen of a word that goes on after the last sign: Verovio draws one to a later sign alone."""
        signs = (sign for measure in measures for sign in measure.iter() if sign.get(XML_ID) == self.last)
        sung = {syl.get(XML_ID) for sign in signs for syl in sign.iter("syl")}
        for syl, joined in self.verses.values():
            if joined and syl.get(XML_ID) in sung:
                syl.attrib.pop("con")
                syl.text = f"{syl.text}-"

    def _begin(self, opened: _Open) -> Begin | None:
        """Return where a sign is drawn from: its beginning, or the left edge, or the first sign that there is."""
        if opened.start:
            return opened.measure, {"startid": f"#{opened.start}"}
        if self.head is not None:
            return self.head, {"tstamp": "0", "staff": "1"}
        return (self.first.measure, {"startid": f"#{self.first.start}"}) if self.first else None

    def _draw_slur(self, opened: _Open, end: str) -> None:
        begin = self._begin(opened)
        if begin is not None and end and begin[1].get("startid") != f"#{end}":
            _write_slur(begin, {"endid": f"#{end}"}, dotted=opened.dotted)

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
        begin = self._begin(opened) if opened else None
        if begin is None or not end:
            return None
        return begin[0], begin[1] | {"endid": f"#{end}"}

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
