"""Fixes of ties, slurs and octaves."""

import math
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from core.formats.abc.fixes.edit import Sign, Source, fix
from core.formats.abc.reading.tune import SHORTHAND
from core.formats.abc.reading.voice import jump_of
from core.score.check_singing import KEYBOARD, VOICE
from core.score.diagnostic import Diagnostic, Edit, Fix
from core.score.events import Event, Note
from core.score.pitch import Pitch

LONGEST_CHAIN = 32
"""So many ties to other pitches, to each side of one, are made one slur at most."""
_OCTAVE = re.compile(r"([A-Ga-g])([,']*)")


def tie_pitch(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Hold the note where dashes stand apart from it; make one slur of ties to other pitches; or take the tie out."""
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
    yield from _held(source, finding, before)
    first, last = index - 1, index
    while first > 0 and index - first < LONGEST_CHAIN and _to_another(source, row[first - 1], row[first]):
        first -= 1
    while last + 1 < len(row) and last - index < LONGEST_CHAIN and _to_another(source, row[last], row[last + 1]):
        last += 1
    yield from _slurred(source, row[first : last + 1])
    yield fix("Take the tie out", *(tie.take_out() for tie in ties))


def _to_another(source: Source, one: Event, two: Event) -> bool:
    """Say whether a tie leads from one event to the other, which has other pitches, and neither has a slur."""
    if not any(note.tied for note in one.notes) or one.slur_starts or two.slur_ends or one.slur_ends:
        return False
    same = {note.pitch for note in one.notes} & {note.pitch for note in two.notes}
    return bool(two.notes) and not same and len(_ties(source, one)) == 1


def _slurred(source: Source, run: Sequence[Event]) -> Iterator[Fix]:
    """Write one slur over events in the place of the ties between them."""
    first, last = run[0].span, run[-1].span
    ties = [_ties(source, event) for event in run[:-1]]
    if first is None or last is None or any(len(row) != 1 for row in ties):
        return
    if run[0].slur_starts or run[-1].slur_ends or not all(event.notes for event in run):
        return
    yield fix(
        "Write a slur instead",
        Edit(first.line, first.column, 0, "("),
        *(row[0].take_out() for row in ties),
        Edit(last.line, last.column + last.length, 0, ")"),
    )


def _held(source: Source, finding: Diagnostic, event: Event) -> Iterator[Fix]:
    """Lengthen a note by a unit for each dash that stands apart behind it, as Jianpu holds a note.

    A tie has to stand right at its note (ABC 2.1, 4.11). The first such finding of a tune offers it for all of them.
    """
    edit = _hold(source, event)
    if edit is None:
        return
    ties = [row for row in source.tune.diagnostics if row.code in ("tie-pitch", "tie-rest", "tie-end")]
    if len(ties) > 1 and ties[0] is finding:
        rows = [found for row in ties if (found := source.at(row))]
        # what a tie-pitch stands on is the note after the tie
        steps = [row.code == "tie-pitch" for row in ties if source.at(row)]
        places = [(part, index - step) for (part, _, index), step in zip(rows, steps, strict=True)]
        edits = [made for part, index in places if (made := _hold(source, source.row(part)[index]))]
        if len(edits) > 1:
            yield fix("Hold the notes that dashes stand behind", *edits)
    yield fix(f"Hold the note: {edit.text} for its dashes", edit)


def _hold(source: Source, event: Event) -> Edit | None:
    """Return the edit that writes the dashes behind a note as its length; None where there are none."""
    span = event.span
    if span is None or event.tuplet or not event.notes:
        return None
    tail = source.tail(event)
    dashes = [sign for sign in tail if sign.kind == "tie"]
    text = source.text_of(span.line)[span.column - 1 :][: span.length]
    if not dashes or tail[0].kind != "space" or text[-1:].isdigit() or "/" in text:
        return None
    if any(sign.kind == "endslur" for sign in tail):
        return None
    end = span.column + span.length
    return Edit(span.line, end, tail[-1].end - end, str(1 + len(dashes)))


def tie_out(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Take out a tie that leads nowhere, or hold the note where dashes stand apart from it."""
    found = source.at(finding)
    if found:
        part, _, index = found
        ties = _ties(source, source.row(part)[index])
        if ties:
            yield from _held(source, finding, source.row(part)[index])
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


def moved_mark(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Put what stands behind a note, before a bar line or the end, over that note; or take it out."""
    found = source.at(finding)
    event = source.row(found[0])[found[2]] if found else None
    if event is None or event.span is None:
        return
    span = event.span
    signs: list[Sign] = []
    grace = False
    for sign in source.after(span.line, span.column + span.length):
        if sign.kind == ("bar" if finding.code == "mark-bar" else "note") and not grace:
            break
        grace = (grace or sign.kind == "grace") and sign.kind != "endgrace"
        if grace or sign.kind in ("decoration", "symbol", "quoted", "slur", "endgrace"):
            signs.append(sign)
    signs = [sign for sign in signs if jump_of(SHORTHAND.get(sign.text, sign.text.strip("!+"))) is None]
    over = [sign for sign in signs if sign.kind in ("decoration", "symbol", "quoted")]
    if over:
        text = "".join(sign.text for sign in over)
        out = [sign.take_out() for sign in signs]
        yield fix(f"Write {text[:20]} before the note", Edit(span.line, span.column, 0, text), *out)
    elif signs and finding.code == "mark-end":
        yield fix("Take it out", *(sign.take_out() for sign in signs))


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
