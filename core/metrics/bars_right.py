"""Share of bars that are as long as the metre says: a measure of ours, not of the papers."""

from core.metrics.base import NO_NOTES, Measured, Metric, Tune
from core.score.check import bars_right


def _measure(tune: Tune, _reference: Tune | None) -> Measured:
    if all(measure.metre.free for part in tune.score.parts for measure in part.measures):
        return Measured(None, "the tune has no metre") if tune.pitches else NO_NOTES
    right, total = bars_right(tune.score)
    return Measured(right / total) if total else NO_NOTES


BARS_RIGHT = Metric(
    "bars_right",
    "Bars right",
    "The share of bars that are neither too long nor too short.",
    _measure,
    "high",
)
