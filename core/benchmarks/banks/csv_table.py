"""CSV and TSV as tables."""

import csv
import io

from core.benchmarks.banks.table import HEADING_WITHIN, Row, Table, decoded, refuse_past_caps, unguarded, with_heading
from core.errors import FormatError

_DELIMITERS = (",", ";", "\t", "|")
LEAST_DELIMITERS = 2
"""Between question, options and answer."""


def read_csv(content: bytes, file_name: str, stem: str) -> Table:
    """Read by the delimiter that the first line has most of, titles above the heading aside. Raises FormatError."""
    text = decoded(content, file_name)
    lines = text.lstrip().split("\n", HEADING_WITHIN)[:HEADING_WITHIN]
    # a title has fewer columns than the least that a heading needs
    head = next((line for line in lines if max(map(line.count, _DELIMITERS)) >= LEAST_DELIMITERS), lines[0])
    return _rows(text, file_name, stem, max(_DELIMITERS, key=head.count))


def read_tsv(content: bytes, file_name: str, stem: str) -> Table:
    """Read columns between tabs. Raises FormatError."""
    return _rows(decoded(content, file_name), file_name, stem, "\t")


def _rows(text: str, file_name: str, stem: str, delimiter: str) -> Table:
    rows: list[Row] = []
    try:
        for number, cells in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True), 1):
            refuse_past_caps(len(cells), number - 1, file_name)
            rows.append(Row(number, tuple(unguarded(cell) for cell in cells)))
    except csv.Error as error:
        raise FormatError(f"{file_name}, row {len(rows) + 1}: {error}. Check its quotes.") from error
    return with_heading(rows, file_name, stem)
