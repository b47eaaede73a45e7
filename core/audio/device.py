"""The sound device: PortAudio pulls blocks in a thread of its own, and tells when they will be heard."""

import threading
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any, Protocol

from core.audio.synth import RATE, Samples
from core.errors import AudioError, MissingPackage

BLOCK = 512
LATENCY_SECONDS = 0.1
"""Long enough for a busy interpreter, short enough to feel at once."""
SILENCE_SECONDS = 3.0
"""A device that has asked for nothing for so long is gone, though nobody said so."""
ASLEEP_SECONDS = 1.0
"""Who did not look for so long slept, perhaps with the whole machine: that time says nothing of the device."""
JUMP_SECONDS = 0.02
"""The clock follows its readings slowly, unless they are off by this much: then a block came late."""
NO_DEVICE = "There is no sound device. Plug one in or start the sound server."

_open_lock = threading.Lock()
_open_devices: set[int] = set()


class Output(Protocol):
    """What pulls blocks from the player and knows which frame is heard now."""

    rate: int
    problem: str
    error: BaseException | None
    """The mistake in the program that stopped it, if one did."""

    def open(self, fill: Callable[[int], Samples]) -> None:
        """Begin to pull. Raises AudioError."""

    def heard(self) -> float:
        """Return how many frames have been heard since `open`."""

    def close(self) -> None:
        """Pull no more."""


def load_sounddevice() -> ModuleType:
    """Import sounddevice. Raises MissingPackage, or AudioError where PortAudio itself is not installed."""
    try:
        import sounddevice
    except ModuleNotFoundError as error:
        raise MissingPackage("sounddevice", "Playing", "sound") from error
    except (ImportError, OSError) as error:
        raise AudioError(
            "Playing needs the PortAudio library. Install it: apt install libportaudio2, or brew install portaudio."
        ) from error
    module: ModuleType = sounddevice
    return module


def check() -> None:
    """Look whether there is a device to play on, without opening it. Raises AudioError or MissingPackage."""
    with _open_lock:
        _find(load_sounddevice())


def _find(module: Any) -> dict[str, Any]:  # noqa: ANN401  sounddevice has no types
    """Return what PortAudio knows of the default device; its list is made anew, for devices come and go."""
    try:
        if not _open_devices:
            module._terminate()
            module._initialize()
        found: dict[str, Any] = module.query_devices(kind="output")
    except (module.PortAudioError, ValueError) as error:
        raise AudioError(NO_DEVICE) from error
    return found


class SoundDevice:
    """The system's default output, 16 bit stereo."""

    def __init__(self) -> None:
        self.rate = RATE
        self.problem = ""
        self.error: BaseException | None = None
        self.underflows = 0
        """How often a block came too late, so that a gap was heard."""
        self._fill: Callable[[int], Samples] | None = None
        self._stream: Any = None
        self._delivered = 0
        self._zero = 0.0
        """The moment of `perf_counter` at which frame 0 is heard."""
        self._last = 0.0
        self._called = 0.0
        self._looked = self._awake = 0.0
        self._closing = False

    def open(self, fill: Callable[[int], Samples]) -> None:
        """Open the device and begin to pull. Raises AudioError or MissingPackage."""
        module = load_sounddevice()
        self._fill = fill
        with _open_lock:
            found = _find(module)
            try:
                self._start(module, RATE)
            except module.PortAudioError as error:
                own = int(found.get("default_samplerate") or RATE)
                if own == RATE or "sample rate" not in str(error).lower():
                    raise AudioError(_words(error)) from error
                try:
                    self._start(module, own)
                except module.PortAudioError as second:
                    raise AudioError(_words(second)) from second
            _open_devices.add(id(self))

    def _start(self, module: Any, rate: int) -> None:  # noqa: ANN401
        self.rate = rate
        self._called = time.perf_counter()
        stream = module.OutputStream(
            samplerate=rate, channels=2, dtype="int16", latency=LATENCY_SECONDS, blocksize=BLOCK,
            callback=self._pull, finished_callback=self._finished,
        )  # fmt: skip
        try:
            stream.start()
        except module.PortAudioError:
            stream.close(ignore_errors=True)
            raise
        self._stream = stream

    def _pull(self, out: Any, frames: int, times: Any, status: Any) -> None:  # noqa: ANN401
        try:
            self._read_clock(times.outputBufferDacTime - times.currentTime)
            out[:] = self._fill(frames) if self._fill else 0
        except BaseException as error:
            # nobody would see it: PortAudio only knows that it shall stop; the player writes it to the log
            self.error = error
            self.problem = f"Playing stopped by a mistake in the program ({type(error).__name__}: {error})."
            raise load_sounddevice().CallbackAbort from error
        self._delivered += frames
        self.underflows += bool(status.output_underflow)

    def _read_clock(self, delay: float) -> None:
        """Learn from one block when frame 0 is heard; a single reading is off by a few milliseconds."""
        self._called = time.perf_counter()
        if not 0 < delay < 5 and self._stream is not None:
            delay = float(self._stream.latency)
        zero = self._called + max(delay, 0.0) - self._delivered / self.rate
        off = zero - self._zero
        self._zero = zero if abs(off) > JUMP_SECONDS else self._zero + off * 0.1

    def _finished(self) -> None:
        if not self._closing and not self.problem:
            self.problem = "The sound device has gone. Plug it in or start the sound server, then play again."

    def heard(self) -> float:
        """Return how many frames have been heard; never fewer than before, never more than were made."""
        now = time.perf_counter()
        if now - self._looked > ASLEEP_SECONDS:
            self._awake = now
        self._looked = now
        if self._stream is not None and not self.problem and now - max(self._called, self._awake) > SILENCE_SECONDS:
            self.problem = "The sound device does not answer any more. Try to play again."
        self._last = min(max((now - self._zero) * self.rate, self._last), float(self._delivered))
        return self._last

    def close(self) -> None:
        """Close the device at once; what it still holds is not played."""
        self._closing = True
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.abort(ignore_errors=True)
            stream.close(ignore_errors=True)
        with _open_lock:
            _open_devices.discard(id(self))


def _words(error: Exception) -> str:
    text = str(error.args[0] if error.args else error)
    if "unavailable" in text.lower() or "busy" in text.lower():
        return "The sound device is used by another program. Close that one, then play again."
    return f"The sound device cannot be opened ({text}). Choose another one in the system's sound settings."
