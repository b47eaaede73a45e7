"""Each figure against its own source's printed example, then against a second implementation, then by its laws."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.reports.statistics import EXACT_BELOW, bootstrap, holm, mcnemar, wilson

counts = st.integers(1, 3000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
p_values = st.lists(st.floats(0, 1), max_size=30)
SPATIAL = [48, 36, 20, 29, 42, 42, 20, 42, 22, 41, 45, 14, 6, 0, 33, 28, 34, 4, 32, 24, 47, 41, 24, 26, 30, 41]
"""Efron and Tibshirani (1993), table 14.1: the spatial test, column A."""


@pytest.mark.parametrize(
    ("correct", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_gives_newcombes_table(correct, n, low, high):
    """Newcombe, Statistics in Medicine 17 (1998) 857-872, table I, method 3."""
    assert [round(bound, 4) for bound in wilson(correct, n)] == [low, high]


def test_nothing_asked_has_no_interval():
    assert wilson(0, 0) is None


@pytest.mark.parametrize(("correct", "n"), [(-1, 4), (5, 4), (1, 0)])
def test_impossible_counts_are_refused(correct, n):
    with pytest.raises(ValueError, match="no share"):
        wilson(correct, n)


def test_a_confidence_is_a_share():
    with pytest.raises(ValueError, match="confidence"):
        wilson(1, 2, confidence=95)


@given(counts, st.floats(0.5, 0.999))
@settings(deadline=None)
def test_an_interval_holds_its_share_and_stays_within_bounds(pair, confidence):
    correct, n = pair
    low, high = wilson(correct, n, confidence)
    assert 0 <= low <= correct / n <= high <= 1
    assert low < high


@given(counts)
@settings(deadline=None)
def test_one_more_right_moves_both_bounds_up(pair):
    correct, n = pair
    if correct < n:
        here, above = wilson(correct, n), wilson(correct + 1, n)
        assert here[0] < above[0]
        assert here[1] < above[1]


@given(counts)
@settings(deadline=None)
def test_right_and_wrong_are_mirrors(pair):
    correct, n = pair
    low, high = wilson(correct, n)
    assert wilson(n - correct, n) == pytest.approx((1 - high, 1 - low), abs=1e-12)


@given(counts)
@settings(deadline=None)
def test_more_confidence_is_a_wider_interval(pair):
    narrow, wide = wilson(*pair, 0.9), wilson(*pair, 0.99)
    assert wide[0] <= narrow[0]
    assert narrow[1] <= wide[1]


def test_mcnemar_exact_as_printed():
    """Fagerland, Lydersen and Laake (2013), table 1 (Bentur et al.: 1 and 7 discordant): exact conditional 0.070."""
    found = mcnemar(1, 7)
    assert (round(found.p, 3), found.statistic, found.exact) == (0.070, None, True)
    assert found.method == "exact binomial"


def test_mcnemar_chi_square_as_printed():
    """Agresti (1990), p. 350, approval of the president: 150 and 86 changed their mind; 17.36 before correction."""
    found = mcnemar(150, 86)
    assert round((np.sqrt(found.statistic * 236) + 1) ** 2 / 236, 2) == 17.36
    assert found.statistic == pytest.approx(63**2 / 236)
    assert not found.exact
    assert "continuity" in found.method


def test_mcnemar_as_r_prints_it():
    """`mcnemar.test` of R for 46 and 9 discordant pairs: 23.564, p = 1.208499116e-06."""
    found = mcnemar(46, 9)
    assert round(found.statistic, 3) == 23.564
    assert found.p == pytest.approx(1.208499116e-06, rel=1e-8)


def test_no_discordant_pair_is_no_difference():
    assert mcnemar(0, 0).p == 1.0


def test_equal_counts_are_no_difference_on_either_side_of_the_bound():
    assert mcnemar(12, 12).p == pytest.approx(1.0)
    assert mcnemar(13, 13).p == 1.0


def test_negative_counts_are_refused():
    with pytest.raises(ValueError, match="negative"):
        mcnemar(-1, 3)


@given(st.integers(0, 400), st.integers(0, 400))
@settings(deadline=None)
def test_mcnemar_is_symmetric_and_exact_where_few(one, other):
    found = mcnemar(one, other)
    assert found == mcnemar(other, one)
    assert 0 <= found.p <= 1
    assert found.exact == (one + other < EXACT_BELOW)
    assert (found.statistic is None) == found.exact


@pytest.mark.slow
def test_mcnemar_agrees_with_statsmodels():
    from statsmodels.stats.contingency_tables import mcnemar as judge

    for one in range(0, 60, 3):
        for other in range(0, 60, 4):
            found = mcnemar(one, other)
            if one != other and one + other:
                right = judge([[5, one], [other, 5]], exact=found.exact, correction=True)
                assert found.p == pytest.approx(right.pvalue, rel=1e-9), (one, other)


@pytest.mark.slow
def test_wilson_agrees_with_scipy_and_statsmodels():
    from scipy.stats import binomtest
    from statsmodels.stats.proportion import proportion_confint

    for n in (1, 2, 7, 40, 163, 504, 10_000):
        for correct in {0, 1, n // 3, n - 1, n}:
            found = wilson(correct, n)
            assert found == pytest.approx(proportion_confint(correct, n, method="wilson"), abs=1e-12)
            right = binomtest(correct, n).proportion_ci(0.95, method="wilson")
            assert found == pytest.approx((right.low, right.high), abs=1e-12)


def test_holm_as_printed():
    """The example in the documentation of Pingouin's `holm` (Vallat 2018), which cites Holm (1979)."""
    found = holm([0.50, 0.003, 0.32, 0.054, 0.0003])
    assert found == pytest.approx([0.64, 0.012, 0.64, 0.162, 0.0015])


