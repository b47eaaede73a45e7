"""The figures of a quiz: counts that add up, accuracy with its interval, and paired tests between models."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from core.benchmarks.base import Status, Task
from core.errors import UsageError
from core.reports.statistics import holm, mcnemar, wilson
from core.store import Database, figures, runs
from core.store.rows import RunRow

LEVEL = 0.05
"""Two models are told apart where the corrected p value is below it."""
STATUSES = tuple(status.value for status in Status)
PENDING = "pending"


def known_graders(tasks: Mapping[str, Task]) -> tuple[str, ...]:
    """Return the graders of all tasks, the default first."""
    return tuple(dict.fromkeys(name for task in tasks.values() for name in task.graders))


def check_grader(grader: str, tasks: Mapping[str, Task]) -> None:
    """Raise UsageError where no task has such a grader."""
    known = known_graders(tasks)
    if grader not in known:
        raise UsageError(f"There is no grader {grader!r}. Known: {', '.join(known)}.")


def results(
    db: Database, grader: str, tasks: Mapping[str, Task], *, with_decisions: bool = False
) -> dict[str, dict[str, Any]]:
    """Return the figures of every run under its name, in the order the runs were begun; JSON values without NaN.

    `total` is what was planned, `done` what has an outcome: the seven statuses always add up to it. `accuracy` is
    correct / (done - error), None where that is 0, and `wilson95` its interval. `paired` compares with each other run
    over the samples that both have answered (first repeat): McNemar's p, corrected by Holm over all pairs of runs.
    `other_rules` counts answers whose grades another version of the program made; they stay until graded anew.
    """
    rows = runs.all_runs(db)
    taken = {one.run: one for one in figures.spent(db)}
    strange = figures.other_rules(db, grader, {name: task.rules for name, task in tasks.items()})
    counted: dict[int, list[figures.Count]] = {row.id: [] for row in rows}
    for count in figures.counts(db, grader, decided=with_decisions):
        counted[count.run].append(count)
    pairs = _paired(rows, figures.verdicts(db, grader, decided=with_decisions))
    found: dict[str, dict[str, Any]] = {}
    for row in rows:
        spent, mine = taken[row.id], counted[row.id]
        tokens = [one for one in (spent.prompt_tokens, spent.reply_tokens) if one is not None]
        found[row.name] = {
            **_figures(mine),
            "by_task": _by(mine, "task"),
            "by_theme": _by(mine, "theme"),
            "grader": grader,
            "with_decisions": with_decisions,
            "other_rules": strange.get(row.id, 0),
            "ask": row.ask,
            "preset": row.preset,
            "seed": row.seed,
            "repeats": row.repeats,
            "bank": row.bank,
            "started": row.started,
            "median_seconds": spent.median_seconds,
            "prompt_tokens": spent.prompt_tokens,
            "reply_tokens": spent.reply_tokens,
            "tokens": sum(tokens) if tokens else None,
            "failed_tries": spent.failed_tries,
            "paired": pairs[row.id],
        }
    return found


def told_of_other_rules(found: Mapping[str, Mapping[str, Any]]) -> str:
    """Return what to say where figures rest on grades by other rules than this version's; empty where none do."""
    n = sum(one["other_rules"] for one in found.values())
    if not n:
        return ""
    are = "answer was" if n == 1 else "answers were"
    return f"{n:,} {are} graded by another version of the program, which read replies by other rules."


def _figures(counts: Sequence[figures.Count]) -> dict[str, Any]:
    """Return counts by status, and what follows from them."""
    by_status = dict.fromkeys((*STATUSES, PENDING), 0)
    for count in counts:
        by_status[count.status] += count.n
    done = sum(by_status[name] for name in STATUSES)
    n, correct = done - by_status[Status.ERROR], by_status[Status.CORRECT]
    interval = wilson(correct, n)
    return {
        "total": done + by_status[PENDING],
        "done": done,
        **{name: by_status[name] for name in STATUSES},
        "accuracy": correct / n if n else None,
        "wilson95": None if interval is None else list(interval),
    }


def _by(counts: Sequence[figures.Count], field: str) -> dict[str, dict[str, Any]]:
    groups: dict[str, list[figures.Count]] = {}
    for count in counts:
        groups.setdefault(getattr(count, field), []).append(count)
    return {name: _figures(group) for name, group in sorted(groups.items())}


def _paired(rows: Sequence[RunRow], verdicts: Sequence[figures.Verdict]) -> dict[int, dict[str, dict[str, Any]]]:
    """Return for each run its comparison with each other."""
    # A set of samples is one long number with a bit a sample: pairs of runs are then counted at once.
    answered, right = dict.fromkeys((row.id for row in rows), 0), dict.fromkeys((row.id for row in rows), 0)
    for verdict in verdicts:
        bit = 1 << verdict.sample
        answered[verdict.run] |= bit
        right[verdict.run] |= bit if verdict.correct else 0
    pairs = [(one, other) for one, other in combinations(rows, 2) if answered[one.id] & answered[other.id]]
    counts = []
    for one, other in pairs:
        both = answered[one.id] & answered[other.id]
        counts.append(
            (
                both.bit_count(),
                (right[one.id] & ~right[other.id] & both).bit_count(),
                (right[other.id] & ~right[one.id] & both).bit_count(),
            )
        )
    tests = [mcnemar(only_one, only_other).p for _, only_one, only_other in counts]
    corrected = holm(tests) if tests else ()
    found: dict[int, dict[str, dict[str, Any]]] = {row.id: {} for row in rows}
    for (one, other), (n, only_one, only_other), p, p_holm in zip(pairs, counts, tests, corrected, strict=True):
        shared = {"n": n, "p": p, "p_holm": p_holm, "tied": p_holm >= LEVEL}
        found[one.id][other.name] = {**shared, "only_this": only_one, "only_other": only_other}
        found[other.id][one.name] = {**shared, "only_this": only_other, "only_other": only_one}
    return found
