"""Where the notes of a drawing stand: which of them make a line, and which one is next to which."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from core.score.timeline import Moment
from core.views.base import Box, Drawing

ABOVE, BELOW = 0.3, 0.9
"""Which share of the free room above and below its notes belongs to a line: lyrics hang under, signs stand over it."""
MOST_ABOVE, MOST_BELOW, VERSE = 32.0, 16.0, 28.0
"""Room at most, in the page's own pixels: above, below, and below for each line of lyrics."""


@dataclass(slots=True)
class Line:
    """One line of music on one page; `parts` holds the highest and lowest edge of each part's notes."""

    page: int
    top: float
    bottom: float
    ids: list[str] = field(default_factory=list)
    parts: dict[str, tuple[float, float]] = field(default_factory=dict)
    verses: int = 0
    room_top: float = 0.0
    room_bottom: float = 0.0

    def take(self, note_id: str, part: str, box: Box) -> None:
        """Let a note belong to the line."""
        self.ids.append(note_id)
        low, high = box.y, box.y + box.height
        self.top, self.bottom = min(self.top, low), max(self.bottom, high)
        before = self.parts.get(part, (low, high))
        self.parts[part] = min(before[0], low), max(before[1], high)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where one note stands: its page, its box there and its line."""

    id: str
    page: int
    box: Box
    line: int
    part: str = ""
    voice: tuple[str, int] = ("", 0)

    @property
    def middle(self) -> float:
        """The middle of the box from left to right."""
        return self.box.x + self.box.width / 2


class PageMap:
    """The notes of a drawing by place and by time.

    Without `moments` the boxes' own order stands for time. `graced` names the note that each grace note leads to: it
    is where one is from a grace note on. A line ends where time goes on but the notes go back to the
    left, below all of the line so far: geometry alone cannot tell a wide tablature from two narrow lines.
    """

    def __init__(
        self, drawing: Drawing, moments: Sequence[Moment] = (), graced: Mapping[str, str] | None = None
    ) -> None:
        self._graced = graced or {}
        self._graces: dict[str, list[str]] = {}
        for grace, note in self._graced.items():
            self._graces.setdefault(note, []).append(grace)
        self.spots: dict[str, Spot] = {}
        self.lines: list[Line] = []
        self.heights = [page.height for page in drawing.pages]
        boxes = {name: (page, box) for page, drawn in enumerate(drawing.pages) for name, box in drawn.boxes.items()}
        self._pages: list[list[Spot]] = [[] for _ in drawing.pages]
        left = float("inf")
        for group in _groups(boxes, moments):
            page = boxes[group[0][0]][0]
            x = min(boxes[name][1].x for name, _ in group)
            y = min(boxes[name][1].y for name, _ in group)
            line = self.lines[-1] if self.lines else None
            if line is None or page != line.page or (x <= left and y >= line.bottom):
                self.lines.append(Line(page, float("inf"), float("-inf")))
            left = x
            for name, voice in group:
                self._put(name, boxes[name][1], len(self.lines) - 1, voice)
        for name, (page, box) in boxes.items():
            if name not in self.spots and self.lines:
                self._put(name, box, self._nearest_line(page, box), ("", 0), timed=False)
        self._order: dict[tuple[str, int], list[str]] = {}
        for line in self.lines:
            for name in line.ids:
                self._order.setdefault(self.spots[name].voice, []).append(name)
        for moment in moments:
            if moment.lyrics and moment.id in self.spots:
                line = self.lines[self.spots[moment.id].line]
                line.verses = max(line.verses, len(moment.lyrics))
        self._room([page.rows for page in drawing.pages])

    def _put(self, name: str, box: Box, line: int, voice: tuple[str, int], *, timed: bool = True) -> None:
        page = self.lines[line].page
        spot = Spot(name, page, box, line, voice[0], voice)
        self.spots[name] = spot
        self._pages[page].append(spot)
        if timed:
            self.lines[line].take(name, voice[0], box)

    def _nearest_line(self, page: int, box: Box) -> int:
        """Return the line that a grace note, or whatever else has no time of its own, stands in."""
        here = [place for place, line in enumerate(self.lines) if line.page == page] or range(len(self.lines))
        middle = box.y + box.height / 2
        return min(here, key=lambda place: max(self.lines[place].top - middle, middle - self.lines[place].bottom, 0.0))

    def _room(self, drawn: Sequence[Sequence[tuple[float, float]]]) -> None:
        """Deal out the free room between the lines of each page, but where the view tells how deep its lines are."""
        for _, rows in groupby(self.lines, key=lambda line: line.page):
            lines = list(rows)
            edges = [0.0, *(line.bottom for line in lines)]
            tops = [*(line.top for line in lines), self.heights[lines[0].page]]
            for place, line in enumerate(lines):
                line.room_top = line.top - min(MOST_ABOVE, ABOVE * max(0.0, line.top - edges[place]))
                most = MOST_BELOW + VERSE * line.verses
                line.room_bottom = line.bottom + min(most, BELOW * max(0.0, tops[place + 1] - line.bottom))
                told = (bottom for top, bottom in drawn[line.page] if top <= line.top and line.bottom <= bottom)
                line.room_bottom = next(told, line.room_bottom)

    def note(self, name: str) -> str:
        """Return the note that a grace note leads to; any other name as it is."""
        found = self._graced.get(name, name)
        return found if found in self.spots else name

    def graces(self, name: str) -> list[str]:
        """Return the grace notes that lead to a note and are drawn in its line."""
        line = self.spots[name].line
        found = (grace for grace in self._graces.get(name, ()) if grace in self.spots)
        return [grace for grace in found if self.spots[grace].line == line]

    # -- by place -------------------------------------------------------------------------------------------------

    def near(self, page: int, x: float, y: float, reach: float) -> str:
        """Return the note nearest to a point of a page, no farther than `reach`; empty where there is none.

        Of boxes that lie over one another the smallest is meant: a kan stands within the room of its note.
        """
        found, best = "", (reach, 0.0)
        for spot in self._pages[page]:
            box = spot.box
            aside = max(box.x - x, x - box.x - box.width, 0.0)
            over = max(box.y - y, y - box.y - box.height, 0.0)
            distance = (aside * aside + over * over) ** 0.5, box.width * box.height
            if distance < best or (distance[0] == reach and not found):
                found, best = spot.id, distance
        return found

    def strip(self, note_id: str) -> tuple[float, float]:
        """Return the highest and lowest edge of the notes of the same part in the same line."""
        spot = self.spots[note_id]
        return self.lines[spot.line].parts.get(spot.part, (spot.box.y, spot.box.y + spot.box.height))

    def beside(self, note_id: str, rows: int) -> str:
        """Return the note nearest in x in the line above (-1) or below (1), of the same voice if that is there."""
        spot = self.spots[note_id]
        place = spot.line + rows
        if not 0 <= place < len(self.lines):
            return ""
        ids = self.lines[place].ids
        own = [other for other in ids if self.spots[other].voice == spot.voice] or ids
        return min(own, key=lambda other: abs(self.spots[other].middle - spot.middle), default="")

    # -- by time --------------------------------------------------------------------------------------------------

    def after(self, note_id: str, steps: int) -> str:
        """Return the note so many steps later (or earlier) in the same voice; empty past its ends."""
        order = self._voice(note_id)
        if note_id not in order:
            return ""
        place = order.index(note_id) + steps
        return order[place] if 0 <= place < len(order) else ""

    def end_of_line(self, note_id: str, *, last: bool) -> str:
        """Return the first or last note of the voice in the line."""
        line = self.spots[note_id].line
        row = [other for other in self._voice(note_id) if self.spots[other].line == line]
        return row[-1 if last else 0] if row else ""

    def end(self, note_id: str, *, last: bool) -> str:
        """Return the first or last note of the voice; of the first voice where no note is given."""
        order = self._voice(note_id) if note_id else next(iter(self._order.values()), [])
        return order[-1 if last else 0] if order else ""

    def _voice(self, note_id: str) -> list[str]:
        return self._order.get(self.spots[note_id].voice, [])


def _groups(
    boxes: dict[str, tuple[int, Box]], moments: Sequence[Moment]
) -> Iterator[list[tuple[str, tuple[str, int]]]]:
    """Yield the drawn notes that begin together, in the order of time, each with its voice."""
    if not moments:
        for name in boxes:
            yield [(name, ("", 0))]
        return
    seen: set[str] = set()
    for _, rows in groupby(moments, key=lambda moment: moment.onset):
        group = [(m.id, (m.part, m.layer)) for m in rows if m.id in boxes and m.id not in seen]
        seen.update(name for name, _ in group)
        if group:
            yield group


def between(moments: Sequence[Moment], one: str, other: str) -> list[str]:
    """Return the notes of all voices from one note's onset to another's, in the order of time."""
    onsets = {moment.id: moment.onset for moment in moments}
    if one not in onsets or other not in onsets:
        return []
    start, stop = sorted((onsets[one], onsets[other]))
    first = bisect_left(moments, start, key=lambda moment: moment.onset)
    found = []
    for moment in moments[first:]:
        if moment.onset > stop:
            break
        found.append(moment.id)
    return found
