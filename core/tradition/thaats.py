"""The ten thaats, from `resources/tradition/thaats.json`."""

import json
from dataclasses import dataclass
from functools import cache

from core import paths


@dataclass(frozen=True, slots=True)
class Thaat:
    """A parent scale of seven notes."""

    id: str
    name: str
    name_bn: str
    other_names_bn: tuple[str, ...]
    notes: tuple[str, ...]
    """Swara letters, from Sa upwards."""
    ashray: str
    """The English name of the raga that stands for it."""
    ashray_bn: str
    certain: bool
    sources: tuple[str, ...]

    @property
    def altered(self) -> tuple[str, ...]:
        """The komal notes and kori ma."""
        return tuple(note for note in self.notes if note in "rgdnM")


@cache
def thaats() -> tuple[Thaat, ...]:
    """Return every thaat of the table."""
    rows = json.loads((paths.resources() / "tradition" / "thaats.json").read_text(encoding="utf-8"))
    return tuple(
        Thaat(
            row["id"],
            row["name"],
            row["name_bn"],
            tuple(row["other_names_bn"]),
            tuple(row["notes"]),
            row["ashray"],
            row["ashray_bn"],
            row["confidence"] == "agree",
            tuple(row["sources"]),
        )
        for row in rows
    )
