"""Colours: contrast of 4.5 to 1 for every text on every ground it stands on, and boxes to tick, in both themes."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QApplication, QCheckBox, QListView, QStyle, QStyleOptionButton

from gui.icons import OUTLINES
from gui.theme import DARK, LIGHT, Theme, palette, stylesheet, tick

PAIRS = [
    ("ink", "window"), ("ink", "panel"), ("ink", "paper"), ("ink", "field"), ("ink", "hover"), ("ink", "accent_soft"),
    ("ink", "second_soft"), ("muted", "window"), ("muted", "panel"), ("muted", "paper"), ("muted", "field"),
    ("on_accent", "accent"), ("accent", "panel"), ("accent", "field"), ("second", "panel"), ("second", "field"),
    ("warning", "panel"), ("warning", "field"),
]  # fmt: skip


def luminance(colour):
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=lambda tokens: tokens.name)
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_contrast(tokens, text, ground):
    assert contrast(getattr(tokens, text), getattr(tokens, ground)) >= 4.5


def test_the_theme_tells_once_when_it_changes(qtbot):
    theme = Theme("light")
    seen = []
    theme.changed.connect(lambda tokens: seen.append(tokens.name))
    theme.set_mode("dark")
    theme.set_mode("dark")
    assert seen == ["dark"]
    assert Theme("nonsense").mode == "system"


@pytest.fixture
def dressed(qapp):
    """Dresses the application as `Theme` does, and undresses it again."""
    before = qapp.style().name(), qapp.palette(), qapp.styleSheet()

    def dress(tokens):
        QApplication.setStyle("Fusion")
        qapp.setPalette(palette(tokens))
        qapp.setStyleSheet(stylesheet(tokens))

    yield dress
    QApplication.setStyle(before[0])
    qapp.setPalette(before[1])
    qapp.setStyleSheet(before[2])


def box_of(check):
    """The colours of a check box's own box: its rim from left to right through the middle, and all of them."""
    option = QStyleOptionButton()
    check.initStyleOption(option)
    box = check.style().subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, check)
    image = check.grab(box).toImage()
    row = [image.pixelColor(x, image.height() // 4).name() for x in range(image.width())]
    return row, {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=lambda tokens: tokens.name)
@pytest.mark.parametrize("checked", [False, True])
@pytest.mark.parametrize("enabled", [False, True])
def test_a_box_keeps_its_rim_and_its_ground_when_it_is_ticked(qtbot, dressed, tokens, checked, enabled):
    dressed(tokens)
    check = QCheckBox("Published models")
    qtbot.addWidget(check)
    check.setChecked(checked)
    check.setEnabled(enabled)
    check.ensurePolished()
    check.resize(check.sizeHint())
    row, seen = box_of(check)
    assert row[0] == row[-1] == tokens.muted
    assert row[2] == (tokens.field if enabled else tokens.panel)
    inner = seen - {tokens.muted, tokens.field, tokens.panel}
    assert (tokens.ink in inner) == (checked and enabled)
    if not checked:
        assert contrast(tokens.muted, tokens.panel) >= 3


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=lambda tokens: tokens.name)
def test_a_ticked_box_shows_that_it_has_the_focus(qtbot, dressed, tokens):
    dressed(tokens)
    check = QCheckBox("Published models")
    qtbot.addWidget(check)
    check.setChecked(True)
    with qtbot.waitActive(check):
        check.show()
        check.activateWindow()
    check.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(check.hasFocus)
    row, seen = box_of(check)
    assert row[:2] == row[-2:] == [tokens.second] * 2
    assert tokens.ink in seen


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=lambda tokens: tokens.name)
def test_a_ticked_row_of_a_list_has_a_box_too(qtbot, dressed, tokens):
    dressed(tokens)
    rows = QListView()
    qtbot.addWidget(rows)
    model, item = QStandardItemModel(rows), QStandardItem("A model")
    item.setCheckable(True)
    item.setCheckState(Qt.CheckState.Checked)
    model.appendRow(item)
    rows.setModel(model)
    rows.resize(200, 80)
    image = rows.viewport().grab(rows.visualRect(model.index(0, 0))).toImage()
    middle = image.height() // 2
    left, right = (x for x in range(24) if image.pixelColor(x, middle).name() == tokens.muted)
    inside = {image.pixelColor(x, y).name() for x in range(left, right) for y in range(image.height())}
    assert {tokens.ink, tokens.field} <= inside


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=lambda tokens: tokens.name)
def test_the_pictures_of_ticks_have_the_colours_of_the_theme_and_the_outline_of_the_icon(tokens):
    for disabled, colour in ((False, tokens.ink), (True, tokens.muted)):
        picture = Path(tick(tokens, disabled=disabled)).read_text(encoding="utf-8")
        assert f'stroke="{colour}"' in picture
        assert f'd="{OUTLINES["check"][1]}"' in picture
