"""A part of MusicXML while it is read, and how its drafts become measures."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from core.score.events import ZERO, Event, Grace, Note, Rest, Syllable, Tuplet
from core.score.score import Barline, Change, Mark, Measure
from core.score.signatures import Key, Metre

MOST_LAYERS = 64


@dataclass(frozen=True, slots=True)
class Lyric:
    """One verse's entry at a note. `extends`: the line after it begins, goes on or ends here."""

    text: str = ""
    joined: bool = False
    extends: str = ""


@dataclass(slots=True)
class Draft:
    """An event that chords, lyrics and signs may still add to. Times in whole notes from the bar line."""

    onset: Fraction
    duration: Fraction
    ratio: tuple[int, int] | None = None
    notes: list[Note] = field(default_factory=list)
    rest: Rest | None = None
    graces: list[Grace] = field(default_factory=list)
    lyrics: dict[str, Lyric] = field(default_factory=dict)
    opens_tuplet: bool = False
    slur_starts: int = 0
    slur_ends: int = 0
    dotted_slurs: int = 0
    beamed: bool = False
    decorations: list[str] = field(default_factory=list)
    chord_symbols: list[str] = field(default_factory=list)
    annotations: list[str] = field(default_factory=list)

    @property
    def end(self) -> Fraction:
        """Where it stops."""
        return self.onset + self.duration


@dataclass(slots=True)
class Bar:
    """One measure of one staff. `hung` are signs for whatever stands at a moment: list name of the draft, text."""

    key: Key
    metre: Metre
    changes: list[Change] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    left: Barline = Barline("")
    right: Barline = Barline("|")
    ending: tuple[int, ...] = ()
    closes: bool = False
    """An ending's bracket stops at its end."""
    line_end: bool = False
    voices: dict[str, list[Draft]] = field(default_factory=dict)
    hung: list[tuple[Fraction, str, str]] = field(default_factory=list)
    length: Fraction = ZERO
    empty: bool = False
    """Of no length on purpose: nothing is in it and it is not counted."""


def _in_order(name: str) -> tuple[bool, list[tuple[int, str]]]:
    """Let numbers stand before words, and `part1verse2` before `part1verse10`."""
    pieces = re.findall(r"([0-9]*)([^0-9]*)", name)
    return not name.isdigit(), [(int(number or 0), text) for number, text in pieces]


class Verses:
    """Which verse each lyric number or name of a staff is, and what goes on from note to note."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = sorted(set(names), key=_in_order)
        self.going: dict[tuple[str, str], bool] = {}
        """Lines of held syllables by voice and verse, and whether the syllable leads on to the next."""

    def of(self, draft: Draft, voice: str) -> tuple[Syllable | None, ...]:
        """Return the syllables of a draft; a rest ends what was held."""
        if not draft.notes:
            self.going = {key: joined for key, joined in self.going.items() if key[0] != voice}
            return ()
        found = [self._one(draft.lyrics.get(name), (voice, name)) for name in self.names]
        while found and found[-1] is None:
            found.pop()
        return tuple(found)

    def _one(self, lyric: Lyric | None, key: tuple[str, str]) -> Syllable | None:
        if lyric is None:
            return Syllable("", self.going[key], held=True) if key in self.going else None
        if not lyric.text:
            joined = self.going.pop(key, False)
            if lyric.extends != "stop":
                self.going[key] = joined
            return Syllable("", joined, held=True)
        self.going.pop(key, None)
        if lyric.extends and lyric.extends != "stop":
            self.going[key] = lyric.joined
        return Syllable(lyric.text, lyric.joined)


def freeze(bar: Bar, length: Fraction, verses: Verses) -> tuple[Measure, int]:
    """Return the measure, filled with rests to `length`, and how many notes overlapped within a voice."""
    lines, overlaps = _lines(bar)
    if not lines and length:
        kind = Rest.WHOLE_BARS if length == bar.metre.length else Rest.VISIBLE
        lines = [("", [Draft(ZERO, length, rest=kind)])]
    for place, (_, line) in enumerate(lines):
        _fill(line, length if place == 0 else ZERO)
    for onset, sign, text in bar.hung:
        target = _at(lines, onset)
        if target is not None:
            getattr(target, sign).append(text)
    layers = tuple(_layer(line, voice, verses) for voice, line in lines)
    measure = Measure(
        layers,
        bar.key,
        bar.metre,
        tuple(sorted(bar.changes, key=lambda change: change.onset)),
        tuple(sorted(bar.marks, key=lambda mark: mark.onset)),
        bar.left,
        bar.right,
        bar.ending,
        bar.line_end,
    )
    return measure, overlaps


def _lines(bar: Bar) -> tuple[list[tuple[str, list[Draft]]], int]:
    """Return the voices in order, each without overlaps: what overlaps goes to a line of its own."""
    lines: list[tuple[str, list[Draft]]] = []
    overlaps = 0
    for voice in sorted(bar.voices, key=lambda name: (not name.isdigit(), int(name) if name.isdigit() else 0, name)):
        own: list[list[Draft]] = []
        for draft in sorted(bar.voices[voice], key=lambda d: d.onset):
            line = next((line for line in own if line[-1].end <= draft.onset), None)
            if line is None and len(own) < MOST_LAYERS:
                overlaps += bool(own)
                own.append([draft])
            elif line is not None:
                line.append(draft)
        lines += [(voice, line) for line in own]
    return lines, overlaps


def _fill(line: list[Draft], length: Fraction) -> None:
    """Put rests that are not drawn where a voice is silent without saying so."""
    now = ZERO
    filled: list[Draft] = []
    for draft in line:
        if draft.onset > now:
            filled.append(Draft(now, draft.onset - now, rest=Rest.INVISIBLE))
        filled.append(draft)
        now = draft.end
    if now < length:
        filled.append(Draft(now, length - now, rest=Rest.INVISIBLE))
    line[:] = filled


def _at(lines: Sequence[tuple[str, list[Draft]]], onset: Fraction) -> Draft | None:
    """Return what begins at a moment, notes before rests, else what is going on then in the first voice."""
    here = [draft for _, line in lines for draft in line if draft.onset == onset]
    found = next((draft for draft in here if draft.notes), here[0] if here else None)
    if found is None and lines:
        before = [draft for draft in lines[0][1] if draft.onset <= onset]
        found = before[-1] if before else lines[0][1][0]
    return found


def _layer(line: Sequence[Draft], voice: str, verses: Verses) -> tuple[Event, ...]:
    events: list[Event] = []
    serial = 0
    last: tuple[int, int] | None = None
    for draft in line:
        if draft.ratio is not None and (draft.opens_tuplet or draft.ratio != last):
            serial += 1
        last = draft.ratio
        actual, normal = draft.ratio or (1, 1)
        events.append(
            Event(
                draft.onset,
                draft.duration,
                draft.duration * actual / normal,
                tuple(draft.notes),
                None if draft.notes else draft.rest or Rest.VISIBLE,
                tuple(draft.graces),
                verses.of(draft, voice),
                Tuplet(actual, normal, serial) if draft.ratio else None,
                draft.slur_starts,
                draft.slur_ends,
                draft.dotted_slurs,
                draft.beamed and bool(draft.notes),
                tuple(dict.fromkeys(draft.decorations)),
                tuple(draft.chord_symbols),
                tuple(draft.annotations),
            )
        )
    return tuple(events)
