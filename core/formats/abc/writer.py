"""Write a score as canonical ABC 2.1, from which the reader gets the same score."""

import re
from collections.abc import Iterator
from dataclasses import replace

from core.formats.abc.reading.fields import parse_key
from core.formats.abc.text import encoded
from core.formats.abc.writing.bars import writable
from core.formats.abc.writing.events import EventWriter, spelled
from core.formats.abc.writing.fields import (
    Lost,
    clef_value,
    field_line,
    key_value,
    metre_value,
    one_line,
    safe,
    tempo_value,
    whole,
)
from core.formats.abc.writing.part import PartWriter, Row
from core.formats.base import MOST_VOICES
from core.score.accidentals import with_accidentals
from core.score.events import Event
from core.score.score import Change, Measure, Part, Score
from core.score.signatures import Clef, Key, Metre, Tempo
from core.tradition.cells.build import sa_of, sung_part

KEPT_LETTERS = frozenset("ABDFGHNOSZmrs")
MOST_NUMBER = 40
MOST_MIDI = 127


def write(score: Score) -> str:
    """Return one tune: LF, a line end at its end, `X:1` where the score has no number.

    `read_first(write(score)).score` is the score again where `cannot_hold` is silent, its bars end as ABC has them
    (no empty ones, the last bar line ends a line), and tuplets are numbered in the order of the text.
    """
    return "".join(f"{row.text}\n" for row in rows(score, Lost()))


def cannot_hold(score: Score) -> list[str]:
    """Return what `write` leaves out or changes, in sentences for people."""
    lost = Lost()
    rows(score, lost)
    return list(lost.rows)


def rows(score: Score, lost: Lost) -> list[Row]:
    """Return the lines of the text, header first; what it cannot hold goes to `lost`."""
    score = _with_sa(score, lost)
    parts = _with_ids(score.parts, lost)
    plain = replace(score, key=_key(score.key, lost), parts=tuple(_part(part, lost) for part in parts))
    readable = with_accidentals(_tempo_first(plain))
    words = (field_line("W", _text("W", line, lost)) for line in score.words)
    return [*map(Row, _header(readable, lost)), *_body(readable, lost), *map(Row, words)]


def _with_sa(score: Score, lost: Lost) -> Score:
    """Return a score that was moved with `%%sa`, where swaralipi would else look for its mudara in another octave."""
    part = sung_part(score)
    if score.moved is None or part is None:
        return score
    fields = tuple(row for row in score.fields if not (row[0] == "I" and row[1].split()[:1] == ["sa"]))
    bare, sa = replace(score, fields=fields, moved=None), sa_of(score, part)
    if sa_of(bare, part) != sa and 0 <= sa <= MOST_MIDI:
        bare = replace(bare, fields=(*fields, ("I", f"sa {sa}")))
    if any(sa_of(bare, other) != sa_of(score, other) for other in score.parts):
        lost.say("Where Sa stands is kept for the sung voice only; others may be read an octave away in swaralipi.")
    return bare


# -- header -----------------------------------------------------------------------------------------------------------


def _header(score: Score, lost: Lost) -> Iterator[str]:
    yield field_line("X", _plain("X", score.number, lost)[:MOST_NUMBER].strip() or "1")
    subtitles = [text for letter, text in score.fields if letter == "T"]
    if score.title or subtitles:
        yield from (field_line("T", _text("T", title, lost)) for title in (score.title, *subtitles))
    if score.composer:
        yield field_line("C", _text("C", score.composer, lost))
    if score.rhythm:
        yield field_line("R", _plain("R", score.rhythm, lost))
    yield from _kept(score, lost)
    if score.order:
        yield field_line("P", _plain("P", score.order, lost))
    yield field_line("M", metre_value(score.metre, lost))
    yield f"L:{score.unit.numerator}/{score.unit.denominator}"
    tempo = tempo_value(score.tempo, lost) if score.tempo else ""
    if tempo:
        yield field_line("Q", safe("Q", tempo, lost))
    clef = ""
    if _single(score):
        clef = "" if score.parts[0].clef == Clef() else f" clef={clef_value(score.parts[0].clef, lost)}"
    else:
        yield from (field_line("V", _voice(part, lost)) for part in score.parts)
    yield field_line("K", key_value(score.key, lost) + clef)


def _kept(score: Score, lost: Lost) -> Iterator[str]:
    for letter, text in score.fields:
        if letter == "I":
            yield f"%%{one_line(text, lost)}"
        elif letter in KEPT_LETTERS:
            yield field_line(letter, _plain(letter, text, lost))
        elif letter != "T":
            lost.say(f"The field {letter}: is left out.")


