"""Which fix of a finding is the best: each candidate is judged by reading the text that it makes.

Candidates for findings that stand well apart are judged in one reading: what comes and goes near each is its doing.
Where something comes or goes far from all of them, the candidates are read in halves, in the end each by itself.
So the readings do not grow with the number of findings, and a text twice as long takes twice as long.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from heapq import heappush, heapreplace
from itertools import islice

from core.formats.abc.fixes.edit import Edited, Places, Source
from core.formats.abc.fixes.table import REMEDIES
from core.formats.abc.fixes.turns import Turns
from core.formats.abc.fixes.zones import Upbeats, Zone, Zones
from core.formats.abc.reader import read
from core.formats.abc.reading.tune import MOST_DIAGNOSTICS
from core.formats.base import Tune
from core.score.check_loops import CODE as LOOP
from core.score.diagnostic import Diagnostic, Edit, Fix, Severity

MOST_CANDIDATES = 6
MOST_GROUPS = 8
"""Past so many readings for one candidate of each finding, those of signs are put closer together."""
FAR = {LOOP, "voice-short", "range-high", "range-low"}
"""Findings that a change anywhere in the tune may mend."""
ONCE = {"list-mark", "bar-line", "voice-short", "range-high", "range-low"}
"""Findings that are said once for many places: where one comes or goes tells nothing about whose doing it is."""
MORE = "more"
"""What is found where a tune has more findings than are listed."""
OF_SCORE = {"bar-short", "bar-long", "bar-line", "tie-end", "tie-rest", "slur-open", "slur-close", "slur-same", LOOP,
            "loop-notes", "range-high", "range-low", "note-short", "note-long", "syllables-few", "voice-short",
            "tala-metre", "bar-unplayed", "ending-open", "jump-again", "segno-missing", "fine-missing", "coda-missing",
            "order-unknown", MORE}  # fmt: skip
"""Findings that are listed however many there are."""

Weight = tuple[int, int, int]
NOTHING: Weight = (0, 0, 0)
KINDS = (Severity.ERROR, Severity.WARNING, Severity.INFO)
Row = tuple[str, int, Severity]
"""A finding by its code, offset and severity."""


class Work:
    """How much may be read: a number of characters, so that it ends at the same place on any machine."""

    def __init__(self, characters: int, stopped: Callable[[], bool] = lambda: False) -> None:
        self.left, self._stopped = characters, stopped
        self.spent = False

    def take(self, text: str) -> bool:
        """Say whether a text may be read, and count it."""
        if self.left < len(text) or self._stopped():
            self.spent = True
            return False
        self.left -= len(text)
        return True


@dataclass(slots=True)
class Trial:
    """A candidate for the fix of a finding, with the stretch of text whose findings it may change.

    `hull` is what it edits, and `bars` the bars that it may change; `close` is true where the zone is of a few notes.
    """

    index: int
    fix: Fix
    hull: Zone
    zone: Zone
    bars: Zone
    close: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """A fix that mends its finding, by how much the findings change (less is better), and the stretch it changes.

    `bars` is true where the finding is one of whole bars.
    """

    index: int
    fix: Fix
    change: Weight
    stretch: Zone
    bars: bool


@dataclass(slots=True)
class Outcome:
    """What edits make of a tune: its text and reading, and what has come and gone, by offsets in the new text."""

    edited: Edited
    tune: Tune
    rows: list[Row]
    places: set[tuple[str, int]]
    came: Counter[Row] = field(default_factory=Counter)
    went: Counter[Row] = field(default_factory=Counter)


@dataclass(slots=True)
class Choices:
    """The best fix for each finding that has one, and the findings for which not all candidates were judged."""

    found: dict[int, Choice] = field(default_factory=dict)
    unlooked: set[int] = field(default_factory=set)


class Judge:
    """Judges fixes of one tune, on a text of its own. Findings are named by their index in the tune's diagnostics.

    `most` is how many findings the tune was read with.
    """

    def __init__(self, text: str, tune: Tune, work: Work, most: int = MOST_DIAGNOSTICS) -> None:
        self.text, self.tune, self.work = text, tune, work
        self._most = most
        self.source = Source(text, tune)
        self.places = Places(text)
        self.rows = _rows(self.places, tune.diagnostics)
        self._far = any(row[0] in FAR for row in self.rows)
        self._listed = max((row[1] for row in self.rows if row[0] not in OF_SCORE), default=0)
        self._cut = any(row[0] == MORE for row in self.rows)

    @cached_property
    def zones(self) -> Zones:
        """Where the bars of the text begin."""
        return Zones(self.text, self.places, self.tune)

    @cached_property
    def turns(self) -> Turns:
        """The bars that may go round in circles."""
        return Turns(self.places, self.tune)

    @cached_property
    def upbeats(self) -> Upbeats:
        """The lengths that excuse short bars."""
        return Upbeats(self.places, self.tune)

    def best(self, findings: Iterable[int]) -> Choices:
        """Return the best fix of each of these findings, where there is one that helps."""
        made = Choices()
        waiting = {index: self._candidates(index) for index in findings}
        while waiting:
            trials = []
            for index, candidates in list(waiting.items()):
                fix = next(candidates, None)
                if fix is None:
                    del waiting[index]
                else:
                    trials.append(self._trial(index, fix))
            for group in self._grouped(trials):
                for trial, choice, settled in self._judged(group, made):
                    best = made.found.get(trial.index)
                    if choice is not None and (best is None or choice.change < best.change):
                        made.found[trial.index] = choice
                    if settled:
                        waiting.pop(trial.index, None)
        return made

    def outcome(self, edits: Sequence[Edit]) -> Outcome | None:
        """Return what edits make of the tune; None where it is a tune no more, or several."""
        edited = Edited(self.text, edits, self.places)
        reading = read(edited.text, self._most)
        if len(reading.tunes) != 1:
            return None
        tune = reading.tunes[0]
        rows = _rows(edited.after, tune.diagnostics)
        before = Counter([(code, edited.moved(offset), severity) for code, offset, severity in self.rows])
        after = Counter(rows)
        came, went = after - before, before - after
        if self._cut:
            went = Counter({row: n for row, n in went.items() if row[0] != MORE})
            # what was found past the last that was listed is listed now: it was there before
            last = edited.moved(self._listed)
            came = Counter({row: n for row, n in came.items() if row[0] in OF_SCORE or row[1] <= last})
        return Outcome(edited, tune, rows, {(code, offset) for code, offset, _ in rows}, came, went)

    def together(self, choices: Sequence[Choice]) -> tuple[int, Outcome] | None:
        """Make choices in one go; return how many of them do together what each does alone, and the outcome."""
        count = len(choices)
        while count and self.work.take(self.text):
            outcome = self.outcome([edit for choice in choices[:count] for edit in choice.fix.edits])
            promised = [sum(parts) for parts in zip(*(choice.change for choice in choices[:count]), strict=True)]
            if outcome is not None and all(self.gone(choice.index, outcome) for choice in choices[:count]):
                change = _minus(_weight(outcome.came), _weight(outcome.went))
                if list(change) <= promised or (count == 1 and change < NOTHING):
                    return count, outcome
            count //= 2
        return None

    def gone(self, index: int, outcome: Outcome) -> bool:
        """Say whether a finding is not there any more."""
        code, offset, _ = self.rows[index]
        place = outcome.edited.moved(offset)
        return (code, place) not in outcome.places

    def _candidates(self, index: int) -> Iterator[Fix]:
        finding = self.tune.diagnostics[index]
        found = islice(REMEDIES[finding.code].make(self.source, finding), MOST_CANDIDATES)
        return (fix for fix in found if any(self._changes(edit) for edit in fix.edits))

    def _changes(self, edit: Edit) -> bool:
        begin = self.places.offset(edit.line, edit.column)
        return self.text[begin : begin + edit.length] != edit.text

    def _trial(self, index: int, fix: Fix) -> Trial:
        hull = self._hull(index, fix.edits)
        zone = self.zones.around(hull)
        return Trial(index, fix, hull, zone, zone)

    def _grouped(self, trials: Sequence[Trial]) -> list[list[Trial]]:
        """Part trials into groups; where that makes many, signs are told apart by the notes around them."""
        groups = _groups(trials)
        if len(groups) <= MOST_GROUPS:
            return groups
        return _groups([row if _of_bars(self.rows[row.index][0]) else self._close(row) for row in trials])

    def _close(self, trial: Trial) -> Trial:
        if trial.hull.begin < self.zones.first:
            return trial
        return replace(trial, zone=self.zones.close(trial.hull), bars=self.zones.bars(trial.hull), close=True)

    def _hull(self, index: int, edits: Sequence[Edit]) -> Zone:
        """Return the stretch from the first to the last of a finding's place and what a fix edits."""
        begins = [self.places.offset(edit.line, edit.column) for edit in edits]
        ends = [begin + edit.length for begin, edit in zip(begins, edits, strict=True)]
        place = self.rows[index][1]
        return Zone(min([place, *begins]), max([place, *ends]))

    def _judged(self, group: Sequence[Trial], made: Choices) -> Iterator[tuple[Trial, Choice | None, bool]]:
        """Give each trial with the choice that it is, if any, and whether none of its finding can be better."""
        if not group:
            return
        if not self.work.take(self.text):
            made.unlooked |= {trial.index for trial in group}
            yield from ((trial, None, True) for trial in group)
            return
        outcome = self.outcome([edit for trial in group for edit in trial.fix.edits])
        if len(group) == 1:
            yield (group[0], *(self._verdict(group[0], outcome) if outcome else (None, False)))
            return
        zones = _moved(group, outcome.edited) if outcome else []
        if outcome and (felt := self._felt_far(group, outcome)):
            for few in [[trial] for trial in felt] + [[trial for trial in group if trial not in felt]]:
                yield from self._judged(few, made)
            return
        parts = self._parts(group, outcome, zones) if outcome else None
        if outcome is None or parts is None:
            if any(trial.close for trial in group):
                for wide in _groups([self._trial(trial.index, trial.fix) for trial in group]):
                    yield from self._judged(wide, made)
                return
            half = len(group) // 2
            yield from self._judged(group[:half], made)
            yield from self._judged(group[half:], made)
            return
        taken = Counter(_zone_at(zones, row[1]) for row in outcome.rows)
        for number, (trial, part) in enumerate(zip(group, parts, strict=True)):
            mended = self.gone(trial.index, outcome) and part.change < NOTHING
            stretch = trial.zone if part.came else trial.hull
            choice = self._choice(trial, part.change, stretch) if mended else None
            yield trial, choice, mended and not taken[number] and not self._far

    def _verdict(self, trial: Trial, outcome: Outcome) -> tuple[Choice | None, bool]:
        change = _minus(_weight(outcome.came), _weight(outcome.went))
        if change >= NOTHING or not self.gone(trial.index, outcome):
            return None, False
        begin, end = (outcome.edited.moved(place) for place in trial.zone)
        near = all(begin <= row[1] < end for row in (*outcome.came, *outcome.went))
        left = any(begin <= row[1] < end for row in outcome.rows)
        stretch = trial.zone if outcome.came or not near else trial.hull
        choice = self._choice(trial, change, stretch)
        return choice, not outcome.rows or (near and not left and not self._far)

    def _choice(self, trial: Trial, change: Weight, stretch: Zone) -> Choice:
        bars = _of_bars(self.rows[trial.index][0])
        return Choice(trial.index, trial.fix, change, self.zones.bars(stretch) if bars else stretch, bars)

    def _felt_far(self, group: Sequence[Trial], outcome: Outcome) -> list[Trial]:
        """Return the trials that change what excuses short bars elsewhere: nothing can be told of the others."""
        upbeats = Upbeats(outcome.edited.after, outcome.tune)
        moved = outcome.edited.moved
        rows = [(trial, Zone(moved(trial.bars.begin), moved(trial.bars.end))) for trial in group]
        return [trial for trial, zone in rows if upbeats.within(zone) != self.upbeats.within(trial.bars)]

    def _parts(self, group: Sequence[Trial], outcome: Outcome, zones: Sequence[Zone]) -> "list[_Part] | None":
        """Return what each trial has done; None where something came or went that is near to none."""
        parts = [_Part() for _ in group]
        for rows, sign in ((outcome.came, 1), (outcome.went, -1)):
            for row, count in rows.items():
                if row[0] == LOOP:
                    continue
                number = None if row[0] in ONCE else _zone_at(zones, row[1])
                if number is None:
                    return None
                parts[number].add(row[2], sign * count)
        turns = Turns(outcome.edited.after, outcome.tune)
        for trial, part in zip(group, parts, strict=True):
            there = Zone(outcome.edited.moved(trial.bars.begin), outcome.edited.moved(trial.bars.end))
            part.add(Severity.WARNING, self.turns.more_loops(trial.bars, turns, there))
        return parts


