"""Talas: their names, matras and vibhags, from `resources/tradition/talas.json`."""

import json
import re
import unicodedata
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from core import paths
from core.score.score import Score
from core.score.signatures import Metre

_NOT_NAME = re.compile(r"\(.*|\b(?:tala?|taal|theka|rhythm)\b|(?<!\S)(?:তাল|ঠেকা)(?!\S)|[:;,.]")


@dataclass(frozen=True, slots=True)
class Tala:
    """A rhythmic cycle, or one form of it: so many matras, cut into vibhags."""

    id: str
    name: str
    name_bn: str
    aliases: tuple[str, ...]
    matras: int
    vibhags: tuple[int, ...]
    other_vibhags: tuple[tuple[int, ...], ...]
    """Divisions that some sources give as well."""
    metre: str
    """What to write in ABC's `M:`; our suggestion."""
    marks: tuple[str, ...] = ()
    """One a vibhag: `+` sam, `2 3 4 5` claps, `0` khali, `+0` khali on sam and `1` the first clap after it."""
    marks_confidence: str = ""
    """`agree`, `differ`, `single`: of the sources; `inferred` from bars or theka; empty without marks."""
    theka: tuple[tuple[str, ...], ...] = ()
    """The bols in Bengali, a group a vibhag; thekas vary, so one is no rule."""
    theka_confidence: str = ""
    confidence: str = ""
    """How far the sources agree on matras and vibhags."""
    sources: tuple[str, ...] = ()

    @property
    def tali(self) -> tuple[int, ...]:
        """The matras that are clapped, from 1; sam among them unless it is khali."""
        return tuple(start for start, mark in self._marked() if "0" not in mark)

    @property
    def khali(self) -> tuple[int, ...]:
        """The matras where the hand is waved, from 1."""
        return tuple(start for start, mark in self._marked() if "0" in mark)

    def _marked(self) -> list[tuple[int, str]]:
        starts = [1 + sum(self.vibhags[:place]) for place in range(len(self.vibhags))]
        return list(zip(starts, self.marks, strict=False))

    @property
    def names(self) -> tuple[str, ...]:
        """Every spelling."""
        return (self.id, self.name, self.name_bn, *self.aliases)


@cache
def talas() -> tuple[Tala, ...]:
    """Return every tala of the table; forms of one name stand side by side."""
    rows = json.loads((paths.resources() / "tradition" / "talas.json").read_text(encoding="utf-8"))
    return tuple(
        Tala(
            row["id"],
            row["name"],
            row["name_bn"],
            tuple(row["aliases"]),
            row["matras"],
            tuple(row["vibhags"]),
            tuple(tuple(other) for other in row["other_vibhags"]),
            row["metre"],
            tuple(row["marks"] or ()),
            row["marks_confidence"] or "",
            tuple(tuple(bols) for bols in row["theka"] or ()),
            row["theka_confidence"] or "",
            row["confidence"],
            tuple(row["sources"]),
        )
        for row in rows
    )


def forms(name: str) -> tuple[Tala, ...]:
    """Return every form of a tala by its English or Bengali name, or none: Ektal has three."""
    table = _by_name()
    return table.get(_folded(name)) or table.get(_plain(name), ())


def find(name: str) -> Tala | None:
    """Return a tala by id, English or Bengali name; of several forms the most usual."""
    return next(iter(forms(name)), None)


def tala_of(score: Score) -> Tala | None:
    """Return the tala that the score's `R:` names."""
    return find(score.rhythm) if score.rhythm else None


def in_tala(score: Score, name: str) -> Score:
    """Return the score in the tala that its song is said to be in.

    Nothing changes where the text names a tala itself, where the table has none of the name, and where the metre cannot
    carry it.
    """
    own = score.rhythm or any(letter == "I" and value.split()[:1] == ["tala"] for letter, value in score.fields)
    if own or not any(fits(score.metre, form) for form in forms(name)):
        return score
    return replace(score, rhythm=name)


def metre_of(tala: Tala) -> Metre:
    """Return the metre that suits a tala's bars."""
    beats, _, unit = tala.metre.partition("/")
    return Metre(tuple(int(beat) for beat in beats.strip("()").split("+")), int(unit))


def fits(metre: Metre, tala: Tala) -> bool:
    """Say whether bars of a metre can carry a tala, whatever note value a matra is.

    A bar must hold whole cycles, or bar lines must fall where vibhags begin. Free metre carries any.
    """
    if metre.free:
        return True
    count = sum(metre.beats)
    matras = {Fraction(count), Fraction(count * 2), Fraction(count, 2)}
    if metre.compound:
        matras.add(Fraction(count, 3))
    whole = {int(number) for number in matras if number.denominator == 1 and number > 1}
    return any(_tiles(number, division) for number in whole for division in (tala.vibhags, *tala.other_vibhags))


def _tiles(bar: int, vibhags: tuple[int, ...]) -> bool:
    cycle = sum(vibhags)
    if bar % cycle == 0:
        return True
    if cycle % bar:
        return False
    starts = {sum(vibhags[:place]) for place in range(len(vibhags))}
    return all(place in starts for place in range(0, cycle, bar))


@cache
def _by_name() -> dict[str, tuple[Tala, ...]]:
    table: dict[str, list[Tala]] = {}
    for tala in talas():
        for key in {_folded(name) for name in tala.names} | {_plain(name) for name in tala.names}:
            table.setdefault(key, []).append(tala)
    return {key: tuple(found) for key, found in table.items() if key}


def _folded(name: str) -> str:
    """Return the form in which spellings of the same letters are equal."""
    return unicodedata.normalize("NFC", name).strip().casefold()


def _plain(name: str) -> str:
    """Return a name without the word tala and what stands in brackets."""
    return " ".join(_NOT_NAME.sub(" ", _folded(name)[:80].replace("-", " ").replace("_", " ")).split())
