"""The kinds of file that tables become, one row each."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.errors import UsageError
from core.registry import by_name
from core.reports.table_text import write_csv, write_html, write_json, write_latex
from core.reports.table_xlsx import write_xlsx
from core.reports.tables import Table


@dataclass(frozen=True, slots=True)
class TableWriter:
    """A kind of file. `many` tells whether it holds several tables."""

    name: str
    title: str
    ending: str
    write: Callable[[Sequence[Table]], bytes]
    many: bool = True


WRITERS = (
    TableWriter("csv", "CSV", ".csv", write_csv, many=False),
    TableWriter("json", "JSON", ".json", write_json),
    TableWriter("xlsx", "Excel workbook", ".xlsx", write_xlsx),
    TableWriter("latex", "LaTeX", ".tex", write_latex),
    TableWriter("html", "HTML page", ".html", write_html),
)
WRITERS_BY_NAME = by_name(WRITERS)


def writer_for(path: str) -> TableWriter:
    """Return the writer for a file's ending. Raises UsageError."""
    ending = Path(path).suffix.lower()
    for writer in WRITERS:
        if writer.ending == ending:
            return writer
    known = ", ".join(writer.ending for writer in WRITERS)
    raise UsageError(f"No table is written as {ending or 'a file without an ending'}. Use one of {known}.")
