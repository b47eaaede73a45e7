"""Measures of a melody. A new one is a file that defines one value, and its name here."""

from core.metrics.abc_syntax import ABC_SYNTAX
from core.metrics.bars_right import BARS_RIGHT
from core.metrics.base import Measured, Metric, Tune
from core.metrics.kl_divergence import KL_DIVERGENCE
from core.metrics.pitch_entropy import PITCH_ENTROPY
from core.metrics.repetition import REPETITION
from core.metrics.scale_adherence import SCALE_ADHERENCE
from core.registry import by_name

METRICS: tuple[Metric, ...] = (KL_DIVERGENCE, PITCH_ENTROPY, REPETITION, ABC_SYNTAX, SCALE_ADHERENCE, BARS_RIGHT)
METRICS_BY_NAME = by_name(METRICS)

__all__ = ["METRICS", "METRICS_BY_NAME", "Measured", "Metric", "Tune"]
