"""The task runner: threads, order, errors, stopping, and owners that go away."""

import threading

import pytest
from PySide6.QtWidgets import QLabel

from core.errors import Cancelled
from gui.tasks import TaskRunner


@pytest.fixture
def runner(qtbot):
    runner = TaskRunner()
    yield runner
    runner.close()


@pytest.fixture
def owner(qtbot):
    label = QLabel()
    qtbot.addWidget(label)
    return label


def test_a_result_comes_back_on_the_gui_thread(qtbot, runner, owner):
    seen = []
    runner.run(
        "live",
        lambda stop: threading.current_thread().name,
        owner=owner,
        done=lambda name: seen.append((name, threading.current_thread())),
    )
    qtbot.waitUntil(lambda: len(seen) == 1)
    name, thread = seen[0]
    assert name.startswith("lane-live")
    assert thread is threading.main_thread()
    assert runner.busy == 0


def test_an_exception_is_handed_over_not_lost(qtbot, runner, owner):
    seen = []
    runner.run("live", lambda stop: 1 / 0, owner=owner, done=seen.append, failed=seen.append)
    qtbot.waitUntil(lambda: len(seen) == 1)
    assert isinstance(seen[0], ZeroDivisionError)


def test_an_exception_without_a_taker_reaches_the_hook(qtbot, runner, owner):
    with qtbot.captureExceptions() as seen:
        runner.run("live", lambda stop: 1 / 0, owner=owner, done=lambda _: None)
        qtbot.waitUntil(lambda: len(seen) == 1)
    assert seen[0][0] is ZeroDivisionError


def test_jobs_that_draw_compute_one_at_a_time_and_typing_waits_for_none_of_them(qtbot, runner, owner):
    inside, seen, read = [], [], []

    def draw(_stop):
        inside.append(1)
        seen.append(len(inside))
        threading.Event().wait(0.05)
        inside.pop()
        return len(read)

    landed = []
    for _ in range(4):
        runner.run("draw", draw, owner=owner, done=landed.append)
    runner.run("live", lambda _stop: read.append(1), owner=owner, done=lambda _: None)
    qtbot.waitUntil(lambda: len(landed) == 4)
    assert seen == [1, 1, 1, 1]
    assert landed[-1] == 1


def test_a_lane_of_one_keeps_order_and_stop_ends_a_job(qtbot, runner, owner):
    seen = []

    def wait_for_stop(stop):
        stop.wait()
        raise Cancelled("stopped")

    stop = runner.run("store", wait_for_stop, owner=owner, done=seen.append, failed=seen.append)
    runner.run("store", lambda stop: "second", owner=owner, done=seen.append, failed=seen.append)
    assert seen == []
    stop.set()
    qtbot.waitUntil(lambda: len(seen) == 2)
    assert isinstance(seen[0], Cancelled)
    assert seen[1] == "second"


def test_nothing_is_called_for_an_owner_that_is_gone(qtbot, runner):
    seen = []
    owner, go = QLabel(), threading.Event()
    runner.run("live", lambda stop: go.wait(), owner=owner, done=seen.append, failed=seen.append)
    with qtbot.waitSignal(owner.destroyed):
        owner.deleteLater()
    with qtbot.waitSignal(runner.idle):
        go.set()
    assert seen == []


def test_closing_stops_running_jobs_and_drops_queued_ones(qtbot, owner):
    runner = TaskRunner()
    begun, seen = threading.Event(), []

    def job(stop):
        begun.set()
        return stop.wait(10)

    runner.run("store", job, owner=owner, done=seen.append)
    runner.run("store", job, owner=owner, done=seen.append)
    begun.wait(5)
    runner.close()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("lane-store")]


def test_a_thousand_jobs_all_land(qtbot, runner, owner):
    seen = []
    for number in range(1000):
        runner.run("live", lambda stop, n=number: n, owner=owner, done=seen.append)
    qtbot.waitUntil(lambda: len(seen) == 1000, timeout=10_000)
    assert seen == list(range(1000))
