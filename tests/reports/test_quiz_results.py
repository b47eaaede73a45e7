"""A quiz's figures as tables and charts."""

import json

import pytest

from core.reports.chart_svg import DARK, LIGHT
from core.reports.figures import box_name
from core.reports.published import sa_quiz
from core.reports.quiz_results import (
    FIGURES,
    ITEM_COLUMNS,
    NOT_STATED,
    ONLY_ACCURACY,
    TABLES,
    by_task,
    by_theme,
    items,
    paired,
    summary,
    task_bars,
    task_heat_map,
    task_keys,
    theme_bars,
)
from core.reports.statistics import wilson
from core.reports.table_writers import WRITERS
from core.reports.tables import Missing

TITLES = {"theory": "Music theory", "knowledge": "General knowledge", "continuation": "Continuation"}


def part(correct, wrong, error=0, waiting=0):
    """Figures of some items as the report gives them."""
    n = correct + wrong
    interval = wilson(correct, n)
    return {
        "total": n + error + waiting, "done": n + error, "correct": correct, "wrong": wrong, "ambiguous": 0, "none": 0,
        "empty": 0, "truncated": 0, "error": error, "accuracy": correct / n if n else None,
        "wilson95": list(interval) if interval else None,
    }  # fmt: skip


def pair(only_this, only_other):
    """A comparison with another model."""
    return {"n": 60, "only_this": only_this, "only_other": only_other, "p": 0.2, "p_holm": 0.4, "tied": True}


RESULTS = {
    "smollm2": {
        **part(20, 40), "by_task": {"theory": part(15, 25), "own": part(5, 15)}, "median_seconds": 0.75,
        "by_theme": {"রাগ": part(10, 20), "": part(10, 20)},
        "paired": {"=cmd|x": pair(3, 5)},
    },
    "=cmd|x": {
        **part(0, 0, error=4, waiting=3), "by_task": {"theory": part(0, 0, error=4, waiting=3)}, "median_seconds": None,
        "by_theme": {"রাগ": part(0, 0, waiting=3)}, "paired": {"smollm2": pair(5, 3)},
    },
}  # fmt: skip


def cells(table, **wanted):
    """The rows whose cells are as wanted, as objects."""
    keys = [column.key for column in table.columns]
    rows = [dict(zip(keys, row, strict=True)) for row in table.rows]
    return [row for row in rows if all(row[key] == value for key, value in wanted.items())]


def test_the_summary_has_a_row_a_model():
    table = summary(RESULTS)
    (row,) = cells(table, model="smollm2")
    assert (row["total"], row["done"], row["correct"], row["accuracy"]) == (60, 60, 20, pytest.approx(1 / 3))
    assert (row["wilson95_low"], row["wilson95_high"]) == wilson(20, 60)
    assert row["median_seconds"] == 0.75


def test_what_cannot_be_said_is_missing_with_its_reason():
    (row,) = cells(summary(RESULTS), model="=cmd|x")
    assert row["accuracy"] == row["wilson95_low"] == Missing("every item failed")
    assert row["median_seconds"] == Missing("no times were kept")
    (row,) = cells(by_theme(RESULTS), model="=cmd|x", theme="রাগ")
    assert row["accuracy"] == Missing("no answers yet")


def test_published_rows_stand_apart_and_say_only_what_is_stated():
    table = by_task(RESULTS, TITLES, sa_quiz())
    assert len(cells(table, published=True)) == 3 * 9
    (row,) = cells(table, published=True, task="theory", model="GPT-3.5")
    assert row["accuracy"] == 0.506
    assert row["total"] == row["wilson95_low"] == Missing(ONLY_ACCURACY)
    (row,) = cells(table, published=True, task="knowledge", model="GPT-3.5")
    assert row["accuracy"] == Missing(NOT_STATED)
    assert not cells(by_task(RESULTS, TITLES), published=True)


def test_tasks_come_in_their_order_and_unknown_ones_behind():
    assert task_keys(RESULTS, TITLES) == ("theory", "own")
    assert task_keys(RESULTS, TITLES, sa_quiz()) == ("theory", "knowledge", "continuation", "own")


def test_each_pair_stands_once():
    (row,) = cells(paired(RESULTS))
    assert (row["first"], row["second"], row["only_first"], row["only_second"]) == ("smollm2", "=cmd|x", 3, 5)
    assert (row["p"], row["p_holm"], row["tied"]) == (0.2, 0.4, True)


def test_models_without_pairs_have_an_empty_table():
    assert paired({"one": {"paired": {}}, "two": {}}).rows == ()


def test_items_keep_prompt_reply_letter_and_reason():
    row = {column.key: None for column in ITEM_COLUMNS} | {
        "model": "m", "sample": "s", "task": "theory", "theme": "", "question": "কী?", "answer": "A", "repeat": 0,
        "status": "ambiguous", "reason": "tie", "decided": False, "prompt": "কী? A. B.", "reply": "=A or B",
    }  # fmt: skip
    (found,) = cells(items([row]))
    assert (found["prompt"], found["reply"], found["reason"]) == ("কী? A. B.", "=A or B", "tie")
    assert found["letter"] == Missing("no letter was found")
    assert found["seconds"] == Missing("no time was kept")


@pytest.mark.parametrize("writer", WRITERS, ids=lambda writer: writer.name)
@pytest.mark.parametrize("name", TABLES)
def test_every_table_goes_into_every_kind(name, writer):
    content = writer.write([TABLES[name](RESULTS, TITLES, sa_quiz())])
    if writer.name == "json":
        assert json.loads(content)["rows"]
    assert content


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=lambda palette: palette.name)
@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_is_drawn_in_both_palettes(name, palette):
    figure = FIGURES[name](RESULTS, TITLES, sa_quiz(), palette)
    assert palette.paper in figure.page.svg
    assert figure.told


def test_bars_show_published_models_only_where_a_figure_is_stated():
    told = task_bars(RESULTS, TITLES, sa_quiz()).told
    assert box_name("theory", "GPT-3.5") in told
    assert box_name("knowledge", "GPT-3.5") not in told
    assert box_name("continuation", "Qwen2.5-32B") in told


def test_bars_of_a_model_without_answers_say_so():
    told = task_bars(RESULTS, TITLES).told
    assert told[box_name("theory", "=cmd|x")] == "=cmd|x, Music theory: every item failed"
    assert "n = 40" in told[box_name("theory", "smollm2")]


def test_what_waits_is_told():
    results = {"m": {**part(1, 1, waiting=5), "by_task": {"theory": part(1, 1, waiting=5)}, "by_theme": {}}}
    assert task_bars(results, TITLES).told[box_name("theory", "m")].endswith("n = 2, 5 not asked yet")


def test_the_heat_map_has_every_model_and_an_empty_cell_where_nothing_is_stated():
    told = task_heat_map(RESULTS, TITLES, sa_quiz()).told
    assert len(told) == 4 * (2 + 9)
    assert told[box_name("knowledge", "GPT-3.5")] == f"GPT-3.5, General knowledge: {NOT_STATED}"


def test_a_theme_without_a_name_has_a_label():
    assert "smollm2, no theme" in theme_bars(RESULTS).told[box_name("", "smollm2")]


def test_results_of_nothing_are_empty_tables_and_an_empty_chart():
    assert all(TABLES[name]({}, TITLES, None).rows == () for name in TABLES)
    for name in FIGURES:
        assert FIGURES[name]({}, TITLES, None, LIGHT).told == {}
