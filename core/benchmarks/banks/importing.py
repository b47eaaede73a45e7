"""Somebody else's questions as a bank: which column is what, a preview, the rows, and what is wrong with some."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.benchmarks.banks import cells as bank_cells
from core.benchmarks.banks import columns as bank_columns
from core.benchmarks.banks.bank import Bank
from core.benchmarks.banks.csv_table import read_csv, read_tsv
from core.benchmarks.banks.json_table import read_json, read_json_lines
from core.benchmarks.banks.row import TASK_NAMES, RowProblem, checked_rows
from core.benchmarks.banks.table import MOST_BYTES, Row, Table
from core.benchmarks.banks.xlsx_table import read_xlsx
from core.benchmarks.base import Sample
from core.errors import FormatError, UsageError
from core.llm.letter.find import LETTERS

DEFAULT_TASK = "knowledge"
PREVIEW = 8
READERS: Mapping[str, Callable[[bytes, str, str], Table]] = {
    "jsonl": read_json_lines, "json": read_json, "csv": read_csv, "tsv": read_tsv, "xlsx": read_xlsx,
}  # fmt: skip
"""By a file's ending; each takes the content, the file's name, and that name without its ending."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a table becomes a bank. `mapping`: fields of `bank_columns.FIELDS` by the column's place, from 0."""

    table: Table
    mapping: Mapping[int, str]
    task: str
    """Of rows that do not say theirs."""
    answer_kind: str = bank_cells.LETTER
    remarks: tuple[str, ...] = ()

    @property
    def lacking(self) -> tuple[str, ...]:
        """The fields that no column is, and without which there is no question."""
        return bank_columns.lacking(self.mapping)


@dataclass(frozen=True, slots=True)
class Preview:
    """One row as it would be: the question, or what is wrong with it."""

    row: int
    sample: Sample | None
    problem: RowProblem | None


def open_table(content: bytes, file_name: str) -> Table:
    """Read a file of questions by its ending.

    Raises FormatError (another kind, too large, wrong encoding, no rows), or MissingPackage for a workbook without
    openpyxl.
    """
    stem, _, ending = file_name.rpartition(".")
    read = READERS.get(ending.lower()) if stem else None
    if read is None:
        raise FormatError(f"{file_name} is no kind of bank that can be imported. Known: {', '.join(READERS)}.")
    if len(content) > MOST_BYTES:
        raise FormatError(f"{file_name} is larger than {MOST_BYTES // 1_000_000} MB. Cut it into smaller files.")
    return read(content, file_name, stem)


def plan(table: Table, told: Sequence[str] = (), task: str | None = None) -> Plan:
    """Guess what the columns are; `told` says it of some, each `COLUMN=FIELD`. Raises UsageError as `chosen` does."""
    return planned(table, bank_columns.chosen(table.columns, told, bank_columns.guess(table.columns)), task)


def planned(table: Table, mapping: Mapping[int, str], task: str | None = None) -> Plan:
    """Take the columns for what they are told to be, by their places from 0.

    Raises UsageError for a task that there is none of, or two columns of one field.
    """
    if task is not None and task not in TASK_NAMES:
        raise UsageError(f"There is no task {task!r}. Known: {', '.join(TASK_NAMES)}.")
    bank_columns.refuse_twice(mapping.values())
    remarks = list(table.remarks)
    if task is None:
        task = bank_cells.task_of(table.name) or DEFAULT_TASK
        if "task" not in mapping.values():
            remarks.append(f"No column says the task; the questions are taken as {task}. Say --task for another.")
    if "id" not in mapping.values():
        first = _made_id(table, table.rows[0].number)
        remarks.append(f"No column gives ids; they are made of the file's name and the row: {first}.")
    unread = [column for place, column in enumerate(table.columns) if place not in mapping]
    if unread:
        remarks.append(f"Columns left out: {', '.join(column[:40] for column in unread[:10])}.")
    made = Plan(table, mapping, task, remarks=tuple(remarks))
    if made.lacking:
        return made
    kind = _answer_kind(made)
    counting = bank_cells.COUNTING.get(kind)
    return replace(made, answer_kind=kind, remarks=(*remarks, *([counting] if counting else [])))


def preview(made: Plan, most: int = PREVIEW) -> tuple[Preview, ...]:
    """Return the first rows as they would be. Raises FormatError as `bank_of` does where a field is lacking."""
    _refuse_lacking(made)
    found = []
    for row in made.table.rows[:most]:
        problems: list[RowProblem] = []
        samples = checked_rows([(row.number, _value(made, row))], problems)
        found.append(Preview(row.number, samples[0] if samples else None, problems[0] if problems else None))
    return tuple(found)


