"""Loudness: from what FluidSynth gives to what is sent to the device."""

import numpy as np
import numpy.typing as npt

from core.audio.synth import Samples

MAKEUP = 5.0
CEILING = 0.8
"""Of full scale: what is louder is turned down, at once, and comes up again slowly."""
RECOVERY = 0.5
"""The share of its level by which what was turned down comes up again in a second."""
KNEE = 0.82
"""What shoots over the ceiling before it is turned down is rounded off from here on."""
Floats = npt.NDArray[np.float32]


class Level:
    """Make-up gain, volume (gliding from block to block), and a hand at the knob where many voices get too loud."""

    def __init__(self) -> None:
        self.volume = 1.0
        """The amplitude that is wanted, 0 to 1."""
        self._volume = 1.0
        self._turned_down = 1.0

    def apply(self, samples: Floats, rate: int) -> Samples:
        """Return a block as 16 bit; `samples` are in 16-bit units and are changed."""
        samples *= np.float32(MAKEUP / 32768)
        peak = float(np.abs(samples).max(initial=0.0))
        recovered = self._turned_down * (1 + RECOVERY * len(samples) / rate)
        limit = min(CEILING / peak if peak else 1.0, recovered, 1.0)
        start, end = self._volume * self._turned_down, self.volume * limit
        self._volume, self._turned_down = self.volume, limit
        if not peak:
            return samples.astype(np.int16)
        samples *= np.linspace(start, end, len(samples), dtype=np.float32)[:, None]
        loud = np.abs(samples) > KNEE
        if loud.any():
            size = np.abs(samples[loud])
            samples[loud] = np.sign(samples[loud]) * (KNEE + (1 - KNEE) * np.tanh((size - KNEE) / (1 - KNEE)))
        return np.round(samples * 32767).astype(np.int16)
