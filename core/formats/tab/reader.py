"""ASCII tab to a score."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise

from core.errors import FormatError
from core.formats.base import MOST_CHARACTERS, MOST_NOTES, Imported, imported, remark, text_of
from core.formats.jianpu.text_tokens import metre_of
from core.formats.line_of_events import Sound, layer_of, with_ids
from core.formats.tab.bars import RawBar, bar_places, raw_bars, row_above
from core.formats.tab.lines import Block, Page, labelled_tuning, named_tuning, page_of
from core.formats.tab.timing import Length, Timed, by_beats, by_columns, by_lengths, lengths_of
from core.score.diagnostic import Diagnostic, Severity
from core.score.events import ZERO, Event
from core.score.pitch import Pitch, from_midi
from core.score.score import Barline, Measure, Part, Score
from core.score.signatures import Metre
from core.tradition.tunings import MOST_CAPO, STANDARD, TUNINGS_BY_NAME, Fretboard, Tuning

PLAYING = {
    "h": "Hammer-ons (h) are read as slurs.",
    "p": "Pull-offs (p) are read as slurs.",
    "/": "Slides (/) are read as slurs.",
    "\\": "Slides (\\) are read as slurs.",
    "s": "Slides (s) are read as slurs.",
    "^": "Bends (^) are read as slurs.",
    "b": "Bends (b) are left out: the fretted note is read.",
    "r": "Releases (r) are left out.",
    "~": "Vibrato (~) is left out.",
    "v": "Vibrato (v) is left out.",
    "t": "Tapping (t) is left out.",
    "<": "Harmonics are read as the fretted note.",
    "(": "Brackets around frets are left out.",
    "=": "Signs = between frets are read as slurs.",
    "x": "Muted strokes (x) are read as rests.",
}
MOST_SAID = 100
_RUN = re.compile(r"\d+")
SPACING = 4
"""Columns of a beat where a text does not tell."""


@dataclass(slots=True)
class _Bar:
    """A bar whose time is known."""

    metre: Metre
    sounds: list[Sound] = field(default_factory=list)
    length: Fraction = ZERO
    joins: list[tuple[Fraction, Fraction]] = field(default_factory=list)
    raw: RawBar | None = None
    line_end: bool = False


class TabReader:
    """Reads a page of systems into bars."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.found: list[Diagnostic] = []
        self.bars: list[_Bar] = []
        self.metre = Metre()
        self.board = self._board()
        self._spacing = SPACING
        self._notes = 0
        self._said: set[str] = set()

    def score(self) -> Score:
        """Read the whole page."""
        for line in self.page.unread:
            message = "This line is no tablature; it is left out."
            self._say("tab-line", message, line.number, 1, len(line.text), Severity.INFO)
        self._spacing = self._usual_spacing()
        for block in self.page.blocks:
            told = metre_of(block.metre) if block.metre else None
            self.metre = told or self.metre
            if len(block.strings) != len(self.board.open):
                message = f"{len(block.strings)} lines stand together; the tuning has {len(self.board.open)} strings."
                self._say("tab-strings", message, block.strings[0].number, 1, 0)
                continue
            self._block(block)
            if self.bars:
                self.bars[-1].line_end = True
        measures = tuple(_measure(bar, last=bar is self.bars[-1]) for bar in self.bars)
        return Score(
            (Part("1", measures),), self.page.title, number="1", metre=measures[0].metre if measures else Metre()
        )

    def _board(self) -> Fretboard:
        """Find the tuning: told in the header, else by the letters, else by the number of strings."""
        blocks = self.page.blocks
        count = Counter(len(block.strings) for block in blocks).most_common(1)[0][0]
        tuning = named_tuning(self.page.tuning, count) if self.page.tuning else None
        if self.page.tuning and tuning is None:
            shown = self.page.tuning[:40]
            self._say(
                "tab-tuning", f"The tuning {shown!r} is not understood; the letters before the strings count.", 1, 1, 0
            )
        labels = next((labelled_tuning([s.label for s in b.strings]) for b in blocks if len(b.strings) == count), None)
        tuning = tuning or labels or {6: STANDARD, 4: TUNINGS_BY_NAME["ukulele"]}.get(count)
        if tuning is None or len(tuning.strings) != count:
            raise FormatError(f"{count} strings without letters: say the tuning, as in Tuning: D2 A2 D3 G3 B3 E4.")
        if tuning != STANDARD:
            self.found.append(remark("tab-tuning", f"The strings are taken to be {tuning.words}."))
        return Fretboard(tuning, self._capo(tuning))

    def _capo(self, tuning: Tuning) -> int:
        capo = self.page.capo
        if capo > min(MOST_CAPO, tuning.frets):
            self._say("tab-capo", f"A capo at fret {capo} is not possible; none is taken.", 1, 1, 0)
            return 0
        if capo:
            self.found.append(remark("tab-capo", f"Frets are counted from the capo at fret {capo}."))
        return capo

    # -- one system ---------------------------------------------------------------------------------------------------

    def _block(self, block: Block) -> None:
        self._notes += sum(len(_RUN.findall(line.body)) for line in block.strings)
        if self._notes > MOST_NOTES:
            raise FormatError(f"There are more than {MOST_NOTES:,} frets, which are the most. Split the file.")
        places = bar_places(block)
        above = row_above(block.lengths.text, places) if block.lengths else []
        lengths = [lengths_of(row) for row in above]
        beats = row_above(block.beats.text, places) if block.beats else []
        single = block.beats is not None and block.beats.text.lstrip().lower().startswith("beat")
        marks = [{row.column for row in rows} for rows in lengths]
        bars, signs = raw_bars(block, single=single, highest=self.board.tuning.frets, marks=marks)
        top = block.strings[0]
        for sign in sorted(signs & PLAYING.keys() - self._said):
            self._said.add(sign)
            self.found.append(remark("tab-playing", PLAYING[sign]))
        if any(bar.uneven for bar in bars):
            message = "The strings of this system do not line up; columns are compared by their share of the bar."
            self._say("tab-uneven", message, top.number, 1, 0, Severity.WARNING)
        for number, bar in enumerate(bars):
            if bar.too_wide:
                self._say(
                    "tab-wide", "This bar is too long to be one; it is left out.", top.number, bar.start + 1, bar.size
                )
                continue
            rows = lengths[number] if number < len(lengths) else []
            self._bar(bar, self._time(bar, block, rows, beats[number] if number < len(beats) else ""), block)

    def _time(self, bar: RawBar, block: Block, lengths: Sequence[Length], beats: str) -> list[Timed]:
        timed = None
        if block.lengths is not None:
            timed = by_lengths(bar, lengths) if lengths else None
            if not timed:
                message = "The lengths above this bar do not fit its frets; time is read from the columns."
                self._say("tab-lengths", message, block.lengths.number, bar.start + 1, bar.size, Severity.WARNING)
        elif block.beats is not None:
            timed = by_beats(bar, beats, self._spacing, self.metre)
            if not timed:
                message = "The beats above this bar do not fit its columns; time is read from the columns."
                self._say("tab-beats", message, block.beats.number, bar.start + 1, bar.size, Severity.WARNING)
        if timed:
            return timed
        if block.lengths is None and block.beats is None and "time" not in self._said:
            self._said.add("time")
            message = "No row of lengths or beats stands above: time is read from the columns, bars are full."
            self.found.append(remark("tab-time", message))
        return by_columns(bar, self.metre)

    def _usual_spacing(self) -> int:
        """Return how far beats mostly stand apart, for bars that have one beat only."""
        counts: Counter[int] = Counter()
        for block in self.page.blocks:
            for row in row_above(block.beats.text, bar_places(block)) if block.beats else []:
                places = [place for place, character in enumerate(row) if character.isdigit()]
                counts.update(after - before for before, after in pairwise(places))
        return counts.most_common(1)[0][0] if counts else SPACING

    def _bar(self, raw: RawBar, timed: Sequence[Timed], block: Block) -> None:
        bar = _Bar(self.metre, raw=raw)
        for row in timed:
            struck = row.struck
            if row.held:
                self._hold(bar, row)
            elif struck is not None and struck.frets:
                pitches = tuple(sorted(map(self._pitch, struck.frets.items()), key=lambda pitch: pitch.midi))
                if struck.joins and bar.sounds:
                    bar.joins.append((bar.sounds[-1].onset, row.onset))
                bar.sounds.append(Sound(row.onset, row.end, pitches))
            if struck is not None and struck.unknown:
                message = "A ? stands for a note that no string plays; what it was is not known."
                line = block.strings[struck.unknown - 1].number
                self._say("tab-unknown", message, line, raw.start + struck.column + 1, 1, Severity.WARNING)
            bar.length = row.end
        self.bars.append(bar)

    def _hold(self, bar: _Bar, row: Timed) -> None:
        """Let the sound of before go on: in the same bar it is longer, over the line it is tied."""
        if bar.sounds and bar.sounds[-1].end == row.onset:
            bar.sounds[-1] = replace(bar.sounds[-1], end=row.end)
            return
        before = self.bars[-1] if self.bars and not bar.sounds and row.onset == ZERO else None
        if before is not None and before.sounds and before.sounds[-1].end == before.length:
            before.sounds[-1] = replace(before.sounds[-1], tied=True)
            bar.sounds.append(Sound(row.onset, row.end, before.sounds[-1].pitches))

    def _pitch(self, place: tuple[int, int]) -> Pitch:
        string, fret = place
        return from_midi(self.board.open[string - 1] + fret, flats=False)

    def _say(
        self, code: str, message: str, line: int, column: int, length: int, severity: Severity = Severity.ERROR
    ) -> None:
        if len(self.found) < MOST_SAID:
            self.found.append(Diagnostic(severity, code, message, line, column, length))


