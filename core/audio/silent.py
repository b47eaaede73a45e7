"""No sound, but the time goes on: for machines without a device, so that the cursor can still be followed."""

from collections.abc import Callable
from time import perf_counter

import numpy as np

from core.audio.schedule import Sound
from core.audio.synth import RATE, Samples

CHUNK = 2048


class SilentVoice:
    """A synthesizer that makes no sound."""

    def start(self, sound: Sound) -> None:
        """Begin nothing."""

    def end(self, sound: Sound) -> None:
        """End nothing."""

    def quiet(self) -> None:
        """Be as quiet as before."""

    def set_program(self, program: int) -> None:
        """Any instrument is as silent."""

    def samples(self, frames: int) -> Samples:
        """Return zeros."""
        return np.zeros((frames, 2), dtype=np.int16)

    def close(self) -> None:
        """Free nothing."""


class SilentOutput:
    """An output that nobody hears. It has no thread: whoever asks what is heard moves it on."""

    def __init__(self) -> None:
        self.rate = RATE
        self.problem = ""
        self.error: BaseException | None = None
        self._fill: Callable[[int], Samples] | None = None
        self._begun = 0.0
        self._frames = 0

    def open(self, fill: Callable[[int], Samples]) -> None:
        """Begin to count."""
        self._fill = fill
        self._begun = perf_counter()
        self._frames = 0

    def heard(self) -> float:
        """Pull what would have been heard by now; return how many frames that is."""
        if self._fill is not None:
            due = int((perf_counter() - self._begun) * self.rate)
            while self._frames < due:
                count = min(CHUNK, due - self._frames)
                self._fill(count)
                self._frames += count
        return float(self._frames)

    def close(self) -> None:
        """Count no more."""
        self._fill = None
