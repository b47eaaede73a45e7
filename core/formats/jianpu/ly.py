"""Text for jianpu-ly, which makes LilyPond's pages of Jianpu: `1=G 3/4 5, q1 q2 3 -`.

Written for the program's version 1.89. A part is a `NextPart`, a long note a row of dashes, what crosses a beat is tied
as in print, graces stand in `g[...]`, verses in lines `L:`. The program refuses bars that do not add up: a bar of
another length than its metre says gets a metre of its own. Quotes and backslashes of titles and lyrics become signs
that LilyPond cannot take for commands.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count, groupby, pairwise

from core.errors import FormatError
from core.formats import losses
from core.formats.base import Format, Loss, told
from core.formats.jianpu.ly_lyrics import Slurs, lyric_lines, plain_text
from core.formats.line_of_events import Sound, layer_of
from core.formats.note_values import normal_of, odd_part
from core.score.degrees import Do, Figure, do_of, figure
from core.score.events import ZERO, Event, Grace
from core.score.jianpu_values import Grid, Value, grid_of, split_note, split_rest
from core.score.pitch import Pitch, from_midi
from core.score.score import Measure, Part, Score
from core.score.signatures import Metre, Tempo

BARS_A_LINE = 4
LETTERS = "cqsdh"
"""Quarter to 64th, one for each number of underlines."""
MOST_OCTAVES = 3
TEMPO_BEATS = {Fraction(1, 8): "8", Fraction(1, 4): "4", Fraction(3, 8): "4.", Fraction(1, 2): "2", Fraction(1): "1"}


@dataclass(frozen=True, slots=True)
class _Word:
    """An event of a bar as it will be written: what was cut for tuplets points to the event it came from."""

    event: Event
    source: Event
    first: bool
    tied: bool
    number: int = -1
    """Counts the sources of a part; -1 where a word is not the first of one, or a rest."""


def write(score: Score) -> bytes:
    """Write every part's main line. Raises FormatError where a note or bar is past what jianpu-ly can read."""
    names = (("title", score.title), ("composer", score.composer), ("poet", " ".join(score.words)))
    head = [f"{name}={plain_text(text)}" for name, text in names if plain_text(text)]
    blocks = ["\n".join([*head, *_part(part, score)]) for part in score.parts if any(m.events for m in part.measures)]
    if not blocks:
        raise FormatError("There is no note in this tune, and jianpu-ly needs one.")
    return ("\n\nNextPart\n\n".join(blocks) + "\n").encode("utf-8", "replace")


def _part(part: Part, score: Score) -> Iterator[str]:
    measures = [measure for measure in part.measures if measure.length]
    rows = _numbered([_words(measure) for measure in measures])
    heads = _time_signatures(measures)
    sung = [word.source for row in rows for word in row if word.first]
    slurs = Slurs(sung)
    if any(event.graces for event in sung):
        yield "OctavesBefore"
    if len(score.parts) > 1 and plain_text(part.name):
        yield f"instrument={plain_text(part.name)}"
    do: Do | None = None
    line: list[str] = []
    follow = _followers(rows)
    place = 0
    if tempo := _tempo(score.tempo):
        line.append(tempo)
    for number, (measure, row, head) in enumerate(zip(measures, rows, heads, strict=True), 1):
        if (now := _do(measure)) != do:
            line.insert(0, f"1={_name(now)}") if do is None else line.append(f"1={_name(now)}")
            do = now
        line += head
        scribe = _Scribe(now, grid_of(measure.metre, _missing(measure, first=number == 1)), number)
        for _, group in groupby(row, key=lambda word: word.event.tuplet):
            words = list(group)
            tuplet = words[0].event.tuplet
            line += [f"{tuplet.actual}["] if tuplet else []
            for word in words:
                line += scribe.word(word, slurs, tied=word.tied and follow[place])
                place += 1
            line += ["]"] if tuplet else []
        if number % BARS_A_LINE == 0 or number == len(measures):
            yield " ".join(line)
            line = []
    yield from lyric_lines(sung, slurs)


