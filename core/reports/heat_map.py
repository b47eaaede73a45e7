"""The heat map over models: tasks as rows, models as columns, the best in the first of the rows leftmost."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.reports.chart_svg import LIGHT, Chart, Palette, between, plain, readable_on
from core.reports.figures import PAD, PUBLISHED, SMALL, TEXT, TITLE, UNKNOWN, Figure, Series, Share, box_name
from core.views.base import Box, Page
from core.views.text_width import Style, text_width

CELL_HEIGHT = 40.0
LEAST_CELL, MOST_CELL = 50.0, 84.0
LEAST_NARROW = 26.0
"""Under names that stand upright a cell may be so narrow: its figure is a whole number then."""
DECIMAL_CELL = 40.0
"""From this width on a cell shows its decimal."""
WANTED_WIDTH = 1100.0
"""Cells shrink towards their least width to keep to this."""
MOST_ROW_LABEL, MOST_NAME = 220.0, 240.0
SLANT, UPRIGHT = 45.0, 90.0
LEGEND, LEGEND_WIDTH = 64.0, 780.0
STEPS = 24
MARK = f"· {PUBLISHED}"


def in_order(series: Sequence[Series], by: str) -> tuple[Series, ...]:
    """Return the models by falling accuracy in one task, as in SA figure 2; those without one last, then by name."""

    def key(one: Series) -> tuple[bool, float, str]:
        share = one.shares.get(by)
        value = None if share is None else share.value
        return value is None, -(value or 0.0), one.name.casefold()

    return tuple(sorted(series, key=key))


@dataclass(frozen=True, slots=True)
class _Columns:
    """How wide the columns are, which way their names are turned, and what room that takes."""

    cell: float
    angle: float
    header: float
    """Of the names."""
    width: float
    """Of all columns, with what their names take beyond the last of them."""


def heat_map(
    series: Sequence[Series], rows: Mapping[str, str], title: str, *, sort_by: str, palette: Palette = LIGHT,
    width: float | None = None,
) -> Figure:  # fmt: skip
    """Draw a cell with its value for every model and row (key to label), columns in the order of `sort_by`.

    Published columns are hatched and say so; where there is no value the cell is empty, with a dashed border. To keep
    to `width` columns are as narrow as can still be read, the narrowest under names that stand upright.
    """
    columns = in_order(series, sort_by)
    labels = max((text_width(plain(label), TEXT, Style.SANS) for label in rows.values()), default=0.0)
    label_room = min(labels, MOST_ROW_LABEL)
    left = PAD + label_room + 12
    lengths = [_name_width(one) for one in columns]
    laid = _slanting(lengths, min(MOST_CELL, max(LEAST_CELL, (WANTED_WIDTH - left) / max(1, len(columns)))))
    if width is not None and left + laid.width + PAD > width:
        laid = _within(lengths, width - left - PAD)
    cell = laid.cell
    whole = max(left + laid.width, LEGEND_WIDTH, PAD + text_width(plain(title), TITLE, Style.BOLD))
    top = PAD + 30 + laid.header
    # whole px: a painter rounds the page, and its rim must not stay white
    width, height = math.ceil(whole + PAD), math.ceil(top + len(rows) * CELL_HEIGHT + LEGEND + PAD)
    chart = Chart()
    chart.box(0, 0, width, height, palette.paper, told=plain(title))
    chart.label(PAD, PAD + 15, title, TITLE, palette.ink, style=Style.BOLD)
    boxes: dict[str, Box] = {}
    told: dict[str, str] = {}
    for place, one in enumerate(columns):
        _column_name(chart, palette, left + place * cell + cell / 2, top - 8, one, laid.angle)
    for number, (row, label) in enumerate(rows.items()):
        y = top + number * CELL_HEIGHT
        chart.label(left - 12, y + CELL_HEIGHT / 2 + 5, label, TEXT, palette.ink, anchor=1.0, room=label_room)
        for place, one in enumerate(columns):
            share = one.shares.get(row, Share(None))
            name = box_name(row, one.name)
            boxes[name] = Box(left + place * cell, y, cell, CELL_HEIGHT)
            told[name] = f"{plain(one.name)}, {plain(label)}: {share.told}"
            _cell(chart, palette, boxes[name], share, told[name])
    _legend(chart, palette, height - PAD - 30, columns)
    return Figure(Page(chart.page(width, height), width, height, boxes), told)


def _name_width(one: Series) -> float:
    mark = text_width(f" {MARK}", TEXT, Style.SANS) if one.published else 0.0
    return min(text_width(plain(one.name), TEXT, Style.SANS), MOST_NAME) + mark


def _slanting(lengths: Sequence[float], cell: float) -> _Columns:
    """Return columns of a width under names that slant."""
    header = max(lengths, default=0.0) * math.sin(math.radians(SLANT)) + 22
    beyond = max(((place + 0.5) * cell + _reach(length) for place, length in enumerate(lengths)), default=0.0)
    return _Columns(cell, SLANT, header, max(len(lengths) * cell, beyond))


def _reach(length: float) -> float:
    """Return how far to the right a slanting name reaches, with some air."""
    return length * math.cos(math.radians(SLANT)) + 14


def _within(lengths: Sequence[float], room: float) -> _Columns:
    """Return columns that share a room: under slanting names while decimals fit, else narrower under upright ones."""
    fitting = [room / max(1, len(lengths)), *((room - _reach(one)) / (n + 0.5) for n, one in enumerate(lengths))]
    if min(fitting) >= DECIMAL_CELL:
        return _slanting(lengths, min(MOST_CELL, *fitting))
    cell = min(MOST_CELL, max(LEAST_NARROW, room / max(1, len(lengths))))
    return _Columns(cell, UPRIGHT, max(lengths, default=0.0) + 22, len(lengths) * cell)


def _column_name(chart: Chart, palette: Palette, x: float, y: float, one: Series, angle: float) -> None:
    """Write a name upwards at an angle, and behind it that it is published."""
    slope = math.radians(angle)
    # the middle of the letters, not their foot, stands over the middle of an upright name's column
    x += 0.36 * TEXT if angle == UPRIGHT else 0.0
    length = chart.label(x, y, one.name, TEXT, palette.ink, room=MOST_NAME, angle=-angle)
    if one.published:
        length += text_width(" ", TEXT, Style.SANS)
        further = (x + length * math.cos(slope), y - length * math.sin(slope))
        chart.label(*further, MARK, SMALL, palette.muted, angle=-angle)


def _cell(chart: Chart, palette: Palette, box: Box, share: Share, told: str) -> None:
    x, y, width, height = box.x + 1, box.y + 1, box.width - 2, box.height - 2
    if share.value is None:
        chart.box(x, y, width, height, palette.paper, told=told)
        chart.frame(x, y, width, height, palette.muted, dashes="2 4")
        return
    colour = between(palette.heat, share.value)
    ink = readable_on(colour)
    chart.box(x, y, width, height, colour, radius=2, told=told)
    text = f"{100 * share.value:.1f}" if box.width >= DECIMAL_CELL else f"{100 * share.value:.0f}"
    if share.published:
        chart.hatch(x, y, width, height, ink)
        plate = min(width, text_width(text, TEXT, Style.SANS) + 8)
        chart.box(x + (width - plate) / 2, y + height / 2 - 10, plate, 20, colour, radius=4)
    chart.label(x + width / 2, y + height / 2 + 5, text, TEXT, ink, anchor=0.5)


def _legend(chart: Chart, palette: Palette, y: float, columns: Sequence[Series]) -> None:
    """Tell the colours, and what hatching and empty cells mean."""
    step = 160.0 / STEPS
    x = PAD
    for place in range(STEPS):
        chart.box(x + place * step, y, step + 0.3, 12, between(palette.heat, (place + 0.5) / STEPS))
    chart.frame(x, y, 160, 12, palette.line)
    chart.label(x, y + 28, "0", SMALL, palette.muted)
    chart.label(x + 80, y + 28, "50", SMALL, palette.muted, anchor=0.5)
    chart.label(x + 160, y + 28, "100 % right", SMALL, palette.muted, anchor=0.5)
    x += 224
    if any(one.published for one in columns):
        chart.hatch(x, y, 22, 14, palette.ink, gap=5)
        chart.frame(x, y, 22, 14, palette.muted)
        x += (
            30
            + chart.label(x + 30, y + 12, "published in the paper's text, of its own questions", SMALL, palette.muted)
            + 20
        )
    chart.frame(x, y, 22, 14, palette.muted, dashes="2 4")
    chart.label(x + 30, y + 12, UNKNOWN, SMALL, palette.muted)
