"""Turns: few threads compute at once, and none that waits for a process keeps another from it."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from core.errors import Cancelled
from core.workers.process import Worker
from core.workers.turns import Turns, away
from tests.timing import PATIENCE, until


@pytest.fixture
def worker():
    worker = Worker("probe")
    yield worker
    worker.kill()


@pytest.mark.parametrize("most", [1, 3])
def test_no_more_compute_at_once_than_may(most):
    turns, inside, seen = Turns(most), [], []
    full = threading.Barrier(most)

    def job(number):
        with turns.turn():
            inside.append(number)
            full.wait(PATIENCE)
            seen.append(len(inside))
            time.sleep(0.005)
            inside.remove(number)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(job, range(13 * most)))
    assert max(seen) == most


def test_who_waits_for_a_process_gives_the_turn_up_and_takes_it_again(worker):
    turns, stop = Turns(1), threading.Event()

    def waits():
        with turns.turn():
            with pytest.raises(Cancelled):
                worker.call("wait", {}, stop=stop)
            return turns._free.acquire(blocking=False)

    def computes():
        with turns.turn():
            assert not stop.is_set()

    with ThreadPoolExecutor(2) as pool:
        waiting = pool.submit(waits)
        until(lambda: worker.pid is not None)
        pool.submit(computes).result(PATIENCE)
        stop.set()
        assert waiting.result(PATIENCE) is False, "the turn was held again"
    assert turns._free.acquire(blocking=False)


def test_two_that_wait_for_the_same_process_do_not_wait_for_each_other(worker):
    turns = Turns(1)

    def job(number):
        with turns.turn():
            return [worker.call("echo", {"number": number, "step": step})["step"] for step in range(10)]

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(job, range(8), timeout=PATIENCE)) == [list(range(10))] * 8


def test_a_job_that_fails_gives_its_turn_back():
    turns = Turns(1)
    with pytest.raises(ZeroDivisionError), turns.turn():
        1 / 0  # noqa: B018
    with turns.turn():
        pass


def test_without_a_turn_there_is_nothing_to_give_up():
    with away():
        pass
