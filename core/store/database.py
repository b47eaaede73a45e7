"""The file of a project: opened, checked, migrated; read by many, written by one."""

import contextlib
import sqlite3
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from core.errors import NoStore, StoreError
from core.store.lock import WriterLock
from core.store.migrations import APPLICATION_ID, MIGRATIONS, VERSION

FILE = "experiments.sqlite"
LOCK = "experiments.lock"
BUSY_SECONDS = 10.0

Row = sqlite3.Row


class Database:
    """An open store. Safe between threads: reading has a connection of its own and does not wait for a writer."""

    def __init__(self, folder: Path, *, write: bool, make: bool = True) -> None:
        """Open the store of a project folder; writing makes folder and file where they are absent, unless not `make`.

        Raises StoreError where the file is no store, is of a newer version, is damaged, or has a writer already;
        it is untouched then.
        """
        self.path = folder / FILE
        self.writable = write
        self._write_lock, self._read_lock = threading.RLock(), threading.Lock()
        self._writer: sqlite3.Connection | None = None
        self._reader: sqlite3.Connection | None = None
        self._lock: WriterLock | None = None
        self._writing: int | None = None
        """The thread that is in a transaction."""
        try:
            if not (write and make) and not self.path.is_file():
                raise NoStore(f"There is no project in {folder}: it has no file {FILE}. Check the folder's name.")
            if write:
                self._open_writer(folder)
            self._reader = self._open_reader()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the file and let others write, after what other threads are doing with it has ended."""
        # SQLite ends the process where a connection is closed under a query
        with self._write_lock, self._read_lock:
            for connection in (self._reader, self._writer):
                if connection is not None:
                    # what could not be written has been said when it was tried
                    with contextlib.suppress(sqlite3.Error):
                        connection.close()
            self._reader = self._writer = None
            if self._lock is not None:
                self._lock.release()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Give a connection; what is done with it is kept wholly at the end, or not at all. Raises StoreError."""
        if not self.writable:
            raise StoreError(f"{self.path} was opened for reading only.")
        with self._write_lock, self._said():
            connection = self._writer
            if connection is None:
                raise StoreError(f"{self.path} is closed.")
            if connection.in_transaction:
                yield connection
                return
            connection.execute("BEGIN IMMEDIATE")
            self._writing = threading.get_ident()
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            finally:
                self._writing = None

    def rows(self, sql: str, values: Iterable[Any] | dict[str, Any] = ()) -> list[Row]:
        """Return what a query finds among what is kept, and in a transaction what it has written. Raises StoreError."""
        bound = values if isinstance(values, dict) else tuple(values)
        if self._writing == threading.get_ident() and self._writer is not None:
            return self._writer.execute(sql, bound).fetchall()
        with self._read_lock, self._said():
            if self._reader is None:
                raise StoreError(f"{self.path} is closed.")
            return self._reader.execute(sql, bound).fetchall()

    def row(self, sql: str, values: Iterable[Any] | dict[str, Any] = ()) -> Row | None:
        """Return the first row of a query, or None."""
        return next(iter(self.rows(sql, values)), None)

    def limit_pages(self, pages: int) -> None:
        """Let the file grow no larger than so many pages of 4 kB: past it writing fails as on a full disk."""
        with self.transaction() as connection:
            connection.execute(f"PRAGMA max_page_count = {int(pages)}")

    def _open_writer(self, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"The folder {folder} cannot be made: {error.strerror}. Choose another.") from error
        self._lock = WriterLock(folder / LOCK)
        self._lock.acquire()
        if self.path.exists():
            if not self.path.is_file():
                raise StoreError(f"{self.path} is no file. Move it away, or choose another folder.")
            self._reader = self._open_reader()
            self._reader.close()
            self._reader = None
        with self._said():
            self._writer = _connect(self.path, "rwc")
            self._writer.execute("PRAGMA journal_mode = WAL")
            # a paid answer must outlast a power cut
            self._writer.execute("PRAGMA synchronous = FULL")
            self._migrate(self._writer)

    def _open_reader(self) -> sqlite3.Connection:
        with self._said():
            connection = _connect(self.path, "ro")
            try:
                _ask(connection, "schema_version")
            except sqlite3.OperationalError:
                connection.close()
                if self.path.with_name(f"{FILE}-wal").exists():
                    raise
                # a folder that cannot be written has no place for the files of WAL, and nobody writes there
                connection = _connect(self.path, "ro", "&immutable=1")
            try:
                self._check(connection)
            except BaseException:
                connection.close()
                raise
            return connection

    def _check(self, connection: sqlite3.Connection) -> None:
        """Raise StoreError unless the file is a store that this version reads, or wholly empty."""
        application, version = _ask(connection, "application_id"), _ask(connection, "user_version")
        tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if (application, version, tables) == (0, 0, 0):
            if self.writable:
                return
            # made, and then the disk was full or the program ended
            raise NoStore(
                f"The project in {self.path.parent} was never begun: {FILE} is empty. Begin it: swaralipi quiz run."
            )
        if application != APPLICATION_ID:
            raise StoreError(f"{self.path} is no store of this program. Move it away, or choose another folder.")
        if version > VERSION:
            raise StoreError(
                f"{self.path} was written by a newer version of the program (store {version}, this one reads up to "
                f"{VERSION}). Update the program; nothing was changed."
            )
        if version < VERSION and not self.writable:
            raise StoreError(
                f"{self.path} was written by an older version of the program (store {version}, this one reads "
                f"{VERSION}). Bring it up once: swaralipi quiz rescore --project {self.path.parent}"
            )
        if self.writable and self._writer is None:
            found = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
            if found != "ok":
                raise StoreError(self._damaged(found))

    def _migrate(self, connection: sqlite3.Connection) -> None:
        """Bring the file to this version, each step wholly or not at all."""
        for number in range(_ask(connection, "user_version"), VERSION):
            with self.transaction():
                for statement in MIGRATIONS[number].split(";"):
                    if statement.strip():
                        connection.execute(statement)
                connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                connection.execute(f"PRAGMA user_version = {number + 1}")

    def _damaged(self, said: str) -> str:
        return (
            f"{self.path} is damaged ({' '.join(said.split())}). Nothing was changed. "
            "Put a copy of it from before in its place, or choose another folder."
        )

    @contextlib.contextmanager
    def _said(self) -> Iterator[None]:
        """Turn what SQLite complains of into words."""
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(self._words(error)) from error

    def _words(self, error: sqlite3.Error) -> str:
        name = getattr(error, "sqlite_errorname", "") or ""
        if name.startswith("SQLITE_FULL"):
            return f"The disk is full: {self.path} cannot grow. Make room and go on; what is kept so far is whole."
        if name.startswith(("SQLITE_READONLY", "SQLITE_PERM")):
            return f"{self.path} cannot be written: it is read-only. Allow writing, or choose another folder."
        if name.startswith("SQLITE_NOTADB"):
            return f"{self.path} is no store of this program. Move it away, or choose another folder."
        if name.startswith("SQLITE_CORRUPT"):
            return self._damaged(str(error))
        if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            return f"{self.path} is held by another program. Close it and try again."
        if name.startswith(("SQLITE_CANTOPEN", "SQLITE_IOERR")):
            return f"{self.path} cannot be reached ({error}). See whether the disk is there, full or read-only."
        return f"{self.path} could not be used: {error}."


def _connect(path: Path, mode: str, more: str = "") -> sqlite3.Connection:
    # The file is never opened by other means than SQLite: closing it would drop the locks of this process on it.
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}{more}",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def _ask(connection: sqlite3.Connection, pragma: str) -> int:
    return int(connection.execute(f"PRAGMA {pragma}").fetchone()[0])
