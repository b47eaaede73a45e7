"""Rows of two scores as pages: equally high, every note once, the lane above left free."""

import re
import threading
from dataclasses import replace

import pytest

from core.errors import Cancelled
from core.formats.abc.reader import read_first
from core.score.side_by_side import in_force, row_scores, side_by_side
from core.score.signatures import Clef
from core.tradition.cells.build import sa_of
from core.tradition.tunings import GUITAR, fretboard_of
from core.views import VIEWS
from core.views.jianpu.view import JIANPU
from core.views.pairs import LANE, row_pages
from core.views.staff import STAFF
from core.views.swaralipi.view import SWARALIPI
from core.views.tab import TAB
from tests.views import drawn_signs

REFERENCE = (
    "X:1\nT:আগুনের পরশমণি\nM:6/8\nL:1/8\nQ:3/8=60\nK:C\n"
    "E2 G A2 G | (GA) B c3 | d c B A2 G- | G2 ^F A3 |\nw: আ-গু-নে-র প-র-শ-ম-ণি\n"
    "G A B c B A |: A2 G E3 :| G F E D2 C | C3- C2 z |]\n"
)
TAKE = "X:1\nM:6/8\nL:1/8\nK:C\nE2 G A2 A | (GA) B c3 | G2 ^F A3 | {d}A2 G E3 | G F E D2 C | C6 | c6 | e6 |]\n"


def sides():
    return side_by_side(read_first(REFERENCE).score, read_first(TAKE).score)


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
def test_a_row_is_as_high_on_the_left_as_on_the_right_and_holds_its_notes(view):
    both = sides()
    drawn = list(row_pages(view, both, 480.0))
    assert len(drawn) > 2
    assert [pair for row in drawn for pair in row.row] == list(both.found.bars)
    for row in drawn:
        assert row.one.height == row.other.height
        for page in (row.one, row.other):
            assert f'height="{page.height:.2f}"'.rstrip("0") in page.svg or f'height="{page.height:g}"' in page.svg
            assert all(box.y >= LANE and box.y + box.height <= page.height for box in page.boxes.values())
    for place, score in enumerate((both.one, both.other)):
        found = [name for row in drawn for name in (row.one, row.other)[place].boxes]
        wanted = {note.id for event in score.events() for note in event.notes}
        assert wanted <= set(found)
        assert len(found) == len(set(found))


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
def test_a_row_of_several_bars_stands_on_one_line(view):
    both = sides()
    for row in row_pages(view, both, 480.0):
        if len(row.row) > 1:
            for page, score in ((row.one, both.one), (row.other, both.other)):
                ids = [note.id for event in score.events() for note in event.notes if note.id in page.boxes]
                lefts = [page.boxes[name].x for name in ids]
                assert lefts == sorted(lefts)


def test_drawing_stops_when_it_is_asked_to():
    stop = threading.Event()
    pages = row_pages(VIEWS[1], sides(), 480.0, stop)
    next(pages)
    stop.set()
    with pytest.raises(Cancelled):
        next(pages)


# -- what a row out of the midst of a tune says again -----------------------------------------------------------------

CHANGING = (
    "X:1\nM:3/4\nL:1/4\nK:C\nC D E | F G A | B c B | A G F | E D C | D E F | G A B | c3 |"
    "[M:2/4] C D | E F | G A | B c | c B | A G |[K:C clef=bass] C, D, | E, F, |]\n"
)
G_CLEF, F_CLEF, TAB_CLEF = "E050", "E062", "E06D"


def signs(page):
    """The clefs and the figures of metres on a page, by the names of their glyphs."""
    used = re.findall(r'href="#(E0[568][0-9A-F])"', page.svg)
    return [name for name in used if name in (G_CLEF, F_CLEF, TAB_CLEF) or name.startswith("E08")]


def test_a_clef_and_a_metre_stand_in_the_first_row_and_where_they_change():
    score = read_first(CHANGING).score
    drawn = [signs(row.one) for row in row_pages(STAFF, side_by_side(score, score), 300.0)]
    assert len(drawn) > 5
    assert drawn[0] == [G_CLEF, "E083", "E084"]
    told = [row for row in drawn[1:] if row]
    assert told == [["E082", "E084"], [F_CLEF]]


def test_a_key_with_signs_keeps_its_clef_in_every_row():
    score = read_first(CHANGING.replace("K:C\n", "K:D\n").replace("[K:C clef=bass]", "")).score
    drawn = [signs(row.one) for row in row_pages(STAFF, side_by_side(score, score), 300.0)]
    assert all(row[:1] == [G_CLEF] for row in drawn)
    assert sum("E084" in row for row in drawn) == 2


def test_tablature_and_jianpu_say_a_metre_once_too():
    score = read_first(CHANGING).score
    sides = side_by_side(score, score)
    drawn = [signs(row.one) for row in row_pages(TAB, sides, 300.0)]
    assert drawn[0] == [TAB_CLEF, "E083", "E084"]
    assert [row for row in drawn[1:] if row] == [["E082", "E084"]]
    texts = [[sign.name for sign in drawn_signs.signs(row.one)] for row in row_pages(JIANPU, sides, 300.0)]
    assert [place for place, row in enumerate(texts) if "1=C" in row] == [0]
    assert " ".join(name for row in texts for name in row).count("rect 2 4") == 1, "a fraction: its stroke and numbers"


