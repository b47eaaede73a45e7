"""Charts of shares: bars with intervals, and a heat map over models. One drawing for the window and for export."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.reports.chart_svg import LIGHT, Chart, Palette, elided, plain
from core.views.base import Box, Page
from core.views.text_width import Style, text_width

TEXT, SMALL, TITLE = 13.0, 12.0, 15.0
PAD = 16.0
UNKNOWN = "no figure"
PUBLISHED = "published"


@dataclass(frozen=True, slots=True)
class Share:
    """An accuracy 0..1, its interval and what it is of. `value` None: there is none, and `note` says why."""

    value: float | None
    low: float | None = None
    high: float | None = None
    n: int | None = None
    published: bool = False
    note: str = ""

    @property
    def told(self) -> str:
        """The share in words."""
        if self.value is None:
            return self.note or UNKNOWN
        words = [percent(self.value)]
        if self.low is not None and self.high is not None:
            words.append(f"95 % interval {100 * self.low:.1f} to {100 * self.high:.1f} %")
        if self.n is not None:
            words.append(f"n = {self.n}")
        if self.published:
            words.append(PUBLISHED)
        return ", ".join([*words, self.note] if self.note else words)


@dataclass(frozen=True, slots=True)
class Series:
    """One model: its name, and a share for each task or theme, by key."""

    name: str
    shares: Mapping[str, Share]
    published: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """A chart. `told` says in words what each box of the page shows, under the same name."""

    page: Page
    told: Mapping[str, str] = field(default_factory=dict)


def percent(share: float) -> str:
    """Write a share in per cent with one decimal."""
    return f"{100 * share:.1f}\u00a0%"


def box_name(row: str, series: str) -> str:
    """Return the name of the box of a row and a model."""
    return f"{row}\n{series}"


ROW, BAR, HEADING, GROUP_GAP = 24.0, 14.0, 30.0, 10.0
MOST_LABEL, LEAST_LABEL = 230.0, 40.0
VALUE_ROOM, N_ROOM = 64.0, 82.0
LEAST_BARS = 160.0
AXIS = 34.0
TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)


def bars(
    series: Sequence[Series], rows: Mapping[str, str], title: str, *, width: float = 820.0,
    palette: Palette = LIGHT, chance: float | None = 0.25,
) -> Figure:  # fmt: skip
    """Draw a bar with its interval and n for every model within every row (key to label).

    With one model the rows are the labels; with several each row is a group headed by its label. A model without a
    share for a row has no bar there, and nothing is drawn for it where it has no such row at all.
    """
    lone = len(series) == 1
    names = list(rows.values()) if lone else [one.name for one in series]
    widest = max((text_width(plain(name), TEXT, Style.SANS) for name in names), default=0.0)
    if not lone:
        # a heading stands over the names: the axis begins behind it
        headings = (text_width(plain(row), TEXT, Style.BOLD) - 12 for row in rows.values())
        widest = max([widest, *headings])
    width = max(width, 2 * PAD + LEAST_LABEL + LEAST_BARS + VALUE_ROOM + N_ROOM)
    room = min(widest, MOST_LABEL, max(LEAST_LABEL, width - 2 * PAD - LEAST_BARS - VALUE_ROOM - N_ROOM))
    left = PAD + room + 12
    right = width - PAD - VALUE_ROOM - N_ROOM
    chart = Chart()
    lines = _bar_lines(series, rows, lone=lone)
    subtitle = series[0].name if lone else ""
    top = PAD + 26 + (20 if subtitle else 0)
    bottom = top + sum(height for height, *_rest in lines)
    # whole px: a painter rounds the page, and its rim must not stay white
    width, height = math.ceil(width), math.ceil(bottom + AXIS + 30 + PAD)
    chart.box(0, 0, width, height, palette.paper, told=plain(f"{title} {subtitle}"))
    chart.label(PAD, PAD + 15, title, TITLE, palette.ink, style=Style.BOLD, room=width - 2 * PAD)
    chart.label(PAD, PAD + 36, subtitle, TEXT, palette.muted, room=width - 2 * PAD)
    _axis(chart, palette, (left, right), (top, bottom), chance)
    boxes: dict[str, Box] = {}
    told: dict[str, str] = {}
    y = top
    for line_height, row, place in lines:
        if place is None:
            chart.label(PAD, y + line_height - 9, rows[row], TEXT, palette.ink, style=Style.BOLD, room=width - 2 * PAD)
        else:
            one = series[place]
            share = one.shares[row]
            label = rows[row] if lone else one.name
            name = box_name(row, one.name)
            boxes[name] = Box(PAD, y, width - 2 * PAD, line_height)
            told[name] = f"{plain(one.name)}, {plain(rows[row])}: {share.told}"
            chart.label(left - 12, y + 17, label, TEXT, palette.ink, anchor=1.0, room=room)
            colour = palette.series[place % len(palette.series)]
            _bar(chart, palette, colour, (left, right), y, share, told[name])
        y += line_height
    _bar_legend(chart, palette, PAD, height - PAD, any(one.published for one in series))
    return Figure(Page(chart.page(width, height), width, height, boxes), told)


def _bar_lines(series: Sequence[Series], rows: Mapping[str, str], *, lone: bool) -> list[tuple[float, str, int | None]]:
    """Return height, row and model of every line from the top; no model: the heading of a group."""
    lines: list[tuple[float, str, int | None]] = []
    for row in rows:
        having = [place for place, one in enumerate(series) if row in one.shares]
        if not having:
            continue
        if not lone:
            lines.append((HEADING + (GROUP_GAP if lines else 0.0), row, None))
        lines.extend((ROW, row, place) for place in having)
    return lines


def _axis(
    chart: Chart, palette: Palette, across: tuple[float, float], down: tuple[float, float], chance: float | None
) -> None:
    left, right = across
    for tick in TICKS:
        x = left + tick * (right - left)
        chart.stroke(f"M{x:.1f} {down[0]:.1f}V{down[1]:.1f}", palette.line, 1)
        chart.label(x, down[1] + 18, f"{100 * tick:.0f}", SMALL, palette.muted, anchor=0.5)
    chart.label(right + 14, down[1] + 18, "% right", SMALL, palette.muted)
    if chance is not None:
        x = left + chance * (right - left)
        chart.stroke(f"M{x:.1f} {down[0]:.1f}V{down[1] + 4:.1f}", palette.muted, 1.5, dashes="4 3")
        chart.label(x, down[1] + 33, "chance", SMALL, palette.muted, anchor=0.5)


def _bar(
    chart: Chart, palette: Palette, colour: str, across: tuple[float, float], y: float, share: Share, told: str
) -> None:
    left, right = across
    if share.value is None:
        words = elided(plain(share.note or UNKNOWN), SMALL, right - left - 8)
        # a plate hides the grid and the line of chance
        chart.box(left + 2, y + 2, text_width(words, SMALL, Style.SANS) + 8, ROW - 4, palette.paper, told=told)
        chart.label(left + 6, y + 17, words, SMALL, palette.muted)
        return
    length = max(1.0, share.value * (right - left))
    top = y + (ROW - BAR) / 2
    if share.published:
        chart.box(left, top, length, BAR, palette.paper, told=told)
        chart.hatch(left, top, length, BAR, colour, gap=5, opacity=1)
        chart.frame(left, top, max(2.0, length), BAR, colour)
    else:
        chart.box(left, top, length, BAR, colour, told=told)
    if share.low is not None and share.high is not None:
        low, high = (left + bound * (right - left) for bound in (share.low, share.high))
        middle = y + ROW / 2
        whisker = f"M{low:.1f} {middle - 4:.1f}v8M{low:.1f} {middle:.1f}H{high:.1f}M{high:.1f} {middle - 4:.1f}v8"
        # a rim of paper, so that it is seen on the bar as beside it
        chart.stroke(whisker, palette.paper, 4)
        chart.stroke(whisker, palette.ink, 1.5)
    chart.label(right + VALUE_ROOM, y + 17, percent(share.value), TEXT, palette.ink, anchor=1.0)
    beside = PUBLISHED if share.published else "" if share.n is None else f"n = {share.n}"
    chart.label(right + VALUE_ROOM + 12, y + 17, beside, SMALL, palette.muted, room=N_ROOM - 12)


def _bar_legend(chart: Chart, palette: Palette, x: float, y: float, published: bool) -> None:
    chart.stroke(f"M{x:.1f} {y - 8:.1f}v8M{x:.1f} {y - 4:.1f}h22M{x + 22:.1f} {y - 8:.1f}v8", palette.ink, 1.5)
    x += 30 + chart.label(x + 30, y, "95 % interval (Wilson)", SMALL, palette.muted) + 24
    if published:
        chart.hatch(x, y - 10, 22, 12, palette.ink, gap=5, opacity=1)
        chart.frame(x, y - 10, 22, 12, palette.ink)
        chart.label(
            x + 30, y, "published in the paper's text, of its own questions, without interval", SMALL, palette.muted
        )
