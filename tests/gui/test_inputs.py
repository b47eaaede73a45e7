"""Fields of the columns: a name that is longer than its field ends in dots."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QStyle, QStyleOptionComboBox

from gui.widgets.inputs import Choice

LONG = "আগুনের পরশমণি ছোঁয়াও প্রাণে, as the model wrote it the third time, with another tala and a long name"


def picture(choice):
    found = QImage(choice.size(), QImage.Format.Format_RGB32)
    found.fill(Qt.GlobalColor.white)
    choice.render(found)
    return found


def choice_of(qtbot, *names):
    choice = Choice()
    qtbot.addWidget(choice)
    choice.addItems(names)
    choice.resize(200, 34)
    choice.show()
    return choice


def room_of(choice):
    option = QStyleOptionComboBox()
    choice.initStyleOption(option)
    part = QStyle.SubControl.SC_ComboBoxEditField
    return choice.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, choice).width()


def test_a_long_name_ends_in_dots(qtbot):
    choice = choice_of(qtbot, LONG)
    dotted = choice.fontMetrics().elidedText(LONG, Qt.TextElideMode.ElideRight, room_of(choice) - 2)
    assert dotted.endswith("…")
    assert picture(choice) == picture(choice_of(qtbot, dotted))
    assert choice.currentText() == LONG


@pytest.mark.parametrize("names", [("Take 1",), ()])
def test_a_short_name_and_an_empty_list_are_drawn_as_ever(qtbot, names):
    choice = choice_of(qtbot, *names)
    choice.setPlaceholderText("No take yet")
    assert not picture(choice).isNull()
    assert picture(choice) == picture(choice)