def test_a_row_after_a_clef_has_changed_is_read_by_it():
    score = read_first(CHANGING).score
    assert in_force(score, 0) == (score.key, score.metre, Clef())
    _, metre, clef = in_force(score, len(score.parts[0].measures))
    assert (str(metre), clef.name) == ("2/4", "bass")
    _, last = row_scores(side_by_side(score, score), side_by_side(score, score).found.bars[-1:], (15, 15))
    assert last.parts[0].clef.name == "bass"


def test_tablature_is_for_the_instrument_that_is_asked_for_and_says_so_once():
    both, board = sides(), fretboard_of("dadgad", 1)
    usual, other = (list(row_pages(TAB, both, 480.0, board=board)) for board in (GUITAR, board))
    assert [row.row for row in usual] == [row.row for row in other]
    assert all(one.one.svg != two.one.svg for one, two in zip(usual, other, strict=True))
    assert ["DADGAD" in row.one.svg for row in other] == [True] + [False] * (len(other) - 1)


def test_a_bar_that_one_side_lacks_stands_beside_its_partner_on_one_line():
    head = "X:1\nM:4/4\nL:1/8\nK:Cb\n"
    bars = "c8 | c4-c4 | c2 d2 e2 f2 | z4 c4 | c4-c4 | CDEFGABc | {gab}c2 {ga}d2 {g}e2 f2 | CDEFGABc |"
    words = "w: " + "প্রাণেরমানুষ আ আ দুঃখেরতিমিরে প্রাণেরমানুষ র আ প্রাণেরমানুষ র প্রাণেরমানুষ র দুঃখেরতিমিরে র আ র র আ প্রাণেরমানুষ"
    both = side_by_side(
        read_first(f"{head}{bars}\n{words}\n").score,
        read_first(f"{head}c8 | z4 c4 | c4-c4 | CDEFGABc |\n{words}\n").score,
    )
    gaps = 0
    for row in row_pages(STAFF, both, 620.0):
        for page in (row.one, row.other):
            lefts = [box.x for box in page.boxes.values()]
            assert lefts == sorted(lefts)
            gaps += len(row.row) > 1 and any(name.startswith("gap") for name in page.boxes)
    assert gaps


def test_octave_marks_of_swaralipi_do_not_change_from_row_to_row():
    score = read_first("X:1\nM:2/4\nL:1/4\nK:G\nG, A, | B, A, | G,2 | G A | B A | G2 | G, A, | G,2 |]\n").score
    whole = sa_of(score, score.parts[0])
    assert whole == 55
    alone = sa_of(score, replace(score.parts[0], measures=score.parts[0].measures[3:6]))
    assert alone != whole, "a row by itself would be read an octave higher"
    drawn = [row.one for row in row_pages(SWARALIPI, side_by_side(score, score), 300.0)]
    low, high = drawn[0].svg.count("<path"), drawn[1].svg.count("<path")
    assert high > low, "the middle row has a reph over each of its letters"


@pytest.mark.parametrize(("words", "sung"), [("w: মা ঝে ত ব পা র", True), ("", False)])
def test_a_note_that_is_held_into_a_row_is_written_as_a_hold_there(words, sung):
    tune = f"X:1\nM:3/4\nL:1/4\nK:C\nC D E | F2 G- | G2 A | G3 |]\n{words}\n"
    score = read_first(tune).score
    rows = [row.one for row in row_pages(SWARALIPI, side_by_side(score, score), 150.0)]
    page = next(row for row in rows if "n5c17" in row.boxes and "n5c12" not in row.boxes)
    letters = [sign.name for sign in drawn_signs.signs(page) if sign.name != "rect"]
    assert "প" not in letters
    assert letters[-2:] == ["ধ", "া"]
    assert ("৹" in letters) == sung


TIED = "X:1\nM:3/4\nL:1/4\nK:C\nC D E | F2 G- | G2 A | B2 [Ac]- | [Ac]2 B- | A2 G | C3- | C3- | C3 |]\n"


@pytest.mark.parametrize(
    ("view", "wanted"),
    [
        (STAFF, [0, 1, 1, 2, 2, 0, 1, 2, 1]),
        # one arc for both notes of a chord, and one for B, which is tied to nothing
        (JIANPU, [0, 1, 1, 1, 2, 0, 1, 2, 1]),
        (TAB, [0, 1, 1, 2, 2, 0, 1, 2, 1]),
    ],
    ids=["staff", "jianpu", "tab"],
)
def test_a_tie_over_the_edge_of_a_row_is_drawn_at_both_ends(view, wanted):
    def strokes(tune):
        score = read_first(tune).score
        pages = [row.one for row in row_pages(view, side_by_side(score, score), 130.0)]
        assert len(pages) == 9, "a bar a row"
        return [page.svg.count("<path") + page.svg.count("<rect") + page.svg.count("<use") for page in pages]

    pairs = zip(strokes(TIED), strokes(TIED.replace("-", "")), strict=True)
    assert [tied - plain for tied, plain in pairs] == wanted
