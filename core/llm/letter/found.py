"""What is found in a reply to a multiple-choice question."""

from dataclasses import dataclass
from typing import Literal

LETTERS = ("A", "B", "C", "D")

Mode = Literal["paper", "extended"]
Found = Literal["answer", "ambiguous", "none"]


@dataclass(frozen=True, slots=True)
class Letter:
    """The letter of a reply. `letter` is None unless `status` is `answer`; `reason`: a code of docs/quiz.md."""

    letter: str | None
    status: Found
    reason: str


def answer(letter: str, reason: str) -> Letter:
    """Return a letter that was read."""
    return Letter(letter, "answer", reason)


def ambiguous(reason: str) -> Letter:
    """Return that a reply names several letters, none before the others."""
    return Letter(None, "ambiguous", reason)


def none(reason: str) -> Letter:
    """Return that a reply names no letter."""
    return Letter(None, "none", reason)
