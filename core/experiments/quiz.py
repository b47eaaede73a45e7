"""A quiz project, for window and command line alike: begin, go on, look, decide, grade anew.

with Project.open(folder, write=True) as project:
    run = project.start(model="smollm2", preset="quick")
    outcome = run.go(watch)
    figures = project.results()
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from core.benchmarks import TASKS_BY_NAME
from core.benchmarks.banks.bank import Bank, shipped
from core.benchmarks.base import Grade, Sample
from core.errors import UsageError
from core.experiments import keeping, models, quiz_report
from core.experiments.kept import FullItem, Item, Page, full_item, setup_of
from core.experiments.limits import Limits
from core.experiments.models import FREE, Prepared
from core.experiments.plan import Setup, bank_hash, plan, setting_json, spread
from core.experiments.progress import Control
from core.experiments.run import Loop, Outcome, Watch
from core.experiments.snapshot import canonical, turns_of
from core.llm.base import Finish, Options, Reply
from core.llm.letter.find import LETTERS
from core.store import Database, answers, figures, items, runs
from core.store.rows import NewRun, RunRow

KIND = "quiz"
GRADER = "extended"
UNDECIDED = ("ambiguous", "none", "truncated")
"""How an answer stands that a person may still read a letter out of."""
MOST_ROWS = 1000


@dataclass(slots=True)
class Run:
    """A run that can go. `planned` counts what was asked for, `waiting` are the items of it that are not done."""

    project: "Project"
    number: int
    name: str
    planned: int
    waiting: tuple[int, ...]
    prepared: Prepared
    limits: Limits
    control: Control = field(default_factory=Control)

    def go(self, watch: Watch | None = None) -> Outcome:
        """Ask what waits, in this thread, and return when it is done, stopped or given up. Raises StoreError."""
        answerer = self.prepared.open()
        try:
            loop = Loop(
                self.project.db,
                self.number,
                answerer,
                TASKS_BY_NAME,
                self.prepared.setup.options or Options(),
                self.planned,
                GRADER,
                self.limits,
                self.control,
                watch,
            )
            return loop.go(self.waiting)
        finally:
            answerer.close()


@dataclass(frozen=True, slots=True)
class Sitting:
    """A person's quiz: the items not answered yet, in order."""

    run: int
    name: str
    planned: int
    waiting: tuple[int, ...]


