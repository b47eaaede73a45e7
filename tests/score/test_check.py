"""What a score that was read says of itself: bars, ties and slurs, singing, loops, voices."""

import pytest

from core.formats.abc.reader import read_first
from core.score.check import bars_right, check
from core.score.check_loops import loops
from core.score.order import followed_jump

HEAD = "X:1\nM:4/4\nL:1/4\nK:C\n"


def found(music, head=HEAD):
    return check(read_first(head + music).score)


def codes(music, head=HEAD):
    return [row.code for row in found(music, head)]


def told(music, code, head=HEAD):
    return [(row.severity.value, row.line, row.column, row.length) for row in found(music, head) if row.code == code]


# -- bars -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "music",
    [
        "C | D E F G | A B c |]",
        "C | D E F G | A B c :| d | c B A G | F3 |]",
        "C D E F | G A |: B c | d e f g | a4 :|",
        "|: C | D E F G | A B c :| |: d | c B A G | F3 :|",
        "C D E F |1 G A B c :|2 G4 |]",
        "C | D E F G |1 A B c :|2 A3 |]",
        "C D [1 E F :| [2 E2 |]",
        "C D E F | Z | C D E F |]",
        "C D E F || G A || B c | d4 |]",
        "C D E F | x4 | C4 |]",
        "C D | E F G A |: B c :|",
        # a section with a pickup of its own after one that ends short for the pickup before it
        "C | D E F G | A B c :| d e | f g a b | c4 |]",
    ],
)
def test_pickups_complements_endings_and_rests_are_right(music):
    assert codes(music) == []


@pytest.mark.parametrize("metre", ["none", "C|", "3+2/8"])
def test_bars_count_by_their_metre(metre):
    head = f"X:1\nM:{metre}\nL:1/8\nK:C\n"
    wrong = {"none": [], "C|": ["bar-short"], "3+2/8": ["bar-long"]}[metre]
    assert codes("C8 | D6 | E8 |]" if metre != "3+2/8" else "C5 | D6 | E5 |]", head) == wrong


@pytest.mark.parametrize(
    ("metre", "music", "says"),
    [
        ("4/4", "C D E F | C D | c4 |]", "2 quarters too short: 2 of 4."),
        ("4/4", "C D E F | c8 | c4 |]", "4 quarters too long: 8 of 4."),
        ("C|", "C D E F | C2 | c4 |]", "1 half note too short: 1 of 2."),
        ("6/8", "C3/D3/ | C3/ | c3 |]", "3 quavers too short: 3 of 6."),
        ("4/4", "C D E F | (3CDE F G A | c4 |]", "1 quarter too long: 5 of 4."),
        ("4/4", "C D E F | C D E2/3 F | c4 |]", "1/3 of a quarter too short: 3 2/3 of 4."),
    ],
)
def test_bars_are_counted_in_the_notes_of_their_metre(metre, music, says):
    (row,) = [row for row in found(music, f"X:1\nM:{metre}\nL:1/4\nK:C\n") if row.code.startswith("bar-")]
    assert says in row.message


def test_a_line_end_stands_for_a_bar_line_and_is_said_once():
    rows = [row for row in found("C D E F\nG A B c\nC D E F | c4 |]") if row.code == "bar-line"]
    assert [(row.severity.value, row.line, row.column) for row in rows] == [("info", 5, 7)]
    assert rows[0].message.startswith("2 lines end with a full bar")
    assert codes("C D E F\nG A B c\nC D E F | c4 |]") == ["bar-line"]


def test_a_bar_over_a_line_end_that_is_too_long_is_still_found():
    assert codes("C D E F G\nA B c | c4 |]") == ["bar-long"]
    assert told("C D E F\nG A B c d | c4 |]", "bar-long") == [("warning", 6, 1, 9)]


def test_the_share_of_right_bars_counts_line_ends():
    assert bars_right(read_first(HEAD + "C D E F\nG A B c\nC D E | c4 |]").score) == (3, 4)


# -- ties and slurs ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("music", "code", "place"),
    [
        ("C D E F- | z4 |]", "tie-rest", ("warning", 5, 7, 2)),
        ("C D E F | G4- |]", "tie-end", ("warning", 5, 11, 3)),
        ("C (D E F | G4 |]", "slur-open", ("warning", 5, 4, 1)),
        ("C D E) F | G4 |]", "slur-close", ("warning", 5, 5, 1)),
        ("C (D D) F | G4 |]", "slur-same", ("info", 5, 4, 3)),
        ("C (D D) F | G4 |]\nw: a b _ c d", "slur-same", ("warning", 5, 4, 3)),
    ],
)
def test_ties_and_slurs_that_say_nothing(music, code, place):
    line, column = place[1], place[2]
    rows = told(music, code)
    assert [(row[0], row[1], row[2]) for row in rows] == [(place[0], line, column)]


