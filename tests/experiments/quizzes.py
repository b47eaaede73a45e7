"""Banks, stand-ins and projects for the tests of experiments."""

import threading

from core.benchmarks.banks.bank import Bank, write_bank
from core.benchmarks.base import Sample
from core.errors import Cancelled
from core.experiments.models import Prepared
from core.experiments.plan import Setup
from core.llm.base import Finish, Options, Reply

TASKS = ("theory", "knowledge", "continuation")


def sample(number, task="theory", **more):
    """Return a question; its right answer is the number's letter."""
    fields = {
        "theme": f"বিষয় {number % 3}",
        "options": tuple(f"উত্তর {number}{sign}" for sign in "কখগঘ"),
        "answer": "ABCD"[number % 4],
        "gloss": f"question {number}",
    }
    return Sample(f"q{number:03}", task, f"প্রশ্ন {number}: কোনটি ঠিক?", **{**fields, **more})


def bank(n=12, tasks=TASKS[:2], name="small"):
    return Bank(tuple(sample(number, tasks[number % len(tasks)]) for number in range(n)), name)


def bank_file(folder, n=12, tasks=TASKS[:2]):
    path = folder / "small.jsonl"
    write_bank(path, bank(n, tasks).samples)
    return path


def reply(text, finish=Finish.STOP, **more):
    return Reply(text, finish, model="stand-in", **more)


class StandIn:
    """An answerer that does what a function says: give a text or a Reply, or raise. Counts what it was asked."""

    def __init__(self, says=lambda sample, attempt: f"[[Answer: {sample.answer}]]", *, parallel=1, tries=5):
        self.key, self.parallel, self.tries, self.says = "stand-in", parallel, tries, says
        self.asked, self.options, self.most_at_once = [], [], 0
        self._at_once, self._lock, self.closed = 0, threading.Lock(), 0

    def ask(self, sample, turns, options, stop):
        with self._lock:
            self.asked.append(sample.id)
            self.options.append(options)
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
            attempt = self.asked.count(sample.id)
        try:
            said = self.says(sample, attempt)
            if isinstance(said, (int, float)):
                if stop.wait(said):
                    raise Cancelled("Stopped.")
                said = f"[[Answer: {sample.answer}]]"
            return said if isinstance(said, Reply) else reply(said)
        finally:
            with self._lock:
                self._at_once -= 1

    def close(self):
        self.closed += 1

    def prepared(self, **setup):
        fields = {"key": self.key, "ask": "free", "model": {"backend": "stand-in"}, "options": Options(), **setup}
        return Prepared(Setup(**fields), lambda: self, {})


def steady(figures):
    """Return a report without what a clock says."""
    return {
        name: {key: value for key, value in one.items() if key not in ("median_seconds", "started")}
        for name, one in figures.items()
    }
