"""Tables in five kinds of file: what goes in comes out, and nothing hostile becomes a formula, command or markup."""

import csv
import html.parser
import io
import json
import re

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import UsageError
from core.reports.table_text import guarded, tex, write_csv, write_html, write_json, write_latex
from core.reports.table_writers import WRITERS, WRITERS_BY_NAME, writer_for
from core.reports.table_xlsx import MOST_TEXT, cell_text, write_xlsx
from core.reports.tables import Column, Kind, Missing, Table, printed, told_once, value_or

STARTS = "=+-@\t\r\n＝＋－＠"
HOSTILE = [
    '=HYPERLINK("http://example.org","x")', "+1+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1+1", " =1", "'=1",
    "''@x", "#N/A", "TRUE", "http://example.org", "<b>&amp;</b>", "</td><script>x</script>", "\\input{/etc/passwd}",
    "$x_1^2$ & 50 % # ~ {}", "[5pt] \\\\ [x]", "*", "a,b;\"c\"", "সঠিক উত্তর: গ", "ক্ষ্ম জ্ঞ", "\x00\x01\x0b", "_x0041_",
    "\ud800", "line\r\nnext", "", " ", "\ufeffbom", "1e5", "007",
]  # fmt: skip
texts = st.one_of(
    st.sampled_from(HOSTILE),
    st.text(max_size=40),
    st.builds(lambda start, rest: start + rest, st.sampled_from(STARTS), st.text(max_size=8)),
)
encodable = texts.filter(lambda text: not re.search("[\ud800-\udfff]", text))
cells = st.tuples(
    encodable,
    st.one_of(st.integers(-(2**60), 2**60), st.just(Missing("not counted"))),
    st.one_of(st.floats(allow_nan=False, allow_infinity=False), st.just(Missing("not measured"))),
    st.floats(0, 1),
    st.booleans(),
)
COLUMNS = (
    Column("text", "Text"), Column("whole", "Whole", Kind.WHOLE), Column("number", "Number", Kind.NUMBER, "s"),
    Column("share", "Share", Kind.SHARE), Column("flag", "Flag", Kind.FLAG),
)  # fmt: skip
tables = st.builds(lambda rows: Table("results", "Results", COLUMNS, tuple(rows)), st.lists(cells, max_size=6))


def lone(*values, title="Results"):
    """A table of one column of texts."""
    return Table("results", title, (Column("text", "Text"),), tuple((value,) for value in values))


def unguarded(text):
    """Undo `guarded`, as its docstring says."""
    return text[1:] if text.startswith("'") and guarded(text[1:]) != text[1:] else text


def read_csv(content):
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True))


@given(texts)
def test_a_guard_is_there_where_needed_and_can_be_undone(text):
    found = guarded(text)
    assert unguarded(found) == text
    assert not found.startswith(tuple(STARTS))
    assert not re.match(r"\s*[=+@＝＋－＠-]", found)


@given(tables, st.booleans())
@settings(max_examples=50, deadline=None)
def test_csv_comes_back_as_it_went(table, bom):
    content = write_csv([table], bom=bom)
    assert content.startswith(b"\xef\xbb\xbf") == bom
    head, *rows = read_csv(content)
    assert head == [column.key for column in COLUMNS]
    assert len(rows) == len(table.rows)
    for found, row in zip(rows, table.rows, strict=True):
        assert unguarded(found[0]) == row[0]
        for place, kind in ((1, int), (2, float), (3, float)):
            assert found[place] == "" if isinstance(row[place], Missing) else kind(found[place]) == row[place]
        assert found[4] == str(row[4]).lower()


@given(st.lists(encodable, max_size=4))
def test_csv_of_one_column_keeps_empty_cells(values):
    _head, *rows = read_csv(write_csv([lone(*values)]))
    assert [unguarded(row[0]) for row in rows] == values


def test_csv_lines_end_as_rfc_4180_says():
    assert write_csv([lone('a "b"', "c,d")]) == b'"text"\r\n"a ""b"""\r\n"c,d"\r\n'
    assert write_csv([Table("t", "T", COLUMNS[:2], (("a\nb", 1),))]) == b'text,whole\r\n"a\nb",1\r\n'


def test_csv_holds_one_table():
    with pytest.raises(UsageError, match="one table, not 2"):
        write_csv([lone("a"), lone("b")])


