"""Where things stand from left to right: the columns of a measure and their natural distances.

Everything that starts at one moment shares a column. A column stands off the one before by what time asks for (its
spring) and by what the neighbours in each track need. A track is a row of things that must not overlap: the digits
of a line, its chord symbols, each of its verses.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate

from core.score.events import ZERO
from core.score.score import Score
from core.score.signatures import Metre
from core.views.jianpu import sizes as size
from core.views.jianpu.cells import Cell, Digit, Kind, Line
from core.views.jianpu.news import News
from core.views.signs import chord_signs
from core.views.text_draw import fitted
from core.views.text_width import text_width

LAST_SPRING = 0.62
"""How much of its spring the last column keeps before the bar line."""
MOST_BACK = 8
"""Columns that a bar wider than the page is cut earlier, so as not to part an underline or a dash from its digit."""
Moment = tuple[Fraction, int]
"""An onset; the number tells cells of no duration at one onset apart."""


@dataclass(frozen=True, slots=True)
class Need:
    """What a thing in a track takes to the left and right of its column. `close`: it belongs to the one before."""

    column: int
    left: float
    right: float
    close: bool = False


@dataclass(frozen=True, slots=True)
class Track:
    """Things that must not overlap: the least gap between two, and between one and a bar line."""

    needs: list[Need]
    gap: float = size.GROUP_GAP
    edge: float = size.EDGE


@dataclass(frozen=True, slots=True)
class Placed:
    """A cell of a line, by its index in the line, in a column of its measure."""

    index: int
    cell: Cell
    column: int


@dataclass(slots=True)
class Table:
    """The columns of one measure of all lines."""

    measure: int
    moments: list[Moment]
    springs: list[float]
    """Room that time asks for after each column."""
    tracks: list[Track] = field(default_factory=list)
    placed: dict[int, list[Placed]] = field(default_factory=dict)
    """By number of the line."""

    def column(self, onset: Fraction) -> int:
        """Return the column at a moment, or the last one before it."""
        found = 0
        for index, moment in enumerate(self.moments):
            if moment[0] > onset:
                break
            found = index
        return found


@dataclass(slots=True)
class Piece:
    """A measure, or a stretch of its columns, at natural width. Distances from its left end."""

    table: Table
    start: int
    stop: int
    places: list[float]
    shares: list[float]
    """How much of any extra room lies to the left of each column, 0 to 1."""
    width: float
    weight: float
    """How strongly it stretches beside other pieces."""

    @property
    def first(self) -> bool:
        """True where the measure begins here."""
        return self.start == 0

    @property
    def last(self) -> bool:
        """True where the measure ends here."""
        return self.stop == len(self.table.moments)


def make_tables(
    score: Score, lines: Sequence[Line], news: Sequence[Sequence[tuple[News, ...]]], room: float
) -> Iterator[Table]:
    """Yield the columns of every measure; `room` is the width of the longest possible line."""
    count = max((len(part.measures) for part in score.parts), default=0)
    starts = [0] * len(lines)
    for measure in range(count):
        bars = [line.bars[measure] if measure < len(line.bars) else () for line in lines]
        changes = [rows[measure] if measure < len(rows) else () for rows in news]
        yield _make_table(measure, lines, bars, changes, starts, room)
        starts = [start + len(bar) for start, bar in zip(starts, bars, strict=True)]


def _make_table(
    measure: int, lines: Sequence[Line], bars: Sequence[Sequence[Cell]], changes: Sequence[Sequence[News]],
    starts: Sequence[int], room: float,
) -> Table:  # fmt: skip
    moments = [_moments(bar) for bar in bars]
    told = {(news.onset, 0) for rows in changes for news in rows}
    columns = sorted({(ZERO, 0), *told, *(moment for row in moments for moment in row)})
    end = max((bar[-1].onset + bar[-1].duration for bar in bars if bar), default=ZERO)
    onsets = [moment[0] for moment in columns[1:]]
    springs = [_spring(after - moment[0]) for moment, after in zip(columns, [*onsets, end], strict=True)]
    table = Table(measure, columns, springs)
    number_of = {moment: index for index, moment in enumerate(columns)}
    for number, (line, bar) in enumerate(zip(lines, bars, strict=True)):
        places = [number_of[moment] for moment in moments[number]]
        table.placed[number] = [
            Placed(starts[number] + index, cell, place)
            for index, (cell, place) in enumerate(zip(bar, places, strict=True))
        ]
        fractions = {
            number_of[news.onset, 0]: fraction_width(news.value)
            for news in changes[line.part]
            if isinstance(news.value, Metre)
        }
        table.tracks += _tracks(table.placed[number], fractions, room)
    return table


def _moments(bar: Sequence[Cell]) -> list[Moment]:
    found: list[Moment] = []
    for cell in bar:
        again = found[-1][1] + 1 if found and found[-1][0] == cell.onset else 0
        found.append((cell.onset, again))
    return found


@lru_cache(1024)
def _spring(time: Fraction) -> float:
    """Return the natural room of a time: a quarter takes a slot, shorter notes more than their share."""
    return size.SLOT * min(float(time * 4), 2.0) ** 0.55 if time > 0 else 0.0


def _tracks(row: Sequence[Placed], fractions: dict[int, float], room: float) -> list[Track]:
    digits = []
    chords = []
    verses: dict[int, list[Need]] = {}
    for placed in row:
        column, cell = placed.column, placed.cell
        left, right = reach(cell)
        digits.append(Need(column, left + fractions.pop(column, 0.0), right, cell.joined > 0))
        if cell.event is None:
            continue
        if cell.event.chord_symbols:
            width = text_width(chord_text(cell), size.CHORD)
            chords.append(Need(column, size.HALF_INK, min(width, room / 2) - size.HALF_INK))
        for verse, syllable in enumerate(cell.event.lyrics):
            if syllable is not None and not syllable.held and syllable.text.strip():
                half = text_width(syllable.text, lyric_size(syllable.text, room)) / 2
                hyphen = size.HYPHEN + 2 * size.HYPHEN_GAP - size.LYRIC_GAP if syllable.joined else 0.0
                verses.setdefault(verse, []).append(Need(column, half, half + hyphen))
    digits += [Need(column, width, 0.0) for column, width in fractions.items()]
    digits.sort(key=lambda need: need.column)
    texts = [chords, *verses.values()]
    return [Track(digits), *(Track(needs, size.LYRIC_GAP, size.LYRIC_GAP / 2) for needs in texts)]


def lyric_size(text: str, room: float) -> float:
    """Return the font size of a syllable: smaller only where it would not fit into a line."""
    return fitted(text, size.LYRIC, room - 4 * size.EDGE)


def chord_text(cell: Cell) -> str:
    """Return the chord symbols of a cell in print: `Bb7` with a real flat."""
    symbols = cell.event.chord_symbols if cell.event else ()
    return " ".join(chord_signs(symbol) for symbol in symbols)


def fraction_width(metre: Metre) -> float:
    """Return the room that a metre takes in a line."""
    return max((text_width(text, size.FRACTION) for text in fraction(metre)), default=0.0) + 8.0


def fraction(metre: Metre) -> tuple[str, ...]:
    """Return numerator and denominator of a metre; nothing in free metre."""
    return () if metre.free else ("+".join(map(str, metre.beats)), str(metre.unit))


def accidental_room(digits: Sequence[Digit]) -> float:
    """Return what the accidentals of a stack add to its left."""
    return size.ACCIDENTAL_ROOM if any(digit.accidental for digit in digits) else 0.0


def grace_widths(graces: Sequence[Digit]) -> list[float]:
    """Return the width of each grace digit with its accidental."""
    return [size.GRACE_STEP + (size.ACCIDENTAL_ROOM * size.GRACE if grace.accidental else 0.0) for grace in graces]


def reach(cell: Cell) -> tuple[float, float]:
    """Return how far a cell's ink goes to the left and right of its column."""
    if cell.kind is Kind.BARS:
        return size.BARS_HALF, size.BARS_HALF
    if cell.kind in (Kind.DASH, Kind.GAP):
        return size.LEAST_HALF, size.LEAST_HALF
    left = size.HALF_INK + accidental_room(cell.digits)
    if cell.graces:
        left += sum(grace_widths(cell.graces)) + size.GRACE_ROOM
    return left, size.HALF_INK + size.SIDE_DOT_STEP * cell.dots


