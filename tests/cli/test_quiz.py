"""`swaralipi quiz` as its contract says."""

import io
import json
import sys

import pytest

from core import cli
from core.cli import quiz, quiz_report
from core.cli.quiz_run import Meter
from core.errors import ModelError
from core.experiments.quiz import Project
from core.llm import profiles
from core.llm.profiles import Profile
from core.store import migrations
from tests.experiments.quizzes import StandIn, bank, bank_file


class Terminal(io.StringIO):
    """Standard error that is a terminal."""

    def isatty(self):
        return True


FIELDS = ("total", "done", "correct", "wrong", "ambiguous", "none", "empty", "truncated", "error")


@pytest.fixture
def run(capfdbinary):
    """Run a command line; gives (exit code, standard output, standard error) as text."""

    def call(*words):
        code = cli.main(["quiz", *map(str, words)], None)
        out, err = capfdbinary.readouterr()
        assert b"Traceback" not in err
        return code, out.decode(), err.decode()

    return call


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "প্রকল্প"


@pytest.fixture
def questions(tmp_path):
    return bank_file(tmp_path, 12)


def report(run, folder, *more):
    code, out, _ = run("report", "--project", folder, "--json", *more)
    assert code == 0
    assert "NaN" not in out
    return json.loads(out)


def test_a_quiz_from_the_first_question_to_the_report(run, folder, questions):
    code, out, err = run("run", "--project", folder, "--bank", questions, "--model", "scripted")
    assert (code, out) == (0, "")
    assert err.endswith("scripted: 12 of 12 done.\n")
    found = report(run, folder)["scripted"]
    assert found["total"] == found["done"] == 12 == sum(found[field] for field in FIELDS[2:])
    assert found["accuracy"] == found["correct"] / 12
    low, high = found["wilson95"]
    assert low <= found["accuracy"] <= high
    assert set(found["by_task"]) == {"theory", "knowledge"}
    assert sum(found["by_theme"][theme]["total"] for theme in found["by_theme"]) == 12
    assert set(FIELDS) <= set(found["by_task"]["theory"])
    assert found["grader"] == "extended"
    assert report(run, folder, "--grader", "paper")["scripted"]["grader"] == "paper"


def test_the_same_again_does_only_the_rest(run, folder, questions):
    words = ("run", "--project", folder, "--bank", questions, "--model", "scripted")
    code, _, err = run(*words, "--limit", "5")
    assert code == 0
    assert "5 of 12 questions, shared out over the tasks" in err
    assert report(run, folder)["scripted"]["total"] == 5
    assert run(*words)[2].endswith("12 of 12 done.\n")
    assert report(run, folder)["scripted"]["total"] == 12
    assert run("resume", "--project", folder)[::2] == (0, "swaralipi: Nothing waits: every run is finished.\n")


def test_several_models_stand_side_by_side(run, folder, questions):
    for model in ("scripted", "random-letter", "most-frequent-letter", "longest-option"):
        assert run("run", "--project", folder, "--bank", questions, "--model", model)[0] == 0
    found = report(run, folder)
    assert list(found) == ["scripted", "random-letter", "most-frequent-letter", "longest-option"]
    assert set(found["scripted"]["paired"]) == set(found) - {"scripted"}
    assert {"n", "only_this", "only_other", "p", "p_holm", "tied"} <= set(found["scripted"]["paired"]["random-letter"])
    code, out, _ = run("report", "--project", folder)
    assert code == 0
    table = out.split("\n\n")[0].splitlines()
    assert len(table) == 5
    assert table[0].split()[:3] == ["model", "done", "correct"]
    # figures stand in columns: those of a line end where those of the others end
    ends = {line.index("/12") for line in table[1:]}
    assert len(ends) == 1


def test_runs_that_were_stopped_go_on(run, folder, questions):
    with Project.open(folder, write=True) as project:
        for model, seed in (("scripted", 1), ("scripted", 2), ("longest-option", None)):
            project.start(model=model, bank=bank(12), seed=seed)
        project.sit("অতিথি", bank=bank(3))
    code, _, err = run("resume", "--project", folder)
    assert code == 0
    assert err.count("12 of 12 done.") == 3
    assert "person: অতিথি goes on in the window" in err
    found = report(run, folder)
    assert [found[name]["done"] for name in ("scripted #1", "scripted", "longest-option", "person: অতিথি")] == [
        12,
        12,
        12,
        0,
    ]


