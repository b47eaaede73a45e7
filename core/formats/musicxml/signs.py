"""What stands between the notes of MusicXML: attributes, directions, chord symbols and bar lines."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from xml.etree.ElementTree import Element, SubElement

from core.formats.musicxml.names import (
    BAR_STYLES,
    CHORD,
    CLEFS,
    DYNAMICS,
    JUMPS,
    KINDS,
    NO_CHORD,
    OTHER_ENDING,
    TYPES,
    WEDGES,
    decimal,
    legal,
)
from core.formats.note_values import values_of
from core.score.score import Barline, Change, Measure
from core.score.signatures import FIFTHS, MODES, Clef, Key, Metre, Tempo, standard_key

SECTION_ENDS = ("||", "|]", "[|")
PLACES = {"^": {"placement": "above"}, "_": {"placement": "below"}}
SIDES = {"<": "right", ">": "left"}
"""Words that stand left of a note end there, and the other way round."""


def text_in(parent: Element, tag: str, text: str, /, **attributes: str) -> Element:
    """Append an element with text and return it."""
    found = SubElement(parent, tag, attributes)
    found.text = legal(text)
    return found


# -- attributes -------------------------------------------------------------------------------------------------------


def attributes(values: Iterable[Key | Metre | Clef], divisions: int | None = None) -> Element:
    """Return the `attributes` that a measure begins with, or that change within it."""
    root = Element("attributes")
    if divisions is not None:
        text_in(root, "divisions", str(divisions))
    found = list(values)
    for key in (value for value in found if isinstance(value, Key)):
        _key(SubElement(root, "key"), key)
    for metre in (value for value in found if isinstance(value, Metre)):
        _time(root, metre)
    for clef in (value for value in found if isinstance(value, Clef)):
        _clef(SubElement(root, "clef"), clef)
    return root


def known_key(key: Key) -> bool:
    """Say whether a number of fifths and a mode tell the whole key."""
    return key.mode in MODES and key.tonic[:1] in FIFTHS and standard_key(key.tonic, key.mode) == key


def _key(root: Element, key: Key) -> None:
    if known_key(key):
        sharps = key.tonic.count("#") - key.tonic.count("b")
        text_in(root, "fifths", str(FIFTHS[key.tonic[0]] + 7 * sharps + MODES[key.mode]))
        text_in(root, "mode", key.mode)
    elif not key.alters:
        text_in(root, "fifths", "0")
        text_in(root, "mode", "none")
    else:
        for step, alter in key.alters:
            text_in(root, "key-step", step)
            text_in(root, "key-alter", decimal(alter))


def _time(parent: Element, metre: Metre) -> None:
    root = SubElement(parent, "time")
    if metre.free:
        SubElement(root, "senza-misura")
        return
    if metre.symbol:
        root.set("symbol", "cut" if metre.symbol == "C|" else "common")
    text_in(root, "beats", "+".join(map(str, metre.beats)))
    text_in(root, "beat-type", str(metre.unit))


def _clef(root: Element, clef: Clef) -> None:
    sign, line = CLEFS.get(clef.name, ("G", 2))
    text_in(root, "sign", sign)
    if line is not None:
        text_in(root, "line", str(line))
    if clef.octave:
        text_in(root, "clef-octave-change", str(clef.octave))


# -- directions -------------------------------------------------------------------------------------------------------


def _direction(kind: str | None = None, **attributes: str) -> tuple[Element, Element]:
    root = Element("direction", attributes)
    inner = SubElement(root, "direction-type")
    return root, SubElement(inner, kind) if kind else inner


def words(text: str, **attributes: str) -> Element:
    """Return a direction of words."""
    root, inner = _direction("words", **attributes)
    inner.text = legal(text)
    return root


def annotation(text: str) -> Element:
    """Return an ABC annotation, whose first sign says where it stands."""
    place = text[:1] if text[:1] in "^_<>@" else ""
    root = words(text[len(place) :], **PLACES.get(place, {}))
    if place in SIDES:
        root[0][0].set("justify", SIDES[place])
    return root


def tempo(value: Tempo) -> Element:
    """Return a metronome mark, with its words before it; `directive` tells that the words are a tempo."""
    root = Element("direction", {"placement": "above", "directive": "yes"})
    if value.text or value.bpm is None:
        text_in(SubElement(root, "direction-type"), "words", value.text)
    quarters = value.quarters_per_minute
    if value.bpm is not None and quarters is not None:
        metronome = SubElement(SubElement(root, "direction-type"), "metronome")
        first, *tied = values_of(value.beat)
        text_in(metronome, "beat-unit", TYPES[first.plain])
        for _ in range(first.dots):
            SubElement(metronome, "beat-unit-dot")
        for more in tied:
            unit = SubElement(metronome, "beat-unit-tied")
            text_in(unit, "beat-unit", TYPES[more.plain])
            for _ in range(more.dots):
                SubElement(unit, "beat-unit-dot")
        text_in(metronome, "per-minute", decimal(value.bpm, 3))
        SubElement(root, "sound", {"tempo": decimal(quarters, 3)})
    return root


def mark(name: str, *, leads_away: bool) -> Element:
    """Return a sign or words that steer playback. The first of two codas is where one leaves (`leads_away`)."""
    if name.startswith("P:"):
        root, inner = _direction("rehearsal")
        inner.text = legal(name[2:])
    elif name in JUMPS:
        printed, attribute, value = JUMPS[name]
        root = words(printed)
        SubElement(root, "sound", {attribute: value})
    elif name in ("segno", "coda"):
        root, _ = _direction(name)
        SubElement(root, "sound", {"tocoda" if leads_away else name: name})
    else:
        root = words(name)
    return root


def dynamics(name: str) -> Element | None:
    """Return a direction for a decoration that is a dynamic or a wedge; None for any other."""
    if name in DYNAMICS:
        root, inner = _direction("dynamics", placement="below")
        SubElement(inner, name)
        return root
    if name in WEDGES:
        kind, side = WEDGES[name]
        root, inner = _direction("wedge", placement="below")
        inner.set("type", kind if side == "start" else "stop")
        return root
    return None


def known_chord(text: str) -> bool:
    """Say whether a chord symbol begins with a note and goes on like one, or says that there is no chord."""
    match = CHORD.fullmatch(text.strip())
    if match is None:
        return text.strip() == NO_CHORD
    return match[3] in KINDS or OTHER_ENDING.fullmatch(match[3]) is not None


def chord_symbol(text: str) -> Element:
    """Return a chord symbol as `harmony` where it can be read, else as words."""
    if not known_chord(text):
        return words(text, placement="above")
    root = Element("harmony")
    match = CHORD.fullmatch(text.strip())
    if match is None:
        text_in(SubElement(root, "root"), "root-step", "C", text="")
        text_in(root, "kind", "none", text=text.strip())
        return root
    _step(SubElement(root, "root"), "root", match[1], match[2])
    text_in(root, "kind", KINDS.get(match[3], "other"), text=match[3])
    if match[4]:
        _step(SubElement(root, "bass"), "bass", match[4], match[5])
    return root


def _step(root: Element, name: str, step: str, sign: str) -> None:
    text_in(root, f"{name}-step", step)
    if sign:
        text_in(root, f"{name}-alter", "1" if sign in "#♯" else "-1")


# -- bar lines --------------------------------------------------------------------------------------------------------


def ending_stops(measures: Sequence[Measure]) -> dict[int, tuple[int, ...]]:
    """Return where each ending's bracket closes, and its numbers: as playback reads them."""
    stops: dict[int, tuple[int, ...]] = {}
    for begin, measure in enumerate(measures):
        if not measure.ending:
            continue
        last = len(measures) - 1
        for place in range(begin, len(measures)):
            found = measures[place]
            if place > begin and (found.ending or found.left.repeats):
                last = place - 1
                break
            if found.right.repeats or found.right.style in SECTION_ENDS:
                last = place
                break
        stops[last] = measure.ending
    return stops


