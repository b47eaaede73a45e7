"""What the tables of the Quiz workspace hold: pages that come and go, dashes for what is missing, words for codes."""

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from core.benchmarks.base import Status
from core.experiments.kept import Item
from core.reports.tables import Column, Kind, Missing, Table
from gui import icons
from gui.tables.quiz_choices import Ask, ChoicesModel
from gui.tables.quiz_items import CHOSEN, KEPT, OUTCOME, PAGE, QUESTION, ItemsModel
from gui.tables.quiz_scores import COLUMNS, ReportModel, ScoresModel
from gui.tables.quiz_words import LOOKS, REASONS, duration, interval, look, reason, share
from tests.conftest import ROOT
from tests.gui.quiz_parts import rows


def item(number, **more):
    fields = {
        "model": "m", "sample": f"q{number}", "task": "theory", "theme": "", "question": f"প্রশ্ন {number}",
        "answer": "A", "repeat": 0, "status": "wrong", "letter": "B", "reason": "declared", "decided": False,
        "decided_letter": None, "seconds": 1.0, "reply_tokens": 3,
    }  # fmt: skip
    return Item(number, **{**fields, **more})


def page(number, size=PAGE):
    return tuple(item(number * PAGE + place) for place in range(size))


def test_every_status_has_a_word_and_a_shape_of_its_own():
    assert set(LOOKS) == {*Status, "pending"}
    assert len({one.icon for one in LOOKS.values()}) == len(LOOKS)
    assert all(one.icon in icons.OUTLINES for one in LOOKS.values())
    assert look("from a later version").word == "Unknown"


def test_every_reason_that_the_documentation_lists_has_words():
    text = (ROOT / "docs" / "quiz.md").read_text(encoding="utf-8")
    rows_of_reasons = re.findall(r"^\| (`[^|]+`) \| (?:answer|ambiguous|none) \|", text, flags=re.MULTILINE)
    codes = {code for row in rows_of_reasons for code in re.findall(r"`(\w+)`", row)}
    assert len(codes) > 12
    assert codes == set(REASONS)
    assert reason("a code of tomorrow") == "code “a code of tomorrow”"


def test_rows_come_by_page_are_asked_for_once_and_old_pages_go(qtbot):
    model = ItemsModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    asked = []
    model.wanted.connect(asked.append)
    model.begin(100 * PAGE, page(0))
    assert model.index(0, QUESTION).data() == "প্রশ্ন 0"
    assert model.index(5 * PAGE, QUESTION).data() == "…"
    model.index(5 * PAGE + 1, QUESTION).data()
    qtbot.waitUntil(lambda: asked == [5], timeout=5_000)
    model.index(5 * PAGE, QUESTION).data()
    qtbot.wait(20)
    assert asked == [5]
    for number in range(1, 100):
        model.take(number, 100 * PAGE, page(number))
        assert model.held <= KEPT * PAGE
    assert model.index(99 * PAGE + 7, QUESTION).data() == f"প্রশ্ন {99 * PAGE + 7}"


def test_a_list_that_grew_or_shrank_meanwhile_is_followed(qtbot):
    model = ItemsModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.begin(PAGE, page(0))
    model.take(0, PAGE + 3, page(0))
    assert model.rowCount() == PAGE + 3
    model.take(0, 5, page(0, 5))
    assert model.rowCount() == 5


def test_a_page_that_failed_is_asked_for_again(qtbot):
    model = ItemsModel()
    asked = []
    model.wanted.connect(asked.append)
    model.begin(3 * PAGE, page(0))
    model.index(PAGE, QUESTION).data()
    qtbot.waitUntil(lambda: asked == [1], timeout=5_000)
    model.failed(1)
    model.index(PAGE, QUESTION).data()
    qtbot.waitUntil(lambda: asked == [1, 1], timeout=5_000)


def test_what_a_person_decided_stands_in_the_row():
    model = ItemsModel()
    model.begin(2, (item(0, decided=True, decided_letter="A", status="correct"), item(1, letter=None, status="none")))
    assert model.index(0, OUTCOME).data() == "Right · hand"
    assert [model.index(row, CHOSEN).data() for row in range(2)] == ["A", "–"]


def test_tooltips_hold_our_own_words_alone():
    model = ItemsModel()
    model.begin(1, (item(0, question="<b>x</b>", model="<i>y</i>"),))
    told = [model.index(0, column).data(Qt.ItemDataRole.ToolTipRole) for column in range(model.columnCount())]
    assert not any("<" in words for words in told if words)


NOTHING = {
    "total": 4, "done": 0, "correct": 0, "wrong": 0, "ambiguous": 0, "none": 0, "empty": 0, "truncated": 0, "error": 0,
    "accuracy": None, "wilson95": None, "tokens": None, "median_seconds": None,
}  # fmt: skip


def test_figures_that_are_missing_are_dashes_never_zero():
    model = ScoresModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.set_results({"m": NOTHING})
    line = dict(zip(COLUMNS, rows(model)[0], strict=True))
    assert (line["Asked"], line["n"]) == ("0 / 4", "0")
    assert {line[name] for name in ("Accuracy", "95 % interval", "Tokens", "Time")} == {"–"}


def test_rows_stay_while_figures_move(qtbot):
    model = ScoresModel()
    model.set_results({"m": NOTHING})
    with qtbot.waitSignal(model.dataChanged), qtbot.assertNotEmitted(model.modelReset):
        model.set_results({"m": {**NOTHING, "done": 1}})
    with qtbot.waitSignal(model.modelReset):
        model.set_results({"m": NOTHING, "n": NOTHING})


def test_a_table_of_reports_says_why_a_cell_is_missing():
    model = ReportModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    columns = (Column("a", "A"), Column("p", "p", Kind.P), Column("tied", "Tied", Kind.FLAG))
    model.set_table(
        Table("t", "T", columns, (("x", Missing("nothing in common"), True), ("y", 0.0001, False))),
        {"tied": ("=", "≠")},
    )
    assert rows(model) == [["x", "–", "="], ["y", "< 0.001", "≠"]]
    assert model.index(0, 1).data(Qt.ItemDataRole.ToolTipRole) == "nothing in common"


def test_checked_models_stay_checked_when_others_come():
    model = ChoicesModel()
    one, two = Ask("a", "free", "A"), Ask("b", "free", "B")
    model.set_rows([one])
    model.setData(model.index(0), Qt.CheckState.Checked.value, Qt.ItemDataRole.CheckStateRole)
    model.set_rows([two, one])
    assert model.chosen() == [one]
    model.setData(model.index(0), Qt.CheckState.Checked.value, Qt.ItemDataRole.CheckStateRole)
    assert model.chosen() == [two, one]
    model.set_rows([two])
    assert model.chosen() == [two]


@pytest.mark.parametrize(
    ("found", "wanted"),
    [
        (share(0.2843), "28.4 %"), (share(None), "–"), (interval([0.1, 0.25]), "10.0 – 25.0 %"), (interval(None), "–"),
        (duration(42.4), "0:42"), (duration(3787), "1:03:07"),
    ],
)  # fmt: skip
def test_figures_in_words(found, wanted):
    assert found == wanted
