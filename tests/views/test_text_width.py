"""Text measured without Qt, run by run."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.views.signs import SIGNS
from core.views.svg import Canvas
from core.views.text_draw import draw_text, fitted
from core.views.text_width import BENGALI_SIZE, Style, runs, text_width
from tests.views.qt_pages import ink, load_fonts


def families(text):
    return [(run.text, run.font.family if run.font else None) for run in runs(text)]


def test_width_grows_with_size():
    assert text_width("abc", 20) == pytest.approx(2 * text_width("abc", 10))


def test_nothing_is_no_wide():
    assert text_width("", 20) == 0


def test_a_digit_has_the_width_that_the_font_says():
    assert text_width("5", 1000) == pytest.approx(559)


def test_bengali_is_shaped_not_added_up():
    letters = sum(text_width(char, 10) for char in "ক্ষ")
    assert text_width("ক্ষ", 10) < letters


def test_bengali_is_set_a_fifth_larger():
    assert text_width("গান", 10) == pytest.approx(BENGALI_SIZE * text_width("গান", 10, bengali_size=1.0))


def test_a_string_is_cut_by_script():
    assert families("গান song") == [("গান ", "Noto Serif Bengali"), ("song", "Noto Serif")]


def test_punctuation_and_numbers_stay_with_the_run_they_stand_in():
    assert families("প্রাণে, (২) - 3।") == [("প্রাণে, (২) - 3।", "Noto Serif Bengali")]
    assert families("(a) - 3.") == [("(a) - 3.", "Noto Serif")]


def test_joiners_stay_inside_the_word():
    assert families("র\u200d্যা") == [("র\u200d্যা", "Noto Serif Bengali")]


def test_musical_signs_are_runs_of_their_own():
    assert families("1=B♭ x") == [("1=B", "Noto Serif"), ("♭", None), ("x", "Noto Serif")]
    assert [run.text for run in runs("𝅗𝅥.")] == ["𝅗𝅥", "."]


def test_a_run_never_begins_with_a_space_but_keeps_its_room():
    tight, wide = runs("♩=60"), runs("♩ =60")
    assert [run.text for run in wide] == ["♩", "=60"]
    assert wide[1].x - tight[1].x == pytest.approx(0.26)


@pytest.mark.parametrize("style", Style)
def test_every_style_measures_both_scripts(style):
    assert text_width("a", 10, style) > 0
    assert text_width("আ", 10, style) > 0


def test_fitted_shrinks_only_what_is_too_wide():
    assert fitted("abc", 10, 500) == 10
    assert text_width("abc" * 50, fitted("abc" * 50, 10, 60)) == pytest.approx(60)


def test_text_is_drawn_where_it_is_measured():
    canvas = Canvas()
    left, right = draw_text(canvas, 100, 0, "গান ♯ song", 10, anchor=0.5)
    assert (left + right) / 2 == pytest.approx(100)
    assert right - left == pytest.approx(text_width("গান ♯ song", 10))
    assert len(canvas) == 3


@given(st.text(st.one_of(st.characters(), st.sampled_from("কষ্\u200dািৃ ♯♩" + "".join(SIGNS)))))
def test_runs_follow_one_another(text):
    row = runs(text)
    for run, after in pairwise(row):
        assert after.x >= run.x + run.width - 1e-9
    assert text_width(text, 10) >= 0


def test_qt_agrees_about_widths(qapp):
    from PySide6.QtGui import QFont, QFontMetricsF

    load_fonts()
    cases = [("আগুনের পরশমণি", Style.SERIF), ("র্য্যা", Style.SANS), ("Waves", Style.SERIF), ("AV", Style.BOLD)]
    for text, style in cases:
        (run,) = runs(text, style, 1.0)
        font = QFont(run.font.family)
        font.setPixelSize(100)
        font.setBold(run.font.weight == "bold")
        font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        assert QFontMetricsF(font).horizontalAdvance(text) == pytest.approx(run.width * 100, rel=0.01)


@pytest.mark.parametrize("text", ["আগুনের পরশমণি", "the quick brown fox", "1=B♭ গান"])
def test_qt_paints_what_was_measured(qapp, text):
    canvas = Canvas()
    width = text_width(text, 16.8)
    draw_text(canvas, 20, 40, text, 16.8)
    left, _, right, _ = ink(canvas.page(400, 80), 400, 80)
    assert right - left == pytest.approx(width, abs=3)


@pytest.mark.parametrize("text", ["花", "茉莉花", "，", "か", "한", "（花"])
def test_chinese_characters_are_squares_whatever_font_the_system_has(text):
    assert text_width(text, 14) == pytest.approx(14 * len(text))


def test_chinese_beside_latin_takes_no_room_from_it():
    assert text_width("花 to", 14) == pytest.approx(14 + text_width(" to", 14))
