"""How long a matra is, and how cycles and vibhags lie over the bars of a metre."""

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from core.score.score import Score
from core.score.signatures import Metre
from core.tradition.talas import Tala, find, forms

QUARTER = Fraction(1, 4)
MOST_VIBHAGS = 32
MOST_MATRAS = 64
SHORTEST = Fraction(1, 64)
TICK = "´"
NUMERALS = str.maketrans("0123456789", "০১২৩৪৫৬৭৮৯")
BEATS = ("sam", "taali", "khali")
_MIDI = re.compile(r"[0-9]{1,2}|1[01][0-9]|12[0-7]")
_REMARK = re.compile(r"\s*\(|\s+[—–]\s")
FREE_NAMES = ("talamukta", "তালমুক্ত", "মুক্তছন্দ")


@dataclass(frozen=True, slots=True)
class Grid:
    """The matra in whole notes, and the vibhags of one cycle.

    `heavy`: cycles end with the pillar I; otherwise bars are parted by `|` alone, as no tala is known.
    `keeps`: bars of the metre begin where vibhags begin, so each bar finds its place anew.
    """

    matra: Fraction = QUARTER
    vibhags: tuple[int, ...] = ()
    marks: tuple[str, ...] = ()
    heavy: bool = False
    keeps: bool = True

    @property
    def free(self) -> bool:
        """True where no cycle is counted."""
        return not self.vibhags

    @property
    def cycle(self) -> int:
        """Matras of a cycle; 0 in free rhythm."""
        return sum(self.vibhags)

    def starts(self) -> tuple[int, ...]:
        """Return where vibhags begin."""
        return tuple(sum(self.vibhags[:place]) for place in range(len(self.vibhags)))


@dataclass(frozen=True, slots=True)
class Own:
    """What the song itself says: `%%tala NAME`, `%%vibhags 3 3`, `%%beats sam khali`, `%%matra 1/4`, `%%sa 60`."""

    tala: str = ""
    vibhags: tuple[int, ...] = ()
    beats: tuple[str, ...] = ()
    matra: Fraction | None = None
    sa: int | None = None
    """The MIDI number of the mudara Sa."""


def own_of(score: Score) -> Own:
    """Read the directives of a score; what makes no sense in them is passed over."""
    own = Own()
    for letter, value in score.fields:
        name, _, rest = value.strip().partition(" ")
        rest = rest.strip()[:200]
        if letter != "I":
            continue
        if name == "tala":
            own = replace(own, tala=rest)
        elif name == "vibhags":
            own = replace(own, vibhags=_numbers(rest))
        elif name == "beats":
            words = tuple(rest.split())
            own = replace(own, beats=words if all(word in BEATS for word in words) else ())
        elif name == "matra":
            own = replace(own, matra=_value(rest))
        elif name == "sa":
            own = replace(own, sa=int(rest) if _MIDI.fullmatch(rest) else None)
    return own


def _numbers(text: str) -> tuple[int, ...]:
    words = text.replace(",", " ").split()
    if len(words) > MOST_VIBHAGS or not all(word.isascii() and word.isdigit() and len(word) < 3 for word in words):
        return ()
    found = tuple(int(word) for word in words)
    return found if all(1 <= number <= MOST_MATRAS for number in found) else ()


def _value(text: str) -> Fraction | None:
    over, _, under = text.partition("/")
    if not (over.isascii() and over.isdigit() and under.isascii() and under.isdigit() and len(text) < 8):
        return None
    value = Fraction(int(over), int(under)) if int(under) else Fraction(0)
    return value if SHORTEST <= value <= 2 else None


def tala_forms(score: Score, own: Own) -> tuple[Tala, ...]:
    """Return the forms of the tala that the song names, its own word before `R:`."""
    return forms(own.tala) or (forms(score.rhythm) if score.rhythm and not own.tala else ())


def tala_name(score: Score, own: Own) -> str:
    """Return the tala's name to print: the song's own in Bengali, else the table's, else as the song writes it."""
    if any("\u0980" <= char <= "\u09ff" for char in own.tala) and own.tala.strip() not in FREE_NAMES:
        return own.tala
    for name in (own.tala, score.rhythm):
        if name.strip().casefold() in FREE_NAMES:
            return ""
        found = find(name) if name else None
        if found is not None:
            return found.name_bn or found.name
    return own.tala


def raga_name(score: Score) -> str:
    """Return the raga that the score's own fields name, as a printed song's do, without remarks."""
    told = (value.partition(" ") for letter, value in score.fields if letter == "I")
    return next((printed_raga(rest) for word, _, rest in told if word == "raga"), "")


def printed_raga(name: str) -> str:
    """Return a raga as the head of a page has it: what an edition remarks in brackets or behind a dash stays out."""
    return _REMARK.split(name, maxsplit=1)[0].strip() or name.strip()


