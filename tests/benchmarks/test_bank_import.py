"""Tables of other makers become a bank, or say row by row why not."""

import csv
import io
import json
import re
import zipfile
from dataclasses import replace
from datetime import date, datetime, time

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.benchmarks.banks.cells import options_of
from core.benchmarks.banks.export import bank_bytes
from core.benchmarks.banks.importing import bank_of, open_table, plan, preview
from core.errors import FormatError, UsageError
from tests.benchmarks.samples import TALA, many

HEAD = ["প্রশ্ন", "ক", "খ", "গ", "ঘ", "সঠিক উত্তর"]
ROWS = [["কোন তালে ১৬ মাত্রা?", "দাদরা", "ঝাঁপতাল", "ত্রিতাল", "রূপক", "গ"], ["কোন তালে ৬?", "দাদরা", "ঝাঁপতাল", "ত্রিতাল", "রূপক", "ক"]]


def as_csv(*rows, delimiter=","):
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter).writerows(rows)
    return out.getvalue()


def as_xlsx(*rows, more=()):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for title in more:
        book.create_sheet(title).append(["x"])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def read(content, name="mine.csv", told=(), task=None, **how):
    content = content.encode() if isinstance(content, str) else content
    return bank_of(plan(open_table(content, name), told, task), **how)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("mine.csv", as_csv(HEAD, *ROWS).encode()),
        ("mine.csv", as_csv(HEAD, *ROWS).encode("utf-8-sig")),
        ("mine.csv", as_csv(HEAD, *ROWS).encode("utf-16")),
        ("mine.csv", as_csv(HEAD, *ROWS, delimiter=";").encode()),
        ("MINE.TSV", as_csv(HEAD, *ROWS, delimiter="\t").encode()),
        ("mine.xlsx", as_xlsx(HEAD, *ROWS)),
        ("mine.json", json.dumps([dict(zip(HEAD, row, strict=True)) for row in ROWS]).encode()),
        ("mine.json", json.dumps({"questions": [dict(zip(HEAD, row, strict=True)) for row in ROWS]}).encode()),
        ("mine.jsonl", "\r\n".join(json.dumps(dict(zip(HEAD, row, strict=True))) for row in ROWS).encode()),
    ],
)
def test_each_kind_gives_the_same_questions(name, content):
    bank = read(content, name)
    assert [(sample.text, sample.options, sample.answer) for sample in bank.samples] == [
        (ROWS[0][0], tuple(ROWS[0][1:5]), "C"),
        (ROWS[1][0], tuple(ROWS[1][1:5]), "A"),
    ]
    assert len({sample.id for sample in bank.samples}) == 2


@pytest.mark.parametrize(
    ("answers", "letters"),
    [
        (["C", "A"], "CA"), (["c", "(a)"], "CA"), (["Option C", "A)"], "CA"), (["গ", "ক"], "CA"), (["3", "1"], "CA"),
        (["৩", "১"], "CA"), (["ত্রিতাল", "দাদরা"], "CA"), (["C. ত্রিতাল", "A. দাদরা"], "CA"), (["0", "3"], "AD"),
        ([" ত্রিতাল ", "দাদরা"], "CA"),
    ],
)  # fmt: skip
def test_the_right_option_may_be_told_in_many_ways(answers, letters):
    rows = [[*row[:5], answer] for row, answer in zip(ROWS, answers, strict=True)]
    assert "".join(sample.answer for sample in read(as_csv(HEAD, *rows)).samples) == letters


@pytest.mark.parametrize(("answers", "said"), [(["1", "2"], "from 1"), (["0", "2"], "from 0"), (["A", "C"], "")])
def test_where_the_count_of_numbered_answers_begins_is_said(answers, said):
    rows = [[*row[:5], answer] for row, answer in zip(ROWS, answers, strict=True)]
    remarks = " ".join(plan(open_table(as_csv(HEAD, *rows).encode(), "t.csv")).remarks)
    assert ("counted" in remarks) == bool(said)
    assert said in remarks


