"""Pages become pictures by the real Qt, off screen: notes are where their boxes are, letters are there, nothing fails."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import FormatError
from core.score.events import Syllable
from core.views import VIEWS
from core.views.base import Box, Layout, Page
from core.views.painting import Painter
from gui.painter import QtPainter
from tests.views.jianpu_scores import score
from tests.views.test_staff import song, texts, with_notes

ROOT = Path(__file__).parents[2]
BLANK = Page('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20" viewBox="0 0 40 20"/>', 40, 20)


@pytest.fixture
def painter(qapp) -> Painter:
    return QtPainter()


def picture(painter, page, scale=2.0):
    from PySide6.QtGui import QImage

    image = QImage.fromData(painter.png(page, scale))
    assert not image.isNull()
    return image


def darkest(image, box, scale=2.0):
    """The darkest grey inside a box of the page: 0 black, 255 white."""
    left, top = int(box.x * scale), int(box.y * scale)
    right, bottom = int((box.x + box.width) * scale) + 1, int((box.y + box.height) * scale) + 1
    return min(
        image.pixelColor(x, y).lightness()
        for x in range(max(0, left), min(right, image.width()))
        for y in range(max(0, top), min(bottom, image.height()))
    )


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
def test_there_is_ink_in_the_box_of_every_note_and_rest(painter, view):
    page = view.draw(score("C4:1 ^F4:1/2 _B4:1/2 C4+E4+G4:1 z:1"), Layout()).pages[0]
    image = picture(painter, page)
    assert page.boxes
    assert all(darkest(image, box) < 60 for box in page.boxes.values())
    assert image.pixelColor(1, 1).lightness() == 255


def test_a_sharp_a_beam_and_a_bar_line_are_drawn(painter):
    plain = score("C4:1/2 D4:1/2 E4:1/2 F4:1/2 G4:2")
    beamed = with_notes(plain, lambda place, event: replace(event, beamed=place == 2))
    first, second = (picture(painter, VIEWS[0].draw(each, Layout()).pages[0]) for each in (plain, beamed))
    assert first != second


def test_bengali_letters_are_drawn_under_the_notes(painter):
    page = VIEWS[0].draw(song(1, ["ক্ষ্ম", "স্ত্রী"]), Layout()).pages[0]
    image = picture(painter, page)
    places = [(x, y, size) for text, x, y, size in texts(page) if text in ("ক্ষ্ম", "স্ত্রী")]
    assert len(places) == 8
    assert all(darkest(image, Box(x, y - 0.7 * size, 0.6 * size, 0.7 * size)) < 60 for x, y, size in places)


def test_a_page_with_lyrics_looks_other_than_one_without(painter):
    plain = score("C4:4")
    sung = with_notes(plain, lambda _, event: replace(event, lyrics=(Syllable("গান"),)))
    small, large = (VIEWS[0].draw(each, Layout()).pages[0] for each in (plain, sung))
    assert large.height > small.height


def test_the_picture_has_the_size_of_the_page_times_the_scale(painter):
    image = picture(painter, BLANK, 3.0)
    assert (image.width(), image.height()) == (120, 60)


def test_broken_svg_and_pictures_beyond_memory_are_refused_in_words(painter):
    with pytest.raises(FormatError, match="no SVG"):
        painter.png(replace(BLANK, svg="not markup"))
    with pytest.raises(FormatError, match="smaller scale"):
        painter.png(replace(BLANK, width=1e6, height=1e6))


def test_without_a_display_or_an_application_the_painter_starts_one_off_screen():
    code = (
        "from gui.painter import QtPainter\n"
        "from core.views.base import Page\n"
        f"print(len(QtPainter().png(Page({BLANK.svg!r}, 40, 20))))\n"
    )
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    bare = {name: value for name, value in os.environ.items() if name not in hidden}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=bare, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 50


def test_a_pdf_has_a_page_of_its_own_size_for_each_page_and_text_in_its_fonts(painter):
    import pypdfium2

    first = VIEWS[0].draw(song(1, ["ক্ষ্ম"]), Layout()).pages[0]
    document = pypdfium2.PdfDocument(painter.pdf([first, BLANK], "গান"))
    sizes = [page.get_size() for page in document]
    assert sizes[0] == pytest.approx((first.width * 0.75, first.height * 0.75), abs=0.6)
    assert sizes[1] == pytest.approx((30, 15), abs=0.6)
    assert document.get_metadata_dict()["Title"] == "গান"
    raw = painter.pdf([first])
    assert b"+NotoSerifBengali-Regular" in raw
    assert b"/FontFile2" in raw


def test_a_pdf_tells_no_time_and_is_the_same_each_time(painter):
    import time

    pages = [VIEWS[1].draw(song(1, ["ক্ষ্ম"]), Layout()).pages[0]]
    first = painter.pdf(pages, "গান")
    time.sleep(1.1)
    assert painter.pdf(pages, "গান") == first
    assert b"CreationDate" not in first
    assert b"ModifyDate" not in first
    assert painter.pdf([*pages, BLANK], "গান") != first


def test_a_broken_page_makes_no_pdf(painter):
    with pytest.raises(FormatError, match="no SVG"):
        painter.pdf([BLANK, replace(BLANK, svg="not markup")])
