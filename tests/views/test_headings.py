"""What a data set calls a section that has no name is no heading on a page."""

import re

import pytest

from core.formats.abc.reader import read_first
from core.views import VIEWS
from core.views.base import Layout
from tests.formats.tagore import song

TUNE = "X:1\nM:4/4\nL:1/4\nK:C\nP:antara\nC D E F|\nP:body2\nG A B c|\n"


def texts(view, score):
    return " ".join(re.findall(r">([^<]+)</text>", "".join(page.svg for page in view.draw(score, Layout()).pages)))


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
def test_a_counted_section_has_no_heading(view):
    found = texts(view, read_first(TUNE).score)
    assert "body" not in found
    assert "antara" in found or "অন্তরা" in found


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
def test_nor_has_one_of_a_song_of_tagore(view):
    assert "body" not in texts(view, song("anandaloke-mangalaloke"))
