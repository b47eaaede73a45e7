"""JSON and JSON Lines as tables."""

import json
from collections.abc import Iterator
from typing import Any

from core.benchmarks.banks.row import RowProblem
from core.benchmarks.banks.table import Row, Table, decoded, refuse_past_caps
from core.errors import FormatError

_LISTS = ("questions", "data", "items", "rows", "samples", "examples", "test")
"""Under these names a JSON object holds the questions, where it holds them under one."""


def read_json(content: bytes, file_name: str, stem: str) -> Table:
    """Read a list of objects, or an object that holds one. Raises FormatError."""
    return _of_objects(_whole(decoded(content, file_name), file_name), [], file_name, stem)


def read_json_lines(content: bytes, file_name: str, stem: str) -> Table:
    """Read an object a line; a line that is none is a problem of the table. Raises FormatError where all are."""
    problems: list[RowProblem] = []
    return _of_objects(_lines(decoded(content, file_name), problems), problems, file_name, stem)


def _of_objects(values: Iterator[tuple[int, Any]], problems: list[RowProblem], file_name: str, stem: str) -> Table:
    """Make rows of numbered values; `problems` grows while they are read."""
    objects: list[tuple[int, dict[str, Any]]] = []
    for number, value in values:
        if isinstance(value, dict):
            objects.append((number, value))
        else:
            problems.append(RowProblem(number, "", "this is no JSON object"))
        refuse_past_caps(0, len(objects), file_name)
    columns = tuple(dict.fromkeys(key for _, value in objects for key in value))
    refuse_past_caps(len(columns), 0, file_name)
    if not objects:
        reason = f" {problems[0]}" if problems else ""
        raise FormatError(f"{file_name} holds no question as a JSON object.{reason}")
    rows = tuple(Row(number, tuple(value.get(column, "") for column in columns)) for number, value in objects)
    return Table(columns, rows, stem, tuple(problems))


def _lines(text: str, problems: list[RowProblem]) -> Iterator[tuple[int, Any]]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield number, json.loads(line, object_pairs_hook=_once)
            except (ValueError, RecursionError) as error:
                problems.append(RowProblem(number, "", f"this is no JSON on one line: {_why(error)}"))


def _whole(text: str, file_name: str) -> Iterator[tuple[int, Any]]:
    try:
        value = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"{file_name} is no JSON: {_why(error)}. Check the file.") from error
    if isinstance(value, dict):
        lists = [value[name] for name in _LISTS if isinstance(value.get(name), list)]
        rows = [{"id": key, **one} for key, one in value.items() if isinstance(one, dict)]
        value = lists[0] if lists else rows if len(rows) == len(value) else [value]
    if not isinstance(value, list):
        raise FormatError(f"{file_name} holds no list of questions.")
    yield from enumerate(value, 1)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object. Raises ValueError where a name stands twice in it: the last would win without a word."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the name {twice[:40]!r} stands twice in one object")
    return found


def _why(error: Exception) -> str:
    return "it is nested too deeply" if isinstance(error, RecursionError) else str(error)[:120]