def bank_of(made: Plan, *, strict: bool = True) -> Bank:
    """Return the bank.

    Raises FormatError where columns are lacking or no row is right; and, unless `strict` is False, where any row has a
    fault. Otherwise those rows are left out and named in `problems`.
    """
    _refuse_lacking(made)
    problems = list(made.table.problems)
    samples = checked_rows(_values(made), problems)
    bank = Bank(samples, made.table.name, tuple(sorted(problems, key=lambda problem: problem.row)))
    if strict or not samples:
        bank.strict()
    return bank


def _refuse_lacking(made: Plan) -> None:
    if made.lacking:
        raise FormatError(
            f"No column of {made.table.name} is known to be: {', '.join(made.lacking)}. Columns: "
            f"{', '.join(column[:40] for column in made.table.columns)}. Say which with --map COLUMN=FIELD."
        )


def _values(made: Plan) -> Iterator[tuple[int, dict[str, Any]]]:
    for row in made.table.rows:
        yield row.number, _value(made, row)


def _value(made: Plan, row: Row) -> dict[str, Any]:
    """Return a row as a bank's own, unchecked."""
    cells = _cells(made, row)
    options = _options(cells)
    value: dict[str, Any] = {
        "id": _text(cells.get("id")) or _made_id(made.table, row.number),
        "task": _task(cells.get("task"), made.task),
        "theme": _text(cells.get("theme")),
        "question": _text(cells.get("question")),
        "options": options,
        "answer": bank_cells.right_letter(cells.get("answer"), options, made.answer_kind),
        "gloss": _text(cells.get("gloss")),
        "options_gloss": _glosses(cells),
        "sources": _sources(cells.get("sources")),
        "note": _text(cells.get("note")),
    }
    if cells.get("facts") not in (None, "", {}):
        value["facts"] = _facts(cells["facts"])
    return value


def _cells(made: Plan, row: Row) -> dict[str, Any]:
    return {field: row.cells[place] for place, field in made.mapping.items() if place < len(row.cells)}


def _options(cells: Mapping[str, Any]) -> list[Any]:
    if "options" in cells:
        return [_text(option) for option in bank_cells.options_of(cells["options"])]
    return bank_cells.unlabelled([_text(cells.get(field)) for field in bank_columns.OPTION_FIELDS])


def _glosses(cells: Mapping[str, Any]) -> list[Any]:
    if cells.get("options_gloss"):
        return [_text(option) for option in bank_cells.options_of(cells["options_gloss"])]
    found = [_text(cells.get(field)) for field in bank_columns.GLOSS_FIELDS]
    return found if any(found) else []


def _sources(cell: Any) -> Any:  # noqa: ANN401  a cell
    if isinstance(cell, list | tuple):
        return list(cell)
    text = _text(cell)
    return [part.strip() for part in text.splitlines() if part.strip()] if isinstance(text, str) else text


def _facts(cell: Any) -> Any:  # noqa: ANN401  a cell
    import json

    if not isinstance(cell, str):
        return cell
    try:
        return json.loads(cell)
    except (ValueError, RecursionError):
        return cell


def _task(cell: Any, default: str) -> Any:  # noqa: ANN401  a cell
    """Return the task a cell names; a word that means none is kept, to be refused with its row."""
    text = _text(cell)
    if not isinstance(text, str):
        return text
    return (bank_cells.task_of(text) or text) if text else default


def _text(cell: Any) -> Any:  # noqa: ANN401  a cell
    """Return a cell as a text where a person would; lists and objects stay, to be refused with their row."""
    if cell is None:
        return ""
    if isinstance(cell, bool) or not isinstance(cell, int | float | str):
        return cell
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell)


def _made_id(table: Table, number: int) -> str:
    return f"{table.name[:150]}-{number}"


def _answer_kind(made: Plan) -> str:
    rows = [_cells(made, row) for row in made.table.rows]
    answers, options = [cells.get("answer") for cells in rows], [_options(cells) for cells in rows]
    kind = bank_cells.answer_kind(answers, options)
    place = next(place for place, field in made.mapping.items() if field == "answer")
    if kind == bank_cells.NUMBER and bank_columns.is_index(made.table.columns[place]):
        last = [bank_cells.letter_by(answer, own, kind) for answer, own in zip(answers, options, strict=True)]
        # a 4 can only be counted from 1
        return kind if LETTERS[-1] in last else bank_cells.NUMBER_FROM_0
    return kind
