"""Is every bar played: what repeats, endings, sections and jumps leave out, and endings that do not say their end."""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from core.score.check_bars import place_of
from core.score.diagnostic import Diagnostic, Severity
from core.score.order import (
    MOST_PLAYED,
    ending_groups,
    followed_jump,
    jumps,
    leader,
    played_order,
    reached,
    sections,
    signs_of,
)
from core.score.score import Measure, Part, Score

MOST_PASSES = 10
"""No bar is played more often by repeats alone, so a shorter part never comes to the cap on what is played."""


def check_order(score: Score) -> list[Diagnostic]:
    """Return a finding for the bars of each line that no playing order reaches, and for endings without their `:|`."""
    if not score.order and not any(_may_leave_out(part.measures) for part in score.parts):
        return []
    found: list[Diagnostic] = []
    level = len({len(part.measures) for part in score.parts}) == 1
    for place, part in enumerate(score.parts):
        found += _open_endings(score, part)
        found += _unplayed(score, part)
        if not (place and level):
            # where all parts have as many measures, a jump in any of them is one of all
            found += _jumps_left(score, part)
            found += _jump_signs(score, part)
    return found


def _may_leave_out(measures: Sequence[Measure]) -> bool:
    """Say whether anything but plain repeats may steer a part; those alone leave nothing out."""
    if len(measures) * MOST_PASSES > MOST_PLAYED:
        return True
    return any(measure.ending or measure.marks for measure in measures)


def _jumps(measure: Measure) -> bool:
    return any(mark.name.startswith("D.") for mark in measure.marks)


def _jumps_left(score: Score, part: Part) -> Iterator[Diagnostic]:
    """Warn of the jumps that are not followed: only one is."""
    followed = followed_jump(score, part)
    others = [jump for jump in jumps(score, part) if jump != followed]
    if followed is None or not others:
        return
    more = len(others) - 1
    what = f"and {more} more jump{'s' * (more > 1)} are" if more else "is"
    message = (
        f"This {_in_words(others[0][1])} {what} not followed: only the first D.C. or D.S. is. "
        f"Take {'them' if more else 'it'} out, or write the music out."
    )
    yield Diagnostic(Severity.WARNING, "jump-again", message, *_place_of_mark(score, part, *others[0]))


def _jump_signs(score: Score, part: Part) -> Iterator[Diagnostic]:
    """Warn where the jump that is followed leads to a sign that is not there."""
    followed = followed_jump(score, part)
    if followed is None:
        return
    measure, name = followed
    where = _place_of_mark(score, part, measure, name)
    codas = len(signs_of(score, part, "coda"))
    if name.startswith("D.S.") and min(signs_of(score, part, "segno"), default=measure + 1) > measure:
        message = (
            f"{_in_words(name)} goes back to the segno, and none stands before it; it goes back to the beginning. "
        )
        yield Diagnostic(Severity.WARNING, "segno-missing", f"{message}Write !segno! where it goes back to.", *where)
    if "fine" in name and not signs_of(score, part, "fine"):
        message = f"{_in_words(name)} ends at Fine, and there is none; it is played up to the jump again. "
        yield Diagnostic(Severity.WARNING, "fine-missing", f"{message}Write !fine! where the tune ends.", *where)
    if codas == 1 or (codas == 0 and "coda" in name):
        message = (
            f"After {_in_words(name)} the way to the coda needs two signs, and there is {'one' if codas else 'none'}; "
            "no coda is played. Write !coda! where the second time leaves, and again where it goes on."
        )
        yield Diagnostic(Severity.WARNING, "coda-missing", message, *where)


def _in_words(jump: str) -> str:
    return jump.replace("al", " al ").replace("fine", "Fine").replace("coda", "Coda")


def _place_of_mark(score: Score, part: Part, measure: int, name: str) -> tuple[int, int, int]:
    """Return the place of the event that a mark stands at, or behind."""
    rows = [other.measures[measure] for other in (part, *score.parts) if measure < len(other.measures)]
    row, onset = next((row, mark.onset) for row in rows for mark in row.marks if mark.name == name)
    event = next((event for event in row.events if event.onset >= onset), row.events[-1] if row.events else None)
    return place_of([row], event.span if event else None)


