"""MusicXML to scores, partwise or timewise, as notation programs write it."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from xml.etree.ElementTree import Element

from core.errors import FormatError
from core.formats.auto_beams import with_beams
from core.formats.base import MOST_NOTES, MOST_VOICES, Imported, imported, remark
from core.formats.line_of_events import with_ids
from core.formats.musicxml.drafts import Bar, Verses, freeze
from core.formats.musicxml.part import PartReader
from core.formats.musicxml.state import Staff
from core.formats.musicxml.values import number_in, text_of, words_of
from core.formats.musicxml.writer import FIELD
from core.score.diagnostic import Diagnostic, Severity
from core.score.events import ZERO
from core.score.score import Barline, Change, Part, Score
from core.score.signatures import Metre, Tempo

BARS_A_LINE = 4
"""Where the file does not say where lines end."""
MOST_NAMED = 40
UNHEARD = ("cue note", "drum stroke, which has no pitch", "note without a pitch", "note without a length")
"""What `notes` calls notes that it leaves out; a score of such notes is no score of rests."""
CREATORS = {"lyricist": "Words", "poet": "Words"}
LONGEST_FIELD = 20_000
"""Characters of a field that we wrote: one may hold all that another file said of the song."""
_HEADER_FIELD = re.compile(r"[A-Za-z]")


@dataclass(frozen=True, slots=True)
class _Line:
    """One staff of one part: what becomes a part of the score."""

    name: str
    staff: Staff
    beams: bool


def read(root: Element) -> Imported:
    """Return the score of a document, with what was left out. Raises FormatError."""
    left_out: Counter[str] = Counter()
    said: list[Diagnostic] = []
    if root.tag == "score-timewise":
        root = _partwise(root, said)
    if root.tag != "score-partwise":
        raise FormatError(f"This XML is no MusicXML score: its outermost element is {root.tag[:40]!r}.")
    lines = _lines(root, left_out, said)
    if not lines:
        raise FormatError("This MusicXML has no part with notes.")
    score = _score(root, lines, said)
    if not any(event.notes for event in score.events()):
        if any(left_out[name] for name in UNHEARD) or not any(event.rest for event in score.events()):
            raise FormatError("This MusicXML has no note with a pitch.")
        said.append(remark("xml-rests", "There are no notes in this MusicXML, only rests.", Severity.WARNING))
    left = [f"{name[:60]} ({count})" for name, count in sorted(left_out.items()) if count]
    if left:
        more = f" and {len(left) - MOST_NAMED} more" if len(left) > MOST_NAMED else ""
        shown = ", ".join(left[:MOST_NAMED]) + more
        said.append(remark("xml-left-out", f"Left out, for the score has no place for it: {shown}."))
    return imported(with_ids(score), said)


def _partwise(root: Element, said: list[Diagnostic]) -> Element:
    """Turn measures of parts into parts of measures. A part keeps its time where a measure lacks it."""
    turned = Element("score-partwise")
    parts: dict[str, Element] = {}
    measures = root.findall("measure")
    silent: Counter[str] = Counter()
    for place, child in enumerate(measures):
        for part in child.findall("part"):
            name = part.get("id") or ""
            own = parts.setdefault(name, Element("part", {"id": name}))
            _refuse_more(len(parts), place * len(parts))
            missed = measures[len(own) : place]
            silent[name] += len(missed)
            own.extend(map(_silent, missed))
            if len(own) == place:
                own.append(Element("measure", child.attrib))
            own[-1].extend(list(part))
    for name, own in parts.items():
        count = silent[name] + len(measures) - len(own)
        if count:
            text = f"Part {name[:40]!r} is not in {count} of {len(measures)} measures; it rests there."
            said.append(remark("xml-no-part", text, Severity.WARNING))
    listed = {part.get("id"): place for place, part in enumerate(root.iterfind("part-list/score-part"))}
    turned.extend(child for child in root if child.tag != "measure")
    turned.extend(sorted(parts.values(), key=lambda part: listed.get(part.get("id"), len(listed))))
    return turned


def _silent(measure: Element) -> Element:
    """Return the measure of a part that is not in it: its rest is put in later, its metre is that of the others."""
    attributes = Element("attributes")
    attributes.extend(time for time in measure.findall("part[1]/attributes/time") if time.get("number") is None)
    empty = Element("measure", measure.attrib)
    empty.append(attributes)
    return empty


def _refuse_more(parts: int, measures: int) -> None:
    """Raise FormatError for more parts than are read, or more measures than notes are: each has a rest at least."""
    if parts > MOST_VOICES:
        raise FormatError(f"There are {parts} parts, and {MOST_VOICES} are the most. Split the file.")
    if measures > MOST_NOTES:
        text = f"There are {measures:,} measures in {parts} parts, and {MOST_NOTES:,} are the most. Split the file."
        raise FormatError(text)


def _lines(root: Element, left_out: Counter[str], said: list[Diagnostic]) -> list[_Line]:
    names = {part.get("id"): text_of(part, "part-name") for part in root.iterfind("part-list/score-part")}
    parts = root.findall("part")
    _refuse_more(len(parts), sum(len(part.findall("measure")) for part in parts))
    lines: list[_Line] = []
    dropped: list[_Line] = []
    for number, element in enumerate(parts, 1):
        name = " ".join((names.get(element.get("id")) or "").split())[:100]
        reader = PartReader(name or f"part {number}", left_out)
        reader.read(element)
        staves = list(reader.state.staves.values())
        kept = [staff for staff in staves if not _repeats(staff, staves)]
        if len(kept) < len(staves):
            text = f"The tablature of {reader.state.name} shows the notes of its staff again; left out."
            said.append(remark("xml-tab", text))
        for staff in staves:
            shown = any(staff is one for one in kept) and _is_music(staff)
            (lines if shown else dropped).append(_Line(name, staff, reader.notes.beams))
        if not all(map(_is_music, kept)):
            text = f"{_titled(name, number)}: a staff without pitches, or with nothing in it, is left out."
            said.append(remark("xml-staff", text))
    if not lines:
        return dropped[:1]
    _hand_over(dropped, lines[0].staff)
    return lines


def _titled(name: str, number: int) -> str:
    return f"Part {number} ({name})" if name else f"Part {number}"


def _is_music(staff: Staff) -> bool:
    """Say whether a staff has notes, or rests that are not those of drums."""
    return _has_notes(staff) or (not staff.strokes and any(bar.voices for bar in staff.bars))


def _hand_over(dropped: Sequence[_Line], to: Staff) -> None:
    """Let a staff that is kept have what others tell of tempo and playback for the whole score."""
    for line in dropped:
        for bar, own in zip(line.staff.bars, to.bars, strict=False):
            heard = {change.onset for change in own.changes if isinstance(change.value, Tempo)}
            tempi = (change for change in bar.changes if isinstance(change.value, Tempo))
            own.changes += [change for change in tempi if change.onset not in heard]
            own.marks += [mark for mark in bar.marks if mark not in own.marks]


def _has_notes(staff: Staff) -> bool:
    return any(draft.notes for bar in staff.bars for drafts in bar.voices.values() for draft in drafts)


def _repeats(staff: Staff, staves: Sequence[Staff]) -> bool:
    """Say whether a staff is tablature of the notes of another."""
    return staff.tab and any(not other.tab and _heard(other) == _heard(staff) for other in staves)


def _heard(staff: Staff) -> list[tuple[int, Fraction, Fraction | int]]:
    return sorted(
        (place, draft.onset, note.pitch.midi)
        for place, bar in enumerate(staff.bars)
        for drafts in bar.voices.values()
        for draft in drafts
        for note in draft.notes
    )


def _score(root: Element, lines: Sequence[_Line], said: list[Diagnostic]) -> Score:
    lengths = _lengths(lines)
    tempo = _first_tempo(lines)
    _one_tempo(lines)
    parts: list[Part] = []
    overlaps = 0
    broken_lines = any(bar.line_end for line in lines for bar in line.staff.bars)
    for number, line in enumerate(lines, 1):
        bars = line.staff.bars
        _close_endings(bars)
        verses = Verses(
            name for bar in bars for drafts in bar.voices.values() for draft in drafts for name in draft.lyrics
        )
        measures = []
        for place, bar in enumerate(bars):
            if not broken_lines:
                bar.line_end = place % BARS_A_LINE == BARS_A_LINE - 1
            measure, crossed = freeze(bar, lengths[place], verses)
            measures.append(measure)
            overlaps += crossed
        parts.append(Part(str(number), tuple(measures), line.name, line.staff.clef))
    if overlaps:
        text = f"Notes that overlap others of their own voice ({overlaps}) were put into voices of their own."
        said.append(remark("xml-overlap", text, Severity.WARNING))
    score = _with_header(root, Score(tuple(parts), tempo=tempo))
    return score if any(line.beams for line in lines) else with_beams(score)


def _lengths(lines: Sequence[_Line]) -> list[Fraction]:
    """Return how long each measure is: as long as its longest voice in any part; an empty one as its metre says."""
    count = max(len(line.staff.bars) for line in lines)
    lengths = []
    for place in range(count):
        bars = [line.staff.bars[place] for line in lines if place < len(line.staff.bars)]
        length = max(bar.length for bar in bars)
        if not length and not all(bar.empty for bar in bars):
            length = next((bar.metre.length for bar in bars if bar.metre.length), ZERO)
        lengths.append(length)
    for line in lines:
        last = line.staff
        while len(last.bars) < count:
            last.bars.append(Bar(last.key, last.metre))
    return lengths


def _first_tempo(lines: Sequence[_Line]) -> Tempo | None:
    """Take the tempo at the very beginning out of its measure."""
    for line in lines:
        changes = line.staff.bars[0].changes if line.staff.bars else []
        for change in changes:
            if change.onset == ZERO and isinstance(change.value, Tempo):
                return change.value
    return None


def _one_tempo(lines: Sequence[_Line]) -> None:
    """Keep each later tempo once: programs write it into every part."""
    seen: set[tuple[int, Change]] = set()
    for line in lines:
        for place, bar in enumerate(line.staff.bars):
            kept = []
            for change in bar.changes:
                if not isinstance(change.value, Tempo):
                    kept.append(change)
                elif (place or change.onset) and (place, change) not in seen:
                    seen.add((place, change))
                    kept.append(change)
            bar.changes = kept


def _close_endings(bars: Sequence[Bar]) -> None:
    """Let an ending that stops at a plain bar line stop at a double one, which is how a score says it."""
    for bar, after in pairwise(bars):
        if bar.closes and not bar.right.repeats and bar.right.style in ("|", "") and not after.ending:
            bar.right = Barline("||")


def _told(root: Element, title: str, creators: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Give what a header says beyond title and composer, as fields of ABC, each once."""
    rows = [("T", " ".join(text_of(root, "movement-title").split()))]
    subtitles = (credit for credit in root.findall("credit") if text_of(credit, "credit-type") == "subtitle")
    rows += [("T", " ".join(map(words_of, credit.findall("credit-words")))) for credit in subtitles]
    for kind, name in creators:
        if kind != "composer" and name:
            rows.append(("N", f"{CREATORS.get(kind, kind[:1].upper() + kind[1:40])}: {name}"))
    rows += [("N", f"Rights: {words_of(rights)}") for rights in root.iterfind("identification/rights")]
    rows += [("S", words_of(source)) for source in root.iterfind("identification/source")]
    for letter, text in dict.fromkeys(rows):
        if text and text != title and not text.endswith(": "):
            yield letter, text


