"""Results as files: tables and pictures, by the same calls as `quiz export`."""

import itertools
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from core.benchmarks import TASKS
from core.errors import UsageError
from core.experiments.quiz import Project
from core.reports.chart_svg import DARK, LIGHT
from core.reports.published import sa_quiz
from core.reports.quiz_results import FIGURES, TABLES, items
from core.reports.table_writers import WRITERS, TableWriter
from gui.painter import QtPainter
from gui.panels import export_job
from gui.panels.quiz.items import View
from gui.panels.quiz.project import OpenProject
from gui.session import Session

ITEMS = "items"
ALL = "all"
TABLE_WORDS = {
    "summary": "All questions", "tasks": "By sub-task", "themes": "By theme", "paired": "In pairs",
    ITEMS: "Every item, with prompt and reply", ALL: "All figures",
}  # fmt: skip
FIGURE_WORDS = {"bars": "Bars by sub-task", "theme-bars": "Bars by theme", "heatmap": "Heat map"}
PICTURES = ("svg", "png", "pdf")
PNG_SCALE = 2.0


@dataclass(frozen=True, slots=True)
class Wish:
    """A file that is wanted. `what`: a table, `all`, `items` or a figure; `kind`: a writer's name or a picture's."""

    what: str
    kind: str
    ending: str
    view: View = View()
    published: bool = False
    dark: bool = False


def fill(menu: QMenu, ask: Callable[[Wish], None]) -> None:
    """Offer every table in every kind of file, and every figure as every kind of picture."""
    for writer in WRITERS:
        part = menu.addMenu(writer.title)
        names = [ALL] if writer.many else []
        for what in (*names, *TABLES, ITEMS):
            part.addAction(f"{TABLE_WORDS[what]}…", partial(ask, Wish(what, writer.name, writer.ending)))
    menu.addSeparator()
    for what in FIGURES:
        part = menu.addMenu(FIGURE_WORDS.get(what, what))
        for kind in PICTURES:
            part.addAction(f"{kind.upper()}…", partial(ask, Wish(what, kind, f".{kind}")))


def ask(session: Session, project: OpenProject, wish: Wish, parent: QWidget) -> None:
    """Let a person choose the file, then export."""
    dialog = QFileDialog(parent, "Export results", str(session.get(export_job.FOLDER, Path.home())))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(wish.ending.removeprefix("."))
    dialog.selectFile(f"quiz-{wish.what}{wish.ending}")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(lambda name: export(session, project, wish, Path(name)))
    dialog.open()


def export(session: Session, project: OpenProject, wish: Wish, path: Path) -> None:
    """Write one file in the background and say where it is."""
    held = project.held

    def make(stop: threading.Event) -> bytes:
        with held.reading() as opened:
            if opened is None:
                raise UsageError("There are no results yet. Ask a model first.")
            return made(opened, wish, stop)

    export_job.start_file(session, path, make)


def made(project: Project, wish: Wish, stop: threading.Event) -> bytes:
    """Return a file's content. Raises UsageError where there is nothing to export, and what the writers raise."""
    view = wish.view
    results = project.results(view.grader, with_decisions=view.with_decisions)
    if not results:
        raise UsageError("There are no results yet. Ask a model first.")
    titles = {task.name: task.title for task in TASKS}
    published = sa_quiz() if wish.published else None
    if wish.what in FIGURES:
        page = FIGURES[wish.what](results, titles, published, DARK if wish.dark else LIGHT).page
        if wish.kind == "svg":
            return page.svg.encode("utf-8", "replace")
        return QtPainter().png(page, PNG_SCALE) if wish.kind == "png" else QtPainter().pdf([page], "Swaralipi: quiz")
    names = tuple(TABLES) if wish.what == ALL else (wish.what,)
    every = _until(stop, project.exported(view.grader, with_decisions=view.with_decisions))
    tables = [items(every) if name == ITEMS else TABLES[name](results, titles, published) for name in names]
    return writer(wish.kind).write(tables)


def writer(name: str) -> TableWriter:
    """Return what writes a kind of file."""
    return next(one for one in WRITERS if one.name == name)


def _until(stop: threading.Event, rows: Iterator[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    return itertools.takewhile(lambda _: not stop.is_set(), rows)
