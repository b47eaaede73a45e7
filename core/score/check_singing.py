"""Can it be sung: range, lengths, and a syllable for every note."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from core.score.diagnostic import Diagnostic, Severity
from core.score.events import Event, Note
from core.score.pitch import Pitch
from core.score.score import Measure, Part, Score

VOICE = (Pitch("E", 2, 0), Pitch("C", 6, 0))
"""From a bass's low E to a soprano's high C."""
KEYBOARD = (Pitch("A", 0, 0), Pitch("C", 8, 0))
"""The keys of a piano; no tune for another instrument goes beyond."""
SHORTEST = Fraction(1, 64)
LONGEST_SECONDS = 24
"""A longer note is longer than a breath, whatever the tempo."""
USUAL_TEMPO = Fraction(120)
FEWEST_BARE = 3
"""So many notes at a line's end may follow its last syllable: a melisma that nobody marked."""


def check_singing(score: Score) -> list[Diagnostic]:
    """Return findings for notes outside the range, too short or too long to sing, and lines that lack syllables."""
    tempo = (score.tempo.quarters_per_minute if score.tempo else None) or USUAL_TEMPO
    found: list[Diagnostic] = []
    for part in score.parts:
        events = [event for measure in part.measures for layer in measure.layers for event in layer if event.notes]
        sung = any(event.lyrics for event in events)
        found += _range(events, sung)
        if sung:
            found += _lengths(events, tempo)
            found += _syllables(part)
    return found


def _range(events: Sequence[Event], sung: bool) -> Iterator[Diagnostic]:
    low, high = VOICE if sung else KEYBOARD
    bottom, top = low.midi, high.midi
    outside = [note for event in events for note in event.notes if not bottom <= note.pitch.midi <= top]
    if not outside:
        return
    above = [note for note in outside if note.pitch.midi > top]
    below = [note for note in outside if note.pitch.midi < bottom]
    for notes, code, words in ((above, "range-high", "above"), (below, "range-low", "below")):
        if notes:
            yield _outside(notes, code, words, (low, high), sung)


def _outside(notes: Sequence[Note], code: str, words: str, bounds: tuple[Pitch, Pitch], sung: bool) -> Diagnostic:
    limit = bounds[1] if code == "range-high" else bounds[0]
    furthest = (max if code == "range-high" else min)(notes, key=lambda note: note.pitch.midi).pitch
    what = "what a voice sings" if sung else "what an instrument plays"
    count = "1 note is" if len(notes) == 1 else f"{len(notes)} notes are"
    end, other = ("lowest", "up") if code == "range-low" else ("highest", "down")
    message = (
        f"{count} {words} {what}: {furthest.name} is the {end}, and {limit.name} the limit. "
        f"Write {'it' if len(notes) == 1 else 'them'} an octave {other}."
    )
    span = notes[0].span
    place = (span.line, span.column, span.length) if span else (1, 1, 1)
    return Diagnostic(Severity.WARNING, code, message, *place)


def _lengths(events: Sequence[Event], tempo: Fraction) -> Iterator[Diagnostic]:
    for event in events:
        if event.duration < SHORTEST:
            message = f"A note of 1/{round(1 / event.duration)} is too short to be sung; lengthen it, or write a grace."
            yield _say(event, Severity.WARNING, "note-short", message)
        seconds = event.duration * 4 * 60 / tempo
        if seconds > LONGEST_SECONDS:
            message = f"This note lasts {round(seconds)} seconds, longer than a breath; shorten it or cut it in two."
            yield _say(event, Severity.WARNING, "note-long", message)


def _say(event: Event, severity: Severity, code: str, message: str) -> Diagnostic:
    span = event.span
    place = (span.line, span.column, span.length) if span else (1, 1, 1)
    return Diagnostic(severity, code, message, *place)


# -- syllables --------------------------------------------------------------------------------------------------------


def _syllables(part: Part) -> Iterator[Diagnostic]:
    """Look at the end of every line of music that has words: the notes after the last of them."""
    for line in _lines(part.measures):
        bare = _bare_end(line)
        if len(bare) > FEWEST_BARE and len(bare) < len(line):
            count = len(bare)
            message = f"{count} notes at the end of this line have no syllable; add some, or hold the last one with _."
            first, last = bare[0].span, bare[-1].span
            if first is not None and last is not None:
                length = max(1, last.column + last.length - first.column)
                yield Diagnostic(Severity.INFO, "syllables-few", message, first.line, first.column, length)


def _lines(measures: Sequence[Measure]) -> Iterator[list[Event]]:
    line: list[Event] = []
    for measure in measures:
        for event in measure.events:
            if line and event.span and line[-1].span and event.span.line != line[-1].span.line:
                yield line
                line = []
            if event.notes:
                line.append(event)
    if line:
        yield line


def _bare_end(line: Sequence[Event]) -> list[Event]:
    """Return the notes after the last syllable that begin something new: neither tied nor slurred to one before."""
    last = max((place for place, event in enumerate(line) if any(event.lyrics)), default=len(line))
    bare: list[Event] = []
    open_slurs = 0
    for place, event in enumerate(line):
        before = line[place - 1] if place else None
        tied = before is not None and any(note.tied for note in before.notes)
        if place > last and not tied and not open_slurs:
            bare.append(event)
        open_slurs = max(0, open_slurs + event.slur_starts - event.slur_ends)
    return bare
