"""The notes of one part of MusicXML, with all that hangs on them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from xml.etree.ElementTree import Element, SubElement

from core.formats.abc.reading.voice import jump_of
from core.formats.musicxml import signs
from core.formats.musicxml.names import ACCIDENTALS, DYNAMICS, GROUPS, NOTATIONS, TYPES, WEDGES, decimal, legal
from core.formats.musicxml.signs import text_in
from core.formats.note_values import Value, values_of
from core.score.events import ZERO, Event, Grace, Rest, Tuplet
from core.score.pitch import Alter, Pitch

MOST_SLURS = 16
"""Numbers that MusicXML has for slurs drawn at the same time."""
HIDDEN = (Rest.INVISIBLE, Rest.WHOLE_BARS_INVISIBLE)


@dataclass(slots=True)
class PartState:
    """What lasts from note to note in one part: ties on their way, open slurs, words of each verse."""

    divisions: int
    ties: set[tuple[Fraction | int, Fraction]] = field(default_factory=set)
    slurs: dict[int, list[int]] = field(default_factory=dict)
    """Numbers of open slurs by voice, the latest last."""
    extends: dict[tuple[int, int], str] = field(default_factory=dict)
    """Lines of held syllables, by event (as `id`) and verse."""
    joined: set[int] = field(default_factory=set)
    """Verses whose last syllable leads on."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One written note value of an event."""

    event: Event
    value: Value
    onset: Fraction
    first: bool
    last: bool
    tuplet: tuple[bool, bool]
    """Whether the event's tuplet begins and ends here."""
    beams: tuple[str, ...] = ()


def pieces_of(events: Sequence[Event]) -> Iterator[Piece]:
    """Cut events into note values that can be written, and find the edges of tuplets."""
    for place, event in enumerate(events):
        edges = (_edge(events, place, -1), _edge(events, place, 1))
        tuplet = event.tuplet
        if event.duration <= 0:
            continue
        values = values_of(event.duration, tuplet.actual, tuplet.normal) if tuplet else values_of(event.duration)
        now = event.onset
        for number, value in enumerate(values):
            first, last = number == 0, number + 1 == len(values)
            yield Piece(event, value, now, first, last, (edges[0] and first, edges[1] and last))
            now += value.duration


def _edge(events: Sequence[Event], place: int, step: int) -> bool:
    own: Tuplet | None = events[place].tuplet
    beside = place + step
    return own is not None and not (0 <= beside < len(events) and events[beside].tuplet == own)


def write_rest(piece: Piece, voice: int, state: PartState) -> Element:
    """Return a rest; one of a whole measure has no note value."""
    event = piece.event
    root = Element("note")
    if event.rest in HIDDEN:
        root.set("print-object", "no")
    whole = event.rest in (Rest.WHOLE_BARS, Rest.WHOLE_BARS_INVISIBLE)
    if whole:
        piece = replace(piece, last=True)
    SubElement(root, "rest", {"measure": "yes"} if whole else {})
    length = event.duration if whole else piece.value.duration
    text_in(root, "duration", str(length * 4 * state.divisions))
    text_in(root, "voice", str(voice))
    if not whole:
        _value(root, piece.value)
        _modification(root, piece.value)
    _notations(root, piece, _slurs(piece, voice, state))
    return root


def write_notes(piece: Piece, voice: int, state: PartState, start: Fraction) -> Iterator[Element]:
    """Give the notes of a piece, low to high as they stand; `start` is where the measure begins in the part."""
    event = piece.event
    onset = start + piece.onset
    end = onset + piece.value.duration
    slurs = _slurs(piece, voice, state)
    leaving: set[tuple[Fraction | int, Fraction]] = set()
    for place, note in enumerate(event.notes):
        root = Element("note")
        if place:
            SubElement(root, "chord")
        _pitch(root, note.pitch)
        text_in(root, "duration", str(piece.value.duration * 4 * state.divisions))
        stops = not piece.first or (note.pitch.midi, onset) in state.ties
        starts = not piece.last or note.tied
        for kind in _sides(stops, starts):
            SubElement(root, "tie", {"type": kind})
        text_in(root, "voice", str(voice))
        _value(root, piece.value)
        if piece.first:
            _accidental(root, note.accidental)
        _modification(root, piece.value)
        if not place:
            for number, beam in enumerate(piece.beams, 1):
                text_in(root, "beam", beam, number=str(number))
        _notations(root, piece, slurs if not place else [], tied=_sides(stops, starts), place=place)
        if not place and piece.first:
            _lyrics(root, event, state)
        if starts:
            leaving.add((note.pitch.midi, end))
        yield root
    state.ties = {tie for tie in state.ties if tie[1] > onset} | leaving


def write_grace(grace: Grace, voice: int) -> Element:
    """Return a grace note."""
    root = Element("note")
    SubElement(root, "grace", {"slash": "yes" if grace.slashed else "no"})
    _pitch(root, grace.pitch)
    text_in(root, "voice", str(voice))
    value = values_of(grace.length)[0]
    _value(root, value)
    _accidental(root, grace.accidental)
    return root


def _sides(stops: bool, starts: bool) -> list[str]:
    return [kind for kind, present in (("stop", stops), ("start", starts)) if present]


