"""The Tab key goes through the Quiz workspace in the order in which it is read."""

import pytest
from PySide6.QtWidgets import QWidget

from gui.panels.quiz.panel import ITEMS, RESULTS
from tests.gui.quiz_parts import settle


def stops(panel):
    """Return the widgets of a panel in the Tab key's order."""
    found, widget = [], panel.nextInFocusChain()
    while widget is not panel:
        found.append(widget)
        widget = widget.nextInFocusChain()
    return found


@pytest.mark.parametrize(
    ("tab", "names"),
    [
        (RESULTS, ("tabs", "export_button", "results.grader", "results.by_hand", "results.table", "results.charts",
                   "results.published", "results.chart")),
        (ITEMS, ("tabs", "export_button", "items.models", "items.statuses", "items.tasks", "items.themes",
                 "items.search", "items.retry", "items.table", "items.detail.reply")),
    ],
)  # fmt: skip
def test_the_tab_key_follows_the_page(qtbot, filled, tab, names):
    filled.show_tab(tab)
    settle(qtbot, filled)
    widgets: list[QWidget] = []
    for name in names:
        widget = filled
        for part in name.split("."):
            widget = getattr(widget, part)
        widgets.append(widget)
    order = stops(filled)
    assert [order.index(widget) for widget in widgets] == sorted(order.index(widget) for widget in widgets)
