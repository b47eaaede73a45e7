"""Ragas: their names and notes, from `resources/tradition/ragas.json`."""

import json
import unicodedata
from dataclasses import dataclass
from functools import cache

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


@cache
def ragas() -> tuple[Raga, ...]:
    """Return every raga of the table."""
    rows = json.loads((paths.resources() / "tradition" / "ragas.json").read_text(encoding="utf-8"))
    return tuple(Raga(row["id"], row["name"], row["name_bn"], tuple(row["notes"])) for row in rows)


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
    hint = f" Did you mean {' or '.join(dict.fromkeys(near))}?" if near else ""
    raise UsageError(f"The raga {name!r} is not in the table of ragas whose notes are agreed on.{hint}")
