"""Pages for two scores side by side: a row of paired bars is a page, as high on the left as on the right."""

import re
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from core.errors import Cancelled
from core.score.compare import BarPair
from core.score.degrees import PLAIN_FORM, KeyForm
from core.score.edit import transposed
from core.score.score import Part, Score
from core.score.side_by_side import Sides, in_force, row_at, row_scores
from core.tradition.fretting import moved_into_range
from core.tradition.tunings import GUITAR, Fretboard
from core.views.base import Before, Box, Drawing, Layout, Page, Reach, Row, Tune, View
from core.views.dangling import without_dangling
from core.views.reach import reaches
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
    view: View, sides: Sides, width: float, stop: threading.Event | None = None, board: Fretboard = GUITAR,
    key_form: KeyForm = PLAIN_FORM,
) -> Iterator[RowPages]:  # fmt: skip
    """Draw both scores row by row; of a row that a view breaks into lines, the first line is one.

    `board` is the instrument of tablature, `key_form` how Jianpu names keys. Raises Cancelled, and what the view
    raises.
    """
    whole = Layout(page_width=width, page_height=None, title=False, joined=True, board=board, key_form=key_form)
    sides = replace(sides, one=without_dangling(sides.one), other=without_dangling(sides.other))
    lines = _Line(sides.one), _Line(sides.other)
    start, count = 0, len(sides.found.bars)
    while start < count:
        row = row_at(sides, start, max(1.0, (width - (NEXT_ROOM if start else HEAD_ROOM)) / NOTE_ROOM))
        while True:
            if stop is not None and stop.is_set():
                raise Cancelled("Stopped.")
            scores = row_scores(sides, row, (lines[0].shown, lines[1].shown))
            # a view that is asked for one tall page gives one
            taken = [pair.one for pair in row], [pair.other for pair in row]
            pages = [
                view.draw(score, line.of(whole, places)).pages[0]
                for score, line, places in zip(scores, lines, taken, strict=True)
            ]
            fitting = min(_on_first_line(page, score) for page, score in zip(pages, scores, strict=True))
            if fitting >= len(row) or len(row) == 1:
                break
            row = row[: max(1, fitting)]
        start += len(row)
        for line, places in zip(lines, taken, strict=True):
            line.go_on(places)
        height = LANE + max(page.height for page in pages)
        yield RowPages(row, *(framed(page, LANE, height) for page in pages))


@dataclass(slots=True)
class _Line:
    """How far one side is drawn. A row does not say again what holds already."""

    score: Score
    shown: int = 0
    """Measures in the rows above."""
    opened: bool = False
    tune: Tune = field(init=False)
    reaches: Sequence[Reach] = field(init=False)

    def __post_init__(self) -> None:
        self.tune = Tune(self.score)
        self.reaches = reaches(self.score)

    def of(self, layout: Layout, places: Sequence[int | None]) -> Layout:
        """Return the layout of the next row, of measures at some places and of gaps."""
        before = Before(*in_force(self.score, self.shown)) if self.opened else None
        after = self.shown + sum(place is not None for place in places)
        row = Row(self.tune, tuple(places), self.reaches[self.shown], self.reaches[after])
        return replace(layout, opens=not self.opened, before=before, row=row)

    def go_on(self, places: Sequence[int | None]) -> None:
        """Note a row as drawn."""
        self.shown += sum(place is not None for place in places)
        self.opened = True


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
