"""Run core work off the GUI thread and bring its outcome back: the one place in gui/ that starts threads."""

import logging
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from PySide6.QtCore import QObject, Qt, Signal, Slot
from shiboken6 import isValid

from core.workers.turns import Turns

T = TypeVar("T")
Job = Callable[[threading.Event], T]

LANES = {"live": 1, "draw": 2, "measure": 2, "model": 1, "probe": 1, "sound": 1, "store": 1, "quiz": 1, "look": 2}
"""Workers per lane. A lane of one runs its jobs in order."""

TAKING_TURNS = ("draw", "measure")
"""Lanes with long work in Python. One of their jobs computes at a time; the others wait, or let a process work."""

SWITCH_SECONDS = 0.0002
"""How soon a job in Python makes way for the GUI thread, which asks for the interpreter several times in a turn of the
event loop and each time waits for every thread that computes. With Python's own 5 ms, or with 1 ms and without turns,
that held the window up for 100 to 300 ms while three views of 200 bars were drawn."""


def _in_turn(turns: Turns, job: Job[T]) -> Job[T]:
    def work(stop: threading.Event) -> T:
        with turns.turn():
            return job(stop)

    return work


class TaskRunner(QObject):
    """Queue jobs in lanes. A job is a plain function of a stop event.

    Its result, or its exception, is handed to a callback on the GUI thread, unless the owner is gone by then.
    """

    _landed = Signal(object)
    idle = Signal()
    """The last running job has ended."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        sys.setswitchinterval(SWITCH_SECONDS)
        self._lanes = {
            name: ThreadPoolExecutor(workers, thread_name_prefix=f"lane-{name}") for name, workers in LANES.items()
        }
        self._turns = {lane: Turns(1) for lane in TAKING_TURNS}
        self._stops: set[threading.Event] = set()
        self._closed = False
        self._landed.connect(self._call, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> int:
        """How many jobs are queued or running."""
        return len(self._stops)

    def run(
        self,
        lane: str,
        job: Job[T],
        *,
        owner: QObject,
        done: Callable[[T], None],
        failed: Callable[[BaseException], None] | None = None,
    ) -> threading.Event:
        """Queue a job and return the event that asks it to stop.

        Without `failed` an exception goes to the exception hook on the GUI thread, so that none is lost.
        """
        stop = threading.Event()
        self._stops.add(stop)

        def land(future: Future[T]) -> None:
            if future.cancelled():
                self._post(None, lambda: self._ended(stop))
                return
            error = future.exception()

            def deliver() -> None:
                self._ended(stop)
                if not isValid(owner):
                    return
                if error is None:
                    done(future.result())
                elif failed is not None:
                    failed(error)
                else:
                    raise error

            self._post(None, deliver)

        if self._closed:
            stop.set()
            self._stops.discard(stop)
            return stop
        work = _in_turn(self._turns[lane], job) if lane in self._turns else job
        self._lanes[lane].submit(work, stop).add_done_callback(land)
        return stop

    def post(self, owner: QObject, call: Callable[[], None]) -> None:
        """Run a call on the GUI thread soon; for progress and streamed tokens."""
        self._post(owner, call)

    def close(self) -> None:
        """Ask every job to stop, drop the queued ones and wait for the running ones."""
        self._closed = True
        for stop in list(self._stops):
            stop.set()
        for lane in self._lanes.values():
            lane.shutdown(wait=True, cancel_futures=True)

    def _post(self, owner: QObject | None, call: Callable[[], None]) -> None:
        try:
            self._landed.emit((owner, call))
        except RuntimeError:
            # the window closed while a job was landing; there is nobody left to tell
            logging.getLogger("swaralipi").info("a job landed after the window was gone")

    def _ended(self, stop: threading.Event) -> None:
        self._stops.discard(stop)
        if not self._stops:
            self.idle.emit()

    @Slot(object)
    def _call(self, landed: tuple[QObject | None, Callable[[], None]]) -> None:
        owner, call = landed
        if owner is None or isValid(owner):
            call()
