"""Runs and what happened to them."""

from collections.abc import Sequence

from core.store.database import Database, Row
from core.store.rows import EventRow, NewRun, RunRow, now, storable

_ALL = (
    "SELECT id, identity, kind, model, ask, setup AS setup_json, profile AS profile_json, options AS options_json, "
    "preset, seed, repeats, versions AS versions_json, bank, bank_hash, limits AS limits_json, created, started "
    "FROM runs ORDER BY id"
)


def begin(db: Database, run: NewRun) -> int:
    """Keep a run, or note a new start of the same; return its number."""
    at = now()
    with db.transaction() as connection:
        connection.execute(
            "INSERT INTO runs (identity, name, kind, model, ask, setup, profile, options, preset, seed, repeats, "
            "versions, bank, bank_hash, limits, created, started) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (identity) DO UPDATE SET model = excluded.model, name = excluded.name, "
            "profile = excluded.profile, preset = excluded.preset, repeats = max(repeats, excluded.repeats), "
            "versions = excluded.versions, bank = excluded.bank, bank_hash = excluded.bank_hash, "
            "limits = excluded.limits, started = excluded.started",
            (
                run.identity,
                run.model,
                run.kind,
                run.model,
                run.ask,
                run.setup_json,
                run.profile_json,
                run.options_json,
                run.preset,
                run.seed,
                run.repeats,
                run.versions_json,
                run.bank,
                run.bank_hash,
                run.limits_json,
                at,
                at,
            ),
        )
        found = connection.execute("SELECT id FROM runs WHERE identity = ?", (run.identity,)).fetchone()
        return int(found[0])


def all_runs(db: Database) -> list[RunRow]:
    """Return the runs in the order they were begun, each under a name of its own.

    The run of a model that was started last bears the model's name; earlier ones, whose settings were others, get
    their number behind it.
    """
    rows = db.rows(_ALL)
    latest: dict[str, Row] = {}
    for row in rows:
        if row["model"] not in latest or row["started"] >= latest[row["model"]]["started"]:
            latest[row["model"]] = row
    return [_run(row, plain=latest[row["model"]]["id"] == row["id"]) for row in rows]


def find(db: Database, number: int) -> RunRow | None:
    """Return a run by its number."""
    return next((run for run in all_runs(db) if run.id == number), None)


def log(db: Database, run: int, kind: str, *, sample: str = "", reason: str = "", wait: float | None = None) -> None:
    """Keep what happened to a run."""
    with db.transaction() as connection:
        connection.execute(
            "INSERT INTO events (run, sample, kind, reason, wait, at) VALUES (?, ?, ?, ?, ?, ?)",
            (run, storable(sample), kind, storable(reason), wait, now()),
        )


def events(db: Database, run: int, kinds: Sequence[str] = ()) -> list[EventRow]:
    """Return what happened to a run, the oldest first; of some kinds where they are named."""
    rows = db.rows("SELECT sample, kind, reason, wait, at FROM events WHERE run = ? ORDER BY id", (run,))
    return [EventRow(**dict(row)) for row in rows if not kinds or row["kind"] in kinds]


def _run(row: Row, *, plain: bool) -> RunRow:
    return RunRow(**{**dict(row), "name": row["model"] if plain else f"{row['model']} #{row['id']}"})
