"""When the frets of a bar are struck: by the lengths above it, by the beats above it, or by where they stand."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from core.formats.note_values import odd_part
from core.formats.tab.bars import RawBar, Struck
from core.formats.tab.values import LONGEST, TOKEN, length_of
from core.score.events import ZERO
from core.score.signatures import Metre

SIXTEENTH = Fraction(1, 16)
FINEST = 64
GRIDS = (SIXTEENTH, SIXTEENTH / 2, SIXTEENTH / 4)


@dataclass(frozen=True, slots=True)
class Length:
    """A length above a bar, at a column of it; `held` where the sound of before goes on."""

    column: int
    length: Fraction
    held: bool


@dataclass(frozen=True, slots=True)
class Timed:
    """What happens from `onset` on: frets are struck, or nothing sounds (`struck` None), or `held` goes on."""

    onset: Fraction
    end: Fraction
    struck: Struck | None
    held: bool = False


def lengths_of(row: str) -> list[Length]:
    """Return the lengths that stand above a bar."""
    found = []
    for token in TOKEN.finditer(row):
        length = length_of(token[0])
        if length is not None:
            found.append(Length(token.start(), length, token[0].startswith("+")))
    return found


def by_lengths(bar: RawBar, lengths: Sequence[Length]) -> list[Timed] | None:
    """Time a bar by the lengths above it, each with what stands nearest below; None where the two do not fit.

    Columns that agree decide; where they do not, as many lengths as there are strokes are taken in order.
    """
    if sum((row.length for row in lengths), ZERO) > LONGEST or len(lengths) < len(bar.struck):
        return None
    by_column = {row.column: number for number, row in enumerate(lengths)}
    owners: dict[int, Struck] = {}
    for struck in bar.struck:
        if struck.column in by_column:
            owners[by_column[struck.column]] = struck
    if len(owners) < len(bar.struck):
        sounding = [number for number, row in enumerate(lengths) if not row.held]
        if len(sounding) != len(bar.struck):
            return None
        owners = dict(zip(sounding, bar.struck, strict=True))
    timed = []
    now = ZERO
    for number, row in enumerate(lengths):
        timed.append(Timed(now, now + row.length, owners.get(number), row.held and number not in owners))
        now += row.length
    return timed


def by_beats(bar: RawBar, row: str, usual: int, metre: Metre) -> list[Timed] | None:
    """Time a bar by the numbers of its beats, each the unit of the metre; None where they stand unevenly.

    None also where all beats of the metre are counted and the columns go on for another: the row was not set above
    the columns. A row longer than the bar is drawn to its length. `usual` says how far beats are apart where there is
    only one.
    """
    beats = [place for place, character in enumerate(row) if character.isdigit()]
    gaps = {after - before for before, after in pairwise(beats)}
    if not beats or len(gaps) > 1:
        return None
    spacing = next(iter(gaps), usual)
    size = max(len(row), bar.size)
    first = beats[0] if not bar.struck or bar.struck[0].place * size >= beats[0] else 0
    if len(beats) == sum(metre.beats) > 1 and size - first >= (len(beats) + 1) * spacing:
        return None
    beat = Fraction(1, metre.unit) / spacing
    onsets = [(struck.place * size - first) * beat for struck in bar.struck]
    return _until_next(bar.struck, onsets, (size - first) * beat)


def by_columns(bar: RawBar, metre: Metre) -> list[Timed]:
    """Time a bar by its columns: exactly where they divide it evenly, else to the nearest sixteenth or finer."""
    length = metre.length or Fraction(1)
    exact = [struck.place * length for struck in bar.struck]
    step = length / max(1, bar.size)
    if odd_part(step.denominator) in (1, 3) and step.denominator <= 3 * FINEST and not bar.uneven:
        return _until_next(bar.struck, exact, length)
    if bar.struck and bar.size > 1 and (bar.struck[0].column == 1 or (bar.size % 4 == 1 and bar.struck[0].column > 1)):
        # one dash after the bar line is often put there for looks
        exact = [max(ZERO, (struck.place * bar.size - 1) / (bar.size - 1) * length) for struck in bar.struck]
    for grid in GRIDS:
        onsets = [round(onset / grid) * grid for onset in exact]
        if len(set(onsets)) == len(onsets) and all(onset < length for onset in onsets):
            return _until_next(bar.struck, onsets, length)
    return _until_next(bar.struck, exact, length)


def _until_next(struck: Sequence[Struck], onsets: Sequence[Fraction], length: Fraction) -> list[Timed]:
    """Let everything last until the next stroke, or the end of the bar."""
    if not struck:
        return [Timed(ZERO, length, None)]
    ends = [*onsets[1:], length]
    rows = [Timed(onset, end, row) for row, onset, end in zip(struck, onsets, ends, strict=True) if end > onset]
    return rows if not rows or rows[0].onset == ZERO else [Timed(ZERO, rows[0].onset, None), *rows]
