"""The written time of one part cut into matras: events of its measures become units of cells."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor

from core.score.events import ZERO, Event, Note, Rest, Span, Syllable
from core.score.pitch import Pitch
from core.score.score import Measure
from core.tradition.cells.sheet import LETTERS, ONE, SHRUTIS, Kind, Swara

HALF = Fraction(1, 2)
KOMAL = "rgdn"
MOST_HELD = 128
"""Matras that one event takes at most on paper; what is longer is told."""


MOST_TEXT = 80
"""Characters of a text above a cell."""


@dataclass(slots=True)
class Piece:
    """A unit while it is found; frozen when the words are set."""

    kind: Kind
    share: Fraction
    swara: Swara | None = None
    kan: tuple[Swara, ...] = ()
    ids: list[str] = field(default_factory=list)
    said: list[tuple[Syllable | None, ...]] = field(default_factory=list)
    absorbed: bool = False
    events: list[int] = field(default_factory=list)
    """Serial numbers of the events that begin here: ends of slurs."""


@dataclass(slots=True)
class Matra:
    """A cell while it is found."""

    onset: Fraction
    measure: int
    matra: int | None
    pieces: list[Piece] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    stop: bool = False
    span: Span | None = None
    filled: Fraction = ZERO
    """How much of the matra is taken."""


@dataclass(frozen=True, slots=True)
class Slur:
    """A slur over events, by serial number."""

    start: int
    stop: int


def swara_of(pitch: Pitch, sa: int, name: str = "") -> tuple[Swara, bool]:
    """Return a pitch's swara, and whether it is exactly that: a microtone is the nearest.

    A quarter tone beside a komal swara has a number of its own; that it is a quarter tone is our choice.
    """
    midi = pitch.midi
    for shruti in SHRUTIS if midi % 1 == HALF else ():
        saptak, place = divmod(floor(midi - Fraction(shruti, 2)) - sa, 12)
        if LETTERS[place] in KOMAL:
            return Swara(LETTERS[place], saptak, shruti, name), True
    whole = midi if isinstance(midi, int) else floor(midi + Fraction(1, 2))
    saptak, place = divmod(whole - sa, 12)
    return Swara(LETTERS[place], saptak, id=name), whole == midi


class Reader:
    """Cuts one layer into matras, measure by measure; ties and slurs reach over bars."""

    def __init__(self, sa: int) -> None:
        self._sa = sa
        self._tied: Pitch | None = None
        self._row: list[Matra] = []
        self._matra = ONE
        self.slurs: list[Slur] = []
        self._slurs: list[int] = []
        self._serial = 0
        self._homeless: list[str] = []

    def measure(
        self, measure: Measure, index: int, start: Fraction, matra: Fraction, place: Fraction, cycle: int
    ) -> list[Matra]:
        """Return the cells of a measure that begins at `start` (whole notes), `place` matras into the cycle."""
        self._row, self._matra = [], matra
        lead = place - floor(place)
        numbers = (floor(place), cycle)
        if lead and measure.events:
            self._fill(Piece(Kind.GAP, lead), start - lead * matra, index, numbers)
        now = ZERO
        for event in measure.events:
            if event.onset > now:
                gap = min((event.onset - now) / matra, Fraction(MOST_HELD))
                self._fill(Piece(Kind.GAP, gap), start + now, index, numbers)
                now = event.onset
                self._tied = None
            first = len(self._row)
            self._event(event, start + now, index, numbers)
            now += event.duration
            self._say(event, max(first - 1, 0))
        if measure.length > now:
            missing = min((measure.length - now) / matra, Fraction(MOST_HELD))
            self._fill(Piece(Kind.GAP, missing), start + now, index, numbers)
            now = measure.length
        if self._row and (rest := ONE - self._row[-1].filled) > 0:
            self._fill(Piece(Kind.GAP, rest), start + now, index, numbers)
        return self._row

    def _event(self, event: Event, onset: Fraction, index: int, numbers: tuple[int, int]) -> None:
        serial = self._serial
        self._serial += 1
        self._slur(event, serial)
        pieces, troubles = self._pieces(event)
        for piece in pieces:
            piece.events.append(serial)
            self._fill(piece, onset, index, numbers, troubles, event.span)

    def _slur(self, event: Event, serial: int) -> None:
        for _ in range(min(event.slur_ends, len(self._slurs))):
            begun = self._slurs.pop()
            if begun < serial:
                self.slurs.append(Slur(begun, serial))
        self._slurs += [serial] * min(event.slur_starts, 4)

    def _pieces(self, event: Event) -> tuple[list[Piece], list[str]]:
        length = event.duration / self._matra
        troubles = []
        if length > MOST_HELD:
            troubles.append(f"It lasts {_matras(length)}, of which {MOST_HELD} are drawn.")
            length = Fraction(MOST_HELD)
        if not event.notes:
            self._tied = None
            hidden = event.rest in (Rest.INVISIBLE, Rest.WHOLE_BARS_INVISIBLE)
            names = [event.id, *(grace.id for grace in event.graces)]
            rest = Piece(Kind.GAP if hidden else Kind.REST, length, ids=names)
            return ([rest] if length > 0 else []), troubles
        main = max(event.notes, key=lambda note: note.pitch.midi)
        if len(event.notes) > 1:
            troubles.append("A chord has no sign; its highest note is written.")
        swara, exact = swara_of(main.pitch, self._sa, main.id)
        kan = [swara_of(grace.pitch, self._sa, grace.id) for grace in event.graces]
        if not exact or not all(sure for _, sure in kan):
            troubles.append("A microtone that is no shruti of a komal swara has no letter; the nearest is written.")
        ids = [main.id, *(note.id for note in event.notes if note is not main), *(g.id for g in event.graces)]
        held = self._held(main) and not kan
        self._tied = main.pitch if main.tied else None
        kind = Kind.HOLD if held else Kind.SWARA
        piece = Piece(kind, length, None if held else swara, tuple(one for one, _ in kan), ids, [event.lyrics])
        return ([piece] if length > 0 else []), troubles

    def _held(self, note: Note) -> bool:
        return self._tied is not None and self._tied.midi == note.pitch.midi

    def _fill(
        self, piece: Piece, onset: Fraction, index: int, numbers: tuple[int, int],
        troubles: Sequence[str] = (), span: Span | None = None,
    ) -> None:  # fmt: skip
        """Lay a piece into the cells, cut where matras end."""
        left = piece.share
        while left > 0:
            if not self._row or self._row[-1].filled == ONE:
                first, cycle = numbers
                place = (first + len(self._row)) % cycle if cycle else None
                at = onset + (piece.share - left) * self._matra
                self._row.append(Matra(at, index, place, others=self._homeless, span=span))
                self._homeless = []
            cell = self._row[-1]
            share = min(left, ONE - cell.filled)
            begins = left == piece.share
            if begins:
                cell.troubles += troubles
                cell.span = cell.span or span
            _lay(cell, piece, share, begins=begins)
            left -= share

    def _say(self, event: Event, place: int) -> None:
        """Put an event's words over the cell it begins in. What takes no time leaves its ids in the next cell."""
        if event.duration <= 0:
            self._homeless += [event.id, *(note.id for note in event.notes), *(grace.id for grace in event.graces)]
            return
        words = [text.lstrip("^_<>@").strip() for text in event.annotations]
        cell = next((row for row in self._row[place:] if self._begins(row, event)), self._row[-1])
        cell.texts += [text[:MOST_TEXT] for text in words if text]

    def _begins(self, row: Matra, event: Event) -> bool:
        names = {event.id, *(note.id for note in event.notes)}
        return any(name in names for piece in row.pieces for name in piece.ids)


