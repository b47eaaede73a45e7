"""Python's cycle collector, kept on the GUI thread.

Left alone it runs in whichever thread makes the most objects. In a lane it would destroy Qt objects there, which ends
the process; so it is switched off and called from a timer instead, young objects often, all of them seldom.
"""

import gc

from PySide6.QtCore import QObject, QTimer

INTERVAL_MS = 500
THRESHOLDS = (2_000, 10, 20)
"""New objects before a look at the youngest; looks before one at the middle; looks at those before one at all."""


class Collector(QObject):
    """Collects from the GUI thread until it is told to end."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._middle = self._whole = 0
        self._timer = QTimer(self, interval=INTERVAL_MS)
        self._timer.timeout.connect(self.look)

    def start(self) -> None:
        """Take over. What exists by now lives as long as the window and is left out of every later look."""
        gc.disable()
        gc.collect()
        gc.freeze()
        self._timer.start()

    def end(self) -> None:
        """Give the collector back to Python."""
        self._timer.stop()
        gc.unfreeze()
        gc.enable()

    def look(self) -> None:
        """Collect as much as is due."""
        if gc.get_count()[0] < THRESHOLDS[0]:
            return
        self._middle += 1
        if self._middle <= THRESHOLDS[1]:
            gc.collect(0)
            return
        self._middle = 0
        self._whole += 1
        if self._whole <= THRESHOLDS[2]:
            gc.collect(1)
            return
        self._whole = 0
        gc.collect()
