"""What watches that the window's thread always comes back to its event loop."""

import sys
import time
from pathlib import Path
from threading import get_native_id

from PySide6.QtCore import QObject, Qt, QTimer

MOST_SECONDS = 0.05
"""What a turn of the event loop may take."""
STUCK = 0.25
"""Seconds by the clock that no busy machine explains."""


class Watchdog(QObject):
    """Measures the longest turn of the event loop since it began, in seconds.

    `work` is the thread's own work in a turn. `turn` is by the clock, without the time it waited for a core, but with
    what it waited for other threads; on a busy machine the clock also measures the other programs.
    """

    def __init__(self, parent):
        super().__init__(parent)
        self.work = self.turn = 0.0
        self._file = Path(f"/proc/self/task/{get_native_id()}/schedstat") if sys.platform == "linux" else None
        self._last = self._now()
        self._timer = QTimer(self, interval=2)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    @property
    def longest(self):
        """What counts: own work, and a turn by the clock only where it is very long."""
        return max(self.work, self.turn if self.turn > STUCK else 0.0)

    def _now(self):
        waited = int(self._file.read_text().split()[1]) / 1e9 if self._file else 0.0
        return time.thread_time(), time.monotonic() - waited

    def _look(self):
        now = self._now()
        work, turn = (new - old for new, old in zip(now, self._last, strict=True))
        self.work, self.turn = max(self.work, work), max(self.turn, turn)
        self._last = now

    def reset(self):
        """Begin anew."""
        self.work = self.turn = 0.0
        self._last = self._now()

    def end(self):
        """Look no more."""
        self._timer.stop()


def longest_turn(parent, job, tries=3):
    """Return the longest turn while a job is done, the least of some tries.

    What we do wrong shows each time; what another program does to one of two cores does not.
    """
    seen = []
    watch = Watchdog(parent)
    while len(seen) < tries and (not seen or seen[-1] >= MOST_SECONDS):
        watch.reset()
        job()
        seen.append(watch.longest)
    watch.end()
    return min(seen)
