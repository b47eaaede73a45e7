"""A chart that is wider than its room: what names the rows stays in sight."""

import pytest
from PySide6.QtCore import QPointF

from core.reports.figures import Series, Share, bars
from core.reports.heat_map import heat_map
from gui.panels.quiz.results import painted
from gui.theme import Theme
from gui.widgets.chart_view import ChartView

ROWS = {"theory": "Music theory", "knowledge": "Music knowledge"}
SERIES = [Series(f"model {place}", {row: Share(place / 70) for row in ROWS}) for place in range(60)]


@pytest.fixture
def view(qtbot, session):
    found = ChartView(Theme("light"), "Accuracy")
    qtbot.addWidget(found)
    found.resize(600, 400)
    with qtbot.waitExposed(found):
        found.show()
    return found


def show(view, figure, ratio):
    view.show_figure(figure, painted(figure.page, ratio))


def pixels(view, left, top, right, bottom):
    """Colours of the view's logical pixels."""
    image = view.viewport().grab().toImage()
    ratio = image.devicePixelRatio()
    return [
        image.pixelColor(round(x * ratio), round(y * ratio)).name()
        for y in range(round(top), round(bottom))
        for x in range(round(left), round(right))
    ]


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_the_headings_of_rows_stay_where_they_are_while_cells_are_scrolled_under_them(view, ratio):
    figure = heat_map(SERIES, ROWS, "Accuracy", sort_by="theory")
    show(view, figure, ratio)
    box = next(iter(figure.page.boxes.values()))
    rows = (0, box.y, box.x - 2, box.y + 2 * box.height)
    before = pixels(view, *rows)
    assert len(set(before)) > 10, "the names of the rows"
    cell = pixels(view, box.x + 5, box.y + 5, box.x + 6, box.y + 6)
    assert view.horizontalScrollBar().maximum() > 1000
    view.horizontalScrollBar().setValue(1000)
    assert pixels(view, *rows) == before
    assert pixels(view, box.x + 5, box.y + 5, box.x + 6, box.y + 6) != cell, "the cells move"


def test_what_is_under_the_headings_is_not_told(view):
    figure = heat_map(SERIES, ROWS, "Accuracy", sort_by="theory")
    show(view, figure, 1.0)
    box = next(iter(figure.page.boxes.values()))
    middle = box.y + box.height / 2
    view.horizontalScrollBar().setValue(1000)
    assert view.told_at(QPointF(box.x - 20, middle)) == ""
    told = view.told_at(QPointF(box.x + 20, middle))
    assert "Music theory" in told
    assert told != view.told()[next(iter(figure.page.boxes))]


def test_nothing_stays_while_nothing_is_scrolled_or_shown(view):
    assert view.headings().isEmpty()
    show(view, bars(SERIES[:2], ROWS, "Accuracy", width=500), 1.0)
    assert view.headings().isEmpty()


@pytest.mark.parametrize("ratio", [0.5, 1.0, 2.0])
def test_a_chart_fills_its_picture_at_any_ratio_of_pixels(ratio):
    figure = heat_map(SERIES[-1:], ROWS, "Accuracy", sort_by="theory")
    image = painted(figure.page, ratio)
    assert (image.width(), image.height()) == (round(figure.page.width * ratio), round(figure.page.height * ratio))
    for box in figure.page.boxes.values():
        inner, outer = (image.pixelColor(round((box.x + x) * ratio), round((box.y + 6) * ratio)) for x in (6, -6))
        assert inner != outer
        assert outer.name() == "#ffffff"
