"""CSV and TSV as tables."""

import csv
import io

from core.benchmarks.banks.table import Row, Table, decoded, refuse_past_caps, with_heading
from core.errors import FormatError

_DELIMITERS = (",", ";", "\t", "|")


def read_csv(content: bytes, file_name: str, stem: str) -> Table:
    """Read by the delimiter that the first line has most of. Raises FormatError."""
    text = decoded(content, file_name)
    head = text.lstrip().split("\n", 1)[0]
    return _rows(text, file_name, stem, max(_DELIMITERS, key=head.count))


def read_tsv(content: bytes, file_name: str, stem: str) -> Table:
    """Read columns between tabs. Raises FormatError."""
    return _rows(decoded(content, file_name), file_name, stem, "\t")


def _rows(text: str, file_name: str, stem: str, delimiter: str) -> Table:
    rows: list[Row] = []
    try:
        for number, cells in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True), 1):
            refuse_past_caps(len(cells), number - 1, file_name)
            rows.append(Row(number, tuple(_unguarded(cell) for cell in cells)))
    except csv.Error as error:
        raise FormatError(f"{file_name}, row {len(rows) + 1}: {error}. Check its quotes.") from error
    return with_heading(rows, file_name, stem)


def _unguarded(cell: str) -> str:
    """Take off the apostrophe with which spreadsheets are kept from reading a text as a formula."""
    return cell[1:] if cell[:1] == "'" and cell[1:2] in ("=", "+", "-", "@", "\t", "\r") else cell