@pytest.mark.parametrize(
    "music",
    [
        "C D E F- | F4 |]",
        "|: C4 | D4- :|",
        "(C D) (E F) | (G (A B) c) |]",
        "(C D (E) F) | G4 |]",
        "(C D E F | G4) |]",
        "({de}C) D E F | ({c}d4) |]",
        "C ({de}D E) F | ({c}d4) |]",
        "(.C .C) D E | G4 |]",
        "(C D) (D E) | G4 |]",
        "C-C (D E) | G4 |]",
    ],
)
def test_ties_and_slurs_of_music_are_left_alone(music):
    assert codes(music) == []


def test_two_syllables_under_a_slur_are_two_notes():
    assert codes("(C C) D E | G4 |]\nw: a b c d e") == []


# -- order ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("music", "places", "says"),
    [
        ("|:C4:|2 D4|", [(5, 9, 2)], "nothing leads to ending 2"),
        ("|:C4|D4:|2 E4|F4||G4|", [(5, 12, 5)], "nothing leads to ending 2"),
        ("|:C4|1D4:|3E4|]", [(5, 12, 2)], "nothing leads to ending 3"),
        ("C4|!fine!D4|E4!D.C.!|F4|\nG4|A4|", [(5, 22, 2), (6, 1, 5)], "Move the jump or Fine behind it"),
        ("C4|D4!D.C.!|E4|", [(5, 13, 2)], "after D.C. or D.S."),
        ("V:1\nC4|D4|\nV:2\nC4|2 D4|E4|", [(8, 6, 5)], "nothing leads to ending 2"),
        ("V:1\n|:C4:|\nV:2\n|:C4:|2D4|", [(8, 8, 2)], "nothing leads to ending 2"),
    ],
)
def test_a_bar_that_is_never_played_is_said_with_the_reason(music, places, says):
    rows = [row for row in found(music) if row.code == "bar-unplayed"]
    assert [(row.line, row.column, row.length) for row in rows] == places
    assert all(row.severity == "warning" and says in row.message for row in rows)


def test_sections_that_the_order_leaves_out_are_said():
    head = "X:1\nM:4/4\nL:1/4\nP:AB\nK:C\n"
    rows = found("P:A\nC4|\nP:C\nD4|E4|\nP:B\nF4|\nP:A\nG4|\n", head)
    assert [(row.code, row.line, row.column, row.length) for row in rows] == [
        ("bar-unplayed", 9, 1, 5), ("bar-unplayed", 13, 1, 2),
    ]  # fmt: skip
    assert rows[0].message == "These 2 bars are never played: the order P:AB does not name section C. Name it there."
    assert rows[1].message.startswith("This bar is never played: another section A stands before this one")


def test_more_bars_than_are_ever_played_are_said():
    head = "X:1\nM:4/4\nL:1/4\nP:A1000B\nK:C\n"
    (row,) = (row for row in found("P:A\n" + "C4|" * 101 + "\nP:B\nD4|\n", head) if row.code == "bar-unplayed")
    assert row.line == 9
    assert row.message.endswith("the tune is played to 100,000 bars. Write fewer repeats.")


@pytest.mark.parametrize(
    "music",
    [
        "|:C4|1D4:|2E4|]",
        "|:C4|1D4:|:2E4:|F4|",
        "|:C4|1D4::[2E4:|",
        "C4|!segno!D4|!coda!E4|F4!D.S.!|!coda!G4|",
        "C4|D4!fine!|E4!D.C.!|]",
        "P:A\nC4|\nP:B\nD4|",
        "V:1\n|:C4|1D4:|2E4|\nV:2\nC4|D4|E4|",
    ],
)
def test_tunes_that_are_played_to_the_end_are_left_alone(music):
    assert codes(music) == []


