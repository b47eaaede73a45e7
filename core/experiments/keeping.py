"""Answers into the store with their grades, and grades made anew. Asks no model."""

import json
import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from core.benchmarks.base import Answered, Grade, Sample, Task
from core.experiments.snapshot import Fetch, canonical, sample_of
from core.llm.base import Finish, Reply
from core.store import Database, answers, items
from core.store.rows import AnswerRow, GradeRow, now

BATCH = 500


def keep(db: Database, item: int, task: Task, sample: Sample, reply: Reply, *, seed: int | None) -> dict[str, Grade]:
    """Keep a reply and all its grades in one transaction; return the grades. Raises StoreError."""
    grades = grade(task, sample, Answered(reply.text, reply.finish, reply.details))
    answers.finish(
        db,
        item,
        AnswerRow(
            reply=reply.text,
            finish=reply.finish.value,
            prompt_tokens=reply.prompt_tokens,
            reply_tokens=reply.reply_tokens,
            seconds=reply.seconds,
            first_token_seconds=reply.first_token_seconds,
            seed=seed,
            model=reply.model,
            attempts=int(reply.details.get("attempts", 1)),
            details_json=told_json(reply.details),
            at=now(),
        ),
        [_row(name, one, task) for name, one in grades.items()],
    )
    return grades


def told_json(details: Mapping[str, Any]) -> str:
    """Return what a backend told as JSON without NaN; a server can send what no JSON holds."""
    try:
        return canonical(_finite(details))
    except (ValueError, RecursionError):
        return canonical({"unreadable": "What the server told beside its answer cannot be kept."})


def _finite(value: object) -> object:
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, Mapping):
        return {str(key): _finite(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(inner) for inner in value]
    return value if isinstance(value, str | int | float | None) else str(value)


def grade(task: Task, sample: Sample, answered: Answered) -> dict[str, Grade]:
    """Return the grades of all of a task's graders."""
    return {name: task.grade(sample, answered, name) for name in task.graders}


def rescore(db: Database, tasks: Mapping[str, Task], numbers: Sequence[int] | None = None) -> int:
    """Grade kept answers anew, all or those of some items; return how many statuses or letters changed.

    Answers of tasks that this version lacks keep their grades. Raises StoreError; no grade is changed then.
    """
    changed = 0
    fetch = fetcher(db)
    with db.transaction() as connection:
        batch: list[tuple[int, GradeRow]] = []
        for kept in answers.answered(db, numbers):
            sample = sample_of(kept.content_json, fetch)
            if sample.task not in tasks:
                continue
            answered = Answered(kept.reply, Finish(kept.finish), json.loads(kept.details_json))
            before = {
                row["grader"]: (row["status"], row["letter"])
                for row in connection.execute("SELECT grader, status, letter FROM grades WHERE item = ?", (kept.item,))
            }
            task = tasks[sample.task]
            for name, one in grade(task, sample, answered).items():
                changed += before.get(name) != (one.status.value, one.answer)
                batch.append((kept.item, _row(name, one, task)))
            if len(batch) >= BATCH:
                answers.grade(db, batch)
                batch = []
        answers.grade(db, batch)
    return changed


def fetcher(db: Database) -> Fetch:
    """Return what gets attachments out of a store."""
    return partial(items.attachments, db)


def _row(name: str, found: Grade, task: Task) -> GradeRow:
    return GradeRow(
        grader=name,
        status=found.status.value,
        letter=found.answer,
        reason=found.reason,
        score=found.score,
        details_json=told_json(found.details),
        version=task.rules,
    )
