"""Does a score add up: what can be said of a tune without knowing how it was written."""

from core.score.check_bars import bars_right, check_bars, pickup
from core.score.check_loops import check_loops
from core.score.check_marks import check_marks
from core.score.check_order import check_order
from core.score.check_singing import check_singing
from core.score.check_voices import check_voices
from core.score.diagnostic import Diagnostic
from core.score.score import Score

CHECKS = (check_bars, check_marks, check_order, check_loops, check_singing, check_voices)
"""Each returns its findings; a finding stands where the notes concerned do."""


def check(score: Score) -> list[Diagnostic]:
    """Return what is wrong with a score, or strange in it."""
    return [finding for one in CHECKS for finding in one(score)]


__all__ = ["CHECKS", "bars_right", "check", "check_bars", "pickup"]
