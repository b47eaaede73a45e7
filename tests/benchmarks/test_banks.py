"""Every shipped bank: no duplicates, no give-aways, letters balanced, sources and glosses present."""

import json
import re
import unicodedata
from collections import Counter
from urllib.parse import urlsplit

import pytest

from core import paths
from core.benchmarks.banks.bank import bank_text, read_bank, shipped
from core.llm.letter.find import find_letter
from tests.benchmarks.bank_rules import guessed, letter_shares, near_twins, plain, right, tells_itself
from tests.conftest import ROOT

FILES = sorted((paths.resources() / "banks").glob("*.jsonl"))
LEAST_FOR_SHARES = 40
EVERY_ONE = re.compile(r"উপরের সব|সবগুলি|সবকটি|কোনোটিই নয়|all of the|none of the", re.IGNORECASE)
INVISIBLE = re.compile(
    r"(?<![\u0980-\u09ff])[\u200c\u200d]|[\u200c\u200d](?![\u0980-\u09ff])|[\u00a0\u00ad\u200b\u200e\u200f\u2060]"
)
ANSWER_LETTER = re.compile(r"(?<![\w\u0980-\u09ff])[A-D](?![\w\u0980-\u09ff])")


def rows_of(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def bank(request):
    return request.param


@pytest.fixture
def rows(bank):
    return rows_of(bank)


def bad(rows, fault):
    """The ids of rows that have a fault, so that a failing test names them."""
    return [row["id"] for row in rows if fault(row)]


def test_a_bank_is_shipped_and_every_bank_is_read_without_a_fault():
    assert FILES
    assert len(shipped().samples) == sum(len(rows_of(path)) for path in FILES)


def test_a_bank_is_written_as_the_program_writes_it(bank):
    assert bank_text(read_bank(bank).samples) == bank.read_text(encoding="utf-8")


def test_text_is_utf8_in_nfc_with_unix_line_ends(bank):
    text = bank.read_bytes().decode("utf-8")
    assert unicodedata.is_normalized("NFC", text)
    assert "\r" not in text
    assert text.endswith("\n")
    assert "\ufeff" not in text


def test_joiners_stand_within_words_alone_and_no_other_character_is_invisible(bank):
    assert INVISIBLE.findall(bank.read_text(encoding="utf-8")) == []


def test_no_id_is_used_twice_and_none_needs_quoting():
    ids = [row["id"] for path in FILES for row in rows_of(path)]
    assert len(set(ids)) == len(ids)
    assert [name for name in ids if not re.fullmatch(r"[\w+-]+", name, re.ASCII)] == []


def test_no_question_is_asked_twice():
    assert near_twins([row for path in FILES for row in rows_of(path)]) == []


def test_every_row_has_a_theme_glosses_and_sources(rows):
    assert bad(rows, lambda row: not re.fullmatch(r"[a-z]+( [a-z]+)*", row["theme"])) == []
    assert bad(rows, lambda row: not row["gloss"].strip() or not row["gloss"].isprintable()) == []
    assert bad(rows, lambda row: len(set(row["options_gloss"])) != 4) == []
    assert bad(rows, lambda row: not row["sources"] or not all(map(str.strip, row["sources"]))) == []


def test_options_are_four_different_texts_and_none_is_a_catch_all(rows):
    assert bad(rows, lambda row: len({plain(option) for option in row["options"]}) != 4) == []
    assert bad(rows, lambda row: any(EVERY_ONE.search(option) for option in row["options"])) == []


def test_no_option_reads_as_the_letter_of_another(rows):
    assert bad(rows, lambda row: any(ANSWER_LETTER.search(option) for option in row["options"])) == []
    assert bad(rows, lambda row: any(option.strip() in "কখগঘ" for option in row["options"])) == []


def test_the_right_option_quoted_alone_is_read_as_the_answer(rows):
    def misread(row):
        reply = row["options"][right(row)]
        return find_letter(reply, mode="extended", options=row["options"]).letter != row["answer"]

    assert bad(rows, misread) == []


def test_questions_are_bengali_sentences_that_ask(rows):
    bengali = re.compile(r"[\u0980-\u09ff]")
    assert bad(rows, lambda row: not bengali.search(row["question"]) or not row["question"].endswith("?")) == []


def test_numbers_are_in_bengali_figures(rows):
    assert bad(rows, lambda row: re.search(r"[0-9]", " ".join([row["question"], *row["options"]]))) == []


def test_answers_are_balanced_over_the_letters(rows):
    if len(rows) < LEAST_FOR_SHARES:
        pytest.skip("too few questions for shares")
    assert all(0.2 <= share <= 0.3 for share in letter_shares(rows).values()), letter_shares(rows)


@pytest.mark.parametrize("best", [max, min], ids=["longest", "shortest"])
def test_length_does_not_tell_the_answer(rows, best):
    if len(rows) < LEAST_FOR_SHARES:
        pytest.skip("too few questions for shares")
    assert 0.15 <= guessed(rows, best) <= 0.35


def test_no_word_of_the_question_stands_in_the_right_option_alone(rows):
    assert {row["id"]: tells_itself(row) for row in rows if tells_itself(row)} == {}


def test_a_question_of_knowledge_has_two_addresses_on_different_hosts():
    rows = [row for path in FILES for row in rows_of(path) if row["task"] == "knowledge"]

    def hosts(row):
        parts = [urlsplit(source) for source in row["sources"]]
        return {
            part.hostname.removeprefix("www.") for part in parts if part.scheme in ("http", "https") and part.hostname
        }

    assert bad(rows, lambda row: len(hosts(row)) < 2) == []


def test_the_documentation_counts_the_questions_of_knowledge():
    text = (ROOT / "docs" / "quiz.md").read_text(encoding="utf-8")
    themes = Counter(row["theme"] for path in FILES for row in rows_of(path) if row["task"] == "knowledge")
    assert f"### Knowledge: {themes.total()} questions" in text
    assert ", ".join(f"{theme} {number}" for theme, number in themes.items()) in text