def _unplayed(score: Score, part: Part) -> Iterator[Diagnostic]:
    played = reached(score, part)
    if any(_jumps(measure) for other in score.parts for measure in other.measures):
        played = {visit.measure for visit in played_order(score, part)}
    left = [place for place, measure in enumerate(part.measures) if place not in played and any(measure.layers)]
    if not left:
        return
    reasons = _reasons(score, part, left)
    rows = [(place, reasons[place], place_of([part.measures[place]])[0]) for place in left]
    for _, group in groupby(enumerate(rows), key=lambda row: (row[1][0] - row[0], *row[1][1:])):
        run = [place for _, (place, _, _) in group]
        many = "This bar is" if len(run) == 1 else f"These {len(run)} bars are"
        message = f"{many} never played: {reasons[run[0]]}"
        where = place_of([part.measures[place] for place in run])
        yield Diagnostic(Severity.WARNING, "bar-unplayed", message, *where)


def _reasons(score: Score, part: Part, left: Sequence[int]) -> dict[int, str]:
    """Say of each measure why it is not played, and what to do."""
    names = _section_names(leader(score, part))
    chosen = set(sections(score, part))
    in_order = set().union(*(range(*bounds) for bounds in chosen))
    played_names = {names[start] for start, stop in chosen if start < stop}
    before_jumps = reached(score, part)
    endings = _endings(score, part)
    reasons: dict[int, str] = {}
    for place in left:
        name = names[place]
        if place not in in_order:
            reasons[place] = (
                f"another section {name} stands before this one, and that is played. Give this one a name of its own."
                if name in played_names
                else f"the order P:{score.order[:40]} does not name section {name}. Name it there."
            )
        elif place in before_jumps:
            reasons[place] = (
                "after D.C. or D.S. the tune ends before that. Move the jump or Fine behind it, or mark the "
                "way here with To Coda and Coda."
            )
        elif place in endings:
            number = endings[place]
            reasons[place] = (
                f"nothing leads to ending {number}. Write the ending before it and its :|, or take the number out."
            )
        else:
            reasons[place] = f"the tune is played to {MOST_PLAYED:,} bars. Write fewer repeats."
    return reasons


def _section_names(measures: Sequence[Measure]) -> list[str]:
    """Return for each measure the name of the section that it stands in; empty before the first."""
    name = ""
    names = []
    for measure in measures:
        name = next((mark.name[2:] for mark in measure.marks if mark.name.startswith("P:")), name)
        names.append(name)
    return names


def _endings(score: Score, part: Part) -> dict[int, str]:
    """Return the numbers of the ending that each measure stands in."""
    found: dict[int, str] = {}
    for begins, stop in ending_groups(score, part):
        for begin, end in pairwise([*begins, stop]):
            numbers = ",".join(map(str, _ending_at(score, part, begin)))
            found.update(dict.fromkeys(range(begin, end), numbers))
    return found


def _ending_at(score: Score, part: Part, place: int) -> tuple[int, ...]:
    own = part.measures[place].ending
    level = (other.measures[place].ending for other in score.parts if place < len(other.measures))
    return own or next((ending for ending in level if ending), ())


def _open_endings(score: Score, part: Part) -> Iterator[Diagnostic]:
    """Warn of endings that stop without `:|` where one for a later pass begins: they are read as if they had it."""
    for begins, _ in ending_groups(score, part):
        for begin, following in pairwise(begins):
            one, two = part.measures[begin].ending, part.measures[following].ending
            last = part.measures[following - 1]
            if one and two and any(last.layers) and not last.right.repeats and not set(one) & set(two):
                one_name, two_name = (",".join(map(str, numbers)) for numbers in (one, two))
                message = (
                    f"Ending {one_name} has no :| before ending {two_name}; it is played as if it had. Write :| there."
                )
                yield Diagnostic(Severity.WARNING, "ending-open", message, *place_of([last]))
