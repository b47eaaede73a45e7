"""One writer at a time: a lock on a file that other copies of the program see, and that dies with its holder."""

import contextlib
import errno
import os
import sys
from pathlib import Path
from typing import IO

from core.errors import StoreError

FAR = 1 << 30
"""Where Windows locks a byte: past the text, so that others can still read who holds the lock."""
HELD = {errno.EACCES, errno.EAGAIN, errno.EDEADLK}


class WriterLock:
    """Held from `acquire` to `release`, or to the end of the process, however it ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: IO[bytes] | None = None

    def acquire(self) -> None:
        """Take the lock at once. Raises StoreError where another copy, or another part of this one, has it."""
        try:
            file = self.path.open("a+b")
        except OSError as error:
            raise StoreError(
                f"Nothing can be written in {self.path.parent}: {error.strerror}. Choose a folder of your own."
            ) from error
        try:
            _lock(file)
        except OSError as error:
            holder = self._holder(file)
            file.close()
            if error.errno in HELD:
                raise StoreError(
                    f"The project {self.path.parent} is being written by another copy of the program{holder}. "
                    "Let it finish or close it, then try again; reading and reports work meanwhile."
                ) from None
            raise StoreError(
                f"The file system of {self.path.parent} cannot lock files ({error.strerror}). "
                "Keep the project on a disk of this machine."
            ) from error
        self._file = file
        # a full disk may refuse the number; the lock holds without it
        with contextlib.suppress(OSError):
            file.seek(0)
            file.truncate()
            file.write(f"{os.getpid()}\n".encode())
            file.flush()

    def release(self) -> None:
        """Give the lock back; the file stays, since removing it would let two copies lock two files."""
        if self._file is not None:
            self._file.close()
            self._file = None

    @staticmethod
    def _holder(file: IO[bytes]) -> str:
        try:
            file.seek(0)
            number = file.read(20).strip()
        except OSError:
            return ""
        return f" (process {number.decode()})" if number.isdigit() else ""


if sys.platform == "win32":

    def _lock(file: IO[bytes]) -> None:
        import msvcrt

        file.seek(FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:

    def _lock(file: IO[bytes]) -> None:
        import fcntl

        # flock, not lockf: the latter is lost when this process closes any other handle of the file
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