def _words(measure: Measure) -> list[_Word]:
    """Return the bar's main line as single notes in tuplets that jianpu-ly knows; rests fill it up."""
    sources = {event.onset: event for event in measure.events}
    sounds = [
        Sound(e.onset, e.onset + e.duration, (max((n.pitch for n in e.notes), key=lambda p: p.midi),), _tied(e))
        for e in measure.events
        if e.notes and e.duration
    ]
    words = []
    source = Event(ZERO, ZERO, ZERO)
    for event in layer_of(sounds, measure.length):
        first = bool(event.notes) and event.onset in sources and bool(sources[event.onset].notes)
        source = sources[event.onset] if first else source if event.notes else Event(event.onset, ZERO, ZERO)
        words.append(_Word(event, source, first, any(note.tied for note in event.notes)))
    return words


def _numbered(rows: list[list[_Word]]) -> list[list[_Word]]:
    counter = count()
    return [[replace(word, number=next(counter)) if word.first else word for word in row] for row in rows]


def _tied(event: Event) -> bool:
    return max(event.notes, key=lambda note: note.pitch.midi).tied


def _followers(rows: Sequence[Sequence[_Word]]) -> list[bool]:
    """Say of each word whether the next one sounds the same pitch, so that a tie has an end."""
    flat = [word.event for row in rows for word in row]
    return [
        bool(now.notes and then.notes) and now.notes[0].pitch.midi == then.notes[0].pitch.midi
        for now, then in pairwise(flat)
    ] + [False]


# -- metres -----------------------------------------------------------------------------------------------------------


def _time_signatures(measures: Sequence[Measure]) -> list[list[str]]:
    """Return what is written before each bar: its metre where it is new, the pickup's length with the first."""
    pickup = _pickup(measures)
    told_last = ""
    heads = []
    for place, measure in enumerate(measures):
        full = measure.metre.length
        as_full = pickup and place in (0, len(measures) - 1)
        length = full if as_full and full is not None else measure.length
        word = _signature(length, measure.metre, place + 1)
        heads.append([word + pickup if pickup and place == 0 else word] if word != told_last else [])
        told_last = word
    return heads


def _pickup(measures: Sequence[Measure]) -> str:
    """Return `,4` for a first bar of a quarter that the last bar makes up for; else nothing."""
    first, last = measures[0], measures[-1]
    full = first.metre.length
    if full is None or len(measures) < 2 or first.length >= full or first.length + last.length != full:
        return ""
    if any(m.metre != first.metre for m in measures) or any(m.length != full for m in measures[1:-1]):
        return ""
    for dots, part in (("", first.length), (".", first.length * 2 / 3)):
        if part.numerator == 1 and odd_part(part.denominator) == 1 and part.denominator <= 64:
            return f",{part.denominator}{dots}"
    return ""


def _signature(length: Fraction, metre: Metre, number: int) -> str:
    unit = max(metre.unit, length.denominator)
    if odd_part(length.denominator) > 1 or unit > 64:
        raise FormatError(f"Bar {number} is {length} of a whole note long, which jianpu-ly cannot read. Mend the bar.")
    return f"{length * unit}/{unit}"


def _missing(measure: Measure, *, first: bool) -> Fraction:
    full = measure.metre.length
    return full - measure.length if first and full is not None and measure.length < full else ZERO


# -- one event --------------------------------------------------------------------------------------------------------


