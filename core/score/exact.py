"""Exact sums that are asked for over and over: a tune has thousands of notes, but few different onsets and lengths."""

from fractions import Fraction

MOST_KEPT = 50_000

_sums: dict[tuple[tuple[int, int], tuple[int, int]], Fraction] = {}


def plus(one: Fraction, other: Fraction) -> Fraction:
    """Return the sum of two fractions, remembered: a look-up is some five times cheaper than the sum itself."""
    key = (one.as_integer_ratio(), other.as_integer_ratio())
    found = _sums.get(key)
    if found is None:
        if len(_sums) > MOST_KEPT:
            _sums.clear()
        found = _sums[key] = one + other
    return found
