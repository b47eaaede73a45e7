"""The log: one line for each record, and no noise where it cannot be written."""

import threading
import time

from core import log
from tests.timing import PATIENCE


def test_threads_that_log_first_at_the_same_time_write_each_line_once(monkeypatch):
    log.close()
    real, both = log._handler, threading.Barrier(2)

    def slowly():
        time.sleep(0.05)
        return real()

    def write():
        both.wait(PATIENCE)
        log.logger().info("from %s", threading.current_thread().name)

    monkeypatch.setattr(log, "_handler", slowly)
    threads = [threading.Thread(target=write, name=name) for name in ("one", "two")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    log.close()
    lines = log.log_file().read_text(encoding="utf-8").splitlines()
    assert sorted(line.split("INFO ")[1] for line in lines) == ["from one", "from two"]


def test_a_log_that_cannot_be_written_says_nothing_on_the_terminal(capfd):
    log.close()
    log.log_file().mkdir(parents=True)
    log.logger().error("a mistake")
    log.close()
    assert capfd.readouterr() == ("", "")
