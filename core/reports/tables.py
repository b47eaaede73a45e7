"""A table of results: what its columns mean, its cells as exact values, and why a cell is missing."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

MINUS = "\u2212"
SMALLEST_P = 0.001


class Kind(StrEnum):
    """What a column holds, which says how a cell is printed."""

    TEXT = "text"
    WHOLE = "whole"
    NUMBER = "number"
    SHARE = "share"
    """0..1, printed in per cent."""
    P = "p"
    FLAG = "flag"


@dataclass(frozen=True, slots=True)
class Missing:
    """A cell without a value, and why. Missing is not zero."""

    reason: str


Cell = str | int | float | bool | Missing


@dataclass(frozen=True, slots=True)
class Column:
    """A column. `key` is its name for programs, `title` for people; `decimals` None is the kind's own custom."""

    key: str
    title: str
    kind: Kind = Kind.TEXT
    unit: str = ""
    decimals: int | None = None

    @property
    def heading(self) -> str:
        """The title with its unit."""
        unit = self.unit or ("%" if self.kind is Kind.SHARE else "")
        return f"{self.title} ({unit})" if unit else self.title

    @property
    def is_number(self) -> bool:
        """Whether its cells are set to the right."""
        return self.kind in (Kind.WHOLE, Kind.NUMBER, Kind.SHARE, Kind.P)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under columns. Raises ValueError where a cell does not fit its column, so that no NaN gets out."""

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def __post_init__(self) -> None:
        if len({column.key for column in self.columns}) != len(self.columns):
            raise ValueError(f"two columns of {self.name} have one key")
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"a row of {self.name} has {len(row)} cells for {len(self.columns)} columns")
            for column, cell in zip(self.columns, row, strict=True):
                _check(column, cell)


def _check(column: Column, cell: Cell) -> None:
    fits: bool
    if isinstance(cell, Missing):
        fits = True
    elif column.kind is Kind.TEXT:
        fits = isinstance(cell, str)
    elif column.kind is Kind.FLAG:
        fits = isinstance(cell, bool)
    elif column.kind is Kind.WHOLE:
        fits = isinstance(cell, int) and not isinstance(cell, bool)
    else:
        fits = isinstance(cell, (int, float)) and not isinstance(cell, bool) and math.isfinite(cell)
    if not fits:
        raise ValueError(f"{cell!r} is no {column.kind} for the column {column.key!r}")


def value_or(value: float | str | None, reason: str) -> Cell:
    """Return a value as a cell, or a missing one with its reason."""
    return Missing(reason) if value is None else value


def printed(column: Column, cell: Cell, minus: str = MINUS) -> str:
    """Return a cell as people read it, without its unit; a missing one is empty."""
    if isinstance(cell, Missing):
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, str):
        return cell
    if column.kind is Kind.WHOLE:
        text = f"{cell:d}" if isinstance(cell, int) else f"{cell:.0f}"
    elif column.kind is Kind.SHARE:
        text = f"{100 * cell:.{_decimals(column, 1)}f}"
    elif column.kind is Kind.P:
        text = f"< {SMALLEST_P}" if cell < SMALLEST_P else f"{cell:.{_decimals(column, 3)}f}"
    else:
        text = f"{cell:.{_decimals(column, 3)}f}"
    return text.replace("-", minus)


def _decimals(column: Column, custom: int) -> int:
    return custom if column.decimals is None else column.decimals


def reasons(table: Table) -> tuple[tuple[int, str, str], ...]:
    """Return row (from 0), column key and reason of every missing cell."""
    return tuple(
        (number, column.key, cell.reason)
        for number, row in enumerate(table.rows)
        for column, cell in zip(table.columns, row, strict=True)
        if isinstance(cell, Missing)
    )


def told_once(tables: Sequence[Table]) -> tuple[str, ...]:
    """Return the different reasons of missing cells, for a line under a printed table."""
    return tuple(dict.fromkeys(reason for table in tables for _row, _column, reason in reasons(table)))
