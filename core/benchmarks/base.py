"""What is measured: a sample asked of a model, the answer that came, and the grade made of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from core.llm.base import Finish, Turn


@dataclass(frozen=True, slots=True)
class Attachment:
    """A picture or a sound that goes with a sample's text. `mime`: such as image/png or audio/wav."""

    mime: str
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Sample:
    """One thing to ask. `id` is unique in its bank.

    `text` is the question alone, without options and closing instruction. `answer` is the right letter (A-D) where
    there are options. `gloss`, `options_gloss`: English for a reader, never sent to a model. `facts`: what a task
    keeps beside, JSON values only.
    """

    id: str
    task: str
    text: str
    theme: str = ""
    options: tuple[str, ...] = ()
    answer: str = ""
    gloss: str = ""
    options_gloss: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answered:
    """What a grade is made of: the raw reply, why it ended, and what the backend told beside it."""

    text: str
    finish: Finish = Finish.STOP
    details: Mapping[str, Any] = field(default_factory=dict)


class Status(StrEnum):
    """How an item ended. Everything but CORRECT counts as not correct; ERROR is no answer at all and stands apart."""

    CORRECT = "correct"
    WRONG = "wrong"
    AMBIGUOUS = "ambiguous"
    NONE = "none"
    EMPTY = "empty"
    TRUNCATED = "truncated"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Grade:
    """What was made of an answer. `answer` is what was read out of it (a letter), None where nothing was.

    `reason` is a short code (`declared`, `counted`, `tie`, `empty`, ...) that says how. `score` is 0..1.
    """

    status: Status
    answer: str | None = None
    reason: str = ""
    score: float = 0.0
    details: Mapping[str, Any] = field(default_factory=dict)


class Task(Protocol):
    """A kind of question."""

    @property
    def name(self) -> str:
        """The word that banks, stores and reports use: `theory`."""

    @property
    def title(self) -> str:
        """What people call it."""

    @property
    def graders(self) -> tuple[str, ...]:
        """The ways of grading, the default first; all are kept for every answer."""

    @property
    def rules(self) -> str:
        """The version of the graders, kept with every grade. Another one where any answer may be graded otherwise."""

    def turns(self, sample: Sample) -> tuple[Turn, ...]:
        """Return what a model is sent, exactly. Pure: the same sample gives the same turns."""

    def grade(self, sample: Sample, answered: Answered, grader: str) -> Grade:
        """Judge an answer. Pure and never raises; asks no model."""
