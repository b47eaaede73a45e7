"""Turns: of the threads that compute in Python, only a few do so at once.

Threads share one interpreter, so several that compute at once are no faster than one; but each time the window's thread
needs the interpreter it then waits for all of them in turn. A thread that waits for a child process gives its turn up.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Turns:
    """Lets `most` threads compute at once; the others wait."""

    def __init__(self, most: int) -> None:
        self._free = threading.Semaphore(most)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for a turn and hold it. A thread holds one at most."""
        with self._free:
            _held.turns = self
            try:
                yield
            finally:
                _held.turns = None

    def _give_up(self) -> None:
        _held.turns = None
        self._free.release()

    def _take_again(self) -> None:
        self._free.acquire()
        _held.turns = self


class _Held(threading.local):
    """Whose turn the thread holds."""

    turns: Turns | None = None


_held = _Held()


@contextmanager
def away() -> Iterator[None]:
    """Give up this thread's turn, if it holds one, as long as it waits for something else.

    Nothing may be held meanwhile that another thread needs before it gives up its own turn.
    """
    turns = _held.turns
    if turns is None:
        yield
        return
    turns._give_up()
    try:
        yield
    finally:
        turns._take_again()