@pytest.mark.parametrize(
    "cell",
    [
        "A. দাদরা B. ঝাঁপতাল C. ত্রিতাল D. রূপক", "A) দাদরা\nB) ঝাঁপতাল\nC) ত্রিতাল\nD) রূপক", "ক) দাদরা; খ) ঝাঁপতাল; গ) ত্রিতাল; ঘ) রূপক",
        "দাদরা\nঝাঁপতাল\nত্রিতাল\nরূপক", "দাদরা | ঝাঁপতাল | ত্রিতাল | রূপক", "দাদরা;ঝাঁপতাল;ত্রিতাল;রূপক", "দাদরা, ঝাঁপতাল, ত্রিতাল, রূপক",
        '["দাদরা", "ঝাঁপতাল", "ত্রিতাল", "রূপক"]', '{"A": "দাদরা", "B": "ঝাঁপতাল", "C": "ত্রিতাল", "D": "রূপক"}', "1. দাদরা 2. ঝাঁপতাল 3. ত্রিতাল 4. রূপক",
    ],
)  # fmt: skip
def test_four_options_may_stand_in_one_cell(cell):
    assert tuple(options_of(cell)) == TALA.options
    assert read(as_csv(["Question", "Options", "Answer"], ["কোনটি?", cell, "C"])).samples[0].options == TALA.options


def test_other_benchmarks_rows_are_read_as_they_are():
    row = {"doc_id": 7, "question": "q", "options": ["A. w", "B. x", "C. y", "D. z"], "answer": "B"}
    sample = read(json.dumps([row]), "theory_qa.json").samples[0]
    assert (sample.id, sample.task, sample.options, sample.answer) == ("7", "theory", ("w", "x", "y", "z"), "B")


def test_a_column_can_be_mapped_by_heading_or_number_and_left_out():
    content = as_csv(["x", "y", "a", "b", "c", "d", "theme"], ["কী?", "B", "1", "2", "3", "4", "no"])
    with pytest.raises(FormatError, match=r"question, answer.*--map"):
        read(content)
    sample = read(content, told=["x=question", "2=answer", "theme=skip"], task="theory").samples[0]
    assert (sample.text, sample.answer, sample.theme, sample.task) == ("কী?", "B", "", "theory")
    for told, said in (
        ("z=answer", "no column"),
        ("x=colour", "Fields"),
        ("x", "COLUMN=FIELD"),
        ("99=note", "no column"),
    ):
        with pytest.raises(UsageError, match=said):
            read(content, told=[told])
    with pytest.raises(UsageError, match="Two columns"):
        read(content, told=["x=question", "y=question"])
    with pytest.raises(UsageError, match="no task"):
        read(content, task="singing")


def test_faulty_rows_are_named_and_the_rest_is_kept_on_request():
    rows = [ROWS[0], [*ROWS[1][:5], "E"], ["", *ROWS[1][1:]], [*ROWS[1][:5], "A, C"], ROWS[1]]
    with pytest.raises(
        FormatError, match=r"3 faulty rows. Row 3, answer: 'E'.*Row 4, question.*Row 5, answer.*several"
    ):
        read(as_csv(HEAD, *rows))
    bank = read(as_csv(HEAD, *rows), strict=False)
    assert len(bank.samples) == 2
    assert [problem.row for problem in bank.problems] == [3, 4, 5]


