"""Figures that a paper's text states, to stand beside ours and never to be mistaken for them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from core.errors import FormatError
from core.paths import resources

SA_QUIZ = "sa_quiz.json"


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """One model of a paper. `accuracy`: share 0..1 a task, None where the text states none."""

    model: str
    accuracy: Mapping[str, float | None]
    place: str
    quotes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Published:
    """What a paper states: how many questions a task had, and its rows in the paper's order of theory accuracy."""

    paper: str
    questions: Mapping[str, int]
    rows: tuple[PublishedRow, ...]
    note: str = ""


@cache
def sa_quiz() -> Published:
    """Return the quiz figures of SA (section 5.1). Raises FormatError where the shipped file is damaged."""
    return read(resources() / "published" / SA_QUIZ)


def read(path: Path) -> Published:
    """Read a file of published figures. Raises FormatError."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return Published(
            str(found["paper"]),
            {str(task): int(count) for task, count in found["questions"].items()},
            tuple(_row(row) for row in found["rows"]),
            str(found.get("note", "")),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise FormatError(
            f"The published figures {path.name} cannot be read ({error}). Install the program again."
        ) from error


def _row(row: Mapping[str, Any]) -> PublishedRow:
    accuracy = {task: None if percent is None else share(percent) for task, percent in row["percent"].items()}
    quotes = tuple(str(row[key]) for key in sorted(row) if key.startswith("quote"))
    return PublishedRow(str(row["model"]), accuracy, str(row["place"]), quotes)


def share(percent: float) -> float:
    """Turn per cent as printed into a share. Raises ValueError beyond 0..100."""
    if not 0 <= percent <= 100:
        raise ValueError(f"{percent} per cent")
    return round(percent / 100, 6)
