"""A Quiz workspace on a session, and projects with answers in them."""

from core.benchmarks import TASKS_BY_NAME
from core.benchmarks.banks.bank import Bank
from core.benchmarks.base import Sample
from core.experiments import models
from core.experiments.keeping import keep
from core.experiments.models import Prepared
from core.experiments.plan import Setup
from core.experiments.quiz import Project
from core.llm.base import Finish, Options, Reply

SCRIPTED = "free:scripted"
TASKS = ("theory", "knowledge")


def sample(number, **more):
    """Return a question whose right answer is the number's letter."""
    fields = {
        "theme": f"বিষয় {number % 3}", "options": tuple(f"উত্তর {number}{sign}" for sign in "কখগঘ"),
        "answer": "ABCD"[number % 4], "gloss": f"question {number}",
    }  # fmt: skip
    return Sample(f"q{number:05}", TASKS[number % 2], f"প্রশ্ন {number}: শুদ্ধকল্যাণ রাগে কোনটি ঠিক?", **{**fields, **more})


def bank(n=40):
    return Bank(tuple(sample(number) for number in range(n)), "small")


def says(number):
    """Return what the stand-in replies: right, wrong, unclear, nothing, cut, in turn."""
    right, wrong = "ABCD"[number % 4], "ABCD"[(number + 1) % 4]
    return (
        (f"[[Answer: {right}]]", Finish.STOP), (f"I think it is {wrong}.", Finish.STOP),
        ("A or B or C or D", Finish.STOP), ("", Finish.STOP), ("Let me think about this", Finish.LENGTH),
    )[number % 5]  # fmt: skip


def fill(folder, n=40, names=("stand-in",), reply=says):
    """Keep a stand-in's replies to a bank in a project."""
    with Project.open(folder, write=True) as project:
        for name in names:
            setup = Setup(name, models.FREE, {"backend": "stand-in", "name": name}, Options())
            run = project.begin(Prepared(setup, lambda: None, {}), bank(n))
            with project.db.transaction():
                for number, item in enumerate(run.waiting):
                    text, finish = reply(number)
                    of = sample(number)
                    answer = Reply(text, finish, prompt_tokens=30, reply_tokens=4, seconds=0.5)
                    keep(project.db, item, TASKS_BY_NAME[of.task], of, answer, seed=492)


def settle(qtbot, panel):
    """Wait until nothing runs, and all that came is shown."""

    def still():
        timers = (panel.results._soon, panel.items._typing, panel.items.model._soon, panel.queue.model._soon)
        return panel._session.tasks.busy == 0 and not any(timer.isActive() for timer in timers)

    for _ in range(3):
        qtbot.waitUntil(still, timeout=60_000)
        qtbot.wait(1)


def ask(qtbot, panel, *keys):
    """Let the chosen models be asked, to the end."""
    panel.setup.models.model.check(keys)
    with qtbot.waitSignal(panel.run.ended, timeout=60_000):
        panel.start()
    settle(qtbot, panel)


def use(panel, questions):
    """Let the workspace ask these questions."""
    from gui.panels.quiz.bank import Questions

    panel.setup.bank.questions = Questions("", questions)
    panel.setup.bank.changed.emit()


def rows(model):
    """Return what a table shows, as lists of texts."""
    return [
        [model.index(row, column).data() for column in range(model.columnCount())] for row in range(model.rowCount())
    ]
