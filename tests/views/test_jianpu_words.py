"""Words under Jianpu: print never loses a hyphen, and sets it free of both syllables."""

import re

import pytest

from core.formats.abc.reader import read_first
from core.views.base import Layout
from core.views.dangling import without_dangling
from core.views.jianpu import sizes as size
from core.views.jianpu.view import JIANPU
from core.views.text_width import text_width
from tests.gui.tunes import long_tune

CLOSE = (
    "X:1\nM:4/4\nL:1/8\nK:C\n"
    + (
        "CDEF GABc|c2d2e2f2|c/c/c/c/ d/d/d/d/ e2 f2|\n"
        "w: Al-le-lu-ia, ho-san-na in ex-cel-sis De-o, et ter-ra con-ti-nen-tal pax ho-mi-ni-bus\n"
        "w: wrought-ways-through-straight thoughts-strength-ened through-out through-and-through a-midst\n"
    )
    * 3
)
TEXT = re.compile(r'font-size="100"[^>]*translate\(([\d.]+) ([\d.]+)\) scale\(0\.14\)">([^<]+)<')
HYPHEN = re.compile(r'<rect x="([\d.]+)" y="([\d.]+)" width="4\.50" height="1" fill-opacity="0\.70"/>')


@pytest.mark.parametrize("width", [400.0, 600.0, 794.0, 1000.0, 1400.0])
@pytest.mark.parametrize("text", [CLOSE, long_tune(16)], ids=["close", "bengali"])
def test_every_hyphen_is_drawn(text, width):
    score = read_first(text).score
    told = without_dangling(score)
    wanted = sum(one.joined for event in told.events() for one in event.lyrics if one is not None and one.text)
    pages = JIANPU.draw(score, Layout(page_width=width)).pages
    assert wanted > 25
    assert sum(len(HYPHEN.findall(page.svg)) for page in pages) == wanted


@pytest.mark.parametrize("width", [400.0, 794.0, 1400.0])
def test_no_hyphen_touches_a_syllable(width):
    (page,) = JIANPU.draw(read_first(CLOSE).score, Layout(page_width=width)).pages
    seen = 0
    for row in page.svg.split("<g transform="):
        words = [(float(x), float(y), text) for x, y, text in TEXT.findall(row)]
        for left, height in HYPHEN.findall(row):
            foot = float(height) + 0.3 * size.LYRIC
            line = [(x, x + text_width(text, size.LYRIC)) for x, y, text in words if abs(y - foot) < 1.0]
            ends = float(left), float(left) + size.HYPHEN
            assert len(line) > 1
            for start, stop in line:
                assert stop <= ends[0] - size.HYPHEN_GAP + 0.02 or start >= ends[1] + size.HYPHEN_GAP - 0.02
            seen += 1
    assert seen > 40


def test_a_chinese_syllable_stands_in_the_middle_under_its_digit():
    tune = read_first("X:1\nM:2/4\nL:1/4\nK:C\nE G|A c|\nw:茉 莉 花 开\n").score
    (page,) = JIANPU.draw(tune, Layout()).pages
    lefts = [float(x) for x, _, text in TEXT.findall(page.svg) if text in "茉莉花开"]
    boxes = sorted(page.boxes.values(), key=lambda box: box.x)
    assert len(lefts) == len(boxes) == 4
    for left, box in zip(lefts, boxes, strict=True):
        assert left + size.LYRIC / 2 == pytest.approx(box.x + box.width / 2, abs=0.6)


@pytest.mark.parametrize(
    ("first", "labels"),
    [("1.~In", ["2."]), ("(1)~In", ["2."]), ("1)In", ["2."]), ("In", ["1.", "2."]), ("1812", ["1.", "2."])],
)
def test_a_verse_that_brings_its_number_gets_no_second_one(first, labels):
    tune = read_first(f"X:1\nM:2/4\nL:1/4\nK:C\nE G|A c|\nw:{first} the morn-ing\nw:At the eve-ning\n").score
    (page,) = JIANPU.draw(tune, Layout()).pages
    assert re.findall(r">(\d\.)<", page.svg) == labels


def test_a_word_whose_rest_has_no_note_ends_without_a_hyphen():
    score = read_first("X:1\nM:4/4\nL:1/4\nK:C\nC D E F|\nw: al-le-lu-ia-h\n").score
    (page,) = JIANPU.draw(score, Layout()).pages
    assert len(HYPHEN.findall(page.svg)) == 3
