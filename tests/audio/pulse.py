"""A sound server without a card, for tests: PulseAudio with a null sink, and a recording of what was played on it.

Everything is the test's own: runtime folder, socket, home. sounddevice finds it through ALSA's `pulse` plug-in, which
Debian's libasound2-plugins makes the default as soon as the server that PULSE_SERVER names answers; neither
/etc/asound.conf nor ~/.asoundrc is needed or written.

The recording runs in processes of its own, so that it hears even what a busy interpreter would miss.
"""

import contextlib
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pytest

from tests import timing

RATE = 44_100
NEEDED = ("pulseaudio", "parec")
PLUGIN = "libasound_module_pcm_pulse.so"
FLOWING_SECONDS = 0.5
"""A fresh null sink sleeps for up to 2 s before it runs in the 10 ms steps that the recording asks for."""
PRIORITY = -11
RECORD = """
import os, struct, sys, time
rest = b""
while data := os.read(0, 65536):
    data = rest + data
    whole = len(data) // 4 * 4
    data, rest = data[:whole], data[whole:]
    sys.stdout.buffer.write(struct.pack("<dI", time.perf_counter(), whole) + data)
    sys.stdout.buffer.flush()
"""
"""Keeps every piece of the recording with the moment at which it came."""
STALL = """
import time
last = time.perf_counter()
while True:
    time.sleep(0.005)
    now = time.perf_counter()
    if now - last > 0.04:
        print(now, flush=True)
    last = now
"""
"""Does nothing but notice when it was not let to: then nobody could have played in time."""


