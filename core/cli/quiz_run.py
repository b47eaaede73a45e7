"""`swaralipi quiz run`, `resume` and `retry`: questions to a model, kept as they are answered."""

import contextlib
import signal
import sys
import threading
import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from core.benchmarks.banks.bank import Bank, read_bank, shipped
from core.cli.models import refuse_other_files
from core.cli.output import harmless, in_command, on_terminal, say
from core.cli.parsing import Parser, parser
from core.cli.quiz_report import say_other_rules
from core.errors import AppError, ModelError, UsageError
from core.experiments import models
from core.experiments.limits import Limits
from core.experiments.plan import spread
from core.experiments.progress import Standing
from core.experiments.quiz import Project, Run
from core.experiments.run import Outcome

if TYPE_CHECKING:
    from core.views.painting import PainterMaker

QUIET_SECONDS = 15.0
"""How often progress is told where no terminal shows a line that changes."""
INTERRUPTED = 130


def run(argv: Sequence[str], painter: "PainterMaker") -> int:  # noqa: ARG001
    """Plan a run, or the rest of one, and ask. Everything that can be wrong is said before anything is written."""
    options = parser("quiz run", "ask a model the questions of a bank; what is answered already is not asked again")
    _project(options)
    options.add_argument(
        "--model", required=True, help="a profile (see models list), a FILE.gguf, scripted, or a baseline"
    )
    options.add_argument("--bank", help="a bank (JSONL); default: the questions that come with the program")
    options.add_argument("--limit", type=int, help="so many questions, shared out over the tasks")
    options.add_argument("--ask", choices=models.ASKS, default=models.FREE, help="a reply, or the likelihood of A to D")
    options.add_argument("--preset", choices=list(models.PRESETS), help="as in the paper, or greedy with 32 new tokens")
    options.add_argument("--max-tokens", type=int, help="the longest reply")
    options.add_argument("--seed", type=int, help="for the model's dice")
    options.add_argument("--repeats", type=int, default=1, help="ask each question so often, each time by another seed")
    _how(options)
    args = options.parse_args(argv)
    bank = read_bank(Path(args.bank)) if args.bank else shipped()
    limits = _limits(args, Limits())
    if args.repeats < 1:
        raise UsageError("--repeats wants 1 or more.")
    chosen = spread(bank.samples, args.limit)
    if args.model.lower().endswith(".gguf"):
        refuse_other_files(Path(args.model))
    prepared = models.prepare(
        args.model,
        bank.samples,
        ask=args.ask,
        preset=args.preset,
        seed=args.seed,
        max_tokens=args.max_tokens,
        parallel=args.parallel,
    )
    with Project.open(args.project, write=True) as project:
        _say_choice(bank, len(chosen), args.limit)
        return _go([project.begin(prepared, bank, limit=args.limit, repeats=args.repeats, limits=limits)])


def resume(argv: Sequence[str], painter: "PainterMaker") -> int:  # noqa: ARG001
    """Go on with every unfinished run."""
    options = parser("quiz resume", "go on with every unfinished run of a project")
    _project(options)
    _how(options)
    args = options.parse_args(argv)
    with Project.open(args.project, write=True, make=False) as project:
        return _go_on(project, args, None)


def retry(argv: Sequence[str], painter: "PainterMaker") -> int:  # noqa: ARG001
    """Take errors back and ask those questions again."""
    options = parser("quiz retry", "ask again what ended in an error")
    _project(options)
    options.add_argument("--model", help="only of this model, as the report names it")
    _how(options)
    args = options.parse_args(argv)
    with Project.open(args.project, write=True, make=False) as project:
        say(f"swaralipi: {project.retry_errors(args.model)} questions that ended in an error are asked again.")
        return _go_on(project, args, args.model)


def _project(options: Parser) -> None:
    options.add_argument("--project", required=True, help="the folder that keeps the answers")


def _how(options: Parser) -> None:
    options.add_argument("--parallel", type=int, help="how many requests an API gets at once (4)")
    options.add_argument("--item-seconds", type=float, help="give an answer up after so long")
    options.add_argument("--time-limit", type=float, metavar="SECONDS", help="stop after so long; resume goes on")
    options.add_argument(
        "--token-limit", type=int, metavar="N", help="stop when prompts and replies have so many tokens"
    )
    options.add_argument("--cost-limit", type=float, metavar="SUM", help="stop when so much is spent; needs prices")
    options.add_argument(
        "--price", type=float, nargs=2, metavar=("PROMPT", "REPLY"), help="what a million tokens of each cost"
    )


def _limits(args: Namespace, limits: Limits) -> Limits:
    """Return limits with what the arguments change."""
    given = {
        "seconds": args.time_limit,
        "tokens": args.token_limit,
        "cost": args.cost_limit,
        "item_seconds": args.item_seconds,
        "prompt_price": args.price[0] if args.price else None,
        "reply_price": args.price[1] if args.price else None,
    }
    changed = replace(limits, **{name: value for name, value in given.items() if value is not None})
    changed.check()
    return changed


def _say_choice(bank: Bank, chosen: int, limit: int | None) -> None:
    if limit is not None:
        say(
            f"swaralipi: {chosen} of {len(bank.samples)} questions, shared out over the tasks by their sizes, "
            "in the bank's order."
        )


