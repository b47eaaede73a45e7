"""A run of the quiz from the window: one model after another in a lane of its own, watched four times a second."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, QTimer, Signal

from core.benchmarks.banks.bank import Bank
from core.errors import AppError, StoreError
from core.experiments import models
from core.experiments.limits import Limits
from core.experiments.progress import Control, Standing
from core.experiments.quiz import Project, Run
from gui.panels.quiz.project import Held, OpenProject
from gui.session import Session
from gui.tables.quiz_choices import Ask

LOOK_MS = 250
"""How often the window looks how a run stands."""


@dataclass(frozen=True, slots=True)
class Order:
    """What a person asks for. `preset` None: each profile's own sampling."""

    bank: Bank
    asks: tuple[Ask, ...]
    preset: str | None = "quick"
    limit: int | None = None
    max_tokens: int | None = None
    parallel: int | None = None
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True, slots=True)
class Ended:
    """How one model's run ended: `finished`, `stopped`, `limit`, `errors`, or `failed` where it could not begin."""

    name: str
    ending: str
    words: str


Begin = Callable[[Project, list[Ended]], Sequence[Run]]


class QuizRun(QObject):
    """One series of runs at a time."""

    began = Signal()
    moved = Signal()
    """`standing` is another."""
    ended = Signal(list)
    """It is over: an `Ended` for each model; empty where nothing was to be done."""
    failed = Signal(str)
    """It could not begin, or nothing more could be kept."""

    def __init__(self, session: Session, project: OpenProject, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._project = session, project
        self._lock = threading.Lock()
        self._control: Control | None = None
        self._stop: threading.Event | None = None
        self._latest: tuple[str, Standing] | None = None
        self._seen: tuple[str, Standing] | None = None
        self._paused = False
        self.names: tuple[str, ...] = ()
        """The models of this series, once they are planned."""
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self._look)

    @property
    def running(self) -> bool:
        """Whether a run goes on, paused or not."""
        return self._stop is not None

    @property
    def paused(self) -> bool:
        """Whether nothing new is asked for the while."""
        return self._paused

    @property
    def standing(self) -> tuple[str, Standing] | None:
        """Which model is asked now and how that stands; None before the first word."""
        return self._seen

    # -- what a person does ---------------------------------------------------------------------------------------

    def start(self, order: Order) -> None:
        """Ask the models of an order. What can be wrong is said before anything is written."""

        def prepare() -> Begin:
            prepared = [_prepared(order, ask) for ask in order.asks]
            return lambda project, _failed: [
                project.begin(one, order.bank, limit=order.limit, limits=order.limits) for one in prepared
            ]

        self._go(prepare)

    def resume(self, names: Sequence[str] | None = None) -> None:
        """Go on with unfinished runs, all or some; a person's are left to the person."""
        self._go(lambda: lambda project, failed: _resumed(project, failed, names))

    def retry(self, name: str | None = None) -> None:
        """Ask again what ended in an error, of all models or one."""

        def begin(project: Project, failed: list[Ended]) -> Sequence[Run]:
            if not project.retry_errors(name):
                return []
            return _resumed(project, failed, None if name is None else [name])

        self._go(lambda: begin)

    def pause(self) -> None:
        """Ask nothing new; what is under way comes to its end."""
        with self._lock:
            self._paused = True
            if self._control is not None:
                self._control.pause()
        self.moved.emit()

    def proceed(self) -> None:
        """Go on after a pause."""
        with self._lock:
            self._paused = False
            if self._control is not None:
                self._control.proceed()
        self.moved.emit()

    def stop(self) -> None:
        """End the series; every answer that came is kept."""
        if self._stop is not None:
            self._stop.set()

    # -- the lane -------------------------------------------------------------------------------------------------

    def _go(self, prepare: Callable[[], Begin]) -> None:
        if self.running:
            return
        held = self._project.held
        self._latest = self._seen = None
        self._paused = False
        self.names = ()

        def job(stop: threading.Event) -> list[Ended]:
            return self._work(held, prepare, stop)

        def done(found: list[Ended]) -> None:
            self._over()
            self.ended.emit(found)

        def failed(error: BaseException) -> None:
            self._over()
            if not isinstance(error, AppError):
                raise error
            self.failed.emit(str(error))

        self._stop = self._session.tasks.run("quiz", job, owner=self, done=done, failed=failed)
        self._timer.start()
        self.began.emit()

    def _work(self, held: Held, prepare: Callable[[], Begin], stop: threading.Event) -> list[Ended]:
        begin = prepare()
        ended: list[Ended] = []
        with held.writing() as project:
            runs = list(begin(project, ended))
            self.names = tuple(run.name for run in runs)
            for run in runs:
                if stop.is_set():
                    break
                ended.append(self._ask(run, stop))
        return ended

    def _ask(self, run: Run, stop: threading.Event) -> Ended:
        run.control.stop = stop
        with self._lock:
            self._control = run.control
            if self._paused:
                run.control.pause()

        def watch(standing: Standing) -> None:
            self._latest = (run.name, standing)

        try:
            outcome = run.go(watch)
        except StoreError:
            raise
        except AppError as error:
            return Ended(run.name, "failed", str(error))
        finally:
            with self._lock:
                self._control = None
        words = f"{outcome.done} of {outcome.total} asked"
        if outcome.errors:
            words += f", {outcome.errors} errors"
        return Ended(run.name, outcome.ending, f"{words}. {outcome.message}".strip())

    def _look(self) -> None:
        latest = self._latest
        if latest is not None and latest is not self._seen:
            self._seen = latest
            self.moved.emit()

    def _over(self) -> None:
        self._look()
        self._timer.stop()
        self._stop = None
        self._paused = False


def _prepared(order: Order, ask: Ask) -> models.Prepared:
    """Return a model that can start. Sampling is told to those alone that sample."""
    samples = order.bank.samples
    if ask.ask == models.PICK:
        return models.prepare(ask.model, samples)
    if ask.ask == models.LIKELIHOOD:
        return models.prepare(ask.model, samples, ask=models.LIKELIHOOD)
    return models.prepare(ask.model, samples, preset=order.preset, max_tokens=order.max_tokens, parallel=order.parallel)


def _resumed(project: Project, failed: list[Ended], names: Sequence[str] | None) -> list[Run]:
    """Return the unfinished runs that can go on; why others cannot is added to `failed`."""
    found = []
    for row in project.unfinished():
        if row.ask == models.PERSON or (names is not None and row.name not in names):
            continue
        try:
            found.append(project.resume(row))
        except AppError as error:
            failed.append(Ended(row.name, "failed", str(error)))
    return found
