"""Signs around notes in MEI: decorations, dynamics, chord symbols, texts, tempo, playback marks."""

import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from fractions import Fraction

from core.score.events import Event
from core.score.score import Mark, Measure
from core.score.signatures import Tempo
from core.tradition.cells.names import heading
from core.views.mei.book import Book, Spanners, write_line
from core.views.mei.values import spell
from core.views.signs import NOTE_VALUES, SILENT, chord_signs

ARTICULATIONS = {
    "staccato": "stacc", "accent": "acc", ">": "acc", "emphasis": "acc", "tenuto": "ten", "wedge": "stacciss",
    "marcato": "marc", "^": "marc", "upbow": "upbow", "downbow": "dnbow", "open": "open", "plus": "stop", "+": "stop",
    "snap": "snap",
}  # fmt: skip
"""Decorations of ABC 2.1 (4.14) that sit on the note itself, and their MEI names."""

ORNAMENTS: dict[str, tuple[str, dict[str, str]]] = {
    "fermata": ("fermata", {}),
    "invertedfermata": ("fermata", {"form": "inv", "place": "below"}),
    "trill": ("trill", {}),
    "mordent": ("mordent", {"form": "lower"}),
    "lowermordent": ("mordent", {"form": "lower"}),
    "uppermordent": ("mordent", {"form": "upper"}),
    "pralltriller": ("mordent", {"form": "upper"}),
    "turn": ("turn", {"form": "upper"}),
    "turnx": ("turn", {"form": "upper"}),
    "invertedturn": ("turn", {"form": "lower"}),
    "invertedturnx": ("turn", {"form": "lower"}),
    "arpeggio": ("arpeg", {}),
    "breath": ("breath", {}),
    "shortphrase": ("breath", {}),
    "mediumphrase": ("caesura", {}),
    "longphrase": ("caesura", {}),
    "ped": ("pedal", {"dir": "down"}),
    "ped-up": ("pedal", {"dir": "up"}),
}
DYNAMICS = frozenset(("pppp", "ppp", "pp", "p", "mp", "mf", "f", "ff", "fff", "ffff", "sfz", "fp", "sf"))
LINES = {
    "crescendo(": "cres", "<(": "cres", "diminuendo(": "dim", ">(": "dim", "decrescendo(": "dim", "trill(": "trill",
    "8va(": "8va", "8vb(": "8vb", "15ma(": "15ma", "15mb(": "15mb", "~(": "wavy", "-(": "solid",
}  # fmt: skip
LINE_ENDS = {name[:-1] + ")": kind for name, kind in LINES.items()}
WORDS = {"roll": "~", "slide": "/", "thumb": "thumb"}
MARKS = {
    "segno": "segno", "coda": "coda", "fine": "Fine", "D.C.": "D.C.", "D.S.": "D.S.", "dacapo": "D.C.",
    "dacoda": "To Coda", "D.C.alcoda": "D.C. al Coda", "D.C.alfine": "D.C. al Fine", "D.S.alcoda": "D.S. al Coda",
    "D.S.alfine": "D.S. al Fine",
}  # fmt: skip
"""Playback marks and their words; segno and coda are drawn as signs."""


def articulations(event: Event) -> str:
    """Return the MEI articulations of an event, separated by spaces."""
    return " ".join(dict.fromkeys(ARTICULATIONS[name] for name in event.decorations if name in ARTICULATIONS))


def decorate(event: Event, anchor: str, measure: ET.Element, spanners: Spanners, book: Book, *, steered: bool) -> None:
    """Write everything that hangs on an event. `steered`: the measure's marks already say segno, coda and the like."""
    at = {"startid": f"#{anchor}"}
    for name in event.decorations:
        if name in ARTICULATIONS or name in SILENT or (name in MARKS and steered):
            continue
        if name in ORNAMENTS:
            tag, attributes = ORNAMENTS[name]
            ET.SubElement(measure, tag, {**at, **attributes})
        elif name in DYNAMICS:
            sung = {"place": "above"} if event.lyrics else {}
            ET.SubElement(measure, "dynam", {**at, **sung}).text = name
        elif name in LINES:
            spanners.open_line(LINES[name], anchor, measure)
        elif name in LINE_ENDS:
            _close_line(LINE_ENDS[name], anchor, spanners)
        elif name in MARKS:
            _mark(name, measure, book, at)
        elif name in ("0", "1", "2", "3", "4", "5"):
            book.text(measure, "fing", name, **at)
        else:
            book.text(measure, "dir", WORDS.get(name, name), **at, place="above")
    for text in event.chord_symbols:
        book.text(measure, "harm", chord_signs(text), **at, place="above")
    for text in event.annotations:
        place = "below" if text.startswith("_") else "above"
        book.text(measure, "dir", text[1:] if text[:1] in "^_<>@" else text, **at, place=place)


def _close_line(kind: str, anchor: str, spanners: Spanners) -> None:
    found = spanners.close_line(kind, anchor)
    if found is None:
        return
    write_line(kind, *found)


def _mark(name: str, measure: ET.Element, book: Book, at: dict[str, str]) -> None:
    if name in ("segno", "coda"):
        ET.SubElement(measure, "repeatMark", {**at, "func": name, "place": "above"})
    elif name.startswith("P:"):
        if printed := heading(name[2:]):
            book.text(measure, "reh", printed, **at, place="above")
    else:
        book.text(measure, "dir", MARKS.get(name, name), **at, place="above")


def write_marks(
    marks: Sequence[Mark], measure: ET.Element, anchors: Mapping[Fraction, str], start: dict[str, str], book: Book
) -> None:
    """Write marks at the events where they stand; one at the measure's end hangs on the last event."""
    for mark in marks:
        anchor = anchors.get(mark.onset) or (anchors[max(anchors)] if mark.onset and anchors else None)
        _mark(mark.name, measure, book, {"startid": f"#{anchor}"} if anchor else start)


def at_time(onset: Fraction, source: Measure, staff: int) -> dict[str, str]:
    """Place a sign by beats of the metre."""
    unit = source.metre.unit if source.metre.beats else 4
    return {"tstamp": f"{float(1 + onset * unit):g}", "staff": str(staff)}


def write_tempo(tempo: Tempo, measure: ET.Element, at: dict[str, str], book: Book) -> None:
    """Write a tempo as words, or as a note and beats a minute, or both."""
    words = tempo.text
    speed = tempo.quarters_per_minute
    if tempo.bpm is not None:
        words = f"{words} {beat_sign(tempo.beat)} = {float(round(tempo.bpm, 2)):g}"
    element = book.text(measure, "tempo", words, **at, place="above")
    if element is not None and speed:
        element.set("midi.bpm", f"{float(speed):g}")


def beat_sign(beat: Fraction) -> str:
    """Return a beat as a note sign with dots, or as a fraction where no one sign says it."""
    values, tuplet = spell(beat)
    value = values[0]
    sign = NOTE_VALUES.get(int(value.name)) if value.name.isdigit() else None
    if sign is None or tuplet or len(values) > 1:
        return str(beat)
    return sign + "." * value.dots