@dataclass(slots=True)
class _Part:
    """The share of one trial in what a reading has found."""

    change: Weight = NOTHING
    came: bool = False

    def add(self, severity: Severity, count: int) -> None:
        """Count findings that came, or, below nothing, went."""
        errors, warnings, infos = (n + count * (kind is severity) for n, kind in zip(self.change, KINDS, strict=True))
        self.change = errors, warnings, infos
        self.came = self.came or count > 0


def _of_bars(code: str) -> bool:
    remedy = REMEDIES[code]
    return remedy.stage is None or remedy.stage not in (2, 3)


def _rows(places: Places, findings: Sequence[Diagnostic]) -> list[Row]:
    return [(row.code, places.offset(row.line, row.column), row.severity) for row in findings]


def _weight(rows: Counter[Row]) -> Weight:
    errors, warnings, infos = (sum(n for row, n in rows.items() if row[2] is kind) for kind in KINDS)
    return errors, warnings, infos


def _minus(one: Weight, other: Weight) -> Weight:
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def _moved(group: Sequence[Trial], edited: Edited) -> list[Zone]:
    return [Zone(edited.moved(trial.zone.begin), edited.moved(trial.zone.end)) for trial in group]


def _zone_at(zones: Sequence[Zone], place: int) -> int | None:
    """Return which of some zones, which are in order, holds a place."""
    number = bisect_right(zones, place, key=lambda zone: zone.begin) - 1
    return number if number >= 0 and place < zones[number].end else None


def _groups(trials: Sequence[Trial]) -> list[list[Trial]]:
    """Part trials into groups in which no two zones meet: as few as that needs, each in the order of places."""
    groups: list[list[Trial]] = []
    ends: list[tuple[int, int]] = []
    for trial in sorted(trials, key=lambda row: row.zone):
        if ends and ends[0][0] <= trial.zone.begin:
            number = heapreplace(ends, (trial.zone.end, ends[0][1]))[1]
            groups[number].append(trial)
        else:
            heappush(ends, (trial.zone.end, len(groups)))
            groups.append([trial])
    return groups
