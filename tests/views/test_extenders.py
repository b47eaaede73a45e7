"""The line of a held syllable ends before the next word begins, in staff and tab."""

import re
import xml.etree.ElementTree as ET
from html import unescape

import pytest

from core.formats.abc.reader import read_first
from core.views import VIEWS_BY_NAME
from core.views.base import Layout
from core.views.extenders import GAP, LEAST, clear
from core.views.text_width import BENGALI_SIZE, text_width
from tests.formats.tagore import each_song, song

SYSTEM = re.compile(r'<g xmlns:xlink="[^"]+" transform="translate\(([\d.-]+) ([\d.-]+)\) scale\(([\d.]+)\)">')
LINE = re.compile(r'<rect x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)" height="\d\d"')
TEXT = re.compile(
    r'<text font-family="(Noto Serif(?: Bengali)?)"[^>]*translate\(([\d.-]+) ([\d.-]+)\) scale\(([\d.]+)\)">([^<]+)<'
)


def lines_and_words(svg):
    """Of every system: its lines as (left, right, height), its words likewise, in px of the page."""
    starts = [*SYSTEM.finditer(svg)]
    for start, stop in zip(starts, [*(one.start() for one in starts[1:]), len(svg)], strict=True):
        x, y, scale = (float(one) for one in start.groups())
        piece = svg[start.end() : stop]
        lines = [
            (x + float(left) * scale, x + (float(left) + float(width)) * scale, y + float(top) * scale)
            for left, top, width in LINE.findall(piece)
        ]
        words = []
        for font, left, base, size, text in TEXT.findall(piece):
            em = 100 * float(size) / (BENGALI_SIZE if "Bengali" in font else 1.0)
            words.append((float(left), float(left) + text_width(unescape(text), em), float(base)))
        yield lines, words, scale


@pytest.mark.parametrize("view", ["staff", "tab"])
@each_song
def test_no_line_reaches_into_a_word(name, view):
    seen = 0
    for width in (600.0, 1000.0):
        for page in VIEWS_BY_NAME[view].draw(song(name), Layout(page_width=width)).pages:
            for lines, words, scale in lines_and_words(page.svg):
                for left, right, height in lines:
                    own = [word for word in words if abs(word[2] - height) < 60 * scale]
                    assert own
                    seen += 1
                    assert not [w for w in own if w[0] < right + 0.9 * GAP * scale and w[1] > left - 0.9 * GAP * scale]
    assert seen > 10


@pytest.mark.parametrize(
    ("words", "left", "right"),
    [
        ([], 1000, 2000),
        ([(1900, 2200, 523)], 1000, 1900 - GAP),
        ([(800, 1010, 523)], 1010 + GAP, 2000),
        ([(800, 900, 523), (2000 + GAP, 2300, 523)], 1000, 2000),
        ([(1900, 2200, 900)], 1000, 2000),
        ([(800, 990, 523), (1010 + GAP + LEAST, 2300, 523)], 990 + GAP, 1010 + LEAST),
    ],
)
def test_a_line_is_cut_to_the_room_between_the_words_of_its_row(words, left, right):
    line = ET.Element("rect", {"x": "1000", "y": "500", "width": "1000", "height": "23"})
    drawn = clear(line, words)
    assert (float(line.attrib["x"]), float(line.attrib["x"]) + float(line.attrib["width"])) == (left, right)
    assert drawn == (right - left >= LEAST)


def test_a_line_without_room_is_left_out():
    line = ET.Element("rect", {"x": "1000", "y": "500", "width": "300", "height": "23"})
    assert not clear(line, [(700, 1040, 523), (1200, 1500, 523)])


def test_words_are_found_by_the_test_itself():
    text = "X:1\nM:4/4\nL:1/4\nK:C\nC D E F | G4 | E2 C2 |]\nw: a_ _ b c d_\n"
    (page,) = VIEWS_BY_NAME["staff"].draw(read_first(text).score, Layout()).pages
    found = [(len(lines), len(words)) for lines, words, _ in lines_and_words(page.svg)]
    assert [sum(counts) for counts in zip(*found, strict=True)] == [2, 4]
