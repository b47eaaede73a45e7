"""What holds at the first note, and what changes on the way: keys, metres and tempi."""

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from core.score.degrees import PLAIN_FORM, KeyForm, key_name
from core.score.events import ZERO
from core.score.score import Changeable, Measure, Part, Score
from core.score.signatures import Clef, Key, Metre, Tempo

T = TypeVar("T", Key, Metre, Tempo)


@dataclass(frozen=True, slots=True)
class News:
    """A new key, metre or tempo at a moment of a measure; a key by its name in print, such as `1=G`."""

    onset: Fraction
    value: str | Metre | Tempo


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands over the first line: the name of the key, the metre and the tempo."""

    key: str
    metre: Metre
    tempo: Tempo | None


def at_start(measure: Measure, kind: type[T], otherwise: T) -> T:
    """Return what is in force from the first note of a measure on."""
    found = otherwise
    for change in measure.changes:
        if change.onset == ZERO and isinstance(change.value, kind):
            found = change.value
    return found


def heading_of(score: Score, form: KeyForm = PLAIN_FORM) -> Heading:
    """Return what holds at the first note; the score's own key and metre where there is none."""
    first = next((part.measures[0] for part in score.parts if part.measures), None)
    if first is None:
        return Heading(key_name(score.key, form), score.metre, score.tempo)
    tempo = score.tempo or next(
        (change.value for change in first.changes if isinstance(change.value, Tempo) and not change.onset), None
    )
    key, metre = at_start(first, Key, first.key), at_start(first, Metre, first.metre)
    return Heading(key_name(key, form), metre, tempo)


def news_of(part: Part, heading: Heading, form: KeyForm = PLAIN_FORM) -> tuple[tuple[News, ...], ...]:
    """Return the news of each measure of a part. A change after the last note is told in the next measure."""
    key, metre, tempo = heading.key, heading.metre, heading.tempo
    carried: Tempo | None = None
    told = []
    for measure in part.measures:
        found = []
        for (onset, _), value in _moments(measure, carried).items():
            carried = None if isinstance(value, Tempo) else carried
            if onset and onset >= measure.length:
                carried = value if isinstance(value, Tempo) else carried
            elif isinstance(value, Key):
                if key != (key := key_name(value, form)):
                    found.append(News(onset, key))
            elif isinstance(value, Metre):
                if metre != (metre := value):
                    found.append(News(onset, metre))
            elif isinstance(value, Tempo) and tempo != value:
                tempo = value
                found.append(News(onset, value))
        told.append(tuple(sorted(found, key=lambda news: news.onset)))
    return tuple(told)


def _moments(measure: Measure, carried: Tempo | None) -> dict[tuple[Fraction, type], Changeable]:
    """Return what is said in a measure, the last word for each moment and kind."""
    moments: dict[tuple[Fraction, type], Changeable] = {
        (ZERO, Key): measure.key,
        (ZERO, Metre): measure.metre,
    }
    if carried is not None:
        moments[ZERO, Tempo] = carried
    for change in measure.changes:
        if not isinstance(change.value, Clef):
            moments[change.onset, type(change.value)] = change.value
    return moments
