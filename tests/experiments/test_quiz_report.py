"""The figures of a report: they add up, agree with a plain count, and grow no faster than the store."""

import json
from collections import Counter
from itertools import combinations

import pytest

from core.experiments.quiz import Project
from core.reports.statistics import holm, mcnemar, wilson
from tests.experiments.quizzes import TASKS, StandIn, bank
from tests.timing import cpu_seconds, least

STATUSES = ("correct", "wrong", "ambiguous", "none", "empty", "truncated", "error")


def answered(project, names, n):
    """Give stand-ins under names; each is right in its own way."""
    for place, name in enumerate(names):

        def says(sample, attempt, place=place):
            number = int(sample.id[1:])
            if number % 7 == place:
                return "A or B"
            return f"[[Answer: {sample.answer if (number * (place + 3)) % 5 < 3 else 'A'}]]"

        model = StandIn(says)
        model.key = name
        project.begin(model.prepared(model={"backend": name}), bank(n, TASKS)).go()


def test_figures_agree_with_a_plain_count(project):
    answered(project, ["one", "two", "three"], 60)
    found = project.results()
    rows = {name: project.items(model=name, limit=100).rows for name in found}
    for name, figures in found.items():
        counted = Counter(row.status for row in rows[name])
        assert {status: figures[status] for status in STATUSES} == {status: counted[status] for status in STATUSES}
        assert figures["done"] == sum(figures[status] for status in STATUSES) == figures["total"] == 60
        assert figures["accuracy"] == figures["correct"] / 60
        assert figures["wilson95"] == list(wilson(figures["correct"], 60))
        for field in ("task", "theme"):
            groups = figures[f"by_{field}"]
            assert set(groups) == {getattr(row, field) for row in rows[name]}
            for status in ("total", "done", *STATUSES):
                assert sum(group[status] for group in groups.values()) == figures[status]
            for group, figure in groups.items():
                right = sum(row.status == "correct" for row in rows[name] if getattr(row, field) == group)
                assert figure["correct"] == right
    json.dumps(found, allow_nan=False)


def test_pairs_are_of_the_questions_that_both_answered_and_corrected_together(project):
    names = ["one", "two", "three"]
    answered(project, names, 60)
    found = project.results()
    right = {
        name: {row.sample for row in project.items(model=name, status="correct", limit=100).rows} for name in names
    }
    pairs = list(combinations(names, 2))
    raw = [mcnemar(len(right[one] - right[other]), len(right[other] - right[one])).p for one, other in pairs]
    for (one, other), p, p_holm in zip(pairs, raw, holm(raw), strict=True):
        pair = found[one]["paired"][other]
        assert (pair["n"], pair["only_this"], pair["only_other"]) == (
            60,
            len(right[one] - right[other]),
            len(right[other] - right[one]),
        )
        assert (pair["p"], pair["p_holm"], pair["tied"]) == (p, p_holm, p_holm >= 0.05)
        back = found[other]["paired"][one]
        assert (back["only_this"], back["only_other"], back["p"]) == (pair["only_other"], pair["only_this"], p)


def test_of_repeats_the_first_is_paired(project):
    answered(project, ["one"], 8)
    late = StandIn(lambda sample, attempt: f"[[Answer: {sample.answer}]]" if attempt > 1 else "none of them")
    late.key = "late"
    project.begin(late.prepared(model={"backend": "late"}), bank(8, TASKS), repeats=2).go()
    found = project.results()
    assert found["late"]["correct"] == 8
    assert found["late"]["paired"]["one"]["n"] == 8
    assert found["late"]["paired"]["one"]["only_this"] == 0


def test_what_is_not_answered_has_no_share_and_no_pair(project):
    project.start(model="scripted", bank=bank(6))
    answered(project, ["one"], 6)
    waiting = project.results()["scripted"]
    assert (waiting["total"], waiting["done"], waiting["accuracy"], waiting["wilson95"]) == (6, 0, None, None)
    assert waiting["paired"] == {}
    assert waiting["median_seconds"] is None


def test_an_empty_project_has_no_figures(project):
    assert project.results() == {}


@pytest.mark.parametrize("n", [1, 4, 5])
def test_the_median_is_the_median(project, n):
    from core.llm.base import Finish, Reply

    model = StandIn(lambda sample, attempt: Reply("A", Finish.STOP, seconds=float(int(sample.id[1:]) ** 2)))
    project.begin(model.prepared(), bank(n)).go()
    assert project.results()["stand-in"]["median_seconds"] == {1: 0.0, 4: 2.5, 5: 4.0}[n]


@pytest.mark.slow
def test_a_report_grows_as_the_store_does(tmp_path):
    """Ten times the items take ten times as long, with room for a busy machine; and no more than a few plain reads."""
    from benchmarks.bench_quiz import PLAIN, fill

    with Project.open(tmp_path / "2", write=True) as small, Project.open(tmp_path / "20", write=True) as large:
        for project, models in ((small, 2), (large, 20)):
            fill(project, models, 500)
            project.results()
        assert least(lambda: cpu_seconds(large.results) / cpu_seconds(small.results), below=40) < 40
        assert least(lambda: cpu_seconds(large.results) / cpu_seconds(lambda: large.db.rows(PLAIN)), below=10) < 10
