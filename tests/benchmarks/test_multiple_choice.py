"""A question as it is sent, and the grade of what comes back."""

from dataclasses import replace

import pytest

from core.benchmarks import TASKS, TASKS_BY_NAME
from core.benchmarks.base import Answered, Status
from core.benchmarks.multiple_choice import THEORY, instruction, prompt_text
from core.errors import UsageError
from core.llm.base import Finish, Turn
from tests.benchmarks.samples import TALA


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
