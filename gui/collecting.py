"""Python's cycle collector, kept on the GUI thread.

Left alone it runs in whichever thread makes the most objects. In a lane it would destroy Qt objects there, which ends
the process; so it is switched off and called from a timer instead: a few objects at once while something goes on, all
of them when nothing does. Looking through a score of a thousand bars holds every thread up for 0.2 s.
"""

import gc
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

INTERVAL_MS = 100
YOUNG = 2_000
"""New objects before a look at them."""
MOST_AT_ONCE = 8_000
"""More new objects than this, some 8 ms of looking, are what a lane made; they are put aside until nothing goes on."""
STILL_LOOKS = 50
"""So many looks without anything new, 5 s, are a pause long enough to look at everything."""


class Collector(QObject):
    """Collects from the GUI thread until it is told to end."""

    def __init__(self, parent: QObject | None = None, working: Callable[[], bool] = lambda: False) -> None:
        """`working` tells whether jobs run: waiting for a slow one, an engraver's say, is no pause."""
        super().__init__(parent)
        self._working = working
        self._still = 0
        self._owed = False
        self._held = False
        self._timer = QTimer(self, interval=INTERVAL_MS)
        self._timer.timeout.connect(self.look)

    def start(self) -> None:
        """Take over. What exists by now is not looked at before the first pause."""
        gc.disable()
        gc.collect()
        gc.freeze()
        self._timer.start()

    def end(self) -> None:
        """Give the collector back to Python."""
        self._timer.stop()
        gc.unfreeze()
        gc.enable()

    def stir(self) -> None:
        """Say that something goes on which makes few objects, such as playing."""
        self._still = 0

    def hold(self, busy: bool) -> None:
        """Say that something long goes on, such as a model that writes, or that it has ended."""
        self._held = busy
        self._still = 0

    def look(self) -> None:
        """Collect as much as is due."""
        count = gc.get_count()[0]
        if count >= YOUNG:
            self._still, self._owed = 0, True
            if count <= MOST_AT_ONCE:
                gc.collect(0)
            else:
                gc.freeze()
            return
        self._still = 0 if self._held or self._working() else self._still + 1
        if self._owed and self._still >= STILL_LOOKS:
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            self._owed = False
