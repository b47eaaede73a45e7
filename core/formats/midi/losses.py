"""What a score may hold and a MIDI file may not."""

from collections.abc import Iterator

from core.formats import losses
from core.formats.base import Loss, told
from core.formats.midi.channels import HIGHEST, allotted, tones
from core.formats.midi.reader import spelled
from core.score.score import Changeable, Score
from core.score.signatures import Key, Metre
from core.score.timeline import timeline

LONGEST_QUARTER = 0xFFFFFF
"""Microseconds that MIDI has digits for."""
MODES = ("major", "minor", "ionian", "aeolian")


def _signs(score: Score) -> Iterator[Changeable]:
    """Give every key and metre, and what changes."""
    for part in score.parts:
        for measure in part.measures:
            yield measure.key
            yield measure.metre
            yield from (change.value for change in measure.changes)


def _recut(score: Score) -> bool:
    inner = (measure for part in score.parts for measure in part.measures[1:-1])
    return any(measure.metre.length not in (None, measure.length) for measure in inner)


def _respelled(score: Score) -> bool:
    return any(
        spelled(note.pitch, measure.key) != note.pitch
        for part in score.parts
        for measure in part.measures
        for layer in measure.layers
        for event in layer
        for note in event.notes
    )


OTHER_KEYS = Loss(
    "MIDI knows major and minor keys only: other modes become the major key of the same signs.",
    lambda score: any(isinstance(key, Key) and key.mode not in MODES for key in _signs(score)),
)
KEYS_OF_STEPS = Loss(
    "A key that no circle of fifths has is left out: the notes of its scale get accidentals.",
    lambda score: any(isinstance(key, Key) and key.fifths is None for key in _signs(score)),
)
METRES = Loss(
    "Free metre is left out, and of a metre such as 2+3/8 only the sum is kept.",
    lambda score: any(isinstance(metre, Metre) and len(metre.beats) != 1 for metre in _signs(score)),
)
BARS = Loss("Bars that are not as long as their metre says are cut anew, but for a pickup at the beginning.", _recut)
SPELLING = Loss("MIDI has keys, not letters: notes are spelled anew by the key, so that D# may become Eb.", _respelled)
HELD = Loss(
    "That a syllable is held over several notes is left out.",
    lambda score: any(s is not None and s.held for event in score.events() for s in event.lyrics),
)
HIGH_AND_LOW = Loss(
    "Notes below C-1 or above G9 are left out.",
    lambda score: any(not 0 <= round(note.pitch.midi) <= HIGHEST for event in score.events() for note in event.notes),
)
SLOW = Loss(
    "A tempo slower than 3.58 quarters a minute becomes that, the slowest that MIDI can say.",
    lambda score: any(LONGEST_QUARTER * (t.quarters_per_minute or 120) < 60_000_000 for _, t in timeline(score).tempi),
)
CROWDED = Loss(
    "Notes of one pitch that sound together are cut where all MIDI channels are taken.",
    lambda score: allotted(list(tones(score, timeline(score, played=True))), len(score.parts))[1] > 0,
)
LOST = told(
    losses.PLAYED_OUT, losses.MERGED, losses.VERSES, HELD, losses.GRACES, losses.SLURS, losses.SIGNS, OTHER_KEYS,
    KEYS_OF_STEPS, METRES, losses.METRE_SIGNS, losses.MID_METRES, BARS, losses.BAR_STYLES, losses.HIDDEN_RESTS,
    SPELLING, losses.REMINDERS, losses.CLEFS, losses.TEMPO_WORDS, losses.ALL_BUT_TITLE, HIGH_AND_LOW, SLOW, CROWDED,
)  # fmt: skip
