"""In which order measures are played: repeats, endings, sections, jumps.

ABC 2.1 sections 4.8 to 4.10. Sections named by `P:` are played in the header's order; inside a section repeats and
endings are followed; `D.C.` and `D.S.` jump once, after which repeats are not taken again (the usual practice; the
standard leaves it open) and `fine` and `To Coda` are obeyed.

A section that the header's order brings back is sung to its `fine` only, where it has one: so the kalis of a song go
back to the asthayi and stop there at the avasan (NOTATION A8). The order may name sections by words, as in
`P:sthayi antara sthayi`.
"""

import re
from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.score.score import Measure, Part, Score

JUMPS = ("D.C.", "D.S.")
MOST_PLAYED = 100_000
"""Measures played at most: a text of nested repeats must not become hours."""


@dataclass(frozen=True, slots=True)
class Visit:
    """One playing of a measure: its index and which time it is (0-based)."""

    measure: int
    again: int


@dataclass(slots=True)
class _Sign:
    """What one measure says about playback, gathered over all parts."""

    opens: bool
    passes: int
    ending: tuple[int, ...]
    section_end: bool


def written_order(part: Part) -> list[Visit]:
    """Every measure once, in place."""
    return [Visit(index, 0) for index in range(len(part.measures))]


def played_order(score: Score, part: Part) -> list[Visit]:
    """Return the measures of a part as they are played.

    Where all parts have the same number of measures a repeat sign in any of them counts for all, since ABC often
    writes them in the first voice only; otherwise each part follows its own.
    """
    if not part.measures:
        return []
    leaders, own = _leading(score, part)
    marks = _all_marks(leaders)
    indices = _through(score, part, marks, own)
    return _visits(_jumps(indices, leaders, marks, own))


def followed_jump(score: Score, part: Part) -> tuple[int, str] | None:
    """Return the measure of the one `D.C.` or `D.S.` that a part follows, and its name; None where it follows none."""
    if not part.measures:
        return None
    leaders, own = _leading(score, part)
    marks = _all_marks(leaders)
    found = _followed(_through(score, part, marks, own), marks)
    return found and found[1:]


def jumps(score: Score, part: Part) -> list[tuple[int, str]]:
    """Return the measures of every `D.C.` and `D.S.` that a part may follow, with their names."""
    rows = enumerate(_all_marks(_leaders(score, part)))
    return [(place, name) for place, names in rows for name in names if name.startswith(JUMPS)]


def signs_of(score: Score, part: Part, name: str) -> list[int]:
    """Return the measures that a mark stands in, in any of the parts that lead this one."""
    return [place for place, names in enumerate(_all_marks(_leaders(score, part))) if name in names]


def _through(score: Score, part: Part, marks: Sequence[tuple[str, ...]], own: Sequence[_Sign]) -> list[int]:
    """Return the measures by repeats, endings and sections, before any jump."""
    indices: list[int] = []
    sung: set[int] = set()
    for start, stop in sections(score, part):
        if start in sung:
            stop = next((place + 1 for place in range(start, stop) if "fine" in marks[place]), stop)
        sung.add(start)
        indices += _repeat(own[start:stop], start)
        if len(indices) > MOST_PLAYED:
            break
    return indices[:MOST_PLAYED]


def reached(score: Score, part: Part) -> set[int]:
    """Return the measures that are played at all where no `D.C.` or `D.S.` is obeyed: each section is read once."""
    found: set[int] = set()
    if not part.measures:
        return found
    _, own = _leading(score, part)
    lengths: dict[tuple[int, int], int] = {}
    total = 0
    for bounds in sections(score, part):
        if bounds not in lengths:
            run = _repeat(own[slice(*bounds)], bounds[0])
            found.update(run)
            lengths[bounds] = len(run)
        total += lengths[bounds]
        if total > MOST_PLAYED:
            break
    return found


def ending_groups(score: Score, part: Part) -> list[tuple[list[int], int]]:
    """Return, for each row of neighbouring endings, the measures where they begin and where the last one stops."""
    return [(group.begins, group.stop) for group in _groups(_leading(score, part)[1])]


def leader(score: Score, part: Part) -> tuple[Measure, ...]:
    """Return the measures whose section marks hold for a part: the first part's where all have the same number."""
    return _leaders(score, part)[0]


def _leaders(score: Score, part: Part) -> list[tuple[Measure, ...]]:
    level = all(len(other.measures) == len(part.measures) for other in score.parts)
    return [other.measures for other in score.parts] if level else [part.measures]


def _leading(score: Score, part: Part) -> tuple[list[tuple[Measure, ...]], list[_Sign]]:
    """Return the measures of all parts that lead this one, and the signs that it follows."""
    leaders = _leaders(score, part)
    return leaders, _spread([part.measures] if _has_signs(part.measures) else leaders)


