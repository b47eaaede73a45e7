"""Repetition rate (South Asian music paper, appendix D.3)."""

from core.metrics.base import Measured, Metric, Tune
from core.metrics.pitch_text import music_lines


def _measure(tune: Tune, _reference: Tune | None) -> Measured:
    lines = list(music_lines(tune.abc))
    if not lines:
        return Measured(None, "the tune has no music")
    return Measured(float(any("|:" in line for line in lines)))


REPETITION = Metric(
    "repetition",
    "Repeats",
    "1 where a |: sign stands in the score. A sthayi that returns usually has one.",
    _measure,
    "high",
)
