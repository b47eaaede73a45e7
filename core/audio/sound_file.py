"""Samples to files."""

import io
import wave

from core.audio.synth import RATE, Samples


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
