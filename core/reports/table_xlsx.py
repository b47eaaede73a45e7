"""Tables as a workbook, a sheet each. Text is text: a cell can be no formula, link or error."""

import io
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from core.errors import MissingPackage
from core.reports.tables import Cell, Column, Kind, Missing, Table

if TYPE_CHECKING:
    from openpyxl.workbook import Workbook

MOST_TEXT = 32_767
"""Characters, as the format counts them (UTF-16), that a cell holds."""
MOST_WIDE = 60
MOST_EXACT = 2**53
CUT = " … [cut: a cell holds no more]"
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_SHEET_SIGNS = re.compile(r"[\[\]:*?/\\'\x00-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_ESCAPE = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")


def write_xlsx(tables: Sequence[Table]) -> bytes:
    """Write a workbook: numbers as numbers with the column's format, why cells are empty as comments on headings.

    Raises MissingPackage.
    """
    try:
        from openpyxl import Workbook
    except ImportError as error:
        raise MissingPackage("openpyxl", "Excel workbooks", "reports") from error
    book = Workbook(write_only=True)
    names: set[str] = set()
    for table in tables:
        _sheet(book, table, _sheet_name(table.name, names))
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def cell_text(text: str) -> str:
    """Return text that a cell can hold: no forbidden characters, LF line ends, and cut with a mark where too long."""
    plain = _CONTROL.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))
    safe = _ESCAPE.sub("_x005F_", plain)
    if _units(safe) <= MOST_TEXT:
        return safe
    room = (MOST_TEXT - len(CUT)) * 2
    return safe.encode("utf-16-le")[:room].decode("utf-16-le", "ignore") + CUT


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def _sheet_name(name: str, taken: set[str]) -> str:
    """Return a name that the format takes, unlike any other in the book."""
    plain = _SHEET_SIGNS.sub(" ", name).strip()[:28] or "Table"
    found, number = plain, 1
    while found.casefold() in taken:
        number += 1
        found = f"{plain} {number}"[:31]
    taken.add(found.casefold())
    return found


def _sheet(book: "Workbook", table: Table, name: str) -> None:
    """Write a sheet row by row: no cell is kept in memory once it is written."""
    from openpyxl.utils import get_column_letter

    sheet = book.create_sheet(name)
    sheet.freeze_panes = "A2"
    for place, column in enumerate(table.columns):
        widest = max((len(cell) for row in table.rows if isinstance(cell := row[place], str)), default=0)
        letter = get_column_letter(place + 1)
        sheet.column_dimensions[letter].width = min(MOST_WIDE, 2 + max(widest, len(column.heading)))
    sheet.append([_head(sheet, table, place) for place in range(len(table.columns))])
    styles = [_style(sheet, column) for column in table.columns]
    text_style = _text_style(sheet)
    for row in table.rows:
        sheet.append([_cell(sheet, cell, style, text_style) for cell, style in zip(row, styles, strict=True)])


def _head(sheet: Any, table: Table, place: int) -> Any:  # noqa: ANN401  openpyxl has no types
    """Return a heading; a comment on it says why cells beneath are empty."""
    from openpyxl.comments import Comment
    from openpyxl.styles import Alignment, Font

    column = table.columns[place]
    # shares are formatted as per cent, so their heading needs no unit
    heading = column.title if column.kind is Kind.SHARE else column.heading
    head = _text(sheet, heading, _text_style(sheet))
    head.font = Font(bold=True)
    head.alignment = Alignment(horizontal="right" if column.is_number else "left", wrap_text=True)
    reasons = dict.fromkeys(cell.reason for row in table.rows if isinstance(cell := row[place], Missing))
    if reasons:
        head.comment = Comment(cell_text("Empty: " + "; ".join(reasons)), "Swaralipi Studio")
    return head


def _cell(sheet: Any, cell: Cell, style: Any, text_style: Any) -> Any:  # noqa: ANN401
    if isinstance(cell, Missing):
        return None
    if isinstance(cell, str):
        return _text(sheet, cell, text_style)
    if isinstance(cell, bool):
        return cell
    if isinstance(cell, int) and abs(cell) > MOST_EXACT:
        # a workbook's numbers are doubles
        return _text(sheet, str(cell), text_style)
    from openpyxl.cell import WriteOnlyCell

    made = WriteOnlyCell(sheet, cell)
    made._style = style
    return made


def _text(sheet: Any, text: str, style: Any) -> Any:  # noqa: ANN401
    """Return a string that is a string, whatever it begins with."""
    from openpyxl.cell import WriteOnlyCell

    made = WriteOnlyCell(sheet, cell_text(text))
    made.data_type = "s"
    made._style = style
    return made


def _text_style(sheet: Any) -> Any:  # noqa: ANN401
    """Return the style whose quote prefix keeps text a text when somebody edits the cell.

    Styles are made once a column and shared: a workbook of 10,000 items then takes 7 s instead of 11.
    """
    from openpyxl.cell import WriteOnlyCell

    made = WriteOnlyCell(sheet)
    made.quotePrefix = True
    return made._style


def _style(sheet: Any, column: Column) -> Any:  # noqa: ANN401
    from openpyxl.cell import WriteOnlyCell

    made = WriteOnlyCell(sheet)
    if column.is_number:
        made.number_format = _format(column)
    return made._style


def _format(column: Column) -> str:
    decimals = {Kind.WHOLE: 0, Kind.SHARE: 1}.get(column.kind, 3) if column.decimals is None else column.decimals
    zeros = "0" + ("." + "0" * decimals if decimals else "")
    return zeros + ("%" if column.kind is Kind.SHARE else "")