def left_bar(measure: Measure) -> Element | None:
    """Return the bar line a measure begins with; None for the plain one."""
    bar, ending = measure.left, measure.ending
    if not bar.repeats and not ending and bar.style in ("", "|"):
        return None
    root = Element("barline", {"location": "left"})
    if bar.repeats:
        text_in(root, "bar-style", "heavy-light")
    elif bar.style not in ("", "|"):
        text_in(root, "bar-style", BAR_STYLES[bar.style])
    if ending:
        SubElement(root, "ending", {"number": _numbers(ending), "type": "start"})
    if bar.repeats:
        SubElement(root, "repeat", {"direction": "forward"})
    return root


def right_bar(bar: Barline, stops: tuple[int, ...], *, last: bool) -> Element | None:
    """Return the bar line a measure ends with; None for the plain one."""
    if not bar.repeats and not stops and bar.style == "|":
        return None
    root = Element("barline", {"location": "right"})
    style = "light-heavy" if bar.repeats and bar.style in ("|", "") else BAR_STYLES.get(bar.style, "regular")
    text_in(root, "bar-style", style)
    if stops:
        closed = bool(bar.repeats) or (last and bar.style in SECTION_ENDS)
        SubElement(root, "ending", {"number": _numbers(stops), "type": "stop" if closed else "discontinue"})
    if bar.repeats:
        SubElement(root, "repeat", {"direction": "backward"})
        if bar.repeats > 1:
            root[-1].set("times", str(bar.repeats + 1))
    return root


def _numbers(ending: tuple[int, ...]) -> str:
    return ", ".join(map(str, ending))


def grouped(changes: Iterable[Change]) -> dict[Fraction, list[Key | Metre | Clef]]:
    """Return the key, metre and clef changes of a measure by their moment."""
    found: dict[Fraction, list[Key | Metre | Clef]] = {}
    for change in changes:
        if not isinstance(change.value, Tempo):
            found.setdefault(change.onset, []).append(change.value)
    return found
