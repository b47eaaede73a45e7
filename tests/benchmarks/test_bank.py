"""Banks are read row by row; what is wrong is named with its row."""

import json

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import paths
from core.benchmarks.banks.bank import bank_text, parse_bank, read_bank, shipped, write_bank
from core.benchmarks.banks.row import as_row
from core.benchmarks.base import Sample
from core.errors import FormatError
from tests.benchmarks.samples import TALA, many

ROW = as_row(TALA)


@pytest.fixture(scope="module")
def schema():
    text = (paths.resources() / "schema" / "bank.schema.json").read_text(encoding="utf-8")
    validator = jsonschema.Draft202012Validator(json.loads(text))
    validator.check_schema(validator.schema)
    return validator


def lines(*rows):
    return "".join(
        (row if isinstance(row, str) else json.dumps(row, ensure_ascii=False)) + "\n" for row in rows
    ).encode()


def test_a_bank_comes_back_as_it_was_written(tmp_path, schema):
    samples = (*many(9), TALA)
    path = tmp_path / "mine.jsonl"
    write_bank(path, samples)
    assert b"\r" not in path.read_bytes()
    assert "কোন" in path.read_text(encoding="utf-8")
    bank = read_bank(path)
    assert (bank.samples, bank.name, bank.problems) == (samples, "mine", ())
    for line in path.read_text(encoding="utf-8").splitlines():
        schema.validate(json.loads(line))


@pytest.mark.parametrize(
    ("change", "field", "said"),
    [
        ({"options": ["a", "b"]}, "options", "2"),
        ({"options": None}, "options", "missing"),
        ({"options": ["a", "b", "", "d"]}, "option C", "missing"),
        ({"options": ["a", "b", "A ", "d"]}, "options", "same"),
        ({"options": ["a", 2, "c", "d"]}, "option B", "number"),
        ({"options": "a b c d"}, "options", "text"),
        ({"answer": "E"}, "answer", "'E'"),
        ({"answer": ""}, "answer", "missing"),
        ({"answer": "A, C"}, "answer", "several right answers"),
        ({"answer": "AC"}, "answer", "several right answers"),
        ({"answer": ["A", "C"]}, "answer", "2 right answers"),
        ({"answer": 1}, "answer", "1"),
        ({"question": " "}, "question", "blank"),
        ({"question": "x" * 20_001}, "question", "20,000"),
        ({"question": "a\u0000b"}, "question", "U\\+0000"),
        ({"theme": "a\u009b31m"}, "theme", "U\\+009B"),
        ({"id": ""}, "id", "missing"),
        ({"id": "x" * 201}, "id", "200"),
        ({"task": "singing"}, "task", "theory"),
        ({"sources": "one"}, "sources", "list"),
        ({"options_gloss": ["a"]}, "options_gloss", "4"),
        ({"facts": []}, "facts", "list"),
    ],
)
def test_a_fault_is_named_and_the_rest_is_read_on_request(schema, change, field, said):
    wrong = {**ROW, "id": "wrong", **change}
    content = lines(ROW, wrong, as_row(many(1)[0]))
    with pytest.raises(FormatError, match=f"Row 2.*{said}"):
        parse_bank(content, "b")
    bank = parse_bank(content, "b", strict=False)
    assert [sample.id for sample in bank.samples] == ["theory-1", "q0"]
    assert [(problem.row, problem.field) for problem in bank.problems] == [(2, field)]


def test_the_schema_refuses_what_the_reader_refuses(schema):
    for change in (
        {"options": ["a", "b"]},
        {"answer": "E"},
        {"task": "x"},
        {"id": ""},
        {"question": " "},
        {"facts": []},
    ):
        with pytest.raises(jsonschema.ValidationError):
            schema.validate({**ROW, **change})


def test_options_in_abc_may_differ_by_case_alone():
    row = {**ROW, "task": "continuation", "options": ["c d", "C D", "c, d", "C d"]}
    assert len(parse_bank(lines(row), "b").samples) == 1


def test_an_id_twice_names_both_rows():
    with pytest.raises(FormatError, match="Row 3, id: 'theory-1' is the id of row 1 already"):
        parse_bank(lines(ROW, as_row(many(1)[0]), ROW), "b")


