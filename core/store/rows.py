"""What the tables hold, as values. Times are ISO 8601 in UTC; `*_json` fields are JSON text."""

import datetime
import re
from dataclasses import dataclass

_SURROGATE = re.compile("[\ud800-\udfff]")


def now() -> str:
    """Return the time as tables keep it."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")


def storable(text: str) -> str:
    """Return a text without halves of surrogate pairs, which servers send and no UTF-8 file can hold."""
    return _SURROGATE.sub("\ufffd", text)


@dataclass(frozen=True, slots=True)
class NewRun:
    """A model under one setting. `identity` names it: the hash of `setup_json`, which is what changes its answers."""

    identity: str
    kind: str
    model: str
    ask: str
    setup_json: str
    profile_json: str
    options_json: str
    preset: str | None
    seed: int | None
    repeats: int
    versions_json: str
    bank: str
    bank_hash: str
    limits_json: str


@dataclass(frozen=True, slots=True)
class RunRow(NewRun):
    """A run as kept. `name` is the model's, with a number where the project has that model under other settings too."""

    id: int
    name: str
    created: str
    started: str


@dataclass(frozen=True, slots=True)
class AttachmentRow:
    """A picture or a sound, kept once however many samples show it."""

    hash: str
    mime: str
    data: bytes


@dataclass(frozen=True, slots=True)
class SampleRow:
    """A sample as it was asked. `hash` is of its whole content, `name` its id in the bank."""

    hash: str
    name: str
    task: str
    theme: str
    answer: str
    text: str
    content_json: str
    attachments: tuple[AttachmentRow, ...] = ()


@dataclass(frozen=True, slots=True)
class NewItem:
    """One thing to ask: `hash` names all that changes the answer."""

    hash: str
    sample: SampleRow
    prompt_hash: str
    turns_json: str
    bank: str
    repeat: int
    position: int


@dataclass(frozen=True, slots=True)
class PendingItem:
    """An item that waits to be asked."""

    id: int
    hash: str
    repeat: int
    turns_json: str
    content_json: str


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """A whole reply, raw, with all that was told of it."""

    reply: str
    finish: str
    prompt_tokens: int | None
    reply_tokens: int | None
    seconds: float
    first_token_seconds: float | None
    seed: int | None
    model: str
    attempts: int
    details_json: str
    at: str


@dataclass(frozen=True, slots=True)
class GradeRow:
    """What one grader made of an answer. `version`: of the rules it went by."""

    grader: str
    status: str
    letter: str | None
    reason: str
    score: float
    details_json: str
    version: str


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """What a person decided: a letter, or None for no answer."""

    letter: str | None
    who: str
    why: str
    at: str


@dataclass(frozen=True, slots=True)
class ErrorRow:
    """A try that gave no answer."""

    attempt: int
    kind: str
    message: str
    at: str


@dataclass(frozen=True, slots=True)
class EventRow:
    """Something worth telling of a run: a start, a retry (`wait` in seconds), a stop. `sample` is empty or an id."""

    sample: str
    kind: str
    reason: str
    wait: float | None
    at: str