def _pitch(root: Element, pitch: Pitch) -> None:
    inner = SubElement(root, "pitch")
    octave, step = pitch.octave, pitch.step
    text_in(inner, "step", step)
    if pitch.alter:
        text_in(inner, "alter", decimal(pitch.alter))
    text_in(inner, "octave", str(octave))


def _value(root: Element, value: Value) -> None:
    text_in(root, "type", TYPES[value.plain])
    for _ in range(value.dots):
        SubElement(root, "dot")


def _accidental(root: Element, accidental: Alter | None) -> None:
    if accidental is not None and accidental in ACCIDENTALS:
        text_in(root, "accidental", ACCIDENTALS[accidental])


def _modification(root: Element, value: Value) -> None:
    if value.actual != value.normal:
        inner = SubElement(root, "time-modification")
        text_in(inner, "actual-notes", str(value.actual))
        text_in(inner, "normal-notes", str(value.normal))


def _slurs(piece: Piece, voice: int, state: PartState) -> list[Element]:
    """Return the slurs that end and begin here: ends first, as one may end where another begins (ABC 2.1, 4.11)."""
    event = piece.event
    found: list[Element] = []
    open_here = state.slurs.setdefault(voice, [])
    if piece.last:
        ends = range(min(event.slur_ends, len(open_here)))
        found += [Element("slur", {"type": "stop", "number": str(open_here.pop())}) for _ in ends]
    if piece.first:
        busy = {number for numbers in state.slurs.values() for number in numbers}
        free = [number for number in range(1, MOST_SLURS + 1) if number not in busy]
        for place, number in zip(range(event.slur_starts), free, strict=False):
            slur = Element("slur", {"type": "start", "number": str(number)})
            if place < event.dotted_slurs:
                slur.set("line-type", "dotted")
            open_here.append(number)
            found.append(slur)
    return found


def _notations(
    root: Element,
    piece: Piece,
    slurs: Sequence[Element],
    *,
    tied: Sequence[str] = (),
    place: int = 0,
) -> None:
    inner = Element("notations")
    for kind in tied:
        SubElement(inner, "tied", {"type": kind})
    inner.extend(slurs)
    if place == 0:
        for kind, here in zip(("start", "stop"), piece.tuplet, strict=True):
            if here:
                _tuplet(inner, piece, kind)
        if piece.first:
            _decorations(inner, piece.event.decorations)
    if len(inner):
        root.append(inner)


def _tuplet(inner: Element, piece: Piece, kind: str) -> None:
    root = SubElement(inner, "tuplet", {"type": kind, "number": "1"})
    own = piece.event.tuplet
    if kind == "start" and own is not None and (own.actual, own.normal) != (piece.value.actual, piece.value.normal):
        # a note inside is a tuplet of its own: the bracket tells the outer one
        for name, number in (("tuplet-actual", own.actual), ("tuplet-normal", own.normal)):
            text_in(SubElement(root, name), "tuplet-number", str(number))


def _decorations(inner: Element, names: Sequence[str]) -> None:
    groups: dict[str, list[Element]] = {}
    for name in names:
        # what steers playback stands in the measure's marks
        if jump_of(name) or name in DYNAMICS or name in WEDGES:
            continue
        group, tag = NOTATIONS.get(name, ("articulations", "other-articulation"))
        element = Element(tag)
        if tag == "other-articulation":
            if name in "012345" and name:
                group, element = "technical", Element("fingering")
            elif name == "invertedfermata":
                group, element = "", Element("fermata", {"type": "inverted"})
            if element.tag != "fermata":
                element.text = legal(name)
        groups.setdefault(group, []).append(element)
    for group in GROUPS:
        if group in groups:
            SubElement(inner, group).extend(groups[group])
    inner.extend(groups.get("", []))


def _lyrics(root: Element, event: Event, state: PartState) -> None:
    for verse, syllable in enumerate(event.lyrics):
        if syllable is None:
            continue
        lyric = SubElement(root, "lyric", {"number": str(verse + 1)})
        line = state.extends.get((id(event), verse))
        if syllable.held or not syllable.text:
            SubElement(lyric, "extend", {"type": line or "stop"})
            continue
        before = verse in state.joined
        kinds = ("single", "begin", "end", "middle")
        text_in(lyric, "syllabic", kinds[syllable.joined + 2 * before])
        text_in(lyric, "text", syllable.text)
        if line is not None:
            SubElement(lyric, "extend", {"type": line})
        state.joined = state.joined | {verse} if syllable.joined else state.joined - {verse}


def directions(event: Event) -> Iterator[Element]:
    """Give what is printed above and below an event and is no notation."""
    for symbol in event.chord_symbols:
        yield signs.chord_symbol(symbol)
    for text in event.annotations:
        yield signs.annotation(text)
    for name in event.decorations:
        found = signs.dynamics(name)
        if found is not None and not name.endswith(")"):
            yield found


def directions_after(event: Event) -> Iterator[Element]:
    """Give the ends of wedges, which stand after the note."""
    for name in event.decorations:
        found = signs.dynamics(name) if name.endswith(")") else None
        if found is not None:
            yield found


def length_of(events: Sequence[Event]) -> Fraction:
    """Return where a layer ends."""
    return max((event.onset + event.duration for event in events), default=ZERO)
