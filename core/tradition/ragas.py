"""Ragas: names, notes and rules, from `resources/tradition/ragas.json`."""

import json
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from core import paths
from core.errors import UsageError
from core.score.pitch import Alter

SWARAS: dict[str, tuple[str, Alter]] = {
    "S": ("C", 0), "r": ("D", -1), "R": ("D", 0), "g": ("E", -1), "G": ("E", 0), "m": ("F", 0), "M": ("F", 1),
    "P": ("G", 0), "d": ("A", -1), "D": ("A", 0), "n": ("B", -1), "N": ("B", 0),
}  # fmt: skip
"""Swara letters and what they are where Sa is C."""


@dataclass(frozen=True, slots=True)
class Raga:
    """A raga whose notes the sources agree on."""

    id: str
    name: str
    name_bn: str
    notes: tuple[str, ...]
    """Swara letters, from Sa upwards."""
    arohan: tuple[str, ...] = ()
    """The way up; `'` after a letter is the upper octave, `,` the lower."""
    avarohan: tuple[str, ...] = ()
    thaat: str = ""
    """The English name of its thaat; empty where the sources disagree or none of the ten fits."""
    jati: str = ""
    """How many notes up and down, such as `audav-sampurna`."""
    vadi: str = ""
    samvadi: str = ""
    time: str = ""
    """`day1`..`night4` for a prahar, or `dawn dusk midday midnight morning evening any rainy`."""
    left_out_up: tuple[str, ...] = ()
    """Degrees (S R G M P D N) that the way up does not touch; empty too where the jati is counted otherwise."""
    left_out_down: tuple[str, ...] = ()
    certain: frozenset[str] = frozenset()
    """Of `thaat jati scale notes vadi_samvadi time varjit` those that independent sources state alike."""
    sources: tuple[str, ...] = ()


@cache
def ragas() -> tuple[Raga, ...]:
    """Return every raga of the table."""
    rows = json.loads((paths.resources() / "tradition" / "ragas.json").read_text(encoding="utf-8"))
    return tuple(
        Raga(
            row["id"],
            row["name"],
            row["name_bn"],
            tuple(row["notes"]),
            tuple(row["arohan"]),
            tuple(row["avarohan"]),
            row["thaat"] or "",
            row["jati"] or "",
            row["vadi"] or "",
            row["samvadi"] or "",
            row["time"] or "",
            tuple((row["varjit"] or {}).get("arohan", ())),
            tuple((row["varjit"] or {}).get("avarohan", ())),
            _certain(row),
            tuple(row["sources"]),
        )
        for row in rows
    )


def witnesses(sources: Iterable[str], *, of_scale: bool = False) -> int:
    """Count the sources that do not lean on one another (resources/tradition/README.md).

    Code tables by unknown compilers bear witness to a scale only, and together they are one.
    """
    families = {_family(source) for source in sources}
    return len(families - {""} - (set() if of_scale else {_CODE}))


_CODE = "code tables"
_FAMILIES = {
    "TAB": _CODE, "FLU": _CODE, "RPY": "TAN", "AUT": "TAN", "indianmusicschool": "TAN", "MGN": "ONU", "others": "",
}  # fmt: skip


def _family(source: str) -> str:
    found = re.match(r"[\w.-]+", source)
    name = found.group() if found else ""
    return "WP" if name.startswith("WP") else _FAMILIES.get(name, name)


def _certain(row: Any) -> frozenset[str]:  # noqa: ANN401  a JSON row
    """Return the fields that nobody in the table doubts; none in a row that any source contradicts."""
    also = row["also"]
    if row["confidence"] == "differ" or "name" in also:
        return frozenset()
    agreed = {
        field
        for field, confidence in row["field_confidence"].items()
        if confidence == "agree" and witnesses(row["sources"], of_scale=field == "scale") > 1
    }
    if "scale" in agreed:
        agreed.add("notes")
    if {"scale", "jati"} <= agreed and row["varjit"] is not None:
        agreed.add("varjit")
    if "scale" in also or "notes" in also or "jati" in also:
        agreed.discard("varjit")
    return frozenset(agreed - set(also))


def _folded(name: str) -> str:
    """Return the form in which spellings of the same letters are equal: Bengali has two for some (Unicode NFC)."""
    return unicodedata.normalize("NFC", name).strip().casefold()


def find_raga(name: str) -> Raga:
    """Return a raga by id, English or Bengali name. Raises UsageError, naming near ones."""
    import difflib

    wanted = _folded(name)
    names: dict[str, Raga] = {}
    for raga in ragas():
        for key in (raga.id, raga.name, raga.name_bn):
            names.setdefault(_folded(key), raga)
    if wanted in names:
        return names[wanted]
    near = [names[key].name for key in difflib.get_close_matches(wanted, names, 3, 0.6)]
    usual = f"Leave it out, or name one of the {len(ragas())} in English or Bengali: Bhairavi, Yaman, ইমন."
    hint = f"Did you mean {' or '.join(dict.fromkeys(near))}?" if near else usual
    raise UsageError(f"The raga {name!r} is not in the table of ragas whose notes are agreed on. {hint}")
