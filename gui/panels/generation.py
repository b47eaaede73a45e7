"""One generation at a time: asks the model, lets the document follow the reply, and keeps what came as a take."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event

from PySide6.QtCore import QObject, QTimer, Signal

from core.errors import AppError, Cancelled
from core.llm import Retry, compose, repair
from core.llm.answer import find_tune
from core.llm.base import Backend, Finish, Progress
from core.score.diagnostic import Diagnostic
from core.songs.song import Take
from gui.panels.open_model import OpenModel
from gui.panels.wanted import Request, Wanted
from gui.session import Session

Job = Callable[[Backend, Event], compose.Composition]
LOOK_MS = 50
"""How often the window takes over what came."""
FIND_SECONDS = 0.25


@dataclass(frozen=True, slots=True)
class Step:
    """How far a reply is. `at` and `since` are monotonic seconds: this report's, and the first token's."""

    prompt_done: int = 0
    prompt_total: int = 0
    tokens: int = 0
    bars: int = 0
    at: float = 0.0
    since: float | None = None
    tune: str = ""
    """The whole bars found so far, with the song's syllables; empty while there is none."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a generation ended. `kind`: done, no-tune, cancelled or failed; `remark` is worth knowing of a success."""

    kind: str
    words: str = ""
    remark: str = ""
    reply: str = ""


class Follower:
    """Hears a model's progress in its lane, and finds the tune now and then; `step` may be read from any thread."""

    def __init__(self, prompt: str, lyrics: str) -> None:
        self._prompt, self._lyrics = prompt, lyrics
        self._texts: list[str] = []
        self._bars = 0
        self._found_bars = 0
        self._found_at = 0.0
        self.step = Step()

    def __call__(self, progress: Progress) -> None:
        """Take in what came."""
        now = time.monotonic()
        if progress.text:
            self._texts.append(progress.text)
            self._bars += progress.text.count("|")
        tune = self.step.tune
        if self._bars > self._found_bars and now - self._found_at >= FIND_SECONDS:
            tune = self._find() or tune
            self._found_at = time.monotonic()
        self.step = Step(
            prompt_done=progress.prompt_done,
            prompt_total=progress.prompt_total,
            tokens=progress.tokens,
            bars=self._bars,
            at=now,
            since=self.step.since or (now if progress.tokens else None),
            tune=tune,
        )

    def _find(self) -> str:
        self._found_bars = self._bars
        found = find_tune("".join(self._texts), self._prompt).tune
        bars = whole_bars(found.text) if found else ""
        return compose.sing(bars, self._lyrics)[1] if bars else ""


