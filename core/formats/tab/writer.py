"""Columns to ASCII tab: ONOTE's sixteen characters a bar, or wide with the lengths above."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import lcm

from core.formats.jianpu.text_tokens import metre_word
from core.formats.tab.columns import Column, TabBar
from core.formats.tab.values import letters_of
from core.score.signatures import Metre
from core.tradition.tunings import Fretboard

SIXTEENTH = Fraction(1, 16)
STRICT_BARS = 4
WIDEST_LINE = 80
FINEST = 192
"""Columns a whole note beyond which a bar is not drawn to scale."""
WIDEST = 12
UNKNOWN = "?"
LEGEND = {"h": "h hammer-on", "p": "p pull-off", UNKNOWN: f"{UNKNOWN} no string plays this note"}


@dataclass(frozen=True, slots=True)
class Block:
    """A bar in characters: the row above the strings, and a line a string, all of one length."""

    metre: Metre
    above: str
    lines: tuple[str, ...]


def why_not_strict(bars: Sequence[TabBar]) -> str | None:
    """Say what does not fit into one character a sixteenth, or nothing."""
    for bar in bars:
        if any(fret is not None and fret > 9 for column in bar.columns for fret in column.frets.values()):
            return f"bar {bar.number} needs a fret above 9"
        times = [bar.length, *(column.onset for column in bar.columns)]
        if any((time / SIXTEENTH).denominator > 1 for time in times):
            return f"bar {bar.number} has notes between the sixteenths"
    return None


def strict_lines(bars: Sequence[TabBar], board: Fretboard) -> Iterator[str]:
    """Give four bars a line, each sixteenth one character, under a row that numbers the beats."""
    blocks = [_strict(bar, len(board.open)) for bar in bars]
    labels = [label.ljust(4) for label in board.tuning.labels]
    yield from _systems(blocks, labels, "Beat|", STRICT_BARS, lambda _: False)


def _strict(bar: TabBar, strings: int) -> Block:
    size = int(bar.length / SIXTEENTH)
    lines = [["-"] * size for _ in range(strings)]
    for column in bar.columns:
        for string, fret in column.frets.items():
            lines[string - 1][int(column.onset / SIXTEENTH)] = UNKNOWN if fret is None else str(fret)
    beat = max(1, int(Fraction(1, bar.metre.unit) / SIXTEENTH))
    above = "".join("." if place % beat else str((place // beat + 1) % 10) for place in range(size))
    return Block(bar.metre, above, tuple("".join(line) for line in lines))


def wide_lines(bars: Sequence[TabBar], board: Fretboard) -> Iterator[str]:
    """Give bars of one column a sixteenth, or finer where need be, under their lengths; lines of some 80 characters."""
    width = _width(bars)
    blocks = [_wide(bar, len(board.open), width) for bar in bars]
    size = max(len(label) for label in board.tuning.labels)
    labels = [label.ljust(size) for label in board.tuning.labels]
    yield from _systems(
        blocks, labels, " " * (size + 1), len(blocks), lambda length: length + size + 2 > WIDEST_LINE, between=" "
    )


def _width(bars: Sequence[TabBar]) -> int:
    """Return the characters of a column, for the whole tune: its widest fret, and room for lengths and slurs."""
    frets = [f for bar in bars for column in bar.columns for f in column.frets.values() if f is not None]
    width = max((len(str(fret)) for fret in frets), default=1)
    while width < WIDEST and not all(_fits(bar, width) for bar in bars if _scale(bar)):
        width += 1
    return width


def _scale(bar: TabBar) -> int:
    """Return the columns of a whole note; 0 where too many would be needed."""
    found = lcm(16, bar.length.denominator, *(column.onset.denominator for column in bar.columns))
    return found if found <= FINEST else 0


def _fits(bar: TabBar, width: int) -> bool:
    scale = _scale(bar)
    places = [int(column.onset * scale) * width for column in bar.columns] + [int(bar.length * scale) * width]
    for column, (place, following) in zip(bar.columns, pairwise(places), strict=True):
        if len(_token(column)) > following - place:
            return False
    for (before, start), (after, stop) in pairwise(zip(bar.columns, places, strict=False)):
        ends = [len(_fret(before.frets[string])) for string in after.joins if string in before.frets]
        if any(start + end >= stop for end in ends):
            return False
    return True


def _wide(bar: TabBar, strings: int, width: int) -> Block:
    scale = _scale(bar)
    if scale and _fits(bar, width):
        places = [int(column.onset * scale) * width for column in bar.columns]
        size = int(bar.length * scale) * width
    else:
        places, size = _stepping(bar.columns)
    above = [" "] * size
    lines = [["-"] * size for _ in range(strings)]
    for column, place in zip(bar.columns, places, strict=True):
        above[place : place + len(_token(column))] = _token(column)
        for string, fret in column.frets.items():
            shown = _fret(fret)
            lines[string - 1][place : place + len(shown)] = shown
            if string in column.joins and place:
                lines[string - 1][place - 1] = column.joins[string]
    return Block(bar.metre, "".join(above), tuple("".join(line) for line in lines))


def _stepping(columns: Sequence[Column]) -> tuple[list[int], int]:
    """Place columns one after another, not to scale."""
    places, now = [], 0
    for column in columns:
        places.append(now)
        now += max(len(_token(column)), 2) + 2
    return places, now


def _token(column: Column) -> str:
    return ("+" if column.held else "") + letters_of(column.length)


def _fret(fret: int | None) -> str:
    return UNKNOWN if fret is None else str(fret)


def _systems(
    blocks: Sequence[Block],
    labels: Sequence[str],
    head: str,
    most: int,
    too_wide: Callable[[int], bool],
    between: str = "|",
) -> Iterator[str]:
    """Give the lines of the systems; a new metre begins a new one, and is told."""
    metre = Metre()
    row: list[Block] = []

    def system() -> Iterator[str]:
        yield (head + between.join(block.above for block in row) + between).rstrip()
        for number, label in enumerate(labels):
            yield f"{label}|{'|'.join(block.lines[number] for block in row)}|"
        yield ""

    for block in blocks:
        length = sum(len(other.above) + 1 for other in row) + len(block.above)
        if row and (len(row) == most or block.metre != metre or too_wide(length)):
            yield from system()
            row = []
        if block.metre != metre:
            yield f"Time: {metre_word(block.metre)}"
            metre = block.metre
        row.append(block)
    if row:
        yield from system()
