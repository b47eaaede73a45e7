"""Child processes: answers, crashes, silence, cancelling, and coming back."""

import itertools
import math
import os
import signal
import subprocess
import sys
import threading

import pytest

from core.errors import Cancelled, ModelError, WorkerError
from core.workers.process import GRACE_SECONDS, Worker, stopped_by
from tests.conftest import ROOT
from tests.timing import PATIENCE, Stop, least, seconds, until


@pytest.fixture
def worker():
    worker = Worker("probe")
    yield worker
    worker.kill()


def test_a_job_answers_and_its_prints_do_not_disturb(worker, monkeypatch):
    # it is for the worker to see that a print is there at once, whatever the machine is set to
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    events = []
    params = {"text": "সা রে গা", "number": 0.5}
    assert worker.call("echo", params, on_event=events.append) == params
    assert events == [params]
    assert "a library that prints" in worker.printed()


def test_a_crash_is_a_message_and_the_next_call_works(worker):
    with pytest.raises(WorkerError, match="SIGABRT"):
        worker.call("die", {})
    assert worker.call("echo", {"n": 1}) == {"n": 1}


def test_a_child_killed_while_idle_is_replaced(worker):
    worker.call("echo", {})
    first = worker.pid
    os.kill(first, signal.SIGKILL)
    until(lambda: worker.pid is None)
    assert worker.call("echo", {"n": 2}) == {"n": 2}
    assert worker.pid != first


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups of this kind")
def test_ctrl_c_in_a_terminal_reaches_the_parent_alone(tmp_path):
    """It goes to every process of the terminal's group, and a child that died of it would take its job along."""
    code = """
import signal, time
from core.workers.process import Worker
worker = Worker("probe")
caught = []
signal.signal(signal.SIGINT, lambda *_: caught.append(worker.pid))
worker.call("echo", {})
first = worker.pid
print("ready", flush=True)
while not caught:
    time.sleep(0.01)
print(worker.call("echo", {"n": 1}), worker.pid == first)
"""
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, start_new_session=True, cwd=ROOT
    )
    assert process.stdout.readline() == "ready\n"
    os.killpg(process.pid, signal.SIGINT)
    assert process.communicate(timeout=60)[0] == "{'n': 1} True\n"


def test_a_call_far_from_who_knows_of_the_stop_is_stopped_too(worker):
    def attempt():
        stop = Stop()
        with stopped_by(stop):
            assert worker.call("echo", {"n": 1}) == {"n": 1}
            with pytest.raises(Cancelled):
                worker.call("wait", {}, on_event=lambda _: stop.set())
            with pytest.raises(Cancelled):
                worker.call("echo", {})
        return stop.since()

    assert least(attempt, below=GRACE_SECONDS) < GRACE_SECONDS
    assert worker.call("echo", {"n": 2}) == {"n": 2}


def test_a_child_that_another_thread_ends_meanwhile_has_no_number(worker):
    class Ended:
        pid = 1

        def poll(self):
            worker._process = None

    worker._process = Ended()
    assert worker.pid in (1, None)


def test_killing_from_another_thread_at_any_moment_is_a_message_and_the_next_call_works(worker):
    over = threading.Event()

    def kill():
        for pause in itertools.cycle(range(20)):
            if over.wait(pause / 200):
                return
            worker.kill()

    killer = threading.Thread(target=kill)
    killer.start()
    said = []
    for number in range(60):
        try:
            assert worker.call("echo", {"n": number}) == {"n": number}
        except WorkerError as error:
            said.append(str(error))
    over.set()
    killer.join(PATIENCE)
    assert said
    assert all("probe process" in words for words in said)
    assert worker.call("echo", {"n": 3}) == {"n": 3}


def test_a_silent_child_is_killed_after_the_time_out(worker):
    def attempt():
        with pytest.raises(WorkerError, match=r"no answer for 0\.3 s"):
            worker.call("hang", {}, timeout=0.3)
        assert worker.pid is None

    assert least(lambda: seconds(attempt), below=5) < 5


def test_cancel_reaches_a_job_that_listens(worker):
    def attempt():
        worker.call("echo", {})
        first, stop = worker.pid, Stop()
        with pytest.raises(Cancelled):
            worker.call("wait", {}, stop=stop, on_event=lambda _: stop.set())
        # it is killed where it does not come back within its second of grace
        return stop.since() if worker.pid == first else math.inf

    assert least(attempt, below=GRACE_SECONDS) < GRACE_SECONDS


def test_cancel_kills_a_job_that_does_not_listen(worker):
    def attempt():
        stop = Stop()
        with pytest.raises(Cancelled):
            worker.call("hang", {}, stop=stop, on_event=lambda _: stop.set())
        assert worker.pid is None
        return stop.since()

    # the grace begins a moment before the stop is looked at here
    assert 0.9 * GRACE_SECONDS < least(attempt, below=3 * GRACE_SECONDS) < 3 * GRACE_SECONDS
    assert worker.call("echo", {"n": 3}) == {"n": 3}


def test_errors_keep_their_kind(worker):
    with pytest.raises(ModelError, match="no such model"):
        worker.call("refuse", {})
    with pytest.raises(WorkerError, match="KeyError"):
        worker.call("refuse", {"mistake": True})
    assert worker.call("echo", {"n": 4}) == {"n": 4}