class _Scribe:
    """Writes the words of one bar."""

    def __init__(self, do: Do, grid: Grid, number: int) -> None:
        self._do = do
        self._grid = grid
        self._number = number

    def word(self, word: _Word, slurs: Slurs, *, tied: bool) -> Iterator[str]:
        """Write an event with its graces, its slurs, and a tie to the next."""
        event = word.event
        at = None if event.tuplet else event.onset
        if event.tuplet and event.tuplet.normal != normal_of(event.tuplet.actual):
            raise FormatError(f"Bar {self._number}: jianpu-ly has no {event.tuplet.actual} in {event.tuplet.normal}.")
        if not event.notes:
            yield from (self._digit("0", value) for value in split_rest(at, event.written, self._grid))
            return
        if word.first and word.source.graces:
            yield f"g[{''.join(map(self._grace, word.source.graces))}]"
        name = self._figure(event.notes[0].pitch)
        values = split_note(at, event.written, self._grid)
        for place, value in enumerate(values):
            last = place == len(values) - 1
            yield self._digit(name, value)
            if place == 0 and word.first:
                yield from slurs.signs(word.number)
            yield from ["-"] * value.dashes
            if not last or tied:
                yield "~"

    def _digit(self, name: str, value: Value) -> str:
        if not value.exact or value.lines >= len(LETTERS):
            raise FormatError(f"Bar {self._number} holds a note of {value.duration}, which jianpu-ly cannot write.")
        letter = LETTERS[value.lines] if value.lines else ""
        return letter + name + "." * value.dots

    def _figure(self, pitch: Pitch) -> str:
        found = self._found(pitch)
        return _sign(found) + str(found.degree) + _dots(found)

    def _found(self, pitch: Pitch) -> Figure:
        found = figure(pitch, self._do)
        if abs(found.octave) > MOST_OCTAVES:
            raise FormatError(f"Bar {self._number}: {pitch.name} is more than three octaves from do. Move the tune.")
        return found

    def _grace(self, grace: Grace) -> str:
        lines = max(1, min(len(LETTERS) - 1, (Fraction(1, 4) / grace.length).numerator.bit_length() - 1))
        found = self._found(grace.pitch)
        return _sign(found) + _dots(found) + LETTERS[lines] + str(found.degree)


def _sign(found: Figure) -> str:
    return {-1: "b", 0: "", 1: "#"}[found.alter]


def _dots(found: Figure) -> str:
    return "'" * found.octave if found.octave > 0 else "," * -found.octave


def _do(measure: Measure) -> Do:
    """Return the bar's do; one with two signs is named by its plain neighbour, since jianpu-ly knows no other."""
    do = do_of(measure.key)
    if abs(do.alter) < 2:
        return do
    plain = from_midi(do.midi)
    return Do(plain.step, int(plain.alter))


def _name(do: Do) -> str:
    return do.step + ("#" if do.alter > 0 else "b" if do.alter < 0 else "")


def _tempo(tempo: Tempo | None) -> str:
    if tempo is None or tempo.bpm is None or tempo.beat not in TEMPO_BEATS or round(tempo.bpm) < 1:
        return ""
    return f"{TEMPO_BEATS[tempo.beat]}={round(tempo.bpm)}"


def _tempo_changes(score: Score) -> bool:
    tempo = score.tempo
    if tempo is None or tempo.bpm is None:
        return False
    return tempo.beat not in TEMPO_BEATS or tempo.bpm != round(tempo.bpm)


TEMPO = Loss("A tempo is rounded to whole beats a minute, or left out where its beat has no sign.", _tempo_changes)

JIANPU_LY = Format(
    "jianpu-ly",
    "Text for jianpu-ly",
    (".jly", ".jianpu-ly"),
    lambda _head: False,
    write=write,
    lost=told(
        losses.MODES, losses.FIRST_LAYER, losses.HIGHEST, losses.REPEATS, losses.SIGNS, losses.MICROTONES,
        losses.DOTTED_SLURS, losses.HEADER, losses.TEMPO_CHANGES, losses.TEMPO_WORDS, TEMPO, losses.CLEFS, losses.NAMES,
        losses.BAR_STYLES, losses.HIDDEN_RESTS, losses.DEGREES, losses.METRE_SIGNS, losses.REMINDERS,
    ),
)  # fmt: skip
