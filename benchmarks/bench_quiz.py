"""A quiz project of 10,000 stored items: its report, its pages and its memory, beside a plain read of the same rows."""

import json
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from statistics import median

from core.benchmarks import TASKS_BY_NAME
from core.benchmarks.banks.bank import Bank
from core.benchmarks.base import Sample
from core.experiments import keeping
from core.experiments.models import Prepared
from core.experiments.plan import Setup
from core.experiments.quiz import Project
from core.llm.base import Finish, Options, Reply
from core.store import items

MODELS, QUESTIONS, ROUNDS = 20, 500, 5
PLAIN = "SELECT * FROM items JOIN answers ON item = id JOIN grades USING (item)"
MB = 1 << 20


def questions(n: int) -> Bank:
    """Return made-up questions of the length that real ones have."""
    tasks = ("theory", "knowledge", "continuation")
    return Bank(
        tuple(
            Sample(
                f"q{number:05}",
                tasks[number % 3],
                f"প্রশ্ন {number}: {'আমার সোনার বাংলা, আমি তোমায় ভালোবাসি। ' * 4}",
                theme=f"theme {number % 12}",
                options=tuple(f"উত্তর {number}{sign}" for sign in "কখগঘ"),
                answer="ABCD"[number % 4],
            )
            for number in range(n)
        ),
        "made-up",
    )


def fill(project: Project, models: int, n: int) -> None:
    """Store answers of so many models to so many questions, graded by the real graders."""
    bank = questions(n)
    task = TASKS_BY_NAME["theory"]
    for model in range(models):
        setup = Setup(f"model {model}", "free", {"backend": "made-up", "number": model}, Options())
        run = project.begin(Prepared(setup, lambda: None, {}), bank)  # type: ignore[arg-type, return-value]
        with project.db.transaction():
            for number, (item, sample) in enumerate(zip(run.waiting, bank.samples, strict=True)):
                letter = "ABCD"[(number * (model + 3) // 7) % 4]
                reply = Reply(
                    f"The answer is surely this one: [[Answer: {letter}]]", Finish.STOP, 200, 12, 0.5 + number / n
                )
                keeping.keep(project.db, item, task, sample, reply, seed=492)


def timed(work: Callable[[], object]) -> float:
    """Return the median seconds of a few rounds."""
    found = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        work()
        found.append(time.perf_counter() - started)
    return median(found)


def run(models: int = MODELS, n: int = QUESTIONS) -> dict[str, float]:
    """Measure, and return seconds, ratios and megabytes."""
    found: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        with Project.open(Path(folder) / "large", write=True) as project:
            fill(project, models, n)
        found["store_items_a_second"] = models * n / (time.perf_counter() - started)
        with Project.open(Path(folder) / "small", write=True) as project:
            fill(project, max(1, models // 10), n)
            small = timed(project.results)
        started = time.perf_counter()
        with Project.open(Path(folder) / "large") as project:
            found["open_seconds"] = time.perf_counter() - started
            project.results()
            found["report_seconds"] = timed(project.results)
            found["report_vs_plain_read"] = found["report_seconds"] / timed(lambda: project.db.rows(PLAIN))
            found["report_vs_a_tenth_of_the_items"] = found["report_seconds"] / small
            found["page_first_seconds"] = timed(lambda: project.items(limit=100))
            found["page_last_seconds"] = timed(lambda: project.items(limit=100, offset=models * n - 100))
            found["page_of_text_seconds"] = timed(lambda: project.items(text="সোনার বাংলা", limit=100))
            tracemalloc.start()
            project.results()
            found["report_megabytes"] = tracemalloc.get_traced_memory()[1] / MB
            tracemalloc.reset_peak()
            walked = sum(1 for _ in items.load(project.db, list(range(1, models * n + 1))))
            found["walked_items"] = float(walked)
            found["walk_over_all_megabytes"] = tracemalloc.get_traced_memory()[1] / MB
            tracemalloc.stop()
        started = time.perf_counter()
        with Project.open(Path(folder) / "large", write=True) as project:
            found["open_to_write_seconds"] = time.perf_counter() - started
            started = time.perf_counter()
            found["rescore_changes"] = float(project.rescore())
            found["rescore_items_a_second"] = models * n / (time.perf_counter() - started)
    return found


if __name__ == "__main__":
    json.dump(run(), sys.stdout, indent=2)
    print()