class Pulse:
    """A PulseAudio daemon of our own, and all that comes out of its null sink."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.socket = folder / "native"
        self.environment = {
            **os.environ, "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "XDG_CONFIG_HOME": str(folder),
            "PULSE_RUNTIME_PATH": str(folder), "PULSE_STATE_PATH": str(folder), "PULSE_SERVER": f"unix:{self.socket}",
        }  # fmt: skip
        self._daemon: subprocess.Popen[bytes] | None = None
        self._recorders: list[subprocess.Popen[bytes]] = []
        self._recording = folder / "recording"
        self._stalls = self._start([sys.executable, "-c", STALL], stdout=folder / "stalls")

    def start(self) -> None:
        """Start the daemon and a new recording; return when sound flows steadily."""
        self.socket.unlink(missing_ok=True)
        self._daemon = self._start(
            [
                "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--log-level=error",
                "--high-priority=yes", "--realtime=no", "--no-cpu-limit=yes", "--disable-shm=yes",
                "-L", "module-null-sink sink_name=test",
                "-L", f"module-native-protocol-unix socket={self.socket} auth-anonymous=1",
            ]
        )  # fmt: skip
        self._until(self.socket.exists, "PulseAudio did not start", timing.PATIENCE)
        command = ["parec", "-d", "test.monitor", "--latency-msec=10", "--format=s16le", f"--rate={RATE}"]
        ears = self._start([*command, "--channels=2"], stdout=subprocess.PIPE)
        pen = self._start([sys.executable, "-c", RECORD], stdin=ears.stdout, stdout=self._recording)
        assert ears.stdout is not None
        ears.stdout.close()
        self._recorders = [ears, pen]
        self._until(lambda: self._frames() > FLOWING_SECONDS * RATE, "the null sink gives no sound", timing.PATIENCE)

    def kill(self) -> None:
        """Take the sound server away, as pulling a plug does."""
        if self._daemon is not None:
            for process in (self._daemon, *self._recorders):
                process.kill()
                process.wait()
            self._daemon = None

    def close(self) -> None:
        """End what still runs."""
        self.kill()
        self._stalls.kill()
        self._stalls.wait()

    def stalled(self, since: float) -> bool:
        """Say whether the machine stood still for more than 40 ms since a moment of `time.perf_counter`."""
        return any(float(line) > since for line in (self.folder / "stalls").read_text().splitlines())

    def sound(self, start: float, stop: float) -> np.ndarray:
        """Return what was heard between two moments of `time.perf_counter`, mono, as floats."""
        self._until(lambda: bool(self._pieces(stop + 0.1)), "the recording stands still")
        pieces = self._pieces(start - 0.3, stop + 0.3)
        ends = np.cumsum([len(data) // 4 for _, data in pieces])
        # pieces come late now and then, never early: the earliest tell the true time
        zeros = [moment - end / RATE for (moment, _), end in zip(pieces, ends, strict=True)]
        half = len(zeros) // 2
        assert abs(min(zeros[:half]) - min(zeros[half:])) < 0.02, "the recording has a gap"
        samples = np.frombuffer(b"".join(data for _, data in pieces), "<i2").reshape(-1, 2)
        first = round((start - min(zeros)) * RATE)
        return samples[max(first, 0) : first + round((stop - start) * RATE)].astype(float).mean(axis=1)

    def _pieces(self, start: float, stop: float = float("inf")) -> list[tuple[float, bytes]]:
        """Read the pieces that came between two moments."""
        found, content, at = [], self._recording.read_bytes(), 0
        head = struct.calcsize("<dI")
        while at + head <= len(content):
            moment, size = struct.unpack_from("<dI", content, at)
            if start < moment < stop and at + head + size <= len(content):
                found.append((moment, content[at + head : at + head + size]))
            at += head + size
        return found

    def _frames(self) -> int:
        return self._recording.stat().st_size // 4

    def _start(self, command, **pipes) -> "subprocess.Popen[bytes]":
        """Start a process of higher priority where there is a right to."""
        with (self.folder / "log").open("ab") as log:
            wanted = pipes.get("stdout", log)
            out = wanted.open("wb") if isinstance(wanted, Path) else wanted
            found = subprocess.Popen(command, env=self.environment, stderr=log, **{**pipes, "stdout": out})
            if isinstance(wanted, Path):
                out.close()
        prefer(found.pid)
        return found

    @staticmethod
    def _until(true, otherwise: str, seconds: float = 10.0) -> None:
        end = time.monotonic() + seconds
        while not true():
            if time.monotonic() > end:
                raise RuntimeError(otherwise)
            time.sleep(0.01)


def prefer(process: int) -> None:
    """Raise the priority of a process: other work on the machine must not be heard as gaps."""
    with contextlib.suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, process, PRIORITY)


def room_for_a_socket() -> str:
    """Return a folder whose name is short, for a socket's has a hundred bytes, and which PulseAudio does not cut."""
    usual = tempfile.gettempdir()
    return usual if len(usual) < 60 and re.fullmatch(r"[\w/.-]+", usual, re.ASCII) else "/tmp"  # noqa: S108


def missing() -> str:
    """Say what is not installed, or nothing."""
    absent = [tool for tool in NEEDED if not shutil.which(tool)]
    places = [*Path("/usr").glob(f"lib*/alsa-lib/{PLUGIN}"), *Path("/usr/lib").glob(f"*/alsa-lib/{PLUGIN}")]
    if not places:
        absent.append(PLUGIN)
    return ", ".join(absent)


@pytest.fixture(scope="module")
def pulse():
    """A running sound server that sounddevice plays on."""
    if absent := missing():
        pytest.skip(f"not installed: {absent} (apt install pulseaudio pulseaudio-utils libasound2-plugins)")
    with (
        tempfile.TemporaryDirectory(prefix="pulse-", dir=room_for_a_socket()) as folder,
        pytest.MonkeyPatch.context() as patch,
    ):
        before = os.getpriority(os.PRIO_PROCESS, 0)
        server = Pulse(Path(folder))
        patch.setenv("PULSE_SERVER", server.environment["PULSE_SERVER"])
        prefer(0)
        try:
            server.start()
            yield server
        finally:
            server.close()
            with contextlib.suppress(PermissionError):
                os.setpriority(os.PRIO_PROCESS, 0, before)