def _go_on(project: Project, args: Namespace, model: str | None) -> int:
    """Go on with what is unfinished; a run that cannot go on is said, and the others go on."""
    ready, refused = [], 0
    for row in project.unfinished():
        if model not in (None, row.name):
            continue
        if row.ask == models.PERSON:
            say(f"swaralipi: {row.name} goes on in the window: a person answers there.")
            continue
        try:
            found = project.resume(row, parallel=args.parallel)
        except AppError as error:
            say(f"swaralipi: {row.name}: {error}")
            refused = max(refused, error.exit_code)
            continue
        found.limits = _limits(args, found.limits)
        ready.append(found)
    if not ready:
        if not refused:
            begun = "every run is finished" if project.runs() else "no run was begun here yet"
            say(f"swaralipi: Nothing waits: {begun}.")
        return refused
    return max(_go(ready), refused)


def _go(ready: Sequence[Run]) -> int:
    """Ask for each run in turn; return the exit code."""
    code = 0
    for one in ready:
        meter = Meter(one.name)
        with _stopped_by_ctrl_c(one) as interrupted:
            try:
                outcome = one.go(meter)
            finally:
                meter.close()
        if interrupted.is_set():
            say(
                f"swaralipi: {one.name}: interrupted after {outcome.done} of {outcome.total}; all of it is kept. "
                f"Go on: swaralipi quiz resume --project {_folder(one)}"
            )
            return INTERRUPTED
        code = max(code, _end(one, outcome, meter))
    project = ready[0].project
    say_other_rules(project.results(), project.folder)
    return code


def _end(one: Run, outcome: Outcome, meter: "Meter") -> int:
    """Say how a run ended; return its exit code. Raises ModelError where it gave up.

    A limit that was asked for is no failure: what it left is said, with the way to go on.
    """
    said = f"{one.name}: {outcome.done} of {outcome.total} done"
    if outcome.errors:
        said += f", {outcome.errors} errors now (ask again: swaralipi quiz retry --project {_folder(one)})"
    if outcome.ending == "errors":
        raise ModelError(f"{said}. The run stopped: {outcome.message}")
    go_on = ""
    if outcome.ending == "limit" and outcome.done < outcome.total:
        go_on = f"Go on: swaralipi quiz resume --project {_folder(one)}{_raised(one.limits, meter)}"
    say(" ".join(part for part in (f"swaralipi: {said}.", outcome.message, go_on) if part))
    failed = outcome.errors > 0 and outcome.answered_now == 0
    return 1 if failed else 0


def _raised(limits: Limits, meter: "Meter") -> str:
    """Return the options that resume needs: time counts anew from each start, but what is spent stays spent."""
    options = ""
    if limits.tokens is not None and meter.tokens >= limits.tokens:
        options += " --token-limit N"
    if limits.cost is not None and meter.cost >= limits.cost:
        options += " --cost-limit SUM"
    return options


def _folder(one: Run) -> str:
    return in_command(one.project.folder)


@contextlib.contextmanager
def _stopped_by_ctrl_c(one: Run) -> Iterator[threading.Event]:
    """Let the first Ctrl-C stop a run in good order; the second ends the program at once, and loses nothing either."""
    interrupted = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield interrupted
        return
    before = signal.getsignal(signal.SIGINT)

    def stop(_number: int, _frame: FrameType | None) -> None:
        if interrupted.is_set():
            raise KeyboardInterrupt
        interrupted.set()
        one.control.stop.set()

    signal.signal(signal.SIGINT, stop)
    try:
        yield interrupted
    finally:
        signal.signal(signal.SIGINT, before)


class Meter:
    """Shows on standard error how a run stands: a line that changes on a terminal, else a line now and then."""

    def __init__(self, name: str) -> None:
        self.tokens, self.cost = 0, 0.0
        """Spent by the whole run so far."""
        self._name = name
        self._terminal = on_terminal()
        self._open = False
        """The line that changes stands there, without an end."""
        self._told = time.monotonic()

    def __call__(self, standing: Standing) -> None:
        """Tell."""
        self.tokens, self.cost = standing.prompt_tokens + standing.reply_tokens, standing.cost
        ended = standing.done >= standing.total
        if standing.remark:
            self._line(f"swaralipi: {standing.remark}")
        elif standing.last is not None and standing.last.message:
            self._line(f"swaralipi: {standing.last.sample}: {standing.last.message}")
        elif self._terminal:
            sys.stderr.write(f"\r\x1b[K{self._words(standing)}" + ("\n" if ended else ""))
            sys.stderr.flush()
            self._open = not ended
        elif time.monotonic() - self._told >= QUIET_SECONDS:
            self._told = time.monotonic()
            say(f"swaralipi: {self._words(standing)}")

    def close(self) -> None:
        """End the line that changes, so that what is said next stands on one of its own."""
        if self._open:
            sys.stderr.write("\n")
            self._open = False

    def _line(self, text: str) -> None:
        if self._terminal:
            sys.stderr.write("\r\x1b[K")
            self._open = False
        say(" ".join(harmless(text).split()))

    def _words(self, standing: Standing) -> str:
        parts = [f"{self._name}: {standing.done} of {standing.total}"]
        if standing.accuracy is not None:
            parts.append(f"{standing.accuracy:.1%} right so far")
        if standing.errors:
            parts.append(f"{standing.errors} errors")
        if standing.rate is not None:
            parts.append(f"{standing.rate:.2g} a second")
        if standing.seconds_left is not None:
            parts.append(f"{_duration(standing.seconds_left)} left")
        if standing.cost:
            parts.append(f"cost {standing.cost:.4g}")
        return ", ".join(parts)


def _duration(seconds: float) -> str:
    whole = round(seconds)
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
