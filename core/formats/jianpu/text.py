"""Jianpu text, format B of the ONOTE paper (figure 7): `_5(1/4) 1(1/8) ^1(1/8) 0(1/2) |`.

Digits are degrees of the major scale on do, the tonic of the key or of its relative major; the undotted 1 lies between
G♭3 and F♯4, as in print. `_` is an octave down, `^` one up, `#` and `b` stand next to the digit of every note they
alter, whatever came before in the bar. A length in brackets is a fraction of a whole note.

A tune that is not in 1=C and 4/4 begins with a line such as `1=G 3/4`, which the paper does not have; a minor key adds
the degree of its tonic, `1=C 6=A 4/4`. What changes on the way is written where it changes.
"""

import re
from collections.abc import Iterator
from fractions import Fraction

from core.formats import losses
from core.formats.base import Format, Imported, told
from core.formats.jianpu import text_reader
from core.formats.jianpu.text_tokens import WIDE, key_words, metre_word
from core.score.degrees import Do, Figure, do_of, figure
from core.score.events import Event
from core.score.score import Change, Measure, Score
from core.score.signatures import Key, Metre

BARS_A_LINE = 4
_LOOK = re.compile(r"[_^#b]{0,4}[0-7]\(\d{1,3}/\d{1,3}\)")
_OTHER = re.compile(r"[A-Ga-g](?:#|b)?-?\d\(|^[A-Z]:", re.M)


def read(content: bytes) -> Imported:
    """Read leniently: full-width signs, no brackets (a quarter), dashes for a quarter more, `'` and `,` for octaves."""
    return text_reader.read(content)


def write(score: Score) -> bytes:
    """Write the main line of the first part, four bars a line."""
    news = _News()
    head = ""
    bars: list[str] = []
    measures = [measure for measure in score.parts[0].measures if measure.events] if score.parts else []
    for place, measure in enumerate(measures):
        told = news.words(measure.key, measure.metre)
        if place == 0 and told:
            head = " ".join((*key_words(measure.key), metre_word(measure.metre))) + "\n"
            told = []
        bars.append(" ".join([*told, *_bar(measure, news)]))
    lines = [" | ".join(bars[start : start + BARS_A_LINE]) + " |" for start in range(0, len(bars), BARS_A_LINE)]
    return (head + "".join(line + "\n" for line in lines)).encode()


class _News:
    """What holds: the key as it is named, and the metre."""

    def __init__(self) -> None:
        self._key = key_words(Key())
        self._metre = metre_word(Metre())

    def words(self, key: Key, metre: Metre) -> list[str]:
        """Return what must be written where these hold, and remember them."""
        told = [] if key_words(key) == self._key else list(key_words(key))
        if metre_word(metre) != self._metre:
            told.append(metre_word(metre))
        self._key, self._metre = key_words(key), metre_word(metre)
        return told


def _bar(measure: Measure, news: _News) -> Iterator[str]:
    key, metre = measure.key, measure.metre
    waiting = [change for change in measure.changes if isinstance(change.value, Key | Metre)]
    end = Fraction(0)
    for event in measure.events:
        for change in _due(waiting, event.onset):
            key = change.value if isinstance(change.value, Key) else key
            metre = change.value if isinstance(change.value, Metre) else metre
        yield from news.words(key, metre)
        yield note_word(event, do_of(key))
        end = event.onset + event.duration
    if measure.length > end:
        yield f"0({_ratio(measure.length - end)})"


def _due(waiting: list[Change], onset: Fraction) -> Iterator[Change]:
    while waiting and waiting[0].onset <= onset:
        yield waiting.pop(0)


def note_word(event: Event, do: Do) -> str:
    """Return an event as one word: of a chord the highest note."""
    length = f"({_ratio(event.duration)})"
    if not event.notes:
        return f"0{length}"
    return figure_word(figure(max((note.pitch for note in event.notes), key=lambda pitch: pitch.midi), do)) + length


def figure_word(found: Figure) -> str:
    """Return a degree with its octave and sign, such as `_#4`."""
    octave = "^" * found.octave if found.octave > 0 else "_" * -found.octave
    return f"{octave}{'#' * found.alter}{'b' * -found.alter}{found.degree}"


def _ratio(length: Fraction) -> str:
    return f"{length.numerator}/{length.denominator}"


def _recognises(head: bytes) -> bool:
    text = head.decode("utf-8-sig", "ignore").translate(WIDE)
    return _LOOK.search(text) is not None and _OTHER.search(text) is None


JIANPU = Format(
    "jianpu",
    "Jianpu text",
    (".jianpu",),
    _recognises,
    read,
    write,
    told(
        losses.TITLE, losses.MODES, losses.FIRST_PART, losses.FIRST_LAYER, losses.HIGHEST, losses.TIES, losses.SLURS,
        losses.GRACES, losses.LYRICS, losses.REPEATS, losses.BAR_STYLES, losses.SIGNS, losses.TEMPO, losses.CLEFS,
        losses.NAMES, losses.HIDDEN_RESTS, losses.DEGREES, losses.METRE_SIGNS, losses.REMINDERS, losses.MICROTONES,
    ),
)  # fmt: skip
