"""Charts: everything on the page, in colours that can be told apart, and no data becomes markup."""

import itertools
import re

import numpy as np
import pytest
import regex
from defusedxml import ElementTree
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QColor, QImage

from core.reports.chart_svg import DARK, LIGHT, Chart, between, channels, contrast, elided, plain, readable_on
from core.reports.figures import PAD, TEXT, Series, Share, bars, box_name
from core.reports.heat_map import heat_map, in_order
from core.reports.statistics import wilson
from core.views.text_width import Style, text_width
from gui import theme
from gui.painter import QtPainter

ROWS = {"theory": "Music theory", "knowledge": "সংগীত জ্ঞান", "continuation": "Continuation"}
ALLOWED = {"svg", "g", "title", "rect", "path", "text", "line"}
LONG = "DeepSeek-R1-Distill-Qwen-an-endless-name-that-goes-on-and-on-for-ever-32B-Instruct"
names = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        ["<script>x</script>", '"/><image href="x"/>', "]]>", "&amp;", "\u202egpj", "রবীন্দ্রনাথ", "\x00", LONG]
    ),
)


def share(correct, n):
    """An accuracy with its interval."""
    return Share(correct / n, *wilson(correct, n), n)


def models(count, name="model"):
    """Some models; each third is published, and has a figure for theory alone."""
    found = []
    for place in range(count):
        if place % 3 == 2:
            shares = {
                "theory": Share(place / count, published=True),
                "knowledge": Share(None),
                "continuation": Share(None),
            }
            found.append(Series(f"{name} {place}", shares, published=True))
        else:
            found.append(Series(f"{name} {place}", {row: share(place * 3 % 41, 40 + place) for row in ROWS}))
    return found


def draw(kind, series, palette=LIGHT):
    """One of the two charts."""
    if kind == "bars":
        return bars(series, ROWS, "Accuracy", palette=palette)
    return heat_map(series, ROWS, "Accuracy", sort_by="theory", palette=palette)


def painted(figure):
    """The chart as the window's painter draws it."""
    return QImage.fromData(QtPainter().png(figure.page, 1.0))


@pytest.mark.parametrize("kind", ["bars", "heat"])
@given(st.lists(names, min_size=1, max_size=3, unique=True), names, names)
@settings(max_examples=30, deadline=None)
def test_names_never_become_markup(kind, series, row, title):
    shares = {"row": share(3, 9)}
    chosen = [Series(name, shares, published=place == 1) for place, name in enumerate(series)]
    rows = {"row": row}
    figure = bars(chosen, rows, title) if kind == "bars" else heat_map(chosen, rows, title, sort_by="row")
    root = ElementTree.fromstring(figure.page.svg)
    for element in root.iter():
        assert element.tag.rpartition("}")[2] in ALLOWED
        assert not any("href" in key or key.startswith("on") for key in element.attrib)
    assert not re.search("[\u202a-\u202e\u2066-\u2069]", figure.page.svg)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=lambda palette: palette.name)
@pytest.mark.parametrize("kind", ["bars", "heat"])
@pytest.mark.parametrize(
    ("count", "name"),
    [(1, "m"), (2, LONG), (5, "মডেল"), (40, "model"), (12, LONG)],
    ids=["1", "long", "bengali", "40", "12 long"],
)
def test_nothing_is_cut_at_the_rim(kind, palette, count, name):
    figure = draw(kind, models(count, name), palette)
    image = painted(figure)
    assert (image.width(), image.height()) == (figure.page.width, figure.page.height)
    ground = QColor(palette.paper).rgb()
    across, down = range(image.width()), range(image.height())
    rim = [(x, y) for x in across for y in (0, 1, image.height() - 1)] + [
        (x, y) for y in down for x in (0, image.width() - 1)
    ]
    assert {image.pixel(x, y) for x, y in rim} == {ground}
    ink = sum(image.pixel(x, y) != ground for x in across[::3] for y in down[::3])
    assert ink > 200


@pytest.mark.parametrize("kind", ["bars", "heat"])
@pytest.mark.parametrize("count", [1, 7, 40])
def test_boxes_lie_on_the_page_apart_from_each_other_and_are_told(kind, count):
    figure = draw(kind, models(count))
    boxes = list(figure.page.boxes.values())
    assert set(figure.told) == set(figure.page.boxes)
    assert len(boxes) == 3 * count
    for box in boxes:
        assert box.x >= 0
        assert box.x + box.width <= figure.page.width
        assert box.y + box.height <= figure.page.height
    for one, other in itertools.combinations(boxes, 2):
        apart_across = one.x + one.width <= other.x + 0.01 or other.x + other.width <= one.x + 0.01
        assert apart_across or one.y + one.height <= other.y + 0.01 or other.y + other.height <= one.y + 0.01


