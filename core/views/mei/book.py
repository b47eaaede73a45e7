"""What is kept while a score is written as MEI: ids, and ties, slurs and hairpins that are still open."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from core.score.diagnostic import Diagnostic
from core.score.events import Event, Note, Syllable
from core.views.svg import clean

XML_ID = "xml:id"
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


@dataclass(slots=True)
class Spanners:
    """Ties, slurs, hairpins and sung words of one part that reach over events and bar lines."""

    ties: dict[tuple[object, Fraction], _Open] = field(default_factory=dict)
    slurs: list[_Open] = field(default_factory=list)
    lines: dict[str, _Open] = field(default_factory=dict)
    verses: dict[int, tuple[ET.Element, bool]] = field(default_factory=dict)
    """The last syllable of each verse, and whether a hyphen leads on from it."""

    def tie(self, note: Note, onset: Fraction, length: Fraction, ends: tuple[str, str], measure: ET.Element) -> None:
        """Close the tie that reaches this note and open the one that leaves it; `ends` are its first and last sign."""
        before = self.ties.pop((note.pitch.midi, onset), None)
        if before is not None:
            ET.SubElement(before.measure, "tie", startid=f"#{before.start}", endid=f"#{ends[0]}")
        if note.tied:
            self.ties[(note.pitch.midi, onset + length)] = _Open(ends[1], measure)

    def slur(self, event: Event, start: str, end: str, measure: ET.Element) -> None:
        """Close and open slurs; one that would begin and end on the same event is dropped."""
        starts = event.slur_starts
        for _ in range(event.slur_ends):
            if not self.slurs:
                starts -= 1
                continue
            before = self.slurs.pop()
            ET.SubElement(before.measure, "slur", startid=f"#{before.start}", endid=f"#{end}")
        self.slurs += [_Open(start, measure)] * max(0, starts)

    def open_line(self, kind: str, start: str, measure: ET.Element) -> None:
        """Begin a hairpin or trill line."""
        self.lines[kind] = _Open(start, measure)

    def close_line(self, kind: str, end: str) -> tuple[ET.Element, dict[str, str]] | None:
        """End a hairpin or trill line; returns the measure that holds it and its two ends."""
        before = self.lines.pop(kind, None)
        if before is None:
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
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def text(self, parent: ET.Element, tag: str, text: str, **attributes: str) -> ET.Element | None:
        """Add a text element with an id of its own; None where nothing of the text can be printed."""
        printable = clean(text).strip()
        if not printable:
            return None
        element = ET.SubElement(parent, tag, {XML_ID: self.ids.made(), **attributes})
        element.text = printable
        return element
