"""Remembered sums and products."""

from fractions import Fraction
from itertools import product

import pytest

from core.score import exact
from core.score.exact import plus, same, times

VALUES = [Fraction(above, below) for above, below in product((0, 1, 2, 3, 7), (1, 2, 3, 8))]


@pytest.mark.parametrize(("one", "other"), list(product(VALUES, VALUES)))
def test_sums_and_products_are_those_of_fractions_each_time(one, other):
    for _ in range(2):
        assert (plus(one, other), times(one, other)) == (one + other, one * other)
    assert same(one, other) == (one == other)


def test_no_more_is_kept_than_is_good(monkeypatch):
    monkeypatch.setattr(exact, "MOST_KEPT", 10)
    kept = [(plus(Fraction(1, n), Fraction(1)), times(Fraction(1, n), Fraction(2))) for n in range(1, 100)]
    assert kept == [(Fraction(1, n) + 1, Fraction(2, n)) for n in range(1, 100)]
    assert len(exact._sums) <= 11
    assert len(exact._products) <= 11
