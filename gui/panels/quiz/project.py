"""The project folder of the Quiz workspace: read at any time, held for writing only while something is written.

So that the command line can write to a project that the window merely shows.
"""

import contextlib
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from core import paths
from core.errors import AppError, MissingPackage, StoreError
from core.experiments.models import PERSON
from core.experiments.quiz import Project
from core.reports.statistics import wilson
from core.store.database import FILE
from gui.session import Session

T = TypeVar("T")
FOLDER = "quiz.folder"
"""The setting."""
USUAL = "quiz"
"""The folder's name under the program's own one."""


class Held:
    """One folder's store. For any thread: the first who writes opens it, the last closes it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.Lock()
        self._reader: Project | None = None
        self._writer: Project | None = None
        self._writers = self._readers = 0
        self._closed = False

    @property
    def there(self) -> bool:
        """Whether the folder is a project already."""
        return (self.folder / FILE).is_file()

    @contextlib.contextmanager
    def reading(self) -> Iterator[Project | None]:
        """Give the store for reading, None while there is no project. Raises StoreError.

        It is not closed under who reads: SQLite crashes where that happens.
        """
        with self._lock:
            if self._reader is None and self.there and not self._closed:
                self._reader = Project.open(self.folder)
            self._readers += 1
            project = self._reader
        try:
            yield project
        finally:
            with self._lock:
                self._readers -= 1
                self._close_unread()

    def hold(self) -> Project:
        """Open the store for writing, or join who has it open; `release` must follow. Raises StoreError."""
        with self._lock:
            if self._writer is None:
                self._writer = Project.open(self.folder, write=True)
            self._writers += 1
            return self._writer

    def release(self) -> None:
        """Give the store up."""
        with self._lock:
            self._writers -= 1
            if self._writers == 0 and self._writer is not None:
                self._writer.close()
                self._writer = None

    @contextlib.contextmanager
    def writing(self) -> Iterator[Project]:
        """Hold the store for a while."""
        project = self.hold()
        try:
            yield project
        finally:
            self.release()

    def close(self) -> None:
        """Let the file go as soon as nobody reads."""
        with self._lock:
            self._closed = True
            self._close_unread()

    def _close_unread(self) -> None:
        if self._closed and self._readers == 0 and self._reader is not None:
            self._reader.close()
            self._reader = None


@dataclass(frozen=True, slots=True)
class Waiting:
    """A run that was begun and not finished."""

    name: str
    done: int
    total: int
    person: bool


@dataclass(frozen=True, slots=True)
class Opened:
    """What was found in a folder. `problem`: it cannot be read; `warning`: it can be read and not written now."""

    there: bool
    waiting: tuple[Waiting, ...] = ()
    problem: str = ""
    warning: str = ""


def look_over(held: Held) -> Opened:
    """Open a folder's store: an older one is brought up to this version, a newer or foreign one is left alone."""
    # loading these libraries holds up every thread: better while a folder is opened than under a run
    with contextlib.suppress(MissingPackage):
        wilson(1, 2)
    if not held.there:
        if held.folder.exists() and not held.folder.is_dir():
            return Opened(False, problem=f"{held.folder} is a file, not a folder. Choose a folder.")
        return Opened(False)
    warning = ""
    try:
        with held.writing():
            pass
    except StoreError as error:
        warning = str(error)
    try:
        with held.reading() as project:
            return Opened(True, waiting_of(project) if project is not None else (), warning=warning)
    except StoreError as error:
        return Opened(True, problem=str(error))


def waiting_of(project: Project) -> tuple[Waiting, ...]:
    """Return the unfinished runs of a project and how far they are."""
    rows = project.unfinished()
    found = []
    for row in rows:
        page = project.items(model=row.name, limit=1)
        left = project.items(model=row.name, status="pending", limit=1)
        found.append(Waiting(row.name, page.total - left.total, page.total, row.ask == PERSON))
    return tuple(found)


class OpenProject(QObject):
    """The folder that the workspace shows. Answers that belong to an earlier folder are dropped."""

    opened = Signal(object)
    """Another folder was looked over, or the same one anew: an `Opened`."""
    written = Signal()
    """Something was kept in the project."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        kept = session.get(FOLDER)
        self.held = Held(Path(kept) if isinstance(kept, str) and kept else paths.home() / USUAL)
        self.state = Opened(False)
        session.closing.append(self.held_close)

    @property
    def folder(self) -> Path:
        """The project's folder, whether it is there yet or not."""
        return self.held.folder

    def choose(self, folder: Path) -> None:
        """Show another folder."""
        if folder != self.folder:
            self.held.close()
            self.held = Held(folder)
            self._session.put(FOLDER, str(folder))
        self.open()

    def open(self) -> None:
        """Look the folder over."""
        held = self.held

        def done(found: Opened) -> None:
            if held is self.held:
                self.state = found
                self.opened.emit(found)

        self._session.tasks.run("look", lambda _stop: look_over(held), owner=self, done=done)

    def look(
        self,
        job: Callable[[Project], T],
        *,
        owner: QObject,
        done: Callable[[T | None], None],
        failed: Callable[[AppError], None] | None = None,
    ) -> None:
        """Read from the project off the GUI thread; None comes back while there is no project."""
        held = self.held

        def work(_stop: threading.Event) -> T | None:
            with held.reading() as project:
                return None if project is None else job(project)

        self._run("look", work, held, owner, done, failed)

    def write(
        self,
        job: Callable[[Project], T],
        *,
        owner: QObject,
        done: Callable[[T], None],
        failed: Callable[[AppError], None] | None = None,
    ) -> None:
        """Write to the project off the GUI thread."""
        held = self.held

        def work(_stop: threading.Event) -> T:
            with held.writing() as project:
                return job(project)

        self._run("look", work, held, owner, done, failed)

    def _run(
        self,
        lane: str,
        work: Callable[[threading.Event], T],
        held: Held,
        owner: QObject,
        done: Callable[[T], None],
        failed: Callable[[AppError], None] | None,
    ) -> None:
        def landed(found: T) -> None:
            if held is self.held:
                done(found)

        def fell(error: BaseException) -> None:
            if held is not self.held:
                return
            if not isinstance(error, AppError):
                raise error
            if failed is not None:
                failed(error)
            else:
                self._session.message.emit(str(error), "error")

        self._session.tasks.run(lane, work, owner=owner, done=landed, failed=fell)

    def held_close(self) -> None:
        """Let the file go: the window closes."""
        self.held.close()
