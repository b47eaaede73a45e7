"""The lyric row: which sign stands under which note or hold (NOTATION A5)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from core.score.conjuncts import head
from core.score.events import Syllable
from core.tradition.cells.sheet import Sung

HELD_SIGN = "\u09f9"
HASANTA = "\u09cd"
_JOINERS = "\u200c\u200d"
_CONSONANT = "[\u0995-\u09b9\u09dc\u09dd\u09df]\u09bc?"
_PUNCTUATION = r"[\s,;:.!?।॥'\"’”)\]–—-]*"
_CODA = re.compile(rf"(?:{_CONSONANT}{HASANTA}[{_JOINERS}]?|ৎ|[ইউও])+{_PUNCTUATION}$")
_BARE = re.compile(rf"(?:{_CONSONANT}{HASANTA})*{_CONSONANT}[\u09be-\u09cc]+[\u0981]?({_CONSONANT}){_PUNCTUATION}$")
"""A bare consonant after one akshara with a written vowel: নের, গান."""
_CLOSED = re.compile(rf"(?:{_CONSONANT}{HASANTA}[{_JOINERS}]?|ৎ)+{_PUNCTUATION}$")
_GLIDE = re.compile(rf"[ইউওয়]{_PUNCTUATION}$")
_NEVER_BARE = ("হ", "য", "য়", "য\u09bc")


@dataclass(slots=True)
class Slot:
    """A unit while its words are found: what the score says there, verse by verse, and what will stand below."""

    rest: bool
    held: bool
    """A hold: no new pitch."""
    said: tuple[tuple[Syllable | None, ...], ...] = ()
    """The lyrics of the events that the unit stands for, in order."""
    signs: list[str] = field(default_factory=list)
    sung: Sung = Sung.NONE


def set_words(slots: Sequence[Slot], verses: int) -> None:
    """Give every slot its signs and what is sung there, over the whole part."""
    for verse in range(verses):
        for slot in slots:
            slot.signs.append("")
        _Verse(slots, verse).run()


class _Verse:
    def __init__(self, slots: Sequence[Slot], verse: int) -> None:
        self._slots = slots
        self._verse = verse
        self._open: list[Slot] = []
        """The slots of the syllable that is being sung."""
        self._told: list[str] = []
        self._syllable: Syllable | None = None

    def run(self) -> None:
        for slot in self._slots:
            if slot.rest:
                self._finish(None)
            else:
                self._note(slot)
        self._finish(None)

    def _note(self, slot: Slot) -> None:
        said = [one for row in slot.said for one in row[self._verse : self._verse + 1] if one is not None]
        text = "".join(plain(one) for one in said)
        if not text:
            self._go_on(slot, told=bool(said))
        elif self._open and (slot.held or self._closes(text)):
            self._add(slot, text, Sung.HELD)
        else:
            taken = self._finish(text)
            self._syllable = next(one for one in reversed(said) if plain(one))
            self._add(slot, text[len(taken) :], Sung.BEGINS)

    def _go_on(self, slot: Slot, *, told: bool) -> None:
        """Hold the syllable. `told`: the source says so, which counts after a rest too; a tie alone does not."""
        if self._open and (told or slot.held):
            self._add(slot, "", Sung.HELD)
        elif told:
            slot.signs[self._verse] = HELD_SIGN
            self._sing(slot, Sung.HELD)
        else:
            self._finish(None)

    def _add(self, slot: Slot, text: str, sung: Sung) -> None:
        self._open.append(slot)
        self._told.append(text)
        self._sing(slot, sung)

    def _sing(self, slot: Slot, sung: Sung) -> None:
        if self._verse == 0:
            slot.sung = sung

    def _closes(self, text: str) -> bool:
        """Tell whether a text of its own only ends the syllable before: র্, or a glide of the same word."""
        if _CLOSED.fullmatch(text):
            return True
        joined = self._syllable is not None and self._syllable.joined
        return joined and _GLIDE.fullmatch(text) is not None

    def _finish(self, following: str | None) -> str:
        """Write the signs of the syllable that ends; returns what it took over from the following one."""
        row, told = self._open, self._told
        self._open, self._told = [], []
        taken = ""
        if not row:
            return taken
        first, coda = told[0], ""
        if len(row) > 1 and not told[-1]:
            first, coda = parted(told[0])
            if not coda and following and self._syllable is not None and self._syllable.joined:
                coda = taken = head(following)
        for slot, text in zip(row, told, strict=True):
            slot.signs[self._verse] = text or HELD_SIGN
        row[0].signs[self._verse] = first
        if coda:
            row[-1].signs[self._verse] = coda
        return taken


def plain(syllable: Syllable) -> str:
    """Return the text of a syllable without ৹ and blanks; empty where the one before is held."""
    if syllable.held:
        return ""
    return syllable.text.strip().strip(HELD_SIGN).strip()


def parted(text: str) -> tuple[str, str]:
    """Cut the closing consonant or glide off a syllable: সেই -> সে, ই; নের -> নে, র্. Empty where there is none."""
    found = _CODA.search(text)
    if found is not None and found.start() > 0:
        return text[: found.start()], text[found.start() :]
    bare = _BARE.fullmatch(text)
    if bare is not None and bare[1] not in _NEVER_BARE:
        return text[: bare.start(1)], bare[1] + HASANTA + text[bare.end(1) :]
    return text, ""
