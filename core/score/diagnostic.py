"""What is wrong with a text, where, and what to do."""

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How bad it is: an error costs music, a warning was guessed around, an info is only said."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace `length` code points at a 1-based line and column by `text`; length 0 puts text in."""

    line: int
    column: int
    length: int
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """What one click does about a finding. Edits are of one text, in the order of places, and do not overlap."""

    title: str
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A finding at a place of the source: 1-based line and column, length in code points."""

    severity: Severity
    code: str
    message: str
    line: int = 1
    column: int = 1
    length: int = 0
    fix: Fix | None = None
