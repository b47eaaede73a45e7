"""Repair a whole text: every fix that needs no person to choose, the safest first, until none is left."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.formats.abc.fixes.edit import Places, apply
from core.formats.abc.fixes.judge import ONCE, Choice, Judge
from core.formats.abc.fixes.pieces import cut
from core.formats.abc.fixes.repair_piece import MOST_LISTED, TunePiece
from core.formats.abc.fixes.suggest import number_all, work_for
from core.formats.abc.fixes.table import MISSING_NUMBER, REMEDIES, STAGES, stage_of
from core.formats.abc.lexer import is_fence, split_lines
from core.formats.abc.reader import read
from core.formats.base import Reading
from core.score.diagnostic import Diagnostic, Edit, Fix

MOST_STEPS = 20_000
SMALL = 8_000
"""Up to so many findings times characters each is mended by itself, and the next is judged by what that made of it."""
FEW, MORE = 4, 8
"""So many findings are mended in one go at first, and so many times as many after each time that all of them are.

What is mended changes what is around it, so that where findings stand close to each other a few at a time is less work.
"""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that was changed: its place in the text as it was by then, and what was done, in words."""

    line: int
    column: int
    code: str
    title: str


@dataclass(frozen=True, slots=True)
class Repaired:
    """The repaired text, what was changed in order, and what is left to a person.

    `unfinished` is true where not everything was looked at: to repair the outcome again may mend more.
    """

    text: str
    changes: tuple[Change, ...]
    left: tuple[Diagnostic, ...]
    unfinished: bool = False


def repair(text: str) -> Repaired:
    """Apply every fix that helps. Never raises; a text with nothing to repair comes back letter for letter.

    What is done to one finding never adds an error, and repairing the outcome again changes nothing, unless it is
    unfinished: past 20,000 fixes, or so much reading for a text of its length, the rest stays as it is.
    """
    work = _Repair(text)
    while work.go_through():
        pass
    kept = work.text if work.changes else text
    return Repaired(kept, tuple(work.changes), _findings(read(work.text)), work.unfinished)


def mends_itself(findings: Iterable[Diagnostic]) -> bool:
    """Say whether `repair` would change anything, of findings that know their fixes."""
    return any(finding.fix is not None and stage_of(finding) is not None for finding in findings)