@pytest.mark.parametrize(("name", "first"), [("i1.json", 1), ("i1.jsonl", 1), ("i1.csv", 2), ("i1.xlsx", 2)])
def test_ids_that_are_made_and_the_example_that_is_told_count_alike(name, first):
    """Rows count as the file shows them: in a sheet the heading is row 1, in a list the first question is."""
    objects = [dict(zip(HEAD, row, strict=True)) for row in ROWS]
    lines = "\n".join(json.dumps(one) for one in objects)
    content = {"json": json.dumps(objects), "jsonl": lines, "csv": as_csv(HEAD, *ROWS), "xlsx": as_xlsx(HEAD, *ROWS)}
    raw = content[name.partition(".")[2]]
    made = plan(open_table(raw.encode() if isinstance(raw, str) else raw, name))
    assert [sample.id for sample in bank_of(made).samples] == [f"i1-{first}", f"i1-{first + 1}"]
    assert [one.row for one in preview(made)] == [first, first + 1]
    assert any(remark.endswith(f"the row: i1-{first}.") for remark in made.remarks)


def test_a_preview_shows_rows_as_they_would_be():
    made = plan(open_table(as_csv(HEAD, ROWS[0], [*ROWS[1][:5], "E"]).encode(), "mine.csv"))
    first, second = preview(made)
    assert (first.row, first.sample.answer, first.problem) == (2, "C", None)
    assert (second.row, second.sample, second.problem.field) == (3, None, "answer")
    assert any("knowledge" in remark for remark in made.remarks)


@pytest.mark.parametrize("kind", ["jsonl", "json", "csv", "xlsx"])
def test_an_export_is_imported_again_unchanged(kind):
    odd = ("=1+1", "+৪", "-x", "@y")
    samples = (
        *many(5),
        replace(TALA, options=odd, text="\u200d= কী\nদুই লাইন", facts={"note": "n", "bars": 4}),
        replace(TALA, id="z", options_gloss=()),
    )
    assert read(bank_bytes(samples, kind), f"mine.{kind}").samples == samples


def test_cells_that_look_like_formulas_are_exported_as_text():
    sample = replace(TALA, text="=HYPERLINK(1)", options=("+1", "-2", "@x", "=A1"))
    rows = list(csv.reader(io.StringIO(bank_bytes([sample], "csv").decode("utf-8-sig"))))
    assert [cell[:2] for cell in rows[1][3:8]] == ["'=", "'+", "'-", "'@", "'="]
    sheet = openpyxl.load_workbook(io.BytesIO(bank_bytes([sample], "xlsx"))).active
    assert [cell.data_type for cell in sheet[2][3:8]] == ["s"] * 5
    assert sheet[2][3].value == "=HYPERLINK(1)"
    with pytest.raises(UsageError, match="pdf"):
        bank_bytes([sample], "pdf")


# -- hostile files ----------------------------------------------------------------------------------------------------


def rezipped(content, **changes):
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.infolist():
            new.writestr(part.filename, changes.pop(part.filename, old.read(part)))
        for name, data in changes.items():
            new.writestr(name, data)
    return out.getvalue()


SHEET = "xl/worksheets/sheet1.xml"


def test_a_zip_bomb_is_refused_unopened():
    bomb = rezipped(as_xlsx(HEAD, *ROWS), **{"xl/media/image1.png": b"\0" * 30_000_000})
    assert len(bomb) < 100_000
    with pytest.raises(FormatError, match="no honest workbook"):
        read(bomb, "bomb.xlsx")
    many_parts = rezipped(as_xlsx(HEAD), **{f"xl/{number}.xml": b"<a/>" for number in range(1100)})
    with pytest.raises(FormatError, match="parts"):
        read(many_parts, "bomb.xlsx")


def test_entities_are_refused():
    sheet = b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "y">]><worksheet>&x;</worksheet>'
    with pytest.raises(FormatError, match="document type"):
        read(rezipped(as_xlsx(HEAD, *ROWS), **{SHEET: sheet}), "bad.xlsx")


