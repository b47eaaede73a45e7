"""Cells to tones in time, each with its syllable: what is sung, before bars are laid over it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from core.errors import FormatError
from core.formats.base import MOST_NOTES
from core.formats.swara_cells.cells import HELD, Cell, CellSheet, Swara, UnitKind, divided_and_held, hyphens
from core.formats.swara_cells.lyrics import closes, shared_out

READINGS = ("printed", "encoded")
"""`printed`: a hyphen before a note is no time. `encoded`: every unit is its share of the matra."""


@dataclass(slots=True)
class Tone:
    """A note that is sung; times in matras from the start. `held`: the syllable before goes on."""

    onset: Fraction
    end: Fraction
    swara: Swara
    kan: tuple[Swara, ...] = ()
    text: str = ""
    held: bool = False


@dataclass(slots=True)
class Song:
    """All tones in order, and what had no note to stand at."""

    tones: list[Tone] = field(default_factory=list)
    matras: int = 0
    hyphens: int = 0
    lost_texts: int = 0


def sing(sheet: CellSheet, reading: str) -> Song:
    """Read the cells in order; a sustain with nothing before it is silence. Raises FormatError past the cap."""
    song = Song()
    cells = [cell for line in sheet.lines for cell in line.cells]
    words = _Words(song)
    before: Cell | None = None
    for cell, hyphen in zip(cells, hyphens(sheet.lines), strict=True):
        song.hyphens += hyphen
        places = _cell(song, cell, hyphen=hyphen, timed=not (hyphen and reading == "printed"))
        if places and places[0] is None and len(places) > 1 and before is not None and _one_and_a_half(before):
            places = places[1:]
            words.set(cell, places, goes_on=False)
        else:
            words.set(cell, places, goes_on=hyphen)
        song.matras += 1
        if len(song.tones) > MOST_NOTES:
            raise FormatError(f"There are more than {MOST_NOTES:,} notes. Split the file.")
        before = cell
    return song


def _one_and_a_half(cell: Cell) -> bool:
    """Say whether a cell is one long letter that the next cell's hold belongs to, `পাঃ`."""
    return divided_and_held(cell) and sum(unit.kind is UnitKind.SWARA for unit in cell.units) <= 1


def _cell(song: Song, cell: Cell, *, hyphen: bool, timed: bool) -> list[Tone | None]:
    """Add a cell's tones; return them and None for a hold that begins it: the places for lyrics."""
    units = cell.units if timed else cell.units[1:]
    share = Fraction(1, len(units))
    places: list[Tone | None] = []
    now = Fraction(song.matras)
    for place, unit in enumerate(units):
        end = now + share
        if unit.swara is not None and unit.kind is UnitKind.SWARA:
            song.tones.append(Tone(now, end, unit.swara, unit.kan))
            places.append(song.tones[-1])
        elif unit.kind is UnitKind.SUSTAIN:
            if song.tones and song.tones[-1].end == now:
                song.tones[-1].end = end
            if place == 0 and not hyphen:
                places.append(None)
        now = end
    return places


class _Words:
    """Sets the lyric row under the tones: what only closes a syllable goes back to its first note."""

    def __init__(self, song: Song) -> None:
        self._song = song
        self._current: Tone | None = None

    def set(self, cell: Cell, places: Sequence[Tone | None], *, goes_on: bool) -> None:
        """Give a cell's places its signs. `goes_on`: its first note begins no syllable."""
        if cell.lyric is None:
            for tone in places:
                if tone is not None:
                    tone.held = cell.melisma
            return
        if not places:
            self._song.lost_texts += bool(cell.lyric.replace(HELD, "").strip())
            return
        for place, (tone, sign) in enumerate(zip(places, shared_out(cell.lyric, len(places)), strict=True)):
            if sign == HELD:
                if tone is not None:
                    tone.held = True
            elif tone is None or (place == 0 and goes_on) or (place > 0 and closes(sign)):
                self._join(tone, sign)
            else:
                tone.text = sign
                self._current = tone

    def _join(self, tone: Tone | None, sign: str) -> None:
        if self._current is not None:
            self._current.text += sign
            if tone is not None:
                tone.held = True
            return
        tone = tone or (self._song.tones[-1] if self._song.tones else None)
        if tone is None:
            self._song.lost_texts += 1
            return
        tone.text = sign
        self._current = tone
