"""Systems as they were drawn, by the value of all that is drawn in them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from core.score.score import Mark
from core.views.jianpu.cells import Arc
from core.views.jianpu.columns import Placed
from core.views.jianpu.endings import Bracket
from core.views.jianpu.news import News
from core.views.jianpu.plan import Plan
from core.views.jianpu.systems import System
from core.views.paging import Block
from core.views.shelf import Keyed, Shelf, numbered

MOST_KEPT = 600
"""Systems that are remembered: some 10 kB each for one voice."""


@dataclass(frozen=True, slots=True)
class Content:
    """All that is drawn in one line of a system, besides the measures' own columns."""

    number: int
    """Of the line."""
    row: list[tuple[Placed, float]]
    arcs: Sequence[Arc]
    brackets: Sequence[Bracket]
    news: list[tuple[float, News]]
    """New metres, keys and tempi."""
    untold: list[tuple[float, News]]
    """Those that are not said over the first part already."""
    marks: list[tuple[float, float, Mark]]

    @property
    def ids(self) -> Iterator[str]:
        """The ids of all that can have a box."""
        for placed, _ in self.row:
            cell = placed.cell
            for digit in cell.digits:
                yield digit.id
            for grace in cell.graces:
                yield grace.id
            yield cell.event.id if cell.event else ""

    @property
    def value(self) -> object:
        """What to compare: arcs by their distance from the line's first cell, brackets without their measure."""
        first = self.row[0][0].index if self.row else 0
        arcs = [
            (arc.bow, arc.start - first, arc.stop if arc.stop is None else arc.stop - first, arc.number, arc.dotted)
            for arc in self.arcs
        ]
        brackets = [(one.label, one.left, one.right, one.begins, one.ends) for one in self.brackets]
        return self.number, tuple(arcs), tuple(brackets), tuple(self.news), tuple(self.untold), tuple(self.marks)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A system as a block of the page."""

    key: Keyed
    ids: tuple[str, ...]
    block: Block

    def named(self, ids: tuple[str, ...]) -> "Drawn":
        """Return it with its boxes under other ids."""
        if ids == self.ids:
            return self
        names = dict(zip(self.ids, ids, strict=True))
        boxes = {names[name]: box for name, box in self.block.boxes.items()}
        return replace(self, ids=ids, block=replace(self.block, boxes=boxes))


SHELF = Shelf[Drawn](MOST_KEPT)


def value_of(plan: Plan, system: System, lines: Sequence[Content], *, first: bool) -> tuple[Keyed, tuple[str, ...]]:
    """Return all that a system depends on, and the ids of its notes."""
    ids, pattern = numbered([name for line in lines for name in line.ids])
    pieces = tuple(
        [
            (plan.keys[piece.table.measure], piece.start, piece.stop, places)
            for piece, places in zip(system.pieces, system.places, strict=True)
        ]
    )
    page = plan.room, plan.numbered, len(plan.lines), tuple(plan.names()) if first else None
    edges = system.bars, system.left, system.right
    return Keyed((page, edges, pieces, tuple([line.value for line in lines]), pattern)), ids