def test_a_bar_is_as_long_as_its_share():
    figure = bars([Series("one", {"theory": Share(0.5, n=10)})], {"theory": "Music theory"}, "Accuracy", chance=None)
    image = painted(figure)
    box = figure.page.boxes[box_name("theory", "one")]
    colour = QColor(LIGHT.series[0]).rgb()
    row = [x for x in range(image.width()) if image.pixel(x, int(box.y + box.height / 2)) == colour]
    grid = re.findall(r'<path d="M([\d.]+) [\d.]+V', figure.page.svg)
    left, right = float(grid[0]), float(grid[4])
    assert len(row) == pytest.approx((right - left) / 2, abs=2)
    assert min(row) == pytest.approx(left, abs=2)


def test_a_heat_cell_has_the_colour_of_its_share_and_its_value():
    figure = heat_map([Series("one", {"theory": share(30, 40)})], {"theory": "Theory"}, "Accuracy", sort_by="theory")
    box = figure.page.boxes[box_name("theory", "one")]
    colour = painted(figure).pixelColor(int(box.x + 6), int(box.y + 6)).name()
    assert colour == between(LIGHT.heat, 0.75)
    assert ">75.0<" in figure.page.svg


def test_published_columns_are_hatched_marked_and_told():
    series = [
        Series("ours", {"theory": share(3, 9)}),
        Series("theirs", {"theory": Share(0.908, published=True)}, published=True),
    ]
    figure = heat_map(series, {"theory": "Theory"}, "Accuracy", sort_by="theory")
    texts = "".join(ElementTree.fromstring(figure.page.svg).itertext())
    assert "· published" in texts
    assert "published in the paper's text, of its own questions" in texts
    assert figure.told[box_name("theory", "theirs")] == "theirs, Theory: 90.8\u00a0%, published"
    alone = heat_map(series[:1], {"theory": "Theory"}, "Accuracy", sort_by="theory")
    assert "published" not in alone.page.svg
    image, box = painted(figure), figure.page.boxes[box_name("theory", "theirs")]
    colours = {image.pixel(x, int(box.y) + 5) for x in range(int(box.x) + 3, int(box.x + box.width) - 3)}
    assert len(colours) > 3


def test_an_empty_cell_is_empty():
    series = [Series("ours", {"theory": Share(None, note="no answers yet")}), Series("other", {"theory": share(1, 4)})]
    figure = heat_map(series, {"theory": "Theory"}, "Accuracy", sort_by="theory")
    box = figure.page.boxes[box_name("theory", "ours")]
    image = painted(figure)
    inner = {
        image.pixelColor(x, y).name() for x in range(int(box.x) + 4, int(box.x + box.width) - 4)
        for y in range(int(box.y) + 4, int(box.y + box.height) - 4)
    }  # fmt: skip
    assert inner == {LIGHT.paper}
    assert figure.told[box_name("theory", "ours")].endswith("no answers yet")


def test_columns_fall_by_theory_and_those_without_come_last():
    given_order = [
        Series("b", {"theory": Share(None)}), Series("low", {"theory": Share(0.1)}), Series("a", {}),
        Series("high", {"theory": Share(0.9)}), Series("zero", {"theory": Share(0.0)}),
    ]  # fmt: skip
    assert [one.name for one in in_order(given_order, "theory")] == ["high", "low", "zero", "a", "b"]


def test_a_bar_says_n_and_interval():
    figure = bars([Series("one", {"theory": share(81, 263)})], {"theory": "Theory"}, "Accuracy")
    assert "n = 263" in figure.page.svg.replace("\u00a0", " ")
    assert figure.told[box_name("theory", "one")] == "one, Theory: 30.8\u00a0%, 95 % interval 25.5 to 36.6 %, n = 263"


def test_models_share_the_page_however_many():
    few, many = draw("heat", models(4)).page, draw("heat", models(40)).page
    assert few.width < many.width < 40 * 84
    assert draw("bars", models(40)).page.width == draw("bars", models(4)).page.width


@given(st.text(max_size=60), st.floats(0, 300))
@settings(deadline=None)
def test_a_cut_text_fits_and_tears_no_letter(text, room):
    whole = plain(text)
    found = elided(whole, 13, room)
    if text_width(whole, 13, Style.SANS) <= room:
        assert found == whole
    else:
        assert found == "…" or text_width(found, 13, Style.SANS) <= room
        head, _, tail = found.partition("…")
        letters = regex.findall(r"\X", whole)
        assert whole.startswith(head)
        assert whole.endswith(tail)
        assert len(regex.findall(r"\X", head)) + len(regex.findall(r"\X", tail)) < len(letters)


def test_bengali_is_cut_between_letters():
    found = elided("ক্ষ্ম জ্ঞানের স্ত্রী শ্রী সঙ্গীত", 13, 90)
    head, _, tail = found.partition("…")
    letters = regex.findall(r"\X", "ক্ষ্ম জ্ঞানের স্ত্রী শ্রী সঙ্গীত")
    assert regex.findall(r"\X", head) == letters[: len(regex.findall(r"\X", head))]
    assert regex.findall(r"\X", tail) == letters[len(letters) - len(regex.findall(r"\X", tail)) :]