def test_holm_of_nothing_is_nothing():
    assert holm([]) == ()


@pytest.mark.parametrize("bad", [-0.1, 1.1, float("nan")])
def test_holm_refuses_what_is_no_p_value(bad):
    with pytest.raises(ValueError, match="p value"):
        holm([0.5, bad])


@given(p_values)
def test_holm_never_lowers_a_p_value_and_keeps_the_order(raw):
    found = holm(raw)
    assert all(adjusted >= p for adjusted, p in zip(found, raw, strict=True))
    assert all(adjusted <= 1 for adjusted in found)
    order = sorted(range(len(raw)), key=raw.__getitem__)
    assert [found[place] for place in order] == sorted(found)


@given(p_values, st.randoms())
def test_holm_does_not_mind_the_order(raw, random):
    places = list(range(len(raw)))
    random.shuffle(places)
    found, shuffled = holm(raw), holm([raw[place] for place in places])
    assert tuple(found[place] for place in places) == shuffled


@pytest.mark.slow
@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
@settings(max_examples=40, deadline=None)
def test_holm_agrees_with_statsmodels(raw):
    from statsmodels.stats.multitest import multipletests

    assert holm(raw) == pytest.approx(multipletests(raw, method="holm")[1], abs=1e-12)


def plug_in_variance(rows):
    return rows.var(axis=1)


def test_bootstrap_as_printed():
    """Efron and Tibshirani (1993), table 14.2: 90 % intervals of the variance of the spatial data.

    Theirs are of 2000 resamples: percentile (100.8, 233.9), BCa (115.8, 259.6), for an estimate of 171.5.
    """
    sample = np.array(SPATIAL, dtype=float)
    assert round(float(sample.var()), 1) == 171.5
    percentile = bootstrap(SPATIAL, 492, statistic=plug_in_variance, confidence=0.9, resamples=20_000)
    bca = bootstrap(SPATIAL, 492, statistic=plug_in_variance, confidence=0.9, resamples=20_000, method="bca")
    assert percentile == pytest.approx((100.8, 233.9), abs=4)
    assert bca == pytest.approx((115.8, 259.6), abs=5)


@pytest.mark.slow
def test_bootstrap_agrees_with_scipy():
    from scipy.stats import bootstrap as judge

    sample = np.random.default_rng(1).gamma(2, 3, 60)
    for method in ("percentile", "bca"):
        right = judge((sample,), np.mean, n_resamples=9999, method=method, rng=np.random.default_rng(2))
        found = bootstrap(sample, 3, method=method)
        assert found == pytest.approx(
            (right.confidence_interval.low, right.confidence_interval.high), abs=0.08 * sample.std() / np.sqrt(60) * 2
        )


def test_the_same_seed_gives_the_same_interval_and_another_seed_another():
    assert bootstrap(SPATIAL, 1) == bootstrap(SPATIAL, 1)
    assert bootstrap(SPATIAL, 1) != bootstrap(SPATIAL, 2)


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_small_and_constant_samples(method):
    assert bootstrap([], 1, method=method) is None
    assert bootstrap([3.0], 1, method=method) is None
    assert bootstrap([0.25] * 9, 1, method=method) == (0.25, 0.25)
    low, high = bootstrap([0.0, 1.0], 1, method=method)
    assert 0 <= low <= 0.5 <= high <= 1


def test_bca_without_resamples_on_both_sides_is_missing():
    def above_every_resample(rows):
        return np.full(len(rows), 1.0 if len(rows) == 1 else 0.0)

    assert bootstrap([1.0, 2.0, 3.0], 1, statistic=above_every_resample, method="bca") is None


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_bootstrap_refuses_what_is_no_number(bad):
    with pytest.raises(ValueError, match="finite"):
        bootstrap([1.0, bad], 1)


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=20), st.integers(0, 5))
@settings(max_examples=40, deadline=None)
def test_an_interval_of_the_mean_lies_within_the_values(values, seed):
    low, high = bootstrap(values, seed, resamples=200)
    slack = 1e-9 * max(1.0, *map(abs, values))
    assert min(values) - slack <= low <= high <= max(values) + slack


def test_neither_scipy_stats_nor_statsmodels_is_loaded_for_a_report():
    code = (
        "import sys\n"
        "from core.reports.statistics import holm, mcnemar, wilson\n"
        "assert 'scipy' not in sys.modules\n"
        "wilson(3, 9), mcnemar(30, 9), holm([0.1])\n"
        "assert 'scipy.special' in sys.modules\n"
        "assert not {'scipy.stats', 'statsmodels', 'pandas'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[2], timeout=60)
