"""KL divergence of the pitch distributions (South Asian music paper, appendix D.1)."""

import math

from core.metrics.base import NO_NOTES, Measured, Metric, Tune

EPSILON = 1e-10
"""Added to every pitch class of the union before normalising, so that no share is zero."""


def divergence(reference: tuple[str, ...], generated: tuple[str, ...]) -> float:
    """Return D(P || Q) in nats: P the reference's pitch classes, Q the generated ones."""
    classes = sorted(set(reference) | set(generated))
    p = _shares(reference, classes)
    q = _shares(generated, classes)
    return math.fsum(p[name] * math.log(p[name] / q[name]) for name in classes)


def _shares(names: tuple[str, ...], classes: list[str]) -> dict[str, float]:
    raw = {name: names.count(name) / len(names) + EPSILON for name in classes}
    total = math.fsum(raw.values())
    return {name: share / total for name, share in raw.items()}


def _measure(tune: Tune, reference: Tune | None) -> Measured:
    if reference is None:
        return Measured(None, "no reference is given")
    if not tune.pitches:
        return NO_NOTES
    if not reference.pitches:
        return Measured(None, "the reference has no notes")
    return Measured(divergence(reference.pitches, tune.pitches))


KL_DIVERGENCE = Metric(
    "kl_divergence",
    "KL divergence",
    "How far the mix of pitches is from the reference. Lower is closer; 0 is the same mix.",
    _measure,
    "low",
)