@given(tables)
@settings(max_examples=50, deadline=None)
def test_json_comes_back_as_it_went(table):
    found = json.loads(write_json([table]), parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
    keys = [column.key for column in COLUMNS]
    assert [[row[key] for key in keys] for row in found["rows"]] == [
        [None if isinstance(cell, Missing) else cell for cell in row] for row in table.rows
    ]
    missing = [
        (number, key)
        for number, row in enumerate(table.rows)
        for key, cell in zip(keys, row, strict=True)
        if isinstance(cell, Missing)
    ]
    assert [(one["row"], one["column"]) for one in found["missing"]] == missing
    assert all(one["reason"] for one in found["missing"])


def test_several_tables_are_a_json_list():
    assert [one["title"] for one in json.loads(write_json([lone("a", title="A"), lone("b", title="B")]))] == ["A", "B"]


@given(st.lists(texts, min_size=1, max_size=4))
@settings(max_examples=25, deadline=None)
def test_xlsx_text_is_text(values):
    sheet = openpyxl.load_workbook(io.BytesIO(write_xlsx([lone(*values)]))).worksheets[0]
    for number, value in enumerate(values, 2):
        cell = sheet.cell(number, 1)
        assert cell.data_type == "s" or (cell.value is None and cell_text(value) == "")
        assert cell.hyperlink is None
        if cell.value is not None and "_x" not in value:
            assert cell.value == cell_text(value)


@pytest.mark.parametrize("start", list("=+-@\t\r"))
def test_a_workbook_has_no_formula(start):
    content = write_xlsx([lone(f"{start}1+1")])
    cell = openpyxl.load_workbook(io.BytesIO(content)).worksheets[0].cell(2, 1)
    assert cell.data_type == "s"
    assert cell.quotePrefix
    assert str(cell.value).strip().endswith("1+1")


def test_xlsx_numbers_are_numbers_with_their_format():
    table = Table(
        "t", "T", COLUMNS, (("a", 3, 0.123456, 0.908, True), ("b", Missing("why"), Missing("so"), 0.0, False))
    )
    sheet = openpyxl.load_workbook(io.BytesIO(write_xlsx([table]))).worksheets[0]
    assert [cell.value for cell in sheet[1]] == ["Text", "Whole", "Number (s)", "Share", "Flag"]
    assert [cell.value for cell in sheet[2]] == ["a", 3, 0.123456, 0.908, True]
    assert [cell.data_type for cell in sheet[2]] == ["s", "n", "n", "n", "b"]
    assert [cell.number_format for cell in sheet[2]][1:4] == ["0", "0.000", "0.0%"]
    assert sheet.cell(3, 2).value is None
    assert sheet.cell(1, 2).comment.text == "Empty: why"
    assert sheet.cell(1, 1).comment is None


def test_xlsx_cuts_what_no_cell_holds_and_says_so():
    long = cell_text("গ" * 40_000)
    assert len(long) <= MOST_TEXT
    assert long.endswith("[cut: a cell holds no more]")
    assert len(cell_text("𝄞" * 40_000).encode("utf-16-le")) // 2 <= MOST_TEXT


@given(st.lists(st.text(max_size=40), min_size=1, max_size=4))
@settings(max_examples=20, deadline=None)
def test_sheets_have_names_that_are_allowed_and_differ(names):
    book = openpyxl.load_workbook(io.BytesIO(write_xlsx([Table(name, "T", COLUMNS[:1], ()) for name in names])))
    assert len({name.casefold() for name in book.sheetnames}) == len(names)
    assert all(0 < len(name) <= 31 and not re.search(r"[\[\]:*?/\\]", name) for name in book.sheetnames)


def test_a_whole_number_beyond_a_double_stays_exact():
    sheet = openpyxl.load_workbook(io.BytesIO(write_xlsx([Table("t", "T", COLUMNS[1:2], ((2**60 + 1,),))]))).worksheets[
        0
    ]
    assert sheet.cell(2, 1).value == str(2**60 + 1)


@given(texts)
def test_tex_leaves_no_live_sign(text):
    found = tex(text)
    bare = re.sub(r"\\(?:[{}$&#_%]|text[a-z]+\{\})|\{[\[\]*]\}|-\{\}", "", found)
    assert not re.search(r"[\\{}$&#_%~^\[\]*\"`'<>|\n]", bare)


def test_tex_keeps_bengali_and_folds_lines():
    assert tex("সঠিক  উত্তর:\nগ") == "সঠিক উত্তর: গ"
    assert tex("100 % of a_b & {c}") == r"100 \% of a\_b \& \{c\}"
    assert tex("a--b") == "a-{}-b"


def test_latex_is_a_booktabs_table_with_its_gaps_explained():
    table = Table("t", "T", COLUMNS, (("[x]", 1, -0.5, 0.5, True), ("*", Missing("none & all"), 0.25, 0.1, False)))
    found = write_latex([table]).decode()
    assert r"\begin{tabular}{lrrrl}" in found
    assert [found.count(rule) for rule in (r"\toprule", r"\midrule", r"\bottomrule")] == [1, 1, 1]
    assert r"{[}x{]} & 1 & $-0.500$ & 50.0 & yes \\" in found
    assert r"{*} & --- & 0.250 & 10.0 & no \\" in found
    assert r"---: none \& all." in found


class Reader(html.parser.HTMLParser):
    """Collects tags and the text of cells."""

    def __init__(self):
        super().__init__()
        self.tags, self.cells = [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag == "td":
            self.cells.append("")

    def handle_data(self, data):
        if self.tags[-1:] == ["td"]:
            self.cells[-1] += data


@given(st.lists(encodable, min_size=1, max_size=4))
@settings(max_examples=50, deadline=None)
def test_html_shows_text_and_holds_no_foreign_tag(values):
    reader = Reader()
    reader.feed(write_html([lone(*values)]).decode("utf-8"))
    assert set(reader.tags) <= {
        "html",
        "head",
        "meta",
        "title",
        "style",
        "body",
        "table",
        "caption",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
    }
    assert len(reader.cells) == len(values)
    assert [re.sub(r"\s", "", cell) for cell in reader.cells] == [
        re.sub(r"\s", "", re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]", "\ufffd", value))
        for value in values
    ]


def test_a_missing_cell_tells_its_reason_in_html():
    table = Table("t", "T", COLUMNS[1:2], ((Missing('"no" <answers>'),),))
    assert b'title="&quot;no&quot; &lt;answers&gt;"' in write_html([table])


@pytest.mark.parametrize("writer", WRITERS, ids=lambda writer: writer.name)
def test_every_writer_takes_hostile_text_and_an_empty_table(writer):
    assert writer.write([lone(*HOSTILE, title="=<b>&")])
    assert writer.write([Table("t", "T", COLUMNS, ())])
    assert writer_for(f"Results{writer.ending.upper()}") is writer
    assert WRITERS_BY_NAME[writer.name] is writer


@pytest.mark.parametrize("name", ["results.doc", "results", "-", ""])
def test_an_unknown_ending_is_said(name):
    with pytest.raises(UsageError, match=r"Use one of \.csv"):
        writer_for(name)


@pytest.mark.parametrize(
    ("kind", "bad"),
    [
        (Kind.TEXT, 1), (Kind.WHOLE, 1.0), (Kind.WHOLE, True), (Kind.SHARE, float("nan")), (Kind.P, float("inf")),
        (Kind.NUMBER, "1"), (Kind.FLAG, 1), (Kind.NUMBER, False),
    ],
)  # fmt: skip
def test_a_cell_that_does_not_fit_is_refused(kind, bad):
    with pytest.raises(ValueError, match="for the column 'key'"):
        Table("t", "T", (Column("key", "Key", kind),), ((bad,),))


def test_rows_fit_their_columns_and_keys_differ():
    with pytest.raises(ValueError, match="2 cells for 1"):
        Table("t", "T", COLUMNS[:1], (("a", "b"),))
    with pytest.raises(ValueError, match="one key"):
        Table("t", "T", COLUMNS[:1] * 2, ())


@pytest.mark.parametrize(
    ("column", "cell", "text"),
    [
        (Column("a", "A", Kind.SHARE), 0.9082, "90.8"), (Column("a", "A", Kind.P), 0.0004, "< 0.001"),
        (Column("a", "A", Kind.P), 0.049, "0.049"), (Column("a", "A", Kind.NUMBER, decimals=2), -1.5, "−1.50"),
        (Column("a", "A", Kind.WHOLE), -3, "−3"), (Column("a", "A", Kind.FLAG), True, "yes"),
        (Column("a", "A", Kind.SHARE), Missing("x"), ""), (Column("a", "A"), "-x", "-x"),
    ],
)  # fmt: skip
def test_cells_as_people_read_them(column, cell, text):
    assert printed(column, cell) == text


def test_missing_is_not_zero():
    assert value_or(0.0, "x") == 0.0
    assert value_or(None, "x") == Missing("x")
    assert told_once(
        [lone("a"), Table("t", "T", COLUMNS[1:2], ((Missing("x"),), (Missing("x"),), (Missing("y"),)))]
    ) == ("x", "y")
