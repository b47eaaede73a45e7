"""The pitch-duration sequence of ONOTE: written exactly, read as models write it."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import FormatError
from core.formats.abc.reader import read_first
from core.formats.pitch_sequence import SPN
from core.score.events import Event, Note, Rest
from core.score.score import Measure, Part, Score
from core.score.timeline import timeline
from tests.formats.outside import watched
from tests.strategies.scores import LENGTHS, pitches


def written(abc):
    return SPN.write(read_first(abc).score).decode().strip()


def tokens(text):
    return SPN.write(SPN.read(text.encode()).scores[0]).decode().split()


def test_a_melody_is_written_as_the_paper_has_it():
    assert written("X:1\nM:4/4\nL:1/8\nK:G\nC2 F G/ _B,3/2 z2 (3cde|\n") == (
        "C4(1/4) F#4(1/8) G4(1/16) Bb3(3/16) R(1/4) C5(1/12) D5(1/12) E5(1/12)"
    )


def test_notes_that_sound_together_are_sorted_from_low_to_high_and_ties_stay_apart():
    abc = "X:1\nM:4/4\nL:1/4\nK:C\n[GEC]2-[CGE] z & c4|\n"
    assert written(abc) == "C4(1/2) E4(1/2) G4(1/2) C5(1/1) C4(1/4) E4(1/4) G4(1/4)"
    said = SPN.lost(read_first(abc).score)
    assert any("low to high" in words for words in said)
    assert any("Ties" in words for words in said)
    assert any("one line" in words for words in said)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("C4(1/4) F#5(1/8)", ["C4(1/4)", "F#5(1/8)"]),
        ("C4（1/4），F＃5（1／8）", ["C4(1/4)", "F#5(1/8)"]),
        ("c4(1/4), eb5(0.5); Fx3(1) Gbb2(2/4)", ["C4(1/4)", "Eb5(1/2)", "F##3(1/1)", "Gbb2(1/2)"]),
        ("C4(1/4) | rest(1/4) R(1/8)\nD4 ( 3 / 8 )|", ["C4(1/4)", "R(3/8)", "D4(3/8)"]),
        ("C4+50(1/4) D4-25(1/4)", ["C4+50(1/4)", "D4-25(1/4)"]),
        ("[C4(1/4), E4(1/4)]", ["C4(1/4)", "E4(1/4)"]),
        ("\ufeffB♭3(1/16)\r\nC-1(1/4)", ["Bb3(1/16)", "C-1(1/4)"]),
    ],
)
def test_what_models_write_is_read(text, expected):
    assert tokens(text) == expected


def test_broken_tokens_are_findings_with_their_place_and_the_rest_is_read():
    made = SPN.read(b"C4(1/4) H9(1/4) D4(1/0)\n  E4 F4(1/8)")
    found = [(row.code, row.line, row.column, row.length) for row in made.findings if row.code == "spn-token"]
    assert found == [("spn-token", 1, 9, 7), ("spn-token", 1, 17, 7), ("spn-token", 2, 3, 2)]
    assert [note.pitch.name for note in timeline(made.scores[0]).notes] == ["C4", "F4"]


def test_bars_are_kept_and_long_lines_without_bars_can_still_be_broken():
    barred = SPN.read(b"C4(1/4) D4(1/4) | E4(1/2) |").scores[0]
    assert [(len(m.events), m.right.style) for m in barred.parts[0].measures] == [(2, "|"), (1, "|")]
    plain = SPN.read(b"C4(1/4) " * 40).scores[0]
    assert [m.right.style for m in plain.parts[0].measures] == [""] * 10
    assert [note.onset for note in timeline(plain).notes] == [Fraction(place, 4) for place in range(40)]


def test_a_text_without_a_pitch_is_no_tune_and_caps_hold():
    assert [row.code for row in SPN.read(b"nothing here").findings][-1] == "no-tune"
    assert [row.code for row in SPN.read(b"C4(1/4) " * 130_000).findings] == ["too-long"]
    with pytest.raises(FormatError, match="20,001 notes"):
        SPN.read(b"C4(1/4) " * 25_000)
    with pytest.raises(FormatError, match="UTF-8"):
        SPN.read(b"\xff\xfe")


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(pitches(micro=False) | st.none(), st.sampled_from(LENGTHS)), min_size=1, max_size=30))
def test_a_single_line_comes_back_note_for_note(line):
    now, events = Fraction(0), []
    for pitch, length in line:
        notes = () if pitch is None else (Note(pitch, length),)
        events.append(Event(now, length, length, notes, None if notes else Rest.VISIBLE))
        now += length
    score = Score((Part("1", (Measure((tuple(events),)),)),))
    made = SPN.read(SPN.write(score))
    before = [(n.onset, n.midi, n.duration) for n in timeline(score).notes]
    after = [(n.onset, n.midi, n.duration) for again in made.scores for n in timeline(again).notes]
    assert after == before


@settings(max_examples=500, deadline=None)
@given(st.text("ABCDEFGabr#xn0123456789()/|, \n（♯.+-", max_size=200))
def test_any_text_is_read(text):
    with watched() as seen:
        made = SPN.read(text.encode())
    assert made.tunes or made.findings
    assert seen == []