@pytest.mark.parametrize("music", ["|:C4|1D4||2E4||F4|", "|:C4|1D4|]2E4|]", "|:C4|1D4|2E4|", "V:2\n|:C4|1D4||2E4|]"])
def test_an_ending_without_its_repeat_is_said(music):
    (row,) = found(music)
    assert (row.severity, row.code, row.length) == ("warning", "ending-open", 2)
    assert row.message == "Ending 1 has no :| before ending 2; it is played as if it had. Write :| there."


# -- singing ----------------------------------------------------------------------------------------------------------


def test_notes_no_voice_reaches_are_counted_and_the_furthest_named():
    rows = found("C D E f'' | d'' c, C,, D |]\nw: a b c d e f g h")
    assert [(row.code, row.line, row.column) for row in rows] == [("range-high", 5, 7), ("range-low", 5, 20)]
    assert rows[0].message == (
        "2 notes are above what a voice sings: F7 is the highest, and C6 the limit. Write them an octave down."
    )


def test_instruments_have_a_wider_range():
    assert codes("C D E f'' | d'' c, C,, D |]") == []
    assert codes("C,,,,, D E f | c4 |]") == ["range-low"]


def test_lengths_nobody_can_sing():
    head = "X:1\nM:none\nL:1/4\nQ:1/4=60\nK:C\n"
    assert codes("C/64 D30 E |]\nw: a b c", head) == ["note-short", "note-long"]
    assert codes("C/64 D30 E |]", head) == []


def test_a_line_that_runs_out_of_words():
    assert told("C D E F | G A B c |]\nw: a b c d", "syllables-few") == [("info", 5, 11, 7)]


@pytest.mark.parametrize(
    "words", ["a b c d e f g h", "a b c d e _ _ _", "a b c d e f g", "a - - - - - - b", "a b c d * e * f"]
)
def test_held_and_nearly_full_lines_are_left_alone(words):
    assert codes(f"C D E F | G A B c |]\nw: {words}") == []


def test_a_melisma_under_a_slur_needs_no_syllables():
    assert codes("C D E (F | G A B c |]\nw: a b c d") == ["slur-open"]
    assert codes("C D E (F | G A B c) |]\nw: a b c d") == []


# -- loops ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("music", "times"),
    [
        ("C D E F | " * 6 + "c4 |]", "This bar comes 6 times in a row;"),
        ("C D E F | G4 | " * 5 + "c4 |]", "These 2 bars come 5 times in a row;"),
        ("C4 | D4 | E4 | F4 | " * 4, "These 4 bars come 4 times in a row to the end;"),
    ],
)
def test_a_model_that_repeats_itself(music, times):
    rows = [row for row in found(music) if row.code == "loop"]
    assert len(rows) == 1
    assert rows[0].message.startswith(times)
    assert (rows[0].line, rows[0].column) == (5, 1)


@pytest.mark.parametrize(
    "music",
    [
        "C D E F | " * 5 + "c4 |]",
        "C D E F | G4 | " * 4 + "c4 |]",
        "C4 | D4 | E4 | F4 | " * 3,
        "z4 | " * 30 + "c4 |]",
        "Z30 | c4 |]",
        "|: C D E F :| " * 3,
    ],
)
def test_repetition_that_music_knows_is_left_alone(music):
    assert "loop" not in codes(music)


def test_a_figure_that_never_ends_inside_one_bar():
    assert "loop-notes" in codes("C D " * 40 + "|]", "X:1\nM:none\nL:1/8\nK:C\n")
    assert "loop-notes" not in codes("C D E F G A B c " * 10 + "|]", "X:1\nM:none\nL:1/8\nK:C\n")


def test_an_accompaniment_may_go_round_in_circles():
    tune = " | ".join("C D E F,G,A,B,c d e f g".replace(",", " ").split()[n % 8] + "4" for n in range(12))
    assert "loop" not in codes(f"V:1\n{tune} |]\nV:2\n{'C,4 | ' * 11}C,4 |]\n")


def test_bars_that_begin_and_end_alike_are_no_loop():
    alike = ["C D E F", "C E D F", "C2 D F", "C G A F", "C z E F", "C [DF] E F", "C D2 F", "C/D/ E E F", "C A D F"]
    assert codes(" | ".join(alike) + " |]") == []
    (loop,) = loops(read_first(HEAD + "C D E F | C E D F | " * 6 + "c4 |]").score.parts[0].measures)
    assert (loop.start, loop.group, loop.times) == (0, 2, 6)


