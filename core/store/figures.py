"""What the store adds up: counts by status, medians, and items page by page."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.store.database import Database

_FROM = (
    " FROM items i JOIN samples s ON s.id = i.sample "
    "LEFT JOIN grades g ON g.item = i.id AND g.grader = :grader "
    "LEFT JOIN (SELECT item, letter, max(id) AS latest FROM decisions GROUP BY item) d ON d.item = i.id "
)
_STATUS = (
    "CASE WHEN i.state <> 'done' THEN i.state "
    "WHEN :decided AND d.item IS NOT NULL THEN "
    "CASE WHEN d.letter IS NULL THEN 'none' WHEN d.letter = s.answer THEN 'correct' ELSE 'wrong' END "
    "ELSE coalesce(g.status, 'none') END"
)
"""How an item stands: `pending`, `error`, or its grade; a person's decision in its place where those count."""
_WANTED = " ".join(
    [
        "LEFT JOIN answers a ON a.item = i.id WHERE i.active = 1",
        "AND (:runs IS NULL OR i.run IN (SELECT value FROM json_each(:runs)))",
        "AND (:task IS NULL OR s.task = :task) AND (:theme IS NULL OR s.theme = :theme)",
        "AND (:text IS NULL OR s.text LIKE :text ESCAPE '!' OR s.name LIKE :text ESCAPE '!'",
        "OR a.reply LIKE :text ESCAPE '!')",
        "AND (NOT :undecided OR (d.item IS NULL AND i.state = 'done' AND length(trim(a.reply)) > 0))",
        "AND (:statuses IS NULL OR",
        _STATUS,
        "IN (SELECT value FROM json_each(:statuses)))",
    ]
)
# in GROUP BY a column's name wins over the name given here, and grades has a `status` of its own
_COUNTS = (
    "SELECT i.run, s.task, s.theme, " + _STATUS + " AS outcome, count(*) AS n" + _FROM + "WHERE i.active = 1 "
    "GROUP BY i.run, s.task, s.theme, outcome"
)
_VERDICTS = (
    "SELECT i.run, i.sample, (" + _STATUS + ") = 'correct' AS correct" + _FROM + "WHERE i.active = 1 "
    "AND i.state = 'done' AND i.repeat = 0"
)
_HOW_MANY = "SELECT count(*) AS n" + _FROM + _WANTED
_LISTED = (
    "SELECT i.id, i.run, s.name AS sample, s.task, s.theme, s.text, s.answer, i.repeat, " + _STATUS + " AS status, "
    "g.letter, coalesce(g.reason, '') AS reason, d.item IS NOT NULL AS decided, d.letter AS decided_letter, "
    "a.seconds, a.reply_tokens" + _FROM + _WANTED + " ORDER BY i.run, i.position, i.repeat, i.id "
    "LIMIT :limit OFFSET :offset"
)
# IS NOT, since an answer without a grade has no version either
_OTHER_RULES = (
    "SELECT i.run, count(*) AS n FROM items i JOIN samples s ON s.id = i.sample "
    "JOIN json_each(:rules) r ON r.key = s.task "
    "LEFT JOIN grades g ON g.item = i.id AND g.grader = :grader "
    "WHERE i.active = 1 AND i.state = 'done' AND g.version IS NOT r.value GROUP BY i.run"
)
_SPENT = (
    "WITH timed AS (SELECT i.run, a.seconds, row_number() OVER (PARTITION BY i.run ORDER BY a.seconds) AS place, "
    "count(*) OVER (PARTITION BY i.run) AS n FROM answers a JOIN items i ON i.id = a.item), "
    "middle AS (SELECT run, avg(seconds) AS seconds FROM timed WHERE place IN ((n + 1) / 2, (n + 2) / 2) "
    "GROUP BY run), "
    "tokens AS (SELECT i.run, sum(a.prompt_tokens) AS asked, sum(a.reply_tokens) AS told "
    "FROM answers a JOIN items i ON i.id = a.item GROUP BY i.run), "
    "failed AS (SELECT i.run, count(*) AS n FROM errors e JOIN items i ON i.id = e.item GROUP BY i.run) "
    "SELECT r.id AS run, tokens.asked AS prompt_tokens, tokens.told AS reply_tokens, "
    "middle.seconds AS median_seconds, coalesce(failed.n, 0) AS failed_tries FROM runs r "
    "LEFT JOIN tokens ON tokens.run = r.id LEFT JOIN middle ON middle.run = r.id "
    "LEFT JOIN failed ON failed.run = r.id"
)


