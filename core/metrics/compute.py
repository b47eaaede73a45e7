"""Run the metrics over a tune."""

from collections.abc import Iterable
from typing import Any

from core.metrics import METRICS
from core.metrics.base import Measured, Metric, Tune


def compute(abc: str, reference: str | None = None, metrics: Iterable[Metric] = METRICS) -> dict[str, Measured]:
    """Measure a tune's raw text, against the raw text of a reference where one is given."""
    tune = Tune(abc)
    other = None if reference is None else Tune(reference)
    return {metric.name: metric.measure(tune, other) for metric in metrics}


def as_json(found: dict[str, Measured]) -> dict[str, Any]:
    """Return the values as JSON objects: missing is null with its reason."""
    return {name: {"value": one.value, "missing": one.missing} for name, one in found.items()}
