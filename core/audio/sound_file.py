"""Samples to files."""

import io
import wave
from types import ModuleType

import numpy as np

from core.audio.synth import RATE, Samples
from core.errors import AudioError, MissingPackage

MP3_LEVEL = 0.2
"""0 is the best quality of a variable bit rate, 1 the smallest file; this is some 200 kbit/s."""
FULL = 32768.0
BLOCK = 1 << 16


def wav_bytes(samples: Samples) -> bytes:
    """Return a WAV file: 44.1 kHz, 16 bit, as many channels as the samples have columns."""
    channels = 1 if samples.ndim == 1 else samples.shape[1]
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.astype("<i2").tobytes())
    return buffer.getvalue()


def flac_bytes(samples: Samples) -> bytes:
    """Return a FLAC file of the very same samples. Raises MissingPackage or AudioError."""
    module = _load()
    buffer = io.BytesIO()
    try:
        module.write(buffer, samples, RATE, format="FLAC", subtype="PCM_16")
    except module.SoundFileError as error:
        raise _cannot("FLAC", error) from error
    return buffer.getvalue()


def mp3_bytes(samples: Samples) -> bytes:
    """Return an MP3 file. Raises MissingPackage or AudioError.

    Its first frame says how many samples encoder and decoder add, and players that read it begin at sample 0; others
    are some 25 ms late.
    """
    module = _load()
    buffer = io.BytesIO()
    channels = 1 if samples.ndim == 1 else samples.shape[1]
    try:
        with module.SoundFile(
            buffer, "w", RATE, channels, format="MP3", bitrate_mode="VARIABLE", compression_level=MP3_LEVEL
        ) as file:
            for start in range(0, len(samples), BLOCK):
                # libsndfile 1.2.2 writes noise for samples that are given to it as whole numbers
                file.write(samples[start : start + BLOCK].astype(np.float32) / np.float32(FULL))
    except (module.SoundFileError, ValueError) as error:
        raise _cannot("MP3", error) from error
    return buffer.getvalue()


def encoder() -> str:
    """Return what writes MP3 and FLAC, once it has written a moment of both. Raises MissingPackage or AudioError."""
    silence = np.zeros((RATE // 10, 2), np.int16)
    if not (flac_bytes(silence) and mp3_bytes(silence)):
        raise AudioError("libsndfile wrote an empty file. Export as WAV, or update it to version 1.1 or later.")
    return f"libsndfile {_load().__libsndfile_version__}"


def _load() -> ModuleType:
    try:
        import soundfile
    except ModuleNotFoundError as error:
        raise MissingPackage("soundfile", "MP3 and FLAC", "sound") from error
    except (ImportError, OSError) as error:
        raise AudioError(
            "MP3 and FLAC need the library libsndfile. Install it: apt install libsndfile1, or brew install libsndfile."
        ) from error
    module: ModuleType = soundfile
    return module


def _cannot(kind: str, error: Exception) -> AudioError:
    return AudioError(f"libsndfile cannot write {kind} ({error}). Export as WAV, or update it to version 1.1 or later.")
