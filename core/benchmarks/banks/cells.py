"""Cells of somebody else's table as options, answers and tasks."""

import json
import re
import unicodedata
from collections.abc import Sequence
from typing import Any

from core.benchmarks.banks.row import same_text
from core.llm.letter.find import LETTERS

LETTER, TEXT, NUMBER, NUMBER_FROM_0 = "letter", "text", "number", "number-from-0"
ANSWER_KINDS = (LETTER, TEXT, NUMBER, NUMBER_FROM_0)
"""The ways in which a column may tell the right option, in the order in which equals are decided."""
COUNTING = {
    NUMBER: "The answers are numbers, and none is 0: they are counted from 1, so 1 is A. Are they counted from 0, "
    "give letters.",
    NUMBER_FROM_0: "The answers are numbers, and some are 0 or the column is called an index: they are counted from 0, "
    "so 0 is A.",
}
"""What is said of a column of numbers: where few are given, nothing in them tells where the count begins."""
MOST_ANSWER = 20_000
_BENGALI = {"ক": "A", "খ": "B", "গ": "C", "ঘ": "D"}
_DIGITS = str.maketrans("০১২৩৪৫৬৭৮৯", "0123456789")
_LETTER = re.compile(r"(?:option|choice|answer|ans|বিকল্প|অপশন|উত্তর)?\s?[:.]?\s?[(\[]?([A-Da-dকখগঘ])[)\].:।]?")
_LABELLED = re.compile(r"[(\[]?([A-Da-dকখগঘ1-4])[)\].:।]\s{0,9}(\S.*)", re.S)
_LABEL = re.compile(r"(?:^|(?<=[\s;,|/]))[(\[]?([A-Da-dকখগঘ1-4])[)\].:।](?!\d)")
_SEPARATORS = ("\n", "|", ";", "\t", "/", ",", "،", "।")
_TASKS = (
    ("continuation", ("continuation", "continue", "ধারাবাহিক")),
    ("knowledge", ("knowledge", "general", "জ্ঞান")),
    ("theory", ("theory", "তত্ত্ব", "শাস্ত্র", "understanding")),
)


def task_of(text: str) -> str | None:
    """Return the task that a word or a file's name means: `Music Theory Understanding` is theory."""
    bare = same_text(text)
    return next((task for task, words in _TASKS if any(word in bare for word in words)), None)


def options_of(value: Any) -> list[Any]:  # noqa: ANN401  a cell
    """Return the options of one cell: a list, an object by letter, or a text of four parts; as many as there are."""
    if isinstance(value, dict):
        return [value[key] for key in sorted(value, key=str)]
    if isinstance(value, list | tuple):
        return unlabelled(list(value))
    text = str(value).strip()
    if text[:1] in "[{":
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            found = None
        if isinstance(found, list | dict):
            return options_of(found)
    labelled = _by_labels(text)
    if labelled:
        return labelled
    for separator in _SEPARATORS:
        parts = [part.strip() for part in text.split(separator) if part.strip()]
        if len(parts) == len(LETTERS):
            return list(unlabelled(parts))
    return [text] if text else []


def unlabelled(options: list[Any]) -> list[Any]:
    """Take `A.`, `(খ)` or `3)` off four options where each has its own."""
    found = [_LABELLED.fullmatch(option.strip()) if isinstance(option, str) else None for option in options]
    if len(options) != len(LETTERS) or not all(found):
        return options
    if [_index(match[1]) for match in found if match] != list(range(len(LETTERS))):
        return options
    return [match[2].strip() for match in found if match]


def answer_kind(answers: Sequence[Any], options: Sequence[Sequence[Any]]) -> str:
    """Return the way in which a column tells the right option: the one that reads most of its cells."""
    scores = dict.fromkeys(ANSWER_KINDS, 0)
    for answer, own in zip(answers, options, strict=True):
        for kind in ANSWER_KINDS:
            scores[kind] += letter_by(answer, own, kind) is not None
    return max(ANSWER_KINDS, key=lambda kind: scores[kind])


def right_letter(answer: Any, options: Sequence[Any], kind: str) -> Any:  # noqa: ANN401  a cell
    """Return the letter that a cell means, read first as the rest of its column; else the cell as it is.

    Counting from 0 is a matter of the whole column and is tried for no single cell; a number among words is no place.
    """
    if isinstance(answer, list | tuple) and len(answer) == 1:
        answer = answer[0]
    for way in (kind, LETTER, TEXT, *([NUMBER] if kind in (LETTER, NUMBER) else [])):
        found = letter_by(answer, options, way)
        if found is not None:
            return found
    return answer


def letter_by(answer: Any, options: Sequence[Any], kind: str) -> str | None:  # noqa: ANN401  a cell
    """Return the letter that a cell means in one way of telling it; None where it means none."""
    text = _plain(answer)
    if not text:
        return None
    if kind == LETTER:
        match = _LETTER.fullmatch(text) or _LETTER.fullmatch(text.casefold())
        labelled = None if match else _LABELLED.fullmatch(text)
        if labelled is not None and labelled[1] not in "1234":
            place = _index(labelled[1])
            fits = place < len(options) and same_text(str(options[place])) == same_text(labelled[2])
            return LETTERS[place] if fits else None
        return LETTERS[_index(match[1])] if match else None
    if kind == TEXT:
        equal = [place for place, option in enumerate(options) if same_text(str(option)) == same_text(text)]
        return LETTERS[equal[0]] if len(equal) == 1 and equal[0] < len(LETTERS) else None
    number = text.translate(_DIGITS)
    least = 0 if kind == NUMBER_FROM_0 else 1
    if len(number) == 1 and number.isascii() and number.isdigit() and least <= int(number) < least + len(LETTERS):
        return LETTERS[int(number) - least]
    return None


def _plain(value: Any) -> str:  # noqa: ANN401  a cell
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    text = unicodedata.normalize("NFKC", str(value)).strip() if isinstance(value, str | int) else ""
    return text if len(text) <= MOST_ANSWER else ""


def _index(label: str) -> int:
    if label in _BENGALI:
        return LETTERS.index(_BENGALI[label])
    return int(label) - 1 if label.isdigit() else LETTERS.index(label.upper())


def _by_labels(text: str) -> list[str]:
    """Return what stands after `A.`, `B.`, `C.`, `D.` in one text, where they come in order."""
    starts: list[tuple[int, int]] = []
    for match in _LABEL.finditer(text):
        if len(starts) < len(LETTERS) and _index(match[1]) == len(starts):
            starts.append((match.start(), match.end()))
    if len(starts) != len(LETTERS) or text[: starts[0][0]].strip():
        return []
    ends = [start for start, _ in starts[1:]] + [len(text)]
    return [text[begin:end].strip().rstrip(";,|/").rstrip() for (_, begin), end in zip(starts, ends, strict=True)]