def test_one_that_cannot_go_on_does_not_hold_up_the_others(run, folder):
    profiles.add(Profile("gone", "api", base_url="http://127.0.0.1:9/v1", model="m"))
    with Project.open(folder, write=True) as project:
        project.start(model="gone", bank=bank(4))
        project.start(model="scripted", bank=bank(4))
    profiles.remove("gone")
    code, _, err = run("resume", "--project", folder)
    assert code == 2
    assert "gone: There is no model 'gone'" in err
    assert report(run, folder)["scripted"]["done"] == 4


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["run", "--model", "scripted"], 2, "--project"),
        (["run", "--project", "P"], 2, "--model"),
        (["run", "--project", "P", "--model", "absent"], 2, "There is no model 'absent'"),
        (["run", "--project", "P", "--model", "absent.gguf"], 2, "absent.gguf cannot be read"),
        (["run", "--project", "P", "--model", "scripted", "--bank", "absent.jsonl"], 2, "absent.jsonl cannot be read"),
        (["run", "--project", "P", "--model", "scripted", "--limit", "0"], 2, "1 or more"),
        (["run", "--project", "P", "--model", "scripted", "--limit", "x"], 2, "--limit"),
        (["run", "--project", "P", "--model", "scripted", "--ask", "likelihood"], 2, "needs a GGUF model"),
        (["run", "--project", "P", "--model", "scripted", "--preset", "slow"], 2, "--preset"),
        (["run", "--project", "P", "--model", "scripted", "--parallel", "0"], 2, "--parallel"),
        (["run", "--project", "P", "--model", "scripted", "--cost-limit", "1"], 2, "needs prices"),
        (["run", "--project", "P", "--model", "scripted", "--repeats", "0"], 2, "--repeats"),
        (["resume", "--project", "P"], 2, "There is no project in"),
        (["retry", "--project", "P"], 2, "There is no project in"),
        (["report", "--project", "P"], 2, "There is no project in"),
        (["rescore", "--project", "P"], 2, "There is no project in"),
        (["decide", "--project", "P", "--item", "1"], 2, "--letter"),
        (["decide", "--project", "P", "--letter", "A", "--who", "me"], 2, "--item"),
        (["run", "--project", "", "--model", "scripted"], 2, "has no name"),
        (["report", "--project", ""], 2, "has no name"),
        (["run", "--project", "P", "--model", "absent"], 2, "Baselines: random-letter"),
        (["guess"], 2, "quiz has no verb 'guess'"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_and_nothing_is_written(run, tmp_path, monkeypatch, words, code, said):
    monkeypatch.chdir(tmp_path)
    found, out, err = run(*words)
    assert (found, out) == (code, "")
    assert err.startswith("swaralipi: ")
    assert err.count("\n") == 1
    assert said in err
    assert list(tmp_path.iterdir()) == []


def test_a_broken_bank_names_its_row_and_nothing_is_written(run, tmp_path, folder):
    file = bank_file(tmp_path, 3)
    file.write_text(file.read_text(encoding="utf-8").replace('"answer": "B"', '"answer": "E"'), encoding="utf-8")
    code, _, err = run("run", "--project", folder, "--bank", file, "--model", "scripted")
    assert code == 2
    assert "Row 2" in err
    assert not folder.exists()


def test_errors_are_asked_again_on_demand(run, folder, questions):
    broken = [True]

    def says(sample, attempt):
        from core.errors import ModelError

        if broken[0] and sample.id in ("q003", "q007"):
            raise ModelError("The process died.")
        return f"[[Answer: {sample.answer}]]"

    with Project.open(folder, write=True) as project:
        project.begin(StandIn(says).prepared(), bank(12)).go()
    assert report(run, folder)["stand-in"]["error"] == 2
    code, _, err = run("retry", "--project", folder)
    assert "2 questions that ended in an error are asked again" in err
    assert code == 2  # there is no profile of that name to ask them
    assert report(run, folder)["stand-in"]["error"] == 0
    assert run("retry", "--project", folder, "--model", "absent")[0] == 2


def test_a_run_whose_every_answer_is_an_error_has_failed(run, folder, questions):
    profiles.add(Profile("nobody", "api", base_url="http://127.0.0.1:9/v1", model="m", options={"tries": 1}))
    words = ("run", "--project", folder, "--bank", questions, "--model", "nobody")
    code, _, err = run(*words, "--limit", "3")
    assert code == 1
    assert "3 errors now (ask again: swaralipi quiz retry --project" in err
    found = report(run, folder)["nobody"]
    assert (found["error"], found["correct"], found["accuracy"], found["wilson95"]) == (3, 0, None, None)


def test_ten_errors_in_a_row_end_the_run_with_the_reason(run, folder, tmp_path):
    file = bank_file(tmp_path, 40)
    profiles.add(Profile("nobody", "api", base_url="http://127.0.0.1:9/v1", model="m", options={"tries": 1}))
    code, _, err = run("run", "--project", folder, "--bank", file, "--model", "nobody", "--parallel", "1")
    assert code == 1
    assert "The run stopped: 10 errors in a row; the last: Nothing answers at 127.0.0.1:9" in err
    assert report(run, folder)["nobody"]["done"] == 0


def test_a_project_that_is_written_elsewhere_is_refused_but_can_be_read(run, folder, questions):
    with Project.open(folder, write=True) as project:
        project.start(model="scripted", bank=bank(4)).go()
        code, _, err = run("run", "--project", folder, "--bank", questions, "--model", "scripted")
        assert code == 1
        assert "being written by another copy" in err
        assert report(run, folder)["scripted"]["done"] == 4


def test_unclear_answers_are_listed_and_decided(run, folder):
    with Project.open(folder, write=True) as project:
        project.begin(StandIn(lambda sample, attempt: "A or\tB perhaps\n").prepared(), bank(2)).go()
    code, out, err = run("decide", "--project", folder)
    assert code == 0
    rows = [line.split("\t") for line in out.splitlines()]
    assert [row[1:3] for row in rows] == [["stand-in", "q000"], ["stand-in", "q001"]]
    assert rows[0][-1] == "A or B perhaps"
    assert "2 answers wait" in err
    words = ("decide", "--project", folder, "--item", rows[0][0], "--who", "ক", "--why", "clear enough")
    assert run(*words, "--letter", "a")[0] == 0
    assert run("decide", "--project", folder, "--item", rows[1][0], "--letter", "none", "--who", "ক")[0] == 0
    assert run(*words, "--letter", "E")[0] == 2
    assert run("decide", "--project", folder)[1] == ""
    assert report(run, folder)["stand-in"]["correct"] == 0
    decided = report(run, folder, "--with-decisions")["stand-in"]
    assert (decided["correct"], decided["none"], decided["with_decisions"]) == (1, 1, True)
    assert run("rescore", "--project", folder)[::2] == (0, "swaralipi: 0 grades changed.\n")


def test_grades_by_other_rules_are_said_wherever_they_count_and_rescore_makes_them_anew(run, tmp_path):
    folder, questions = tmp_path / "আমার কুইজ", bank_file(tmp_path, 6)
    start = ("run", "--project", folder, "--bank", questions, "--model", "scripted")
    assert "another version" not in run(*start, "--limit", "2")[2]
    with Project.open(folder, write=True) as project, project.db.transaction() as connection:
        connection.execute("UPDATE grades SET version = '0.1.0'")
    said = (
        "swaralipi: 2 answers were graded by another version of the program, which read replies by other rules. "
        f"Grade them anew, which asks no model: swaralipi quiz rescore --project '{folder}'\n"
    )
    code, out, err = run("report", "--project", folder, "--json")
    assert (code, err) == (0, said)
    assert json.loads(out)["scripted"]["other_rules"] == 2
    assert run("report", "--project", folder)[2] == said
    assert run("export", "--project", folder, "-o", tmp_path / "x.csv")[2].startswith(said)
    assert run("decide", "--project", folder)[2].endswith(said)
    # asking the rest grades nothing anew, and neither does looking
    assert run(*start)[2].endswith(said)
    assert run("rescore", "--project", folder)[::2] == (0, "swaralipi: 0 grades changed.\n")
    assert run("report", "--project", folder)[2] == ""


def test_a_store_of_an_older_version_is_brought_up_by_every_verb_that_writes(run, tmp_path, questions, monkeypatch):
    steps = (*migrations.MIGRATIONS, "CREATE TABLE later (x)")
    verbs = (("rescore",), ("resume",), ("retry",), ("decide", "--item", "1", "--letter", "A", "--who", "ক"))
    for verb in verbs:
        run("run", "--project", tmp_path / verb[0], "--bank", questions, "--model", "scripted", "--limit", "2")
    monkeypatch.setattr("core.store.database.MIGRATIONS", steps)
    monkeypatch.setattr("core.store.database.VERSION", len(steps))
    for verb in verbs:
        place = ("--project", tmp_path / verb[0])
        code, _, err = run("report", *place)
        assert code == 1
        assert "Bring it up once: swaralipi quiz rescore" in err
        assert run(verb[0], *place, *verb[1:])[0] == 0
        assert run("report", *place)[0] == 0


def test_nothing_that_a_terminal_obeys_comes_out_of_replies_and_servers(run, folder):
    evil = "\x1b[31mA or B\x1b[0m \x1b]0;title\x07\x9b2J\r\u202e\0 end"

    def says(sample, attempt):
        if sample.id == "q001":
            raise ModelError(f"The server said: {evil}")
        return evil

    with Project.open(folder, write=True) as project:
        run_of = project.begin(StandIn(says, tries=1).prepared(), bank(2))
        run_of.go(Meter("stand-in"))
    code, out, err = run("decide", "--project", folder)
    assert (code, out.split("\t")[-1]) == (0, "A or B end\n")
    assert "The server said: A or B end" in err
    assert main_error(run, folder, evil)
    for text in (out, err, run("report", "--project", folder)[1]):
        assert all(sign.isprintable() or sign in "\n\t" for sign in text)


def main_error(run, folder, evil):
    """Say whether an error message is shown without what is in it."""
    code, _, err = run("report", "--project", folder, "--grader", evil)
    return code == 2 and "\x1b" not in err


def test_a_project_without_runs_says_so(run, folder):
    Project.open(folder, write=True).close()
    assert run("resume", "--project", folder) == (0, "", "swaralipi: Nothing waits: no run was begun here yet.\n")


def test_every_verb_has_help(run):
    code, out, _ = run("--help")
    assert code == 0
    for verb in quiz.VERBS:
        assert f"  {verb.name}" in out
        code, text, _ = run(verb.name, "--help")
        assert code == 0
        assert f"swaralipi quiz {verb.name}" in text


def test_tables_stand_in_columns_in_bengali_too():
    figure = {
        "done": 3,
        "total": 3,
        **dict.fromkeys(FIELDS[2:], 1),
        "accuracy": 0.5,
        "wilson95": [0.1, 0.9],
        "paired": {},
    }
    found = {"ক": {**figure, "by_task": {"theory": figure}, "by_theme": {"রাগ ও ঠাট": figure, "": figure}}}
    text = quiz_report.tables(found)
    assert "রাগ ও ঠাট  ক      3     50.0%  10.0% to 90.0%" in text
    assert quiz_report.tables({}) == "No model has been asked yet."


def test_progress_is_a_line_that_changes_on_a_terminal(monkeypatch, folder):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with Project.open(folder, write=True) as project:
        project.start(model="scripted", bank=bank(3)).go(Meter("scripted"))
    said = terminal.getvalue()
    assert "\r\x1b[Kscripted: 1 of 3, " in said
    assert said.endswith("0:00 left\n")


def test_a_prepared_run_says_its_limits(run, folder, questions):
    words = ("run", "--project", folder, "--bank", questions, "--model", "scripted")
    code, _, err = run(*words, "--token-limit", "40")
    assert code == 0
    done = report(run, folder)["scripted"]["done"]
    assert 0 < done < 12
    (line,) = [one for one in err.splitlines() if "limit" in one]
    assert f"scripted: {done} of 12 done. The limit of 40 tokens is reached" in line
    assert line.endswith(f"Go on: swaralipi quiz resume --project {folder} --token-limit N")
    # the limit holds until another is given
    assert report(run, folder)["scripted"]["done"] == done
    assert run("resume", "--project", folder)[0] == 0
    assert report(run, folder)["scripted"]["done"] == done
    code, _, err = run("resume", "--project", folder, "--token-limit", "100000")
    assert (code, "Go on" in err) == (0, False)
    assert report(run, folder)["scripted"]["done"] == 12


def test_after_each_limit_the_way_to_go_on_is_said(run, folder, questions):
    words = ("run", "--project", folder, "--bank", questions, "--model", "scripted")
    go_on = f"Go on: swaralipi quiz resume --project {folder}"
    code, _, err = run(*words, "--time-limit", "0.000001")
    assert code == 0
    assert f"scripted: 0 of 12 done. The time limit of 1e-06 s is reached. {go_on}\n" in err
    code, _, err = run(*words, "--cost-limit", "0.00001", "--price", "1", "1")
    assert (code, err.endswith(f"{go_on} --cost-limit SUM\n")) == (0, True)
    both = ("--token-limit", "1", "--time-limit", "100", "--cost-limit", "0.00001", "--price", "1", "1")
    assert run(*words, *both)[2].endswith(f"{go_on} --token-limit N --cost-limit SUM\n")


def test_what_a_limit_ended_is_said_below_the_progress(run, folder, questions, monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    run("run", "--project", folder, "--bank", questions, "--model", "scripted", "--token-limit", "40")
    assert "\nswaralipi: scripted: 1 of 12 done. The limit of 40 tokens" in terminal.getvalue()
