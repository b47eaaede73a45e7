"""A tune written out as it is played, for kinds of files that have no signs for repeats and jumps."""

from dataclasses import replace

from core.score.events import Event, Note
from core.score.order import Visit, played_order
from core.score.score import Barline, Measure, Part, Score
from core.score.timeline import timeline


def unrolled(score: Score) -> Score:
    """Return the score with repeats, endings, the order of `P:` and jumps played out; ties stay ties."""
    parts = tuple(
        replace(part, measures=tuple(_once(part.measures[visit.measure], visit) for visit in played_order(score, part)))
        for part in score.parts
    )
    return replace(score, parts=parts, order="")


def _once(measure: Measure, visit: Visit) -> Measure:
    """Return a measure as one playing of it: no sign that steers, and ids of its own."""
    plain = replace(
        measure, marks=(), ending=(), left=replace(measure.left, repeats=0), right=replace(measure.right, repeats=0)
    )
    if not visit.again:
        return plain
    layers = tuple(tuple(_renamed(event, f".{visit.again}") for event in layer) for layer in measure.layers)
    return replace(plain, layers=layers)


def _renamed(event: Event, end: str) -> Event:
    notes = tuple(replace(note, id=f"{note.id}{end}") for note in event.notes)
    return replace(event, id=f"{event.id}{end}", notes=notes)


def as_heard(score: Score) -> Score:
    """Return the notes as they sound, ties merged, in one measure that holds each as a layer: for lists of notes."""
    heard = timeline(score, played=True)
    layers = tuple(
        (
            Event(
                moment.onset, moment.duration, moment.duration,
                (Note(moment.pitch, moment.duration, id=moment.id),) if moment.pitch else (), id=moment.id,
            ),
        )
        for moment in heard.moments
    )  # fmt: skip
    return Score((Part("1", (Measure(layers, right=Barline("|")),)),), score.title, score.number)
