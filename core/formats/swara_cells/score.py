"""Cells to a score: Sa is C, a matra is a quarter note, a bar is a cycle of the tala.

What a score has no place for is kept in its fields, one line a directive: `%%reading`, `%%tala`, `%%vibhags`,
`%%matra`, `%%beats`, and by `kept` the cells and signs whose print the score alone would not give again.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import count, pairwise

from core.formats.auto_beams import with_beams
from core.formats.line_of_events import Sound, layer_of, with_ids
from core.formats.swara_cells.cells import CellSheet, Line, MarkKind, Swara, TalaHead
from core.formats.swara_cells.cells import Mark as Sign
from core.formats.swara_cells.sung import Song, Tone
from core.score.events import ZERO, Event, Grace, Syllable
from core.score.score import Barline, Mark, Measure, Part, Score
from core.score.signatures import Metre

MATRA = Fraction(1, 4)
SECTIONS = {"sthayi": "স্থায়ী", "antara": "অন্তরা", "sanchari": "সঞ্চারী", "abhog": "আভোগ"}
"""Sections of a song as files name them, and as they are printed."""
MOST_BAR = 128
"""Matras of a bar whose metre is written; longer ones are free."""
HELD_SYLLABLE = Syllable("", held=True)
BARS = (MarkKind.BAR, MarkKind.SECTION_BAR)
CUTS = (*BARS, MarkKind.REPEAT_OPEN, MarkKind.REPEAT_CLOSE, MarkKind.ALT_OPEN, MarkKind.ALT_CLOSE)


@dataclass(slots=True)
class _Place:
    """What stands at one moment between two matras."""

    kinds: Counter[MarkKind] = field(default_factory=Counter)
    ending_bars: Counter[MarkKind] = field(default_factory=Counter)
    """Bars that end what is before, not those that only open a line."""
    section: str | None = None
    line_end: bool = False


def score_of(sheet: CellSheet, song: Song) -> Score:
    """Return the score of what is sung, in the bars that the sheet's signs tell, or the tala where it has none."""
    places = _places(sheet)
    metre = _metre(sheet, places)
    bounds = sorted({0, song.matras, *places})
    measures = list(_measures(bounds, places, metre, song.tones))
    score = Score(
        (Part("1", tuple(measures)),),
        title=sheet.title_bn or sheet.title_translit,
        number="1",
        composer=sheet.composer,
        metre=metre,
        unit=MATRA,
        rhythm=sheet.tala.translit or sheet.tala.name_bn,
        fields=tuple(_fields(sheet)),
    )
    return with_ids(with_beams(score))


def _fields(sheet: CellSheet) -> Iterator[tuple[str, str]]:
    if sheet.title_bn and sheet.title_translit:
        yield "T", sheet.title_translit
    yield from sheet.about
    tala = sheet.tala
    if tala.name_bn:
        yield "I", f"tala {tala.name_bn}"
    if tala.vibhags:
        yield "I", f"vibhags {' '.join(map(str, tala.vibhags))}"
    if tala.beats:
        yield "I", f"beats {' '.join(tala.beats)}"
    yield "I", f"matra {MATRA.numerator}/{MATRA.denominator}"


# -- bars -------------------------------------------------------------------------------------------------------------


def _places(sheet: CellSheet) -> dict[int, _Place]:
    """Return where measures begin and end, in matras from the start, and by what signs."""
    found: dict[int, _Place] = {}
    now = 0
    section: str | None = None
    for line in sheet.lines:
        start, end = found.setdefault(now, _Place()), now + len(line.cells)
        if line.section != section:
            section = start.section = line.section
        marks = line.marks if sheet.barred else tuple(_reckoned(line, sheet.tala))
        for mark in marks:
            if mark.kind in CUTS:
                at = found.setdefault(now + mark.place(len(line.cells)), _Place())
                at.kinds[mark.kind] += 1
                if mark.kind in BARS and mark.cell > 0:
                    at.ending_bars[mark.kind] += 1
            elif (there := found.get(now + mark.place(len(line.cells)))) is not None:
                there.kinds[mark.kind] += 1
        found.setdefault(end, _Place()).line_end = True
        now = end
    return found


def _reckoned(line: Line, tala: TalaHead) -> Iterator[Sign]:
    """Give the bars of a line whose source has none: one after each cycle, and at its end."""
    if tala.vibhags:
        for cell in (*range(tala.matras, len(line.cells), tala.matras), len(line.cells)):
            yield Sign(MarkKind.BAR, cell)


