"""Fixes of ties, slurs and octaves."""

import math
import re
from collections.abc import Iterator
from fractions import Fraction

from core.formats.abc.fixes.edit import Sign, Source, fix
from core.score.check_singing import KEYBOARD, VOICE
from core.score.diagnostic import Diagnostic, Edit, Fix
from core.score.events import Event, Note
from core.score.pitch import Pitch

_OCTAVE = re.compile(r"([A-Ga-g])([,']*)")


def tie_pitch(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Make a slur of a tie that leads to another pitch, or take it out."""
    found = source.at(finding)
    if found is None:
        return
    part, _, index = found
    row = source.row(part)
    if not index:
        return
    before, after = row[index - 1], row[index]
    ties = _ties(source, before)
    if not ties or before.span is None or after.span is None:
        return
    if len(ties) == 1 and not before.slur_starts and not after.slur_ends and before.notes:
        yield fix(
            "Write a slur instead",
            Edit(before.span.line, before.span.column, 0, "("),
            ties[0].take_out(),
            Edit(after.span.line, after.span.column + after.span.length, 0, ")"),
        )
    yield fix("Take the tie out", *(tie.take_out() for tie in ties))


def tie_out(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Take out a tie that leads nowhere."""
    found = source.at(finding)
    if found:
        part, _, index = found
        ties = _ties(source, source.row(part)[index])
        if ties:
            yield fix("Take the tie out", *(tie.take_out() for tie in ties))


def _ties(source: Source, event: Event) -> list[Sign]:
    """Return the tie signs of an event: inside its chord, and behind it."""
    span = event.span
    if span is None:
        return []
    inside = [
        sign
        for sign in source.after(span.line, span.column)
        if sign.column < span.column + span.length and sign.kind == "tie"
    ]
    return inside + [sign for sign in source.tail(event) if sign.kind == "tie"]


def slur_same(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Write a tie in the place of a slur over two equal notes."""
    found = source.at(finding)
    if found is None:
        return
    part, _, index = found
    row = source.row(part)
    one, two = row[index], row[index + 1]
    opening, closing = _opening(source, one), _closing(source, two)
    if opening and closing and one.span:
        tie = Edit(one.span.line, one.span.column + one.span.length, 0, "-")
        yield fix("Write a tie instead", opening.take_out(), tie, closing.take_out())


def slur_open(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Take out a slur that never ends."""
    found = source.at(finding)
    if found:
        opening = _opening(source, source.row(found[0])[found[2]])
        if opening:
            yield fix("Take the ( out", opening.take_out())


def slur_close(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Take out the end of a slur that never began."""
    sign = source.sign_at(finding.line, finding.column)
    if sign and sign.kind == "endslur":
        yield fix("Take the ) out", sign.take_out())
        return
    found = source.at(finding)
    if found:
        closing = _closing(source, source.row(found[0])[found[2]])
        if closing:
            yield fix("Take the ) out", closing.take_out())


def _opening(source: Source, event: Event) -> Sign | None:
    if event.span is None:
        return None
    for sign in source.before(event.span.line, event.span.column):
        if sign.kind == "slur":
            return sign
        if sign.kind in ("note", "rest", "endchord", "bar"):
            return None
    return None


def _closing(source: Source, event: Event) -> Sign | None:
    return next((sign for sign in reversed(source.tail(event)) if sign.kind == "endslur"), None)


# -- octaves ----------------------------------------------------------------------------------------------------------


def octave_down(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Write the notes above the range an octave lower."""
    yield from _octave(source, finding, -1)


def octave_up(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Write the notes below the range an octave higher."""
    yield from _octave(source, finding, 1)


def _octave(source: Source, finding: Diagnostic, way: int) -> Iterator[Fix]:
    for part in source.tune.score.parts:
        events = [event for measure in part.measures for layer in measure.layers for event in layer]
        low, high = VOICE if any(event.lyrics for event in events) else KEYBOARD
        outside = [
            note
            for event in events
            for note in event.notes
            if (note.pitch.midi > high.midi if way < 0 else note.pitch.midi < low.midi)
        ]
        if any(note.span and (note.span.line, note.span.column) == (finding.line, finding.column) for note in outside):
            far = max(_octaves(note, high if way < 0 else low) for note in outside)
            edits = [
                edit
                for note in outside
                if (edit := _moved(source, note, way * _octaves(note, high if way < 0 else low)))
            ]
            what, many = "it" if len(edits) == 1 else "them", "an octave" if far == 1 else f"{far} octaves"
            yield fix(f"Write {what} {many} {'lower' if way < 0 else 'higher'}", *edits)


def _octaves(note: Note, limit: Pitch) -> int:
    """Return how many octaves a note is beyond a limit, begun ones counted."""
    return math.ceil(abs(Fraction(note.pitch.midi) - Fraction(limit.midi)) / 12)


def _moved(source: Source, note: Note, way: int) -> Edit | None:
    if note.span is None:
        return None
    text = source.text_of(note.span.line)
    found = _OCTAVE.search(text, note.span.column - 1)
    if found is None or found.start() >= note.span.column - 1 + note.span.length:
        return None
    octave = (1 if found[1].islower() else 0) + found[2].count("'") - found[2].count(",") + way
    letter = found[1].lower() if octave > 0 else found[1].upper()
    marks = "'" * (octave - 1) if octave > 0 else "," * -octave
    return Edit(note.span.line, found.start() + 1, found.end() - found.start(), letter + marks)