@dataclass(frozen=True, slots=True)
class Count:
    """How many items of a run, task and theme ended so."""

    run: int
    task: str
    theme: str
    status: str
    n: int


@dataclass(frozen=True, slots=True)
class Spent:
    """What a run took: tokens as told (None where never told), median seconds an answer, failed tries."""

    run: int
    prompt_tokens: int | None
    reply_tokens: int | None
    median_seconds: float | None
    failed_tries: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an answered item was right; `sample` is the number of its sample in the store."""

    run: int
    sample: int
    correct: bool


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which items are looked for; empty fields ask for all. `text` is looked for in question and reply."""

    runs: tuple[int, ...] = ()
    statuses: tuple[str, ...] = ()
    task: str = ""
    theme: str | None = None
    text: str = ""
    undecided: bool = False


@dataclass(frozen=True, slots=True)
class Listed:
    """An item in a list. `decided` tells whether a person decided on it, `decided_letter` what."""

    id: int
    run: int
    sample: str
    task: str
    theme: str
    text: str
    answer: str
    repeat: int
    status: str
    letter: str | None
    reason: str
    decided: bool
    decided_letter: str | None
    seconds: float | None
    reply_tokens: int | None


def counts(db: Database, grader: str, *, decided: bool) -> list[Count]:
    """Return the counts of every run, by task, theme and status."""
    return [Count(*row) for row in db.rows(_COUNTS, {"grader": grader, "decided": decided})]


def spent(db: Database) -> list[Spent]:
    """Return what every run took."""
    return [Spent(**dict(row)) for row in db.rows(_SPENT)]


def verdicts(db: Database, grader: str, *, decided: bool) -> list[Verdict]:
    """Return whether each answered item of the first repeat was right."""
    rows = db.rows(_VERDICTS, {"grader": grader, "decided": decided})
    return [Verdict(row["run"], row["sample"], bool(row["correct"])) for row in rows]


def other_rules(db: Database, grader: str, rules: Mapping[str, str]) -> dict[int, int]:
    """Return by run how many answers a grader judged by other rules than these; `rules` by task."""
    rows = db.rows(_OTHER_RULES, {"grader": grader, "rules": json.dumps(dict(rules))})
    return {row["run"]: row["n"] for row in rows}


def how_many(db: Database, grader: str, wanted: Wanted, *, decided: bool) -> int:
    """Return how many items are like that."""
    row = db.row(_HOW_MANY, _bound(grader, wanted, decided=decided))
    return 0 if row is None else int(row["n"])


def listed(db: Database, grader: str, wanted: Wanted, *, decided: bool, offset: int, limit: int) -> list[Listed]:
    """Return a page of items, run by run, in the bank's order."""
    bound = {**_bound(grader, wanted, decided=decided), "limit": limit, "offset": offset}
    return [Listed(**{**dict(row), "decided": bool(row["decided"])}) for row in db.rows(_LISTED, bound)]


def _bound(grader: str, wanted: Wanted, *, decided: bool) -> dict[str, object]:
    escaped = wanted.text
    for sign in "!%_":
        escaped = escaped.replace(sign, f"!{sign}")
    return {
        "grader": grader,
        "decided": decided,
        "runs": _among(wanted.runs),
        "statuses": _among(wanted.statuses),
        "task": wanted.task or None,
        "theme": wanted.theme,
        "text": f"%{escaped}%" if escaped else None,
        "undecided": wanted.undecided,
    }


def _among(allowed: Sequence[object]) -> str | None:
    return json.dumps(list(allowed)) if allowed else None
