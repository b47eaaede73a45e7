"""The one loop: pauses, stops, limits, errors, and a disk that fills."""

import json
import threading
import time

import pytest

from core.errors import ModelError, StoreError
from core.experiments.limits import Limits
from core.experiments.quiz import Project
from core.llm.api_errors import Failure
from core.llm.base import Finish
from core.store import answers, runs
from tests.experiments.quizzes import StandIn, bank, reply
from tests.timing import PATIENCE, Stop, least


def begin(project, stand_in, n=12, limits=None, **how):
    return project.begin(stand_in.prepared(), bank(n), limits=limits, **how)


def figures(project):
    return project.results()["stand-in"]


def test_every_item_is_asked_once_and_kept(project):
    model = StandIn()
    seen = []
    outcome = begin(project, model).go(seen.append)
    assert (outcome.ending, outcome.done, outcome.total, outcome.errors) == ("finished", 12, 12, 0)
    assert model.asked == [f"q{number:03}" for number in range(12)]
    assert model.closed == 1
    assert figures(project)["correct"] == 12
    assert [standing.done for standing in seen] == list(range(13))
    assert seen[-1].accuracy == 1
    assert seen[-1].seconds_left == 0
    assert all(standing.rate for standing in seen[1:])
    # the same again has nothing to do
    again = begin(project, model)
    assert again.waiting == ()
    assert again.go().answered_now == 0
    assert len(model.asked) == 12


def test_a_run_stops_at_once_and_goes_on_where_it_was(project):
    model = StandIn(lambda sample, attempt: 0.02)
    run = begin(project, model)

    def watch(standing):
        if standing.done == 5:
            run.control.stop.set()

    outcome = run.go(watch)
    assert (outcome.ending, outcome.done) == ("stopped", 5)
    [row] = project.unfinished()
    assert figures(project)["done"] == 5
    rest = begin(project, model)
    assert len(rest.waiting) == 7
    assert rest.go().ending == "finished"
    assert figures(project)["done"] == 12
    assert project.unfinished() == []
    assert [event.kind for event in project.events(row.id)] == ["started", "stopped", "started", "finished"]


def test_what_a_stop_brings_down_with_it_is_no_error(project):
    """Ctrl-C in a terminal may reach a model's server too: it dies before the loop has seen the stop."""

    def says(sample, attempt):
        if sample.id == "q002" and attempt == 1:
            run.control.stop.set()
            raise ModelError("The process of this model was ended by SIGINT.")
        return "[[Answer: A]]"

    model = StandIn(says)
    run = begin(project, model)
    outcome = run.go()
    assert (outcome.ending, outcome.done, outcome.errors) == ("stopped", 2, 0)
    assert figures(project)["failed_tries"] == 0
    assert begin(project, model).go().done == 12
    assert figures(project)["error"] == 0


def test_a_pause_asks_nothing_new_until_it_ends(project):
    model = StandIn()
    run = begin(project, model)
    standings = []

    def watch(standing):
        standings.append(standing)
        if standing.paused:
            threading.Timer(0.3, run.control.proceed).start()
        elif standing.done == 3 and standing.last is not None:
            run.control.pause()

    started = time.monotonic()
    assert run.go(watch).done == 12
    assert time.monotonic() - started >= 0.3
    at = next(place for place, standing in enumerate(standings) if standing.paused)
    assert standings[at].done == 3
    assert not standings[-1].paused


def test_a_stop_ends_a_pause(project):
    run = begin(project, StandIn())
    run.control.pause()
    threading.Timer(0.2, run.control.stop.set).start()
    assert run.go().ending == "stopped"


def test_several_are_asked_at_once_but_never_more_than_allowed(project):
    together = threading.Barrier(4)

    def says(sample, attempt):
        together.wait(PATIENCE)
        return "[[Answer: A]]"

    model = StandIn(says, parallel=4)
    assert begin(project, model).go().done == 12
    assert model.most_at_once == 4


def test_a_late_answer_is_an_error_and_the_others_go_on(project):
    model = StandIn(lambda sample, attempt: 30 if sample.id == "q002" else "[[Answer: A]]")
    outcome = begin(project, model, limits=Limits(item_seconds=0.2)).go()
    assert (outcome.done, outcome.errors) == (12, 1)
    [late] = project.items(status="error").rows
    [error] = project.item(late.id).errors
    assert late.sample == "q002"
    assert (error.kind, error.message) == ("TimeOut", "No answer within 0.2 s.")