def _metre(sheet: CellSheet, places: dict[int, _Place]) -> Metre:
    """Return the metre of the bars as most of them are: a cycle, several, or what the signs show."""
    vibhags = sheet.tala.vibhags
    if not vibhags:
        return Metre((), 4)
    bars = [0, *sorted(at for at, place in places.items() if place.ending_bars)]
    lengths = Counter(two - one for one, two in pairwise(bars) if two > one)
    cycle = sheet.tala.matras
    usual = max(lengths, key=lambda length: (lengths[length], length == cycle), default=cycle)
    if usual > MOST_BAR:
        return Metre((), 4)
    if usual % cycle == 0:
        return Metre(vibhags * (usual // cycle), 4)
    return Metre((usual,), 4)


def _measures(
    bounds: Sequence[int], places: dict[int, _Place], metre: Metre, tones: Sequence[Tone]
) -> Iterator[Measure]:
    nothing = _Place()
    serials = count(1)
    first = 0
    for start, end in pairwise(bounds):
        opening, closing = places.get(start, nothing), places.get(end, nothing)
        while first < len(tones) and tones[first].end <= start:
            first += 1
        repeats = min(1, closing.kinds[MarkKind.REPEAT_CLOSE])
        opens = min(1, opening.kinds[MarkKind.REPEAT_OPEN])
        turns = closing.kinds[MarkKind.REPEAT_OPEN] + repeats
        name = opening.section
        yield Measure(
            (_renumbered(_layer(tones, first, start, end), serials),),
            metre=metre,
            marks=(Mark(ZERO, f"P:{SECTIONS.get(name, name)}"),) if name else (),
            left=Barline("|" if opens else "", opens),
            right=Barline(_style(closing) or ("|" if turns else ""), repeats),
            ending=(1,) if opening.kinds[MarkKind.ALT_OPEN] else (),
            line_end=closing.line_end,
        )


def _renumbered(events: tuple[Event, ...], serials: Iterator[int]) -> tuple[Event, ...]:
    """Return the events, their tuplets numbered on through the tune, as a reader of text would."""
    found: dict[int, int] = {}
    made = []
    for event in events:
        if event.tuplet is not None:
            if event.tuplet.serial not in found:
                found[event.tuplet.serial] = next(serials)
            event = replace(event, tuplet=replace(event.tuplet, serial=found[event.tuplet.serial]))
        made.append(event)
    return tuple(made)


def _style(place: _Place) -> str:
    if place.ending_bars[MarkKind.SECTION_BAR]:
        return "|]" if place.ending_bars[MarkKind.SECTION_BAR] > 1 else "||"
    if place.kinds[MarkKind.BRACKET_OPEN] and place.kinds[MarkKind.BRACKET_CLOSE] and place.ending_bars[MarkKind.BAR]:
        return "||"
    return "|" if place.ending_bars[MarkKind.BAR] else ""


# -- notes ------------------------------------------------------------------------------------------------------------


def _layer(tones: Sequence[Tone], first: int, start: int, end: int) -> tuple[Event, ...]:
    stop = first
    while stop < len(tones) and tones[stop].onset < end:
        stop += 1
    inside = tones[first:stop]
    sounds = []
    heads: dict[Fraction, Tone] = {}
    for tone in inside:
        onset = max(tone.onset, Fraction(start)) - start
        sounds.append(
            Sound(
                onset * MATRA,
                (min(tone.end, Fraction(end)) - start) * MATRA,
                (tone.swara.pitch,),
                tied=tone.end > end,
            )
        )
        if tone.onset >= start:
            heads[onset * MATRA] = tone
    sung: Tone | None = inside[0] if inside else None
    made = []
    for event in layer_of(sounds, (end - start) * MATRA):
        sung = heads.get(event.onset, sung)
        made.append(_sung(event, sung, head=event.onset in heads) if event.notes and sung else event)
    return tuple(made)


def _sung(event: Event, tone: Tone, *, head: bool) -> Event:
    """Return the event with its syllable and touch notes, which stand at the first of tied notes."""
    if not head:
        return replace(event, lyrics=(HELD_SYLLABLE,)) if tone.text or tone.held else event
    lyrics: tuple[Syllable | None, ...] = ()
    if tone.text:
        lyrics = (Syllable(tone.text),)
    elif tone.held:
        lyrics = (HELD_SYLLABLE,)
    return replace(event, lyrics=lyrics, graces=tuple(_grace(kan) for kan in tone.kan))


def _grace(kan: Swara) -> Grace:
    return Grace(kan.pitch, MATRA / 2, slashed=True)