class Generation(QObject):
    """Runs in the lane `model`. The text before is put back unless a tune came."""

    began = Signal(object)
    """The Request that was sent."""
    stepped = Signal(object)
    """A Step, at most twenty a second."""
    waiting = Signal(str)
    """A service is busy and will be asked again; in words."""
    ended = Signal(object)
    """An Outcome."""

    def __init__(self, session: Session, wanted: Wanted, model: OpenModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._wanted, self._model = session, wanted, model
        self._document = session.document
        self._stop: Event | None = None
        self._before = ""
        self._following = False
        self._abandoned = False
        self._follower: Follower | None = None
        self._step = Step()
        self._look = QTimer(self, interval=LOOK_MS)
        self._look.timeout.connect(self._follow)
        self._document.opened.connect(self._leave)
        self._document.text_changed.connect(self._step_aside)
        model.retrying.connect(self._say_retry)

    @property
    def running(self) -> bool:
        """Whether a reply is awaited."""
        return self._stop is not None

    def start(self) -> None:
        """Ask for a melody for the open song as it is now."""
        song = self._document.song

        def job(request: Request, follower: Follower) -> Job:
            return lambda backend, stop: _ask(request, backend, follower, stop)

        self._start(
            lambda: self._wanted.request(song),
            job,
            lambda request, made: made.take(self._document.song, request.level, request.profile.name),
        )

    def start_repair(self, findings: Sequence[Diagnostic]) -> None:
        """Ask the model to put the open tune right; what comes is a take linked to the current one."""
        song, take, text = self._document.song, self._document.take(), self._document.text

        def job(request: Request, follower: Follower) -> Job:
            return lambda backend, stop: repair.ask(
                request.song, take, text, findings, backend, request.sampling(), watch=follower, stop=stop
            )

        self._start(
            lambda: self._wanted.repair_request(song, repair.request(text, findings)),
            job,
            lambda request, made: repair.repaired_take(made, self._document.song, take, request.profile.name),
        )

    def _start(
        self,
        make: Callable[[], Request],
        job: Callable[[Request, Follower], Job],
        keep: Callable[[Request, compose.Composition], Take],
    ) -> None:
        if self.running:
            return
        try:
            request = make()
            follower = Follower(request.prompt, request.song.lyrics)
            self._before, self._following, self._abandoned = self._document.text, True, False
            self._stop = self._model.run(
                "model",
                request.profile,
                job(request, follower),
                owner=self,
                done=lambda made: self._done(keep(request, made), made),
                failed=self._failed,
            )
        except AppError as error:
            self.ended.emit(Outcome("failed", str(error)))
            return
        self._follower, self._step = follower, follower.step
        self._session.generating.emit(True)
        self.began.emit(request)
        self._look.start()

    def cancel(self) -> None:
        """Stop at the next token."""
        if self._stop is not None:
            self._stop.set()

    def _follow(self) -> None:
        """Take over what came since the last look."""
        step = self._follower.step if self._follower else self._step
        if step is self._step or self._stop is None or self._stop.is_set():
            return
        self._step = step
        if step.tune and self._following:
            self._document.set_text(step.tune, "model")
        self.stepped.emit(step)

    def _done(self, take: Take, made: compose.Composition) -> None:
        if self._abandoned:
            self._end(Outcome("cancelled", "Another song was opened, so the reply was dropped."))
            return
        if made.score is None:
            self._restore()
            self._document.add_take(take, show=False)
            self._end(Outcome("no-tune", made.answer.reason, reply=made.reply.text))
            return
        self._document.add_take(take, show=self._following)
        self._end(Outcome("done", _success(made), _remark(made), made.reply.text))

    def _failed(self, error: BaseException) -> None:
        self._restore()
        if isinstance(error, Cancelled):
            dropped = "Another song was opened, so the generation was stopped."
            self._end(Outcome("cancelled", dropped if self._abandoned else "Cancelled. Nothing was changed."))
        elif isinstance(error, AppError):
            self._end(Outcome("failed", str(error)))
        else:
            self._end(Outcome("failed", "The program made a mistake; a report was kept."))
            raise error

    def _restore(self) -> None:
        if self._following:
            self._document.set_text(self._before, "model")

    def _end(self, outcome: Outcome) -> None:
        self._look.stop()
        self._stop, self._follower, self._following = None, None, False
        self._session.generating.emit(False)
        self.ended.emit(outcome)

    def _leave(self) -> None:
        """Another song is no place for this reply."""
        if self._stop is not None:
            self._abandoned, self._following = True, False
            self._stop.set()

    def _step_aside(self, origin: str) -> None:
        """Write no more where a person has begun to: the take is only added then."""
        if origin != "model":
            self._following = False

    def _say_retry(self, retry: Retry) -> None:
        if self.running:
            again = f"Asked again in {retry.wait:.0f} s (try {retry.attempt} of {retry.tries})."
            self.waiting.emit(f"{retry.reason} {again}")


def _ask(request: Request, backend: Backend, follower: Follower, stop: Event) -> compose.Composition:
    """Ask the model; runs in its lane."""
    return compose.compose(request.song, request.prompt, backend, request.sampling(), watch=follower, stop=stop)


def whole_bars(tune: str) -> str:
    """Return a tune up to its last bar line, nothing where it has none yet."""
    bars, line, _ = tune.rpartition("|")
    return bars + line


def _success(made: compose.Composition) -> str:
    tokens = f"{made.reply.reply_tokens:,} tokens in " if made.reply.reply_tokens else ""
    return f"Done: {tokens}{clock(made.reply.seconds)}."


def _remark(made: compose.Composition) -> str:
    """Say what a person should know before trusting the tune."""
    said = []
    if "truncated" in made.answer.notes or made.reply.finish == Finish.LENGTH:
        said.append("The reply was cut at its longest length; allow it more tokens.")
    if "several" in made.answer.notes:
        said.append("The reply holds several tunes; the first was taken.")
    if made.fit is not None and made.fit.message:
        said.append(made.fit.message)
    return " ".join(said)


def clock(seconds: float) -> str:
    """Return minutes and seconds."""
    whole = max(0, round(seconds))
    return f"{whole // 60}:{whole % 60:02}"
