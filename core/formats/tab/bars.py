"""Bars of a tab text: where the frets stand, and what joins them. Columns need not agree between strings."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from core.formats.tab.lines import Block

MOST_WIDE = 4000
"""Characters of one bar; more is no bar."""
BAR = re.compile(r"\|+")
BAR_IF_NONE = 16
JOINS = "hp/\\s^="
_FRET = re.compile(r"\d+|[xX]|\?")


@dataclass(slots=True)
class Struck:
    """What is struck at one moment: frets by string; `place` is its share of the bar, `column` where it stands."""

    place: Fraction
    column: int
    frets: dict[int, int] = field(default_factory=dict)
    muted: bool = False
    unknown: int = 0
    """The string where a ? stands, if any."""
    joins: set[int] = field(default_factory=set)


@dataclass(slots=True)
class RawBar:
    """A bar before its time is known. `start` and `size`: columns of its top line, from 0."""

    struck: list[Struck]
    start: int
    size: int
    uneven: bool = False
    repeat_start: bool = False
    repeat_end: bool = False
    too_wide: bool = False


@dataclass(slots=True)
class _Segment:
    text: str
    start: int


def bar_places(block: Block) -> list[tuple[int, int]]:
    """Return where the bars of the top line begin in the text, from 0, and how many characters they have."""
    top = block.strings[0]
    return [(segment.start, len(segment.text)) for segment in _segments(top.body, top.start)]


def row_above(text: str, places: Sequence[tuple[int, int]]) -> list[str]:
    """Cut a row above the strings into what stands above each bar: by its own bar lines, else by theirs."""
    if "|" in text:
        rows = text[text.index("|") + 1 :].split("|")
        return [rows[number] if number < len(rows) else "" for number in range(len(places))]
    return [text[start : start + size] for start, size in places]


def raw_bars(
    block: Block, *, single: bool, highest: int, marks: Sequence[set[int]] = ()
) -> tuple[list[RawBar], set[str]]:
    """Return the bars of a block, and the signs of playing found in it.

    `single`: each digit is a fret. `marks`: for each bar, columns of what stands above; a digit there begins a fret.
    """
    rows = [_segments(line.body, line.start) for line in block.strings]
    count = max(len(row) for row in rows)
    signs: set[str] = set()
    bars = []
    for number in range(count):
        segments = [row[number] if number < len(row) else _Segment("", 0) for row in rows]
        above = marks[number] if number < len(marks) else set()
        bars.append(_bar(segments, signs, single=single, highest=highest, marks=above))
    return bars, signs


def _segments(body: str, start: int) -> list[_Segment]:
    """Cut a line at its bar lines; what holds no string, such as `x2` at the end, is no bar."""
    found = []
    place = 0
    for bar in BAR.finditer(body + "|"):
        text = body[place : bar.start()]
        if "-" in text or text.isdigit():
            found.append(_Segment(text, start + place))
        place = bar.end()
    if (
        len(found) == 1
        and len(found[0].text) > BAR_IF_NONE
        and len(found[0].text) % BAR_IF_NONE == 0
        and "|" not in body
    ):
        whole = found[0]
        return [
            _Segment(whole.text[at : at + BAR_IF_NONE], whole.start + at)
            for at in range(0, len(whole.text), BAR_IF_NONE)
        ]
    return found


def _bar(segments: Sequence[_Segment], signs: set[str], *, single: bool, highest: int, marks: set[int]) -> RawBar:
    sizes = {len(segment.text) for segment in segments if segment.text}
    widest = max(sizes, default=0)
    bar = RawBar([], segments[0].start, widest, uneven=len(sizes) > 1)
    if widest > MOST_WIDE:
        bar.too_wide = True
        return bar
    found: dict[int, Struck] = {}
    for string, segment in enumerate(segments, 1):
        text = segment.text
        bar.repeat_start |= text[:1] in (":", "*")
        bar.repeat_end |= text[-1:] in (":", "*")
        last = 0
        for column, fret in _frets(text, single=single, highest=highest, marks=marks):
            between = text[last:column]
            signs |= set(between.lower()) & set("hpbrstv/\\~^<=(")
            joined = last > 0 and any(sign in between.lower() for sign in JOINS)
            place = Fraction(column, len(text))
            # strings that do not agree in length are compared by the nearest column of the widest
            struck = found.setdefault(int(place * widest + Fraction(1, 2)), Struck(place, column))
            if fret in ("x", "X"):
                struck.muted = True
                signs.add("x")
            elif fret == "?":
                struck.unknown = string
            else:
                struck.frets[string] = int(fret)
                if joined:
                    struck.joins.add(string)
            last = column + len(fret)
        signs |= set(text[last:].lower()) & set("b~vt/\\")
    bar.struck = sorted(found.values(), key=lambda struck: struck.place)
    return bar


def _frets(text: str, *, single: bool, highest: int, marks: set[int]) -> list[tuple[int, str]]:
    """Return what is struck on a string: a column and a fret, x or ?."""
    rows: list[tuple[int, str]] = []
    for run in _FRET.finditer(text):
        word = run[0]
        if not word.isdigit():
            rows.append((run.start(), word))
            continue
        cuts = [n for n in range(1, len(word)) if single or run.start() + n in marks]
        for begin, end in zip([0, *cuts], [*cuts, len(word)], strict=True):
            piece = word[begin:end]
            if len(piece) > 1 and int(piece) > highest:
                rows += [(run.start() + begin + n, digit) for n, digit in enumerate(piece)]
            else:
                rows.append((run.start() + begin, piece))
    return rows
