"""A quiz over a real HTTP server on the loopback that fails now and then."""

import itertools
import json
import threading
import time

import pytest

from core import log, paths
from core.experiments.quiz import Project
from core.llm import profiles
from core.llm.profiles import Profile
from tests.experiments.quizzes import bank, sample
from tests.llm.hostile_server import DONE, Answer, chunk, refused
from tests.timing import PATIENCE, Stop, least

pytest.importorskip("openai")

KEY = "sk-loopback-4f1e9c77d2a04b55"
FAULTS = ("429", "500", "cut", "empty")


class FaultyQuiz:
    """Answers each question rightly, but every twentieth request with one of four faults in turn."""

    def __init__(self, every=20):
        self.every, self.lock, self.numbers = every, threading.Lock(), itertools.count(1)
        self.faults, self.at_once, self.most_at_once, self.answered = [], 0, 0, []

    def __call__(self, path, body):
        prompt = body["messages"][-1]["content"]
        asked = prompt.split(":")[0].removeprefix("প্রশ্ন ")
        with self.lock:
            number = next(self.numbers)
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
        time.sleep(0.01)
        with self.lock:
            self.at_once -= 1
            fault = FAULTS[number // self.every % len(FAULTS)] if number % self.every == 0 else ""
            if fault:
                self.faults.append((fault, f"q{int(asked):03}"))
            elif asked in self.answered:
                raise AssertionError(f"question {asked} was asked again though it was answered")
            else:
                self.answered.append(asked)
        if fault == "429":
            return refused(429, {"error": {"message": f"slow down, {KEY}"}}, **{"Retry-After": "0.2"})
        if fault == "500":
            return refused(500, {"error": {"message": f"no good: Bearer {KEY}"}})
        if fault == "cut":
            return Answer(chunk("[[Answer: "), cut=True)
        if fault == "empty":
            return Answer(chunk(""), chunk(finish="length"), DONE)
        letter = "ABCD"[int(asked) % 4]
        return Answer(chunk("[[Answer: "), chunk(f"{letter}]]"), chunk(finish="stop", usage=USAGE), DONE)


USAGE = {"prompt_tokens": 100, "completion_tokens": 5}


def run_against(server, tmp_path, monkeypatch, n, parallel, every):
    faulty = FaultyQuiz(every)
    server.will(faulty)
    monkeypatch.setenv("LOOPBACK_KEY", KEY)
    monkeypatch.setattr("core.experiments.patience.FIRST_WAIT", 0.05)
    profiles.add(Profile("loopback", "api", base_url=server.url, model="tanpura-1", key_env="LOOPBACK_KEY"))
    folder = tmp_path / "project"
    with Project.open(folder, write=True) as project:
        run = project.start(model="loopback", bank=bank(n), parallel=parallel)
        outcome = run.go()
        found = project.results()["loopback"]
        events = project.events(run.number)
        errors = [(row.sample, project.item(row.id).errors) for row in project.items(limit=1000).rows]
    empty = [name for fault, name in faulty.faults if fault == "empty"]
    repeated = sorted(name for fault, name in faulty.faults if fault != "empty")
    assert (outcome.ending, outcome.total, outcome.done, outcome.errors) == ("finished", n, n, 0)
    assert found["done"] == found["total"] == n
    assert found["correct"] == n - len(empty)
    assert found["truncated"] == len(empty)
    assert found["error"] == 0
    assert found["failed_tries"] == len(repeated)
    assert found["prompt_tokens"] == 100 * found["correct"]
    # every retry is named by its question: in the store's log, and in the program's
    retries = [event for event in events if event.kind == "retry"]
    assert sorted(event.sample for event in retries) == repeated
    assert sorted(name for name, tries in errors for _ in tries) == repeated
    log.close()
    lines = [line for line in log.log_file().read_text(encoding="utf-8").splitlines() if "asked again" in line]
    assert sorted(line.split("quiz: ")[1].split(":")[0] for line in lines) == repeated
    assert all(header["authorization"] == f"Bearer {KEY}" for _, header, _ in server.asked)
    assert faulty.most_at_once <= parallel
    for file in [*folder.rglob("*"), *paths.home().rglob("*")]:
        if file.is_file():
            assert KEY.encode() not in file.read_bytes(), file
    return faulty


def test_a_faulty_server_costs_time_and_no_answer(server, tmp_path, monkeypatch):
    faulty = run_against(server, tmp_path, monkeypatch, n=24, parallel=4, every=5)
    assert {fault for fault, _ in faulty.faults} == set(FAULTS)


@pytest.mark.slow
def test_two_hundred_questions_eight_at_once_with_faults(server, tmp_path, monkeypatch):
    faulty = run_against(server, tmp_path, monkeypatch, n=200, parallel=8, every=20)
    assert len(faulty.faults) >= 10
    assert {fault for fault, _ in faulty.faults} == set(FAULTS)
    assert faulty.most_at_once > 2


def test_too_many_requests_slow_all_of_them_down(server, project):
    """While a server says 429 with a time to wait, nobody asks; then fewer ask at once."""
    moments, lock, all_asked = [], threading.Lock(), threading.Barrier(4)

    def answer(path, body):
        with lock:
            moments.append(time.monotonic())
            early = len(moments) <= 4
        if early:
            all_asked.wait(PATIENCE)
            return refused(429, {"error": {"message": "too many"}}, **{"Retry-After": "0.5"})
        return Answer(chunk("[[Answer: A]]"), chunk(finish="stop"), DONE)

    server.will(answer)
    profiles.add(Profile("busy", "api", base_url=server.url, model="m"))
    standings = []
    outcome = project.start(model="busy", bank=bank(8), parallel=4).go(standings.append)
    assert outcome.done == 8
    assert moments[4] - moments[3] >= 0.4
    assert min(standing.at_once for standing in standings) == 2
    assert standings[-1].at_once > 2


def test_a_refused_key_ends_the_run_with_what_to_do(server, project, monkeypatch):
    server.will(refused(401, {"error": {"message": f"bad key {KEY}"}}))
    monkeypatch.setenv("LOOPBACK_KEY", KEY)
    profiles.add(Profile("refused", "api", base_url=server.url, model="m", key_env="LOOPBACK_KEY"))
    outcome = project.start(model="refused", bank=bank(20), parallel=2).go()
    assert (outcome.ending, outcome.done) == ("errors", 0)
    assert "did not accept the key" in outcome.message
    assert KEY not in outcome.message
    assert len(server.asked) <= 2


def test_a_prompt_the_server_refuses_is_an_error_of_that_question_alone(server, project):
    def answer(path, body):
        if "প্রশ্ন 3:" in json.dumps(body, ensure_ascii=False):
            return refused(400, {"error": {"message": "content filter", "code": "content_filter"}})
        return Answer(chunk("[[Answer: A]]"), chunk(finish="stop"), DONE)

    server.will(answer)
    profiles.add(Profile("filtered", "api", base_url=server.url, model="m"))
    outcome = project.start(model="filtered", bank=bank(6)).go()
    assert (outcome.done, outcome.errors) == (6, 1)
    assert project.items(status="error").rows[0].sample == sample(3).id


def test_a_stop_leaves_a_hanging_server_within_a_second(server, project):
    server.will(Answer(30, chunk("late")))
    profiles.add(Profile("hanging", "api", base_url=server.url, model="m"))

    def attempt():
        run = project.start(model="hanging", bank=bank(6))
        run.control.stop = Stop()
        threading.Timer(0.6, run.control.stop.set).start()
        assert run.go().ending == "stopped"
        return run.control.stop.since()

    assert least(attempt, below=1) < 1
    assert project.results()["hanging"]["done"] == 0
