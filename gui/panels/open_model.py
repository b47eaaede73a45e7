"""The chosen model, kept open from one question to the next."""

import threading
from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from core.llm import Retry, open_backend
from core.llm.base import Backend
from core.llm.gguf import Gguf
from core.llm.profile_settings import SETTINGS
from core.llm.profiles import Profile
from gui.panels.wanted import Wanted
from gui.session import Session

T = TypeVar("T")


class OpenModel(QObject):
    """Holds one backend: that of the chosen profile. Another choice, or the window's end, closes it."""

    retrying = Signal(object)
    """A busy service will be asked again: a core.llm.Retry."""

    def __init__(self, session: Session, wanted: Wanted, parent: QObject | None = None) -> None:
        super().__init__(parent or session)
        self._session, self._wanted = session, wanted
        self._backend: Backend | None = None
        self._key: object = None
        self._stops: set[threading.Event] = set()
        wanted.profile_changed.connect(self._let_go)
        session.closing.append(self._end)

    @property
    def loaded(self) -> bool:
        """Whether the chosen model's process runs."""
        return isinstance(self._backend, Gguf) and self._backend.pid is not None

    def backend(self, profile: Profile) -> Backend:
        """Return the backend of a profile. Raises UsageError or MissingPackage."""
        key = _key(profile)
        if self._backend is None or key != self._key:
            self._close()
            self._backend, self._key = open_backend(profile, on_retry=self._retry), key
        return self._backend

    def run(
        self,
        lane: str,
        profile: Profile,
        job: Callable[[Backend, threading.Event], T],
        *,
        owner: QObject,
        done: Callable[[T], None],
        failed: Callable[[BaseException], None],
    ) -> threading.Event:
        """Run a job that asks the model, off the GUI thread. Raises as `backend` does."""
        backend = self.backend(profile)

        def landed(result: T) -> None:
            self._stops.discard(stop)
            done(result)

        def fell(error: BaseException) -> None:
            self._stops.discard(stop)
            failed(error)

        stop = self._session.tasks.run(lane, lambda stop: job(backend, stop), owner=owner, done=landed, failed=fell)
        self._stops.add(stop)
        return stop

    def _retry(self, retry: Retry) -> None:
        self._session.tasks.post(self, lambda: self.retrying.emit(retry))

    def _let_go(self) -> None:
        if self._backend is not None and _key(self._wanted.asked) != self._key:
            self._close()

    def _close(self) -> None:
        """Close the backend in its lane: giving back the memory of a large model takes a moment."""
        backend, self._backend = self._backend, None
        if backend is not None:
            self._session.tasks.run("model", lambda _stop: backend.close(), owner=self, done=lambda _: None)

    def _end(self) -> None:
        for stop in self._stops:
            stop.set()
        if self._backend is not None:
            self._backend.close()


def _key(profile: Profile) -> object:
    """Return what makes two profiles need two backends."""
    kept = {name: value for name, value in profile.options.items() if not SETTINGS[name].samples and name != "grammar"}
    return (profile.name, profile.backend, profile.path, profile.base_url, profile.model, profile.key_env, kept)
