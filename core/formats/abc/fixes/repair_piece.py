"""One tune of a text while it is repaired: its own text, and where that stands in the whole."""

from collections.abc import Collection

from core.formats.abc.fixes.edit import Places
from core.formats.abc.fixes.judge import Outcome
from core.formats.abc.fixes.pieces import CLOSING, Piece
from core.formats.abc.fixes.table import MISSING_NUMBER, stage_of
from core.formats.base import MOST_NOTES, Tune
from core.score.diagnostic import Edit, Fix

MOST_LISTED = MOST_NOTES
"""A repair sees as many findings of a tune as it has notes: a few at a time would be a reading each time."""


class TunePiece:
    """One tune on its way. `tune` is of the whole text until the first look at how it stands alone."""

    def __init__(self, piece: Piece, tune: Tune, several: bool) -> None:
        self.text, self.tune = piece.text, tune
        self.changed = False
        self._piece, self._several = piece, several
        self._head = Places(piece.text).starts[piece.head]
        self._settled = self._alone = False
        self._look()

    def _look(self) -> None:
        self.places = Places(self.text)
        self.own = self.text[self._head :].removesuffix(CLOSING if self._piece.closed else "")
        self.lines = len(Places(self.own).starts) - 1

    def stands_alone(self) -> bool:
        """Read the tune alone; say whether it is the same then."""
        if not self._settled:
            alone = self._piece.tune(self.tune, MOST_LISTED)
            self._settled, self._alone = True, alone is not None
            self.tune = alone or self.tune
        return self._alone

    def of_stage(self, stage: int, failed: Collection[tuple[str, int]]) -> list[int]:
        """Return the findings of a stage, by their indices, without those that nothing mends."""
        rows = [
            index
            for index, row in enumerate(self.tune.diagnostics)
            if stage_of(row) == stage and not (self._several and row.code == MISSING_NUMBER)
        ]
        return [index for index in rows if self.place(index) not in failed] if failed else rows

    def place(self, index: int) -> tuple[str, int]:
        """Return the code of a finding and its offset."""
        row = self.tune.diagnostics[index]
        return row.code, self.places.offset(row.line, row.column)

    def change(self, outcome: Outcome) -> None:
        """Go on with what edits have made."""
        self.text, self.tune, self.changed = outcome.edited.text, outcome.tune, True
        self._look()

    def is_wide(self, fix: Fix) -> bool:
        """Say whether a fix edits lines that hold for other tunes too."""
        return any(edit.line <= self._piece.head for edit in fix.edits)

    def line_of(self, line: int, before: int) -> int:
        """Return the number in the whole text of a line, where so many lines stand before the tune."""
        head = self._piece.head
        return self._piece.numbers[line - 1] if line <= head else before + line - head

    def edits_of(self, fix: Fix, before: int) -> list[Edit]:
        """Return the edits of a fix in the whole text."""
        return [Edit(self.line_of(e.line, before), e.column, e.length, e.text) for e in fix.edits]

    def ends_in(self, edit: Edit) -> int:
        """Return how many line ends an edit takes out."""
        begin = self.places.offset(edit.line, edit.column)
        return len(Places(self.text[begin : begin + edit.length]).starts) - 1
