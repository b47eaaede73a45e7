"""The paper's figures: each stands in its text, and what it does not state is empty."""

import json

import pytest

from core.errors import FormatError
from core.paths import resources
from core.reports.published import read, sa_quiz
from tests.conftest import SHARED

STATED = {
    "Gemini 2.5 Pro": (0.908, 0.894, 0.852),
    "ChatMusician": (0.123, 0.119, 0.019),
    "GPT-3.5": (0.506, None, None),
    "QwQ-32B-Preview": (0.491, None, None),
    "Qwen2.5-32B": (0.362, None, 0.693),
    "Qwen2.5-14B": (0.368, None, 0.608),
    "Qwen2.5-7B": (0.356, None, None),
    "DeepSeek-R1-Distill-Qwen-14B": (0.393, None, None),
    "DeepSeek-R1-Distill-Qwen-32B": (0.393, None, None),
}


@pytest.fixture(scope="module")
def paper():
    found = sorted((SHARED / "papers").glob("000_*.txt"))
    if not found:
        pytest.skip("../shared/papers is absent")
    return found[0].read_text(encoding="utf-8")


def test_the_rows_are_those_that_the_text_states():
    found = {row.model: tuple(row.accuracy[task] for task in sa_quiz().questions) for row in sa_quiz().rows}
    assert found == STATED


def test_rows_are_sorted_by_theory():
    theory = [row.accuracy["theory"] for row in sa_quiz().rows]
    assert theory == sorted(theory, reverse=True)


@pytest.mark.parametrize("row", sa_quiz().rows, ids=lambda row: row.model)
def test_each_quote_stands_in_the_paper_and_holds_the_figures(row, paper):
    for quote in row.quotes:
        assert quote in paper
    together = " ".join(row.quotes)
    for value in row.accuracy.values():
        if value is not None:
            assert f"{100 * value:.1f}%" in together


def test_the_numbers_of_questions_stand_in_the_paper(paper):
    for count in sa_quiz().questions.values():
        assert f"({count} Questions)" in paper or f"({count} questions)" in paper
    assert sum(sa_quiz().questions.values()) == 504


def test_every_row_names_its_place():
    assert all("section 5.1" in row.place for row in sa_quiz().rows)


def test_the_note_is_true():
    """Figures that no whole number of right answers gives; hence no counts are made of them."""
    odd = {
        (row.model, task)
        for row in sa_quiz().rows
        for task, value in row.accuracy.items()
        if value is not None
        and all(round(k / sa_quiz().questions[task], 3) != value for k in range(sa_quiz().questions[task] + 1))
    }
    assert {task for _model, task in odd} == {"theory", "knowledge", "continuation"}
    assert len(odd) == 6


@pytest.mark.parametrize(
    "damage",
    [
        "",
        "[]",
        "{}",
        '{"paper": "x", "questions": {}, "rows": [{"model": "a", "place": "b", "percent": {"theory": 908}}]}',
    ],
)
def test_a_damaged_file_is_said_plainly(tmp_path, damage):
    path = tmp_path / "sa_quiz.json"
    path.write_text(damage, encoding="utf-8")
    with pytest.raises(FormatError, match=r"sa_quiz\.json"):
        read(path)


def test_the_file_says_where_it_is_from():
    raw = json.loads((resources() / "published" / "sa_quiz.json").read_text(encoding="utf-8"))
    assert raw["paper"] == sa_quiz().paper
    assert "figure 2" in raw["about"]
