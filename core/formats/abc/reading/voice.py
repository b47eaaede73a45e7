"""One voice while it is read: drafts that later signs may still change, then frozen measures."""

from fractions import Fraction
from itertools import accumulate

from core.formats.abc.reading.draft import Draft, MeasureDraft, Placed, freeze_measure, time_of
from core.score.accidentals import with_accidentals
from core.score.edit import moved_measure
from core.score.events import ZERO, Grace, Tuplet
from core.score.exact import plus, times
from core.score.pitch import Alter, Pitch
from core.score.score import Barline, Changeable, Measure, Part, Score
from core.score.signatures import Clef, Key, Metre

JUMPS = {
    "segno": "segno", "coda": "coda", "tocoda": "coda", "dacoda": "coda", "fine": "fine", "d.c.": "D.C.", "dc": "D.C.",
    "dacapo": "D.C.", "d.s.": "D.S.", "ds": "D.S.", "dalsegno": "D.S.", "d.c.alcoda": "D.C.alcoda",
    "d.c.alfine": "D.C.alfine", "d.s.alcoda": "D.S.alcoda", "d.s.alfine": "D.S.alfine",
}  # fmt: skip
"""Decorations that steer playback, and the mark each leaves."""


def jump_of(decoration: str) -> str | None:
    """Return the mark that a decoration leaves, whatever its capitals and spaces; None where it steers nothing."""
    return JUMPS.get(decoration.replace(" ", "").lower())


