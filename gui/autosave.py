"""Unsaved work in a safe place: written while it is unsaved, offered back after a crash."""

import os
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, QTimer

from core import paths
from core.errors import AppError
from core.songs import swara_file
from core.songs.song import Song
from gui.session import Session

AFTER_CHANGE_MS = 2_000
AT_LEAST_EVERY_MS = 10_000
ORIGIN = "autosaved_from"
"""The field of an autosaved file that names the file the song was opened from."""
DAMAGED = ".damaged"


def folder() -> Path:
    """Return where autosaves stand."""
    return paths.home() / "autosave"


@dataclass(frozen=True, slots=True)
class Leftover:
    """Work that was not saved when its program ended. `origin` is the file it had been opened from."""

    path: Path
    title: str
    when: datetime
    origin: Path | None = None


class Autosave(QObject):
    """Keeps the open song in a file of this process while there is something to save."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent or session)
        self._session = session
        self.path = folder() / f"{uuid.uuid4().hex}.swara"
        self._lock: QLockFile | None = None
        self._written: Song | None = None
        self._failing = False
        self._let_go = False
        self._over = False
        self._soon = QTimer(self, singleShot=True, interval=AFTER_CHANGE_MS)
        self._soon.timeout.connect(self.write)
        self._regular = QTimer(self, interval=AT_LEAST_EVERY_MS)
        self._regular.timeout.connect(self.write)
        document = session.document
        document.dirty_changed.connect(self._follow)
        document.song_changed.connect(self._mark)
        document.takes_changed.connect(self._mark)
        document.text_changed.connect(self._mark)
        session.closing.append(self._end)

    def let_go(self) -> None:
        """Note that the work which is not saved may be lost: a person said so."""
        self._let_go = True

    def write(self, then: Callable[[], None] | None = None) -> None:
        """Write the song in its lane if it changed since; `then` is called once it stands in the file."""
        document = self._session.document
        if not document.dirty or (document.song is self._written and then is None):
            return
        song, path = document.song, document.path

        def done(_: None) -> None:
            self._written = song
            if self._failing:
                self._failing = False
                self._session.message.emit("Unsaved work is kept safe again.", "info")
            if then is not None:
                then()

        self._session.tasks.run(
            "store", lambda _stop: self._write(song, path), owner=self, done=done, failed=self._failed
        )

    def recoverable(self) -> list[Leftover]:
        """Return work that other runs left behind, newest first; what a living process keeps is not listed.

        A damaged one is put aside under another name and said. For any thread.
        """
        found = []
        for path in sorted(folder().glob("*.swara")):
            if path == self.path or not _is_free(path):
                continue
            try:
                song, when = swara_file.read(path), path.stat().st_mtime
            except (AppError, OSError) as error:
                self._put_aside(path, error)
                continue
            origin = song.extra.get(ORIGIN)
            place = Path(origin) if isinstance(origin, str) and origin else None
            found.append(Leftover(path, song.title, datetime.fromtimestamp(when, UTC), place))
        return sorted(found, key=lambda leftover: leftover.when, reverse=True)

    def recover(self, leftover: Leftover, failed: Callable[[BaseException], None]) -> None:
        """Open left-over work as unsaved. Its file goes once this process has its own."""

        def done(song: Song) -> None:
            bare = replace(song, extra={name: value for name, value in song.extra.items() if name != ORIGIN})
            self._session.document.open_song(bare, leftover.origin, dirty=True)
            self.write(lambda: self.discard(leftover))

        self._session.tasks.run(
            "store", lambda _stop: swara_file.read(leftover.path), owner=self, done=done, failed=failed
        )

    def discard(self, leftover: Leftover) -> None:
        """Delete left-over work."""
        self._session.tasks.run("store", lambda _stop: _remove(leftover.path), owner=self, done=lambda _: None)

    def _mark(self, *_: object) -> None:
        self._let_go = False
        if self._session.document.dirty:
            self._soon.start()

    def _follow(self, dirty: bool) -> None:
        self._let_go = False
        if dirty:
            self._soon.start()
            self._regular.start()
            return
        self._soon.stop()
        self._regular.stop()
        self._written = None
        self._session.tasks.run("store", lambda _stop: self._forget(), owner=self, done=lambda _: None)

    def _write(self, song: Song, path: Path | None) -> None:
        if self._lock is None:
            folder().mkdir(parents=True, exist_ok=True)
            # Taken before the file is there: another process must never see it without its owner.
            lock = _lock_of(self.path)
            if lock.tryLock(0):
                self._lock = lock
        swara_file.write(self.path, replace(song, extra={**song.extra, ORIGIN: str(path or "")}))
        if self._over:
            self._forget()

    def _forget(self) -> None:
        """Remove the file; the lock stays with the process."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)

    def _failed(self, error: BaseException) -> None:
        if not isinstance(error, (AppError, OSError)):
            raise error
        self._regular.start()
        if not self._failing:
            self._failing = True
            self._session.message.emit(f"Unsaved work could not be kept safe, and is tried again: {error}", "warning")

    def _put_aside(self, path: Path, error: Exception) -> None:
        aside = path.with_name(f"{path.stem}-{time.time_ns():x}{DAMAGED}")
        with suppress(OSError):
            path.replace(aside)
            _lock_file(path).unlink(missing_ok=True)
        words = f"Left-over work could not be read ({error}) It is kept as {aside}."
        self._session.tasks.post(self, lambda: self._session.message.emit(words, "warning"))

    def _end(self) -> None:
        """Leave nothing behind after a clean end; leave the work where nobody decided about it."""
        self._soon.stop()
        self._regular.stop()
        document = self._session.document
        if document.dirty and not self._let_go:
            with suppress(AppError, OSError):
                self._write(document.song, document.path)
        else:
            self._over = True
            self._forget()
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None


def _lock_file(path: Path) -> Path:
    return path.with_suffix(".lock")


def _lock_of(path: Path) -> QLockFile:
    """Return the lock that says which process keeps a file: Qt writes its pid, and sees through a reused one."""
    lock = QLockFile(os.fspath(_lock_file(path)))
    lock.setStaleLockTime(0)
    return lock


def _is_free(path: Path) -> bool:
    lock = _lock_of(path)
    if not lock.tryLock(0):
        return False
    lock.unlock()
    return True


def _remove(path: Path) -> None:
    for file in (path, _lock_file(path)):
        with suppress(OSError):
            file.unlink(missing_ok=True)
