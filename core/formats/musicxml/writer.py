"""Score to MusicXML 4.0, partwise."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from core.errors import FormatError
from core.formats.musicxml import signs
from core.formats.musicxml.beams import beamed
from core.formats.musicxml.names import legal
from core.formats.musicxml.note import (
    PartState,
    directions,
    directions_after,
    length_of,
    pieces_of,
    write_grace,
    write_notes,
    write_rest,
)
from core.formats.musicxml.signs import text_in
from core.formats.note_values import values_of
from core.score.accidentals import with_accidentals
from core.score.events import ZERO, Event, Note, Rest
from core.score.score import Barline, Measure, Part, Score
from core.score.signatures import Clef, Key, Metre, Tempo

HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD MusicXML 4.0 '
    'Partwise//EN" "http://www.musicxml.org/dtds/partwise.dtd">\n'
)
MOST_DIVISIONS = 10**18
FIELD = "abc-"
"""Names of `miscellaneous` fields that hold what only ABC has, such as `abc-R`."""


def write(score: Score) -> bytes:
    """Return the document. What it cannot hold is told by `losses` of the format."""
    full = with_accidentals(_level(score))
    parts = [Part(part.id, tuple(_split_chords(part.measures)), part.name, part.clef) for part in full.parts]
    root = Element("score-partwise", {"version": "4.0"})
    _header(root, score)
    names = SubElement(root, "part-list")
    divisions = _divisions(parts)
    for number, part in enumerate(parts, 1):
        text_in(SubElement(names, "score-part", {"id": f"P{number}"}), "part-name", part.name)
        _Writer(part, divisions, score.tempo if number == 1 else None).write(
            SubElement(root, "part", {"id": f"P{number}"})
        )
    if not parts:
        text_in(SubElement(names, "score-part", {"id": "P1"}), "part-name", "")
        SubElement(SubElement(root, "part", {"id": "P1"}), "measure", {"number": "1"})
    indent(root, " ")
    return (HEAD + tostring(root, encoding="unicode") + "\n").encode()


def _header(root: Element, score: Score) -> None:
    if score.title:
        text_in(SubElement(root, "work"), "work-title", score.title)
    identification = SubElement(root, "identification")
    if score.composer:
        text_in(identification, "creator", score.composer, type="composer")
    text_in(SubElement(identification, "encoding"), "software", "Swaralipi Studio")
    kept = [("X", score.number), ("R", score.rhythm), ("P", score.order), ("L", str(score.unit)), *score.fields]
    kept = [(name, value) for name, value in kept if value]
    if kept:
        fields = SubElement(identification, "miscellaneous")
        for name, value in kept:
            text_in(fields, "miscellaneous-field", value, name=legal(FIELD + name))
    if score.words:
        credit = SubElement(root, "credit", {"page": "1"})
        text_in(credit, "credit-type", "lyrics")
        for line in score.words:
            text_in(credit, "credit-words", line)


def _level(score: Score) -> Score:
    """Give every part as many measures as the longest has, each as long as in the longest part.

    MusicXML counts measures across all parts; what is put in are rests, some of them not drawn.
    """
    count = max((len(part.measures) for part in score.parts), default=0)
    columns = [[p.measures[place] for p in score.parts if place < len(p.measures)] for place in range(count)]
    lengths = [max(measure.length for measure in column) for column in columns]
    parts = []
    for part in score.parts:
        more = [Measure((), m.key, m.metre) for m in (column[0] for column in columns[len(part.measures) :])]
        measures = [_filled(m, length) for m, length in zip((*part.measures, *more), lengths, strict=True)]
        parts.append(replace(part, measures=tuple(measures)))
    return replace(score, parts=tuple(parts))


def _filled(measure: Measure, length: Fraction) -> Measure:
    layers = [layer for layer in measure.layers if layer]
    if not length or (layers and length_of(layers[0]) >= length):
        return measure
    if not layers:
        whole = Rest.WHOLE_BARS if length == measure.metre.length else Rest.VISIBLE
        return replace(measure, layers=((Event(ZERO, length, length, rest=whole),),))
    end = length_of(layers[0])
    rest = Event(end, length - end, length - end, rest=Rest.INVISIBLE)
    return replace(measure, layers=((*layers[0], rest), *layers[1:]))


def _divisions(parts: Sequence[Part]) -> int:
    """Return into how many parts a quarter is divided so that every time is whole. Raises FormatError past a cap."""
    found = 1
    for event in (e for part in parts for m in part.measures for layer in m.layers for e in layer):
        ratio = (event.tuplet.actual, event.tuplet.normal) if event.tuplet else (1, 1)
        values = values_of(event.duration, *ratio) if event.duration > 0 else []
        found = lcm(found, *((time * 4).denominator for time in (event.onset, *(v.duration for v in values))))
        if found > MOST_DIVISIONS:
            raise FormatError("The lengths of the notes have no common measure small enough for MusicXML.")
    return found


@dataclass(frozen=True, slots=True)
class _Over:
    """A note of a chord that lasts on past its bar."""

    note: Note
    left: Fraction


def _split_chords(measures: Sequence[Measure]) -> Iterator[Measure]:
    """Give notes that last longer or shorter than their chord a layer of their own.

    MusicXML's chords are of one length. What reaches over the bar line is tied into the next bar.
    """
    over: list[_Over] = []
    for place, measure in enumerate(measures):
        length = measure.length
        last = place + 1 == len(measures)
        extra: list[tuple[Event, ...]] = []
        going, over = over, []
        for item in going:
            over += _lay(extra, ZERO, item.note, item.left, length, last)
        layers = []
        for layer in measure.layers:
            kept = []
            for event in layer:
                own = tuple(note for note in event.notes if note.duration == event.duration)
                for note in event.notes:
                    if note.duration != event.duration:
                        over += _lay(extra, event.onset, note, note.duration, length, last)
                rest = event.rest if own or not event.notes else Rest.INVISIBLE
                kept.append(event if len(own) == len(event.notes) else replace(event, notes=own, rest=rest))
            layers.append(tuple(kept))
        yield replace(measure, layers=(*layers, *extra)) if extra else measure


def _lay(
    extra: list[tuple[Event, ...]], onset: Fraction, note: Note, left: Fraction, length: Fraction, last: bool
) -> list[_Over]:
    if left <= 0:
        return []
    here = left if last else min(left, max(ZERO, length - onset))
    rest = left - here
    if here:
        piece = replace(note, duration=here, tied=note.tied or rest > 0)
        extra.append((Event(onset, here, here, (piece,)),))
    return [_Over(note, rest)] if rest else []


def _extends(part: Part) -> dict[tuple[int, int], str]:
    """Return where the lines of held syllables begin and end, by event (as `id`) and verse."""
    found: dict[tuple[int, int], str] = {}
    for place in range(max((len(measure.layers) for measure in part.measures), default=0)):
        sung = [e for m in part.measures if place < len(m.layers) for e in m.layers[place] if e.notes or e.rest]
        for event, after in zip(sung, (*sung[1:], None), strict=True):
            for verse, syllable in enumerate(event.lyrics):
                later = after.lyrics[verse] if after is not None and verse < len(after.lyrics) else None
                goes_on = later is not None and later.held and after is not None and bool(after.notes)
                if syllable is not None and (syllable.held or goes_on):
                    found[(id(event), verse)] = ("continue" if goes_on else "stop") if syllable.held else "start"
    return found


class _Writer:
    """Writes one part, remembering the signs in force."""

    def __init__(self, part: Part, divisions: int, tempo: Tempo | None) -> None:
        self.part = part
        self.tempo = tempo
        self.state = PartState(divisions)
        self.state.extends = _extends(part)
        self.key: Key | None = None
        self.metre: Metre | None = None
        self.start = ZERO
        self.codas = [(place, mark) for place, m in enumerate(part.measures) for mark in m.marks if mark.name == "coda"]

    def write(self, root: Element) -> None:
        """Append every measure."""
        stops = signs.ending_stops(self.part.measures)
        cut = False
        number = 0
        for place, measure in enumerate(self.part.measures):
            full = measure.metre.length
            pickup = place == 0 and full is not None and ZERO < measure.length < full
            hidden = cut or not measure.length
            number += not (hidden or pickup)
            inner = SubElement(root, "measure", {"number": f"X{place}" if hidden else str(number)})
            if hidden or pickup:
                inner.set("implicit", "yes")
            if place and self.part.measures[place - 1].line_end:
                SubElement(inner, "print", {"new-system": "yes"})
            self._measure(inner, place, measure)
            last = place + 1 == len(self.part.measures)
            bar = signs.right_bar(measure.right, stops.get(place, ()), last=last)
            if bar is not None:
                inner.append(bar)
            cut = measure.right == Barline("") and not last
            self.start += measure.length

    def _measure(self, root: Element, place: int, measure: Measure) -> None:
        news = self._news(place, measure)
        if news:
            root.append(signs.attributes(news, self.state.divisions if place == 0 else None))
        left = signs.left_bar(measure)
        if left is not None:
            root.append(left)
        if place == 0 and self.tempo is not None:
            root.append(signs.tempo(self.tempo))
        waiting = self._between(place, measure)
        layers = [layer for layer in measure.layers if layer] or [()]
        at = ZERO
        for voice, layer in enumerate(layers, 1):
            if voice > 1 and at:
                self._move(root, "backup", at)
            at = self._layer(root, layer, voice, waiting if voice == 1 else [])
        if at < measure.length:
            self._move(root, "forward", measure.length - at)

    def _news(self, place: int, measure: Measure) -> list[Key | Metre | Clef]:
        """Return what is new at the start of a measure, and go past what changes within it."""
        news: list[Key | Metre | Clef] = []
        if measure.key != self.key:
            news.append(measure.key)
        if measure.metre != self.metre:
            news.append(measure.metre)
        if place == 0:
            news.append(self.part.clef)
        self.key, self.metre = measure.key, measure.metre
        for change in measure.changes:
            if isinstance(change.value, Key):
                self.key = change.value
            elif isinstance(change.value, Metre):
                self.metre = change.value
        return news

    def _between(self, place: int, measure: Measure) -> list[tuple[Fraction, Element]]:
        """Return what stands between the notes, by its moment."""
        found: list[tuple[Fraction, Element]] = []
        for onset, values in signs.grouped(measure.changes).items():
            found.append((onset, signs.attributes(values)))
        found += [(c.onset, signs.tempo(c.value)) for c in measure.changes if isinstance(c.value, Tempo)]
        for mark in measure.marks:
            leads = mark.name == "coda" and len(self.codas) > 1 and self.codas[-1] != (place, mark)
            found.append((mark.onset, signs.mark(mark.name, leads_away=leads)))
        return sorted(found, key=lambda row: row[0])

    def _layer(
        self, root: Element, layer: Sequence[Event], voice: int, waiting: list[tuple[Fraction, Element]]
    ) -> Fraction:
        now = ZERO
        for piece in beamed(list(pieces_of(layer))):
            event = piece.event
            if piece.onset > now:
                self._move(root, "forward", piece.onset - now)
                now = piece.onset
            if piece.first:
                while waiting and waiting[0][0] <= piece.onset:
                    root.append(waiting.pop(0)[1])
                root.extend(list(directions(event)))
                root.extend([write_grace(grace, voice) for grace in event.graces])
            if event.notes:
                root.extend(list(write_notes(piece, voice, self.state, self.start)))
            else:
                whole = event.rest in (Rest.WHOLE_BARS, Rest.WHOLE_BARS_INVISIBLE)
                if not whole or piece.first:
                    root.append(write_rest(piece, voice, self.state))
            if piece.last:
                root.extend(list(directions_after(event)))
            now = piece.onset + piece.value.duration
        root.extend([element for _, element in waiting])
        return length_of(layer)

    def _move(self, root: Element, kind: str, length: Fraction) -> None:
        text_in(SubElement(root, kind), "duration", str(length * 4 * self.state.divisions))
