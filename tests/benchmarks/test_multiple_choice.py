"""A question as it is sent, and the grade of what comes back."""

import ast
import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest

from core.benchmarks import TASKS, TASKS_BY_NAME
from core.benchmarks.base import Answered, Status
from core.benchmarks.multiple_choice import RULES, THEORY, instruction, prompt_text
from core.errors import UsageError
from core.llm.base import Finish, Turn
from tests.benchmarks.samples import TALA

ROOT = Path(__file__).parents[2]
LETTER = ROOT / "core" / "llm" / "letter"


def test_a_question_is_sent_as_the_paper_prints_it():
    assert prompt_text(TALA) == (
        "কোন তালে ১৬ মাত্রা আছে?\nA. দাদরা\nB. ঝাঁপতাল\nC. ত্রিতাল\nD. রূপক\n"
        "What is the correct answer? Strictly output only the answer as option A or B or C or D in this following "
        "format: [[Answer:]]"
    )
    assert THEORY.turns(TALA) == (Turn("user", prompt_text(TALA)),)
    assert TALA.gloss not in prompt_text(TALA)


def test_the_instruction_is_the_papers(tmp_path):
    assert not instruction().endswith("\n")
    assert instruction().count("[[Answer:]]") == 1


def test_the_three_tasks_are_registered():
    assert [task.name for task in TASKS] == ["theory", "knowledge", "continuation"]
    assert all(task.graders == ("extended", "paper") for task in TASKS)
    assert TASKS_BY_NAME["theory"] is THEORY


@pytest.mark.parametrize(
    ("text", "finish", "extended", "paper"),
    [
        ("[[Answer: C]]", Finish.STOP, Status.CORRECT, Status.CORRECT),
        ("[[Answer: B]]", Finish.STOP, Status.WRONG, Status.WRONG),
        ("উত্তর: গ", Finish.STOP, Status.CORRECT, Status.NONE),
        ("A or B", Finish.STOP, Status.AMBIGUOUS, Status.AMBIGUOUS),
        ("who knows", Finish.STOP, Status.NONE, Status.NONE),
        ("", Finish.STOP, Status.EMPTY, Status.NONE),
        ("", Finish.LENGTH, Status.TRUNCATED, Status.NONE),
        ("<think>Maybe B. B has", Finish.STOP, Status.TRUNCATED, Status.WRONG),
        ("Let us look at A and B and", Finish.LENGTH, Status.TRUNCATED, Status.AMBIGUOUS),
        ("The answer is C because it", Finish.LENGTH, Status.CORRECT, Status.CORRECT),
        ("", Finish.FILTERED, Status.NONE, Status.NONE),
        (prompt_text(TALA), Finish.STOP, Status.NONE, Status.NONE),
        (prompt_text(TALA) + "\nC", Finish.STOP, Status.CORRECT, Status.CORRECT),
        ("ত্রিতাল", Finish.STOP, Status.CORRECT, Status.NONE),
    ],
)
def test_each_grader_keeps_its_own_account(text, finish, extended, paper):
    answered = Answered(text, finish)
    for grader, status in (("extended", extended), ("paper", paper)):
        grade = THEORY.grade(TALA, answered, grader)
        assert grade.status is status
        assert grade.reason
        assert grade.score == (1.0 if status is Status.CORRECT else 0.0)
        assert (grade.answer is not None) == (status in (Status.CORRECT, Status.WRONG))


def test_an_unknown_grader_and_a_question_without_four_options_are_named():
    with pytest.raises(UsageError, match="lenient"):
        THEORY.grade(TALA, Answered("A"), "lenient")
    with pytest.raises(UsageError, match="theory-1"):
        THEORY.turns(replace(TALA, options=("a", "b")))


GRADERS = (
    "core/benchmarks/multiple_choice.py",
    *sorted(f"core/llm/letter/{path.name}" for path in LETTER.glob("*.py")),
)
CODE_OF_RULES = {"letters 2": "f3998f20c5dfaaa0"}


def code(node):
    """Return a syntax tree without docstrings, comments and places, alike in every version of Python."""
    if isinstance(node, ast.AST):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            body[:] = [one for one in body if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))]
        return [
            type(node).__name__,
            *([name, code(value)] for name, value in ast.iter_fields(node) if value not in (None, [])),
        ]
    return [code(one) for one in node] if isinstance(node, list) else repr(node)


def test_rules_that_change_have_another_version():
    """Stored grades tell by `RULES` alone that they were made otherwise."""
    trees = [code(ast.parse((ROOT / name).read_text(encoding="utf-8"))) for name in GRADERS]
    found = hashlib.sha256(json.dumps(trees).encode()).hexdigest()[:16]
    assert CODE_OF_RULES.get(RULES) == found, (
        "The code that grades replies changed. Where any reply can now be graded otherwise, give "
        f"core/benchmarks/multiple_choice.py another RULES; then put that version and {found!r} into CODE_OF_RULES."
    )
