"""Start-up of the command beside a bare Python."""

import subprocess
import sys
import time

ROUNDS = 15


def run() -> dict[str, float]:
    """Return how many times a bare `python -c pass` the command's `--version` takes (medians)."""
    bare = _median([sys.executable, "-c", "pass"])
    ours = _median([sys.executable, "-m", "gui.app", "--version"])
    return {"start of --version, times a bare python": ours / bare, "start of --version, ms": ours * 1000}


def _median(command: list[str]) -> float:
    times = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        times.append(time.perf_counter() - started)
    return sorted(times)[len(times) // 2]
