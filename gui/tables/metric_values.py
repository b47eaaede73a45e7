"""How a metric's value is written and on what scale it is drawn."""

import math
from dataclasses import dataclass
from typing import Any

from core.metrics.base import Measured, Metric
from core.metrics.pitch_entropy import REFERENCE_MEAN


@dataclass(frozen=True, slots=True)
class Shape:
    """`kind`: `number`, `share` (shown in per cent) or `yes` (1 or 0). `most` ends the scale, which begins at 0.

    `typical` is a value known for real songs, where there is one.
    """

    kind: str = "number"
    most: float = 1.0
    typical: float | None = None


SHAPES = {
    "kl_divergence": Shape(most=4.0),
    "pitch_entropy": Shape(most=math.log2(12), typical=REFERENCE_MEAN),
    "repetition": Shape("yes"),
    "abc_syntax": Shape("yes"),
    "scale_adherence": Shape("yes"),
    "bars_right": Shape("share"),
}
"""A metric that is not named here is a number from 0 to 1."""
MISSING = "–"


def shape_of(name: str) -> Shape:
    """Return how a metric is shown."""
    return SHAPES.get(name, Shape())


def written(name: str, value: float | None) -> str:
    """Return a value as it is shown; a missing one is a dash, never 0."""
    if value is None:
        return MISSING
    kind = shape_of(name).kind
    if kind == "yes":
        return "yes" if value >= 0.5 else "no"
    if kind == "share":
        # 99.6 % of the bars are not all of them
        return f"{math.floor(100 * value) if value < 1 else 100} %"
    return f"{value:.2f}"


def meaning(metric: Metric) -> str:
    """Return what a metric means, in the words in which its value is shown."""
    if shape_of(metric.name).kind == "yes" and metric.meaning.startswith("1 "):
        return f"Yes{metric.meaning[1:]}"
    return metric.meaning


def kept(metrics: dict[str, Any], name: str) -> Measured | None:
    """Return what a take holds of a metric; None where it was never measured."""
    found = metrics.get(name)
    if not isinstance(found, dict):
        return None
    value, missing = found.get("value"), found.get("missing")
    if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        return Measured(float(value))
    return Measured(None, str(missing or "no reason was kept"))
