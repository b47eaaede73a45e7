"""Score -> the matra grid of akarmatrik swaralipi, which the view draws and formats of swara letters write.

`sheet_of(score)` reads the written time of one part. Sa is the tonic of the first key. NOTATION A1 to A8 are the rules;
what they cannot write stays exact in the units, and its cell says why.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from core.score.diagnostic import Diagnostic, Severity
from core.score.events import ZERO, Span
from core.score.score import Part, Score
from core.score.signatures import Key
from core.tradition.cells.grid import own_of, tala_name
from core.tradition.cells.groups import AAKAR, HALF, HALF_SIGN, QUARTER, QUARTER_SIGN, can_absorb, groups_of
from core.tradition.cells.measures import Measures
from core.tradition.cells.names import kali_name
from core.tradition.cells.repeats import Brackets
from core.tradition.cells.sheet import (
    LETTERS,
    Bar,
    Cell,
    Group,
    Kali,
    Kind,
    Line,
    Meend,
    Sheet,
    Sung,
    Swara,
    Unit,
)  # fmt: skip
from core.tradition.cells.units import Matra, Piece
from core.tradition.cells.words import Slot, plain, set_words

__all__ = [
    "AAKAR", "HALF_SIGN", "LETTERS", "QUARTER_SIGN", "Bar", "Cell", "Group", "Kali", "Kind", "Line", "Meend",
    "Sheet", "Sung", "Swara", "Unit", "sa_of", "sheet_of", "sung_part",
]  # fmt: skip

LOWEST_SA = 54
"""MIDI number of G♭3: where no tune says otherwise Sa lies from there to F♯4, as the undotted 1 of jianpu."""
MOST_SAID = 40
MOST_NAMES, MOST_NAME = 6, 24
"""How many ornaments a message names, and how much of each name."""


def sung_part(score: Score) -> Part | None:
    """Return the first part that has words, else the first of all."""
    for part in score.parts:
        if any(one for measure in part.measures for event in measure.events for one in event.lyrics):
            return part
    return score.parts[0] if score.parts else None


def sa_of(score: Score, part: Part) -> int:
    """Return the MIDI number of the mudara Sa.

    In C it is middle C, since swaralipi files are read and written so. For other tonics it is the one from G♭3 to F♯4,
    or an octave beside it where more than half of the sung time would lie out of the mudara on that side. `%%sa` of the
    score wins over both. A score that was moved takes its Sa along: letters and octave marks stay.
    """
    key, far = score.moved or (score.key, 0)
    own = own_of(score).sa
    return (_unmoved_sa(part, key, far) if own is None else own) + far


def _unmoved_sa(part: Part, key: Key, far: int) -> int:
    base = LOWEST_SA + (key.tonic_class - LOWEST_SA) % 12
    if key.tonic_class == LOWEST_SA % 12 and "#" in key.tonic:
        base += 12
    if key.tonic_class == 0:
        return base
    times = [
        (max(note.pitch.midi for note in event.notes) - far, event.duration)
        for measure in part.measures for event in measure.events if event.notes
    ]  # fmt: skip
    whole = sum((length for _, length in times), ZERO)
    high = sum((length for midi, length in times if midi >= base + 12), ZERO)
    low = sum((length for midi, length in times if midi < base), ZERO)
    return base + (12 if high > whole / 2 else -12 if low > whole / 2 else 0)


def sheet_of(score: Score, part: str | None = None) -> Sheet:
    """Return a part as cells: the named one, or `sung_part`. An unknown name gives an empty sheet; nothing raises.

    A matra's note value comes from the song's `%%matra`, else from tala and metre (`grid.grid_of`). Each measure
    begins a matra of its own; one that ends within a matra is filled with a GAP, and so is a pickup from the left.
    """
    chosen = sung_part(score) if part is None else next((one for one in score.parts if one.id == part), None)
    if chosen is None:
        return Sheet()
    return _Maker(score, chosen, sa_of(score, chosen)).sheet()


class _Maker:
    """Makes the sheet of one part."""

    def __init__(self, score: Score, part: Part, sa: int) -> None:
        self._score = score
        self._part = part
        self._sa = sa
        self._found = Measures(score, part, self._sa)
        self._row = self._found.row
        self._said = list(self._found.said)

    def sheet(self) -> Sheet:
        self._absorb()
        verses = max((len(e.lyrics) for m in self._part.measures for e in m.events), default=0)
        units = self._units(verses)
        cells = [self._cell(number, row, units[number]) for number, row in enumerate(self._row)]
        self._tell(cells)
        grid = self._found.grid
        return Sheet(
            self._kalis_of(cells), self._part.id, self._sa, grid.matra, tala_name(self._score, own_of(self._score)),
            grid.vibhags, grid.marks, grid.free, verses, self._meends(), tuple(self._said[:MOST_SAID]),
        )  # fmt: skip

    def _absorb(self) -> None:
        """Let the sign of a last note tell how far it goes on in the next cell (NOTATION A3, one and a half)."""
        starts = self._kali_starts()
        for number, (cell, after) in enumerate(zip(self._row, self._row[1:], strict=False), 1):
            first = after.pieces[0]
            joined = len(cell.pieces) == 1 and cell.pieces[0].kind in (Kind.SWARA, Kind.HOLD)
            said = any(one is not None and plain(one) for row in first.said for one in row)
            apart = number in starts or self._cut(number) or first.kan or said
            # a line, or a row of Compare, may be broken there, and what stands alone at its beginning would be read as
            # half a matra
            apart = apart or self._found.bars.get(number, Bar.NONE) is not Bar.NONE or after.measure != cell.measure
            if joined and not apart and can_absorb([Unit(p.kind, p.share) for p in after.pieces]):
                first.absorbed = True

    def _cut(self, number: int) -> bool:
        """Tell whether something between a cell and the one before is no plain way on."""
        opens = self._found.brackets.get(number, Brackets()).opens
        closes = self._found.brackets.get(number - 1, Brackets()).closes
        return bool(opens or closes)

    def _kali_starts(self) -> set[int]:
        found, place = set(), 0
        for kali in self._found.kalis:
            found.add(place)
            place += sum(len(row.cells) for row in kali.rows)
        return found

    def _units(self, verses: int) -> list[tuple[Unit, ...]]:
        """Freeze the pieces, with their words."""
        slots: list[Slot] = []
        pairs: list[list[tuple[Piece, Slot | None]]] = []
        for row in self._row:
            pair: list[tuple[Piece, Slot | None]] = []
            for piece in row.pieces:
                slot = None
                if piece.kind is not Kind.GAP and not piece.absorbed:
                    slot = Slot(piece.kind is Kind.REST, piece.kind is Kind.HOLD, tuple(piece.said))
                    slots.append(slot)
                pair.append((piece, slot))
            pairs.append(pair)
        set_words(slots, verses)
        return [tuple(_unit(piece, slot) for piece, slot in pair) for pair in pairs]

    def _cell(self, number: int, row: Matra, units: tuple[Unit, ...]) -> Cell:
        following = self._row[number + 1].pieces[0] if number + 1 < len(self._row) else None
        longer = following.share if following is not None and following.absorbed else ZERO
        found = groups_of(units)
        groups = found or ()
        if longer and groups:
            groups = (Group(groups[0].units, AAKAR + _part_sign(longer)),)
        if found is None:
            row.troubles.insert(0, _unwritable(units))
        written = [unit for unit in units if unit.kind is not Kind.GAP and not unit.absorbed]
        first = written[0] if written else None
        hyphen = first is not None and (first.kind is Kind.HOLD or (first.kind, first.sung) == (Kind.SWARA, Sung.HELD))
        brackets = self._found.brackets.get(number, Brackets())
        texts = (brackets.label, *row.texts) if brackets.label else tuple(row.texts)
        bar, tala_number = self._found.bars.get(number, Bar.NONE), self._found.numbers.get(number, "")
        return Cell(
            units, row.onset, row.measure, row.matra, bar, tala_number, hyphen, longer, groups,
            " ".join(row.troubles), brackets.opens, brackets.closes, row.stop, texts, tuple(row.others), row.span,
        )  # fmt: skip

    def _kalis_of(self, cells: Sequence[Cell]) -> tuple[Kali, ...]:
        found = []
        place = 0
        for number, kali in enumerate(self._found.kalis):
            lines = []
            opened = False
            for row in kali.rows:
                chunk = list(cells[place : place + len(row.cells)])
                place += len(chunk)
                if chunk and not row.pickup and not opened:
                    chunk[0], opened = replace(chunk[0], bar=Bar.KALI), True
                if chunk:
                    lines.append(Line(tuple(chunk), row.pickup))
            end = Bar.END if number + 1 == len(self._found.kalis) else Bar.KALI
            found.append(Kali(kali_name(kali.name), tuple(lines), end, kali.again))
        return tuple(found)

    def _meends(self) -> tuple[Meend, ...]:
        places: dict[int, tuple[int, int]] = {}
        for number, row in enumerate(self._row):
            for unit, piece in enumerate(row.pieces):
                places |= dict.fromkeys(piece.events, (number, unit))
        spans = ((places.get(slur.start), places.get(slur.stop)) for slur in self._found.reader.slurs)
        return tuple(sorted({Meend(a, b) for a, b in spans if a and b and a < b}, key=lambda m: (m.start, m.stop)))

    def _tell(self, cells: Sequence[Cell]) -> None:
        homes = len(self._score.parts) - 1
        if homes:
            name = self._part.name or self._part.id
            self._add("swaralipi-part", f"Swaralipi writes one voice: {name}. Parts that are not drawn: {homes}.")
        if len({measure.key.tonic_class for measure in self._part.measures}) > 1:
            self._add("swaralipi-key", f"The key changes on the way; Sa stays {self._score.key.tonic}.")
        self._tell_signs()
        for cell in cells:
            if cell.trouble:
                self._add("swaralipi-cell", f"Bar {cell.measure + 1}: {cell.trouble}", cell.span)
        if any(abs(unit.swara.saptak) > 1 for cell in cells for unit in cell.units if unit.swara):
            message = "A second octave up or down is not seen in print; it is drawn with two marks."
            self._add("swaralipi-octave", message)
        if any(unit.kind is Kind.REST and unit.share < 1 for cell in cells for unit in cell.units):
            message = "Rests within a matra are written as signs without a letter; no printed source was seen."
            self._add("swaralipi-rest", message)

    def _tell_signs(self) -> None:
        events = [event for measure in self._part.measures for event in measure.events]
        signs = Counter(name[:MOST_NAME] for event in events for name in event.decorations)
        if signs:
            names = ", ".join(f"{name} ({count})" for name, count in signs.most_common(MOST_NAMES))
            more = ", ..." if len(signs) > MOST_NAMES else ""
            message = f"Akarmatrik has signs for kan and meend; other ornaments are not drawn: {names}{more}."
            self._add("swaralipi-ornaments", message)
        if chords := sum(bool(event.chord_symbols) for event in events):
            self._add("swaralipi-chords", f"Chord symbols are not drawn: {chords}.")

    def _add(self, code: str, message: str, span: Span | None = None) -> None:
        place = (span.line, span.column, span.length) if span else (1, 1, 0)
        self._said.append(Diagnostic(Severity.WARNING, code, message, *place))


def _part_sign(share: Fraction) -> str:
    return (HALF_SIGN if share >= HALF else "") + (QUARTER_SIGN if share in (QUARTER, HALF + QUARTER) else "")


def _unit(piece: Piece, slot: Slot | None) -> Unit:
    sung = slot.sung if slot else Sung.NONE
    signs = tuple(slot.signs) if slot else ()
    return Unit(piece.kind, piece.share, piece.swara, piece.kan, tuple(piece.ids), sung, signs, piece.absorbed)


def _unwritable(units: Sequence[Unit]) -> str:
    words = {Kind.SWARA: "a note", Kind.HOLD: "a hold", Kind.REST: "a rest", Kind.GAP: "nothing"}
    listed = ", ".join(f"{words[unit.kind]} of {unit.share}" for unit in units[:6])
    more = ", ..." if len(units) > 6 else ""
    return f"Akarmatrik has no signs for a matra cut into {listed}{more}; the shares are written as fractions."
