"""`quiz export` over a project of two baselines."""

import csv
import io
import json

import openpyxl
import pytest

from core.cli import main
from gui.painter import QtPainter


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A project in which two baselines answered twelve questions each."""
    from core.experiments.quiz import Project

    folder = tmp_path_factory.mktemp("quiz")
    with Project.open(folder, write=True) as opened:
        for model in ("random-letter", "longest-option"):
            opened.start(model=model, limit=12).go()
    return folder


def export(project, target, *more):
    return main(["quiz", "export", "--project", str(project), "-o", str(target), *more], QtPainter)


def test_a_summary_as_csv(project, tmp_path):
    assert export(project, tmp_path / "a.csv") == 0
    rows = list(csv.DictReader(io.StringIO((tmp_path / "a.csv").read_text(encoding="utf-8"))))
    assert [row["model"] for row in rows] == ["random-letter", "longest-option"]
    assert all(row["total"] == row["done"] == "12" for row in rows)
    assert all(float(row["accuracy"]) == int(row["correct"]) / 12 for row in rows)


def test_a_mark_for_excel_on_request(project, tmp_path):
    export(project, tmp_path / "a.csv", "--bom")
    assert (tmp_path / "a.csv").read_bytes()[:3] == b"\xef\xbb\xbf"


def test_a_workbook_has_a_sheet_a_table(project, tmp_path):
    assert export(project, tmp_path / "a.xlsx") == 0
    assert openpyxl.load_workbook(tmp_path / "a.xlsx").sheetnames == ["summary", "tasks", "themes", "paired"]


def test_items_have_prompt_and_reply(project, tmp_path):
    assert export(project, tmp_path / "a.json", "--what", "items") == 0
    rows = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))["rows"]
    assert len(rows) == 24
    assert all("[[Answer:]]" in row["prompt"] and row["reply"] and row["letter"] in "ABCD" for row in rows)


@pytest.mark.parametrize(("ending", "start"), [(".tex", b"% Needs"), (".html", b"<!DOCTYPE html>"), (".svg", b"<svg ")])
def test_other_kinds(project, tmp_path, ending, start):
    assert export(project, tmp_path / f"a{ending}") == 0
    assert (tmp_path / f"a{ending}").read_bytes().startswith(start)


@pytest.mark.parametrize("what", ["bars", "theme-bars", "heatmap"])
def test_pictures(project, tmp_path, what):
    assert export(project, tmp_path / "a.png", "--what", what, "--dark") == 0
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert export(project, tmp_path / "a.pdf", "--what", what) == 0
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")


def test_published_rows_can_be_left_out(project, tmp_path):
    export(project, tmp_path / "a.svg", "--what", "heatmap")
    export(project, tmp_path / "b.svg", "--what", "heatmap", "--no-published")
    assert "Gemini" in (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert "Gemini" not in (tmp_path / "b.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "more", "said"),
    [
        ("a.doc", [], "No table is written as .doc"),
        ("a.csv", ["--what", "heatmap"], "heatmap is a picture"),
        ("a.svg", ["--what", "items"], "items is a table"),
        ("a.csv", ["--what", "nothing"], "invalid choice"),
        ("a.csv", ["--grader", "x"], "no grader 'x'"),
    ],
)
def test_bad_wishes_are_said_and_nothing_is_written(project, tmp_path, capsys, name, more, said):
    assert export(project, tmp_path / name, *more) == 2
    assert said in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_folder_without_a_project_is_said(tmp_path, capsys):
    assert export(tmp_path / "none", tmp_path / "a.csv") == 2
    assert "no project" in capsys.readouterr().err