def solve(table: Table, start: int, stop: int) -> Piece:
    """Return the columns from `start` to before `stop` at their natural distances."""
    count = stop - start
    needs = _distances(table.tracks, start, stop)
    springs = [size.EDGE + size.HALF_INK, *table.springs[start:stop]]
    springs[count] *= LAST_SPRING
    places = [0.0] * (count + 1)
    for place in range(count + 1):
        natural = springs[place] + (places[place - 1] if place else 0.0)
        for other, distance in needs[place]:
            natural = max(natural, distance + (places[other] if other >= 0 else 0.0))
        places[place] = natural
    weights = [size.EDGE_WEIGHT, *table.springs[start : stop - 1]]
    total = sum(weights) + size.EDGE_WEIGHT
    shares = [share / total for share in accumulate(weights)]
    return Piece(table, start, stop, places[:count], shares, places[count], total)


def _distances(tracks: Sequence[Track], start: int, stop: int) -> list[list[tuple[int, float]]]:
    """Return what each column and the end need: (an earlier column or -1 for the left end, the distance from it)."""
    needs: list[list[tuple[int, float]]] = [[] for _ in range(stop - start + 1)]
    for track in tracks:
        before, reached = -1, track.edge - track.gap
        for need in track.needs:
            if start <= need.column < stop:
                gap = min(size.GAP, track.gap) if need.close else track.gap
                needs[need.column - start].append((before, reached + gap + need.left))
                before, reached = need.column - start, need.right
        if before >= 0:
            needs[-1].append((before, reached + track.edge))
    return needs


def cut(table: Table, room: float) -> Iterator[Piece]:
    """Yield a measure in one piece, or in pieces that fit into a line where it is wider than that."""
    whole = solve(table, 0, len(table.moments))
    if whole.width <= room:
        yield whole
        return
    inside = {
        placed.column
        for row in table.placed.values()
        for placed in row
        if placed.cell.joined or placed.cell.kind is Kind.DASH
    }
    start = 0
    while start < len(table.moments):
        stop = max(start + 1, bisect_right(whole.places, whole.places[start] + room - 2 * size.SLOT))
        stop = next((place for place in range(stop, max(start, stop - MOST_BACK), -1) if place not in inside), stop)
        piece = solve(table, start, stop)
        while piece.width > room and stop > start + 1:
            stop -= 1
            piece = solve(table, start, stop)
        yield piece
        start = stop
