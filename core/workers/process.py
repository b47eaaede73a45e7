"""The parent's side: a child process that is started when needed, stopped, killed, and started again."""

import atexit
import contextlib
import itertools
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

from core import errors
from core.errors import AppError, Cancelled, WorkerError
from core.workers.turns import away
from core.workers.wire import Closed, Message, Wire

START_SECONDS = 60.0
STEP_SECONDS = 0.02
"""How often a waiting call looks at its stop event."""
GRACE_SECONDS = 1.0
"""How long a cancelled child may take to come back before it is killed."""


class _Asked(threading.local):
    """What ends the calls of a thread."""

    stop: threading.Event | None = None


_asked = _Asked()


@contextlib.contextmanager
def stopped_by(stop: threading.Event) -> Iterator[None]:
    """Let an event end every call that this thread makes within, those too that are made far from who knows of it."""
    before, _asked.stop = _asked.stop, stop
    try:
        yield
    finally:
        _asked.stop = before


class Worker:
    """One child process of a kind (`core.workers.child.MODULES`). Calls from several threads wait for each other."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._lock = threading.Lock()
        self._ending = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._wire: Wire | None = None
        self._stderr: IO[bytes] | None = None
        self._numbers = itertools.count(1)
        _alive.add(self)

    @property
    def pid(self) -> int | None:
        """The child's process id; None where none runs."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def call(
        self,
        job: str,
        params: dict[str, Any],
        *,
        timeout: float | None = 60.0,
        stop: threading.Event | None = None,
        on_event: Callable[[Any], None] | None = None,
    ) -> Any:  # noqa: ANN401  any JSON value
        """Run a job in the child and return its result.

        Raises the AppError the job raised; WorkerError where the child died or was silent for `timeout` seconds
        (it is killed then, and a new one serves the next call); Cancelled where `stop` was set, or the event that
        `stopped_by` gives every call of this thread.
        """
        stop = stop or _asked.stop
        # the turn first: whoever holds the lock waits for a turn only after it has let go of the lock
        with away(), self._lock:
            if stop is not None and stop.is_set():
                raise Cancelled("Stopped.")
            wire = self._running()
            number = next(self._numbers)
            try:
                wire.send({"id": number, "job": job, "params": params})
                return self._wait(wire, number, timeout, stop, on_event)
            except Closed:
                raise WorkerError(self._obituary()) from None
            except BaseException:
                if self._busy:
                    self._kill()
                raise

    def kill(self) -> None:
        """End the child at once, from any thread; the next call starts a new one."""
        self._kill()

    def _wait(
        self,
        wire: Wire,
        number: int,
        timeout: float | None,
        stop: threading.Event | None,
        on_event: Callable[[Any], None] | None,
    ) -> Any:  # noqa: ANN401
        self._busy = True
        last_sign = time.monotonic()
        cancelled: float | None = None
        while True:
            message = wire.receive(STEP_SECONDS if stop is not None else 0.5)
            now = time.monotonic()
            if message is not None and message.get("id") == number:
                last_sign = now
                if "event" not in message:
                    self._busy = False
                    if cancelled is not None:
                        raise Cancelled("Stopped.")
                    return _result(message)
                if on_event is not None and cancelled is None:
                    on_event(message["event"])
            if cancelled is None and stop is not None and stop.is_set():
                cancelled = now
                wire.send({"cancel": number})
            if cancelled is not None and now - cancelled > GRACE_SECONDS:
                self._kill()
                raise Cancelled("Stopped.")
            if timeout is not None and now - last_sign > timeout:
                self._kill()
                raise WorkerError(f"The {self.name} process gave no answer for {timeout:g} s and was ended.")

    _busy = False

    def _running(self) -> Wire:
        wire = self._wire
        if self.pid is not None and wire is not None:
            return wire
        self._kill()
        return self._start()

    def _start(self) -> Wire:
        ours, theirs = socket.socketpair()
        root = str(Path(__file__).parents[2])
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))}
        environment["PYTHONUTF8"] = "1"
        # unbuffered: what a child prints last tells why it died
        command = [sys.executable, "-u", "-m", "core.workers.child", self.name]
        # A group of its own from its first instant: Ctrl-C in a terminal is for the parent, who stops the job in good
        # order. A child that hears it too dies while the parent still counts on it.
        with self._ending:
            # who ends it meanwhile ends all of it
            stderr = self._stderr = tempfile.TemporaryFile()  # noqa: SIM115  lives as long as the child
            wire = self._wire = Wire(ours)
            try:
                if sys.platform == "win32":
                    command.append("0")
                    process = self._process = subprocess.Popen(
                        command,
                        stdin=subprocess.PIPE,
                        stdout=stderr,
                        stderr=stderr,
                        env=environment,
                        creationflags=subprocess.CREATE_NEW_PROCESS_GROUP,
                    )
                    share = theirs.share(process.pid)
                    assert process.stdin is not None  # noqa: S101  PIPE was asked for
                    process.stdin.write(share)
                    process.stdin.close()
                else:
                    handle = theirs.fileno()
                    self._process = subprocess.Popen(
                        [*command, str(handle)],
                        stdin=subprocess.DEVNULL,
                        stdout=stderr,
                        stderr=stderr,
                        env=environment,
                        pass_fds=(handle,),
                        process_group=0,
                    )
            except OSError as error:
                ours.close()
                raise WorkerError(f"The {self.name} process could not be started: {error.strerror}.") from error
            finally:
                theirs.close()
        try:
            hello = wire.receive(START_SECONDS)
        except Closed:
            raise WorkerError(self._obituary()) from None
        if hello is None:
            self._kill()
            raise WorkerError(f"The {self.name} process did not start within {START_SECONDS:g} s.")
        return wire

    def _obituary(self) -> str:
        """Say how the child ended, with the last line it printed, and bury it."""
        code, process = None, self._process
        if process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                code = process.wait(2)
        how = "ended"
        if code is not None and code < 0:
            how = f"was ended by {_signal_name(-code)}"
        elif code:
            how = f"ended with code {code}"
        said = self.last_words()
        self._kill()
        return f"The {self.name} process {how}{': ' + said if said else ''}. It is started again at the next use."

    def last_words(self) -> str:
        """Return the last line that the child printed."""
        return (self.printed().strip().splitlines() or [""])[-1][:300]

    def printed(self, most: int = 20_000) -> str:
        """Return the end of what the child and its libraries printed so far."""
        stderr = self._stderr
        if stderr is None:
            return ""
        try:
            size = os.fstat(stderr.fileno()).st_size
            if hasattr(os, "pread"):
                found = os.pread(stderr.fileno(), most, max(0, size - most))
            else:
                stderr.seek(max(0, size - most))
                found = stderr.read(most)
        except (OSError, ValueError):
            # ended by another thread meanwhile
            return ""
        return found.decode("utf-8", "replace")

    def _kill(self) -> None:
        self._busy = False
        with self._ending:
            wire, process, stderr = self._wire, self._process, self._stderr
            self._wire = self._process = self._stderr = None
        if wire is not None:
            wire.close()
        if process is not None:
            process.kill()
            process.wait()
        if stderr is not None:
            stderr.close()


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _result(message: Message) -> Any:  # noqa: ANN401
    if "error" not in message:
        return message.get("result")
    kind = getattr(errors, str(message["error"]), None) if message["error"] else None
    if isinstance(kind, type) and issubclass(kind, AppError) and kind is not errors.MissingPackage:
        raise kind(message["text"])
    raise WorkerError(f"The job failed inside its process: {message['text']}")


_alive: "weakref.WeakSet[Worker]" = weakref.WeakSet()


@atexit.register
def _end_all() -> None:
    for worker in list(_alive):
        worker.kill()


_shared: dict[str, Worker] = {}
_shared_lock = threading.Lock()


def shared(name: str) -> Worker:
    """Return the program's one child of a kind, for jobs that keep no state between calls."""
    with _shared_lock:
        return _shared.setdefault(name, Worker(name))