def _visits(indices: Sequence[int]) -> list[Visit]:
    seen: dict[int, int] = {}
    visits = []
    for index in indices:
        visits.append(Visit(index, seen.get(index, 0)))
        seen[index] = seen.get(index, 0) + 1
    return visits


def _has_signs(measures: Sequence[Measure]) -> bool:
    return any(m.left.repeats or m.right.repeats or m.ending for m in measures)


def _spread(parts: Sequence[Sequence[Measure]]) -> list[_Sign]:
    """Fold the parts' bar lines into one sign a measure."""
    signs = [
        _Sign(
            opens=any(m.left.repeats for m in place),
            passes=max(m.right.repeats for m in place),
            ending=next((m.ending for m in place if m.ending), ()),
            section_end=any(m.right.style in ("||", "|]", "[|") for m in place),
        )
        for place in zip(*parts, strict=True)
    ]
    for before, sign in pairwise(signs):
        if sign.opens and sign.ending and before.passes and 1 not in sign.ending:
            # `:|:2`, `::[2`: a later ending follows the repeat; one that began here could never come to it
            sign.opens = False
    return signs


def sections(score: Score, part: Part) -> list[tuple[int, int]]:
    """Cut the tune at its `P:` marks and put the pieces in the header's order."""
    measures = leader(score, part)
    starts: dict[str, int] = {}
    bounds = [0]
    for index, measure in enumerate(measures):
        for mark in measure.marks:
            if mark.name.startswith("P:"):
                starts.setdefault(mark.name[2:], index)
                if index:
                    bounds.append(index)
    bounds.append(len(measures))
    whole = [(0, len(measures))]
    if not score.order or not starts:
        return whole
    ends = {begin: end for begin, end in pairwise(bounds) if end > begin}
    names = _names(score.order, starts)
    known = [(starts[name], ends.get(starts[name], len(measures))) for name in names if name in starts]
    if not known:
        return whole
    first = min(starts.values())
    return ([(0, first)] if first else []) + known


def _names(order: str, starts: Collection[str]) -> list[str]:
    """Return the sections that an order names, by words where each is the name of a section, else by letters."""
    words = order.split()[:MOST_PLAYED]
    return words if all(word in starts for word in words) else spell_order(order)


def unknown_sections(score: Score) -> tuple[list[str], bool]:
    """Return the sections of the header's order that the music does not have, and whether it has any other of them."""
    measures = score.parts[0].measures if score.parts else ()
    starts = {mark.name[2:] for measure in measures for mark in measure.marks if mark.name.startswith("P:")}
    names = dict.fromkeys(_names(score.order, starts))
    return [name for name in names if name not in starts], any(name in starts for name in names)


def spell_order(order: str) -> list[str]:
    """Spell `P:` out: `((AB)3.(CD)2)2` is a list of single letters (ABC 2.1, 3.1.9)."""
    groups: list[list[str]] = [[]]
    last: list[str] = []
    for sign in re.findall(r"[A-Za-z]|\d+|[()]", order):
        if sign == "(":
            groups.append([])
            last = []
        elif sign == ")":
            last = groups.pop() if len(groups) > 1 else []
            groups[-1] += last
        elif sign.isdigit():
            times = min(int(sign[:6]), 1000) - 1
            groups[-1] += (last * times)[: max(0, MOST_PLAYED - len(groups[-1]))]
        else:
            last = [sign]
            groups[-1] += last
    return [name for group in groups for name in group][:MOST_PLAYED]


def _repeat(signs: Sequence[_Sign], offset: int) -> list[int]:
    """Follow repeats and endings through one section; returns measure indices."""
    groups = _ending_groups(signs)
    played: list[int] = []
    start, place, turn = 0, 0, 1
    opened = False
    while place < len(signs) and len(played) < MOST_PLAYED:
        sign = signs[place]
        if sign.opens and (place != start or not opened):
            start, turn, opened = place, 1, True
        group = groups.get(place)
        if group is not None and sign.ending and turn not in sign.ending:
            if groups.get(place - 1) is group and played[-1:] == [offset + place - 1] and turn + 1 in group.numbers:
                # an ending that stops without `:|` where the next one begins: it goes back all the same
                turn, place = turn + 1, start
            else:
                place = group.after(place, turn, signs)
            continue
        played.append(offset + place)
        if sign.passes:
            wanted = max(sign.passes + 1, group.passes if group else 1)
            if turn < wanted:
                turn, place = turn + 1, start
                continue
            place = group.stop if group else place + 1
            start, turn, opened = place, 1, False
        elif group and place + 1 < group.stop:
            place += 1
        elif group or (sign.section_end and not opened):
            # a repeat without its own beginning goes back to the latest double bar (ABC 2.1, 4.8)
            place += 1
            start, turn, opened = place, 1, False
        else:
            place += 1
    return played


