"""Judges of MusicXML that are not ours: the schema of MusicXML 4.0, and what music21's parser hears."""

import warnings
from fractions import Fraction
from functools import cache
from importlib.resources import files

from core.score.timeline import timeline


@cache
def schema():
    """The schema, with those it names beside it on this disk: nothing is fetched."""
    import xmlschema

    folder = files("musicxml") / "generate_classes"
    beside = {
        "http://www.w3.org/XML/1998/namespace": str(folder / "xml.xsd"),
        "http://www.w3.org/1999/xlink": str(files("xmlschema") / "schemas" / "XLINK" / "xlink.xsd"),
    }
    return xmlschema.XMLSchema(str(folder / "musicxml_4_0.xsd"), locations=beside, allow="local")


def faults(document):
    """What the schema finds wrong: place and reason."""
    text = document.decode().split("\n", 2)[2]  # without the line of the DOCTYPE, whose file is elsewhere
    return [(error.path, error.reason) for error in schema().iter_errors(text)]


def heard_by_music21(document, lengths):
    """Onset, pitch and duration of every note as music21 reads them, ties merged; bars begin where `lengths` say."""
    from music21 import converter, harmony

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        score = converter.parseData(document.decode(), format="musicxml")
    found = []
    for part in score.parts:
        start, rows = Fraction(0), []
        for place, measure in enumerate(part.getElementsByClass("Measure")):
            for event in measure.recurse().notes:
                if isinstance(event, harmony.ChordSymbol) or event.duration.isGrace:
                    continue
                onset = start + _exact(event.getOffsetInHierarchy(measure)) / 4
                for note in event.notes if event.isChord else [event]:
                    tied = note.tie is not None and note.tie.type in ("start", "continue")
                    rows.append((onset, _exact(note.pitch.ps), _exact(event.duration.quarterLength) / 4, tied))
            start += lengths[place]
        found += merged(rows)
    return sorted(found)


def _exact(number):
    return Fraction(number).limit_denominator(100_000)


def merged(rows):
    """Join tied notes: rows of onset, pitch, duration, whether a tie leads on."""
    waiting, out = {}, []
    for onset, pitch, duration, tied in sorted(rows, key=lambda row: row[0]):
        open_ties = waiting.get((pitch, onset))
        if not open_ties:
            place = len(out)
            out.append([onset, pitch, duration])
        else:
            place = open_ties.pop(0)
            out[place][2] += duration
        if tied:
            waiting.setdefault((pitch, onset + duration), []).append(place)
    return [tuple(row) for row in out]


def sounding(score):
    """Onset, pitch and duration of every written note, ties merged within each part."""
    notes = timeline(score).notes
    return sorted(
        row
        for part in score.parts
        for row in merged([(n.onset, n.midi, n.duration, n.tied) for n in notes if n.part == part.id])
    )


def played(score):
    """Onset, pitch and duration of every note as played."""
    return sorted((note.onset, note.midi, note.duration) for note in timeline(score, played=True).notes)


def bar_lengths(score):
    """How long each bar is, over all parts."""
    return [
        max(measure.length for measure in column) for column in zip(*(p.measures for p in score.parts), strict=True)
    ]


def has_notes(score):
    """Whether anything sounds."""
    return any(event.notes for event in score.events())
