"""Jianpu, the numbered notation: digits for degrees, dots for octaves, lines for short notes, dashes for long ones."""

from core.score.score import Score
from core.views.base import Drawing, Layout, View
from core.views.jianpu import draw


class Jianpu:
    """Draws a score in jianpu with movable do; minor keys are written over their relative major."""

    name = "jianpu"
    title = "Jianpu"

    def draw(self, score: Score, layout: Layout) -> Drawing:
        """Draw the score. What jianpu can only write nearly is told in the diagnostics."""
        return draw.draw(score, layout)


JIANPU: View = Jianpu()
