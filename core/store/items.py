"""Items and the samples and prompts they ask: planned, waiting, and how far a run is."""

import json
import sqlite3
from collections.abc import Iterator, Sequence

from core.store.database import Database, Row
from core.store.rows import NewItem, PendingItem, SampleRow, storable

CHUNK = 500
"""How many rows are in memory at once."""


def plan(db: Database, run: int, items: Sequence[NewItem]) -> list[int]:
    """Keep items that are not there yet; return the numbers of those whose sample changed though the question did not.

    A question of the same bank, name and repeat that is now asked otherwise stands aside: it is kept, not counted.
    """
    changed: list[int] = []
    with db.transaction() as connection:
        for item in items:
            sample = _sample(connection, item.sample)
            prompt = _prompt(connection, item)
            found = connection.execute("SELECT id, sample FROM items WHERE hash = ?", (item.hash,)).fetchone()
            if found is None:
                connection.execute(
                    "INSERT INTO items (hash, run, sample, prompt, bank, repeat, position) "
                    "VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (item.hash, run, sample, prompt, item.bank, item.repeat, item.position),
                )
            else:
                if found["sample"] != sample:
                    changed += _correct(connection, found["sample"], sample)
                connection.execute(
                    "UPDATE items SET sample = ?, bank = ?, position = ?, active = 1 WHERE id = ?",
                    (sample, item.bank, item.position, found["id"]),
                )
        _set_aside(connection, run, items)
    return changed


def _correct(connection: sqlite3.Connection, old: int, new: int) -> list[int]:
    """Let all items of a sample, of every run, have it as it is now; return their numbers."""
    numbers = [int(row[0]) for row in connection.execute("SELECT id FROM items WHERE sample = ?", (old,))]
    connection.execute("UPDATE items SET sample = ? WHERE sample = ?", (new, old))
    return numbers


def _sample(connection: sqlite3.Connection, sample: SampleRow) -> int:
    found = connection.execute("SELECT id FROM samples WHERE hash = ?", (sample.hash,)).fetchone()
    if found is not None:
        return int(found[0])
    for attachment in sample.attachments:
        connection.execute(
            "INSERT OR IGNORE INTO attachments (hash, mime, data) VALUES (?, ?, ?)",
            (attachment.hash, attachment.mime, attachment.data),
        )
    made = connection.execute(
        "INSERT INTO samples (hash, name, task, theme, answer, text, content) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            sample.hash,
            storable(sample.name),
            sample.task,
            storable(sample.theme),
            sample.answer,
            storable(sample.text),
            storable(sample.content_json),
        ),
    )
    return int(made.lastrowid or 0)


def _prompt(connection: sqlite3.Connection, item: NewItem) -> int:
    found = connection.execute("SELECT id FROM prompts WHERE hash = ?", (item.prompt_hash,)).fetchone()
    if found is not None:
        return int(found[0])
    made = connection.execute(
        "INSERT INTO prompts (hash, turns) VALUES (?, ?)", (item.prompt_hash, storable(item.turns_json))
    )
    return int(made.lastrowid or 0)


def _set_aside(connection: sqlite3.Connection, run: int, items: Sequence[NewItem]) -> None:
    asked = {(item.bank, item.sample.task, item.sample.name, item.repeat): item.hash for item in items}
    rows = connection.execute(
        "SELECT i.id, i.hash, i.bank, i.repeat, s.name, s.task FROM items i JOIN samples s ON s.id = i.sample "
        "WHERE i.run = ? AND i.active = 1",
        (run,),
    ).fetchall()
    for row in rows:
        now = asked.get((row["bank"], row["task"], row["name"], row["repeat"]))
        if now is not None and now != row["hash"]:
            connection.execute("UPDATE items SET active = 0 WHERE id = ?", (row["id"],))


def pending(db: Database, run: int, hashes: frozenset[str] | None = None) -> list[tuple[int, str]]:
    """Return number and hash of the items that wait, in the bank's order; among some hashes only where given."""
    rows = db.rows(
        "SELECT id, hash FROM items WHERE run = ? AND active = 1 AND state = 'pending' ORDER BY position, repeat, id",
        (run,),
    )
    return [(row["id"], row["hash"]) for row in rows if hashes is None or row["hash"] in hashes]


def load(db: Database, numbers: Sequence[int]) -> Iterator[PendingItem]:
    """Give items with prompt and sample, in the order of their numbers' list, a few hundred in memory at a time."""
    for start in range(0, len(numbers), CHUNK):
        some = numbers[start : start + CHUNK]
        rows = db.rows(
            "SELECT i.id, i.hash, i.repeat, p.turns, s.content FROM items i JOIN prompts p ON p.id = i.prompt "
            "JOIN samples s ON s.id = i.sample WHERE i.id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(some)),),
        )
        by_id = {row["id"]: row for row in rows}
        for number in some:
            row = by_id[number]
            yield PendingItem(row["id"], row["hash"], row["repeat"], row["turns"], row["content"])


def whole(db: Database, item: int | str) -> Row | None:
    """Return an item with its sample's content and its turns, by its number or its hash."""
    return db.row(
        "SELECT i.id, i.hash, i.run, i.state, i.repeat, i.bank, s.content, p.turns FROM items i "
        "JOIN samples s ON s.id = i.sample JOIN prompts p ON p.id = i.prompt WHERE i.id = ? OR i.hash = ?",
        (item if isinstance(item, int) else None, item if isinstance(item, str) else None),
    )


def exchanged(db: Database, numbers: Sequence[int]) -> dict[int, tuple[str, str | None]]:
    """Return the turns that were or will be sent, and the reply to them or None, by the items' numbers."""
    rows = db.rows(
        "SELECT i.id, p.turns, a.reply FROM items i JOIN prompts p ON p.id = i.prompt "
        "LEFT JOIN answers a ON a.item = i.id WHERE i.id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(numbers)),),
    )
    return {row["id"]: (row["turns"], row["reply"]) for row in rows}


def attachments(db: Database, hashes: Sequence[str]) -> dict[str, tuple[str, bytes]]:
    """Return kind and bytes of pictures and sounds by their hashes."""
    rows = db.rows(
        "SELECT hash, mime, data FROM attachments WHERE hash IN (SELECT value FROM json_each(?))",
        (json.dumps(list(hashes)),),
    )
    return {row["hash"]: (row["mime"], row["data"]) for row in rows}


def states(db: Database, run: int) -> dict[str, int]:
    """Return how many of a run's items are in each state."""
    rows = db.rows("SELECT state, count(*) AS n FROM items WHERE run = ? AND active = 1 GROUP BY state", (run,))
    return {row["state"]: row["n"] for row in rows}


def take_back(db: Database, numbers: Sequence[int]) -> int:
    """Let items that ended in an error wait again; return how many did."""
    with db.transaction() as connection:
        return connection.execute(
            "UPDATE items SET state = 'pending' WHERE state = 'error' AND id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(numbers)),),
        ).rowcount


def failed(db: Database, run: int) -> list[int]:
    """Return the numbers of the items that ended in an error."""
    rows = db.rows("SELECT id FROM items WHERE run = ? AND active = 1 AND state = 'error' ORDER BY position", (run,))
    return [row["id"] for row in rows]