class _Repair:
    """A text on its way: each pass goes through the stages, each stage through the tunes from top to bottom."""

    def __init__(self, text: str) -> None:
        self.changes: list[Change] = []
        self.work = work_for(text)
        self._full = self._alien = False
        self._done: set[str] = set()
        self._begin(text)

    @property
    def unfinished(self) -> bool:
        """Whether something was not looked at."""
        return self._full or self._alien or self.work.spent

    def _begin(self, text: str) -> None:
        """Take a text to work on, tune by tune."""
        self.text, self.reading = text, read(text, MOST_LISTED)
        pieces = cut(text)
        self._before, self._firsts = pieces.before, pieces.firsts
        several = len(pieces.rows) > 1
        rows = zip(pieces.rows, self.reading.tunes, strict=False)
        self._tunes = [TunePiece(piece, tune, several) for piece, tune in rows]

    def go_through(self) -> bool:
        """Make one pass; return whether anything was changed and another may help."""
        count = len(self.changes)
        self._write_line_ends()
        self._take_fences_out()
        begun = self._tunes
        for stage in STAGES:
            if stage == REMEDIES[MISSING_NUMBER].stage:
                self._number_all()
            while not self._go_through(stage):
                pass
        if len(self.changes) == count:
            return False
        if self._tunes is begun:  # else some stages have not seen them as they are now
            self._done |= {tune.text for tune in begun if not tune.changed}
        self._begin(self._whole())
        return not self._full and self.work.take(self.text)

    def _whole(self) -> str:
        return self._before + "".join(tune.own for tune in self._tunes)

    def _write_line_ends(self) -> None:
        """Write the line ends of a text that spells them out, backslash and n."""
        lines = split_lines(self.text)
        if len(lines) > 1 and lines[-1].number == 1:
            self.changes.append(Change(1, 1, "line-ends", "Write real line ends for \\n"))
            self._begin("\n".join(line.text for line in lines) + "\n")

    def _take_fences_out(self) -> None:
        """Take out the marks that a chat puts around code."""
        lines = split_lines(self.text)
        found = [line for line in lines if is_fence(line.text)]
        if found:
            starts = [*Places(self.text).starts, len(self.text)]
            edits = []
            for count, row in enumerate(found):
                after = lines[row.number].text if row.number < len(lines) else ""
                # words right behind a tune would be read as more of it: where they follow, an empty line stays
                stays = count % 2 == 1 and after.strip() and not is_fence(after)
                length = len(row.text) if stays else starts[row.number] - starts[row.number - 1]
                edits.append(Edit(row.number, 1, length, ""))
            self.changes += [Change(row.number, 1, "fence", "Take out the mark of a code block") for row in found]
            self._begin(apply(self.text, edits))

    def _number_all(self) -> None:
        """Put an `X:` before each tune of a text that has several without: one alone would hide the others."""
        if len(self._tunes) > 1 and any(row.code == MISSING_NUMBER for row in self._tunes[0].tune.diagnostics):
            self._begin(self._whole())
            made = number_all(self.text, self._firsts)
            if made is not None:
                self.changes.append(Change(self._firsts[0], 1, MISSING_NUMBER, made.title))
                self._begin(apply(self.text, made.edits))

    def _go_through(self, stage: int) -> bool:
        """Mend a stage in every tune; False where what holds for all tunes was changed, so that all are read anew."""
        line = len(Places(self._before).starts) - 1
        for tune in self._tunes:
            if tune.text not in self._done:
                wide = self._mend(tune, stage, line)
                if wide is not None:
                    self._begin(apply(self._whole(), tune.edits_of(wide, line)))
                    return not self.work.take(self.text)
            line += tune.lines
        return True

    def _mend(self, tune: TunePiece, stage: int, line: int) -> Fix | None:
        """Mend a stage in one tune, that begins after a line; return a fix that is about other tunes too, if any."""
        failed: set[tuple[str, int]] = set()
        one_by_one = len(tune.of_stage(stage, failed)) * len(tune.text) <= SMALL
        many = 1 if one_by_one else FEW
        while rows := tune.of_stage(stage, failed)[:many]:
            self._full = self._full or len(self.changes) >= MOST_STEPS
            self._alien = self._alien or not tune.stands_alone()
            if self._full or not tune.stands_alone():
                return None
            judge = Judge(tune.text, tune.tune, self.work, MOST_LISTED)
            found = judge.best(rows).found
            failed |= {tune.place(index) for index in rows if index not in found}
            chosen = _apart((found[index], tune.place(index)[1]) for index in sorted(found))
            if chosen and tune.is_wide(chosen[0].fix):
                self._note(tune, chosen[:1], line)
                return chosen[0].fix
            chosen = [row for row in chosen if not tune.is_wide(row.fix)][: MOST_STEPS - len(self.changes)]
            # one that is about many places: what comes after it is judged anew
            once = [count for count, row in enumerate(chosen, 1) if tune.place(row.index)[0] in ONCE]
            chosen = chosen[: once[0]] if once else chosen
            if not chosen:
                many *= 1 if one_by_one else MORE
                continue
            done = judge.together(chosen)
            if done is None:
                failed.add(tune.place(chosen[0].index))
                many = min(many, FEW)
                continue
            count, outcome = done
            if count < len(chosen):
                many = max(FEW, count)
            elif not one_by_one and all(judge.gone(index, outcome) for index in found):
                many *= MORE
            self._note(tune, chosen[:count], line)
            failed = {(code, outcome.edited.moved(place)) for code, place in failed}
            tune.change(outcome)
        return None

    def _note(self, tune: TunePiece, chosen: Sequence[Choice], line: int) -> None:
        """Note what is changed, each change at its place once those before it are made."""
        lines, columns, edited = 0, 0, 0
        for choice in chosen:
            finding = tune.tune.diagnostics[choice.index]
            column = finding.column + (columns if finding.line == edited else 0)
            place = tune.line_of(finding.line, line) + lines
            self.changes.append(Change(place, column, finding.code, choice.fix.title))
            for edit in choice.fix.edits:
                columns = (columns if edit.line == edited else 0) + len(edit.text) - edit.length
                edited = edit.line
                lines += edit.text.count("\n") - tune.ends_in(edit)


def _apart(choices: Iterable[tuple[Choice, int]]) -> list[Choice]:
    """Return the first of choices, and those after it that change nothing that one before them changes.

    Each comes with the offset of its finding.
    """
    chosen: list[Choice] = []
    until = reached = -2
    for choice, place in choices:
        end = max(choice.stretch.end, choice.stretch.begin + 1)
        if choice.stretch.begin >= until:
            chosen.append(choice)
            until = reached = end
        elif place >= reached and choice.bars:
            # a bar that waits for one before it and will still be wrong: what comes after it waits for it
            until = max(until, end)
    return chosen


def _findings(reading: Reading) -> tuple[Diagnostic, ...]:
    return (*reading.diagnostics, *(row for tune in reading.tunes for row in tune.diagnostics))
