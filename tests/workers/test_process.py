"""Child processes: answers, crashes, silence, cancelling, and coming back."""

import os
import signal
import threading
import time

import pytest

from core.errors import Cancelled, ModelError, WorkerError
from core.workers.process import Worker


@pytest.fixture
def worker():
    worker = Worker("probe")
    yield worker
    worker.kill()


def test_a_job_answers_and_its_prints_do_not_disturb(worker):
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
    time.sleep(0.1)
    assert worker.call("echo", {"n": 2}) == {"n": 2}
    assert worker.pid != first


def test_a_silent_child_is_killed_after_the_time_out(worker):
    started = time.monotonic()
    with pytest.raises(WorkerError, match=r"no answer for 0\.3 s"):
        worker.call("hang", {}, timeout=0.3)
    assert time.monotonic() - started < 5
    assert worker.pid is None


def test_cancel_reaches_a_job_that_listens(worker):
    worker.call("echo", {})
    first, stop = worker.pid, threading.Event()
    threading.Timer(0.1, stop.set).start()
    with pytest.raises(Cancelled):
        worker.call("wait", {}, stop=stop)
    assert worker.pid == first


def test_cancel_kills_a_job_that_does_not_listen(worker):
    worker.call("echo", {})
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    started = time.monotonic()
    with pytest.raises(Cancelled):
        worker.call("hang", {}, stop=stop)
    assert time.monotonic() - started < 3
    assert worker.call("echo", {"n": 3}) == {"n": 3}


def test_errors_keep_their_kind(worker):
    with pytest.raises(ModelError, match="no such model"):
        worker.call("refuse", {})
    with pytest.raises(WorkerError, match="KeyError"):
        worker.call("refuse", {"mistake": True})
    assert worker.call("echo", {"n": 4}) == {"n": 4}
