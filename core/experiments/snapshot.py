"""Samples as the store keeps them, so that a report or a new grade needs no bank file."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from core.benchmarks.base import Attachment, Sample
from core.llm.base import Turn
from core.store.rows import AttachmentRow, SampleRow

Fetch = Callable[[Sequence[str]], Mapping[str, tuple[str, bytes]]]
"""Gives kind and bytes of attachments by their hashes."""


def canonical(value: object) -> str:
    """Return JSON that is the same for the same value: keys sorted, whole floats as integers, no blanks."""
    return json.dumps(_plain(value), sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def digest(value: object) -> str:
    """Return the SHA-256 of a value's canonical JSON, in hexadecimal."""
    return hashlib.sha256(canonical(value).encode("utf-8", "surrogatepass")).hexdigest()


def _plain(value: object) -> object:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return value


def sample_row(sample: Sample) -> SampleRow:
    """Return a sample as the store keeps it."""
    shown = tuple(AttachmentRow(_hash(one), one.mime, one.data) for one in sample.attachments)
    content: dict[str, Any] = {
        "id": sample.id,
        "task": sample.task,
        "text": sample.text,
        "theme": sample.theme,
        "options": list(sample.options),
        "answer": sample.answer,
        "gloss": sample.gloss,
        "options_gloss": list(sample.options_gloss),
        "sources": list(sample.sources),
        "attachments": [one.hash for one in shown],
        "facts": dict(sample.facts),
    }
    return SampleRow(
        hash=digest(content),
        name=sample.id,
        task=sample.task,
        theme=sample.theme,
        answer=sample.answer,
        text=sample.text,
        content_json=canonical(content),
        attachments=shown,
    )


def sample_of(content_json: str, fetch: Fetch) -> Sample:
    """Return the sample that was kept."""
    found = json.loads(content_json)
    hashes = found["attachments"]
    data = fetch(hashes) if hashes else {}
    return Sample(
        id=found["id"],
        task=found["task"],
        text=found["text"],
        theme=found["theme"],
        options=tuple(found["options"]),
        answer=found["answer"],
        gloss=found["gloss"],
        options_gloss=tuple(found["options_gloss"]),
        sources=tuple(found["sources"]),
        attachments=tuple(Attachment(*data[name]) for name in hashes),
        facts=found["facts"],
    )


def turns_json(turns: Sequence[Turn]) -> str:
    """Return a conversation as the store keeps it."""
    return canonical([[turn.role, turn.text] for turn in turns])


def turns_of(text: str) -> tuple[Turn, ...]:
    """Return the conversation that was kept."""
    return tuple(Turn(role, said) for role, said in json.loads(text))


def _hash(attachment: Attachment) -> str:
    return hashlib.sha256(attachment.mime.encode() + b"\0" + attachment.data).hexdigest()
