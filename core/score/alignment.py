"""Edit distance and alignment of token lists, bit-parallel: 20,000 tokens against 20,000 take about a second.

A column of the table is one long integer, a bit a token (H. Hyyrö, "A bit-vector algorithm for computing Levenshtein
and Damerau edit distances", 2003). For the alignment every so many columns are kept, and the columns between two kept
ones are computed again when the way back comes through them, so memory grows with the root of the table.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from math import isqrt

Steps = list[tuple[int | None, int | None]]


def distance(one: Sequence[Hashable], other: Sequence[Hashable]) -> int:
    """Return the Levenshtein distance: the fewest tokens to change, take out and put in."""
    if not one:
        return len(other)
    table = _Table(one)
    column = table.first()
    for token in other:
        column = table.after(column, token)
    return column.bottom


def accuracy(truth: Sequence[Hashable], found: Sequence[Hashable]) -> float:
    """Return max(0, 1 - distance / length of the longer list); 1.0 where both are empty, 0.0 where one is."""
    longest = max(len(truth), len(found))
    return max(0.0, 1 - distance(truth, found) / longest) if longest else 1.0


def align(truth: Sequence[Hashable], found: Sequence[Hashable]) -> Steps:
    """Return places of both lists side by side, None where one has nothing.

    Fewest changes, each at a cost of one. Of equally good ways, from the beginning on: a pair before a gap, so the
    earlier of two equal tokens finds its partner; then a token of `truth` without partner before one of `found`.
    """
    steps: Steps = []
    row, place = len(truth), len(found)
    # both lists reversed, so that the way back through the table is the way forward through them
    table = _Table(truth[::-1])
    for column, token in _columns_back(table, found[::-1]):
        while row:
            bit = 1 << (row - 1)
            if token == truth[-row] or not column.kept & bit:
                steps.append((len(truth) - row, len(found) - place))
                row -= 1
                break
            if not column.more & bit:
                steps.append((None, len(found) - place))
                break
            steps.append((len(truth) - row, None))
            row -= 1
        else:
            steps.append((None, len(found) - place))
        place -= 1
    return steps + [(len(truth) - left, None) for left in range(row, 0, -1)]


@dataclass(frozen=True, slots=True)
class _Column:
    """A column of the table: which cells are one more or one less than the cell above, and what its last cell is.

    `kept`: cells that are no more than their upper left neighbour.
    """

    more: int
    less: int
    kept: int
    bottom: int


class _Table:
    """The table of one list, column by column against another."""

    def __init__(self, tokens: Sequence[Hashable]) -> None:
        self.size = len(tokens)
        self.all = (1 << self.size) - 1
        self.last = 1 << max(0, self.size - 1)
        places: dict[Hashable, list[int]] = {}
        for place, token in enumerate(tokens):
            places.setdefault(token, []).append(place)
        self.masks = {token: _mask(found, self.size) for token, found in places.items()}

    def first(self) -> _Column:
        """Return the column before any token of the other list."""
        return _Column(self.all, 0, 0, self.size)

    def after(self, column: _Column, token: Hashable) -> _Column:
        """Return the column of the other list's next token."""
        more, less, full = column.more, column.less, self.all
        mask = self.masks.get(token, 0)
        kept = ((((mask & more) + more) ^ more) | mask | less) & full
        right_more = less | (full & ~(kept | more))
        right_less = kept & more
        bottom = column.bottom + bool(right_more & self.last) - bool(right_less & self.last)
        right_more = (right_more << 1 | 1) & full
        right_less = (right_less << 1) & full
        return _Column(right_less | (full & ~(kept | right_more)), right_more & kept, kept, bottom)


def _mask(places: Sequence[int], size: int) -> int:
    bits = bytearray(size // 8 + 1)
    for place in places:
        bits[place >> 3] |= 1 << (place & 7)
    return int.from_bytes(bits, "little")


def _columns_back(table: _Table, tokens: Sequence[Hashable]) -> Iterator[tuple[_Column, Hashable]]:
    """Give the columns from the last to the first, each with its token."""
    step = max(1, isqrt(len(tokens)))
    marks = [table.first()]
    column = marks[0]
    for place, token in enumerate(tokens, 1):
        column = table.after(column, token)
        if place % step == 0:
            marks.append(column)
    for block in range(len(marks) - 1, -1, -1):
        column = marks[block]
        rows = []
        for token in tokens[block * step : (block + 1) * step]:
            column = table.after(column, token)
            rows.append((column, token))
        yield from reversed(rows)
