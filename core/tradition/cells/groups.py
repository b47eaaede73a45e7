"""How the units of one matra are written: groups of letters under one sign (NOTATION A3)."""

from collections.abc import Sequence
from fractions import Fraction

from core.tradition.cells.sheet import ONE, Group, Kind, Unit

AAKAR, HALF_SIGN, QUARTER_SIGN = "া", "ঃ", "॰"
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
PARTS = {HALF: HALF_SIGN, QUARTER: QUARTER_SIGN, HALF + QUARTER: HALF_SIGN + QUARTER_SIGN}
"""Signs of parts of a matra."""
MOST_UNITS = 16
"""More letters than this in one matra are not written."""


def groups_of(units: Sequence[Unit]) -> tuple[Group, ...] | None:
    """Return the groups of a cell, as few as there can be; None where it cannot be written.

    A matra of equal letters shares one aakar. Else each group takes a half, a quarter or three quarters: several
    letters share a half or a quarter evenly; a hold or a rest is a sign without a letter. What an `absorbed` hold or a
    GAP takes of the matra is not written.
    """
    written = [unit for unit in units if unit.kind is not Kind.GAP and not unit.absorbed]
    if len(written) > MOST_UNITS:
        return None
    if written and sum(unit.share for unit in written) == ONE and _even(written):
        return (Group(tuple(written), AAKAR),)
    return _parted(units)


def _even(units: Sequence[Unit]) -> bool:
    """Tell whether units can share a sign: letters of one length, or one hold or rest alone."""
    if len(units) == 1:
        return True
    return all(unit.kind is Kind.SWARA and unit.share == units[0].share for unit in units)


def _parted(units: Sequence[Unit]) -> tuple[Group, ...] | None:
    best: list[tuple[Group, ...] | None] = [()]
    for stop in range(1, len(units) + 1):
        found: tuple[Group, ...] | None = None
        if _silent(units[stop - 1]):
            best.append(best[stop - 1])
            continue
        for start in range(stop - 1, -1, -1):
            run = units[start:stop]
            if _silent(run[0]) or (len(run) > 1 and not _even(run)):
                break
            sign = PARTS.get(sum((unit.share for unit in run), Fraction(0)))
            before = best[start]
            if sign is None or before is None or (len(run) > 1 and len(sign) > 1):
                continue
            if found is None or len(before) + 1 < len(found):
                found = (*before, Group(tuple(run), sign))
        best.append(found)
    return best[-1]


def _silent(unit: Unit) -> bool:
    return unit.kind is Kind.GAP or unit.absorbed


def can_absorb(units: Sequence[Unit]) -> bool:
    """Tell whether a cell's leading hold may be written as a longer sign of the cell before: `পাঃ মঃ`."""
    first = units[0]
    if first.kind is not Kind.HOLD or first.share not in PARTS or len(units) < 2:
        return False
    return units[1].kind in (Kind.SWARA, Kind.REST) and groups_of(units[1:]) is not None
