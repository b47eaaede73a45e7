"""The tala that a tune's `R:` names against its metre, said where `R:` stands."""

from collections.abc import Sequence

from core.formats.abc.lexer import HEADER_LETTERS, Line, field_of
from core.score.diagnostic import Diagnostic
from core.score.score import Score
from core.tradition.check import check


def check_tala(score: Score, lines: Sequence[Line]) -> list[Diagnostic]:
    """Return a finding where the metre cannot carry the tala."""
    if not score.rhythm:
        return []
    for line in lines:
        found = field_of(line.text, HEADER_LETTERS)
        if found is not None and found[0] == "R":
            column = line.offset + len(line.text) - len(found[1]) + 1
            return check(score, line.number, column, len(found[1]))
    return check(score)