def test_a_cut_name_is_told_whole():
    figure = heat_map([Series(LONG, {"theory": share(1, 4)})], {"theory": "Theory"}, "Accuracy", sort_by="theory")
    titles = [
        element.text for element in ElementTree.fromstring(figure.page.svg).iter() if element.tag.endswith("title")
    ]
    assert LONG in titles


@given(st.floats(1, 300), st.floats(1, 300))
def test_hatching_stays_within_its_rectangle(width, height):
    chart = Chart()
    chart.hatch(10, 20, width, height, "#000000")
    points = re.findall(r"[ML]([\d.-]+) ([\d.-]+)", chart.page(400, 400))
    for x, y in points:
        assert 9.99 <= float(x) <= 10.01 + width
        assert 19.99 <= float(y) <= 20.01 + height


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=lambda palette: palette.name)
def test_text_has_contrast_everywhere(palette):
    assert contrast(palette.ink, palette.paper) >= 7
    assert contrast(palette.muted, palette.paper) >= 4.5
    assert all(contrast(colour, palette.paper) >= 3 for colour in palette.series)
    for step in range(1001):
        colour = between(palette.heat, step / 1000)
        assert contrast(readable_on(colour), colour) >= 4.5


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=lambda palette: palette.name)
def test_heat_moves_one_way(palette):
    steps = [contrast(between(palette.heat, step / 50), palette.heat[0]) for step in range(51)]
    assert steps == sorted(steps)


def lab(colour, matrix):
    """CIE Lab of a colour as an eye sees it whose cones `matrix` tells of (linear RGB)."""
    parts = np.array(channels(colour)) / 255
    linear = np.clip(matrix @ np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4), 0, 1)
    xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]) @ linear
    scaled = xyz / np.array([0.9505, 1.0, 1.089])
    f = np.where(scaled > 0.008856, np.cbrt(scaled), 7.787 * scaled + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


EYES = {
    "all cones": np.eye(3),
    "protanopia": np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    "deuteranopia": np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]]),
    "tritanopia": np.array([[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]]),
}  # fmt: skip
"""Machado, Oliveira and Fernandes (2009), severity 1."""


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=lambda palette: palette.name)
def test_series_are_told_apart_by_the_colour_blind(palette, eyes):
    seen = [lab(colour, EYES[eyes]) for colour in palette.series]
    apart = {(a, b): float(np.linalg.norm(seen[a] - seen[b])) for a, b in itertools.combinations(range(len(seen)), 2)}
    assert min(apart.values()) >= 10, apart


@pytest.mark.parametrize(("palette", "tokens"), [(LIGHT, theme.LIGHT), (DARK, theme.DARK)], ids=["light", "dark"])
def test_palettes_are_the_windows_colours(palette, tokens):
    same = ("name", "paper", "ink", "muted", "line")
    assert [getattr(palette, name) for name in same] == [getattr(tokens, name) for name in same]
    assert palette.series[:2] == (tokens.second, tokens.accent)


def test_no_line_of_the_axis_runs_through_a_heading():
    heading = "Music knowledge"
    both = [Series(name, {"theory": share(5, 10)}) for name in ("a", "b")]
    page = bars(both, {"theory": heading}, "Accuracy").page
    axis = min(float(x) for x in re.findall(r"M(\d+\.\d) \d+\.\dV", page.svg))
    assert axis >= PAD + text_width(heading, TEXT, Style.BOLD)


def cell_widths(figure):
    return {round(box.width, 3) for box in figure.page.boxes.values()}


@pytest.mark.parametrize(("count", "room", "angle"), [(4, 945, -45), (12, 800, -45), (27, 945, -90), (40, 1290, -90)])
def test_columns_of_a_heat_map_grow_narrow_to_keep_to_a_room_and_no_name_is_cut(count, room, angle):
    figure = heat_map(models(count, "DeepSeek-R1-Distill-Qwen"), ROWS, "Accuracy", sort_by="theory", width=room)
    assert figure.page.width <= room
    assert min(cell_widths(figure)) >= 26
    assert f"rotate({angle})" in figure.page.svg
    assert "…" not in figure.page.svg
    shown = re.findall(r">(\d+(?:\.\d)?)</text>", figure.page.svg)
    assert any("." in text for text in shown) == (angle == -45), "narrow cells have whole numbers"


def test_a_heat_map_with_more_columns_than_can_be_read_is_wider_than_its_room():
    series = models(60)
    figure = heat_map(series, ROWS, "Accuracy", sort_by="theory", width=945)
    assert cell_widths(figure) == {26.0}
    assert figure.page.width > 945


def test_a_heat_map_that_fits_is_drawn_as_ever():
    series = models(4)
    plain, within = (heat_map(series, ROWS, "Accuracy", sort_by="theory", width=width) for width in (None, 1290))
    assert plain == within