def test_a_sheet_that_claims_or_has_a_far_corner_costs_little():
    content = as_xlsx(HEAD, *ROWS)
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        sheet = packed.read(SHEET).decode()
    claims = sheet.replace('ref="A1:F3"', 'ref="A1:XFD1048576"')
    assert claims != sheet
    assert len(read(rezipped(content, **{SHEET: claims}), "claims.xlsx").samples) == 2
    far = sheet.replace("</sheetData>", '<row r="1048576"><c r="A1048576"><v>1</v></c></row></sheetData>')
    with pytest.raises(FormatError, match="below row"):
        read(rezipped(content, **{SHEET: far}), "far.xlsx")
    wide = sheet.replace("</sheetData>", '<row r="4"><c r="XFD4"><v>1</v></c></row></sheetData>')
    with pytest.raises(FormatError, match="columns"):
        read(rezipped(content, **{SHEET: wide}), "wide.xlsx")


def test_formulas_links_and_other_sheets_are_left_alone():
    book = openpyxl.Workbook()
    book.active.append(HEAD)
    book.active.append([*ROWS[0][:5], "='[other.xlsx]S'!A1"])
    out = io.BytesIO()
    book.save(out)
    with pytest.raises(FormatError, match="Row 2, answer: it is missing"):
        read(out.getvalue(), "formulas.xlsx")
    made = plan(open_table(as_xlsx(HEAD, *ROWS, more=["Notes"]), "two.xlsx"))
    assert "'Notes'" in made.remarks[0]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.pdf", b"x", "no kind of bank"),
        ("noending", b"x", "no kind of bank"),
        ("a.xlsx", b"not a zip", "no workbook"),
        ("a.xlsx", b"PK\x03\x04" + b"\0" * 60, "no workbook"),
        ("a.csv", "প্রশ্ন".encode("utf-16-le"), "byte|NUL"),
        ("a.csv", b"Question,A\nabc\xe9,x\n", r"byte 15 \(0xe9, line 2\)"),
        ("a.csv", b"", "no rows"),
        ("a.csv", b"Question,A,B,C,D,Answer\n", "no rows"),
        ("a.csv", b'q,"open\n1,2\n', "quotes"),
        ("a.json", b"[1, 2", "no JSON"),
        ("a.json", b"[" * 100_000, "nested"),
        ("a.json", b"[1, 2]", "no question"),
        ("a.json", b'"x"', "no list"),
        ("a.jsonl", b"{\n", "no question"),
        ("a.csv", (",".join(str(number) for number in range(101)) + "\n1\n").encode(), "101 columns"),
    ],
)
def test_what_cannot_be_read_says_why(name, content, said):
    with pytest.raises(FormatError, match=said):
        read(content, name)


def test_too_many_rows_are_refused(monkeypatch):
    monkeypatch.setattr("core.benchmarks.banks.table.MOST_ROWS", 1)
    for name, content in (("a.csv", as_csv(HEAD, *ROWS).encode()), ("a.xlsx", as_xlsx(HEAD, *ROWS))):
        with pytest.raises(FormatError, match="more than 1 rows"):
            read(content, name)


@settings(max_examples=60)
@given(st.binary(max_size=300), st.sampled_from(["csv", "tsv", "json", "jsonl", "xlsx"]))
def test_any_bytes_are_a_table_or_a_reason(content, kind):
    try:
        read(content, f"any.{kind}", strict=False)
    except FormatError:
        return


@settings(max_examples=60)
@given(st.integers(0, 5000), st.binary(min_size=1, max_size=20))
def test_a_damaged_workbook_is_a_table_or_a_reason(place, damage):
    content = bytearray(WORKBOOK)
    content[place : place + len(damage)] = damage
    try:
        read(bytes(content), "damaged.xlsx", strict=False)
    except FormatError:
        return


WORKBOOK = as_xlsx(HEAD, *ROWS)
CELLS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=12),
    st.lists(st.text(max_size=3), max_size=5),
)


@given(
    st.lists(
        st.dictionaries(
            st.sampled_from(["question", "options", "answer", "a", "b", "c", "d", "id", "task", "facts"]), CELLS
        ),
        max_size=4,
    )
)
def test_any_cells_are_questions_or_problems(rows):
    try:
        bank = read(json.dumps(rows), "any.json", strict=False)
    except FormatError:
        return
    assert all(len(sample.options) == 4 for sample in bank.samples)


