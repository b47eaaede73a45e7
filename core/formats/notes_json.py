"""The `notes` rows of the command line: one JSON object a tune, times in quarter notes."""

from fractions import Fraction
from typing import Any

from core.formats.base import Reading, Tune
from core.score.diagnostic import Diagnostic
from core.score.events import Event, Syllable
from core.score.score import Part, Score
from core.score.timeline import Moment, timeline


def rows(reading: Reading, *, played: bool) -> list[dict[str, Any]]:
    """Return one row a tune; a text without a tune gives one row with its diagnostics."""
    if not reading.tunes:
        return [_row(0, Tune(Score(), reading.diagnostics), played)]
    return [_row(index, tune, played) for index, tune in enumerate(reading.tunes)]


def _row(index: int, tune: Tune, played: bool) -> dict[str, Any]:
    notes = timeline(tune.score, played=played).notes
    own: dict[str, list[Moment]] = {part.id: [] for part in tune.score.parts}
    for moment in notes:
        own[moment.part].append(moment)
    return {
        "index": index,
        "x": tune.score.number,
        "title": tune.score.title,
        "notes": [_note(moment) for moment in notes],
        "voices": [_voice(part, own[part.id]) for part in tune.score.parts],
        "diagnostics": [finding(row) for row in tune.diagnostics],
    }


def _voice(part: Part, moments: list[Moment]) -> dict[str, Any]:
    main = [moment for moment in moments if moment.layer == 0]
    return {
        "id": part.id,
        "notes": [_note(moment) for moment in main],
        "overlay": [_note(moment) for moment in moments if moment.layer],
        "lyrics": _lyrics(part),
        "ties": _ties(main),
    }


def _ties(moments: list[Moment]) -> list[list[int]]:
    """Return index pairs of notes that a tie joins."""
    starts = {(moment.onset, moment.midi): place for place, moment in enumerate(moments)}
    pairs = []
    for place, moment in enumerate(moments):
        follower = starts.get((moment.onset + moment.duration, moment.midi)) if moment.tied else None
        if follower is not None:
            pairs.append([place, follower])
    return pairs


def _lyrics(part: Part) -> list[list[str | None]]:
    """Return a list a verse, an entry a note or chord: `syl-` leads on, `_` holds, null is nothing."""
    events = [event for measure in part.measures for event in measure.events if event.notes]
    verses = max((len(event.lyrics) for event in events), default=0)
    return [[_sung(event, verse) for event in events] for verse in range(verses)]


def _sung(event: Event, verse: int) -> str | None:
    syllable: Syllable | None = event.lyrics[verse] if verse < len(event.lyrics) else None
    if syllable is None:
        return None
    if syllable.held:
        return "_"
    return syllable.text + ("-" if syllable.joined else "")


def _note(moment: Moment) -> list[int | float]:
    return [number(moment.onset * 4), number(moment.midi or 0), number(moment.duration * 4)]


def number(value: int | Fraction) -> int | float:
    """Return a JSON number: whole where it is whole, else a float, never rounded further."""
    return int(value) if value == int(value) else float(value)


def finding(row: Diagnostic) -> dict[str, Any]:
    """Return a diagnostic as a JSON object."""
    return {
        "line": row.line,
        "column": row.column,
        "length": row.length,
        "severity": str(row.severity),
        "code": row.code,
        "message": row.message,
    }
