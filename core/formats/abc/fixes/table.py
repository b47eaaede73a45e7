"""What one click can do about a finding: a table from codes to makers of fixes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from core.formats.abc.fixes import bars, header, loops, marks, signs
from core.formats.abc.fixes import lines as words
from core.formats.abc.fixes.edit import Source
from core.score.diagnostic import Diagnostic, Fix, Severity

Maker = Callable[[Source, Diagnostic], Iterator[Fix]]


@dataclass(frozen=True, slots=True)
class Remedy:
    """How a kind of finding is mended. `stage` orders repairs, the safest first; None leaves it to a person.

    `make` gives candidates, the likeliest first; the one that leaves the fewest findings is taken.
    """

    make: Maker
    stage: int | None


REMEDIES: dict[str, Remedy] = {
    "prose": Remedy(words.prose, 0),
    "remark": Remedy(signs.remark, 0),
    "markup": Remedy(signs.markup, 0),
    "list-mark": Remedy(words.list_mark, 0),
    "empty-line": Remedy(words.empty_line, 0),
    "words-first": Remedy(words.words_first, 0),
    "missing-X": Remedy(header.missing_number, 1),
    "missing-K": Remedy(header.missing_key, 1),
    "field-K": Remedy(header.key, 1),
    "field-M": Remedy(header.metre, 1),
    "field-L": Remedy(header.unit, 1),
    "field-Q": Remedy(header.tempo, 1),
    "unknown-sign": Remedy(signs.unknown, 2),
    "accidental-after": Remedy(signs.accidental, 2),
    "accidental-between": Remedy(signs.accidental, 2),
    "accidental-sign": Remedy(signs.accidental, 2),
    "length": Remedy(signs.length, 2),
    "length-decimal": Remedy(signs.decimal, 2),
    "chord-old": Remedy(signs.chord_old, 2),
    "chord-open": Remedy(signs.chord_open, 2),
    "chord-nested": Remedy(signs.take_out, 2),
    "bracket": Remedy(signs.bracket, 2),
    "grace-open": Remedy(signs.grace_open, 2),
    "grace-close": Remedy(signs.grace_close, 2),
    "rest-inside": Remedy(signs.take_out, 2),
    "broken": Remedy(signs.broken, 2),
    "tuplet": Remedy(signs.take_out, 2),
    "tuplet-short": Remedy(signs.tuplet_short, 2),
    "tie-nothing": Remedy(signs.take_out, 3),
    "tie-pitch": Remedy(marks.tie_pitch, 3),
    "tie-rest": Remedy(marks.tie_out, 3),
    "tie-end": Remedy(marks.tie_out, 3),
    "slur-same": Remedy(marks.slur_same, 3),
    "slur-open": Remedy(marks.slur_open, 3),
    "slur-close": Remedy(marks.slur_close, 3),
    "mark-bar": Remedy(marks.moved_mark, None),
    "mark-end": Remedy(marks.moved_mark, 3),
    "loop": Remedy(loops.loop, 4),
    "missing-M": Remedy(header.missing_metre, 5),
    "bar-line": Remedy(bars.line_end, 6),
    "bar-short": Remedy(bars.short, 6),
    "bar-long": Remedy(bars.long, 6),
    "voice-short": Remedy(bars.voice_short, 7),
    "syllables-left": Remedy(words.syllables_left, 8),
    "syllables-few": Remedy(words.syllables_few, None),
    "tala-metre": Remedy(header.tala_metre, 5),
    "range-high": Remedy(marks.octave_down, None),
    "range-low": Remedy(marks.octave_up, None),
}
STAGES = sorted({remedy.stage for remedy in REMEDIES.values() if remedy.stage is not None})
MISSING_NUMBER = "missing-X"
INFOS = ("missing-M", "empty-line", "bar-line")
"""Notes, no warnings, that are mended too: what other programs would stumble over."""


def stage_of(finding: Diagnostic) -> int | None:
    """Return when a finding is mended, None where that is left to a person."""
    remedy = REMEDIES.get(finding.code)
    if remedy is None or (finding.severity is Severity.INFO and finding.code not in INFOS):
        return None
    return remedy.stage
