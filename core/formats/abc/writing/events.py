"""Notes, chords and rests as canonical ABC."""

import re
from dataclasses import replace
from fractions import Fraction
from itertools import groupby

from core.formats.abc.reading.music import LONGEST
from core.formats.abc.reading.rhythm import DEFAULT_NORMAL
from core.formats.abc.writing.fields import Lost, accidental_sign, one_line
from core.score.events import Event, Grace, Note, Rest, Tuplet
from core.score.pitch import Alter, Pitch, from_midi

MOST_LENGTH = 4096
"""Numerator of whole lengths and denominator that the reader takes; numerators have four digits at most."""
MOST_TUPLET = 64
LOWEST, HIGHEST = -1, 9
PLACES = ("^", "_", "<", ">", "@")

_DECORATION = re.compile(r"[A-Za-z0-9().+<>/^~_=*?' \-]{1,60}")
_QUOTES = re.compile(r'["“”„]')


class EventWriter:
    """Writes events of one tune; the unit length is that of its header."""

    def __init__(self, unit: Fraction, lost: Lost) -> None:
        self.unit = unit
        self.lost = lost
        self.clef_octave = 0
        self.bar = Fraction(1)
        """What a whole-bar rest takes in the metre in force."""

    def event(self, event: Event, tuplet: str, marks: list[str]) -> str:
        """Return an event with all that hangs on it. `marks` are playback signs that its decorations lack."""
        text = "".join(".(" if place < event.dotted_slurs else "(" for place in range(event.slur_starts))
        text += tuplet + self._graces(event.graces)
        text += "".join(map(self._chord_symbol, event.chord_symbols))
        text += "".join(map(self._annotation, event.annotations))
        text += "".join(map(self.decoration, (*marks, *event.decorations)))
        text += self._sound(event)
        return text + ")" * event.slur_ends

    # -- what sounds ----------------------------------------------------------------------------------------------

    def _sound(self, event: Event) -> str:
        ratio = written_of(event) / self.unit
        if not event.notes:
            return self._rest(event, ratio)
        if len(event.notes) == 1:
            note = event.notes[0]
            if note.duration != event.duration:
                self.lost.say("A note that is longer or shorter than its place in time is written as long as that.")
            return self._pitch(note.pitch, note.accidental) + self.length(ratio) + "-" * note.tied
        tied = all(note.tied for note in event.notes)
        tail = "-" if tied else ""
        if all(note.duration == event.duration for note in event.notes):
            return f"[{''.join(self._inner(note, '', tied) for note in event.notes)}]{self.length(ratio)}{tail}"
        # the first note of a chord of unequal lengths moves time (ABC 2.1, 4.17)
        first = next((note for note in event.notes if note.duration == event.duration), None)
        if first is None:
            self.lost.say("The first note of a chord is made as long as the chord's place in time.")
            first = replace(event.notes[0], duration=event.duration)
            notes = (first, *event.notes[1:])
        else:
            notes = event.notes if first is event.notes[0] else (first, *(n for n in event.notes if n is not first))
        lengths = [self.length(ratio * note.duration / event.duration) for note in notes]
        return f"[{''.join(self._inner(*pair, tied) for pair in zip(notes, lengths, strict=True))}]{tail}"

    def _inner(self, note: Note, length: str, tied: bool) -> str:
        return self._pitch(note.pitch, note.accidental) + length + ("-" if note.tied and not tied else "")

    def _rest(self, event: Event, ratio: Fraction) -> str:
        kind = event.rest or Rest.VISIBLE
        if kind in (Rest.WHOLE_BARS, Rest.WHOLE_BARS_INVISIBLE):
            if written_of(event) == self.bar:
                return str(kind.value)
            self.lost.say("A whole-bar rest that is not as long as its bar is written as a plain rest.")
        return str(kind.value).lower() + self.length(ratio)

    def _pitch(self, pitch: Pitch, accidental: Alter | None) -> str:
        octave = pitch.octave - self.clef_octave
        if not LOWEST <= octave <= HIGHEST:
            self.lost.say("A pitch beyond the ten octaves of ABC is written in the nearest of them.")
            octave = max(LOWEST, min(HIGHEST, octave))
        sign = "" if accidental is None else accidental_sign(accidental)
        if octave > 4:
            return sign + pitch.step.lower() + "'" * (octave - 5)
        return sign + pitch.step + "," * (4 - octave)

    def length(self, ratio: Fraction) -> str:
        """Return a length in units: nothing, `2`, `/`, `3/2`."""
        held = ratio
        if not readable(ratio):
            held = min(ratio, Fraction(MOST_LENGTH)).limit_denominator(MOST_LENGTH) or Fraction(1, MOST_LENGTH)
            held = held if readable(held) else held.limit_denominator(1)
        held = min(held, LONGEST / self.unit)
        if held != ratio:
            self.lost.say("A length that ABC has no number for is written as the nearest one.")
        if held == Fraction(1, 2):
            return "/"
        above, below = held.as_integer_ratio()
        over = "" if above == 1 else str(above)
        return over if below == 1 else f"{over}/{below}"

    # -- what hangs on it -----------------------------------------------------------------------------------------

    def _graces(self, graces: tuple[Grace, ...]) -> str:
        return "".join(
            "{" + "/" * slashed
            + "".join(self._pitch(g.pitch, g.accidental) + self.length(g.length / self.unit) for g in group) + "}"
            for slashed, group in groupby(graces, key=lambda grace: grace.slashed)
        )  # fmt: skip

    def _chord_symbol(self, text: str) -> str:
        if not text.strip() or text[0] in PLACES:
            self.lost.say("A chord symbol that is empty or begins with a place sign is left out.")
            return ""
        if "|" in text:
            self.lost.say("A bar line in a chord symbol becomes a stroke.")
        return self._quoted(text.replace("|", "/"))

    def _annotation(self, text: str) -> str:
        return self._quoted(text if text[:1] in PLACES else f"^{text}")

    def _quoted(self, text: str) -> str:
        held = _QUOTES.sub("'", text)
        if held != text:
            self.lost.say("Quotation marks in chord symbols and annotations become apostrophes.")
        if "\n" in held or "\r" in held:
            held = one_line(held, self.lost)
        return f'"{held}"'

    def decoration(self, name: str) -> str:
        """Return a decoration; only staccato has a short form that every program knows."""
        if name == "staccato":
            return "."
        if not _DECORATION.fullmatch(name) or name != name.strip():
            self.lost.say("A decoration whose name has other signs than ABC allows is left out.")
            return ""
        return f"!{name}!"


