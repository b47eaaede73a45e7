"""What the Quiz workspace shows of stored answers, and what it writes into files."""

import json

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from core.errors import StoreError
from core.experiments.quiz import Project
from core.llm.base import Finish
from gui.panels.quiz import export as quiz_export
from gui.panels.quiz.export import Wish
from gui.panels.quiz.panel import ITEMS
from gui.panels.quiz.project import Held
from gui.tables.quiz_items import MODEL
from tests.gui.quiz_parts import fill, rows, sample, settle


def test_the_graders_see_other_outcomes(qtbot, filled):
    extended = rows(filled.results.scores)[0]
    assert extended[5:11] == ["8", "8", "0", "8", "8", "0"]
    filled.results.grader.button("paper").click()
    settle(qtbot, filled)
    with Project.open(filled.project.folder) as project:
        stored = project.results("paper")["stand-in"]
    paper = rows(filled.results.scores)[0]
    assert paper[5:11] == [str(stored[name]) for name in ("wrong", "ambiguous", "none", "empty", "truncated", "error")]
    assert paper != extended


@pytest.mark.parametrize(("chart", "published"), [("tasks", True), ("themes", True), ("heat", True), ("heat", False)])
def test_charts_say_what_each_bar_and_cell_is(qtbot, filled, chart, published):
    filled.results.published.setChecked(published)
    filled.results.choose_chart(chart)
    settle(qtbot, filled)
    view = filled.results.chart
    assert any(words.startswith("stand-in, ") for words in view.told().values())
    assert any("Gemini" in words for words in view.told().values()) is (published and chart != "themes")
    name, box = next(iter(view.figure.page.boxes.items()))
    centre = view.viewport().rect().topLeft().toPointF()
    centre.setX(box.x + box.width / 2)
    centre.setY(box.y + box.height / 2)
    assert view.told_at(centre) == view.told()[name]


def test_the_heat_map_with_the_published_models_fits_into_a_window_of_1366_px(qtbot, quiz):
    fill(quiz.project.folder, 40, ("smollm2 quick", "smollm2 likelihood", "random-letter", "longest-option"))
    quiz.project.open()
    quiz.results.published.setChecked(True)
    quiz.results.choose_chart("heat")
    settle(qtbot, quiz)
    view = quiz.results.chart
    assert len({name.split("\n")[1] for name in view.figure.page.boxes}) == 13
    assert view.horizontalScrollBar().maximum() == 0
    assert "…" not in view.figure.page.svg


def test_a_model_that_is_named_like_markup_is_shown_as_it_is(qtbot, quiz):
    name = '<img src="x">'
    fill(quiz.project.folder, 8, (name,))
    quiz.project.open()
    settle(qtbot, quiz)
    view = quiz.results.chart
    box = next(iter(view.figure.page.boxes.values()))
    place = QPoint(round(box.x + box.width / 2), round(box.y + box.height / 2))
    QApplication.sendEvent(view.viewport(), QHelpEvent(QEvent.Type.ToolTip, place, view.mapToGlobal(place)))
    assert QToolTip.text().startswith("<span>&lt;img")
    assert rows(quiz.results.scores)[0][0] == name
    assert '<img src="x">' not in view.figure.page.svg


def test_pairs_say_whether_models_are_tied(qtbot, quiz):
    fill(quiz.project.folder, 40, ("one", "two"))
    fill(
        quiz.project.folder,
        40,
        ("perfect",),
        lambda number: (f"[[Answer: {'ABCD'[number % 4]}]]", Finish.STOP),
    )
    quiz.project.open()
    quiz.results.choose_chart("pairs")
    settle(qtbot, quiz)
    found = {(row[0], row[1]): row[-1] for row in rows(quiz.results.pairs)}
    assert found == {("one", "two"): "= tied", ("one", "perfect"): "≠ differ", ("two", "perfect"): "≠ differ"}


def test_a_model_in_the_table_leads_to_its_items(qtbot, quiz):
    fill(quiz.project.folder, 8, ("one", "two"))
    quiz.project.open()
    settle(qtbot, quiz)
    quiz.results.table.activated.emit(quiz.results.scores.index(1, 0))
    settle(qtbot, quiz)
    assert quiz.tabs.value() == ITEMS
    assert {row[MODEL] for row in rows(quiz.items.model)} == {"two"}


@pytest.mark.parametrize(
    ("wish", "begins"),
    [
        (Wish("summary", "csv", ".csv"), b"model,total"),
        (Wish("all", "json", ".json"), b"["),
        (Wish("all", "xlsx", ".xlsx"), b"PK"),
        (Wish("all", "latex", ".tex"), b""),
        (Wish("items", "csv", ".csv"), b""),
        (Wish("bars", "svg", ".svg"), b"<svg"),
        (Wish("heatmap", "png", ".png", published=True), b"\x89PNG"),
        (Wish("theme-bars", "pdf", ".pdf"), b"%PDF"),
    ],
    ids=lambda value: f"{value.what}-{value.kind}" if isinstance(value, Wish) else "",
)
def test_every_kind_of_file_is_written_in_the_background_and_said(qtbot, filled, tmp_path, wish, begins):
    path = tmp_path / f"out{wish.ending}"
    said = []
    filled._session.message.connect(lambda words, kind: said.append((words, kind)))
    quiz_export.export(filled._session, filled.project, wish, path)
    settle(qtbot, filled)
    content = path.read_bytes()
    assert said[-1] == (f"Exported {path}.", "info")
    assert content.lstrip(b"\xef\xbb\xbf").startswith(begins)
    if wish.kind == "json":
        json.loads(content)
    if wish.what == "items":
        assert sample(39).text in content.decode("utf-8-sig")


def test_what_cannot_be_written_is_said(qtbot, filled, tmp_path):
    said = []
    filled._session.message.connect(lambda words, kind: said.append((words, kind)))
    (tmp_path / "no").write_text("a file where a folder is needed")
    quiz_export.export(filled._session, filled.project, Wish("summary", "csv", ".csv"), tmp_path / "no" / "x.csv")
    settle(qtbot, filled)
    assert said[-1][1] == "error"
    assert "x.csv cannot be written" in said[-1][0]


def test_the_menu_offers_every_writer_and_every_picture(quiz):
    titles = [action.text() for action in quiz.export_button.menu().actions() if not action.isSeparator()]
    assert titles == [
        "CSV",
        "JSON",
        "Excel workbook",
        "LaTeX",
        "HTML page",
        "Bars by sub-task",
        "Bars by theme",
        "Heat map",
    ]


def test_a_store_is_not_closed_under_who_reads_it(tmp_path):
    fill(tmp_path, 4)
    held = Held(tmp_path)
    with held.reading() as project:
        held.close()
        assert project.items().total == 4
    with pytest.raises(StoreError):
        project.items()
    with held.reading() as later:
        assert later is None


def test_the_first_who_writes_opens_the_store_and_the_last_closes_it(tmp_path):
    held = Held(tmp_path)
    with held.writing() as one, held.writing() as other:
        assert one is other
        with pytest.raises(StoreError):
            Project.open(tmp_path, write=True)
    Project.open(tmp_path, write=True).close()
