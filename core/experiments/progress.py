"""How a run stands: what is done, how fast it goes, when it will end."""

import threading
from collections import deque
from dataclasses import dataclass

from core.benchmarks.base import Status

WINDOW = 30
"""The rate is of so many latest answers: a server that has got slower shows."""


@dataclass(frozen=True, slots=True)
class Finished:
    """An item that has just ended."""

    item: int
    sample: str
    status: Status
    letter: str | None = None
    seconds: float = 0.0
    message: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a run stands. `done` counts errors too, and what earlier starts did; `rate` is in items a second.

    `seconds_left` and `rate` are None until something is known, `accuracy` is None where nothing was answered.
    """

    total: int
    done: int
    errors: int
    accuracy: float | None
    rate: float | None
    seconds_left: float | None
    prompt_tokens: int
    reply_tokens: int
    cost: float
    at_once: int
    retries: int
    paused: bool
    last: Finished | None = None
    remark: str = ""
    """A retry, in words; empty otherwise."""


class Pace:
    """The rate of the latest answers."""

    def __init__(self) -> None:
        self._at: deque[float] = deque(maxlen=WINDOW + 1)

    def begin(self, now: float) -> None:
        """Start to count, at first and after a pause."""
        self._at.clear()
        self._at.append(now)

    def tick(self, now: float) -> None:
        """Note an answer."""
        self._at.append(now)

    @property
    def rate(self) -> float | None:
        """Answers a second; None before the first."""
        passed = self._at[-1] - self._at[0] if len(self._at) > 1 else 0.0
        return (len(self._at) - 1) / passed if passed > 0 else None


class Control:
    """What a person does to a run from another thread: pause, go on, stop."""

    def __init__(self) -> None:
        self.stop = threading.Event()
        self._paused = threading.Event()

    @property
    def paused(self) -> bool:
        """Whether nothing new is asked for the while."""
        return self._paused.is_set()

    def pause(self) -> None:
        """Ask nothing new; what is under way comes to its end."""
        self._paused.set()

    def proceed(self) -> None:
        """Go on after a pause."""
        self._paused.clear()
