"""Tables as text: CSV, JSON, LaTeX, HTML. No cell becomes a formula, a command or markup."""

import csv
import html
import io
import json
import re
from collections.abc import Sequence

from core.errors import UsageError
from core.reports.tables import Cell, Column, Missing, Table, printed, reasons, told_once

# a spreadsheet takes text that begins with one of these for a formula, full width signs in some languages too
_FORMULA = re.compile(r"['\s]*[=+\-@＝＋－＠]|'*[\t\r\n]")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]")
_BLANK = re.compile(r"\s+")
_TEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "_": r"\_", "%": r"\%",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"\textquotedbl{}", "`": r"\textasciigrave{}", "'": "\u2019", "[": "{[}", "]": "{]}",
    "*": "{*}",
}  # fmt: skip
"""Brackets and stars are dangerous behind a line's end, where LaTeX looks for an argument."""
_TEX_SIGNS = re.compile("[" + re.escape("".join(_TEX)) + "]")
_JOINING = re.compile(r"(-)(?=-)")
_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>
body {{ font: 15px/1.5 "Noto Sans", "Noto Sans Bengali", sans-serif; margin: 2rem; color: #23262d; background: #fff; }}
table {{ border-collapse: collapse; margin: 0 0 2rem; }}
caption {{ text-align: left; font-weight: 600; padding: 0 0 .5rem; }}
th, td {{ padding: .3rem .8rem; border-bottom: 1px solid #dfdbd3; text-align: left; white-space: pre-wrap; }}
th {{ color: #666b76; font-weight: 600; border-bottom-color: #666b76; }}
.number {{ text-align: right; font-variant-numeric: tabular-nums; }}
.missing {{ color: #666b76; }}
</style>
</head>
<body>
{body}
</body>
</html>
"""


def guarded(text: str) -> str:
    """Put an apostrophe before text that a spreadsheet would take for a formula.

    It can be undone: where the text behind a leading apostrophe would be guarded, that apostrophe is ours.
    """
    return f"'{text}" if _FORMULA.match(text) else text


def write_csv(tables: Sequence[Table], *, bom: bool = False) -> bytes:
    """Write one table by RFC 4180 in UTF-8, headed by the columns' keys.

    Numbers are exact and shares 0..1, flags `true` or `false`, missing cells empty. `bom` helps spreadsheets that
    guess the encoding. Raises UsageError for several tables.
    """
    if len(tables) != 1:
        raise UsageError(f"A CSV file holds one table, not {len(tables)}. Choose one with --what, or write .xlsx.")
    table = tables[0]
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    # a lone empty cell would be an empty line
    quoting = csv.writer(out, lineterminator="\r\n", quoting=csv.QUOTE_ALL) if len(table.columns) == 1 else writer
    quoting.writerow([guarded(column.key) for column in table.columns])
    for row in table.rows:
        quoting.writerow([_plain(cell) for cell in row])
    return (b"\xef\xbb\xbf" if bom else b"") + out.getvalue().encode("utf-8", "replace")


def _plain(cell: Cell) -> str:
    if isinstance(cell, Missing):
        return ""
    if isinstance(cell, str):
        return guarded(cell)
    return str(cell).lower() if isinstance(cell, bool) else repr(cell)


def write_json(tables: Sequence[Table]) -> bytes:
    """Write one table as an object, several as a list. A missing cell is null, its reason stands in `missing`."""
    found = [_as_object(table) for table in tables]
    text = json.dumps(found[0] if len(found) == 1 else found, ensure_ascii=False, indent=2, allow_nan=False)
    return (text + "\n").encode("utf-8", "replace")


def _as_object(table: Table) -> dict[str, object]:
    keys = [column.key for column in table.columns]
    return {
        "name": table.name,
        "title": table.title,
        "columns": [
            {"key": column.key, "title": column.title, "kind": str(column.kind), "unit": column.unit}
            for column in table.columns
        ],
        "rows": [
            {key: None if isinstance(cell, Missing) else cell for key, cell in zip(keys, row, strict=True)}
            for row in table.rows
        ],
        "missing": [{"row": row, "column": key, "reason": reason} for row, key, reason in reasons(table)],
    }


def tex(text: str) -> str:
    """Return text that LaTeX prints as it is; Bengali stays Bengali, white space is folded."""
    folded = _BLANK.sub(" ", _CONTROL.sub("", text)).strip()
    # two hyphens would join to a dash
    return _JOINING.sub(r"\1{}", _TEX_SIGNS.sub(lambda match: _TEX[match[0]], folded))


def write_latex(tables: Sequence[Table]) -> bytes:
    r"""Write tables for `\input` into a document that loads booktabs; Bengali needs XeLaTeX or LuaLaTeX and a font."""
    head = "% Needs \\usepackage{booktabs}; Bengali needs XeLaTeX or LuaLaTeX with a Bengali font.\n"
    return (head + "\n".join(_latex(table) for table in tables)).encode("utf-8", "replace")


def _latex(table: Table) -> str:
    sides = "".join("r" if column.is_number else "l" for column in table.columns)
    lines = [
        " & ".join(_tex_cell(column, cell) for column, cell in zip(table.columns, row, strict=True))
        for row in table.rows
    ]
    notes = " ".join(f"---: {tex(reason)}." for reason in told_once([table]))
    return "\n".join(
        [
            r"\begin{table}",
            r"\centering",
            rf"\caption{{{tex(table.title)}}}",
            rf"\begin{{tabular}}{{{sides}}}",
            r"\toprule",
            " & ".join(tex(column.heading) for column in table.columns) + r" \\",
            r"\midrule",
            *(line + r" \\" for line in lines),
            r"\bottomrule",
            r"\end{tabular}",
            *([rf"\par\smallskip{{\footnotesize {notes}}}"] if notes else []),
            r"\end{table}",
            "",
        ]
    )


def _tex_cell(column: Column, cell: Cell) -> str:
    if isinstance(cell, Missing):
        return "---"
    text = printed(column, cell, minus="-")
    if not column.is_number:
        return tex(text)
    return f"${text}$" if text.startswith(("-", "<")) else text


def write_html(tables: Sequence[Table]) -> bytes:
    """Write tables as one page that needs nothing else. A missing cell tells its reason under the pointer."""
    title = html.escape(_shown(tables[0].title if tables else "Tables"))
    return _PAGE.format(title=title, body="\n".join(_html(table) for table in tables)).encode("utf-8", "replace")


def _html(table: Table) -> str:
    heads = "".join(
        f'<th scope="col"{_side(column)}>{html.escape(_shown(column.heading))}</th>' for column in table.columns
    )
    rows = [
        "<tr>" + "".join(_html_cell(column, cell) for column, cell in zip(table.columns, row, strict=True)) + "</tr>"
        for row in table.rows
    ]
    caption = html.escape(_shown(table.title))
    body = "\n".join(rows)
    return (
        f"<table>\n<caption>{caption}</caption>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"
    )


def _html_cell(column: Column, cell: Cell) -> str:
    if isinstance(cell, Missing):
        side = "number missing" if column.is_number else "missing"
        return f'<td class="{side}" title="{html.escape(_shown(cell.reason))}">–</td>'
    return f"<td{_side(column)}>{html.escape(_shown(printed(column, cell)))}</td>"


def _side(column: Column) -> str:
    return ' class="number"' if column.is_number else ""


def _shown(text: str) -> str:
    """Show characters that HTML forbids as the sign for an unreadable one."""
    return _CONTROL.sub("\ufffd", text)