def printed_name(name: str) -> str:
    """Return a tala or another rhythm as print has it: Bengali where the table knows it, nothing for free rhythm."""
    if name.strip().casefold() in FREE_NAMES:
        return ""
    found = find(name) if name else None
    return (found.name_bn or found.name) if found else name


def grid_of(metre: Metre, found: tuple[Tala, ...], own: Own) -> tuple[Grid, tuple[tuple[int, ...], ...]]:
    """Return the grid for bars of a metre, and the divisions of the tala that these bars can carry, each once.

    The song's own vibhags and matra win. A tala counts where bars of the metre hold whole cycles, or begin where
    vibhags begin; its matra is the metre's unit, or else half of it, twice, or thrice in compound metres. Of several
    forms the one whose suggested metre this is goes first. Without a tala the unit is the matra; bars of a compound
    or added metre (6/8, 3+2+2/8) are cycles of its groups, others one vibhag each.
    """
    if own.vibhags:
        return _own_grid(metre, own, found), ()
    if metre.free:
        return Grid(own.matra or QUARTER), ()
    carried = []
    for tala in found:
        for vibhags in (tala.vibhags, *tala.other_vibhags):
            matra = _matra(metre, vibhags, own.matra)
            if matra is not None:
                carried.append(Grid(matra, vibhags, _marks(tala, vibhags), heavy=True))
    if carried:
        # a metre of groups, (4+2)/8, says which of a tala's forms it is
        best = min(carried, key=lambda grid: (grid.vibhags != metre.beats, not _plain_bars(metre, grid)))
        return best, tuple(dict.fromkeys(grid.vibhags for grid in carried))
    return _plain(metre, own.matra or Fraction(1, metre.unit)), ()


def _plain_bars(metre: Metre, grid: Grid) -> bool:
    bar = (metre.length or Fraction(0)) / grid.matra
    return bar % grid.cycle == 0 or set(grid.vibhags) == {bar}


def _own_grid(metre: Metre, own: Own, found: tuple[Tala, ...]) -> Grid:
    matra = own.matra or (None if metre.free else _matra(metre, own.vibhags, None))
    keeps = matra is not None and not metre.free and _carries(metre, own.vibhags, matra)
    same = next((tala for tala in found if own.vibhags in (tala.vibhags, *tala.other_vibhags)), None)
    marks = _marks(same, own.vibhags) if same else ()
    if len(own.beats) == len(own.vibhags):
        marks = _own_marks(own.beats)
    return Grid(matra or QUARTER, own.vibhags, marks, heavy=True, keeps=keeps)


def _matra(metre: Metre, vibhags: tuple[int, ...], own: Fraction | None) -> Fraction | None:
    """Return the note value of a matra with which a metre's bars carry a cycle."""
    unit = Fraction(1, metre.unit)
    tried = [own] if own else [unit, unit / 2, unit * 2, *([unit * 3] if metre.compound else [])]
    return next((matra for matra in tried if _carries(metre, vibhags, matra)), None)


def _carries(metre: Metre, vibhags: tuple[int, ...], matra: Fraction) -> bool:
    bar = (metre.length or Fraction(0)) / matra
    cycle = sum(vibhags)
    if bar.denominator > 1 or bar <= 1:
        return False
    if bar % cycle == 0:
        return True
    starts = {sum(vibhags[:place]) for place in range(len(vibhags))}
    return cycle % bar == 0 and all(place in starts for place in range(0, cycle, int(bar)))


def _plain(metre: Metre, matra: Fraction) -> Grid:
    bar = (metre.length or Fraction(0)) / matra
    if bar.denominator > 1 or not 1 <= bar <= MOST_MATRAS:
        return Grid(matra)
    groups = metre.beats if len(metre.beats) > 1 else (3,) * (metre.beats[0] // 3) if metre.compound else ()
    if sum(groups) == bar:
        return Grid(matra, tuple(groups), heavy=True)
    return Grid(matra, (int(bar),))


def _marks(tala: Tala, vibhags: tuple[int, ...]) -> tuple[str, ...]:
    """Return the tala numbers of a division: none where the table does not tell them."""
    return tuple(map(_printed, tala.marks)) if vibhags == tala.vibhags else ()


def _printed(mark: str) -> str:
    """Return a mark of the table as print has it: sam with a tick, in Bengali numerals."""
    tick = TICK if "+" in mark else ""
    return (mark.replace("+", "") or "1").translate(NUMERALS) + tick


def _own_marks(beats: tuple[str, ...]) -> tuple[str, ...]:
    """Return the numbers of a song's own sam, taali and khali; talis are counted from sam."""
    marks = []
    count = 1
    for beat in beats:
        count += beat == "taali"
        marks.append({"sam": "+", "khali": "0"}.get(beat, str(count)))
    return tuple(map(_printed, marks))
