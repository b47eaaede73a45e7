"""What is wrong with a text, where, and what to do."""

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How bad it is: an error costs music, a warning was guessed around, an info is only said."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A finding at a place of the source: 1-based line and column, length in code points."""

    severity: Severity
    code: str
    message: str
    line: int = 1
    column: int = 1
    length: int = 0
