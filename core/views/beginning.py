"""The beginning of a long score, drawn before the whole so that nobody waits for a thousand bars to see the first."""

from dataclasses import replace

from core.score.score import Score

LONG = 96
"""Measures from which on the beginning is worth a drawing of its own: half a second in staff notation."""
BEGINNING = 24
"""Measures of it: a screen full of any view, in less than a tenth of a second."""


def beginning(score: Score) -> Score | None:
    """Return the first measures of every part; None where the score is not long. Ids and spans stay."""
    if max((len(part.measures) for part in score.parts), default=0) < LONG:
        return None
    parts = tuple(replace(part, measures=part.measures[:BEGINNING]) for part in score.parts)
    return replace(score, parts=parts, words=())