def test_a_byte_order_mark_and_crlf_and_blank_lines_are_read():
    content = b"\xef\xbb\xbf" + lines(ROW, as_row(many(1)[0])).replace(b"\n", b"\r\n\r\n")
    assert len(parse_bank(content, "b").samples) == 2


def test_a_wrong_encoding_is_named_with_its_byte():
    bad = '{"question": "caf\u00e9"}\n'.encode("latin-1")
    first = lines(ROW)
    with pytest.raises(FormatError, match=rf"Row 2: byte {len(first) + 18} of the file \(0xe9\) is no UTF-8"):
        parse_bank(first + bad, "b")
    assert len(parse_bank(first + bad, "b", strict=False).samples) == 1
    with pytest.raises(FormatError, match="UTF-16"):
        parse_bank(lines(ROW).decode().encode("utf-16"), "b")


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        "3",
        '{"id": NaN}',
        '{"facts": ' + "[" * 100_000,
        '{"facts": ' + "9" * 5000 + "}",
        '{"id": "\\ud800"}',
        json.dumps({**ROW, "id": "q9"})[:-1] + ', "answer": "D"}',
    ],
)
def test_lines_that_are_no_row_are_problems(line):
    bank = parse_bank(lines(ROW, line), "b", strict=False)
    assert [problem.row for problem in bank.problems] == [2]
    assert "set_int" not in str(bank.problems[0])


def test_a_right_answer_that_is_given_twice_is_none():
    twice = json.dumps({**ROW, "id": "q9"})[:-1] + ', "answer": "D"}'
    with pytest.raises(FormatError, match=r"Row 2.*'answer' is given twice"):
        parse_bank(lines(ROW, twice), "b")


def test_too_large_and_empty_and_absent_are_said(tmp_path, monkeypatch):
    with pytest.raises(FormatError, match="no question"):
        parse_bank(b"\n", "b")
    with pytest.raises(FormatError, match="cannot be read"):
        read_bank(tmp_path / "none.jsonl")
    monkeypatch.setattr("core.benchmarks.banks.bank.MOST_ROWS", 1)
    with pytest.raises(FormatError, match="2 rows, and 1"):
        parse_bank(lines(ROW, as_row(many(1)[0])), "b")
    monkeypatch.setattr("core.benchmarks.banks.bank.MOST_BYTES", 10)
    with pytest.raises(FormatError, match="larger than"):
        parse_bank(lines(ROW), "b")


def test_fields_of_other_makers_are_kept():
    sample = parse_bank(lines({**ROW, "level": "hard", "note": "seen", "facts": {"x": 1}}), "b").samples[0]
    assert sample.facts == {"level": "hard", "note": "seen", "x": 1}
    assert as_row(sample)["note"] == "seen"


def test_texts_become_nfc():
    decomposed = "\u09a1\u09bc \u09c7\u09be"
    sample = parse_bank(lines({**ROW, "question": decomposed}), "b").samples[0]
    assert sample.text == "\u09a1\u09bc \u09cb"


def test_the_shipped_bank_fits_the_schema(schema):
    bank = shipped()
    for sample in bank.samples:
        schema.validate(as_row(sample))


TEXTS = st.text(st.characters(exclude_categories=["C"]), min_size=1, max_size=20).filter(lambda text: text.strip())


@given(st.lists(TEXTS, min_size=4, max_size=4), TEXTS, st.sampled_from("ABCD"))
def test_what_is_read_is_written_and_read_again_alike(options, question, answer):
    content = lines({"id": "a", "task": "theory", "question": question, "options": options, "answer": answer})
    try:
        bank = parse_bank(content, "b")
    except FormatError as error:
        assert "same" in str(error)  # noqa: PT017  the only fault that such rows can have
        return
    assert parse_bank(bank_text(bank.samples).encode(), "b").samples == bank.samples


@given(st.binary(max_size=200))
def test_any_bytes_are_a_bank_or_a_reason(content):
    try:
        bank = parse_bank(content, "b", strict=False)
    except FormatError:
        return
    assert all(isinstance(sample, Sample) for sample in bank.samples)