class Project:
    """A folder with its store. Reading is open to all, writing to one at a time. Safe between threads."""

    def __init__(self, db: Database) -> None:
        self.db = db

    @classmethod
    def open(cls, folder: Path | str, *, write: bool = False, make: bool = True) -> "Project":
        """Open a project; writing makes it where there is none, unless not `make`. Raises StoreError as `Database`."""
        if not str(folder):
            # Path("") is the working folder, and an empty name a variable that was not set
            raise UsageError("The project's folder has no name. For the folder you are in give a full stop.")
        return cls(Database(Path(folder), write=write, make=make))

    @property
    def folder(self) -> Path:
        """Where the project is."""
        return self.db.path.parent

    def close(self) -> None:
        """Close the store."""
        self.db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    # -- runs ------------------------------------------------------------------------------------------------------

    def runs(self) -> list[RunRow]:
        """Return the runs in the order they were begun."""
        return runs.all_runs(self.db)

    def start(
        self,
        *,
        model: str,
        bank: Bank | None = None,
        ask: str = FREE,
        preset: str | None = None,
        limit: int | None = None,
        max_tokens: int | None = None,
        parallel: int | None = None,
        seed: int | None = None,
        repeats: int = 1,
        limits: Limits | None = None,
    ) -> Run:
        """Plan a run, or the rest of one that was begun the same way; `go` then asks. None is the shipped bank.

        Raises what `models.prepare` raises, before anything is written.
        """
        bank = bank or shipped()
        prepared = models.prepare(
            model, bank.samples, ask=ask, preset=preset, seed=seed, max_tokens=max_tokens, parallel=parallel
        )
        return self.begin(prepared, bank, limit=limit, repeats=repeats, limits=limits)

    def begin(
        self,
        prepared: Prepared,
        bank: Bank,
        *,
        limit: int | None = None,
        repeats: int = 1,
        limits: Limits | None = None,
    ) -> Run:
        """Plan a run of a model that was prepared. Raises UsageError or StoreError; nothing is planned then."""
        limits = limits or Limits()
        limits.check()
        number, planned, waiting = self._plan(prepared, bank, spread(bank.samples, limit), repeats, limits)
        return Run(self, number, self._name(number), planned, waiting, prepared, limits)

    def unfinished(self) -> list[RunRow]:
        """Return the runs that have items waiting."""
        return [row for row in self.runs() if items.states(self.db, row.id).get("pending")]

    def resume(self, row: RunRow, *, parallel: int | None = None, limits: Limits | None = None) -> Run:
        """Return a kept run, to go on with what waits of it under its own setting; its limits hold unless others come.

        Raises as `models.prepare_again` does: where the model is another by now, or is a person.
        """
        limits = limits or Limits(**json.loads(row.limits_json))
        limits.check()
        profile = json.loads(row.profile_json)
        prepared = models.prepare_again(setup_of(row), str(profile.get("named", row.model)), parallel)
        waiting = tuple(number for number, _ in items.pending(self.db, row.id))
        planned = sum(items.states(self.db, row.id).values())
        runs.log(self.db, row.id, "resumed")
        return Run(self, row.id, row.name, planned, waiting, prepared, limits)

    def retry_errors(self, model: str | None = None) -> int:
        """Let the items that ended in an error wait again; `resume` then asks them. Return how many."""
        found = 0
        for row in self._chosen(model):
            back = items.take_back(self.db, items.failed(self.db, row.id))
            if back:
                runs.log(self.db, row.id, "errors taken back", reason=f"{back} items")
            found += back
        return found

    # -- a person --------------------------------------------------------------------------------------------------

    def sit(self, name: str, *, bank: Bank | None = None, limit: int | None = None, repeats: int = 1) -> Sitting:
        """Plan a quiz for a person, or the rest of it. Raises UsageError for a name that is none."""
        bank = bank or shipped()
        setup = models.person(name)
        prepared = Prepared(setup, _no_answerer, {})
        number, planned, waiting = self._plan(prepared, bank, spread(bank.samples, limit), repeats, Limits())
        return Sitting(number, self._name(number), planned, waiting)

    def answer_as_person(self, item: int, letter: str | None, seconds: float) -> Grade:
        """Keep what a person answered, None for no answer; return the grade. Raises UsageError or StoreError."""
        if letter is not None and letter not in LETTERS:
            raise UsageError(f"{letter!r} is none of {', '.join(LETTERS)}.")
        full = self.item(item)
        if full.ask != models.PERSON:
            raise UsageError("This question was put to a model, not to a person.")
        task = TASKS_BY_NAME[full.sample.task]
        reply = Reply(letter or "", Finish.STOP, seconds=seconds, model=full.model)
        return keeping.keep(self.db, item, task, full.sample, reply, seed=None)[task.graders[0]]

    # -- looking ---------------------------------------------------------------------------------------------------

    def results(self, grader: str = GRADER, *, with_decisions: bool = False) -> dict[str, dict[str, Any]]:
        """Return the figures of every run under its name; see `quiz_report.results`."""
        quiz_report.check_grader(grader, TASKS_BY_NAME)
        return quiz_report.results(self.db, grader, TASKS_BY_NAME, with_decisions=with_decisions)

    def items(
        self,
        *,
        model: str | None = None,
        status: str | Sequence[str] = (),
        task: str = "",
        theme: str | None = None,
        text: str = "",
        grader: str = GRADER,
        with_decisions: bool = False,
        offset: int = 0,
        limit: int = 100,
    ) -> Page:
        """Return a page of items: those of a run (by its name), with some statuses (`pending` too), task, theme.

        `text` is looked for in question, id and reply. Raises UsageError for a run or grader there is not.
        """
        wanted = figures.Wanted(
            runs=tuple(row.id for row in self._chosen(model)) if model is not None else (),
            statuses=(status,) if isinstance(status, str) and status else tuple(status),
            task=task,
            theme=theme,
            text=text,
        )
        return self._page(wanted, grader, with_decisions, offset, limit)

    def exported(self, grader: str = GRADER, *, with_decisions: bool = False) -> Iterator[Mapping[str, Any]]:
        """Yield every item with what was sent and what came back (`prompt`, `reply`), fetched page by page."""
        offset, total = 0, 1
        while offset < total:
            page = self.items(grader=grader, with_decisions=with_decisions, offset=offset, limit=MOST_ROWS)
            exchanged = items.exchanged(self.db, [row.id for row in page.rows])
            for row in page.rows:
                turns, reply = exchanged[row.id]
                yield {**asdict(row), "prompt": "\n".join(turn.text for turn in turns_of(turns)), "reply": reply}
            offset, total = offset + MOST_ROWS, page.total

    def item(self, item: int | str) -> FullItem:
        """Return all that is known of an item, by its number or its hash. Raises UsageError where there is none."""
        return full_item(self.db, item)

    def undecided(self, *, model: str | None = None, offset: int = 0, limit: int = 100) -> Page:
        """Return the queue for a person: answers without a clear letter that nobody has decided on."""
        chosen = tuple(row.id for row in self._chosen(model)) if model is not None else ()
        wanted = figures.Wanted(runs=chosen, statuses=UNDECIDED, undecided=True)
        return self._page(wanted, GRADER, False, offset, limit)

    def events(self, run: int) -> list[Any]:
        """Return what happened to a run: starts, retries with their samples, ends."""
        return runs.events(self.db, run)

    # -- judging ---------------------------------------------------------------------------------------------------

    def decide(self, item: int | str, letter: str | None, *, who: str, why: str = "") -> None:
        """Keep what a person reads out of an answer, None for no answer. The grades stay as they are.

        Raises UsageError: no such item or answer, no letter of the question, nobody's name.
        """
        full = self.item(item)
        who = " ".join(who.split())
        if not who:
            raise UsageError("A decision needs the name of who decides.")
        if full.answered is None:
            raise UsageError("There is no answer to decide on yet.")
        allowed = LETTERS[: len(full.sample.options)]
        if letter is not None and letter not in allowed:
            raise UsageError(f"{letter!r} is none of {', '.join(allowed)}; for no answer give none.")
        answers.decide(self.db, full.id, letter, who, why.strip())

    def rescore(self) -> int:
        """Grade every kept answer anew without asking a model; return how many grades changed. Raises StoreError."""
        return keeping.rescore(self.db, TASKS_BY_NAME)

    # -- within ----------------------------------------------------------------------------------------------------

    def _plan(
        self, prepared: Prepared, bank: Bank, samples: Sequence[Sample], repeats: int, limits: Limits
    ) -> tuple[int, int, tuple[int, ...]]:
        """Keep run and items as one; return the run's number, how many were asked for, and which of them wait."""
        setup = prepared.setup
        planned = plan(setup, samples, TASKS_BY_NAME, bank=bank.name, repeats=repeats)
        with self.db.transaction():
            number = runs.begin(self.db, _new_run(setup, prepared, bank, repeats, limits))
            changed = items.plan(self.db, number, planned)
            if changed:
                keeping.rescore(self.db, TASKS_BY_NAME, changed)
            runs.log(self.db, number, "started", reason=f"{len(planned)} of bank {bank.name}")
            hashes = frozenset(item.hash for item in planned)
            waiting = tuple(found for found, _ in items.pending(self.db, number, hashes))
        return number, len(hashes), waiting

    def _name(self, number: int) -> str:
        return next(row.name for row in self.runs() if row.id == number)

    def _chosen(self, model: str | None) -> list[RunRow]:
        rows = self.runs()
        chosen = [row for row in rows if model in (None, row.name)]
        if model is not None and not chosen:
            known = ", ".join(row.name for row in rows) or "none yet"
            raise UsageError(f"The project has no run of {model!r}. Known: {known}.")
        return chosen

    def _page(self, wanted: figures.Wanted, grader: str, with_decisions: bool, offset: int, limit: int) -> Page:
        quiz_report.check_grader(grader, TASKS_BY_NAME)
        if offset < 0 or not 1 <= limit <= MOST_ROWS:
            raise UsageError(f"A page begins at 0 or later and has 1 to {MOST_ROWS} items.")
        names = {row.id: row.name for row in self.runs()}
        found = figures.listed(self.db, grader, wanted, decided=with_decisions, offset=offset, limit=limit)
        total = figures.how_many(self.db, grader, wanted, decided=with_decisions)
        return Page(total, tuple(Item.of(row, names[row.run]) for row in found))


def _no_answerer() -> Any:  # noqa: ANN401  nothing is ever returned
    raise UsageError("A person answers in the window's Quiz workspace.")


def _new_run(setup: Setup, prepared: Prepared, bank: Bank, repeats: int, limits: Limits) -> NewRun:
    from dataclasses import asdict

    return NewRun(
        identity=setup.identity,
        kind=KIND,
        model=setup.key,
        ask=setup.ask,
        setup_json=setting_json(setup),
        profile_json=canonical(setup.profile),
        options_json="null" if setup.options is None else canonical(asdict(setup.options)),
        preset=setup.preset,
        seed=None if setup.options is None else setup.options.seed,
        repeats=repeats,
        versions_json=canonical(prepared.versions),
        bank=bank.name,
        bank_hash=bank_hash(bank.samples),
        limits_json=canonical(asdict(limits)),
    )
