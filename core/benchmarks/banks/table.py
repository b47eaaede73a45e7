"""A file of somebody else's questions as a plain table, whatever kind it is of: rows, heading, caps."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core.benchmarks.banks import columns as bank_columns
from core.benchmarks.banks.row import MOST_ROWS, RowProblem
from core.errors import FormatError

MOST_BYTES = 32_000_000
MOST_COLUMNS = 100
MOST_CELL = 100_000
HEADING_WITHIN = 10
"""Rows from the top that may hold titles and remarks before the heading."""
_FORMULA = re.compile(r"['\s]*[=+\-@＝＋－＠]|'*[\t\r\n]")
"""Text that a spreadsheet would take for a formula, full width signs in some languages too."""
_TELL = "Save it as UTF-8 and try again."


@dataclass(frozen=True, slots=True)
class Row:
    """One row. `number` is 1-based as the file is shown: the heading of a sheet is row 1. Cells are texts or JSON."""

    number: int
    cells: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rows, what could not be read, and what a person should know (a second sheet that was left out)."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    name: str
    problems: tuple[RowProblem, ...] = ()
    remarks: tuple[str, ...] = ()


def decoded(content: bytes, name: str) -> str:
    """Return a text in UTF-8, or in UTF-16 that says so by its byte order mark. Raises FormatError naming the byte."""
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") and content[2:4] != b"\0\0" else "utf-8-sig"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        byte = f"byte {error.start + 1} ({content[error.start]:#04x}, line {line})"
        raise FormatError(f"{name} is not {encoding.removesuffix('-sig').upper()} text: {byte}. {_TELL}") from error
    at = text.find("\0")
    if at >= 0:
        raise FormatError(f"{name} holds a NUL at character {at + 1}: UTF-16 without its mark, or no text. {_TELL}")
    return text


def refuse_past_caps(columns: int, rows: int, name: str) -> None:
    """Raise FormatError for more columns or rows than the program takes."""
    if columns > MOST_COLUMNS:
        raise FormatError(f"{name} has {columns:,} columns, and {MOST_COLUMNS} are the most. Leave some out.")
    if rows > MOST_ROWS:
        raise FormatError(f"{name} has more than {MOST_ROWS:,} rows, the most for a bank. Cut it up.")


def with_heading(rows: Sequence[Row], name: str, stem: str, remarks: tuple[str, ...] = ()) -> Table:
    """Return a table whose heading is the first of the top rows that names all that a question needs, or the first.

    Raises FormatError where rows are lacking.
    """
    filled = [row for row in rows if any(cell not in ("", None) for cell in row.cells)]
    if len(filled) < 2:
        raise FormatError(f"{name} has no rows under a heading. The first row names the columns.")
    at = _heading(filled[:HEADING_WITHIN])
    heading, rest = filled[at], filled[at + 1 :]
    if not rest:
        raise FormatError(f"{name} has no rows under its heading in row {heading.number}.")
    if at:
        remarks = (*remarks, f"The heading is row {heading.number}; what stands above it is left out.")
    width = max(len(row.cells) for row in filled[at:])
    refuse_past_caps(width, len(rest), name)
    texts = [str(cell if cell is not None else "").strip() for cell in heading.cells]
    columns = tuple((texts[place : place + 1] or [""])[0] or f"column {place + 1}" for place in range(width))
    padded = tuple(Row(row.number, (*row.cells, *[""] * (width - len(row.cells)))) for row in rest)
    return Table(columns, padded, stem, (), remarks)


def _heading(rows: Sequence[Row]) -> int:
    """Return which of some rows is the heading."""
    for place, row in enumerate(rows):
        texts = [str(cell) if cell is not None else "" for cell in row.cells]
        if not bank_columns.lacking(bank_columns.guess(texts)):
            return place
    return 0


def guarded(text: str) -> str:
    """Put an apostrophe before what a spreadsheet would take for a formula, and before what would lose its own."""
    return f"'{text}" if _FORMULA.match(text) else text


def unguarded(text: str) -> str:
    """Take that apostrophe off again."""
    return text[1:] if text[:1] == "'" and _FORMULA.match(text[1:]) else text
