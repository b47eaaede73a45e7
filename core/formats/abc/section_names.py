"""The sections that a header's `P:` names against those of the music, said where `P:` stands."""

from collections.abc import Iterator, Sequence

from core.formats.abc.lexer import HEADER_LETTERS, Line, field_of
from core.score.diagnostic import Diagnostic, Severity
from core.score.order import unknown_sections
from core.score.score import Score

MOST_NAMED = 5


def check_sections(score: Score, lines: Sequence[Line]) -> Iterator[Diagnostic]:
    """Warn of sections that are to be played and are not there; they are passed over (ABC 2.1, 3.1.9)."""
    if not score.order:
        return
    unknown, others = unknown_sections(score)
    fields = ((line, field_of(line.text, HEADER_LETTERS)) for line in lines)
    place = next(((line, found[1]) for line, found in fields if found and found[0] == "P"), None)
    if not unknown or place is None:
        return
    line, value = place
    names = ", ".join(name[:20] for name in unknown[:MOST_NAMED]) + (" and others" if len(unknown) > MOST_NAMED else "")
    first = unknown[0][:20]
    if others:
        severity = Severity.WARNING
        what = f"and no section is called so; it is passed over. Write P:{first} where it begins."
    else:
        severity = Severity.INFO
        what = f"and the music has no such section; it is played as written. Write P:{first} and so on in the music."
    column = line.offset + len(line.text) - len(value) + 1
    yield Diagnostic(severity, "order-unknown", f"The order names {names}, {what}", line.number, column, len(value))
