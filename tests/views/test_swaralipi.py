"""Swaralipi pages: letters, signs and words have their places, nothing overlaps, and Qt reads them."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.formats.abc.reader import read
from core.lyrics.align import fit
from core.score.side_by_side import side_by_side
from core.songs import samples
from core.tradition.cells.build import LETTERS, Bar, sheet_of
from core.views.base import Layout
from core.views.pairs import row_pages
from core.views.swaralipi import SWARALIPI
from core.views.swaralipi import sizes as size
from core.views.swaralipi.columns import passages
from core.views.swaralipi.ink import ink_of
from core.views.swaralipi.letters import hasanta, letter, reph, sign
from core.views.swaralipi.lines import bar_width, systems
from core.views.text_width import text_width
from tests.views import drawn_signs
from tests.views.jianpu_scores import drawn_ids, scores
from tests.views.qt_pages import SVG, is_drawable, parse

DADRA = "C C {B,}C | D3 E F (G | A2) c {c}d =B3 | _B2 A G z ^F |]\nw: আ মার্ গো ধূ _ লি ল _ গ ন্ধে মা _ শ্রদ্ধা ঞ্জ"


def tune(body, *, metre="6/4", key="C", header="R:dadra"):
    return read(f"X:1\nT:গ্রাম ছাড়া\nC:রবীন্দ্রনাথ\n{header}\nL:1/4\nM:{metre}\nK:{key}\n{body}\n").tunes[0].score


def draw(score, **layout):
    return SWARALIPI.draw(score, Layout(**layout))


def lines_of(score, width=1000.0):
    sheet = sheet_of(score)
    return [
        line
        for passage in passages(sheet, width)
        for line in systems(passage, 0.0, width, heavy=len(sheet.vibhags) > 1)
    ]


def texts(drawing):
    return [text.text for page in drawing.pages for text in parse(page.svg).iter(f"{SVG}text")]


def test_the_view_has_a_name_and_a_title():
    assert (SWARALIPI.name, SWARALIPI.title) == ("swaralipi", "Swaralipi")


# -- letters -----------------------------------------------------------------------------------------------------


def test_each_letter_is_a_run_of_its_own_so_that_no_conjunct_forms():
    drawing = draw(tune("C/4D/4E/4F/4 B,/2C/2 ^F _E z3"), title=False)
    runs = [text for text in texts(drawing) if text in {"স", "র", "গ", "ম", "ন", "হ্ম", "জ্ঞ"}]
    assert runs == ["স", "র", "গ", "ম", "ন", "স", "হ্ম", "জ্ঞ"]
    assert not any(text == "\u09be" or text.startswith("\u09cd") for text in texts(drawing))


@pytest.mark.parametrize("name", LETTERS)
def test_marks_stand_over_and_under_their_own_letter(name):
    shape = letter(name)
    for mark, (x, _) in ((reph(), shape.reph), (hasanta(), shape.hasanta)):
        assert x + mark.left >= -60
        assert x + mark.right <= shape.advance + 140


def test_signs_have_outlines():
    assert all(sign(char).d.startswith("M") and sign(char).advance > 0 for char in "াঃ॰")


def test_a_kan_is_smaller_and_left_of_its_letter():
    (cell,) = sheet_of(tune("{G}C |]", metre="none", header="R:")).cells
    ink = ink_of(cell)
    (kan,), main = cell.units[0].kan, cell.units[0].ids[0]
    assert ink.spans[kan.id][1] <= ink.spans[main][1]
    assert ink.spans[kan.id][0] == 0.0
    assert ink.spans[kan.id][1] == pytest.approx(letter("P").advance * size.EM * size.KAN / 1000)


# -- lines -------------------------------------------------------------------------------------------------------


def test_columns_of_a_vibhag_are_equally_wide_and_hold_their_text():
    for line in lines_of(tune(DADRA)):
        for column, _, width in line.columns:
            needed = max(column.ink.width, text_width(column.cell.lyric, size.LYRIC))
            assert width - column.before - column.after >= needed
        widths = [round(width, 6) for _, _, width in line.columns]
        starts = [place for place, (column, *_) in enumerate(line.columns) if column.cell.bar is not Bar.NONE]
        assert all(len(set(widths[a:b])) == 1 for a, b in pairwise([*starts, len(widths)]))


def test_columns_and_bars_never_overlap():
    for width in (300.0, 480.0, 1000.0):
        for line in lines_of(tune(DADRA), width):
            spans = [(x, x + w) for _, x, w in line.columns] + [(x, x + bar_width(bar)) for x, bar in line.bars]
            assert all(b[0] >= a[1] - 1e-6 for a, b in pairwise(sorted(spans)))
            assert max(right for _, right in spans) <= width + 1e-6


def test_a_pickup_stands_at_the_right_and_ends_with_a_pillar():
    first, second, *_ = lines_of(tune(DADRA))
    assert first.pickup
    assert first.right == pytest.approx(1000.0)
    assert first.left > 500
    assert [bar for _, bar in first.bars] == [Bar.CYCLE]
    assert second.bars[0][1] is Bar.KALI


def test_lines_break_at_cycles_where_these_fit_else_at_vibhags():
    song = tune("|".join(["C D E F G A"] * 8) + "|]")
    for line in lines_of(song, 640.0):
        assert len(line.columns) % 6 == 0
        assert line.bars[0][1] in (Bar.KALI, Bar.CYCLE)
    narrow = lines_of(song, 140.0)
    assert {len(line.columns) for line in narrow} == {3}
    assert {bar for line in narrow[:-1] for _, bar in line.bars} == {Bar.KALI, Bar.CYCLE, Bar.VIBHAG}


def test_full_lines_reach_the_edge_and_the_last_is_not_pulled_apart():
    rows = lines_of(tune("|".join(["C D E F G A"] * 5) + "|]"), 700.0)
    assert all(line.right == pytest.approx(700.0) for line in rows[:-1])
    assert rows[-1].right < 700


def test_kalis_begin_and_end_with_two_pillars_and_the_song_with_four():
    rows = lines_of(tune("P:sthayi\nC6|\nP:antara\nD6|]"))
    assert [[bar for _, bar in line.bars if bar in (Bar.KALI, Bar.END)] for line in rows] == [
        [Bar.KALI, Bar.KALI], [Bar.KALI, Bar.END],
    ]  # fmt: skip
    assert [line.heading for line in rows] == ["স্থায়ী", "অন্তরা"]


# -- pages -------------------------------------------------------------------------------------------------------


def test_the_head_names_sa_tala_and_composer():
    drawing = draw(tune("C6 |]", key="Bb"))
    assert {"গ্রাম ছাড়া", "দাদরা", "রবীন্দ্রনাথ", "সা = "} <= set(texts(drawing))
    assert not {"গ্রাম ছাড়া", "রবীন্দ্রনাথ"} & set(texts(draw(tune("C6 |]"), title=False)))


def test_every_note_kan_and_rest_has_a_box_on_its_line():
    score = tune(DADRA)
    (page,) = draw(score).pages
    assert set(page.boxes) == drawn_ids(score)
    rows = {box.y for box in page.boxes.values()}
    assert len(rows) == len(lines_of(score, 1000 - 2 * size.MARGIN))
    ordered = [page.boxes[note.id] for event in score.events() for note in event.notes]
    assert all(a.y < b.y or a.x < b.x for a, b in pairwise(ordered))


def test_boxes_follow_the_scale():
    score = tune(DADRA)
    once, twice = draw(score, page_width=500).pages[0].boxes, draw(score, page_width=1000, scale=2).pages[0].boxes
    for name, box in once.items():
        found = twice[name]
        assert (found.x, found.y, found.width, found.height) == pytest.approx(
            (2 * box.x, 2 * box.y, 2 * box.width, 2 * box.height)
        )


def test_the_places_of_a_line_are_those_reckoned_by_hand():
    """Natural: II and its edge 21, six columns of 30, a vibhag 11.1, edge and IIII 39; the last line is a quarter wider."""
    song = tune("C D E | F G A |]", metre="3/4")
    (line,) = lines_of(song)
    assert line.right == pytest.approx(1.25 * (21 + 180 + 11.1 + 39))
    wide = (line.right - 71.1) / 6
    assert [x for x, _ in line.bars] == pytest.approx([0.0, 26 + 3 * wide, 37.1 + 6 * wide])
    assert [x for _, x, _ in line.columns] == pytest.approx(
        [21, 21 + wide, 21 + 2 * wide, 32.1 + 3 * wide, 32.1 + 4 * wide, 32.1 + 5 * wide]
    )
    assert line.columns[0][0].ink.width == pytest.approx((607 + 194) * size.EM / 1000), "স and aakar of the font"
    boxes = draw(song, title=False).pages[0].boxes
    assert len({box.y for box in boxes.values()}) == 1
    assert {box.height for box in boxes.values()} == {size.TOP + size.DEPTH}


def test_words_stand_below_their_letters():
    words = [text for text in texts(draw(tune(DADRA), title=False)) if text in ("মার্", "ধূ", "৹", "ন্ধে", "শ্রদ্ধা")]
    assert words[:3] == ["মার্", "ধূ", "৹"]
    assert "শ্রদ্ধা" in words


def test_what_cannot_be_written_has_a_star_and_its_shares():
    drawing = draw(tune("C2/3D/3 E5 |]"), title=False)
    assert "*" in texts(drawing)
    assert {"2/3", "1/3"} <= set(texts(drawing))
    assert [row.code for row in drawing.diagnostics] == ["swaralipi-cell"]


def test_a_score_without_notes_is_one_page():
    for text in ("", "X:1\nK:C\n", "X:1\nT:t\nK:C\n|]\n"):
        for found in read(text).tunes:
            drawing = draw(found.score)
            assert len(drawing.pages) == 1
            assert drawing.pages[0].boxes == {}


def test_pages_break_between_lines():
    score = tune("|".join(["C D E F G A"] * 60) + "|]")
    pages = draw(score, page_width=500, page_height=400).pages
    assert len(pages) > 2
    assert all((page.width, page.height) == (500, 400) for page in pages)
    assert set().union(*(page.boxes for page in pages)) == drawn_ids(score)


def test_words_of_a_sample_that_were_put_under_a_tune_are_drawn_whole(qapp):
    song = samples.load("aguner-poroshmoni")
    score, _ = fit(tune("|".join(["C2 D E F G", "A G F E D2"] * 12) + "|]"), song.lyrics, closed=True)
    drawing = draw(score)
    assert set().union(*(page.boxes for page in drawing.pages)) == drawn_ids(score)
    assert all(is_drawable(page.svg) for page in drawing.pages)
    assert {"আ", "গু", "নে", "র্"} <= set(texts(drawing))


def test_tala_numbers_stand_over_the_vibhags_of_the_first_line_alone():
    song = tune("|".join(["C D E F G A"] * 30) + "|]")
    cycles = len(lines_of(song, 1000.0 - 2 * size.MARGIN)[0].columns) // 6
    assert [text for text in texts(draw(song, title=False)) if text in ("১", "০")] == ["১", "০"] * cycles
    own = tune("C7 |", metre="7/4", header="R:x\n%%vibhags 3 2 2\n%%beats sam taali khali")
    assert sheet_of(own).marks == ("১´", "২", "০")


def test_text_cannot_become_markup():
    score = tune('P:<b>&\n"^<script>"C6 |]\nw: </text><i>', header="R:<x>&")
    assert "script" in str(texts(draw(score)))


@settings(max_examples=60, deadline=None)
@given(scores(), st.sampled_from([120.0, 480.0, 1000.0]), st.sampled_from([None, 1.0, 720.0]))
def test_any_score_is_drawn_and_no_note_of_its_part_is_lost(score, width, height):
    drawing = draw(score, page_width=width, page_height=height)
    boxes = set().union(*(page.boxes for page in drawing.pages))
    for page in drawing.pages:
        parse(page.svg)
        assert all(0 <= box.x <= page.width and box.width > 0 and box.height > 0 for box in page.boxes.values())
    if len(score.parts) == 1:
        assert boxes == drawn_ids(score)


# -- a row of two scores, holds, headings ------------------------------------------------------------------------


def test_raga_and_tala_stand_in_the_middle_over_the_music():
    song = tune("C6 |]", header="R:dadra\nI:raga মিশ্র ভূপালী")
    words = "মিশ্র ভূপালী । দাদরা"
    (head,) = (sign for sign in drawn_signs.signs(draw(song, page_width=900.0).pages[0]) if sign.name == words)
    assert head.x + text_width(words, size.HEADER) / 2 == pytest.approx(450.0, abs=1.0)
    assert "দাদরা" in texts(draw(tune("C6 |]")))


def rows_of(song, width=240.0):
    return [row.one for row in row_pages(SWARALIPI, side_by_side(song, song), width)]


def test_a_row_out_of_a_tune_has_no_head_and_no_sign_of_its_ends():
    song = tune("C6 | D6 | E6 |]")
    first, middle, last = rows_of(song)
    head = {"সা = ", "দাদরা", "১", "০"}
    words = [{sign.name for sign in drawn_signs.signs(page)} for page in (first, middle, last)]
    assert [head & row for row in words] == [head, set(), set()]
    assert middle.height < first.height
    # a pillar and its two serifs at both ends, the stroke between the vibhags, and five hyphens
    strokes = [sum(sign.name == "rect" for sign in drawn_signs.signs(page)) for page in (first, middle, last)]
    assert strokes == [9 + 6, 6 + 6, 3 + 4 * 3 + 6]


def test_a_short_bar_that_begins_a_row_is_no_pickup():
    song = tune("C6 | D2 | E4 | F6 |]")
    middle = rows_of(song, 300.0)[1]
    assert list(middle.boxes) == ["n8c6", "n8c11"]
    assert len({box.y for box in middle.boxes.values()}) == 1


def test_a_notes_box_reaches_over_its_holds():
    song = tune("C3 D E- E |]")
    boxes = draw(song, title=False).pages[0].boxes
    c, d, e, tied = (boxes[event.notes[0].id] for event in song.events())
    assert c.x + c.width > c.x + 2.5 * size.LEAST_COLUMN
    assert c.x + c.width <= d.x
    assert e.x + e.width <= tied.x, "a tied note has a box of its own"


def test_a_section_that_a_file_only_counts_has_no_heading():
    assert [line.heading for line in lines_of(tune("P:body5\nC6|\nP:antara\nD6|]"))] == ["", "অন্তরা"]


def test_the_number_of_a_shruti_stands_raised_behind_its_letter():
    (page,) = SWARALIPI.draw(tune("_3/2D _/E C |]", metre="none", header="R:"), Layout(title=False)).pages
    found = [sign for sign in drawn_signs.signs(page) if sign.name in ("ঋ", "১", "জ্ঞ", "২", "স")]
    assert [sign.name for sign in found] == ["ঋ", "১", "জ্ঞ", "২", "স"]
    assert all(number.y < letter.y - 5 for letter, number in ((found[0], found[1]), (found[2], found[3])))
