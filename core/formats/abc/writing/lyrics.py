"""`w:` lines as canonical ABC."""

import re
from collections.abc import Sequence

from core.formats.abc.writing.fields import Lost
from core.score.events import Event, Syllable

_NOT_HELD = re.compile(r"[_*|~\\]")


def lyric_lines(events: Sequence[Event], overlaid: Sequence[Event], lost: Lost, *, always: bool = False) -> list[str]:
    """Return the `w:` lines under one line of music, one a verse; its notes first, then those of its overlays.

    A verse that is silent here has a line where another one follows it. With `always` there is a line in any case.
    """
    singing = [event for event in (*events, *overlaid) if event.notes]
    if any(not event.notes and any(event.lyrics) for event in (*events, *overlaid)):
        lost.say("Syllables under rests are left out.")
    verses = max((len(event.lyrics) for event in singing), default=0)
    rows = [[_at(event, verse) for event in singing] for verse in range(verses)]
    while rows and not any(rows[-1]):
        rows.pop()
    if always and singing and not rows:
        rows = [[None]]
    return [f"w: {_line(row, lost) or '*'}" for row in rows]


def _at(event: Event, verse: int) -> Syllable | None:
    return event.lyrics[verse] if verse < len(event.lyrics) else None


def _line(row: list[Syllable | None], lost: Lost) -> str:
    while row and row[-1] is None:
        row.pop()
    text = ""
    open_hyphen = True
    for syllable in row:
        sign, joined = _sign(syllable, lost)
        glued = (open_hyphen and sign[0] not in "-*") or sign == "_"
        text += sign if glued or not text else f" {sign}"
        open_hyphen = joined
    return text


def _sign(syllable: Syllable | None, lost: Lost) -> tuple[str, bool]:
    """Return how a syllable is written, and whether the next one may stand right after it."""
    if syllable is None:
        return "*", False
    if syllable.held:
        return ("-", False) if syllable.joined else ("_", False)
    text = _NOT_HELD.sub("", syllable.text)
    if text != syllable.text:
        lost.say("The signs _ * | ~ \\ inside a syllable are left out.")
    if not text:
        return "*", False
    text = re.sub(r"\s", "~", text.replace("-", "\\-")).replace("%", "\\%")
    return (f"{text}-", True) if syllable.joined else (text, False)
