"""Time in tests: a machine that others use too stands still now and then, while a fault of ours is there every time.

So what has to be quick has three tries, of which one good one is enough; and what has to happen is waited for.
"""

import gc
import threading
import time

TRIES = 3
PATIENCE = 60.0
"""Seconds that nothing takes on any machine, however busy."""


class Stop(threading.Event):
    """A stop that knows when it was first set."""

    def __init__(self):
        super().__init__()
        self.at = None

    def set(self):
        if self.at is None:
            self.at = time.monotonic()
        super().set()

    def since(self):
        """The seconds since it was set."""
        return time.monotonic() - self.at


class EvenClock:
    """A clock on which a standstill of the machine does not show: from look to look it goes on by 20 ms at most."""

    MOST = 0.02

    def __init__(self):
        self.time = self._last = time.perf_counter()

    def __call__(self):
        now = time.perf_counter()
        self.time += min(now - self._last, self.MOST)
        self._last = now
        return self.time


def least(measure, below):
    """Return the least of up to three measures: seconds, or how many times those of something else beside it."""
    found = []
    while len(found) < TRIES and not (found and min(found) < below):
        found.append(measure())
    return min(found)


def seconds(work):
    """Return how long some work takes."""
    started = time.monotonic()
    work()
    return time.monotonic() - started


def cpu_seconds(work):
    """Return how long this process computes for some work.

    What other tests left behind is put aside: going through it for garbage may take longer than the work.
    """
    gc.freeze()
    try:
        started = time.process_time()
        work()
        return time.process_time() - started
    finally:
        gc.unfreeze()


def until(true, otherwise="it never came"):
    """Wait for what another thread or process does."""
    ends = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < ends, otherwise
        time.sleep(0.005)
