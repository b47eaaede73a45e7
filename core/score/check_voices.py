"""Do the voices of a score end together."""

from core.score.check_bars import in_words, place_of
from core.score.diagnostic import Diagnostic, Severity
from core.score.events import ZERO
from core.score.score import Part, Score


def check_voices(score: Score) -> list[Diagnostic]:
    """Return a finding for every voice that ends before the longest one does."""
    voices = [part for part in score.parts if any(layer for measure in part.measures for layer in measure.layers)]
    if len(voices) < 2:
        return []
    lengths = [sum((measure.length for measure in part.measures), ZERO) for part in voices]
    longest = max(lengths)
    leader = voices[lengths.index(longest)]
    return [
        _finding(part, leader, in_words(longest - length))
        for part, length in zip(voices, lengths, strict=True)
        if length < longest
    ]


def _finding(part: Part, leader: Part, gap: str) -> Diagnostic:
    message = (
        f"Voice {_name(part)} ends {gap} before voice {_name(leader)}, so they do not stay together. "
        "Add rests, or the music that is missing."
    )
    last = next(measure for measure in reversed(part.measures) if any(measure.layers))
    return Diagnostic(Severity.WARNING, "voice-short", message, *place_of([last]))


def _name(part: Part) -> str:
    return part.name[:30] or part.id[:30]
