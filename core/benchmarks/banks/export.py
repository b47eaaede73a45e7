"""A bank as JSON, CSV or XLSX. What a spreadsheet would take for a formula is written as text."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from core.benchmarks.banks.bank import bank_text
from core.benchmarks.banks.columns import GLOSS_FIELDS, OPTION_FIELDS
from core.benchmarks.banks.row import as_row
from core.benchmarks.banks.table import guarded
from core.benchmarks.base import Sample
from core.errors import MissingPackage, UsageError

COLUMNS = (
    "id", "task", "theme", "question", *OPTION_FIELDS, "answer", "gloss", *GLOSS_FIELDS, "sources", "note", "facts",
)  # fmt: skip
KINDS = ("jsonl", "json", "csv", "xlsx")


def bank_bytes(samples: Iterable[Sample], kind: str) -> bytes:
    """Return a bank as a file of a kind: jsonl, json, csv, xlsx. Raises UsageError, or MissingPackage for xlsx."""
    if kind not in _WRITERS:
        raise UsageError(f"A bank cannot be written as {kind!r}. Known: {', '.join(_WRITERS)}.")
    return _WRITERS[kind](list(samples))


def _json(samples: list[Sample]) -> bytes:
    return (json.dumps([as_row(sample) for sample in samples], ensure_ascii=False, indent=1) + "\n").encode()


def _csv(samples: list[Sample]) -> bytes:
    """Return CSV with a byte order mark, without which Excel shows Bengali as gibberish."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for sample in samples:
        writer.writerow([guarded(cell) for cell in _cells(sample)])
    return out.getvalue().encode("utf-8-sig")


def _xlsx(samples: list[Sample]) -> bytes:
    try:
        import openpyxl
        from openpyxl.cell import WriteOnlyCell
    except ModuleNotFoundError as error:
        raise MissingPackage("openpyxl", "An Excel workbook", "reports") from error
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("questions")
    sheet.append(COLUMNS)
    for sample in samples:
        row = []
        for text in _cells(sample):
            cell = WriteOnlyCell(sheet, value=text)
            # openpyxl takes what begins with = for a formula
            cell.data_type = "s"
            row.append(cell)
        sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _cells(sample: Sample) -> list[str]:
    row = as_row(sample)
    facts: Mapping[str, Any] = row.get("facts", {})
    return [
        row["id"], row["task"], row["theme"], row["question"], *row["options"], row["answer"], row["gloss"],
        *(row.get("options_gloss") or [""] * len(GLOSS_FIELDS)), "\n".join(row["sources"]), row.get("note", ""),
        json.dumps(facts, ensure_ascii=False) if facts else "",
    ]  # fmt: skip


_WRITERS: Mapping[str, Callable[[list[Sample]], bytes]] = {
    "jsonl": lambda samples: bank_text(samples).encode(),
    "json": _json,
    "csv": _csv,
    "xlsx": _xlsx,
}