TITLES = (["Questions of the year"], [], ["made for the second class", "", "draft"])


@pytest.mark.parametrize("kind", ["csv", "semicolons", "xlsx"])
def test_titles_above_the_heading_are_left_out_and_said(kind):
    rows = (*TITLES, HEAD, *ROWS)
    if kind == "xlsx":
        table = open_table(as_xlsx(*rows), "q.xlsx")
    else:
        table = open_table(as_csv(*rows, delimiter=";" if kind == "semicolons" else ",").encode(), "q.csv")
    made = plan(table)
    assert table.columns == tuple(HEAD)
    assert "The heading is row 4; what stands above it is left out." in made.remarks
    bank = bank_of(made)
    assert [sample.answer for sample in bank.samples] == ["C", "A"]
    assert [sample.id for sample in bank.samples] == ["q-5", "q-6"]


def test_a_heading_that_nothing_is_known_of_is_the_first_row():
    table = open_table(as_csv(["x", "y"], ["1", "2"], ["3", "4"]).encode(), "q.csv")
    assert table.columns == ("x", "y")
    assert len(table.rows) == 2


@pytest.mark.parametrize(
    ("numbers", "letters"), [([1, 2], ["B", "C"]), ([0, 3], ["A", "D"]), ([1, 4], ["A", "D"]), ([4, 2], ["D", "B"])]
)
def test_an_index_is_counted_from_0_unless_a_4_is_in_it(numbers, letters):
    rows = [{"question": f"{n}?", "options": list("wxyz"), "answer_index": n} for n in numbers]
    bank = bank_of(plan(open_table(json.dumps(rows).encode(), "q.json")))
    assert [sample.answer for sample in bank.samples] == letters


def test_a_lone_number_among_answers_in_words_is_no_place():
    rows = [HEAD, ["a?", "p", "q", "r", "s", "q"], ["b?", "p", "q", "r", "s", "r"], ["c?", "p", "q", "r", "s", "2"]]
    bank = bank_of(plan(open_table(as_csv(*rows).encode(), "q.csv")), strict=False)
    assert len(bank.samples) == 2
    assert [(problem.row, problem.field) for problem in bank.problems] == [(4, "answer")]


@pytest.mark.parametrize("name", ["q.json", "q.jsonl"])
def test_a_name_twice_in_one_object_is_refused(name):
    one = '{"question":"q?","question":"r?","options":["a","b","c","d"],"answer":"A"}'
    with pytest.raises(FormatError, match="'question' stands twice"):
        open_table((f"[{one}]" if name == "q.json" else one).encode(), name)


def test_a_date_is_shown_without_a_midnight():
    day, half_past = date(1911, 12, 28), time(9, 30)
    rows = [HEAD, ["when?", date(1911, 12, 27), date(1912, 12, 27), datetime.combine(day, half_past), "x", "A"]]
    sample = bank_of(plan(open_table(as_xlsx(*rows), "q.xlsx"))).samples[0]
    assert sample.options == ("1911-12-27", "1912-12-27", "1911-12-28T09:30:00", "x")


@pytest.mark.parametrize(
    "text", ["=1+1", "'=1+1", " =1+1", "＝1", "-5", "''+x", "\u00a0@x", "'plain", "plain", "− minus"]
)
def test_text_like_a_formula_survives_csv_and_back(text):
    samples = many(1)
    sample = replace(samples[0], options=(f"{text}a", f"{text}b", f"{text}c", f"{text}d"))
    content = bank_bytes([sample], "csv")
    cells = next(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))
    assert not re.match(r"\s*[=+\-@＝＋－＠]", cells["option_a"])
    assert bank_of(plan(open_table(content, "q.csv"))).samples[0].options == tuple(
        option.strip() for option in sample.options
    )