def test_rests_are_no_loop_and_end_one():
    assert loops(read_first(HEAD + "z4 | " * 20 + "c4 |]").score.parts[0].measures) == []
    assert loops(read_first(HEAD + "c4 | z4 | " * 9 + "c4 |]").score.parts[0].measures) == []
    found = loops(read_first(HEAD + "c4 | " * 7 + "z4 | " * 9 + "c4 | " * 8 + "|]").score.parts[0].measures)
    assert [(loop.start, loop.times) for loop in found] == [(0, 7), (16, 8)]


def test_loops_are_told_with_where_they_begin():
    (loop,) = loops(read_first(HEAD + "c4 | d4 | " + "C D E F | " * 7 + "c4 |]").score.parts[0].measures)
    assert (loop.start, loop.group, loop.times) == (2, 1, 7)


# -- jumps ------------------------------------------------------------------------------------------------------------

JUMP_CODES = {"jump-again", "segno-missing", "fine-missing", "coda-missing"}


@pytest.mark.parametrize(
    ("music", "code", "place", "says"),
    [
        ("C4|D4!D.C.!|E4!D.C.!|", "jump-again", (5, 13, 2), "This D.C. is not followed"),
        ("C4|!segno!D4|!D.S.!E4|!D.C.!F4|\nG4!D.C.!|", "jump-again", (5, 29, 2), "This D.C. and 1 more jump are not"),
        ("C4|D4 !D.C.!!D.S.!|!segno!E4|", "jump-again", (5, 4, 2), "This D.S. is not followed"),
        ("C4|!D.S.!D4|", "segno-missing", (5, 10, 2), "D.S. goes back to the segno, and none stands before it"),
        ("C4|!D.S.alfine!D4|!segno!E4|!fine!F4|", "segno-missing", (5, 16, 2), "D.S. al Fine goes back to the segno"),
        ("C4|!D.C.alfine!D4|", "fine-missing", (5, 16, 2), "D.C. al Fine ends at Fine, and there is none"),
        ("C4|!D.C.alcoda!D4|", "coda-missing", (5, 16, 2), "needs two signs, and there is none"),
        ("C4|!coda!D4|!D.C.!E4|", "coda-missing", (5, 19, 2), "needs two signs, and there is one"),
    ],
)
def test_a_jump_that_is_not_followed_or_leads_nowhere_is_said(music, code, place, says):
    (row,) = [row for row in found(music) if row.code in JUMP_CODES]
    assert (row.code, row.line, row.column, row.length) == (code, *place)
    assert row.severity == "warning"
    assert says in row.message


@pytest.mark.parametrize(
    "music",
    [
        "C4|D4|E4!D.C.!|",
        "C4|!segno!D4|E4!D.S.!|",
        "C4|D4!fine!|E4!D.C.alfine!|",
        "C4|D4!coda!|E4!D.C.alcoda!|!coda!F4|",
        "|:C4|D4!D.C.!:|",
        "!segno!C4|!fine!D4|!coda!E4|",
        "V:1\nC4|D4!D.C.!|\nV:2\nE4|F4!D.C.!|\n",
    ],
)
def test_a_jump_that_is_followed_to_its_end_is_right(music):
    assert not JUMP_CODES & set(codes(music))


def test_many_jumps_are_one_finding_of_each_part():
    rows = [row for row in found("C4|!D.C.!D4|" * 50) if row.code == "jump-again"]
    assert [row.message.split(" are ")[0] for row in rows] == ["This D.C. and 48 more jumps"]


def test_which_of_two_jumps_in_a_bar_is_followed_does_not_hang_on_the_run():
    part = read_first(HEAD + "C4|!segno!D4|E4 !D.S.!!D.C.!|").score
    assert followed_jump(part, part.parts[0]) == (2, "D.S.")


# -- voices -----------------------------------------------------------------------------------------------------------


def test_a_voice_that_ends_before_the_others():
    (row,) = found("V:1\nC4 | D4 | c4 |]\nV:2\nE4 |\n")
    assert (row.code, row.line, row.column) == ("voice-short", 8, 1)
    assert row.message.startswith("Voice 2 ends 2 whole notes before voice 1")


def test_voices_of_equal_length_and_empty_ones_are_right():
    assert codes("V:1\nC4 | D4 |]\nV:2\nE4 | F4 |]\n") == []
    assert codes("V:1\nC4 | D4 |]\nV:2\nZ2 |]\n") == []
    assert codes("V:1\nC4 | D4 |]\nV:2\n[V:1] E4 |]\n") == []
