"""What reaches over the edges between the measures of a tune: ties, slurs, hairpins and other lines, endings."""

from core.score.score import Score
from core.score.side_by_side import tied_into
from core.views.base import Reach
from core.views.mei.columns import Column, edges_of


def reaches(score: Score) -> list[Reach]:
    """Return what reaches over the edge before each measure of the first part, and over the end: nothing."""
    if not score.parts:
        return [Reach()]
    part = score.parts[0]
    edges = edges_of([part], [Column([measure]) for measure in part.measures], 1)
    return [
        Reach(tied_into(score, place), edge.parts[0].slurs, edge.parts[0].lines, edge.ending)
        for place, edge in enumerate(edges)
    ]
