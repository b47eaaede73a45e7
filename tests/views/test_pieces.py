"""Bars wider than a line go on in the next one, words stay apart, and no hyphen leads nowhere."""

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings

from core.formats.abc.reader import read_first
from core.score.side_by_side import side_by_side
from core.views.base import Layout
from core.views.dangling import without_dangling
from core.views.mei.columns import TORN
from core.views.pairs import row_pages
from core.views.pieces import in_pieces
from core.views.staff import STAFF
from core.views.tab import TAB
from core.views.text_width import text_width
from tests.strategies.scores import scores
from tests.views import drawn_signs

FREE = "X:1\nM:none\nL:1/8\nK:C\n"
RUN = "CDEFGABcdefgabc'bagfedcBAGFEDC"


def score_of(music, head=FREE):
    return read_first(f"{head}{music}\n").score


def lines_of(page):
    """The boxes of a page, line by line: where one stands further left than the one before, a line begins."""
    lines = [[]]
    for box in page.boxes.values():
        if lines[-1] and box.x < lines[-1][-1].x:
            lines.append([])
        lines[-1].append(box)
    return lines


def test_what_fits_is_left_as_it_is():
    score = score_of("CDEF GABc | C8 |]")
    assert in_pieces(score, 700.0) is score


def test_a_bar_is_cut_on_beats_and_its_notes_stay():
    score = score_of(f"{RUN}{RUN} | C8 |]")
    made = in_pieces(score, 300.0)
    (part,) = made.parts
    assert [note.id for event in made.events() for note in event.notes] == [
        note.id for event in score.events() for note in event.notes
    ]
    assert sum(measure.length for measure in part.measures) == sum(m.length for m in score.parts[0].measures)
    assert len(part.measures) > 3
    assert all((4 * measure.length).denominator == 1 for measure in part.measures)
    styles = [measure.right.style for measure in part.measures]
    assert styles == [TORN] * (len(styles) - 2) + ["|", "|]"]


def test_a_key_in_the_midst_of_a_bar_holds_in_its_later_pieces():
    score = score_of(f"{RUN}[K:D]{RUN}[K:clef=bass]{RUN}|]")
    keys = [measure.key.tonic for measure in in_pieces(score, 300.0).parts[0].measures]
    assert keys[0] == "C"
    assert keys[-1] == "D"
    assert sum(len(measure.changes) for measure in in_pieces(score, 300.0).parts[0].measures) in (1, 2)


@pytest.mark.parametrize("view", [STAFF, TAB], ids=["staff", "tab"])
def test_a_long_bar_is_legible(view):
    score = score_of(f"{RUN}{RUN}z2{RUN} | C4 |]")
    page = view.draw(score, Layout(page_width=800.0, title=False)).pages[0]
    lines = lines_of(page)
    assert len(lines) > 2
    assert all(after.x - before.x > 9.0 for line in lines for before, after in pairwise(line))
    numbers = [sign.name for sign in drawn_signs.signs(page) if re.fullmatch(r"\d", sign.name)]
    if view is STAFF:
        assert numbers in ([], ["2"]), "a piece of a bar has no number of its own"


def test_long_words_do_not_touch():
    words = "strengthened brightly throughout thoughts strengths প্রাণেরমানুষ দুঃখেরতিমিরে জ্যোৎস্নারাতে"
    score = score_of(f"CDEF GABc |]\nw: {words}", "X:1\nM:2/4\nL:1/16\nK:C\n")
    page = STAFF.draw(score, Layout(page_width=700.0, title=False)).pages[0]
    texts = {sign.name: sign for sign in drawn_signs.signs(page) if sign.name in words}
    assert len(texts) == 8
    rows = {}
    for sign in texts.values():
        rows.setdefault(round(sign.y), []).append(sign)
    assert len(rows) == 2
    for row in rows.values():
        for before, after in pairwise(sorted(row, key=lambda sign: sign.x)):
            assert before.x + text_width(before.name, 16.0) < after.x


def test_a_long_bar_of_compare_takes_several_lines():
    score = score_of(f"{RUN}{RUN} | C4 |]")
    rows = list(row_pages(STAFF, side_by_side(score, score), 500.0))
    assert len(lines_of(rows[0].one)) > 1


@settings(max_examples=100, deadline=None)
@given(scores())
def test_pieces_hold_what_the_bars_hold(score):
    made = in_pieces(score, 60.0)
    assert len(made.parts) == len(score.parts)
    for part, whole in zip(made.parts, score.parts, strict=True):
        assert sum(m.length for m in part.measures) == sum(m.length for m in whole.measures)
        for name in ("notes", "graces", "lyrics", "decorations"):
            cut, kept = (
                sorted(repr(getattr(event, name)) for m in one.measures for layer in m.layers for event in layer)
                for one in (part, whole)
            )
            assert cut == kept
        assert sum(len(m.marks) for m in part.measures) == sum(len(m.marks) for m in whole.measures)


# -- verses and hyphens ------------------------------------------------------------------------------------------


def test_verses_of_bengali_keep_clear_of_one_another():
    music = "C D E F |]\nw: তা তা তা তা\nw: স্ত্রী ষ্টি শ্রী হৃষ্ট"
    page = STAFF.draw(score_of(music), Layout(title=False)).pages[0]
    feet = sorted({round(sign.y, 1) for sign in drawn_signs.signs(page) if re.fullmatch("[\u0980-\u09ff]+", sign.name)})
    assert len(feet) == 2
    assert feet[1] - feet[0] > 24.0, "as far as in jianpu and swaralipi"


def test_the_last_syllable_of_a_verse_leads_nowhere():
    score = without_dangling(score_of("C D E F | G A B c |]\nw: আ-মা-র সো-\nw: তো- মা-র_"))
    rows = [[one and one.joined for one in event.lyrics] for event in score.events() if event.lyrics]
    assert rows == [[True, True], [True, True], [False, False], [False, False]]
    assert without_dangling(score) is score


def test_no_hyphen_is_drawn_to_the_end_of_the_tune():
    plain, dangling = (
        STAFF.draw(score_of(f"C D E F |\nw: আ মা র সো{end}\nG A B c | c B A G | F E D C |]"), Layout(title=False))
        for end in ("", "-না")
    )
    assert dangling.pages[0].svg.count("<rect") == plain.pages[0].svg.count("<rect")
