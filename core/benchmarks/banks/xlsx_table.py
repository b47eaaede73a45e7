"""Excel workbooks as tables. A workbook is a zip of XML from anywhere: bounded before it is opened, links left out."""

import io
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from datetime import date, datetime, time
from typing import Any
from xml.etree.ElementTree import ParseError as XmlError

from core.benchmarks.banks.row import MOST_ROWS
from core.benchmarks.banks.table import MOST_CELL, Row, Table, refuse_past_caps, with_heading
from core.errors import FormatError, MissingPackage

MOST_UNPACKED = 64_000_000
MOST_PARTS = 1000
MOST_RATIO = 200
"""A part that unpacks to more than so many times its size is a bomb; sheets of repeated text reach some 50."""
SMALL_PART = 1_000_000
PROLOG = 4096
LOWEST_ROW = 2 * MOST_ROWS
_BROKEN = (
    zipfile.BadZipFile, zlib.error, EOFError, OSError, XmlError, KeyError, ValueError, TypeError, IndexError,
    AttributeError, OverflowError, RuntimeError, AssertionError,
)  # fmt: skip
"""What openpyxl raises for a damaged workbook: it has no error of its own."""


def read_xlsx(content: bytes, file_name: str, stem: str) -> Table:
    """Read the first sheet that holds anything. Raises FormatError, or MissingPackage without openpyxl."""
    try:
        import openpyxl
    except ModuleNotFoundError as error:
        raise MissingPackage("openpyxl", "An Excel workbook", "reports") from error
    try:
        _refuse_bombs(content, file_name)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
            try:
                return _first_sheet(book, file_name, stem)
            finally:
                book.close()
    except _BROKEN as error:
        raise FormatError(
            f"{file_name} is no workbook that can be read ({_why(error)}). Save it anew as .xlsx."
        ) from error


def _refuse_bombs(content: bytes, name: str) -> None:
    """Raise FormatError where the parts are too many or too large, or where one defines entities."""
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        parts = packed.infolist()
        if len(parts) > MOST_PARTS:
            raise FormatError(f"{name} has {len(parts):,} parts, and {MOST_PARTS:,} are the most for a workbook.")
        if sum(part.file_size for part in parts) > MOST_UNPACKED:
            most = MOST_UNPACKED // 1_000_000
            raise FormatError(f"{name} unpacks to more than {most} MB. Keep only the sheet with the questions.")
        for part in parts:
            if part.file_size > SMALL_PART and part.file_size > MOST_RATIO * max(part.compress_size, 1):
                raise FormatError(f"{name} unpacks to far more than its size; this is no honest workbook.")
            if part.filename.lower().endswith((".xml", ".rels")):
                with packed.open(part) as opened:
                    head = opened.read(PROLOG)
                if b"<!" in head.replace(b"<!--", b"") or head[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in head:
                    raise FormatError(f"{name} holds XML with a document type or of an unusual encoding; not read.")


def _first_sheet(book: Any, name: str, stem: str) -> Table:  # noqa: ANN401  a workbook
    sheets = list(book.worksheets)
    for place, sheet in enumerate(sheets):
        rows = list(_rows(sheet, name))
        if rows:
            others = [other.title for at, other in enumerate(sheets) if at != place]
            remark = f"Read the sheet {sheet.title!r}; left out: {', '.join(map(repr, others[:5]))}." if others else ""
            return with_heading(rows, name, stem, (remark,) if remark else ())
    raise FormatError(f"{name} has no rows under a heading. The first row names the columns.")


def _rows(sheet: Any, name: str) -> Iterator[Row]:  # noqa: ANN401  a worksheet
    filled = 0
    # what a sheet says of its own size may be anything
    sheet.reset_dimensions()
    for number, cells in enumerate(sheet.iter_rows(values_only=True), 1):
        if number > LOWEST_ROW:
            raise FormatError(f"{name} goes on below row {LOWEST_ROW:,}. Move the questions up, or cut the sheet.")
        texts = [_text(cell) for cell in cells]
        while texts and not texts[-1]:
            texts.pop()
        if texts:
            filled += 1
            refuse_past_caps(len(texts), filled - 1, name)
            if any(len(text) > MOST_CELL for text in texts):
                raise FormatError(f"{name}, row {number}: a cell has more than {MOST_CELL:,} characters.")
            yield Row(number, tuple(texts))


def _text(value: object) -> str:
    """Return a cell as a person sees it, without the number format: whole numbers have no point."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    return str(value).strip()


def _why(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"[:120]
