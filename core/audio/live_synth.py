"""The synthesizer as the player uses it: programs changed while it sounds, silence at once."""

from pathlib import Path
from typing import Protocol

from core.audio.schedule import Sound
from core.audio.synth import CHANNELS, RATE, Samples, Synth

LIVE_GAIN = 0.3
"""Low, so that many loud voices do not clip inside FluidSynth; the engine brings the level up again."""
DRUM_BANK = 128
BANKS = (0, 1, 8, DRUM_BANK)


class Voice(Protocol):
    """What the engine plays on."""

    def start(self, sound: Sound) -> None:
        """Begin a note."""

    def end(self, sound: Sound) -> None:
        """Let a note go."""

    def quiet(self) -> None:
        """End every sound at once."""

    def set_program(self, program: int) -> None:
        """Change the instrument of the notes to come."""

    def samples(self, frames: int) -> Samples:
        """Return the next stereo frames."""

    def close(self) -> None:
        """Free what is held."""


class LiveSynth(Synth):
    """FluidSynth with a soundfont, for playing."""

    def __init__(self, soundfont: Path, program: int, rate: int = RATE) -> None:
        super().__init__(soundfont, program, LIVE_GAIN, rate)
        self.set_program(program)

    def set_program(self, program: int) -> None:
        """Change the instrument; a soundfont without it gives the first one it has."""
        bank, preset = next(
            (
                (bank, preset)
                for bank, preset in ((0, program), *((b, p) for b in BANKS for p in range(128)))
                if self._has(bank, preset)
            ),
            (0, program),
        )
        for channel in CHANNELS:
            self._synth.program_select(channel, self._font, bank, preset)

    def _has(self, bank: int, preset: int) -> bool:
        return self._synth.sfpreset_name(self._font, bank, preset) is not None

    def quiet(self) -> None:
        """End every sound at once."""
        for channel in range(16):
            self._synth.all_sounds_off(channel)

    def close(self) -> None:
        """Free FluidSynth and the soundfont."""
        self._synth.delete()
