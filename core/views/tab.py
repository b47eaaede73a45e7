"""Tablature for guitar and its kin, engraved by Verovio."""

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, islice

from core.score.score import Measure, Part, Score
from core.tradition.fretting import Fingers, finger_part, remarks_on
from core.tradition.tunings import GUITAR, Fretboard
from core.views import engraving
from core.views.base import Drawing, Layout, Row, Tune
from core.views.dangling import without_dangling
from core.views.mei import document as mei
from core.views.mei.book import Book
from core.views.mei.tab import TabHand
from core.views.pieces import in_pieces
from core.views.slices import Written
from core.views.tuplets import with_tuplets

SCALE = 0.04
"""Px a unit: strings are 12.6 px apart, since Verovio spreads them 7/4 as far as staff lines."""
TEXT = 4.0 * (32 / 720) / SCALE * 4 / 7
"""Text in MEI units, as large as under a staff: Verovio enlarges it with the strings."""

LYRICS_GAP = 2.5
"""Least room above the lyrics, in MEI units that Verovio enlarges too."""

OPTIONS = (("leftMarginNote", 2.0), ("rightMarginNote", 1.0))
"""Room beside the digits, which are drawn larger than Verovio's."""


@dataclass(frozen=True, slots=True)
class TabView:
    """The first part as frets on strings; pitch = open string + fret, as it sounds (ONOTE).

    A tuning other than the standard one, and a capo, are told above the first bar.
    """

    name: str = "tab"
    title: str = "Tab"

    def draw(self, score: Score, layout: Layout) -> Drawing:
        """Draw the score. Raises WorkerError where Verovio dies, hangs or is missing."""
        score = score if layout.row else without_dangling(score)
        score = in_pieces(with_tuplets(score), engraving.room_of(layout))
        board = layout.board
        part = score.parts[0] if score.parts else Part("", ())
        part = _told(part, board) if layout.opens else part
        fingers = _row_fingers(layout.row, board) if layout.row else finger_part(part, board)
        setting = engraving.Setting(SCALE, TEXT, LYRICS_GAP, engraving.verse_step(score), tab=True, options=OPTIONS)
        whole = mei.survey(replace(score, parts=(part,)), layout.before, layout.into, layout.out)
        scribe = TabScribe(whole, fingers, board)
        drawing = engraving.draw(score, scribe, layout, setting)
        return replace(drawing, diagnostics=tuple(remarks_on(part, fingers, board)))


class TabScribe:
    """Writes stretches of a fingered part on its strings."""

    def __init__(self, whole: mei.Survey, fingers: Sequence[Fingers], board: Fretboard = GUITAR) -> None:
        self.whole = whole
        self._board = board
        self._fingers = fingers
        counts = (_sounding(column.present) for column in whole.columns)
        self._firsts = [0, *accumulate(counts)]

    def write(self, start: int, stop: int) -> Written:
        """Write the columns from `start` to before `stop`."""
        book = Book()
        hand = TabHand(book, self._fingers[self._firsts[start] : self._firsts[stop]], self._board)
        written = mei.build(self.whole, book, hand, start, stop)
        _drop_octaves(written.root)
        return Written(written, hand.unknown, hand.grace_strings)

    def also(self, start: int, stop: int) -> object:
        """Return the instrument and the fingering, which depends on what comes before and after."""
        return self._board, self._fingers[self._firsts[start] : self._firsts[stop]]


def _row_fingers(row: Row, board: Fretboard) -> list[Fingers]:
    """Return how a row is fingered within its tune."""
    bars = _bar_fingers(row.tune, board)
    return [one for place in row.places if place is not None for one in bars[place]]


@lru_cache(maxsize=2)
def _bar_fingers(tune: Tune, board: Fretboard) -> tuple[tuple[Fingers, ...], ...]:
    """Finger a tune, once for all of its rows, and deal the fingers out to its measures; Compare has two tunes."""
    part = tune.score.parts[0] if tune.score.parts else Part("", ())
    fingers = iter(finger_part(part, board))
    return tuple(tuple(islice(fingers, _sounding((measure,)))) for measure in part.measures)


def _told(part: Part, board: Fretboard) -> Part:
    """Return the part with what a player must know of the instrument above its first event."""
    first = part.measures[0] if part.measures else None
    if not board.words or first is None or not first.events:
        return part
    event = replace(first.events[0], annotations=(f"^{board.words}", *first.events[0].annotations))
    first = replace(first, layers=((event, *first.events[1:]), *first.layers[1:]))
    return replace(part, measures=(first, *part.measures[1:]))


def _sounding(measures: Sequence[Measure]) -> int:
    return sum(1 for measure in measures for layer in measure.layers for event in layer if event.notes)


def _drop_octaves(root: ET.Element) -> None:
    """Leave out octave lines, which frets do not need: over tablature Verovio draws them through another system."""
    for measure in root.iter("measure"):
        for line in measure.findall("octave"):
            measure.remove(line)


TAB = TabView()
