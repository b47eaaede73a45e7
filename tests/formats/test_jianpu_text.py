"""Jianpu text (ONOTE, figure 7, format B): NOTATION's worked examples, ONOTE's own lines, round trips, and bad text."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.formats.abc.reader import read_first
from core.formats.jianpu.text import JIANPU, read, write
from core.formats.jianpu.text_tokens import key_of, key_words
from core.score.degrees import do_of, figure, nearest_semitone, pitch_of
from core.score.pitch import Pitch
from core.score.signatures import Metre, standard_key
from core.score.timeline import timeline
from tests.strategies.scores import keys, scores

ONE = Fraction(1)


def tune(body, key="C", metre="4/4", unit="1/4"):
    return read_first(f"X:1\nM:{metre}\nL:{unit}\nK:{key}\n{body}\n").score


def text(body, **header):
    return write(tune(body, **header)).decode()


def read_one(source):
    made = read(source.encode())
    return made.scores[0], made.findings


def sounds(score, *, played=True):
    return [(m.onset, nearest_semitone(m.midi), m.duration) for m in timeline(score, played=played).notes]


def names(source):
    return " ".join(f"{m.pitch.name}/{m.duration}" for m in timeline(read_one(source)[0], played=True).notes)


B4 = {
    "1": ("C D E F|", {}, "1(1/4) 2(1/4) 3(1/4) 4(1/4) |\n"),
    "2": ("G2 E2|G3 C|C4|", {}, "5(1/2) 3(1/2) | 5(3/4) 1(1/4) | 1(1/1) |\n"),
    "3": ("C/D/ E F/G/ A|", {}, "1(1/8) 2(1/8) 3(1/4) 4(1/8) 5(1/8) 6(1/4) |\n"),
    "4": ("G3/2 A/ G2|", {}, "5(3/8) 6(1/8) 5(1/2) |\n"),
    "5": ("E3/4F/4 z3|", {}, "3(3/16) 4(1/16) 0(3/4) |\n"),
    "6": ("G,/4A,/4B,/4C/4 z3|", {}, "_5(1/16) _6(1/16) _7(1/16) 1(1/16) 0(3/4) |\n"),
    "7": ("C D G2-|G E D2|", {}, "1(1/4) 2(1/4) 5(1/2) | 5(1/4) 3(1/4) 2(1/2) |\n"),
    "8": ("(3G/A/B/ z3|", {}, "5(1/12) 6(1/12) 7(1/12) 0(3/4) |\n"),
    "9": ("z/G/ z z2|", {}, "0(1/8) 5(1/8) 0(1/4) 0(1/2) |\n"),
    "10": (
        "G, D F =F G z|G6|GGG GGG|", {"key": "G", "metre": "6/8", "unit": "1/8"},
        "1=G 6/8\n1(1/8) 5(1/8) 7(1/8) b7(1/8) ^1(1/8) 0(1/8) | ^1(3/4) | "
        "^1(1/8) ^1(1/8) ^1(1/8) ^1(1/8) ^1(1/8) ^1(1/8) |\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("body", "header", "wanted"), B4.values(), ids=B4)
def test_the_worked_examples_of_notation_b4_as_text(body, header, wanted):
    assert text(body, **header) == wanted


def test_a_line_of_onotes_own_tests_is_read_and_written_again():
    line = "3(1/4) _5(1/4) 0(1/8) 3(1/16) 4(5/16) | _6(3/16) __2(1/16) 1(1/4) _6(1/2) |"
    score, findings = read_one(line)
    assert findings == ()
    assert names(line) == "E4/1/4 G3/1/4 E4/1/16 F4/5/16 A3/3/16 D2/1/16 C4/1/4 A3/1/2"
    assert [measure.length for measure in score.parts[0].measures] == [1, 1]
    assert write(score).decode() == line + "\n"


def test_every_length_from_a_32nd_to_a_double_whole_keeps_its_length():
    lengths = [Fraction(2) ** power for power in range(-5, 2)]
    lengths += [length * 3 / 2 for length in lengths] + [Fraction(1, 12), Fraction(1, 20), Fraction(5, 8)]
    source = " | ".join(f"1({length.numerator}/{length.denominator})" for length in lengths)
    score, findings = read_one(source + " |")
    assert findings == ()
    assert [duration for _, _, duration in sounds(score)] == lengths
    assert write(score).decode().replace("\n", " ").split() == (source + " |").split()


def test_the_undotted_one_lies_between_g_flat_3_and_f_sharp_4():
    spoken = {"1=C": "C4", "1=G": "G3", "1=bA": "Ab3", "1=F": "F4", "1=F#": "F#4", "1=Gb": "Gb3", "1=B": "B3"}
    assert {head: names(f"{head}\n1(1/4) |").split("/")[0] for head in spoken} == spoken


def test_a_minor_key_is_written_by_its_relative_major_and_keeps_its_sa():
    source = text("A B c ^G|", key="Am")
    assert source == "1=C 6=A 4/4\n6(1/4) 7(1/4) ^1(1/4) #5(1/4) |\n"
    key = read_one(source)[0].key
    assert (key.tonic, key.mode) == ("A", "minor")


def test_changes_of_key_and_metre_stand_where_they_happen():
    source = text("C4|[K:G][M:3/4]G3|[K:C]C [K:F]F F|")
    assert source == "1(1/1) | 1=G 3/4 ^1(3/4) | 1=C 1(1/4) 1=F 1(1/4) 1(1/4) |\n"
    score, findings = read_one(source)
    assert findings == ()
    assert [(m.key.tonic, str(m.metre)) for m in score.parts[0].measures] == [("C", "4/4"), ("G", "3/4"), ("C", "3/4")]
    assert write(score).decode() == source


def test_text_as_models_write_it_is_read():
    assert names("１（１／４）　＿５（１／８）｜＾１（1/2）") == "C4/1/4 G3/1/8 C5/1/2"
    assert names("1 2 3 - | 5. 6(1/8) 5 - |") == "C4/1/4 D4/1/4 E4/1/2 G4/3/8 A4/1/8 G4/1/2"
    assert names("1, 2, 3") == "C4/1/4 D4/1/4 E4/1/4"
    assert names("6, 7, 1' 5,") == "A3/1/4 B3/1/4 C5/1/4 G3/1/4"
    assert names("1̇(1/4) 5̣(1/4)") == "C5/1/4 G3/1/4"
    assert names("#_4(1/4) _#4(1/4) ♭7(0.25)") == "F#3/1/4 F#3/1/4 Bb4/1/4"
    assert names("1(1/2)~ | 1(1/2)") == "C4/1"
    assert names("Key: G\nTime: 3/4\n```\n1 2 3 |\n```\n") == "G3/1/4 A3/1/4 B3/1/4"


def test_a_dash_at_the_start_of_a_bar_goes_on_over_the_line():
    score, findings = read_one("1 2 3 4 | - - 5 5 |")
    assert findings == ()
    assert sounds(score)[3:] == [
        (Fraction(3, 4), 65, Fraction(3, 4)),
        (3 * ONE / 2, 67, ONE / 4),
        (7 * ONE / 4, 67, ONE / 4),
    ]


def test_without_bar_lines_bars_are_filled():
    measures = read_one("1 2 3 4 5 6 7 1")[0].parts[0].measures
    assert [(measure.length, measure.right.style) for measure in measures] == [(1, ""), (1, "")]


def test_what_is_no_jianpu_is_told_with_its_place_and_the_rest_is_read():
    score, findings = read_one("Here is your melody:\n1(1/4) 9(1/4) 2(1/0) do 3(1/4) |")
    assert len(sounds(score)) == 2
    assert [(f.code, f.line, f.column, f.length) for f in findings] == [
        ("jianpu-line", 1, 1, 20),
        ("jianpu-token", 2, 8, 6),
        ("jianpu-length", 2, 15, 6),
        ("jianpu-token", 2, 22, 2),
    ]
    assert "(1/4)" in findings[2].message


def test_a_text_without_notes_is_no_tune():
    for empty in ("", "0(1/4) |", "Sorry, I cannot compose.", "```\n```"):
        made = read(empty.encode())
        assert made.tunes == ()
        assert made.findings[-1].code == "no-tune"


def test_losses_are_said():
    score = tune('[CE] C-|C (D {f}E)|:"Am"G4:|\nw: আ মা র', key="C")
    said = " ".join(JIANPU.lost(score))
    for word in ("highest", "Ties", "Slurs", "Grace", "lyrics", "Repeats", "chord symbols"):
        assert word in said
    assert JIANPU.lost(read_one("1(1/4) |")[0]) == []


@given(st.builds(Pitch, st.sampled_from("CDEFGAB"), st.integers(1, 7), st.integers(-1, 1)), keys)
def test_a_degree_is_the_pitch_it_came_from(pitch, key):
    found = figure(pitch, do_of(key))
    assert pitch_of(found, do_of(key)).midi == pitch.midi


@given(keys)
def test_a_key_is_read_as_it_is_named(key):
    do = standard_key(do_of(key).name.replace("♯", "#").replace("♭", "b"))
    again = [key_of(int(word[0]), word[2:]) for word in key_words(key)]
    assert again[0] is not None
    assert {made.alters for made in again if made} == {do.alters}
    if len(again) > 1:
        assert again[1].tonic == key.tonic


def held(score):
    """What Jianpu text holds of a score: the highest note of each event of the first part's main layer."""
    rows, start = [], Fraction(0)
    for measure in score.parts[0].measures:
        for event in measure.events:
            if event.notes:
                midi = max(event.notes, key=lambda note: note.pitch.midi).pitch.midi
                rows.append((start + event.onset, nearest_semitone(midi), event.duration))
        start += measure.length if measure.events else 0
    return rows


