"""The measures of all parts side by side, and what is in force or still open where each of them begins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from core.score.events import Event
from core.score.score import Barline, Measure, Part
from core.score.signatures import Clef
from core.views.mei.signs import LINE_ENDS, LINES
from core.views.rests import continues_rest

STRENGTH = ("", ".|", "|", "||", "[|", "|]")
"""Where parts disagree about a bar line the last of these wins, and a repeat over all."""
TORN = "torn"
"""The style of a bar line that is none: the bar goes on in the next measure."""
SECTION_ENDS = ("||", "|]", "[|")


@dataclass(slots=True)
class Column:
    """The measures of all parts at one place; `count` > 1 where it stands for that many measures of rest."""

    measures: list[Measure | None]
    count: int = 1
    rests: list[list[str]] = field(default_factory=list)
    """For a rest of several measures, the ids of its rests part by part."""

    @property
    def present(self) -> list[Measure]:
        """The measures that exist here."""
        return [measure for measure in self.measures if measure is not None]

    @property
    def right(self) -> Barline:
        """The strongest of the parts' right bar lines."""
        lines = [measure.right for measure in self.present]
        return max(
            lines, key=lambda line: (line.repeats > 0, STRENGTH.index(line.style) if line.style in STRENGTH else 2)
        )

    @property
    def ends_bar(self) -> bool:
        """Whether the bar ends here, and does not go on in the next column."""
        return self.right.style != TORN

    @property
    def opens(self) -> bool:
        """Whether a repeat begins here."""
        return any(measure.left.repeats for measure in self.present)

    @property
    def ending(self) -> tuple[int, ...]:
        """The passes of the variant ending that begins here."""
        return next((measure.ending for measure in self.present if measure.ending), ())

    @property
    def ids(self) -> list[str]:
        """The ids of everything that is drawn here, in the order of writing."""
        if self.count > 1:
            return [name for row in self.rests for name in row]
        events = (event for measure in self.present for layer in measure.layers for event in layer)
        return [name for event in events for name in _event_ids(event)]


def _event_ids(event: Event) -> list[str]:
    if not event.notes:
        return [event.id]
    return [*(grace.id for grace in event.graces), *(note.id for note in event.notes)]


def columns_of(parts: Sequence[Part]) -> list[Column]:
    """Put the measures of all parts side by side; bars of rest in a row of a single part share one column."""
    count = max((len(part.measures) for part in parts), default=0)
    columns: list[Column] = []
    for place in range(count):
        column = Column([part.measures[place] if place < len(part.measures) else None for part in parts])
        if columns and len(parts) == 1 and _lengthens(columns[-1], column):
            before = columns[-1]
            first, more = before.present[0], column.present[0]
            before.rests = before.rests or [[first.events[0].id]]
            before.rests[0].append(more.events[0].id)
            before.measures = [replace(first, right=more.right)]
            before.count += 1
        else:
            columns.append(column)
    return columns


def _lengthens(before: Column, column: Column) -> bool:
    return continues_rest(before.present[0], column.present[0])


def ending_stop(columns: Sequence[Column], begin: int) -> int:
    """Return the first column after the ending that begins at `begin` (the rule of `core.score.order`)."""
    for place in range(begin, len(columns)):
        column = columns[place]
        if place > begin and (column.ending or column.opens):
            return place
        if column.right.repeats or column.right.style in SECTION_ENDS:
            return place + 1
    return len(columns)


@dataclass(frozen=True, slots=True)
class Open:
    """What is open in one part where a column begins: dotted or plain slurs from the outside in, and lines by kind.

    Only what is closed later counts.
    """

    clef: Clef = Clef()
    slurs: tuple[bool, ...] = ()
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Edge:
    """What holds where a column begins."""

    number: int
    """Of the measure."""
    ending: tuple[int, ...] = ()
    """The passes of a variant ending that began before and still goes on."""
    parts: tuple[Open, ...] = ()
    crossed: bool = False
    """Something printed reaches over the edge, or a clef, key or metre changes here: no page can begin afresh."""


def edges_of(parts: Sequence[Part], columns: Sequence[Column], first_number: int) -> list[Edge]:
    """Say for every column, and for the end, what holds where it begins."""
    opens = [_opens(part, [column.measures[place] for column in columns]) for place, part in enumerate(parts)]
    endings: list[tuple[int, ...]] = []
    stop = 0
    inside: tuple[int, ...] = ()
    for place, column in enumerate(columns):
        if place >= stop:
            inside = ()
        if column.ending:
            inside, stop = (), ending_stop(columns, place)
        endings.append(inside)
        inside = column.ending or inside
    edges: list[Edge] = []
    number = first_number
    for place in range(len(columns) + 1):
        states = tuple(rows[place] for rows in opens)
        ending = endings[place] if place < len(columns) else ()
        crossed = bool(ending) or any(state.slurs or state.lines for state in states)
        if place and place < len(columns) and not crossed:
            crossed = any(map(_differs, columns[place - 1].measures, columns[place].measures))
        edges.append(Edge(number, ending, states, crossed))
        if place < len(columns):
            number += columns[place].count if columns[place].ends_bar else 0
    return edges


def _differs(before: Measure | None, after: Measure | None) -> bool:
    """Say whether a tie or a held syllable reaches from a measure to the next, or a signature or clef changes there."""
    if before is None or after is None:
        return before is not after
    if before.key != after.key or before.metre != after.metre or before.changes or after.changes:
        return True
    for layer in before.layers:
        if layer and any(note.tied for note in layer[-1].notes):
            return True
    firsts = (layer[0] for layer in after.layers if layer)
    return any(syllable is not None and syllable.held for event in firsts for syllable in event.lyrics)


def _opens(part: Part, measures: Sequence[Measure | None]) -> list[Open]:
    """Follow slurs, lines and clefs through a part in the order of writing."""
    slurs: list[tuple[int, bool]] = []
    lines: dict[str, int] = {}
    marks: list[tuple[tuple[int, ...], tuple[tuple[str, int], ...], Clef]] = []
    closed: set[int] = set()
    dotted: dict[int, bool] = {}
    clef, serial = part.clef, 0
    for measure in measures:
        marks.append((tuple(one for one, _ in slurs), tuple(lines.items()), clef))
        if measure is None:
            continue
        for event in (event for layer in measure.layers for event in layer):
            if event.slur_ends or event.slur_starts:
                starts = event.slur_starts if event.notes else 0
                for _ in range(event.slur_ends if event.notes else 0):
                    if slurs:
                        closed.add(slurs.pop()[0])
                    else:
                        starts -= 1
                for place in range(starts):
                    serial += 1
                    dotted[serial] = place < event.dotted_slurs
                    slurs.append((serial, dotted[serial]))
            for name in event.decorations:
                if name in LINES:
                    serial += 1
                    lines[LINES[name]] = serial
                elif name in LINE_ENDS and LINE_ENDS[name] in lines:
                    closed.add(lines.pop(LINE_ENDS[name]))
        clef = next((change.value for change in reversed(measure.changes) if isinstance(change.value, Clef)), clef)
    marks.append(((), (), clef))
    return [_open(row, closed, dotted) for row in marks]


def _open(
    row: tuple[tuple[int, ...], tuple[tuple[str, int], ...], Clef], closed: set[int], dotted: Mapping[int, bool]
) -> Open:
    slurs, lines, clef = row
    return Open(
        clef,
        tuple(dotted[one] for one in slurs if one in closed),
        tuple(kind for kind, one in lines if one in closed),
    )
