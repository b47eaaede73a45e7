"""Ties and slurs that do not say what they seem to."""

from collections.abc import Iterator, Sequence

from core.score.diagnostic import Diagnostic, Severity
from core.score.events import Event
from core.score.score import Part, Score


def check_marks(score: Score) -> list[Diagnostic]:
    """Return findings for ties into a rest or nowhere, slurs without an end or a beginning, and slurs meant as ties."""
    found: list[Diagnostic] = []
    for part in score.parts:
        events = [event for measure in part.measures for event in measure.events]
        found += _ties(part, events)
        found += _slurs(events)
    return found


def _ties(part: Part, events: Sequence[Event]) -> Iterator[Diagnostic]:
    tied = [place for place, event in enumerate(events) for note in event.notes if note.tied]
    for place in dict.fromkeys(tied):
        event = events[place]
        if place + 1 == len(events):
            if not _goes_back(part):
                yield _say(event, "tie-end", "This tie leads to no note; take the - away.")
        elif events[place + 1].rest:
            yield _say(event, "tie-rest", "This tie leads to a rest and joins nothing; take the - or the rest away.")


def _goes_back(part: Part) -> bool:
    """Say whether the part's end is a repeat: a tie there leads to where it begins."""
    return bool(part.measures[-1].right.repeats)


def _slurs(events: Sequence[Event]) -> Iterator[Diagnostic]:
    slurred = [place for place, event in enumerate(events) if event.slur_starts or event.slur_ends]
    if not slurred:
        return
    open_at: list[int] = []
    sung = any(event.lyrics for event in events)
    skipped = 0
    for place in slurred:
        event = events[place]
        closed = min(event.slur_ends, len(open_at))
        for _ in range(closed):
            start = open_at.pop()
            if place == start + 1 and not open_at and _meant_as_tie(events[start], event):
                yield _slur_for_tie(events[start], event, sung)
        left = event.slur_ends - closed
        # a slur over one note says nothing, and one over graces alone `({ef})g` is closed before its note comes
        own = min(left, event.slur_starts)
        following = events[place + 1] if place + 1 < len(events) else None
        graced = 0 if following is None or not following.graces else min(left - own, following.slur_starts)
        if left > own + graced:
            yield _say(event, "slur-close", "A slur ends here that never began; take the ) away or write its (.")
        open_at += [place] * (event.slur_starts - own - skipped)
        skipped = graced
    for place in open_at:
        yield _say(events[place], "slur-open", "This slur never ends; write its ) or take the ( away.")


def _meant_as_tie(one: Event, two: Event) -> bool:
    """Say whether two neighbours have the same pitches, and nothing tells that they are two."""
    if len(one.notes) != 1 or len(two.notes) != 1 or one.notes[0].tied:
        return False
    same = one.notes[0].pitch == two.notes[0].pitch
    plain = not (two.graces or one.decorations or two.decorations)
    return same and plain and not any(syllable is not None and not syllable.held for syllable in two.lyrics)


def _slur_for_tie(one: Event, two: Event, sung: bool) -> Diagnostic:
    """Warn a singer; to a fiddler such a slur is a way to bow."""
    name = one.notes[0].pitch.step
    message = f"A slur over two equal notes {name}: one long note is a tie. Write {name}-{name} to join them."
    return _say(one, "slur-same", message, two, Severity.WARNING if sung else Severity.INFO)


def _say(
    event: Event, code: str, message: str, until: Event | None = None, severity: Severity = Severity.WARNING
) -> Diagnostic:
    span = event.span
    if span is None:
        return Diagnostic(severity, code, message)
    end = span.column + span.length
    if until is not None and until.span is not None and until.span.line == span.line:
        end = max(end, until.span.column + until.span.length)
    return Diagnostic(severity, code, message, span.line, span.column, end - span.column)
