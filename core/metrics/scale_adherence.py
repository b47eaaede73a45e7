"""Scale adherence (South Asian music paper, appendix D.5)."""

from core.metrics.base import NO_NOTES, Measured, Metric, Tune

ALLOWED = frozenset({"C", "D", "E", "F", "G", "A", "B", "_E", "_A", "_B"})
"""Scale C with the three flats that the paper permits; any sharp or natural sign fails."""


def _measure(tune: Tune, _reference: Tune | None) -> Measured:
    if not tune.pitches:
        return NO_NOTES
    return Measured(float(all(name in ALLOWED for name in tune.pitches)))


SCALE_ADHERENCE = Metric(
    "scale_adherence",
    "Scale adherence",
    "1 where every pitch is of C D E F G A B or E, A, B flat. Real songs with kori Ma fail this too.",
    _measure,
    "high",
)
