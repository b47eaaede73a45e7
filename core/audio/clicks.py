"""The metronome's sounds, made here, so that they need no soundfont and fall on their very frame."""

from functools import cache

import numpy as np

from core.audio.cycle import Stroke
from core.audio.level import MAKEUP, Floats

ATTACK_SECONDS = 0.001
TONES: dict[Stroke, tuple[tuple[float, ...], float, float]] = {
    Stroke.SAM: ((1760.0, 2640.0), 0.05, 0.45),
    Stroke.TALI: ((1175.0, 1762.0), 0.035, 0.3),
    Stroke.KHALI: ((392.0,), 0.06, 0.22),
    Stroke.MATRA: ((2637.0,), 0.012, 0.1),
}
"""Partials in Hz, each weaker than the one before; seconds in which it falls to 1/e; its peak, of full scale."""
FALLS = 5.0
"""After so many times that, a click is over."""


@cache
def click(stroke: Stroke, rate: int) -> Floats:
    """Return the sound of a stroke, mono, in the units that FluidSynth gives before the level is made up."""
    partials, fall, peak = TONES[stroke]
    time = np.arange(round(fall * FALLS * rate)) / rate
    wave = np.sum([np.sin(2 * np.pi * pitch * time) / n for n, pitch in enumerate(partials, 1)], axis=0)
    wave *= np.exp(-time / fall) * np.minimum(time / ATTACK_SECONDS, 1.0)
    found: Floats = (wave * (peak * 32768 / MAKEUP / np.abs(wave).max())).astype(np.float32)
    return found


class Clicks:
    """What clicks now. Not thread-safe."""

    def __init__(self) -> None:
        self.gain = 1.0
        """The amplitude, 0 to 1."""
        self._sounding: list[tuple[Floats, int]] = []

    def strike(self, stroke: Stroke, rate: int) -> None:
        """Begin a click at the next frame."""
        self._sounding.append((click(stroke, rate), 0))

    def mix(self, out: Floats) -> None:
        """Add the next frames of what clicks to a stereo block."""
        later: list[tuple[Floats, int]] = []
        for wave, begun in self._sounding:
            piece = wave[begun : begun + len(out)]
            out[: len(piece)] += (piece * np.float32(self.gain))[:, None]
            if begun + len(piece) < len(wave):
                later.append((wave, begun + len(piece)))
        self._sounding = later

    def quiet(self) -> None:
        """End every click at once."""
        self._sounding.clear()
