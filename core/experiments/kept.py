"""What the store has of a run and an item, as values for window, reports and export."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from core.benchmarks.base import Sample
from core.errors import UsageError
from core.experiments.keeping import fetcher
from core.experiments.plan import FORMAT, Setup
from core.experiments.snapshot import sample_of, turns_of
from core.llm.base import Options, Turn
from core.store import Database, answers, figures, items, runs
from core.store.rows import AnswerRow, DecisionRow, ErrorRow, GradeRow, RunRow


@dataclass(frozen=True, slots=True)
class Item:
    """A row of a list. `id` is the item's number in the project, `model` the run's name, `sample` the question's id.

    `status` is a Status or `pending`; `letter` and `reason` are the grader's; `decided` tells whether a person decided,
    `decided_letter` what.
    """

    id: int
    model: str
    sample: str
    task: str
    theme: str
    question: str
    answer: str
    repeat: int
    status: str
    letter: str | None
    reason: str
    decided: bool
    decided_letter: str | None
    seconds: float | None
    reply_tokens: int | None

    @classmethod
    def of(cls, row: figures.Listed, model: str) -> Self:
        """Return a row of the store with its run's name."""
        return cls(
            row.id,
            model,
            row.sample,
            row.task,
            row.theme,
            row.text,
            row.answer,
            row.repeat,
            row.status,
            row.letter,
            row.reason,
            row.decided,
            row.decided_letter,
            row.seconds,
            row.reply_tokens,
        )


@dataclass(frozen=True, slots=True)
class Page:
    """Some of the items that were looked for; `total` is how many there are in all."""

    total: int
    rows: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class FullItem:
    """An item whole. `turns` is what was or will be sent; `answered` is None while it waits or ended in an error.

    `grades` by grader; `decisions` and `errors` with their history, the latest last.
    """

    id: int
    hash: str
    model: str
    ask: str
    state: str
    repeat: int
    bank: str
    sample: Sample
    turns: tuple[Turn, ...]
    options: Mapping[str, Any] | None
    answered: AnswerRow | None
    grades: Mapping[str, GradeRow]
    decisions: tuple[DecisionRow, ...]
    errors: tuple[ErrorRow, ...]

    @property
    def prompt(self) -> str:
        """The text that was or will be sent."""
        return "\n".join(turn.text for turn in self.turns)


def full_item(db: Database, item: int | str) -> FullItem:
    """Return all that is known of an item, by its number or its hash. Raises UsageError where there is none."""
    row = items.whole(db, item)
    if row is None:
        raise UsageError(f"The project has no item {str(item)[:80]!r}.")
    run = runs.find(db, row["run"])
    assert run is not None  # noqa: S101  the store's foreign key sees to it
    return FullItem(
        id=row["id"],
        hash=row["hash"],
        model=run.name,
        ask=run.ask,
        state=row["state"],
        repeat=row["repeat"],
        bank=row["bank"],
        sample=sample_of(row["content"], fetcher(db)),
        turns=turns_of(row["turns"]),
        options=json.loads(run.options_json),
        answered=answers.answer_of(db, row["id"]),
        grades=answers.grades_of(db, row["id"]),
        decisions=tuple(answers.decisions_of(db, row["id"])),
        errors=tuple(answers.errors_of(db, row["id"])),
    )


def setup_of(row: RunRow) -> Setup:
    """Return the setting of a kept run. Raises UsageError where this version asks otherwise."""
    setting = json.loads(row.setup_json)
    if setting["format"] != FORMAT:
        raise UsageError(
            f"The run of {row.name} was begun by a version of the program that asks otherwise. Begin it anew."
        )
    options = setting["options"]
    return Setup(
        key=row.model,
        ask=row.ask,
        model=setting["model"],
        options=None if options is None else Options(**options),
        profile=json.loads(row.profile_json),
        preset=row.preset,
    )
