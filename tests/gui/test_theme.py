"""Colours: contrast of 4.5 to 1 for every text on every ground it stands on, in both themes."""

import pytest

from gui.theme import DARK, LIGHT, Theme

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