def written_of(event: Event) -> Fraction:
    """Return the value to write: the one before its tuplet, or simply its duration where the two disagree."""
    tuplet = event.tuplet if _holds(event.tuplet) else None
    factor = Fraction(tuplet.normal, tuplet.actual) if tuplet else 1
    return event.written if event.written * factor == event.duration else event.duration / factor


def tuplet_starts(events: tuple[Event, ...], lost: Lost) -> dict[int, str]:
    """Return the `(p:q:r` that stands before each event that begins a tuplet, by place."""
    starts: dict[int, str] = {}
    place = 0
    for tuplet, group in groupby(events, key=lambda event: event.tuplet):
        size = len(list(group))
        if tuplet is not None and not _holds(tuplet):
            lost.say(f"A tuplet of {tuplet.actual} in the time of {tuplet.normal} is written by its notes' lengths.")
        elif tuplet is not None:
            for first in range(place, place + size, MOST_TUPLET):
                starts[first] = _tuplet(tuplet, min(MOST_TUPLET, place + size - first))
        place += size
    return starts


def _holds(tuplet: Tuplet | None) -> bool:
    return tuplet is not None and 2 <= tuplet.actual <= MOST_TUPLET and 1 <= tuplet.normal <= MOST_TUPLET


def _tuplet(tuplet: Tuplet, notes: int) -> str:
    if notes == tuplet.actual and DEFAULT_NORMAL.get(tuplet.actual) == tuplet.normal:
        return f"({tuplet.actual}"
    return f"({tuplet.actual}:{tuplet.normal}:{notes}"


def readable(ratio: Fraction) -> bool:
    """Say whether the reader takes a length of so many units."""
    above, below = ratio.as_integer_ratio()
    return 0 < ratio <= MOST_LENGTH and below <= MOST_LENGTH and above < 10_000


def spelled(pitch: Pitch) -> Pitch:
    """Return the pitch in a spelling that ABC has: no more than a double sharp or flat."""
    if -2 <= pitch.alter <= 2:
        return pitch
    whole = int(pitch.midi)
    near = from_midi(whole, flats=pitch.alter < 0)
    return Pitch(near.step, near.octave, near.alter + (pitch.midi - whole))
