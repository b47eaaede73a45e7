"""The one loop: asks what waits, keeps each answer at once, and heeds limits, errors, pauses and stops.

Answers are asked for in threads of its own; grading and writing happen in the thread that called `go`.
"""

import contextlib
import heapq
import itertools
import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Literal

from core import log
from core.benchmarks.base import Sample, Status, Task
from core.errors import AppError, Cancelled, StoreError
from core.experiments import keeping
from core.experiments.answerers import Answerer
from core.experiments.limits import Limits
from core.experiments.patience import Throttle, backoff, judge
from core.experiments.plan import options_for
from core.experiments.progress import Control, Finished, Pace, Standing
from core.experiments.snapshot import sample_of, turns_of
from core.llm.base import Options, Reply, Turn
from core.store import Database, answers, items, runs

STEP_SECONDS = 0.1
"""How often a waiting loop looks whether it is to stop."""

Watch = Callable[[Standing], None]
Ending = Literal["finished", "stopped", "limit", "errors"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run ended. `errors`: it gave up, `message` says why and what to do. Counts are of what was asked for."""

    ending: Ending
    message: str
    total: int
    done: int
    errors: int
    answered_now: int


@dataclass(slots=True)
class _Job:
    """An item on its way."""

    item: int
    sample: Sample
    turns: tuple[Turn, ...]
    options: Options
    attempt: int = 0
    began: float = 0.0
    late: bool = False
    stop: threading.Event = field(default_factory=threading.Event)


@dataclass(frozen=True, slots=True)
class _Result:
    job: _Job
    reply: Reply | None
    error: BaseException | None


@dataclass(slots=True)
class Loop:
    """Goes once through the items of a run that wait. `planned` is how many were asked for, those done included."""

    db: Database
    run: int
    answerer: Answerer
    tasks: Mapping[str, Task]
    options: Options
    planned: int
    grader: str
    limits: Limits = field(default_factory=Limits)
    control: Control = field(default_factory=Control)
    watch: Watch | None = None

    _source: Iterator[_Job] = field(init=False, repr=False)
    _throttle: Throttle = field(init=False, repr=False)
    _pool: ThreadPoolExecutor = field(init=False, repr=False)
    _tally: answers.Tally = field(init=False, repr=False)
    _results: "queue.SimpleQueue[_Result]" = field(default_factory=queue.SimpleQueue, init=False, repr=False)
    _flying: dict[int, _Job] = field(default_factory=dict, init=False, repr=False)
    _later: list[tuple[float, int, _Job]] = field(default_factory=list, init=False, repr=False)
    _numbers: Iterator[int] = field(default_factory=itertools.count, init=False, repr=False)
    _in_a_row: list[int] = field(default_factory=list, init=False, repr=False)
    _pace: Pace = field(default_factory=Pace, init=False, repr=False)
    _ending: Ending | None = field(default=None, init=False, repr=False)
    _message: str = field(default="", init=False, repr=False)
    _exhausted: bool = field(default=False, init=False, repr=False)
    _paused: bool = field(default=False, init=False, repr=False)
    _done: int = field(default=0, init=False, repr=False)
    _answered: int = field(default=0, init=False, repr=False)
    _correct: int = field(default=0, init=False, repr=False)
    _errors: int = field(default=0, init=False, repr=False)
    _retries: int = field(default=0, init=False, repr=False)
    _prompt_tokens: int = field(default=0, init=False, repr=False)
    _reply_tokens: int = field(default=0, init=False, repr=False)
    _started: float = field(default=0.0, init=False, repr=False)

    def go(self, waiting: Sequence[int]) -> Outcome:
        """Ask the items that wait, by their numbers. Raises StoreError where an answer cannot be kept.

        Whatever ends it, each answer that came is kept and the rest waits.
        """
        self._begin(waiting)
        try:
            while not self._over():
                self._dispatch()
                self._take(self._next_step())
                self._end_late_ones()
                self._look_at_limits()
        except BaseException:
            self._land(keep=False)
            raise
        self._land(keep=True)
        ending = self._ending or "finished"
        runs.log(self.db, self.run, ending, reason=self._message)
        return Outcome(ending, self._message, self.planned, self._done, self._errors, self._answered)

    def _begin(self, waiting: Sequence[int]) -> None:
        self._started = time.monotonic()
        self._pace.begin(self._started)
        self._tally = answers.tally(self.db, self.run, self.grader)
        self._prompt_tokens, self._reply_tokens = self._tally.prompt_tokens, self._tally.reply_tokens
        self._done = self.planned - len(waiting)
        self._throttle = Throttle(self.answerer.parallel)
        self._source = self._jobs(waiting)
        self._pool = ThreadPoolExecutor(self.answerer.parallel, thread_name_prefix="ask")
        self._look_at_limits()
        self._tell()

    def _jobs(self, waiting: Sequence[int]) -> Iterator[_Job]:
        fetch = keeping.fetcher(self.db)
        for item in items.load(self.db, waiting):
            sample = sample_of(item.content_json, fetch)
            yield _Job(item.id, sample, turns_of(item.turns_json), options_for(self.options, item.repeat))

    def _over(self) -> bool:
        if self.control.stop.is_set():
            self._end("stopped", "Stopped.")
        if self._ending in ("stopped", "errors"):
            return True
        if self._flying:
            return False
        return self._ending is not None or (self._exhausted and not self._later)

    def _end(self, ending: Ending, message: str) -> None:
        if self._ending in (None, "limit"):
            self._ending, self._message = ending, message

    def _dispatch(self) -> None:
        """Send what may be sent now."""
        self._heed_pause()
        while self._ending is None and not self.control.paused and len(self._flying) < self._throttle.allowed:
            now = time.monotonic()
            if self._throttle.opens_in(now) > 0:
                return
            job = self._ready(now)
            if job is None:
                return
            job.attempt, job.began, job.late = job.attempt + 1, now, False
            self._flying[job.item] = job
            self._pool.submit(self._ask, job)

    def _heed_pause(self) -> None:
        """Tell that a pause began or ended; its time does not slow the rate down."""
        if self.control.paused != self._paused:
            self._paused = self.control.paused
            self._pace.begin(time.monotonic())
            self._tell()

    def _ready(self, now: float) -> _Job | None:
        if self._later and self._later[0][0] <= now:
            return heapq.heappop(self._later)[2]
        if not self._exhausted:
            for job in self._source:
                return job
            self._exhausted = True
        return None

    def _ask(self, job: _Job) -> None:
        """Ask one item, in a thread of the pool; whatever happens is a result."""
        try:
            reply = self.answerer.ask(job.sample, job.turns, job.options, job.stop)
        except BaseException as error:  # noqa: BLE001  it is raised again where the loop takes it
            self._results.put(_Result(job, None, error))
        else:
            self._results.put(_Result(job, reply, None))

    def _next_step(self) -> _Result | None:
        """Wait for a result, for the time of a retry, or for a moment."""
        now = time.monotonic()
        due = [self._later[0][0] - now] if self._later else []
        opens = self._throttle.opens_in(now)
        wait = min([STEP_SECONDS, *(max(one, 0.001) for one in [*due, *([opens] if opens else [])])])
        with contextlib.suppress(queue.Empty):
            return self._results.get(timeout=wait)
        return None

    def _take(self, result: _Result | None) -> None:
        if result is None:
            return
        job = self._flying.pop(result.job.item)
        if result.reply is not None:
            self._keep(job, result.reply)
        elif isinstance(result.error, Cancelled):
            if job.late:
                self._fail(job, f"No answer within {self.limits.item_seconds:g} s.", "TimeOut")
        elif isinstance(result.error, AppError):
            if not self.control.stop.is_set():  # what a stop brings down with it is no error: the item waits
                self._trouble(job, result.error)
        elif result.error is not None:
            raise result.error

    def _keep(self, job: _Job, reply: Reply) -> None:
        details = {**reply.details, "attempts": job.attempt}
        reply.details.update(details)
        task = self.tasks[job.sample.task]
        grades = keeping.keep(self.db, job.item, task, job.sample, reply, seed=job.options.seed)
        found = grades[task.graders[0]]
        asked = sum(len(turn.text.encode("utf-8", "replace")) for turn in job.turns)
        told = len(reply.text.encode("utf-8", "replace"))
        self._prompt_tokens += asked // 3 if reply.prompt_tokens is None else reply.prompt_tokens
        self._reply_tokens += told // 3 if reply.reply_tokens is None else reply.reply_tokens
        self._in_a_row = []
        self._done, self._answered = self._done + 1, self._answered + 1
        self._correct += found.status is Status.CORRECT
        self._throttle.faster()
        self._pace.tick(time.monotonic())
        self._tell(Finished(job.item, job.sample.id, found.status, found.answer, reply.seconds))

    def _trouble(self, job: _Job, error: AppError) -> None:
        """Ask again, count an error, or give up."""
        trouble = judge(error, job.attempt, self.answerer.tries)
        kind, message, now = type(error).__name__, log.without_secrets(str(error)), time.monotonic()
        if trouble.busy:
            self._throttle.slower(job.began, now, trouble.wait or 0.0)
        if trouble.hopeless:
            answers.fail(self.db, job.item, job.attempt, kind, message, final=False)
            self._end("errors", message)
        elif trouble.again:
            wait = backoff(job.attempt) if trouble.wait is None else trouble.wait
            answers.fail(self.db, job.item, job.attempt, kind, message, final=False)
            runs.log(self.db, self.run, "retry", sample=job.sample.id, reason=message, wait=wait)
            heapq.heappush(self._later, (now + wait, next(self._numbers), job))
            self._retries += 1
            remark = f"{job.sample.id}: asked again in {wait:.1f} s (try {job.attempt} failed: {message})"
            log.logger().warning("quiz: %s", remark)
            self._tell(remark=remark)
        else:
            self._fail(job, message, kind)

    def _fail(self, job: _Job, message: str, kind: str) -> None:
        """Count an item as an error; after many in a row give up and let those wait again."""
        answers.fail(self.db, job.item, job.attempt, kind, message, final=True)
        self._done, self._errors = self._done + 1, self._errors + 1
        self._in_a_row.append(job.item)
        self._pace.tick(time.monotonic())
        self._tell(Finished(job.item, job.sample.id, Status.ERROR, message=message))
        if len(self._in_a_row) >= self.limits.errors_in_a_row:
            # the fault lies with model or network, not with these questions
            back = items.take_back(self.db, self._in_a_row)
            self._done, self._errors = self._done - back, self._errors - back
            self._end("errors", f"{len(self._in_a_row)} errors in a row; the last: {message}")

    def _end_late_ones(self) -> None:
        if self.limits.item_seconds is None:
            return
        now = time.monotonic()
        for job in self._flying.values():
            if not job.late and now - job.began > self.limits.item_seconds:
                job.late = True
                job.stop.set()

    def _look_at_limits(self) -> None:
        reached = self.limits.reached(time.monotonic() - self._started, self._prompt_tokens, self._reply_tokens)
        if reached and self._ending is None and (self._done < self.planned):
            self._end("limit", reached)

    def _land(self, *, keep: bool) -> None:
        """Stop what is under way, wait for it, and keep what was answered all the same."""
        for job in self._flying.values():
            job.stop.set()
        self._pool.shutdown(wait=True, cancel_futures=True)
        while True:
            try:
                result = self._results.get_nowait()
            except queue.Empty:
                break
            if result.reply is not None:
                try:
                    self._keep(self._flying.pop(result.job.item), result.reply)
                except StoreError:
                    if keep:
                        raise
        self._flying.clear()

    def _tell(self, last: Finished | None = None, remark: str = "") -> None:
        if self.watch is None:
            return
        rate = self._pace.rate
        answered = self._tally.answered + self._answered
        self.watch(
            Standing(
                total=self.planned,
                done=self._done,
                errors=self._errors,
                accuracy=(self._tally.correct + self._correct) / answered if answered else None,
                rate=rate,
                seconds_left=(self.planned - self._done) / rate if rate else None,
                prompt_tokens=self._prompt_tokens,
                reply_tokens=self._reply_tokens,
                cost=self.limits.price(self._prompt_tokens, self._reply_tokens),
                at_once=self._throttle.allowed,
                retries=self._retries,
                paused=self.control.paused,
                last=last,
                remark=remark,
            )
        )
