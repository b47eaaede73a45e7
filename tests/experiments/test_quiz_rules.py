"""Grades bear the version of the rules they were made by: figures say where those are not this program's."""

import sqlite3
from pathlib import Path

from core.benchmarks import TASKS
from core.experiments import keeping
from core.experiments.quiz import Project
from core.experiments.quiz_report import told_of_other_rules
from core.store.database import FILE
from tests.experiments.quizzes import StandIn, bank, steady

GOLDEN = Path(__file__).parents[1] / "store" / "golden"


def others(project, grader="extended"):
    return {name: one["other_rules"] for name, one in project.results(grader).items()}


def regrade_as(project, version, *, task=None):
    """Let all grades, or those of one task, be of another version."""
    with project.db.transaction() as connection:
        connection.execute(
            "UPDATE grades SET version = ? WHERE item IN (SELECT i.id FROM items i JOIN samples s ON s.id = i.sample "
            "WHERE ? IS NULL OR s.task = ?)",
            (version, task, task),
        )


def test_answers_graded_by_other_rules_are_counted_until_a_person_has_them_graded_anew(project):
    run = project.begin(StandIn().prepared(), bank(12), limit=8)
    run.go()
    assert others(project) == {"stand-in": 0}
    assert told_of_other_rules(project.results()) == ""
    regrade_as(project, "0.1.0", task="theory")
    assert others(project) == others(project, "paper") == {"stand-in": 4}
    assert "4 answers were graded by another version of the program" in told_of_other_rules(project.results())
    # going on grades what is new by this version's rules, and nothing else anew
    project.begin(StandIn().prepared(), bank(12)).go()
    assert others(project) == {"stand-in": 4}
    before = steady(project.results())
    assert project.rescore() == 0
    assert others(project) == {"stand-in": 0}
    assert steady(project.results()) == {"stand-in": {**before["stand-in"], "other_rules": 0}}


def test_an_answer_without_a_grade_is_one_that_these_rules_have_not_judged(project):
    project.begin(StandIn().prepared(), bank(4)).go()
    with project.db.transaction() as connection:
        connection.execute("DELETE FROM grades WHERE grader = 'paper' AND item = 1")
    assert (others(project), others(project, "paper")) == ({"stand-in": 0}, {"stand-in": 1})


def test_what_waits_stands_aside_or_is_of_a_task_not_known_here_is_not_counted(project, monkeypatch):
    run = project.begin(StandIn().prepared(), bank(6))
    assert others(project) == {"stand-in": 0}
    run.go()
    regrade_as(project, "another")
    with project.db.transaction() as connection:
        connection.execute("UPDATE items SET active = 0 WHERE id = 1")
        connection.execute("UPDATE samples SET task = 'to come' WHERE name = 'q001'")
    assert others(project) == {"stand-in": 4}


def test_a_store_from_before_rules_had_versions_is_noticed(tmp_path):
    connection = sqlite3.connect(tmp_path / FILE)
    connection.executescript((GOLDEN / "v1.sql").read_text(encoding="utf-8"))
    connection.close()
    with Project.open(tmp_path, write=True) as project:
        answered = sum(one["done"] - one["error"] for one in project.results().values())
        assert sum(others(project).values()) == answered > 0
        project.rescore()
        assert set(others(project).values()) == {0}


def test_rules_that_change_are_noticed_in_every_task(project, monkeypatch):
    project.begin(StandIn().prepared(), bank(6, tasks=tuple(task.name for task in TASKS))).go()
    monkeypatch.setattr("core.benchmarks.multiple_choice.RULES", "letters to come")
    assert others(project) == {"stand-in": 6}
    keeping.rescore(project.db, {task.name: task for task in TASKS[:1]})
    assert others(project) == {"stand-in": 4}