def _voice(part: Part, lost: Lost) -> str:
    value = part.id
    if part.name:
        name = one_line(part.name, lost).replace('"', "'").replace("\\n", " ")
        if name != part.name:
            lost.say("Quotation marks and line breaks in the name of a voice are replaced.")
        value += f' name="{name}"'
    if part.clef != Clef():
        value += f" clef={clef_value(part.clef, lost)}"
    return safe("V", value, lost)


def _text(letter: str, text: str, lost: Lost) -> str:
    """Return a text in which accents and entities may be spelled out."""
    return whole(letter, encoded(one_line(text, lost)), lost)


def _plain(letter: str, text: str, lost: Lost) -> str:
    return safe(letter, one_line(text, lost), lost)


def _single(score: Score) -> bool:
    """Say whether the score needs no `V:` at all."""
    return len(score.parts) == 1 and score.parts[0].id == "1" and not score.parts[0].name


# -- body -------------------------------------------------------------------------------------------------------------


def _body(score: Score, lost: Lost) -> Iterator[Row]:
    for part in score.parts:
        if not _single(score) or not part.measures:
            yield Row(field_line("V", safe("V", part.id, lost)))
        events = EventWriter(score.unit, lost)
        yield from PartWriter(score, part, events, lost).lines()


def _with_ids(parts: tuple[Part, ...], lost: Lost) -> Iterator[Part]:
    """Give every part an id that a `V:` field holds and no other part has."""
    taken: set[str] = set()
    for part in parts[:MOST_VOICES]:
        name = re.sub(r"[\s%:\\*]", "", part.id) or "1"
        while name in taken:
            name += "'"
        if name != part.id:
            lost.say(f"The voice {part.id!r} is called {name}.")
        taken.add(name)
        yield replace(part, id=name)
    if len(parts) > MOST_VOICES:
        lost.say(f"Only the first {MOST_VOICES} voices are written.")


# -- what a reader of the text will know ------------------------------------------------------------------------------


def _part(part: Part, lost: Lost) -> Part:
    """Return the part with the keys and spellings that ABC has, so that accidentals are set by those."""
    measures = [_measure(measure, lost) for measure in writable(part.measures, lost)]
    clef = part.clef
    if measures:
        # a clef at the very beginning is the voice's own
        clef = next((c.value for c in _at_start(measures[0]) if isinstance(c.value, Clef)), clef)
        kept = tuple(c for c in measures[0].changes if c.onset or not isinstance(c.value, Clef))
        measures[0] = replace(measures[0], changes=kept)
    return replace(part, clef=clef, measures=tuple(measures))


def _measure(measure: Measure, lost: Lost) -> Measure:
    """Return the measure; a key or metre at its very beginning is the one in force there."""
    changes = [
        Change(change.onset, _key(change.value, lost)) if isinstance(change.value, Key) else change
        for change in measure.changes
    ]
    start = [change.value for change in changes if not change.onset]
    return replace(
        measure,
        key=next((value for value in reversed(start) if isinstance(value, Key)), _key(measure.key, lost)),
        metre=next((value for value in reversed(start) if isinstance(value, Metre)), measure.metre),
        changes=tuple(c for c in changes if c.onset or not isinstance(c.value, (Key, Metre))),
        layers=tuple(tuple(_event(event) for event in layer) for layer in measure.layers),
    )


def _at_start(measure: Measure) -> list[Change]:
    return [change for change in reversed(measure.changes) if not change.onset]


def _tempo_first(score: Score) -> Score:
    """Return the score with a tempo at the very beginning of a part as its own, where it has none."""
    if score.tempo is not None:
        return score
    for place, part in enumerate(score.parts):
        changes = part.measures[0].changes if part.measures else ()
        found = next((c for c in changes if not c.onset and isinstance(c.value, Tempo)), None)
        if found is None or not isinstance(found.value, Tempo):
            continue
        rest = list(changes)
        rest.remove(found)
        first = replace(part.measures[0], changes=tuple(rest))
        moved = replace(part, measures=(first, *part.measures[1:]))
        return replace(score, tempo=found.value, parts=(*score.parts[:place], moved, *score.parts[place + 1 :]))
    return score


def _key(key: Key, lost: Lost) -> Key:
    return parse_key(key_value(key, lost)).key or key


def _event(event: Event) -> Event:
    pitches = [*(note.pitch for note in event.notes), *(grace.pitch for grace in event.graces)]
    if all(-2 <= pitch.alter <= 2 for pitch in pitches):
        return event
    return replace(
        event,
        notes=tuple(replace(note, pitch=spelled(note.pitch)) for note in event.notes),
        graces=tuple(replace(grace, pitch=spelled(grace.pitch)) for grace in event.graces),
    )
