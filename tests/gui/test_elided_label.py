"""A label that is shortened to its width."""

import pytest

from gui.widgets.elided_label import ElidedLabel

WORDS = "Take 1, edited · edited by hand"


@pytest.fixture
def label(qtbot):
    found = ElidedLabel(WORDS)
    qtbot.addWidget(found)
    found.show()
    return found


def test_a_text_is_cut_in_the_middle_and_told_whole_in_the_tooltip(label):
    label.resize(120, 20)
    first, last = label.shown().split("…")
    assert first.startswith("Take")
    assert last.endswith("hand")
    assert label.toolTip() == WORDS
    label.resize(2000, 20)
    assert (label.shown(), label.toolTip()) == (WORDS, "")


def test_a_sentence_is_cut_at_its_end(qtbot):
    label = ElidedLabel(WORDS, reads=True)
    qtbot.addWidget(label)
    label.show()
    label.resize(120, 20)
    assert label.shown().startswith("Take 1, edited")
    assert label.shown().endswith("…")
    assert label.toolTip() == WORDS


def test_where_no_more_than_dots_would_be_left_nothing_is_drawn(label):
    label.resize(24, 20)
    assert (label.shown(), label.toolTip()) == ("", WORDS)


def test_a_short_text_needs_no_more_room_than_it_takes(label):
    label.setText("Ok")
    label.resize(label.fontMetrics().horizontalAdvance("Ok") + 1, 20)
    assert (label.shown(), label.toolTip()) == ("Ok", "")
