"""The store's file: one writer, many readers; never harmed, whatever happens to it."""

import hashlib
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from core.errors import NoStore, StoreError
from core.store import Database, migrations
from core.store.database import FILE, LOCK

GOLDEN = Path(__file__).parent / "golden"
HOLD = (
    "import sys, time\nfrom pathlib import Path\nfrom core.store import Database\n"
    "db = Database(Path(sys.argv[1]), write=True)\nprint('held', flush=True)\ntime.sleep(60)\n"
)


def raw(folder, *statements):
    """Change the file behind the store's back."""
    connection = sqlite3.connect(folder / FILE)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def fingerprint(folder):
    return hashlib.sha256((folder / FILE).read_bytes()).hexdigest()


def event(db, reason):
    with db.transaction() as connection:
        connection.execute(
            "INSERT INTO runs (identity, name, kind, model, ask, setup, profile, options, repeats, versions, bank, "
            "bank_hash, limits, created, started) VALUES (?, '', '', '', '', '', '', '', 1, '', '', '', '', '', '')",
            (reason,),
        )


def reasons(db):
    return [row["identity"] for row in db.rows("SELECT identity FROM runs ORDER BY id")]


def test_what_was_kept_is_there_again(tmp_path):
    db = Database(tmp_path / "সুর", write=True)
    event(db, "ক")
    db.close()
    again = Database(tmp_path / "সুর", write=False)
    assert reasons(again) == ["ক"]
    again.close()


def test_a_transaction_is_kept_wholly_or_not_at_all(tmp_path):
    db = Database(tmp_path, write=True)

    class Stumble(Exception):
        pass

    def stumble():
        with db.transaction():
            event(db, "first")
            assert reasons(db) == ["first"]  # within, its own writing is seen
            raise Stumble

    with pytest.raises(Stumble):
        stumble()
    assert reasons(db) == []
    event(db, "second")
    assert reasons(db) == ["second"]
    db.close()


def test_reading_needs_a_project_and_cannot_write(tmp_path):
    with pytest.raises(NoStore, match="There is no project in"):
        Database(tmp_path / "absent", write=False)
    with pytest.raises(NoStore, match="There is no project in"):
        Database(tmp_path / "absent", write=True, make=False)
    assert not (tmp_path / "absent").exists()
    Database(tmp_path, write=True).close()
    db = Database(tmp_path, write=False)
    with pytest.raises(StoreError, match="for reading only"):
        event(db, "x")
    db.close()
    with pytest.raises(StoreError, match="closed"):
        db.rows("SELECT 1")


