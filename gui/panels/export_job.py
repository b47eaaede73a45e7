"""One export in the background: what is being made, where it went, or why not."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from core.errors import AppError
from core.settings import write_bytes
from gui.session import Session

FOLDER = "export_folder"
"""The setting that keeps the folder of the last export."""
T = TypeVar("T")


def start(session: Session, path: Path, job: Callable[[threading.Event], T], words: Callable[[T], str]) -> None:
    """Run a job that writes `path`; `words` says what came of it. An AppError is said, anything else is raised."""
    session.put(FOLDER, str(path.parent))

    def done(made: T) -> None:
        session.message.emit(words(made), "info")

    def failed(error: BaseException) -> None:
        if not isinstance(error, AppError):
            raise error
        session.message.emit(f"Not exported: {error}", "error")

    session.message.emit(f"Exporting {path.name} …", "info")
    session.tasks.run("store", job, owner=session, done=done, failed=failed)


def start_file(session: Session, path: Path, make: Callable[[threading.Event], bytes]) -> None:
    """Write what `make` returns as one file, whole or not at all, and say where it is."""
    start(session, path, lambda stop: write_bytes(path, make(stop)), lambda _: f"Exported {path}.")
