"""Bars as a text of ABC can have them: none without content, and bar lines in pairs that are read back."""

from collections.abc import Sequence
from dataclasses import replace

from core.formats.abc.writing.fields import Lost
from core.score.events import ZERO, Event, Rest
from core.score.score import Barline, Change, Mark, Measure

STYLES = ("", "|", "||", "|]", "[|", ".|")
NO_LINE = Barline("")


def writable(measures: Sequence[Measure], lost: Lost) -> list[Measure]:
    """Return the measures without empty ones, whose signs go to their neighbours."""
    rows: list[Measure] = []
    changes: tuple[Change, ...] = ()
    marks: tuple[Mark, ...] = ()
    left = NO_LINE
    for measure in measures:
        full = _filled(_styled(measure, lost), first=not rows, lost=lost)
        if changes or marks:
            full = replace(full, changes=(*changes, *full.changes), marks=(*marks, *full.marks))
        if left != NO_LINE and full.left == NO_LINE:
            full = replace(full, left=left)
        if not _void(full):
            rows.append(full)
            changes, marks, left = (), (), NO_LINE
            continue
        lost.say("A bar without notes and rests is left out.")
        changes = tuple(Change(ZERO, change.value) for change in full.changes)
        marks = tuple(Mark(ZERO, mark.name) for mark in full.marks)
        left = full.left
        if rows:
            rows[-1] = _closed_anew(rows[-1], full)
    if marks and rows:
        end = rows[-1].events[-1].onset + rows[-1].events[-1].duration if rows[-1].events else ZERO
        rows[-1] = replace(rows[-1], marks=(*rows[-1].marks, *(Mark(end, mark.name) for mark in marks)))
    lined = _lined(rows)
    return [_paired(lined[place - 1] if place else None, measure, lost) for place, measure in enumerate(lined)]


def _void(measure: Measure) -> bool:
    """Say whether a text that says this bar would be read as no bar at all."""
    sections = any(mark.name.startswith("P:") for mark in measure.marks)
    return not any(measure.layers) and not sections and not measure.ending


def _filled(measure: Measure, *, first: bool, lost: Lost) -> Measure:
    """Return the measure with something in its main layer where an overlay is."""
    if not any(measure.layers):
        return replace(measure, layers=((),)) if len(measure.layers) != 1 else measure
    if measure.layers[0] or first:
        return measure
    lost.say("A bar with overlays only gets an invisible rest as its main layer.")
    rest = Event(ZERO, measure.length, measure.length, rest=Rest.INVISIBLE)
    return replace(measure, layers=((rest,), *measure.layers[1:]))


def _styled(measure: Measure, lost: Lost) -> Measure:
    if measure.left.style in STYLES and measure.right.style in STYLES:
        return measure
    lost.say("A bar line of a kind that ABC lacks is written as a plain one.")
    left, right = (
        line if line.style in STYLES else Barline("|", line.repeats) for line in (measure.left, measure.right)
    )
    return replace(measure, left=left, right=right)


def _closed_anew(before: Measure, void: Measure) -> Measure:
    """Return a measure whose bar line takes in that of the empty one after it."""
    style = before.right.style if void.right.style in ("", "|") and before.right.style else void.right.style
    line = Barline(style, before.right.repeats or void.right.repeats)
    return replace(before, right=line, line_end=before.line_end or void.line_end)


def _lined(rows: Sequence[Measure]) -> list[Measure]:
    """Return the measures with a bar line wherever colons stand."""
    made = []
    for place, measure in enumerate(rows):
        opens = place + 1 < len(rows) and rows[place + 1].left.repeats
        bare = not measure.right.style and (measure.right.repeats or opens)
        made.append(replace(measure, right=Barline("|", measure.right.repeats)) if bare else measure)
    return made


def _paired(before: Measure | None, measure: Measure, lost: Lost) -> Measure:
    """Return the measure with a left bar line that may stand after the one before."""
    left = measure.left
    if before is None:
        return replace(measure, left=Barline("|", left.repeats)) if left.repeats and not left.style else measure
    if not left.repeats:
        if left != NO_LINE:
            lost.say("A bar line at the left of a bar inside the tune is left out.")
        return replace(measure, left=NO_LINE)
    if left.style in ("|", before.right.style):
        return measure
    return replace(measure, left=Barline("|", left.repeats))