@dataclass(slots=True)
class _Group:
    """Neighbouring variant endings: the measures where each begins, and where the last one stops."""

    begins: list[int]
    stop: int
    numbers: set[int]

    @property
    def passes(self) -> int:
        """How many times it is played, the last ending included."""
        return max(self.numbers, default=1)

    def after(self, place: int, turn: int, signs: Sequence[_Sign]) -> int:
        """Return where a pass that skips the ending at `place` goes on."""
        begins = self.begins
        later = range(bisect_right(begins, place), len(begins))
        return next((begins[number] for number in later if turn in signs[begins[number]].ending), self.stop)


def _groups(signs: Sequence[_Sign]) -> list[_Group]:
    return list({group.stop: group for group in _ending_groups(signs).values()}.values())


def _ending_groups(signs: Sequence[_Sign]) -> dict[int, _Group]:
    """Map every measure inside an ending to its group."""
    groups: dict[int, _Group] = {}
    place = 0
    while place < len(signs):
        if not signs[place].ending:
            place += 1
            continue
        group = _Group([], place, set())
        while place < len(signs) and signs[place].ending:
            group.begins.append(place)
            group.numbers.update(signs[place].ending)
            stop = _ending_stop(signs, place)
            groups.update(dict.fromkeys(range(place, stop), group))
            place = group.stop = stop
    return groups


def _ending_stop(signs: Sequence[_Sign], begin: int) -> int:
    """Return the first measure after the ending: past a repeat sign or section end, or where another begins."""
    for index in range(begin, len(signs)):
        if index > begin and (signs[index].ending or signs[index].opens):
            return index
        if signs[index].passes or signs[index].section_end:
            return index + 1
    return len(signs)


def _all_marks(leaders: Sequence[Sequence[Measure]]) -> list[tuple[str, ...]]:
    """Return the marks of each measure in the order of parts and places, which is the same in every run."""
    return [
        tuple(dict.fromkeys(mark.name for measure in place for mark in measure.marks))
        for place in zip(*leaders, strict=True)
    ]


def _ends_with(leaders: Sequence[Sequence[Measure]], place: int, name: str) -> bool:
    """Say whether a mark stands behind all notes of a measure: what begins there is the next one."""
    rows = [measures[place] for measures in leaders]
    return any(mark.name == name and 0 < row.length <= mark.onset for row in rows for mark in row.marks)


def _jumps(
    indices: list[int],
    leaders: Sequence[Sequence[Measure]],
    marks: Sequence[tuple[str, ...]],
    signs: Sequence[_Sign],
) -> list[int]:
    """Follow the first `D.C.` or `D.S.`: back, then once through to `fine`, or over `To Coda`."""
    followed = _followed(indices, marks)
    if followed is None:
        return indices
    position, index, jump = followed
    if jump.startswith("D.S."):
        target = next((i for i, found in enumerate(marks) if "segno" in found and i <= index), 0)
        target += _ends_with(leaders, target, "segno")
    else:
        target = 0
    codas = [place for place, found in enumerate(marks) if "coda" in found]
    if codas:
        codas[-1] += len(codas) > 1 and _ends_with(leaders, codas[-1], "coda")
    line = _last_endings(sorted(set(indices)), signs, marks, to_fine="coda" not in jump.lower())
    return indices[: position + 1] + _second_time(target, jump, marks, codas, line)


def _followed(indices: Sequence[int], marks: Sequence[tuple[str, ...]]) -> tuple[int, int, str] | None:
    """Return the first jump that stands where its measure is played for the last time: position, measure and name."""
    names = {}
    for index in dict.fromkeys(indices):
        jump = next((name for name in marks[index] if name.startswith(JUMPS)), None)
        if jump is not None:
            names[index] = jump
    if not names:
        return None
    last = {index: position for position, index in enumerate(indices)}
    position, index = min((last[index], index) for index in names)
    return position, index, names[index]


def _last_endings(
    line: list[int], signs: Sequence[_Sign], marks: Sequence[tuple[str, ...]], *, to_fine: bool
) -> list[int]:
    """Return the measures without the endings of earlier passes, but for one that `fine` stands in."""
    dropped: set[int] = set()
    for group in _groups(signs):
        for begin, stop in pairwise([*group.begins, group.stop]):
            fine = to_fine and any("fine" in marks[place] for place in range(begin, stop))
            if group.passes not in signs[begin].ending and not fine:
                dropped.update(range(begin, stop))
    return [index for index in line if index not in dropped]


def _second_time(
    target: int, jump: str, marks: Sequence[tuple[str, ...]], codas: Sequence[int], line: Sequence[int]
) -> list[int]:
    """Play from the jump's target to its end, once through."""
    out: list[int] = []
    from_there = [index for index in line if index >= target]
    for index in from_there:
        out.append(index)
        if "fine" in marks[index] and "coda" not in jump.lower():
            break
        if len(codas) > 1 and index == codas[0]:
            return out + [later for later in line if later >= codas[-1]]
        if any(name.startswith(JUMPS) for name in marks[index]):
            break
    return out
