"""The fixes of what was found in a text, each proved to help, and how many were not looked for."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from core.formats.abc.fixes.edit import apply
from core.formats.abc.fixes.header import numbered
from core.formats.abc.fixes.judge import Judge, Work
from core.formats.abc.fixes.pieces import Piece, Pieces, cut
from core.formats.abc.fixes.table import MISSING_NUMBER, REMEDIES
from core.formats.abc.reader import read
from core.formats.base import Reading, Tune
from core.score.diagnostic import Diagnostic, Fix, Severity

UNLOOKED = "fixes-unlooked"
LEAST_WORK = 200_000
WORK_A_CHARACTER = 50
"""For a text's fixes so many characters are read at most, and so many more for each character that it has."""
MOST_UNNUMBERED = 50
"""Past so many tunes without `X:` only the first finding carries the fix, which numbers them all."""


@dataclass(frozen=True, slots=True)
class Fixes:
    """The fix of each finding of each tune, and for how many findings not all candidates were judged."""

    tunes: tuple[tuple[Fix | None, ...], ...]
    unlooked: int


def work_for(text: str, stopped: Callable[[], bool] = lambda: False) -> Work:
    """Return how much may be read for the fixes of a text."""
    return Work(LEAST_WORK + WORK_A_CHARACTER * len(text), stopped)


def fixes_of(text: str, tunes: Sequence[Tune], stopped: Callable[[], bool] = lambda: False) -> Fixes:
    """Return the fixes of the first tunes of a text. The work is bounded by the text's length, not by a clock.

    A fix makes its finding go away and leaves fewer findings than before, errors counted first.
    """
    search = _Search(text, cut(text), work_for(text, stopped))
    rows = []
    for number, tune in enumerate(tunes):
        made = search.fixes(number, tune, range(len(tune.diagnostics)))
        rows.append(tuple(made.get(place) for place in range(len(tune.diagnostics))))
    return Fixes(tuple(rows), search.unlooked)


def with_fixes(text: str, reading: Reading) -> tuple[Diagnostic, ...]:
    """Return everything that was found in a text, each finding with its fix where there is one.

    Where fixes were not looked for, for want of work that may be done, the last row says of how many findings.
    """
    made = fixes_of(text, reading.tunes)
    rows = [
        replace(row, fix=fix)
        for tune, fixes in zip(reading.tunes, made.tunes, strict=True)
        for row, fix in zip(tune.diagnostics, fixes, strict=True)
    ]
    return (*reading.diagnostics, *rows, *unlooked(made.unlooked))


def unlooked(count: int) -> Iterator[Diagnostic]:
    """Give the finding that says of how many others the fixes were not looked for."""
    if count:
        findings = "1 more finding was" if count == 1 else f"{count} more findings were"
        message = f"Fixes of {findings} not looked for; mend some of the others first."
        yield Diagnostic(Severity.INFO, UNLOOKED, message)


class _Search:
    """Looks for the fixes of one text, tune by tune, on what may be read for all of it."""

    def __init__(self, text: str, pieces: Pieces, work: Work) -> None:
        self.text, self.pieces, self.work = text, pieces, work
        self.unlooked = 0
        self._shared: dict[tuple[str, int, int], Fix | None] = {}
        self._numbered: list[Fix | None] = []

    def fixes(self, number: int, tune: Tune, wanted: Sequence[int]) -> dict[int, Fix | None]:
        """Return the fixes of findings of a tune, which are named by their index."""
        wanted = [place for place in wanted if tune.diagnostics[place].code in REMEDIES]
        if not wanted or number >= len(self.pieces.rows):
            return {}
        made: dict[int, Fix | None] = {}
        if len(self.pieces.rows) > 1:
            made = {place: self._number_all(number) for place in wanted if _unnumbered(tune.diagnostics[place])}
        piece = self.pieces.rows[number]
        rest = [place for place in wanted if place not in made]
        told = {place: self._shared[key] for place in rest if (key := _key(tune.diagnostics[place])) in self._shared}
        made |= told
        rest = [place for place in rest if place not in told]
        alone = self._alone(piece, tune) if rest else None
        if alone is None:
            self.unlooked += len(rest)
            return made
        choices = Judge(piece.text, alone, self.work).best(rest)
        self.unlooked += len(choices.unlooked)
        for place in rest:
            choice = choices.found.get(place)
            made[place] = piece.fix_of(choice.fix) if choice else None
            if piece.shared(tune.diagnostics[place]):
                self._shared[_key(tune.diagnostics[place])] = made[place]
        return made

    def _alone(self, piece: Piece, tune: Tune) -> Tune | None:
        return piece.tune(tune) if self.work.take(piece.text) else None

    def _number_all(self, number: int) -> Fix | None:
        if number and len(self.pieces.rows) > MOST_UNNUMBERED:
            self.unlooked += 1
            return None
        if not self._numbered:
            self._numbered = [number_all(self.text, self.pieces.firsts)]
        return self._numbered[0]


def number_all(text: str, firsts: Sequence[int]) -> Fix | None:
    """Return the fix that puts an `X:` before each tune of a text, which begin at these lines, where it helps."""
    fix = numbered(firsts)
    tunes = read(apply(text, fix.edits)).tunes
    helps = len(tunes) == len(firsts) and not any(_unnumbered(row) for tune in tunes for row in tune.diagnostics)
    return fix if helps else None


def _unnumbered(finding: Diagnostic) -> bool:
    return finding.code == MISSING_NUMBER


def _key(finding: Diagnostic) -> tuple[str, int, int]:
    return finding.code, finding.line, finding.column