@settings(max_examples=40, deadline=None)
@given(scores(micro=True))
def test_any_score_comes_back_as_far_as_jianpu_text_holds_it(score):
    source = write(score)
    made = read(source)
    if not held(score):
        assert made.tunes == ()
        return
    assert made.findings == ()
    again = made.scores[0]
    assert sounds(again) == held(score)
    before = [m for m in score.parts[0].measures if m.events]
    for ours, theirs in zip(before, again.parts[0].measures, strict=True):
        assert ours.length == theirs.length
        assert Metre(ours.metre.beats, ours.metre.unit) == theirs.metre or ours.metre.free == theirs.metre.free is True


SCRAPS = st.sampled_from(
    ["1(1/4)", "_5(1/8)", "^^1(3/16)", "0(1/2)", "|", "-", "~", "(", ")", "(3 4)", "#b4", "1=G", "6=", "3/4", "7/0", "free",
     "9", "１（", "1(1/0)", "1(999999/1)", "1(0.000001)", "\n", "title: x", "```", "আ", "1'", "5,", "1=b#C", "2=E"]
)  # fmt: skip


@settings(max_examples=600, deadline=None)
@given(st.lists(SCRAPS | st.text(max_size=4), max_size=40), st.sampled_from([" ", "", "  "]))
def test_no_text_makes_it_fail(pieces, between):
    source = between.join(pieces)
    made = read(source.encode("utf-8", "ignore"))
    for score in made.scores:
        write(score)
    lines = source.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for found in made.findings:
        assert found.column + found.length - 1 <= len(lines[found.line - 1].encode("utf-8", "ignore").decode())
    onsets = [m.onset for score in made.scores for m in timeline(score).notes]
    assert all(before <= after for before, after in pairwise(onsets))
