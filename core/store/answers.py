"""What came back: answers, failed tries, grades, and what people decided."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from core.errors import StoreError
from core.store.database import Database
from core.store.rows import AnswerRow, DecisionRow, ErrorRow, GradeRow, now, storable

CHUNK = 200


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer that is to be graded anew, with what a grade is made of."""

    item: int
    content_json: str
    reply: str
    finish: str
    details_json: str


def finish(db: Database, item: int, answer: AnswerRow, grades: Sequence[GradeRow]) -> None:
    """Keep an answer and its grades as one: after a crash both are there, or neither.

    Raises StoreError where the item has an answer already.
    """
    with db.transaction() as connection:
        there = connection.execute("SELECT 1 FROM answers WHERE item = ?", (item,)).fetchone()
        if there is not None:
            raise StoreError("This question has its answer already; an answer is never overwritten.")
        connection.execute(
            "INSERT INTO answers (item, reply, finish, prompt_tokens, reply_tokens, seconds, first_token_seconds, "
            "seed, model, attempts, details, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                item,
                storable(answer.reply),
                answer.finish,
                answer.prompt_tokens,
                answer.reply_tokens,
                answer.seconds,
                answer.first_token_seconds,
                answer.seed,
                storable(answer.model),
                answer.attempts,
                storable(answer.details_json),
                answer.at,
            ),
        )
        connection.execute("UPDATE items SET state = 'done' WHERE id = ?", (item,))
        grade(db, ((item, one) for one in grades))


def grade(db: Database, grades: Iterable[tuple[int, GradeRow]]) -> None:
    """Keep grades in place of earlier ones of the same graders."""
    at = now()
    with db.transaction() as connection:
        connection.executemany(
            "INSERT OR REPLACE INTO grades (item, grader, status, letter, reason, score, details, version, at) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (
                    item,
                    one.grader,
                    one.status,
                    one.letter,
                    storable(one.reason),
                    one.score,
                    storable(one.details_json),
                    one.version,
                    at,
                )
                for item, one in grades
            ),
        )


def fail(db: Database, item: int, attempt: int, kind: str, message: str, *, final: bool) -> None:
    """Keep a failed try; `final` where the item is not asked again by itself."""
    with db.transaction() as connection:
        connection.execute(
            "INSERT INTO errors (item, attempt, kind, message, at) VALUES (?, ?, ?, ?, ?)",
            (item, attempt, kind, storable(message), now()),
        )
        if final:
            connection.execute("UPDATE items SET state = 'error' WHERE id = ? AND state = 'pending'", (item,))


def decide(db: Database, item: int, letter: str | None, who: str, why: str) -> None:
    """Keep a person's decision; the one before stays in the history."""
    with db.transaction() as connection:
        connection.execute(
            "INSERT INTO decisions (item, letter, who, why, at) VALUES (?, ?, ?, ?, ?)",
            (item, letter, storable(who), storable(why), now()),
        )


def answered(db: Database, numbers: Sequence[int] | None = None) -> Iterator[Kept]:
    """Give answers to grade anew, of all items or some, a few hundred in memory at a time."""
    if numbers is None:
        numbers = [row["item"] for row in db.rows("SELECT item FROM answers ORDER BY item")]
    for start in range(0, len(numbers), CHUNK):
        some = numbers[start : start + CHUNK]
        rows = db.rows(
            "SELECT a.item, s.content, a.reply, a.finish, a.details FROM answers a JOIN items i ON i.id = a.item "
            "JOIN samples s ON s.id = i.sample WHERE a.item IN (SELECT value FROM json_each(?))",
            (json.dumps(list(some)),),
        )
        for row in rows:
            yield Kept(row["item"], row["content"], row["reply"], row["finish"], row["details"])


def answer_of(db: Database, item: int) -> AnswerRow | None:
    """Return an item's answer."""
    row = db.row(
        "SELECT reply, finish, prompt_tokens, reply_tokens, seconds, first_token_seconds, seed, model, attempts, "
        "details AS details_json, at FROM answers WHERE item = ?",
        (item,),
    )
    return None if row is None else AnswerRow(**dict(row))


def grades_of(db: Database, item: int) -> dict[str, GradeRow]:
    """Return an item's grades by grader."""
    rows = db.rows(
        "SELECT grader, status, letter, reason, score, details AS details_json, version FROM grades WHERE item = ?",
        (item,),
    )
    return {row["grader"]: GradeRow(**dict(row)) for row in rows}


def decisions_of(db: Database, item: int) -> list[DecisionRow]:
    """Return what people decided on an item, the latest last."""
    rows = db.rows("SELECT letter, who, why, at FROM decisions WHERE item = ? ORDER BY id", (item,))
    return [DecisionRow(**dict(row)) for row in rows]


def errors_of(db: Database, item: int) -> list[ErrorRow]:
    """Return an item's failed tries, the latest last."""
    rows = db.rows("SELECT attempt, kind, message, at FROM errors WHERE item = ? ORDER BY id", (item,))
    return [ErrorRow(**dict(row)) for row in rows]


@dataclass(frozen=True, slots=True)
class Tally:
    """How far a run is: answers, right ones by a grader, and tokens both ways; `guessed` answers told none."""

    answered: int
    correct: int
    prompt_tokens: int
    reply_tokens: int
    guessed: int


def tally(db: Database, run: int, grader: str) -> Tally:
    """Return how far a run is. Tokens that a server did not tell are taken as a third of the text's bytes."""
    row = db.row(
        "SELECT count(*) AS answered, coalesce(sum(g.status = 'correct'), 0) AS correct, "
        "coalesce(sum(coalesce(a.prompt_tokens, length(CAST(p.turns AS BLOB)) / 3)), 0) AS prompt_tokens, "
        "coalesce(sum(coalesce(a.reply_tokens, length(CAST(a.reply AS BLOB)) / 3)), 0) AS reply_tokens, "
        "coalesce(sum(a.reply_tokens IS NULL), 0) AS guessed "
        "FROM items i JOIN answers a ON a.item = i.id JOIN prompts p ON p.id = i.prompt "
        "LEFT JOIN grades g ON g.item = i.id AND g.grader = ? WHERE i.run = ?",
        (grader, run),
    )
    return Tally(0, 0, 0, 0, 0) if row is None else Tally(**dict(row))
