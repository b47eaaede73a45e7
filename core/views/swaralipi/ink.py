"""One cell's note row from left to right: letters, signs, hyphen and kan with their places."""

from dataclasses import dataclass, field

from core.tradition.cells.build import Cell, Kind, Swara, Unit
from core.tradition.cells.sheet import SHRUTIS
from core.views.svg import Canvas
from core.views.swaralipi import sizes as size
from core.views.swaralipi.letters import MARK_STEP, hasanta, letter, reph, sign, size_of
from core.views.text_draw import draw_text
from core.views.text_width import EM

MOST_MARKS = 4
"""Octave marks drawn over one letter at most."""


@dataclass(slots=True)
class Ink:
    """The note row of a cell, its left end at x = 0 and its baseline at y = 0; spans of x by id."""

    canvas: Canvas = field(default_factory=Canvas)
    width: float = 0.0
    spans: dict[str, tuple[float, float]] = field(default_factory=dict)
    units: dict[int, tuple[float, float]] = field(default_factory=dict)
    """By the index of the unit: where its letter stands."""


def ink_of(cell: Cell) -> Ink:
    """Draw the note row of a cell."""
    ink = Ink()
    if cell.hyphen:
        _hyphen(ink)
    if cell.groups:
        _groups(ink, cell)
    else:
        _shares(ink, cell)
    _rest_of_ids(ink, cell)
    return ink


def _groups(ink: Ink, cell: Cell) -> None:
    numbers = {id(unit): number for number, unit in enumerate(cell.units)}
    for place, group in enumerate(cell.groups):
        if place:
            ink.width += size.GROUP_GAP
        left = ink.width
        for unit in group.units:
            start = ink.width
            _unit(ink, unit)
            _mark(ink, numbers.get(id(unit), -1), unit, start)
        for char in group.sign:
            ink.width += size.SIGN_GAP if char != "া" or ink.width == left else 0.0
            _sign(ink, char)
        last = group.units[-1]
        number = numbers.get(id(last), -1)
        start = left if len(group.units) == 1 else ink.units[number][0]
        _mark(ink, number, last, start)


def _shares(ink: Ink, cell: Cell) -> None:
    """Write what has no signs: each letter with its share of the matra as a small fraction."""
    for number, unit in enumerate(cell.units):
        if unit.kind is Kind.GAP or unit.absorbed:
            continue
        start = ink.width
        if unit.kind is Kind.HOLD and number:
            _hyphen(ink)
        elif unit.kind is Kind.REST:
            _sign(ink, "া")
        _unit(ink, unit)
        text = str(unit.share)
        _, ink.width = draw_text(ink.canvas, ink.width + 1.0, -size.SHARE_RISE, text, size.SHARE)
        ink.width += size.GROUP_GAP + 1.0
        _mark(ink, number, unit, start)


def _mark(ink: Ink, number: int, unit: Unit, start: float) -> None:
    ink.units[number] = (start, ink.width)
    kan = {one.id for one in unit.kan}
    for name in unit.ids:
        if name not in kan or name not in ink.spans:
            ink.spans[name] = (start, ink.width)


def _unit(ink: Ink, unit: Unit) -> None:
    for one in unit.kan:
        start = ink.width
        _swara(ink, one, size.EM * size.KAN, -size.KAN_RISE)
        ink.spans[one.id] = (start, ink.width)
    if unit.kan:
        ink.width += size.KAN_GAP
    if unit.swara is not None:
        _swara(ink, unit.swara, size.EM, 0.0)


def _swara(ink: Ink, swara: Swara, font: float, foot: float) -> None:
    shape = letter(swara.letter)
    scale = font / EM
    draw_text(ink.canvas, ink.width, foot, shape.text, font, bengali_size=1.0)
    mark, (x, y) = (reph(), shape.reph) if swara.saptak > 0 else (hasanta(), shape.hasanta)
    for turn in range(min(abs(swara.saptak), MOST_MARKS)):
        ink.canvas.path(mark.d, x=ink.width + (x - turn * MARK_STEP) * scale, y=foot + y * scale, scale=scale)
    ink.width += shape.advance * scale
    if swara.shruti:
        # above the head line of the aakar that follows, so it takes no room
        rise = foot - size.SHRUTI_RISE * font
        draw_text(ink.canvas, ink.width, rise, SHRUTIS[swara.shruti], size.SHRUTI * font, bengali_size=1.0)


def _sign(ink: Ink, char: str) -> None:
    glyph = sign(char)
    ink.canvas.path(glyph.d, x=ink.width, scale=size.EM / EM)
    ink.width += size_of(glyph.advance, size.EM)


def _hyphen(ink: Ink) -> None:
    ink.canvas.rect(ink.width, -size.HYPHEN_HEIGHT - size.STROKE / 2, size.HYPHEN, size.STROKE)
    ink.width += size.HYPHEN + size.HYPHEN_GAP


def _rest_of_ids(ink: Ink, cell: Cell) -> None:
    """Give what leaves no sign of its own a place: a hold told by the cell before, a hidden rest, an overlay."""
    before = 0.0
    for number, unit in enumerate(cell.units):
        left, right = ink.units.get(number, (before, before))
        for name in unit.ids:
            ink.spans.setdefault(name, (left, right))
        before = right
    for name in cell.others:
        ink.spans.setdefault(name, (0.0, ink.width))
