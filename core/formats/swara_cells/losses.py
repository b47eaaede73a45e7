"""What lines of cells cannot hold of a score, in sentences."""

from collections.abc import Callable
from fractions import Fraction

from core.formats import losses
from core.formats.base import Loss
from core.formats.swara_cells.export import ABOUT, MOST_PARTS, too_fine
from core.score.pitch import STEPS
from core.score.score import Measure, Score
from core.score.signatures import Key
from core.tradition.cells import build as grid

OF_CELLS = ("tala", "vibhags", "beats", "matra", "reading")
"""Directives that lines of cells tell by themselves."""
SWARAS = ((0,), (1, 2), (3, 4), (5, 6), (7,), (8, 9), (10, 11))
"""Semitones over Sa that the letters of the seven degrees have."""
KAN_SHAPE = (Fraction(1, 8), True)
"""Length and stroke of a kan as it is read."""
Sentences = Callable[[Score], list[str]]


def _measures(score: Score) -> tuple[Measure, ...]:
    part = grid.sung_part(score)
    return part.measures if part else ()


def _passes(score: Score) -> bool:
    return any(max(m.left.repeats, m.right.repeats) > 1 or len(m.ending) > 1 for m in _measures(score))


def _jumps(score: Score) -> bool:
    return any(not mark.name.startswith("P:") for measure in _measures(score) for mark in measure.marks)


def _finer(score: Score) -> int:
    """Return how many cells are cut finer than is written."""
    return sum(map(too_fine, grid.sheet_of(score).cells))


def _part_cells(score: Score) -> bool:
    return any(unit.kind is grid.Kind.GAP for cell in grid.sheet_of(score).cells for unit in cell.units)


def _told_in_cells(letter: str, value: str) -> bool:
    """Say whether a field is one that a file of cells has: the second title, sources, and what tells of the song."""
    name = value.partition(" ")[0]
    return letter in "TSF" or (letter == "I" and (name in (*ABOUT, *OF_CELLS) or name.startswith("swaralipi-")))


def _other_sa(score: Score) -> bool:
    return Key(score.key.tonic).tonic_class != 0


def _spelled_anew(score: Score) -> bool:
    """Say whether a pitch is spelled as no swara is: each of the twelve has one degree."""
    tonic = score.key.tonic
    sa = STEPS.index(tonic[:1]) if tonic[:1] in STEPS and tonic else 0
    semitones = Key(tonic).tonic_class
    events = score.events()
    pitches = [note.pitch for event in events for note in event.notes]
    pitches += [grace.pitch for event in events for grace in event.graces]
    return any(
        round(pitch.midi - semitones) % 12 not in SWARAS[(STEPS.index(pitch.step) - sa) % 7] for pitch in pitches
    )


PARTS = Loss("Only the first voice that has words is written.", losses.FIRST_PART.present)
WORD_JOINS = Loss(
    "Hyphens between the syllables of a word are left out.",
    lambda score: any(s is not None and s.joined and not s.held for e in score.events() for s in e.lyrics),
)
WORDS = Loss("Words after the tune are left out.", lambda score: bool(score.words))
PASSES = Loss("Repeats of more than two passes, and endings for several, are written as a plain repeat.", _passes)
JUMPS = Loss("Jumps such as D.C. and D.S. are left out.", _jumps)
PART_CELLS = Loss("Bars that end within a matra are filled with rests to the whole matra.", _part_cells)
KEY = Loss("The key is left out: Sa will be C.", _other_sa)
KEY_CHANGES = Loss(
    "Changes of key are left out: all degrees are counted from the first Sa.",
    lambda score: len({measure.key.tonic_class for measure in _measures(score)}) > 1,
)
SPELLING = Loss(
    "Each of the twelve swaras has one spelling: what is spelled otherwise is read back by it, D# as Eb.", _spelled_anew
)
METRES = Loss(
    "Changes of metre are left out; the bar lines stay.",
    lambda score: len({measure.metre for measure in _measures(score)}) > 1,
)
SIGNATURE = Loss(
    "The key signature is left out: each note has its own komal or kori.",
    lambda score: not _other_sa(score) and any(measure.key.alters for measure in _measures(score)),
)
MATRA = Loss(
    "A matra has no note value: read again, each is a quarter, and all lengths change with it.",
    lambda score: grid.sheet_of(score).matra != Fraction(1, 4),
)
KAN = Loss(
    "Grace notes become kan, which have no length.",
    lambda score: any((g.length, g.slashed) != KAN_SHAPE for event in score.events() for g in event.graces),
)
KAN_AT_REST = Loss(
    "Grace notes before a rest are left out.",
    lambda score: any(event.graces and not event.notes for event in score.events()),
)
FIELDS = Loss(
    "Header fields other than title, composer, source and what is told of the song are left out.",
    lambda score: any(not _told_in_cells(*row) for row in score.fields),
)
ORDER = Loss("The order of the sections is left out.", lambda score: bool(score.order))
COMMON = (
    PARTS, losses.FIRST_LAYER, losses.HIGHEST, losses.VERSES, WORD_JOINS, WORDS, PART_CELLS, losses.MICROTONES,
    losses.SLURS, losses.SIGNS, losses.TEMPO, KEY, KEY_CHANGES, SIGNATURE, SPELLING,
    losses.REMINDERS, METRES, losses.METRE_SIGNS, MATRA, KAN, KAN_AT_REST, FIELDS,
    losses.CLEFS, losses.NAMES, ORDER,
)  # fmt: skip


def told(*own: Loss) -> Sentences:
    """Return what tells the losses of a score that is written as cells, and these of one format."""

    def sentences(score: Score) -> list[str]:
        said = [loss.words for loss in (*COMMON, *own) if loss.present(score)]
        finer = _finer(score)
        if finer:
            said.append(f"{finer} matras are cut finer than {MOST_PARTS} parts; their notes go to the nearest part.")
        return said

    return sentences
