"""What is to be asked: samples x a model's setting x repeats, each item named by what changes its answer."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from core.benchmarks.base import Sample, Task
from core.errors import UsageError
from core.experiments.snapshot import canonical, digest, sample_row, turns_json
from core.llm.base import Options, Turn
from core.store.rows import NewItem

FORMAT = 1
"""Raised when the way of asking changes, so that old answers are not taken for new ones."""


@dataclass(frozen=True, slots=True)
class Setup:
    """A model under one setting: all that changes its answers, and what is told of it.

    `model` says which model it is, never by a key: backend, and file name with size, or base URL with the service's
    name. `options` is None for what does not sample. `key` names it in reports; `profile` and `preset` are kept to
    be told.
    """

    key: str
    ask: str
    model: Mapping[str, Any]
    options: Options | None = None
    profile: Mapping[str, Any] = field(default_factory=dict)
    preset: str | None = None

    @property
    def setting(self) -> dict[str, Any]:
        """What names the run."""
        return {
            "format": FORMAT,
            "model": dict(self.model),
            "ask": self.ask,
            "options": None if self.options is None else asdict(self.options),
        }

    @property
    def identity(self) -> str:
        """The hash of the setting."""
        return digest(self.setting)

    def options_for(self, repeat: int) -> Options:
        """Return how to sample a repeat: each has a seed of its own, or it would give the same answer again."""
        return options_for(self.options or Options(), repeat)


def options_for(options: Options, repeat: int) -> Options:
    """Return the options of a repeat, counted from 0: the seed is raised by it."""
    return options if options.seed is None else replace(options, seed=options.seed + repeat)


def item_hash(
    setup: Setup, task: str, sample_id: str, turns: Sequence[Turn], attachments: Sequence[str], repeat: int
) -> str:
    """Return the name of an item. What no model sees (gloss, theme, the right answer) does not change it."""
    return digest(
        {
            **setup.setting,
            "task": task,
            "sample": sample_id,
            "turns": [[turn.role, turn.text] for turn in turns],
            "attachments": list(attachments),
            "repeat": repeat,
        }
    )


def plan(
    setup: Setup, samples: Sequence[Sample], tasks: Mapping[str, Task], *, bank: str, repeats: int = 1
) -> list[NewItem]:
    """Return the items of a run in the bank's order. Raises UsageError for a task there is not, or no repeat."""
    if repeats < 1:
        raise UsageError("A question is asked once or more often: --repeats wants 1 or more.")
    items = []
    for position, sample in enumerate(samples):
        row = sample_row(sample)
        turns = _task(tasks, sample.task).turns(sample)
        shown = [one.hash for one in row.attachments]
        prompt = turns_json(turns)
        for repeat in range(repeats):
            name = item_hash(setup, sample.task, sample.id, turns, shown, repeat)
            items.append(NewItem(name, row, digest(prompt), prompt, bank, repeat, position))
    return items


def _task(tasks: Mapping[str, Task], name: str) -> Task:
    if name not in tasks:
        raise UsageError(f"There is no task {name!r}. Known: {', '.join(tasks)}.")
    return tasks[name]


def spread(samples: Sequence[Sample], limit: int | None) -> list[Sample]:
    """Return at most `limit` samples, shared out over the tasks and within each over the themes, in the bank's order.

    Shares are by size (Sainte-Laguë's divisors), and within a theme by a digest of the ids, so that neighbours made
    from one template do not come together. A smaller limit gives a part of what a larger one gives: a trial is no lost
    work. Raises UsageError for a limit below 1.
    """
    if limit is None or limit >= len(samples):
        return list(samples)
    if limit < 1:
        raise UsageError("--limit wants 1 or more.")
    tasks: dict[str, dict[str, list[int]]] = {}
    for place, sample in enumerate(samples):
        tasks.setdefault(sample.task, {}).setdefault(sample.theme, []).append(place)
    orders = []
    for themes in tasks.values():
        mixed = [sorted(places, key=lambda place: digest(samples[place].id)) for places in themes.values()]
        orders.append(_shared_out(mixed))
    return [samples[place] for place in sorted(_shared_out(orders)[:limit])]


def _shared_out(groups: Sequence[Sequence[int]]) -> list[int]:
    """Merge lists, each in its order, so that every beginning holds them in proportion to their lengths."""
    turns = (
        ((2 * number + 1) / len(group), which, place)
        for which, group in enumerate(groups)
        for number, place in enumerate(group)
    )
    return [place for _, _, place in sorted(turns)]


def bank_hash(samples: Iterable[Sample]) -> str:
    """Return a name for a bank's content, whatever its file is called."""
    return digest([sample_row(sample).hash for sample in samples])


def setting_json(setup: Setup) -> str:
    """Return a setting as the store keeps it."""
    return canonical(setup.setting)