def test_errors_stand_apart_and_are_asked_again_on_demand(project):
    broken = {"q001", "q004"}

    def says(sample, attempt):
        if sample.id in broken:
            raise ModelError("The process died.")
        return f"[[Answer: {sample.answer}]]"

    model = StandIn(says)
    outcome = begin(project, model).go()
    assert (outcome.ending, outcome.done, outcome.errors) == ("finished", 12, 2)
    found = figures(project)
    assert (found["done"], found["correct"], found["error"], found["accuracy"]) == (12, 10, 2, 1.0)
    assert begin(project, model).waiting == ()
    broken.clear()
    assert project.retry_errors("stand-in") == 2
    assert begin(project, model).go().done == 12
    found = figures(project)
    assert (found["correct"], found["error"], found["failed_tries"]) == (12, 0, 2)


def test_many_errors_in_a_row_end_the_run_and_burn_no_bank(project):
    working = [False]

    def says(sample, attempt):
        if not working[0]:
            raise ModelError("Out of memory.")
        return "[[Answer: A]]"

    model = StandIn(says)
    outcome = begin(project, model, n=40).go()
    assert (outcome.ending, outcome.done, outcome.errors) == ("errors", 0, 0)
    assert outcome.message == "10 errors in a row; the last: Out of memory."
    assert len(model.asked) == 10
    assert figures(project)["done"] == 0
    assert figures(project)["failed_tries"] == 10
    working[0] = True
    assert begin(project, model, n=40).go().done == 40


def test_errors_with_answers_between_do_not_end_the_run(project):
    def says(sample, attempt):
        if int(sample.id[1:]) % 2:
            raise ModelError("No.")
        return "[[Answer: A]]"

    outcome = begin(project, StandIn(says), n=40).go()
    assert (outcome.ending, outcome.done, outcome.errors) == ("finished", 40, 20)


def test_a_wrong_key_ends_the_run_at_the_first_question(project):
    def says(sample, attempt):
        raise Failure("example.org did not accept the key (HTTP 401).", status=401)

    model = StandIn(says)
    outcome = begin(project, model).go()
    assert (outcome.ending, outcome.done) == ("errors", 0)
    assert "did not accept the key" in outcome.message
    assert len(model.asked) == 1


def test_what_may_work_is_asked_again_and_the_log_names_it(project, monkeypatch):
    monkeypatch.setattr("core.experiments.run.backoff", lambda attempt: 0.01)

    def says(sample, attempt):
        if sample.id == "q003" and attempt < 3:
            raise Failure("busy (HTTP 500)", status=500, again=True)
        if sample.id == "q005":
            raise Failure("broken (HTTP 500)", status=500, again=True)
        return "[[Answer: A]]"

    model = StandIn(says, tries=4)
    heard = []
    run = begin(project, model)
    outcome = run.go(lambda standing: standing.remark and heard.append(standing.remark))
    assert (outcome.done, outcome.errors) == (12, 1)
    retries = [event for event in project.events(run.number) if event.kind == "retry"]
    assert sorted(event.sample for event in retries) == ["q003"] * 2 + ["q005"] * 3
    assert {event.wait for event in retries} == {0.01}
    assert len(heard) == 5
    assert all(remark.startswith(("q003: asked again", "q005: asked again")) for remark in heard)
    answered = project.items(text="q003").rows[0]
    assert project.item(answered.id).answered.attempts == 3
    assert [error.attempt for error in project.item(answered.id).errors] == [1, 2]


def test_a_stop_during_a_wait_is_at_once_and_the_item_waits_on(project):
    def says(sample, attempt):
        raise Failure("busy", status=429, again=True, wait=60.0)

    def attempt():
        run = begin(project, StandIn(says))
        run.control.stop = Stop()
        threading.Timer(0.2, run.control.stop.set).start()
        assert run.go().ending == "stopped"
        return run.control.stop.since()

    assert least(attempt, below=1) < 1
    assert figures(project)["done"] == 0


def test_a_limit_of_tokens_holds_over_all_starts(project):
    model = StandIn(lambda sample, attempt: reply("[[Answer: A]]", prompt_tokens=90, reply_tokens=10))
    outcome = begin(project, model, limits=Limits(tokens=450)).go()
    assert (outcome.ending, outcome.done) == ("limit", 5)
    assert outcome.message == "The limit of 450 tokens is reached (500 used)."
    assert begin(project, model, limits=Limits(tokens=450)).go().answered_now == 0
    assert begin(project, model, limits=Limits(tokens=700)).go().done == 7
    assert begin(project, model).go().done == 12
    assert figures(project)["tokens"] == 1200


