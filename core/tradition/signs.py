"""Swaras, and the signs of akarmatrik swaralipi that no source doubts, from `resources/tradition/signs.json`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from core import paths


@dataclass(frozen=True, slots=True)
class Swara:
    """One of the twelve notes. `letter` is the akarmatrik one, `western` its name where Sa is C."""

    id: str
    degree: str
    kind: str
    """`fixed`, `shuddha`, `komal` or `kori`."""
    name: str
    name_bn: str
    short_bn: str
    letter: str
    western: str
    semitones: int
    """Above Sa."""
    sources: tuple[str, ...]
    """Of name and letter."""
    western_sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Degree:
    """One of the seven places of the scale. `fixed`: it has no second form."""

    id: str
    order: int
    name: str
    name_bn: str
    short_bn: str
    fixed: bool
    sources: tuple[str, ...]


@cache
def swaras() -> Mapping[str, Swara]:
    """Return the twelve swaras by their letters S r R g G m M P d D n N, from Sa upwards."""
    found = (
        Swara(**{**row, "sources": tuple(row["sources"]), "western_sources": tuple(row["western_sources"])})
        for row in _tables()["swaras"]
    )
    return {swara.id: swara for swara in found}


@cache
def degrees() -> Mapping[str, Degree]:
    """Return the seven degrees by S R G M P D N."""
    found = (Degree(**{**row, "sources": tuple(row["sources"])}) for row in _tables()["degrees"])
    return {degree.id: degree for degree in found}


def rows(table: str) -> tuple[Mapping[str, Any], ...]:
    """Return a table: `octaves lengths shares marks jatis intervals`; the columns are told in the tables' README."""
    return tuple(_tables()[table])


@cache
def _tables() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads((paths.resources() / "tradition" / "signs.json").read_text(encoding="utf-8"))
    return found
