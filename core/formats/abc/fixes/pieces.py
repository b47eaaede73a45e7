"""A text cut into its tunes, each as a text of its own: what is wrong with one tune is mended without the others."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.formats.abc.fixes.edit import Places
from core.formats.abc.lexer import HEADER_LETTERS, Line, field_of, split_lines, split_tunes
from core.formats.abc.reader import read
from core.formats.abc.reading.tune import MOST_DIAGNOSTICS
from core.formats.base import Tune
from core.score.diagnostic import Diagnostic, Fix

CLOSING = "\n%"
"""Behind a tune of one line: line ends that are written out in it must not cut it once it stands alone."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One tune as a text: the lines before the first tune that hold for all, then its own.

    `head` is how many of the former there are; `numbers` gives for each line of the piece the number in the text.
    """

    text: str
    head: int
    numbers: tuple[int, ...]

    @property
    def closed(self) -> bool:
        """Whether a line was put behind it."""
        return len(self.numbers) == 1

    def tune(self, whole: Tune, most: int = MOST_DIAGNOSTICS) -> Tune | None:
        """Read the tune alone; None where it is another then. What its score was told besides the text stays."""
        if self.numbers[-1] == len(self.numbers):
            return whole
        found = read(self.text, most).tunes
        if len(found) != 1 or [row.code for row in found[0].diagnostics] != [row.code for row in whole.diagnostics]:
            return None
        return replace(found[0], score=replace(found[0].score, rhythm=whole.score.rhythm))

    def line_of(self, line: int) -> int:
        """Return the number in the text of a line of the piece."""
        count = len(self.numbers)
        return self.numbers[line - 1] if line <= count else self.numbers[-1] + line - count

    def fix_of(self, fix: Fix) -> Fix:
        """Return a fix of the piece as one of the text."""
        return replace(fix, edits=tuple(replace(edit, line=self.line_of(edit.line)) for edit in fix.edits))

    def shared(self, finding: Diagnostic) -> bool:
        """Say whether a finding of the text is about a line that holds for all tunes."""
        return bool(self.head) and finding.line <= self.numbers[self.head - 1]


@dataclass(frozen=True, slots=True)
class Pieces:
    """A text as its tunes: what stands before them, a piece for each, and the first line that says something in each.

    A text whose line ends are written out has no pieces.
    """

    before: str
    rows: tuple[Piece, ...]
    firsts: tuple[int, ...]


def cut(text: str) -> Pieces:
    """Cut a text into its tunes."""
    lines = split_lines(text)
    if len(lines) > 1 and lines[-1].number == 1:
        return Pieces(text, (), ())
    starts = [*Places(text).starts, len(text)]
    blocks = split_tunes(lines)
    rows = []
    for block in blocks:
        head = next((place for place, line in enumerate(block) if _begins(line)), 0)
        own = text[starts[block[head].number - 1] : starts[block[-1].number]]
        shared = "".join(text[starts[line.number - 1] : starts[line.number]] for line in block[:head])
        closing = CLOSING if len(block) == 1 else ""
        rows.append(Piece(shared + own + closing, head, tuple(row.number for row in block)))
    begin = starts[blocks[0][rows[0].head].number - 1] if blocks else len(text)
    return Pieces(text[:begin], tuple(rows), tuple(_first(block) for block in blocks))


def _begins(line: Line) -> bool:
    found = field_of(line.text, HEADER_LETTERS)
    return found is not None and found[0] == "X"


def _first(block: Sequence[Line]) -> int:
    return next((line.number for line in block if line.text.strip()), block[0].number)
