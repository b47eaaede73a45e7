"""The child's side: `python -m core.workers.child NAME FD` runs the jobs of one module until the parent goes away."""

import importlib
import os
import queue
import socket
import sys
import threading
import traceback
from collections.abc import Callable
from typing import Any

from core.errors import AppError
from core.workers.wire import Closed, Message, Wire

Emit = Callable[[Any], None]
Job = Callable[[dict[str, Any], Emit, threading.Event], Any]

MODULES = {
    "llama": "core.workers.llama_jobs",
    "music21": "core.workers.music21_jobs",
    "probe": "core.workers.probe_jobs",
    "verovio": "core.workers.verovio_jobs",
}
"""What a child can be. Each module holds `JOBS`, a table of jobs by name."""


def main(name: str, handle: str) -> None:
    """Serve jobs one at a time; a cancel reaches the running one through its stop event."""
    wire = Wire(_connect(handle))
    _guard_output()
    jobs: dict[str, Job] = importlib.import_module(MODULES[name]).JOBS
    waiting: queue.Queue[Message] = queue.Queue()
    stops: dict[int, threading.Event] = {}

    def listen() -> None:
        try:
            while (message := wire.receive()) is not None:
                if "cancel" in message:
                    stops.setdefault(message["cancel"], threading.Event()).set()
                else:
                    stops.setdefault(message["id"], threading.Event())
                    waiting.put(message)
        except Closed:
            os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    wire.send({"ready": os.getpid()})
    while True:
        message = waiting.get()
        number = message["id"]
        try:
            wire.send(_answer(wire, jobs, message, stops[number]))
        except Closed:
            os._exit(0)
        stops.pop(number, None)


def _answer(wire: Wire, jobs: dict[str, Job], message: Message, stop: threading.Event) -> Message:
    number = message["id"]

    def emit(event: Any) -> None:  # noqa: ANN401  any JSON value
        wire.send({"id": number, "event": event})

    try:
        return {"id": number, "result": jobs[message["job"]](message["params"], emit, stop)}
    except Closed:
        raise
    except AppError as error:
        return {"id": number, "error": type(error).__name__, "text": str(error)}
    except Exception as error:  # noqa: BLE001  the edge of the process: the parent must hear of it
        traceback.print_exc()
        return {"id": number, "error": "", "text": f"{type(error).__name__}: {error}"}


def _connect(handle: str) -> socket.socket:
    if sys.platform == "win32":
        size = int(handle)
        return socket.fromshare(sys.stdin.buffer.read(size))
    return socket.socket(fileno=int(handle))


def _guard_output() -> None:
    """Send what libraries print to the error stream, whatever level they print at."""
    os.dup2(2, 1)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
