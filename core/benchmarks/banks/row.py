"""One row of a question bank: what it must hold, and what is said where it does not."""

import json
import math
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from core.benchmarks.base import Sample
from core.llm.letter.find import LETTERS

TASK_NAMES = ("theory", "knowledge", "continuation")
MOST_ROWS = 50_000
MOST_TEXT = 20_000
"""Characters of a question, an option or a note."""
MOST_ID = 200
MOST_SOURCES = 50
MOST_FACTS = 20_000
"""Characters of `facts` as JSON."""
_UNFIT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_FIELDS = {
    "id", "task", "theme", "question", "options", "answer", "gloss", "options_gloss", "sources", "note", "facts",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class RowProblem:
    """What is wrong with a row. `row` is 1-based, as the file is shown; `field` is empty for the row as a whole."""

    row: int
    field: str
    message: str

    def __str__(self) -> str:
        """Return a sentence."""
        return f"Row {self.row}{f', {self.field}' if self.field else ''}: {self.message}."


class _Fault(Exception):
    """A row cannot be used; `field` says where."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


def checked_rows(values: Iterable[tuple[int, Any]], problems: list[RowProblem]) -> tuple[Sample, ...]:
    """Return the samples of rows that are right; the others are added to `problems`, one problem a row.

    Of rows with the same id the first is kept.
    """
    samples: dict[str, Sample] = {}
    rows: dict[str, int] = {}
    for number, value in values:
        try:
            sample = sample_of(value)
            if sample.id in samples:
                raise _Fault("id", f"{sample.id!r} is the id of row {rows[sample.id]} already")
            samples[sample.id], rows[sample.id] = sample, number
        except _Fault as fault:
            problems.append(RowProblem(number, fault.field, str(fault)))
    return tuple(samples.values())


def sample_of(value: Any) -> Sample:  # noqa: ANN401  any JSON value
    """Return the sample of a row; texts become NFC, and fields of another maker are kept among the facts."""
    if not isinstance(value, Mapping):
        raise _Fault("", "this is no JSON object")
    task = _text(value, "task", needed=True)
    if task not in TASK_NAMES:
        raise _Fault("task", f"{task[:40]!r} is none of {', '.join(TASK_NAMES)}")
    # in ABC the case of a letter is its octave
    options = _options(value.get("options"), case_blind=task != "continuation")
    others = {key: other for key, other in value.items() if key not in _FIELDS}
    facts = _facts({**others, **_facts(value.get("facts"))})
    note = _text(value, "note")
    return Sample(
        id=_id(value),
        task=task,
        text=_text(value, "question", needed=True),
        theme=_text(value, "theme"),
        options=options,
        answer=letter_of(value.get("answer")),
        gloss=_text(value, "gloss"),
        options_gloss=_texts(value.get("options_gloss"), "options_gloss", exactly=len(LETTERS)),
        sources=_texts(value.get("sources"), "sources", most=MOST_SOURCES),
        facts={**facts, "note": note} if note else facts,
    )


def as_row(sample: Sample) -> dict[str, Any]:
    """Return a sample as a row; fields that are empty and may be absent are left out."""
    facts = dict(sample.facts)
    note = facts.pop("note") if isinstance(facts.get("note"), str) else ""
    row: dict[str, Any] = {
        "id": sample.id,
        "task": sample.task,
        "theme": sample.theme,
        "question": sample.text,
        "options": list(sample.options),
        "answer": sample.answer,
        "gloss": sample.gloss,
    }
    if sample.options_gloss:
        row["options_gloss"] = list(sample.options_gloss)
    row["sources"] = list(sample.sources)
    if note:
        row["note"] = note
    if facts:
        row["facts"] = facts
    return row


def letter_of(value: Any) -> str:  # noqa: ANN401  any JSON value
    """Return the right letter."""
    if value is None or value == "":
        raise _Fault("answer", "it is missing; give one letter of A to D")
    if isinstance(value, list | tuple):
        raise _Fault("answer", f"there are {len(value)} right answers; a question has one")
    if not isinstance(value, str):
        raise _Fault("answer", f"{value!r:.40} is no letter of A to D")
    word = value.strip()
    if word in LETTERS:
        return word
    if len(re.findall(r"\b[A-Da-d]\b", word)) > 1 or (1 < len(word) <= len(LETTERS) and set(word) <= set(LETTERS)):
        raise _Fault("answer", f"{word[:40]!r} names several right answers; a question has one")
    raise _Fault("answer", f"{word[:40]!r} is no letter of A to D")


def same_text(text: str) -> str:
    """Return the form in which two options that differ by blanks, case or code points alone are equal."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _id(value: Mapping[str, Any]) -> str:
    found = _text(value, "id", needed=True)
    if len(found) > MOST_ID or "\n" in found:
        raise _Fault("id", f"it is longer than {MOST_ID} characters or has several lines")
    return found


def _text(value: Mapping[str, Any], field: str, *, needed: bool = False) -> str:
    found = value.get(field)
    if found is None:
        found = ""
    return _fit(found, field, needed=needed)


def _fit(found: object, field: str, *, needed: bool = False) -> str:
    if not isinstance(found, str):
        raise _Fault(field, f"{_kind(found)} where a text should stand")
    if len(found) > MOST_TEXT:
        raise _Fault(field, f"it has {len(found):,} characters, and {MOST_TEXT:,} are the most")
    unfit = _UNFIT.search(found)
    if unfit:
        raise _Fault(field, f"character {unfit.start() + 1} (U+{ord(unfit.group()):04X}) has no place in a text")
    text = unicodedata.normalize("NFC", found.replace("\r\n", "\n").replace("\r", "\n")).strip()
    if needed and not text:
        raise _Fault(field, "it is missing" if not found else "it is blank")
    return text


def _texts(found: object, field: str, *, exactly: int | None = None, most: int | None = None) -> tuple[str, ...]:
    if found is None or found == []:
        return ()
    if not isinstance(found, list | tuple):
        raise _Fault(field, f"{_kind(found)} where a list of texts should stand")
    if exactly is not None and len(found) != exactly:
        raise _Fault(field, f"there are {len(found)}, and {exactly} belong here")
    if most is not None and len(found) > most:
        raise _Fault(field, f"there are {len(found)}, and {most} are the most")
    return tuple(_fit(one, f"{field} {place}", needed=True) for place, one in enumerate(found, 1))


def _options(found: object, *, case_blind: bool) -> tuple[str, ...]:
    if found is None or found == []:
        raise _Fault("options", "they are missing; a question has four")
    if not isinstance(found, list | tuple):
        raise _Fault("options", f"{_kind(found)} where a list of four texts should stand")
    if len(found) != len(LETTERS):
        raise _Fault("options", f"there are {len(found)}, and a question has four")
    options = tuple(_fit(one, f"option {letter}", needed=True) for letter, one in zip(LETTERS, found, strict=True))
    seen: dict[str, str] = {}
    for letter, option in zip(LETTERS, options, strict=True):
        before = seen.setdefault(same_text(option) if case_blind else " ".join(option.split()), letter)
        if before != letter:
            raise _Fault("options", f"{before} and {letter} are the same ({option[:40]!r})")
    return options


def _facts(found: object) -> dict[str, Any]:
    if found is None:
        return {}
    if not isinstance(found, dict):
        raise _Fault("facts", f"{_kind(found)} where an object should stand")
    try:
        text = json.dumps(found, ensure_ascii=False, allow_nan=False)
    except (ValueError, RecursionError):
        raise _Fault("facts", "it holds a number that is none, or is nested too deeply") from None
    if len(text) > MOST_FACTS:
        raise _Fault("facts", f"it has {len(text):,} characters, and {MOST_FACTS:,} are the most")
    if _UNFIT.search(text.replace("\\u", "")):
        raise _Fault("facts", "it holds half a character or a control character")
    return dict(found)


def _kind(value: object) -> str:
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float) and math.isfinite(value):
        return "a number"
    kinds: dict[type, str] = {list: "a list", tuple: "a list", dict: "an object", str: "a text"}
    return kinds.get(type(value), "null")
