"""Pitch histogram entropy (South Asian music paper, appendix D.2)."""

import math

from core.metrics.base import NO_NOTES, Measured, Metric, Tune
from core.metrics.pitch_text import histogram

REFERENCE_MEAN = 2.86
"""Bits: what the paper states for its reference scores (section 5.2.1)."""


def entropy(names: tuple[str, ...]) -> float:
    """Return -sum P log2 P over pitch classes, in bits; `names` must not be empty."""
    # adding 0.0 turns the -0.0 of a tune on one pitch into 0.0
    return -math.fsum(share * math.log2(share) for share in histogram(names).values()) + 0.0


def _measure(tune: Tune, _reference: Tune | None) -> Measured:
    return Measured(entropy(tune.pitches)) if tune.pitches else NO_NOTES


PITCH_ENTROPY = Metric(
    "pitch_entropy",
    "Pitch entropy",
    f"How evenly pitches are used, in bits. The paper's reference songs have {REFERENCE_MEAN}.",
    _measure,
)
