"""Pictures of the Quiz workspace: a small model, its letters weighed, and two baselines answer shipped questions."""

import os
import shutil
import tempfile
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from screen_window import LARGE, SMALL, pump, settle

if TYPE_CHECKING:
    from gui.main_window import MainWindow
    from gui.panels.quiz.panel import QuizPanel

QUESTIONS = 24
MODELS = (
    {"model": "smollm2", "preset": "quick"},
    {"model": "smollm2", "ask": "likelihood"},
    {"model": "random-letter"},
    {"model": "longest-option"},
)
FOREIGN = """প্রশ্ন,ক,খ,গ,ঘ,উত্তর
কোন রাগ ভোরের?,ভৈরব,ইমন,বেহাগ,কাফি,A
দাদরার মাত্রা কত?,৬,৭,৮,১০,A
দুটি একই?,ইমন,ইমন,বেহাগ,কাফি,B
"""


@cache
def answered() -> Path:
    """Return a project in which four models have answered, made once."""
    from core.experiments.quiz import Project

    folder = Path(tempfile.mkdtemp(prefix="swaralipi-quiz-")) / "project"
    with Project.open(folder, write=True) as project:
        for model in MODELS:
            project.start(limit=QUESTIONS, **model).go()
    return folder


def place(window: "MainWindow", *, full: bool = True) -> "QuizPanel":
    """Show the workspace, on a copy of the answered project or on a new one."""
    folder = Path(os.environ["SWARALIPI_HOME"]) / "quiz"
    if full:
        shutil.copytree(answered(), folder)
    window.workspaces.show("quiz")
    settle(window)
    return window.workspaces.place("quiz")


def end(window: "MainWindow") -> None:
    """Stop a run that still goes on, so that the window closes without a question."""
    from PySide6.QtWidgets import QApplication

    if window.workspaces.current == "quiz":
        run = window.workspaces.place("quiz").run
        run.stop()
        pump(QApplication.instance(), 60, lambda: not run.running)


def empty(window: "MainWindow") -> None:
    """Show a new project."""
    place(window, full=False)


def running(window: "MainWindow") -> None:
    """Pause while the small model answers, with a baseline to follow."""
    from PySide6.QtWidgets import QApplication

    panel = place(window, full=False)
    panel.setup.limit.setValue(QUESTIONS)
    panel.setup.models.model.check(["free:smollm2", "pick:random-letter"])
    panel.start()
    app = QApplication.instance()
    pump(app, 240, lambda: bool(panel.run.standing) and panel.run.standing[1].done >= 8)
    pump(app, 2.5)


def finished(window: "MainWindow", chart: str = "tasks", published: bool = True) -> None:
    """Show what four models had right, beside what the paper states."""
    panel = place(window)
    panel.results.published.setChecked(published)
    panel.results.choose_chart(chart)
    settle(window)


def items(window: "MainWindow") -> None:
    """Show the items, a wrong answer chosen."""
    panel = place(window)
    panel.show_tab("items")
    settle(window)
    model = panel.items.model
    rows = (row for row in range(model.total) if model.row(row) and model.row(row).status == "wrong")
    next(rows)
    panel.items.table.selectRow(next(rows))
    settle(window)


def by_hand(window: "MainWindow") -> None:
    """Show the queue for decisions by hand."""
    panel = place(window)
    panel.show_tab("queue")
    panel.queue.decide.who.setText("A reader")
    settle(window)


def person(window: "MainWindow") -> None:
    """Show a question that a person is asked, with what was told of the last one."""
    panel = place(window)
    panel.show_tab("person")
    panel.person.name.setText("A reader")
    panel.person.told.setChecked(True)
    panel.person.start()
    settle(window)
    panel.person.answer("B")
    settle(window)


def imported(window: "MainWindow") -> None:
    """Show how somebody else's questions would be read, one row with a fault."""
    panel = place(window, full=False)
    path = Path(tempfile.mkdtemp(prefix="swaralipi-quiz-")) / "others.csv"
    path.write_text(FOREIGN, encoding="utf-8")
    dialog = panel.setup.bank.show_import(path)
    settle(window)
    # the picture is of the window alone: the dialog is laid over it
    overlay(window, dialog.grab())
    settle(window)


def overlay(window: "MainWindow", shown: object) -> None:
    """Lay a picture of a dialog over the window, as a person sees it."""
    from PySide6.QtWidgets import QLabel

    label = QLabel(window)
    label.setPixmap(shown)
    label.setStyleSheet("border: 1px solid #8a8a8a;")
    label.adjustSize()
    label.move((window.width() - label.width()) // 2, (window.height() - label.height()) // 2)
    label.show()


Shot = tuple[str, tuple[int, int], str, Callable[["MainWindow"], None]]
SHOTS: tuple[Shot, ...] = (
    *((f"quiz-empty-{mode}", SMALL, mode, empty) for mode in ("light", "dark")),
    *((f"quiz-running-{mode}", SMALL, mode, running) for mode in ("light", "dark")),
    *((f"quiz-finished-{mode}", SMALL, mode, finished) for mode in ("light", "dark")),
    *((f"quiz-heat-{mode}", SMALL, mode, partial(finished, chart="heat")) for mode in ("light", "dark")),
    ("quiz-pairs-light", SMALL, "light", partial(finished, chart="pairs")),
    *((f"quiz-items-{mode}", SMALL, mode, items) for mode in ("light", "dark")),
    *((f"quiz-by-hand-{mode}", SMALL, mode, by_hand) for mode in ("light", "dark")),
    *((f"quiz-person-{mode}", SMALL, mode, person) for mode in ("light", "dark")),
    ("quiz-import-light", SMALL, "light", imported),
    ("quiz-finished-light-2560", LARGE, "light", partial(finished, chart="themes", published=False)),
    ("quiz-items-dark-2560", LARGE, "dark", items),
)
