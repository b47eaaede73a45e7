"""Staff notation, engraved by Verovio."""

from dataclasses import dataclass

from core.score.score import Score
from core.views import engraving
from core.views.base import Drawing, Layout
from core.views.mei import document as mei


@dataclass(frozen=True, slots=True)
class StaffView:
    """Every part on five lines."""

    name: str = "staff"
    title: str = "Staff"

    def draw(self, score: Score, layout: Layout) -> Drawing:
        """Draw the score. Raises WorkerError where Verovio dies, hangs or is missing."""
        return engraving.draw(score, mei.write(score), layout)


STAFF = StaffView()
