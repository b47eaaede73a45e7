"""Figures a reviewer accepts: an interval for a share, a test of paired answers, many tests at once, the bootstrap.

Distributions come from `scipy.special`: it loads in a third of the time of `scipy.stats` or `statsmodels`, and a report
must be there at once. The tests hold ours against both.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Literal

from core.errors import MissingPackage

if TYPE_CHECKING:
    import numpy as np

CONFIDENCE = 0.95
EXACT_BELOW = 25
"""Fewer discordant pairs than this are tested exactly, as McNemar's chi-square needs some 25."""
RESAMPLES = 9999


@dataclass(frozen=True, slots=True)
class McNemar:
    """A two-sided test of two sets of paired answers. `statistic` is None where the test was exact."""

    p: float
    statistic: float | None
    exact: bool

    @property
    def method(self) -> str:
        """How `p` was found, for a report."""
        return "exact binomial" if self.exact else "chi-square with continuity correction"


def wilson(correct: int, n: int, confidence: float = CONFIDENCE) -> tuple[float, float] | None:
    """Return Wilson's score interval of a share without continuity correction, None for n = 0.

    Source: Wilson 1927; method 3 of Newcombe, Statistics in Medicine 17 (1998) 857-872. Raises ValueError for counts
    that cannot be, MissingPackage.
    """
    if not 0 <= correct <= n:
        raise ValueError(f"{correct} of {n} is no share")
    _check_confidence(confidence)
    if n == 0:
        return None
    z = float(_special().ndtri(0.5 + confidence / 2))
    p = correct / n
    middle = 2 * correct + z * z
    half = z * (z * z + 4 * n * p * (1 - p)) ** 0.5
    below = 2 * (n + z * z)
    # at the ends the bound is the share itself; rounding must not push it beyond
    low = 0.0 if correct == 0 else min((middle - half) / below, p)
    high = 1.0 if correct == n else max((middle + half) / below, p)
    return low, high


def mcnemar(only_first: int, only_second: int) -> McNemar:
    """Test whether two models differ, from the items that just one of them had right.

    Under 25 such items the p value is the exact binomial one (twice the smaller tail, at most 1), else that of
    chi-square with one degree of freedom and Edwards' continuity correction, which is not taken beyond 0. Source:
    McNemar 1947; Fagerland, Lydersen and Laake, BMC Medical Research Methodology 13 (2013) 91. Raises ValueError for
    negative counts, MissingPackage.
    """
    if only_first < 0 or only_second < 0:
        raise ValueError("counts are not negative")
    n = only_first + only_second
    if n == 0:
        return McNemar(1.0, None, exact=True)
    special = _special()
    if n < EXACT_BELOW:
        tail = float(special.bdtr(float(min(only_first, only_second)), n, 0.5))
        return McNemar(min(1.0, 2 * tail), None, exact=True)
    statistic = max(abs(only_first - only_second) - 1, 0) ** 2 / n
    return McNemar(float(special.chdtrc(1, statistic)), statistic, exact=False)


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Return Holm's adjusted p values, in the order given: the k-th smallest of m times m - k + 1, rising, at most 1.

    Source: Holm, Scandinavian Journal of Statistics 6 (1979) 65-70. Raises ValueError for what is no p value.
    """
    if any(not 0 <= p <= 1 for p in p_values):
        raise ValueError("a p value lies between 0 and 1")
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = highest
    return tuple(adjusted)


def bootstrap(
    values: Sequence[float], seed: int, *, statistic: Callable[["np.ndarray"], "np.ndarray"] | None = None,
    confidence: float = CONFIDENCE, resamples: int = RESAMPLES, method: Literal["percentile", "bca"] = "percentile",
) -> tuple[float, float] | None:  # fmt: skip
    """Return a bootstrap interval of the mean, or of `statistic`, which takes an array (rows, n) and gives (rows,).

    The same values, seed and resamples give the same interval. None where there is none to give: fewer than two
    values, or BCa that is not defined since every resample lies on one side. Values that are all alike give an
    interval of no width. Source: Efron and Tibshirani, An Introduction to the Bootstrap (1993), 13.3 (percentile) and
    14.3 (BCa, with the jackknife's acceleration). Raises ValueError for values that are no finite numbers,
    MissingPackage.
    """
    import numpy as np

    _check_confidence(confidence)
    sample = np.asarray(values, dtype=float)
    if not np.isfinite(sample).all():
        raise ValueError("the bootstrap needs finite values; leave out what is missing")
    if len(sample) < 2:
        return None
    measure = statistic or _mean
    here = float(measure(sample[np.newaxis, :])[0])
    if (sample == sample[0]).all():
        return here, here
    found = _resampled(sample, seed, measure, resamples)
    tails = (0.5 - confidence / 2, 0.5 + confidence / 2)
    if method == "bca":
        corrected = _bca_tails(sample, measure, here, found, tails)
        if corrected is None:
            return None
        tails = corrected
    low, high = np.quantile(found, tails)
    return float(low), float(high)


def _mean(rows: "np.ndarray") -> "np.ndarray":
    means: np.ndarray = rows.mean(axis=1)
    return means


def _resampled(
    sample: "np.ndarray", seed: int, measure: Callable[["np.ndarray"], "np.ndarray"], resamples: int
) -> "np.ndarray":
    """Return the statistic of every resample; a bounded number of them is in memory at once."""
    import numpy as np

    random = np.random.default_rng(seed)
    batch = max(1, 1_000_000 // len(sample))
    parts = [
        measure(sample[random.integers(0, len(sample), (min(batch, resamples - start), len(sample)))])
        for start in range(0, resamples, batch)
    ]
    return np.concatenate(parts)


def _bca_tails(
    sample: "np.ndarray", measure: Callable[["np.ndarray"], "np.ndarray"], here: float, found: "np.ndarray",
    tails: tuple[float, float],
) -> tuple[float, float] | None:  # fmt: skip
    """Move the two tails for bias and skewness; None where that is not defined. Ties count half to each side."""
    import numpy as np

    special = _special()
    below = float((found < here).mean() + (found == here).mean() / 2)
    if not 0 < below < 1:
        return None
    bias = float(special.ndtri(below))
    left_out = np.array([float(measure(np.delete(sample, place)[np.newaxis, :])[0]) for place in range(len(sample))])
    apart = left_out.mean() - left_out
    spread = float((apart**2).sum())
    speed = float((apart**3).sum()) / (6 * spread**1.5) if spread > 0 else 0.0
    moved = []
    for tail in tails:
        z = bias + float(special.ndtri(tail))
        moved.append(float(special.ndtr(bias + z / (1 - speed * z))))
    return moved[0], moved[1]


def _check_confidence(confidence: float) -> None:
    if not 0 < confidence < 1:
        raise ValueError("a confidence lies between 0 and 1, such as 0.95")


def _special() -> ModuleType:
    try:
        from scipy import special
    except ImportError as error:
        raise MissingPackage("scipy", "Statistics", "reports") from error
    found: ModuleType = special
    return found
