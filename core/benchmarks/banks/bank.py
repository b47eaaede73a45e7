"""Question banks: JSON Lines, one question a line (docs/quiz.md, resources/schema/bank.schema.json)."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core import paths
from core.benchmarks.banks.row import MOST_ROWS, RowProblem, as_row, checked_rows
from core.benchmarks.base import Sample
from core.errors import FormatError
from core.settings import write_text

MOST_BYTES = 32_000_000
TOLD = 5
"""How many problems a refusal names; the window and `strict=False` show all."""


@dataclass(frozen=True, slots=True)
class Bank:
    """Questions, and what was wrong with the rows that are left out."""

    samples: tuple[Sample, ...]
    name: str
    problems: tuple[RowProblem, ...] = ()

    def strict(self) -> "Bank":
        """Return the bank itself. Raises FormatError where a row was left out."""
        if self.problems:
            raise FormatError(refusal(self.name, self.problems))
        return self


def read_bank(path: Path, *, strict: bool = True) -> Bank:
    """Read a bank.

    Raises FormatError: unreadable, too large, or nothing usable in it; and, unless `strict` is False, where a row has a
    fault. Otherwise such rows are left out and named in `problems`.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise FormatError(f"The bank {path} cannot be read: {error.strerror or error}. Check the name.") from error
    return parse_bank(content, path.stem, strict=strict)


def parse_bank(content: bytes, name: str, *, strict: bool = True) -> Bank:
    """Read a bank's bytes: UTF-8, a byte order mark and CRLF allowed. Raises FormatError as `read_bank` does."""
    if len(content) > MOST_BYTES:
        raise FormatError(f"The bank {name} is larger than {MOST_BYTES // 1_000_000} MB. Cut it into smaller files.")
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise FormatError(f"The bank {name} is in UTF-16 (bytes 1 and 2 say so). Save it as UTF-8, or import it.")
    problems: list[RowProblem] = []
    values = list(_values(content.removeprefix(b"\xef\xbb\xbf"), len(content), problems))
    if len(values) > MOST_ROWS:
        raise FormatError(f"The bank {name} has {len(values):,} rows, and {MOST_ROWS:,} are the most. Cut it up.")
    samples = checked_rows(values, problems)
    bank = Bank(samples, name, tuple(sorted(problems, key=lambda row: row.row)))
    if strict:
        bank.strict()
    if not samples:
        raise FormatError(refusal(name, bank.problems) if problems else f"The bank {name} holds no question.")
    return bank


def write_bank(path: Path, samples: Iterable[Sample]) -> None:
    """Write a bank in one step. Raises StoreError; the old file then stays as it was."""
    write_text(path, bank_text(samples))


def bank_text(samples: Iterable[Sample]) -> str:
    """Return a bank as text: a question a line, LF, Bengali as it is."""
    return "".join(json.dumps(as_row(sample), ensure_ascii=False) + "\n" for sample in samples)


def shipped() -> Bank:
    """Return every question that comes with the program, bank files in the order of their names."""
    banks = [read_bank(path) for path in sorted((paths.resources() / "banks").glob("*.jsonl"))]
    samples = tuple(sample for bank in banks for sample in bank.samples)
    ids = [sample.id for sample in samples]
    twice = {name for name in ids if ids.count(name) > 1} if len(set(ids)) < len(ids) else set()
    if twice:
        raise FormatError(f"Shipped banks hold an id twice: {', '.join(sorted(twice)[:TOLD])}.")
    return Bank(samples, "shipped")


def refusal(name: str, problems: Sequence[RowProblem]) -> str:
    """Return one line that names the first faulty rows."""
    rows = len({problem.row for problem in problems})
    told = " ".join(str(problem) for problem in problems[:TOLD])
    more = f" And {len(problems) - TOLD} more." if len(problems) > TOLD else ""
    return f"The bank {name} has {rows} faulty row{'s' if rows > 1 else ''}. {told}{more}"


def _values(content: bytes, whole: int, problems: list[RowProblem]) -> Iterable[tuple[int, Any]]:
    """Give each line's number and JSON value; lines that are none become problems."""
    place = whole - len(content)
    for number, line in enumerate(content.split(b"\n"), 1):
        start, place = place, place + len(line) + 1
        try:
            text = line.decode("utf-8").strip()
            if text:
                yield number, json.loads(text, parse_constant=_refuse, object_pairs_hook=_once)
        except UnicodeDecodeError as error:
            byte, at = line[error.start], start + error.start + 1
            what = f"byte {at} of the file ({byte:#04x}) is no UTF-8; save it as UTF-8"
            problems.append(RowProblem(number, "", what))
        except RecursionError:
            problems.append(RowProblem(number, "", "the JSON is nested too deeply"))
        except ValueError as error:
            column = getattr(error, "colno", None)
            where = f" at column {column}" if column else ""
            problems.append(RowProblem(number, "", f"this is no JSON object on one line{where}: {_first(error)}"))


def _refuse(word: str) -> None:
    raise ValueError(f"{word} is no JSON")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse a name that comes twice: of two right answers JSON would take the later without a word."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{next(name for name in names if names.count(name) > 1)[:40]!r} is given twice")
    return found


def _first(error: ValueError) -> str:
    if "set_int_max_str_digits" in str(error):
        return "a number has thousands of digits"
    return str(getattr(error, "msg", None) or error)[:120]
