"""What reaches over the edge of a row of Compare is drawn to the edge, and from it in the next row, as in print."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings

from core.formats.abc.reader import read_first
from core.score.side_by_side import side_by_side
from core.tradition.fretting import finger_part
from core.tradition.tunings import GUITAR
from core.views.base import Layout, Reach
from core.views.jianpu.view import JIANPU
from core.views.pairs import row_pages
from core.views.reach import reaches
from core.views.staff import STAFF
from core.views.swaralipi.view import SWARALIPI
from core.views.tab import TAB
from tests.views import drawn_signs
from tests.views.jianpu_scores import drawn_ids, scores

HEAD = "X:1\nM:4/4\nL:1/4\nK:C\n"
SLURS = "C D (E F | G A B c | d) c (B A | G) F (E D |.(C4 | D4 | E4)) |]"


def score_of(music, head=HEAD):
    return read_first(f"{head}{music}\n").score


def pages_of(view, music, width=160.0, head=HEAD):
    score = score_of(music, head)
    return [row.one for row in row_pages(view, side_by_side(score, score), width)]


def ink(page):
    """How many strokes, outlines and dots a page has."""
    return len(re.findall("<(?:path|rect|use|polyline|polygon|ellipse|circle)", page.svg))


def test_a_measure_knows_what_reaches_into_it():
    score = score_of(
        "C (D !<(!E2- | E2 F2 | .(G2 A2) |1 !<)!B2) c2 | (d4 :|2 !>(!C4 | D4 | E4 |: (F4- | F4 G4 | A4) !>)!B4 |]"
    )
    found = reaches(score)
    assert len(found) == len(score.parts[0].measures) + 1
    assert [len(one.ties) for one in found] == [0, 1] + [0] * 7 + [1, 0, 0]
    assert [one.slurs for one in found] == [
        (),
        (False,),
        (False,),
        (False,),
        (),
        (),
        (),
        (),
        (),
        (False,),
        (False,),
        (),
    ]
    assert [one.lines for one in found[1:6]] == [("cres",), ("cres",), ("cres",), (), ()]
    assert [one.lines for one in found[6:]] == [("dim",)] * 5 + [()]
    assert [one.ending for one in found] == [(), (), (), (), (1,), (), (2,), (2,), (), (), (), ()]


def test_a_score_without_parts_has_nothing_that_reaches_over():
    assert reaches(replace(score_of("C4|]"), parts=())) == [Reach()]


@pytest.mark.parametrize("view", [STAFF, JIANPU, TAB, SWARALIPI], ids=lambda view: view.name)
def test_a_slur_over_the_edge_of_a_row_is_drawn_in_every_row_that_it_touches(view):
    plain = pages_of(view, re.sub(r"\.?[()]", "", SLURS))
    slurred = pages_of(view, SLURS)
    assert len(plain) == len(slurred) == 7
    more = [ink(row) - ink(bare) for row, bare in zip(slurred, plain, strict=True)]
    # jianpu draws the dots of a dotted slur one by one
    assert [min(count, 2) for count in more[:4]] == [1, 1, 2, 2]
    assert all(count >= 2 if view is JIANPU else count == 2 for count in more[4:])


def slur_ends(page):
    """Where the one slur of a page of staff or tablature begins and ends, in pixels."""
    ((left, right),) = re.findall(r'd="M([-\d.]+),[-\d.]+ C\S+ \S+ ([-\d.]+),', page.svg)
    move, scale = re.search(r"translate\(([-\d.]+) [-\d.]+\) scale\(([\d.]+)\)", page.svg).groups()
    return [float(move) + float(x) * float(scale) for x in (left, right)]


@pytest.mark.parametrize("view", [STAFF, TAB], ids=["staff", "tab"])
def test_a_slur_ends_at_the_edge_of_its_row_and_begins_there_in_the_next(view):
    pages = pages_of(view, "C D E (F | G A B c | d) c B A |]", 220.0)
    (_, out), (into, on), (again, _) = map(slur_ends, pages)
    first, middle, last = (sorted((box.x, box.x + box.width) for box in page.boxes.values()) for page in pages)
    assert out > first[-1][1]
    assert into < middle[0][0]
    assert on > middle[-1][1]
    assert again < last[0][0]


@pytest.mark.parametrize("view", [STAFF, TAB], ids=["staff", "tab"])
def test_a_hairpin_goes_on_open_over_the_edge_of_a_row(view):
    music = "C D !<(!E F | G A B c | d !<)!c B A | !>(!G F E D | C4 | D !>)!E F G |]"
    drawn = pages_of(view, music)
    bare = pages_of(view, re.sub(r"![^!]*!", "", music))
    more = [ink(row) - ink(plain) for row, plain in zip(drawn, bare, strict=True)]
    assert more == [1] * 6
    closed = [row.svg.count("<polyline") for row in drawn]
    assert closed == [1, 0, 0, 0, 0, 1], "a tip that lies in another row is not drawn"


def test_a_hairpin_in_jianpu_goes_on_in_every_row_that_it_touches():
    music = "C D !<(!E F | G A B c | d !<)!c B A | !>(!G F E D | C4 | D !>)!E F G |]"
    drawn = pages_of(JIANPU, music)
    bare = pages_of(JIANPU, re.sub(r"![^!]*!", "", music))
    assert [ink(row) - ink(plain) for row, plain in zip(drawn, bare, strict=True)] == [2] * 6
    assert all(row.height > plain.height for row, plain in zip(drawn, bare, strict=True))


def test_an_ending_over_the_edge_of_a_row_is_open_there():
    music = "|: C4 |1 D4 | E4 | F4 :|2 G4 | A4 |]"
    texts = [[sign.name for sign in drawn_signs.signs(page)] for page in pages_of(STAFF, music)]
    assert [[text for text in row if "." in text] for row in texts] == [
        [],
        ["1."],
        ["(1.)"],
        ["(1.)"],
        ["2."],
        ["(2.)"],
    ]
    bare = pages_of(STAFF, "|: C4 | D4 | E4 | F4 :| G4 | A4 |]")
    legs = [ink(page) - ink(plain) for page, plain in zip(pages_of(STAFF, music), bare, strict=True)]
    assert legs == [0, 2, 1, 2, 2, 2], "the stroke above, and a leg at the beginning and at the end"


def test_an_ending_in_jianpu_goes_on_in_the_rows_that_follow():
    music = "|: C4 |1 D4 | E4 | F4 :|2 G4 | A4 |]"
    bare = pages_of(JIANPU, "|: C4 | D4 | E4 | F4 :| G4 | A4 |]")
    strokes = [ink(page) - ink(plain) for page, plain in zip(pages_of(JIANPU, music), bare, strict=True)]
    assert strokes == [0, 2, 1, 2, 2, 2]


# -- swaralipi: a row is cut out of its tune ---------------------------------------------------------------------

TINTAL = "X:1\nM:4/4\nL:1/4\nR:tintal\nK:C\n"


def chars(page):
    """What stands on a page from left to right, lyrics and strokes left out."""
    return "".join(sign.name for sign in drawn_signs.signs(page) if sign.name not in ("rect", "tie", "other"))


def test_brackets_of_a_repeat_stand_where_it_begins_and_ends_though_rows_lie_between():
    music = "C4 |: D4 | E4 |1 F4 | G4 :|2 A4 | B4 |]"
    drawn = [chars(page) for page in pages_of(SWARALIPI, music)]
    assert [re.sub(r"[^(){}]", "", row) for row in drawn] == ["", "{", "", "(", ")}", "", ""]


def test_a_cycle_goes_on_from_row_to_row():
    music = "C D E F | G A B c | c B A G | F E D C | C D E F | G A B c | c B A G | F E D C |]"
    pages = pages_of(SWARALIPI, music, 60.0, TINTAL)
    assert len(pages) == 8
    # II at the beginning, IIII at the end, and I round a cycle of four bars alone
    assert [pillars(page) for page in pages] == [2, 0, 0, 1, 1, 0, 0, 4]


def pillars(page):
    """How many pillars a page has, by their serifs."""
    return sum(sign.name == "rect" and sign.width == 7.0 for sign in drawn_signs.signs(page)) // 2


def test_a_pickup_alone_in_its_row_is_closed_by_one_pillar():
    music = "P:sthayi\nC D | E F G A | B A G F || P:antara\nE F | G A B c |]"
    pages = pages_of(SWARALIPI, music, 160.0, TINTAL)
    assert [pillars(page) for page in pages][:2] == [1, 2]


def test_tala_numbers_stand_where_the_first_whole_cycle_does_though_a_pickup_has_a_row_of_its_own():
    music = "P:sthayi\nC D | E F G A | B A G F || P:antara\nE F | G A B c |]"
    pages = pages_of(SWARALIPI, music, 160.0, TINTAL)
    numbers = [{sign.name for sign in drawn_signs.signs(page)} & set("১২৩০") for page in pages]
    assert not numbers[0]
    assert numbers[1]
    assert not any(numbers[2:])


def test_a_glide_that_passes_a_whole_row_reaches_from_edge_to_edge():
    first, middle, last = pages_of(SWARALIPI, "C D E (F | G A B c | d) c B A |]")
    arcs = [[sign for sign in drawn_signs.signs(page) if sign.name == "tie"] for page in (first, middle, last)]
    assert [len(row) for row in arcs] == [1, 1, 1]
    lefts = [min(box.x for box in page.boxes.values()) for page in (middle, last)]
    assert [row[0].x < left for row, left in zip(arcs[1:], lefts, strict=True)] == [True, True]


def test_one_and_a_half_matras_over_the_edge_of_a_row_are_written_as_a_hold():
    head = "X:1\nM:none\nL:1/4\nK:C\n"
    music = "C D E F- | F/2 G/2 A B c |]"
    drawn = [chars(page) for page in pages_of(SWARALIPI, music, 190.0, head)]
    assert [row.count("ঃ") for row in drawn] == [0, 2]
    assert [row.count("প") for row in drawn] == [0, 1]


def test_a_gap_stands_beside_the_bar_that_this_side_lacks():
    one, other = score_of("C D E F | G A B c | c B A G |]"), score_of("C D E F | c B A G |]")
    both = side_by_side(one, other)
    rows = list(row_pages(SWARALIPI, both, 900.0))
    assert [len(row.row) for row in rows] == [3]
    left, right = rows[0].one.boxes, rows[0].other.boxes
    assert max(box.x for box in right.values()) == pytest.approx(max(box.x for box in left.values()), abs=20.0)
    assert sum(name.startswith("gap") for name in right) == 4
    assert drawn_signs.names(rows[0].other, "স", "র", "গ", "ম", "ন", "ধ", "প") == list("সরগমসনধপ")


@settings(max_examples=60, deadline=None)
@given(scores().filter(lambda score: score.parts and score.events()))
def test_rows_hold_what_the_whole_tune_holds(score):
    both = side_by_side(score, score)
    pages = [row.one for row in row_pages(SWARALIPI, both, 200.0)]
    names = [name for page in pages for name in page.boxes]
    assert len(names) == len(set(names))
    assert set(names) == drawn_ids(both.one)
    letters = ("স", "ঋ", "র", "জ্ঞ", "গ", "ম", "হ্ম", "প", "দ", "ধ", "ণ", "ন")
    whole = SWARALIPI.draw(both.one, Layout(title=False)).pages
    counts = [sorted(name for page in some for name in drawn_signs.names(page, *letters)) for some in (pages, whole)]
    assert counts[0] == counts[1]


# -- tablature ---------------------------------------------------------------------------------------------------


def test_a_row_is_fingered_as_the_whole_tune_is():
    music = "C D E F | G A B c | d e f g | e d c B | A G F E | D C D E |]"
    wanted = [str(places[0][1]) for places, _ in finger_part(score_of(music).parts[0], GUITAR)]
    pages = pages_of(TAB, music)
    drawn = [sign.name for page in pages for sign in drawn_signs.signs(page) if sign.name.isdigit()]
    assert len(pages) == 6
    assert drawn == wanted
