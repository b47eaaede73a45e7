"""Bengali on paper and in pictures has the shapes that HarfBuzz gives: no conjunct falls apart, no sign strays.

Tolerance: of the ink of a rendering at 300 dots an inch and of the outlines, at most 0.2 % is more than one pixel
(0.08 mm) from ink of the other. A conjunct that falls apart departs by over 20 %.
"""

import numpy as np
import pypdfium2
import pytest
from PySide6.QtGui import QImage

from core.reports import book
from core.reports.paper import A4
from core.views import VIEWS
from core.views.base import Layout, Page
from core.views.svg import Canvas
from core.views.text_draw import draw_text
from core.views.text_width import Style
from gui.painter import QtPainter
from tests.gui.bengali_shapes import CONJUNCTS, SCALE, departure, filled, ink, outlines
from tests.views.test_staff import song

MOST = 0.002
APART = 0.2
SET = ((Style.SERIF, 11.2), (Style.SERIF, 24.0), (Style.SANS, 13.0), (Style.BOLD, 13.0))
COLUMNS, CELL = 8, (90.0, 64.0)


def sheet(style, size):
    """A page with a conjunct a cell, and where each begins."""
    canvas, places = Canvas(), []
    for number, text in enumerate(CONJUNCTS):
        x, y = (number % COLUMNS + 0.2) * CELL[0], (number // COLUMNS + 0.7) * CELL[1]
        draw_text(canvas, x, y, text, size, style)
        places.append((text, x, y))
    height = (len(CONJUNCTS) // COLUMNS + 1) * CELL[1]
    return Page(canvas.page(COLUMNS * CELL[0], height), COLUMNS * CELL[0], height), places


def from_pdf(page, pdf, number=0):
    bitmap = pypdfium2.PdfDocument(pdf)[number].render(scale=300 / 72, grayscale=True).to_numpy()
    found = bitmap.reshape(bitmap.shape[0], bitmap.shape[1]) < 128
    width, height = round(page.width * SCALE), round(page.height * SCALE)
    return np.pad(found, ((0, max(0, height - found.shape[0])), (0, max(0, width - found.shape[1]))))[:height, :width]


def rendered(page, kind):
    painter = QtPainter()
    if kind == "pdf":
        return from_pdf(page, painter.pdf([page]))
    return ink(QImage.fromData(painter.png(page, SCALE)))


def cell(picture, x, y):
    """The part of a picture around a text's beginning, and where the text begins in it, in px."""
    left, top = max(0, round((x - 10) * SCALE)), max(0, round((y - 40) * SCALE))
    part = picture[top : top + round(58 * SCALE), left : left + round(78 * SCALE)]
    return part, x - left / SCALE, y - top / SCALE


def judged(picture, text, style, size, x, y):
    part, from_left, from_top = cell(picture, x, y)
    return departure(part, filled(outlines(text, style, size), part.shape[1], part.shape[0], from_left, from_top))


@pytest.mark.parametrize(("style", "size"), SET, ids=lambda value: str(getattr(value, "name", value)).lower())
@pytest.mark.parametrize("kind", ["pdf", "png"])
def test_every_conjunct_looks_as_harfbuzz_draws_it(qapp, kind, style, size):
    page, places = sheet(style, size)
    picture = rendered(page, kind)
    off = {text: round(judged(picture, text, style, size, x, y), 4) for text, x, y in places}
    assert {text: share for text, share in off.items() if share > MOST} == {}


@pytest.mark.parametrize("kind", ["pdf", "png"])
def test_a_conjunct_that_falls_apart_would_be_seen(qapp, kind):
    page, places = sheet(Style.SERIF, 24.0)
    picture = rendered(page, kind)
    torn = [(text, text.replace("্", "্\u200c"), x, y) for text, x, y in places if "্" in text[:-1]]
    shares = [judged(picture, apart, Style.SERIF, 24.0, x, y) for _, apart, x, y in torn]
    assert len(shares) > 50
    assert min(shares) > APART


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
def test_lyrics_of_a_book_have_their_shapes(qapp, view):
    sung = song(1, ["ক্ষ্ম", "স্ত্রী", "জ্ঞান", "হ্মা"])
    page = book.pages([book.Piece(sung)], view, A4, Layout())[0]
    assert "ক্ষ্ম" in page.svg
    whole = ink(QImage.fromData(QtPainter().png(page, SCALE)))
    assert np.count_nonzero(whole) > 10_000
    assert departure(whole, from_pdf(page, QtPainter().pdf([page]))) < MOST
