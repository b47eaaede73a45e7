"""Long titles and names take several lines of their size instead of one that nobody can read."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.formats.abc.reader import read_first
from core.views import VIEWS
from core.views.base import Layout
from core.views.paragraph import MOST_LINES, paragraph
from core.views.text_width import text_width
from tests.views import drawn_signs

LONG = "তুমি কেমন করে গান করো হে গুণী, আমি অবাক হয়ে শুনি কেবল শুনি, সুরের আলো ভুবন ফেলে ছেয়ে"
MAKER = "রবীন্দ্রনাথ ঠাকুর, স্বরলিপি দিনেন্দ্রনাথ ঠাকুর ও ভীমরাও শাস্ত্রী, বিশ্বভারতী গ্রন্থনবিভাগ"


def test_what_fits_stays_in_one_line():
    assert paragraph("সংকল্পের গান", 22.0, 700.0).lines == ("সংকল্পের গান",)
    assert paragraph(" ", 22.0, 700.0).lines == ()
    assert paragraph(" ", 22.0, 700.0).more == 0.0


def test_lines_are_about_as_long_and_keep_their_size():
    found = paragraph(LONG, 22.0, 600.0)
    widths = [text_width(line, 22.0) for line in found.lines]
    assert found.size == 22.0
    assert len(found.lines) == 2
    assert max(widths) <= 600.0
    assert min(widths) > 0.7 * max(widths)


def test_only_what_needs_too_many_lines_is_set_smaller():
    found = paragraph(" ".join([LONG] * 5), 22.0, 500.0)
    assert len(found.lines) == MOST_LINES
    assert found.size < 22.0


@given(st.text(alphabet="a কখগ্র\u09be-", max_size=80), st.floats(5.0, 900.0), st.integers(1, 4))
def test_a_paragraph_holds_every_word_and_fits(text, room, most):
    found = paragraph(text, 20.0, room, most)
    assert " ".join(found.lines).split() == text.split()
    assert len(found.lines) <= most
    assert found.width <= room * 1.001


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
def test_a_long_title_and_a_long_composer_stay_legible_and_clear_of_the_music(view):
    score = read_first(f"X:1\nT:{LONG}\nC:{MAKER}\nR:dadra\nM:6/8\nL:1/8\nK:C\nC D E F G A|]\n").score
    page = view.draw(score, Layout(page_width=700.0)).pages[0]
    drawn = {
        text: 100.0 * float(scale) for scale, text in re.findall(r"scale\(([\d.]+)\)[^>]*>([^<]+)</text>", page.svg)
    }
    title = [size for text, size in drawn.items() if text.strip() in LONG and len(text) > 8]
    maker = [size for text, size in drawn.items() if text.strip() in MAKER and len(text) > 8]
    assert title
    assert min(title) >= 22.0
    assert maker
    assert min(maker) >= 12.5
    lowest = max(sign.y for sign in drawn_signs.signs(page) if sign.name.strip() in MAKER and len(sign.name) > 8)
    assert lowest < min(box.y for box in page.boxes.values())


def test_the_tala_above_a_staff_is_named_as_in_swaralipi():
    score = read_first("X:1\nT:গান\nR:dadra\nM:6/8\nL:1/8\nK:C\nC D E F G A|]\n").score
    pages = {view.name: view.draw(score, Layout()).pages[0] for view in VIEWS}
    for name in ("staff", "tab", "swaralipi"):
        assert "দাদরা" in pages[name].svg
        assert "dadra" not in pages[name].svg