def _lay(cell: Matra, piece: Piece, share: Fraction, *, begins: bool) -> None:
    """Add a share of a piece to a cell; what goes on from the unit before makes that longer."""
    cell.filled += share
    kind = piece.kind if begins or piece.kind is not Kind.SWARA else Kind.HOLD
    before = cell.pieces[-1] if cell.pieces else None
    held = kind is Kind.HOLD and before is not None and before.kind in (Kind.SWARA, Kind.HOLD)
    silent = before is not None and before.kind is kind and kind in (Kind.REST, Kind.GAP)
    if before is not None and (held or silent):
        before.share += share
    else:
        before = Piece(kind, share, piece.swara if kind is Kind.SWARA else None)
        cell.pieces.append(before)
    if begins:
        before.kan = piece.kan or before.kan
        before.ids += piece.ids
        before.said += piece.said
        before.events += piece.events


def _matras(length: Fraction) -> str:
    return f"{length} matras" if length.denominator == 1 else f"{float(length):.1f} matras"


def overlaid(measure: Measure, start: Fraction) -> Iterator[tuple[Fraction, list[str]]]:
    """Yield what other layers of a measure hold: onset and ids, grace notes and rests too."""
    for layer in measure.layers[1:]:
        for event in layer:
            names = [note.id for note in event.notes] or [event.id]
            yield start + event.onset, [*names, *(grace.id for grace in event.graces)]