def test_tokens_that_nobody_tells_are_guessed_for_limits_and_missing_in_reports(project):
    outcome = begin(project, StandIn(), limits=Limits(tokens=400)).go()
    assert outcome.ending == "limit"
    assert 0 < outcome.done < 12
    assert figures(project)["tokens"] is None
    tally = answers.tally(project.db, 1, "extended")
    assert tally.prompt_tokens + tally.reply_tokens >= 400


def test_limits_of_time_and_cost(project):
    model = StandIn(lambda sample, attempt: 0.1)
    outcome = begin(project, model, limits=Limits(seconds=0.35)).go()
    assert outcome.ending == "limit"
    assert 1 <= outcome.done < 12
    paid = StandIn(lambda sample, attempt: reply("[[Answer: A]]", prompt_tokens=1000, reply_tokens=1000))
    paid.key = "paid"
    limits = Limits(cost=0.03, prompt_price=1, reply_price=9)
    seen = []
    run = project.begin(paid.prepared(model={"backend": "paid"}), bank(12), limits=limits)
    assert run.go(seen.append).done == 3
    assert seen[-1].cost == pytest.approx(0.03)


def test_a_full_disk_stops_cleanly_and_the_run_goes_on_later(tmp_path):
    long = "সা রে গা " * 3000
    model = StandIn(lambda sample, attempt: f"{long} [[Answer: A]]")
    with Project.open(tmp_path, write=True) as project:
        run = begin(project, model)
        project.db.limit_pages(project.db.row("PRAGMA page_count")[0] + 60)
        with pytest.raises(StoreError, match="The disk is full"):
            run.go()
        done = figures(project)["done"]
        assert 0 < done < 12
        assert model.closed == 1
    with Project.open(tmp_path, write=True) as project:
        assert figures(project)["done"] == done
        asked = len(model.asked)
        assert begin(project, model).go().done == 12
        assert len(model.asked) == asked + 12 - done
        assert figures(project)["done"] == 12


def test_a_mistake_of_the_program_is_no_error_of_an_item(project):
    def says(sample, attempt):
        if sample.id == "q003":
            raise KeyError("a mistake")
        return "[[Answer: A]]"

    with pytest.raises(KeyError):
        begin(project, StandIn(says)).go()
    assert figures(project)["done"] == 3
    assert figures(project)["error"] == 0


def test_what_arrives_while_a_run_stops_is_kept(project):
    class Slow(StandIn):
        def ask(self, sample, turns, options, stop):
            self.asked.append(sample.id)
            if len(self.asked) == 3:
                run.control.stop.set()
            # its answer comes though it was told to stop
            assert stop.wait(PATIENCE)
            return reply("[[Answer: A]]")

    run = begin(project, Slow(parallel=3))
    outcome = run.go()
    assert outcome.ending == "stopped"
    assert outcome.done == figures(project)["done"] == 3


def test_strange_replies_are_kept(project):
    strange = {
        "q000": reply("half \ud83d a sign [[Answer: A]]"),
        "q001": reply("", Finish.LENGTH),
        "q002": reply("\x00[[Answer: C]]", details={"usage": {"n": float("nan")}, 3: object()}),
        "q003": reply("   \n"),
    }
    outcome = begin(project, StandIn(lambda sample, attempt: strange[sample.id]), n=4).go()
    assert outcome.done == 4
    found = figures(project)
    assert found["correct"] + found["wrong"] + found["truncated"] + found["empty"] + found["none"] == 4
    assert found["truncated"] + found["empty"] == 2
    rows = {row.sample: project.item(row.id) for row in project.items().rows}
    assert rows["q000"].answered.reply == "half \ufffd a sign [[Answer: A]]"
    assert rows["q002"].answered.reply == "\x00[[Answer: C]]"
    told = json.loads(rows["q002"].answered.details_json)
    assert told["usage"] == {"n": None}
    assert told["3"].startswith("<object object")


def test_a_key_in_an_errors_text_is_not_kept(project):
    def says(sample, attempt):
        raise ModelError("refused: api_key=sk-proj-abcdef0123456789 or Bearer abcdef0123456789")

    begin(project, StandIn(says), n=2).go()
    [first, _] = project.items(status="error").rows
    assert "0123456789" not in project.item(first.id).errors[0].message


def test_events_are_kept_in_order(project):
    run = begin(project, StandIn())
    run.go()
    assert [event.kind for event in runs.events(project.db, run.number)] == ["started", "finished"]