def _measure(bar: _Bar, *, last: bool) -> Measure:
    events = layer_of(bar.sounds, bar.length)
    raw = bar.raw
    return Measure(
        (tuple(_slurred(events, bar.joins)),),
        metre=bar.metre,
        left=Barline("|", 1) if raw and raw.repeat_start else Barline(""),
        right=Barline("|]" if last else "|", 1 if raw and raw.repeat_end else 0),
        line_end=bar.line_end,
    )


def _slurred(events: Sequence[Event], joins: Sequence[tuple[Fraction, Fraction]]) -> list[Event]:
    """Put slurs over the joined notes; one join after another makes one slur."""
    starts = {start for start, _ in joins}
    ends = {end for _, end in joins}
    return [
        replace(
            event,
            slur_starts=int(event.onset in starts - ends),
            slur_ends=int(event.onset in ends - starts),
        )
        for event in events
    ]


def read(content: bytes) -> Imported:
    """Read a text. Raises FormatError where it is no UTF-8, too large, or has strings that tell no tuning."""
    text = text_of(content).replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > MOST_CHARACTERS:
        message = f"The text is longer than {MOST_CHARACTERS:,} characters and is not read. Cut it into several files."
        return Imported((), (remark("too-long", message, Severity.ERROR),))
    page = page_of(text)
    if not page.blocks:
        message = "There are no lines of strings in this text. Write them as e|--0---|, one a string, from the highest."
        return Imported((), (Diagnostic(Severity.ERROR, "no-tune", message),))
    reader = TabReader(page)
    score = reader.score()
    if not any(event.notes for event in score.events()):
        message = "There is no fret on any string of this text."
        return Imported((), (*reader.found, Diagnostic(Severity.ERROR, "no-tune", message)))
    return imported(with_ids(score), reader.found)
