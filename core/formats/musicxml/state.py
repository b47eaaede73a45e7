"""Where the reading of a part of MusicXML stands: the cursor, the signs in force, what each staff holds."""

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from xml.etree.ElementTree import Element

from core.formats.musicxml.drafts import Bar
from core.formats.musicxml.values import Transposition, number_in, whole_in
from core.score.events import ZERO
from core.score.signatures import Clef, Key, Metre

MOST_STAVES = 16


@dataclass(slots=True)
class Staff:
    """One staff: its measures so far and the signs in force."""

    clef: Clef = Clef()
    key: Key = Key()
    metre: Metre = Metre((), 4)
    bars: list[Bar] = field(default_factory=list)
    transposition: Transposition = Transposition()
    tab: bool = False
    strokes: bool = False
    """Notes without a pitch were left out of it."""


class PartState:
    """What the readers of a part share. What the score has no place for is counted in `left_out`."""

    def __init__(self, name: str, left_out: Counter[str]) -> None:
        self.name = name
        self.left_out = left_out
        self.staves: dict[int, Staff] = {1: Staff()}
        self.divisions = Fraction(1)
        self.cursor = ZERO
        self.reach = ZERO
        """The furthest that the cursor came in this measure."""
        self.measure = 0

    def staff(self, element: Element) -> Staff:
        """Return the staff that an element names, else the first."""
        return self.numbered(whole_in(element.findtext("staff"), 1, MOST_STAVES) or 1)

    def numbered(self, number: int) -> Staff:
        """Return a staff by its number; one that is new is given the measures before."""
        found = self.staves.get(number)
        if found is None:
            model = self.staves[1]
            found = self.staves[number] = Staff(key=model.key, metre=model.metre, transposition=model.transposition)
            for bar in model.bars:
                found.bars.append(Bar(bar.key, bar.metre, length=bar.length))
        return found

    def begin_measure(self) -> None:
        """Open the next measure on every staff."""
        self.measure += 1
        self.cursor = self.reach = ZERO
        for staff in self.staves.values():
            staff.bars.append(Bar(staff.key, staff.metre))

    def move(self, length: Fraction) -> None:
        """Move the cursor on or back; never before the bar line."""
        self.cursor = max(ZERO, self.cursor + length)
        self.reach = max(self.reach, self.cursor)

    def length(self, element: Element) -> Fraction:
        """Return a `duration` in whole notes; 0 where it is missing or broken."""
        found = number_in(element.findtext("duration"))
        return found / self.divisions / 4 if found is not None and found > 0 else ZERO
