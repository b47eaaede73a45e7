"""The cycle collector stays on the GUI thread while a window is open, and goes back to Python after."""

import gc
import threading
import weakref

from gui.collecting import STILL_LOOKS, YOUNG, Collector


class Knot:
    """An object in a cycle, which only the collector can free."""

    def __init__(self):
        self.self = self


def test_a_lane_never_collects_and_the_timer_does(qtbot):
    collector = Collector()
    collector.start()
    try:
        ends = []
        knots = [Knot() for _ in range(3 * YOUNG)]
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
        qtbot.waitUntil(lambda: len(ends) == 3 * YOUNG, timeout=10_000)
        assert set(ends) == {threading.main_thread()}
    finally:
        collector.end()
    assert gc.isenabled()


def test_waiting_for_a_job_is_no_pause(qtbot, monkeypatch):
    looked = []
    monkeypatch.setattr(gc, "collect", lambda generation=2: looked.append(generation) or 0)
    busy = [True]
    collector = Collector(working=lambda: busy[0])
    collector.start()
    try:
        looked.clear()
        knots = [Knot() for _ in range(2 * YOUNG)]
        collector.look()
        del knots
        monkeypatch.setattr(gc, "get_count", lambda: (0, 0, 0))
        for _ in range(3 * STILL_LOOKS):
            collector.look()
        assert 2 not in looked
        busy[0] = False
        for _ in range(STILL_LOOKS):
            collector.look()
        assert looked[-1] == 2
    finally:
        collector.end()
