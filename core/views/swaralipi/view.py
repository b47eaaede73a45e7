"""Akarmatrik swaralipi: letters of swaras in columns of matras, by cycles and vibhags, words below."""

from core.score.score import Score
from core.views.base import Drawing, Layout, View
from core.views.swaralipi.draw import draw


class Swaralipi:
    """Draws the first sung part. Sa is the tonic; the matra comes from the tala (`core.tradition.cells.build`)."""

    name = "swaralipi"
    title = "Swaralipi"

    def draw(self, score: Score, layout: Layout) -> Drawing:
        """Draw the score. What akarmatrik cannot write is marked with a star and told in the diagnostics."""
        return draw(score, layout)


SWARALIPI: View = Swaralipi()
