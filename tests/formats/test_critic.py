"""The dialect of Jianpu that ONOTE's critic is told about (figure 8)."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.formats.jianpu.critic import CRITIC, read
from core.formats.jianpu.text import JIANPU, write
from core.reports.importing import format_of
from core.score.timeline import timeline


def written(source):
    made = read(source.encode())
    return write(made.scores[0]).decode(), made.findings


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("| 1 2 3 4 | 5 - - 0 |", "1(1/4) 2(1/4) 3(1/4) 4(1/4) | 5(3/4) 0(1/4) |\n"),
        ("| 1 (3 4) 5 - |", "1(1/4) 3(1/8) 4(1/8) 5(1/2) |\n"),
        ("(3 4) (0 _5) (^1 #4) 1 |", "3(1/8) 4(1/8) 0(1/8) _5(1/8) ^1(1/8) #4(1/8) 1(1/4) |\n"),
        ("(1 2 3) (1 2 3 4) 0 0 |", "1(1/12) 2(1/12) 3(1/12) 1(1/16) 2(1/16) 3(1/16) 4(1/16) 0(1/4) 0(1/4) |\n"),
        ("（３ ４） ５ － －｜", "3(1/8) 4(1/8) 5(3/4) |\n"),
        ("1 (3 -) 5 (- 4) |", "1(1/4) 3(1/4) 5(3/8) 4(1/8) |\n"),
    ],
)
def test_a_number_is_a_beat_a_dash_one_more_and_brackets_share_one(source, wanted):
    assert written(source) == (wanted, ())


def test_every_bar_of_four_beats_is_a_whole_note():
    made = read(b"1=G 4/4\n| 5 (6 7) ^1 - | (7 6) 5 (3 2) 1 | 0 (0 5) 3 2 | 1 - - - ||")
    assert [measure.length for measure in made.scores[0].parts[0].measures] == [1, 1, 1, 1]
    assert made.findings == ()
    assert timeline(made.scores[0]).notes[0].pitch.name == "D4"


def test_a_bracket_left_open_is_told_and_read():
    text, findings = written("| 1 (3 4 | 5 5 5 5 |")
    assert text.startswith("1(1/4) 3(1/8) 4(1/8) | 5")
    assert [(found.code, found.line, found.column) for found in findings] == [("critic-bracket", 1, 6)]


def test_what_is_no_note_is_told_with_its_place():
    _, findings = written("| 1 8 (3 x) 2 |")
    assert [(found.code, found.column) for found in findings] == [("jianpu-token", 5), ("jianpu-token", 10)]


def test_the_two_kinds_of_jianpu_are_told_apart():
    assert format_of(None, b"```\n1=C 4/4\n| 1 (3 4) 5 - | 0 0 0 0 |\n```") is CRITIC
    assert format_of(None, b"1(1/4) 2(1/4) | 3(1/2) |") is JIANPU
    assert format_of(None, b"| 1 2 3 sa |") is not CRITIC
    assert format_of(None, b"1  2 " * 4000 + b"x") is not CRITIC


@settings(max_examples=400, deadline=None)
@given(
    st.lists(
        st.sampled_from(["1", "(3 4)", "-", "|", "(", ")", "0", "(5", "7)", "_2", "x", "\n", "(- 1)", "3(1/8)"]),
        max_size=40,
    )
)
def test_no_row_of_such_signs_makes_it_fail_and_beats_add_up(pieces):
    source = " ".join(pieces)
    for score in read(source.encode()).scores:
        total = sum((measure.length for measure in score.parts[0].measures), Fraction(0))
        assert total == timeline(score).length
