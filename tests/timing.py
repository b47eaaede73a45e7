"""Time in tests: a machine that others use too stands still now and then, while a fault of ours is there every time.

So what has to be quick has three tries, of which one good one is enough; and what has to happen is waited for.
"""

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
    """Return how long this process computes for some work."""
    started = time.process_time()
    work()
    return time.process_time() - started


def until(true, otherwise="it never came"):
    """Wait for what another thread or process does."""
    ends = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < ends, otherwise
        time.sleep(0.005)
