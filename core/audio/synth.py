"""FluidSynth renders a schedule to samples."""

import ctypes
import threading
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from core.audio.schedule import MIDDLE, Schedule, Sound
from core.errors import AudioError, Cancelled, MissingPackage

RATE = 44_100
TAIL_SECONDS = 1.5
"""Sound that goes on after the last note: release and room."""
ARTICULATION_SECONDS = 0.03
"""A note is let go this much before its end, or a fifth of it, so that a repeated note is heard anew."""
VELOCITY = 96
GAIN = 0.5
PAN = 10
"""MIDI's controller of where a channel is heard."""
CHUNK = 1 << 15
PEAK = 0.89
"""Of full scale: -1 dB."""
CHANNELS = tuple(channel for channel in range(16) if channel != 9)
"""General MIDI keeps channel 10 for drums."""
Samples = npt.NDArray[np.int16]


def load_fluidsynth() -> ModuleType:
    """Import pyfluidsynth. Raises MissingPackage, or AudioError where FluidSynth's own library is not installed."""
    try:
        import fluidsynth
    except ModuleNotFoundError as error:
        raise MissingPackage("pyfluidsynth", "Sound", "sound") from error
    except (ImportError, OSError, AttributeError) as error:
        raise AudioError(
            "Sound needs FluidSynth's library. Install it: apt install libfluidsynth3, brew install fluid-synth, "
            "or choco install fluidsynth."
        ) from error
    module: ModuleType = fluidsynth
    return module


class Synth:
    """One FluidSynth with a soundfont loaded. Not thread-safe. Use as a context manager."""

    def __init__(self, soundfont: Path, program: int, gain: float = GAIN, rate: int = RATE) -> None:
        module = load_fluidsynth()
        self._synth = module.Synth(gain=gain, samplerate=float(rate))
        self._font = self._synth.sfload(str(soundfont))
        if self._font < 0:
            self._synth.delete()
            raise AudioError(f"FluidSynth cannot load the soundfont {soundfont.name}. Choose another .sf2 file.")
        self._bent: dict[int, int] = dict.fromkeys(range(16), 0)
        self._panned: dict[int, int] = dict.fromkeys(range(16), MIDDLE)
        for channel in CHANNELS:
            self._synth.program_select(channel, self._font, 0, program)

    def __enter__(self) -> "Synth":
        return self

    def __exit__(self, *_: object) -> None:
        self._synth.delete()

    def start(self, sound: Sound) -> None:
        """Begin a note; a microtone bends its channel (range +-2 semitones)."""
        channel = CHANNELS[sound.part % len(CHANNELS)]
        key = round(sound.midi)
        bend = round((sound.midi - key) * 4096)
        if bend != self._bent[channel]:
            self._synth.pitch_bend(channel, bend)
            self._bent[channel] = bend
        if sound.pan != self._panned[channel]:
            self._synth.cc(channel, PAN, sound.pan)
            self._panned[channel] = sound.pan
        self._synth.noteon(channel, key, VELOCITY)

    def end(self, sound: Sound) -> None:
        """Let a note go."""
        self._synth.noteoff(CHANNELS[sound.part % len(CHANNELS)], round(sound.midi))

    def samples(self, frames: int) -> Samples:
        """Return the next stereo frames, shape (frames, 2)."""
        found: Samples = self._synth.get_samples(frames).reshape(-1, 2)
        return found


def actions(schedule: Schedule) -> list[tuple[int, int, Sound]]:
    """Return (frame, 1 to start or 0 to end, sound), endings before beginnings at the same frame.

    Two sounds of one key and part that overlap share a key of the synthesizer; the later start takes over.
    """
    rows: list[tuple[int, int, Sound]] = []
    for sound in schedule.sounds:
        held = max(sound.duration - ARTICULATION_SECONDS, sound.duration * 0.8)
        first = round(sound.onset * RATE)
        rows.append((first, 1, sound))
        rows.append((max(first + 1, round((sound.onset + held) * RATE)), 0, sound))
    rows.sort(key=lambda row: (row[0], row[1]))
    return rows


def render(
    schedule: Schedule,
    soundfont: Path,
    program: int,
    stop: threading.Event | None = None,
) -> Samples:
    """Render a whole schedule: 16-bit stereo at RATE, shape (frames, 2); frame 0 is score time 0.

    Raises AudioError, MissingPackage, or Cancelled.
    """
    total = round((schedule.seconds + TAIL_SECONDS) * RATE)
    out = np.zeros((total, 2), dtype=np.int16)
    if not schedule.sounds:
        # what FluidSynth gives for silence is its dither, which levelling would make loud
        return out
    now = 0
    with Synth(soundfont, program) as synth:
        for frame, begins, sound in actions(schedule):
            if frame > now:
                if stop is not None and stop.is_set():
                    raise Cancelled("Stopped.")
                out[now:frame] = synth.samples(frame - now)[: total - now]
                now = frame
            if begins:
                synth.start(sound)
            else:
                synth.end(sound)
        if total > now:
            out[now:] = synth.samples(total - now)
    return levelled(out)


def levelled(samples: Samples) -> Samples:
    """Scale samples in place so that their peak is PEAK: pieces of few and of many voices come out equally loud."""
    top = max(int(samples.max(initial=0)), -int(samples.min(initial=0)))
    if not top:
        return samples
    factor = np.float32(PEAK * 32767 / top)
    for start in range(0, len(samples), CHUNK):
        # a piece at a time stays in the processor's cache; the whole would be copied to memory three times
        piece = samples[start : start + CHUNK]
        piece[:] = np.rint(piece * factor)
    return samples


def version() -> str:
    """Return FluidSynth's version, such as `2.3.1`."""
    module: Any = load_fluidsynth()
    major, minor, micro = ctypes.c_int(), ctypes.c_int(), ctypes.c_int()
    module._fl.fluid_version(ctypes.byref(major), ctypes.byref(minor), ctypes.byref(micro))
    return f"{major.value}.{minor.value}.{micro.value}"
