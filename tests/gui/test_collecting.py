"""The cycle collector stays on the GUI thread while a window is open, and goes back to Python after."""

import gc
import threading
import weakref

from gui.collecting import THRESHOLDS, Collector


class Knot:
    """An object in a cycle, which only the collector can free."""

    def __init__(self):
        self.self = self


def test_a_lane_never_collects_and_the_timer_does(qtbot):
    collector = Collector()
    collector.start()
    try:
        ends = []
        knots = [Knot() for _ in range(3 * THRESHOLDS[0])]
        for knot in knots:
            weakref.finalize(knot, lambda: ends.append(threading.current_thread()))
        del knot

        def lane():
            knots.clear()
            for _ in range(50_000):
                Knot()

        thread = threading.Thread(target=lane)
        thread.start()
        thread.join()
        assert ends == []
        qtbot.waitUntil(lambda: len(ends) == 3 * THRESHOLDS[0], timeout=10_000)
        assert set(ends) == {threading.main_thread()}
    finally:
        collector.end()
    assert gc.isenabled()