def test_a_second_writer_is_refused_while_readers_read_and_a_crash_leaves_no_lock(tmp_path):
    Database(tmp_path, write=True).close()
    holder = subprocess.Popen([sys.executable, "-c", HOLD, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    try:
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(StoreError, match=rf"another copy of the program \(process {holder.pid}\).*try again"):
            Database(tmp_path, write=True)
        reader = Database(tmp_path, write=False)
        assert reasons(reader) == []
        reader.close()
        os.kill(holder.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
    finally:
        holder.kill()
        holder.wait()
        holder.stdout.close()
    db = Database(tmp_path, write=True)
    event(db, "after the crash")
    db.close()


def test_a_second_writer_in_the_same_program_is_refused_too(tmp_path):
    db = Database(tmp_path, write=True)
    # reading the files meanwhile must not give the lock away
    (tmp_path / LOCK).read_bytes()
    with pytest.raises(StoreError, match="being written by another copy"):
        Database(tmp_path, write=True)
    event(db, "x")
    db.close()


@pytest.mark.parametrize("write", [True, False])
def test_a_store_of_a_newer_version_is_refused_and_untouched(tmp_path, write):
    Database(tmp_path, write=True).close()
    raw(tmp_path, f"PRAGMA user_version = {migrations.VERSION + 1}", "CREATE TABLE things_to_come (x)")
    before = fingerprint(tmp_path)
    with pytest.raises(StoreError, match=r"newer version of the program .*Update the program; nothing was changed"):
        Database(tmp_path, write=write)
    assert fingerprint(tmp_path) == before
    # and the lock is free again
    raw(tmp_path, f"PRAGMA user_version = {migrations.VERSION}")
    Database(tmp_path, write=True).close()


@pytest.mark.parametrize("write", [True, False])
@pytest.mark.parametrize("content", [b"a diary, no store\n" * 400, b"SQLite format 3\0" + b"x" * 4096])
def test_a_file_that_is_no_store_is_refused_and_untouched(tmp_path, write, content):
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(StoreError, match=r"is no store of this program|is damaged"):
        Database(tmp_path, write=write)
    assert (tmp_path / FILE).read_bytes() == content


def test_another_programs_database_is_refused_and_untouched(tmp_path):
    raw(tmp_path, "CREATE TABLE recipes (name)", "PRAGMA user_version = 1")
    before = fingerprint(tmp_path)
    for write in (True, False):
        with pytest.raises(StoreError, match="is no store of this program"):
            Database(tmp_path, write=write)
    assert fingerprint(tmp_path) == before


def test_an_empty_file_left_by_a_crash_becomes_a_store(tmp_path):
    (tmp_path / FILE).touch()
    with pytest.raises(NoStore, match=r"never begun: .* is empty\. Begin it"):
        Database(tmp_path, write=False)
    Database(tmp_path, write=True).close()
    Database(tmp_path, write=False).close()


def test_a_folder_in_the_files_place_and_a_file_in_the_folders_place_are_said(tmp_path):
    (tmp_path / "a" / FILE).mkdir(parents=True)
    with pytest.raises(StoreError, match="is no file"):
        Database(tmp_path / "a", write=True)
    (tmp_path / "b").write_text("a file")
    with pytest.raises(StoreError, match="cannot be made"):
        Database(tmp_path / "b", write=True)


def test_a_damaged_store_is_refused_and_untouched(tmp_path):
    db = Database(tmp_path, write=True)
    for number in range(300):
        event(db, f"{number} {'x' * 200}")
    db.close()
    content = bytearray((tmp_path / FILE).read_bytes())
    content[8192 : len(content) - 8192] = b"\xa5" * (len(content) - 16384)
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(StoreError, match=r"is damaged .*Put a copy of it from before in its place"):
        Database(tmp_path, write=True)
    assert (tmp_path / FILE).read_bytes() == bytes(content)
    reader = Database(tmp_path, write=False)
    with pytest.raises(StoreError, match="is damaged"):
        reasons(reader)
    reader.close()


def test_a_full_disk_is_said_and_what_is_kept_stays_whole(tmp_path):
    db = Database(tmp_path, write=True)
    event(db, "before")
    pages = db.row("PRAGMA page_count")[0]
    db.limit_pages(pages)  # a real SQLITE_FULL, as the disk would give it
    with pytest.raises(StoreError, match=r"The disk is full: .* Make room and go on"):
        event(db, "x" * 100_000)
    assert reasons(db) == ["before"]
    db.limit_pages(pages + 100)
    event(db, "y" * 100_000)
    db.close()
    assert raw_check(tmp_path) == "ok"


def raw_check(folder):
    connection = sqlite3.connect(folder / FILE)
    found = connection.execute("PRAGMA integrity_check").fetchone()[0]
    connection.close()
    return found


def test_a_file_that_must_not_be_written_is_said(tmp_path):
    db = Database(tmp_path, write=True)
    db._writer.close()
    # what SQLite really says of a file on a read-only disk
    db._writer = sqlite3.connect(f"{(tmp_path / FILE).as_uri()}?mode=ro", uri=True, isolation_level=None)
    with pytest.raises(StoreError, match="cannot be written: it is read-only"):
        event(db, "x")
    assert reasons(db) == []
    db.close()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_read_only_folder_can_be_read_and_writing_is_refused(tmp_path):
    Database(tmp_path, write=True).close()
    tmp_path.chmod(0o555)
    try:
        Database(tmp_path, write=False).close()
        with pytest.raises(StoreError, match="Nothing can be written"):
            Database(tmp_path, write=True)
    finally:
        tmp_path.chmod(0o755)


@pytest.mark.parametrize("version", range(1, migrations.VERSION + 1))
def test_the_golden_store_of_every_version_opens(tmp_path, version):
    connection = sqlite3.connect(tmp_path / FILE)
    connection.executescript((GOLDEN / f"v{version}.sql").read_text(encoding="utf-8"))
    connection.close()
    db = Database(tmp_path, write=True)
    assert db.row("PRAGMA user_version")[0] == migrations.VERSION
    assert db.row("SELECT count(*) FROM answers")[0] == 4
    db.close()


def test_a_released_migration_is_never_edited(tmp_path):
    """The shape of version 1 is that of its golden store, whatever follows."""
    golden = sqlite3.connect(":memory:")
    golden.executescript((GOLDEN / "v1.sql").read_text(encoding="utf-8"))
    fresh = sqlite3.connect(":memory:")
    fresh.executescript(migrations.MIGRATIONS[0])
    shape = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name"
    words = [[[" ".join(str(cell).split()) for cell in row] for row in side.execute(shape)] for side in (golden, fresh)]
    golden.close()
    fresh.close()
    assert words[0] == words[1]


def test_a_migration_that_fails_leaves_the_version_before(tmp_path, monkeypatch):
    db = Database(tmp_path, write=True)
    event(db, "kept")
    db.close()
    before = fingerprint(tmp_path)
    steps = (*migrations.MIGRATIONS, "CREATE TABLE later (x); INSERT INTO absent VALUES (1)")
    monkeypatch.setattr("core.store.database.MIGRATIONS", steps)
    monkeypatch.setattr("core.store.database.VERSION", len(steps))
    with pytest.raises(StoreError, match="older version"):
        Database(tmp_path, write=False)
    with pytest.raises(StoreError, match="absent"):
        Database(tmp_path, write=True)
    assert fingerprint(tmp_path) == before
    monkeypatch.setattr("core.store.database.MIGRATIONS", (*migrations.MIGRATIONS, "CREATE TABLE later (x)"))
    db = Database(tmp_path, write=True)
    assert reasons(db) == ["kept"]
    assert db.row("PRAGMA user_version")[0] == len(steps)
    db.close()


def test_a_store_closed_under_a_query_waits_for_it_and_then_says_that_it_is_closed(tmp_path):
    # SQLite ends the process where a connection is closed while another thread steps through a query
    db = Database(tmp_path, write=True)
    slow = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 300000) SELECT max(x) FROM n"
    found, said = [], []

    def read():
        try:
            while True:
                found.append(db.row(slow)[0])
        except StoreError as error:
            said.append(str(error))

    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    while not found:
        time.sleep(0.01)
    db.close()
    for reader in readers:
        reader.join(30)
    assert set(found) == {300000}
    assert len(said) == 3
    assert all("is closed" in text for text in said)
    with pytest.raises(StoreError, match="is closed"), db.transaction():
        pass