def _with_header(root: Element, score: Score) -> Score:
    title = " ".join(text_of(root, "work/work-title").split()) or " ".join(text_of(root, "movement-title").split())
    words: list[str] = []
    for credit in root.findall("credit"):
        kind = text_of(credit, "credit-type")
        lines = [words_of(line) for line in credit.findall("credit-words")]
        if kind == "title" and not title:
            title = " ".join(lines)
        elif kind == "lyrics":
            words += lines
    named = root.iterfind("identification/creator")
    creators = [(creator.get("type") or "composer", words_of(creator)) for creator in named]
    fields = list(_told(root, title, creators))
    first = score.parts[0].measures[0] if score.parts[0].measures else None
    kept = {"X": "1"}
    unit = Fraction(1, 8)
    for field in root.iterfind("identification/miscellaneous/miscellaneous-field"):
        name = (field.get("name") or "").removeprefix(FIELD)
        value = words_of(field, LONGEST_FIELD)
        if not (field.get("name") or "").startswith(FIELD) or not _HEADER_FIELD.fullmatch(name):
            continue
        if name in "XRP":
            kept[name] = value
        elif name == "L":
            above, _, below = value.partition("/")
            top, bottom = number_in(above), number_in(below or "1")
            unit = top / bottom if top and bottom and 0 < top / bottom <= 1 else unit
        else:
            fields.append((name, value))
    return replace(
        score,
        title=title[:200],
        number=kept["X"][:40],
        composer="; ".join(name for kind, name in creators if kind == "composer" and name)[:200],
        key=first.key if first else score.key,
        metre=first.metre if first else Metre((), 4),
        unit=unit,
        rhythm=kept.get("R", "")[:100],
        order=kept.get("P", "")[:200],
        words=tuple(words),
        fields=tuple(fields),
    )