class VoiceDraft:
    """Reading state of one voice. The music reader drives it; `freeze` gives the part."""

    # more attributes than the dictionary of an instance holds in its quick form
    __slots__ = (
        "accidentals", "annotations", "at_bars", "bars", "block", "broken", "chord_symbols", "clef", "clef_octave",
        "decorations", "depth", "dotted_slurs", "graces", "id", "key", "keys_ahead", "known", "last", "layer",
        "measures", "metre", "name", "octave", "open", "overlays", "propagate", "replayed", "signature", "slurs",
        "spaced", "starts", "tied", "ties", "transpose", "tuplet", "tuplet_left", "unit", "verse", "verse_notes",
        "written",
    )  # fmt: skip

    def __init__(self, name: str, unit: Fraction, key: Key, metre: Metre, clef: Clef) -> None:
        self.id = name
        self.name = ""
        self.set_unit(unit)
        self.key = key
        self.metre = metre
        self.clef = clef
        self.octave = 0
        """By how many octaves the field `octave=` moves what is written; the clef in force moves it on."""
        self.clef_octave = clef.octave
        self.transpose = 0
        self.propagate = "pitch"
        self.signature: dict[str, Alter] = dict(key.alters)
        self.accidentals: dict[object, Alter] = {}
        self.tied: dict[tuple[str, int], Alter] = {}
        """Ties that wait in this layer for its next note; `ties` are those of the other layers."""
        self.ties: dict[int, dict[tuple[str, int], Alter]] = {}
        self.depth = 0
        self.keys_ahead: list[tuple[Fraction, Key]] = []
        """Keys that an overlay comes to in the course of its bar."""
        self.measures: list[MeasureDraft] = []
        self.open: MeasureDraft = MeasureDraft(key, metre, [[]])
        self.layer: list[Draft] = self.open.layers[0]
        self.replayed: int | None = None
        """The bar that an overlay runs through, where that is not the open one."""
        self.last: Draft | None = None
        self.block: list[Draft] = []
        """Events since the last lyrics, overlays apart; `starts` are the places where lines begin in it."""
        self.bars: list[int] = []
        """The bar of each of them."""
        self.overlays: list[Placed] = []
        self.starts: list[int] = []
        self.verse_notes: list[Placed] = []
        self.verse = 0
        self.at_bars: list[tuple[Draft, str]] = []
        """Decorations before a bar line, which steer nothing, and the events before them."""
        self.clear_pending()

    def clear_pending(self) -> None:
        """Forget what waits for the next note."""
        self.slurs = self.dotted_slurs = 0
        self.graces: list[Grace] = []
        self.decorations: list[str] = []
        self.chord_symbols: list[str] = []
        self.annotations: list[str] = []
        self.broken: Fraction | None = None
        self.tuplet: Tuplet | None = None
        self.tuplet_left = 0
        self.spaced = True

    def set_unit(self, unit: Fraction) -> None:
        """Change the unit length from here on."""
        self.unit = unit
        self.written: dict[str, Fraction] = {}
        """Lengths as written in the text, and what they are in whole notes: multiplied once, looked up after."""
        self.known: dict[str, tuple[Pitch, Fraction]] = {}
        """Notes as written in the text, and what they are where neither bar nor tie says otherwise."""

    def set_octave(self, octave: int) -> None:
        """Sound so many octaves higher than written from here on."""
        self.octave = octave
        self.known = {}

    def _set_signature(self, key: Key) -> None:
        self.accidentals = {}
        signature = dict(key.alters)
        if signature != self.signature:
            self.signature = signature
            self.known = {}

    def set_key(self, key: Key) -> None:
        """Change the key from here on."""
        self.key = key
        self._set_signature(key)
        if self.open.empty:
            self.open.key = key
        else:
            self._change(key)

    def set_metre(self, metre: Metre) -> None:
        """Change the metre from here on."""
        self.metre = metre
        if self.open.empty:
            self.open.metre = metre
        else:
            self._change(metre)

    def change(self, value: Changeable) -> None:
        """Note a tempo or clef at this moment."""
        if isinstance(value, Clef):
            self.known = {}
            self.clef_octave = value.octave
            if not self.measures and self.open.empty:
                self.clef = value
                return
        self._change(value)

    def _change(self, value: Changeable) -> None:
        self.open.changes.append((len(self.open.layers[0]), value))

    def mark(self, name: str) -> None:
        """Leave a playback mark at this moment."""
        self.open.marks.append((len(self.open.layers[0]), name))

    def add(self, draft: Draft) -> None:
        """Append an event and give it what was waiting."""
        draft.beamed = not self.spaced
        self.spaced = False
        if self.slurs:
            draft.slur_starts, draft.dotted_slurs = self.slurs, self.dotted_slurs
            self.slurs = self.dotted_slurs = 0
        if self.graces:
            draft.graces, self.graces = tuple(self.graces), []
        if self.decorations:
            self._decorate(draft)
        if self.chord_symbols:
            draft.chord_symbols, self.chord_symbols = tuple(self.chord_symbols), []
        if self.annotations:
            draft.annotations, self.annotations = tuple(self.annotations), []
        if self.tuplet_left:
            self.tuplet_left -= 1
            draft.tuplet = self.tuplet
        if self.broken is not None:
            draft.written = times(draft.written, self.broken)
            self.broken = None
        self.last = draft
        self.layer.append(draft)
        if self.replayed is None and len(self.open.layers) == 1:
            self.block.append(draft)
            self.bars.append(len(self.measures))
        else:
            self.overlays.append((draft, len(self.measures) if self.replayed is None else self.replayed))
            if self.keys_ahead:
                self._pass_keys()

    def _decorate(self, draft: Draft) -> None:
        for name in self.decorations:
            jump = jump_of(name)
            if jump is not None:
                self.mark(jump)
        draft.decorations, self.decorations = tuple(self.decorations), []

    def start_line(self) -> None:
        """Begin a line of music: where lyrics stand, the next ones begin after them."""
        if self.verse:
            self.block, self.bars, self.overlays, self.starts = [], [], [], []
            self.verse_notes, self.verse = [], 0
        if not self.starts or self.starts[-1] != len(self.block):
            self.starts.append(len(self.block))

    def last_line(self) -> list[Placed]:
        """Return the events of the last line that has any."""
        start = next((start for start in reversed(self.starts) if start < len(self.block)), 0)
        return list(zip(self.block[start:], self.bars[start:], strict=True))

    def settle_verses(self, wanted: int) -> None:
        """Choose the notes that a first verse of so many syllables is for.

        Those after the lyrics before (ABC 2.1, section 5), be it over several lines; but where all of it fits under
        the last line, the lines before it are taken to be played, not sung, as every real tune means it.
        """
        if self.verse:
            return
        line = [row for row in self.last_line() if row[0].notes]
        block = zip(self.block, self.bars, strict=True)
        notes = [row for row in block if row[0].notes] if wanted > len(line) else line
        first = notes[0][0].span.line if notes else 0
        self.verse_notes = [*notes, *(row for row in self.overlays if row[0].notes and row[0].span.line >= first)]

    def mark_at(self, placed: Placed, name: str) -> None:
        """Leave the mark of a decoration at an event that is there already."""
        draft, bar = placed
        jump = jump_of(name)
        measure = self.measures[bar] if bar < len(self.measures) else self.open
        if jump is not None and draft in measure.layers[0]:
            measure.marks.append((measure.layers[0].index(draft), jump))

    def told(self, pitch: Pitch) -> bool:
        """Say whether the bar or a tie has told what this note is, be it the same as the key does."""
        place = (pitch.step, pitch.octave)
        return pitch.step in self.accidentals or place in self.accidentals or place in self.tied

    def alter_of(self, step: str, octave: int, written: Alter | None) -> Alter:
        """Return what sounds: the written accidental, one still in force in this bar, a tie's, or the key's."""
        if written is not None:
            if self.propagate != "not":
                self.accidentals[(step, octave) if self.propagate == "octave" else step] = written
            return written
        found = self.accidentals.get((step, octave) if self.propagate == "octave" else step)
        if found is not None:
            return found
        if self.tied:
            carried = self.tied.get((step, octave))
            if carried is not None:
                return carried
        return self.signature.get(step, 0)

    def start_layer(self, bars: int = 1) -> None:
        """Go back to the start of a bar for an overlay: of this one, or so many bars back (ABC 2.1, 7.4)."""
        back = bars - (0 if self.open.empty and self.measures else 1)
        measure = self.open
        self.replayed = None
        if back > 0 and self.measures:
            self.replayed = max(0, len(self.measures) - back)
            measure = self.measures[self.replayed]
        self._overlay(measure)

    def _overlay(self, measure: MeasureDraft) -> None:
        self.layer = []
        measure.layers.append(self.layer)
        self._enter_layer(len(measure.layers) - 1, measure.key)
        if measure.changes:
            before = measure.layers[0][: measure.changes[-1][0]]
            onsets = list(accumulate(map(time_of, before), plus, initial=ZERO))
            self.keys_ahead = [(onsets[place], value) for place, value in measure.changes if isinstance(value, Key)]
        self.spaced = True

    def _enter_layer(self, depth: int, key: Key) -> None:
        """Begin a layer of a bar: accidentals start anew, and its own ties come over the bar line."""
        self.ties[self.depth] = self.tied
        self.depth = depth
        self.tied = self.ties.pop(depth, {})
        self._set_signature(key)
        self.keys_ahead = []

    def _pass_keys(self) -> None:
        now = sum((time_of(draft) for draft in self.layer), ZERO)
        while self.keys_ahead and self.keys_ahead[0][0] <= now:
            self._set_signature(self.keys_ahead.pop(0)[1])

    def replay_next(self) -> None:
        """Go over a bar line while an overlay runs through bars that are there already."""
        place = (self.replayed or 0) + 1
        if place < len(self.measures):
            self.replayed = place
            self._overlay(self.measures[place])
            return
        self.replayed = None
        if self.open.empty:
            self.layer = self.open.layers[0]
            self._enter_layer(0, self.key)
            self.spaced = True
        else:
            self._overlay(self.open)

    def close(self, barline: Barline, line: int, column: int) -> None:
        """End the open measure with a bar line and start the next."""
        measure = self.open
        if self.decorations:
            self._mark_at_bar()
        measure.right = barline
        measure.stop_column = column
        self.measures.append(measure)
        self.open = MeasureDraft(self.key, self.metre, [[]], line=line, column=column, transpose=self.transpose)
        self.layer = self.open.layers[0]
        if self.depth:
            self._enter_layer(0, self.key)
        if self.ties:
            self.ties = {depth: ties for depth, ties in self.ties.items() if depth < len(measure.layers)}
        self.accidentals = {}
        self.spaced = True

    def _mark_at_bar(self) -> None:
        """Let decorations before a bar line that steer playback stand there; the others wait for their note."""
        for name in self.decorations:
            jump = jump_of(name)
            if jump is not None:
                self.mark(jump)
            elif self.last is not None and not self.open.empty:
                self.at_bars.append((self.last, name))
        self.decorations = [name for name in self.decorations if jump_of(name) is None]

    def leave_marks(self, *, at_bar: bool) -> None:
        """Let signs that steer playback and wait in an empty bar, `|!D.C.!|`, stand where the bar before ends.

        Those that music goes on from wait for it: segno, and a coda that comes after another one. `at_bar`: a bar
        line follows; at a line's end any coda waits, as it may stand over the next line.
        """
        if not self.measures or not self.open.empty:
            return
        last = self.measures[-1]
        kept = []
        for name in self.decorations:
            jump = jump_of(name)
            before = at_bar and not any(row[1] == "coda" for bar in self.measures for row in bar.marks)
            if jump is not None and (before if jump == "coda" else jump != "segno"):
                last.marks.append((len(last.layers[0]), jump))
            else:
                kept.append(name)
        self.decorations = kept

    def take_back(self) -> tuple[list[str], list[str]]:
        """Put on the last note what waits for one that does not come; return that as written, and what is left out."""
        marks = [name for name in self.decorations if jump_of(name) is None]
        put = [*(f"!{name}!" for name in marks), *(f'"{text}"' for text in (*self.chord_symbols, *self.annotations))]
        if self.last is not None and put:
            self.last.decorations += tuple(marks)
            self.last.chord_symbols += tuple(self.chord_symbols)
            self.last.annotations += tuple(self.annotations)
        return put, [*(["{ } grace notes"] if self.graces else []), *(["("] if self.slurs else [])]

    def freeze(self) -> Part:
        """Return the finished part; a last measure without a bar line is kept if it holds anything."""
        self.leave_marks(at_bar=True)
        if not self.open.empty or self.open.marks:
            self.close(Barline(""), self.open.line, self.open.column)
        frozen = tuple([freeze_measure(measure) for measure in self.measures])
        if any(measure.transpose for measure in self.measures):
            frozen = self._as_it_sounds(frozen)
        return Part(self.id, frozen, self.name, self.clef)

    def _as_it_sounds(self, measures: tuple[Measure, ...]) -> tuple[Measure, ...]:
        """Move what `transpose=` moves, keys and all: a score holds what sounds."""
        rows = zip(self.measures, measures, strict=True)
        moved = [moved_measure(measure, draft.transpose) for draft, measure in rows]
        return with_accidentals(Score((Part(self.id, tuple(moved)),))).parts[0].measures

    def set_transpose(self, semitones: int) -> None:
        """Sound higher or lower than written from here on; in a bar that has begun, from the next."""
        self.transpose = semitones
        if self.open.empty:
            self.open.transpose = semitones
