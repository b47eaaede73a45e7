"""Pages for two scores side by side: a row of paired bars is a page, as high on the left as on the right."""

import re
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from core.errors import Cancelled
from core.score.compare import BarPair
from core.score.edit import transposed
from core.score.pitch import Pitch
from core.score.score import Part, Score
from core.score.side_by_side import Sides, in_force, row_at, row_scores, tied_into
from core.tradition.cells.build import Held, sa_of
from core.tradition.fretting import moved_into_range
from core.tradition.tunings import GUITAR, Fretboard
from core.views.base import Before, Box, Drawing, Layout, Page, Ties, View
from core.views.svg import number

LANE, LABEL = 34.0, 18.0
"""Room above the music of a row, in the page's pixels: the upper part names the bars, the rest is for signs."""
HEAD_ROOM, NEXT_ROOM, NOTE_ROOM = 120.0, 60.0, 23.0
"""What clef, key, metre and margins of the first row take, those of a later one, and what a note takes, in pixels."""
_HEIGHT = re.compile(r' height="[^"]*"')
_VIEW_BOX = re.compile(r' viewBox="[^"]*"')


@dataclass(frozen=True, slots=True)
class RowPages:
    """One row: its pairs of bars, and a page of each score."""

    row: tuple[BarPair, ...]
    one: Page
    other: Page


def row_pages(
    view: View, sides: Sides, width: float, stop: threading.Event | None = None, board: Fretboard = GUITAR
) -> Iterator[RowPages]:
    """Draw both scores row by row; of a row that a view breaks into lines, the first line is one.

    `board` is the instrument of tablature. Raises Cancelled, and what the view raises.
    """
    whole = Layout(page_width=width, page_height=None, title=False, joined=True, board=board)
    lines = _Line(sides.one), _Line(sides.other)
    start, count = 0, len(sides.found.bars)
    while start < count:
        row = row_at(sides, start, max(1.0, (width - (NEXT_ROOM if start else HEAD_ROOM)) / NOTE_ROOM))
        while True:
            if stop is not None and stop.is_set():
                raise Cancelled("Stopped.")
            scores = row_scores(sides, row, (lines[0].shown, lines[1].shown))
            layout = replace(whole, closes=start + len(row) == count)
            # a view that is asked for one tall page gives one
            taken = _measures(row)
            pages = [
                view.draw(score, line.of(layout, measures)).pages[0]
                for score, line, measures in zip(scores, lines, taken, strict=True)
            ]
            fitting = min(_on_first_line(page, score) for page, score in zip(pages, scores, strict=True))
            if fitting >= len(row) or len(row) == 1:
                break
            row = row[: max(1, fitting)]
        start += len(row)
        for line, measures in zip(lines, taken, strict=True):
            line.go_on(measures)
        height = LANE + max(page.height for page in pages)
        yield RowPages(row, *(framed(page, LANE, height) for page in pages))


@dataclass(slots=True)
class _Line:
    """How far one side is drawn. A row does not say again what holds already, and Sa is the whole tune's."""

    score: Score
    shown: int = 0
    """Measures in the rows above."""
    opened: bool = False
    sa: int | None = field(init=False)

    def __post_init__(self) -> None:
        self.sa = sa_of(self.score, self.score.parts[0]) if self.score.parts else None

    def of(self, layout: Layout, measures: int) -> Layout:
        """Return the layout of the next row, of so many measures."""
        before = Before(*in_force(self.score, self.shown)) if self.opened else None
        ties = Ties(tied_into(self.score, self.shown), tied_into(self.score, self.shown + measures))
        held = _held(self.score, self.shown)
        return replace(layout, opens=not self.opened, before=before, sa=self.sa, held=held, ties=ties)

    def go_on(self, measures: int) -> None:
        """Note a row of so many measures as drawn."""
        self.shown += measures
        self.opened = True


def _measures(row: Sequence[BarPair]) -> tuple[int, int]:
    """Return how many measures each side has in a row."""
    return sum(pair.one is not None for pair in row), sum(pair.other is not None for pair in row)


def _held(score: Score, place: int) -> Held | None:
    """Return the note that is tied into a measure of the first part."""
    measures = score.parts[0].measures[:place] if score.parts else ()
    pitch: Pitch | None = None
    for event in (event for measure in reversed(measures) for event in reversed(measure.events)):
        main = max(event.notes, key=lambda note: note.pitch.midi, default=None)
        if main is None or not main.tied or (pitch is not None and main.pitch.midi != pitch.midi):
            break
        pitch = main.pitch
        if event.lyrics[:1] not in ((), (None,)):
            return Held(pitch, sung=True)
    return None if pitch is None else Held(pitch)


def in_range(sides: Sides, board: Fretboard) -> tuple[Sides, int]:
    """Return both scores moved by the same octaves to where the fewest of all their notes have no fret.

    Moved apart, equal notes would look different and others equal. The second value: how many octaves up.
    """
    measures = tuple(measure for score in (sides.one, sides.other) for part in score.parts for measure in part.measures)
    octaves = moved_into_range(replace(sides.one, parts=(Part("", measures),)), board)[1]
    one, other = (transposed(score, 12 * octaves) for score in (sides.one, sides.other))
    return replace(sides, one=one, other=other), octaves


def _on_first_line(page: Page, score: Score) -> int:
    """Return how many bars of a row stand on its first line: where the next begins, what fills time goes back left.

    Rests count, those too that fill a bar which this side lacks.
    """
    right = float("-inf")
    measures = score.parts[0].measures if score.parts else ()
    for place, measure in enumerate(measures):
        for event in measure.events:
            box = page.boxes.get(event.notes[0].id if event.notes else event.id)
            if box is not None and box.x < right:
                return place
            right = box.x if box is not None else right
    return len(measures)


def framed(page: Page, top: float, height: float) -> Page:
    """Return a page with room above it, and as high as is asked for."""
    end = page.svg.index(">")
    head, inner = page.svg[:end], page.svg[end + 1 : page.svg.rindex("</svg>")]
    head = _HEIGHT.sub(f' height="{number(height)}"', head, count=1)
    head = _VIEW_BOX.sub(f' viewBox="0 0 {number(page.width)} {number(height)}"', head, count=1)
    svg = f'{head}><g transform="translate(0 {number(top)})">{inner}</g></svg>'
    boxes = {name: Box(box.x, box.y + top, box.width, box.height) for name, box in page.boxes.items()}
    return Page(svg, page.width, height, boxes)


def drawings(pages: Sequence[RowPages]) -> tuple[Drawing, Drawing]:
    """Return the rows as a drawing of each score."""
    return Drawing(tuple(row.one for row in pages)), Drawing(tuple(row.other for row in pages))
