"""Fixes and repair: each does what it says, mends what it is for, and breaks nothing."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.formats.abc import repair as abc_repair
from core.formats.abc.fixes.edit import apply, moved
from core.formats.abc.fixes.judge import Judge
from core.formats.abc.fixes.suggest import UNLOOKED, fixes_of, with_fixes, work_for
from core.formats.abc.fixes.table import REMEDIES
from core.formats.abc.reader import read, read_first
from core.formats.abc.repair import mends_itself, repair
from core.score.diagnostic import Edit, Severity
from core.score.timeline import timeline
from tests.formats.repair_cases import CASES, HEAD, whole
from tests.timing import cpu_seconds, least

IDS = [case[0] for case in CASES]


def codes(text):
    return {row.code for tune in read(text).tunes for row in tune.diagnostics}


def music(text):
    return [
        [(m.onset, m.midi, m.duration) for m in timeline(score, played=played).moments]
        for score in read(text).scores
        for played in (False, True)
    ]


def lyrics(text):
    return [[s.text for e in score.events() for s in e.lyrics if s is not None] for score in read(text).scores]


@pytest.mark.parametrize(("broken", "found"), [case[1:3] for case in CASES], ids=IDS)
def test_a_broken_text_is_found_to_be(broken, found):
    assert found <= codes(whole(broken))


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_a_broken_text_is_repaired_to_what_was_meant(case):
    _, broken, found, meant = case
    made = repair(whole(broken))
    assert made.changes
    assert not [row for row in made.left if row.severity is Severity.ERROR or row.code in found]
    if meant is not None:
        assert music(made.text) == music(whole(meant))
        assert lyrics(made.text) == lyrics(whole(meant))
        assert codes(whole(meant)) - {"syllables-few"} == codes(made.text) - {"syllables-few"}


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_a_repaired_text_is_left_alone(case):
    once = repair(whole(case[1]))
    again = repair(once.text)
    assert (again.text, again.changes) == (once.text, ())


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "C D E F | G A B c |]\n",
        HEAD + "C | D E F G | A B c :|\r\n",
        "",
        "No tune here.",
        "\ufeffX:1\nM:none\nK:C\nCDE|",
    ],
)
def test_a_text_with_nothing_to_repair_stays_letter_for_letter(text):
    made = repair(text)
    assert (made.text, made.changes) == (text, ())


def test_changes_say_where_and_what():
    made = repair(HEAD + "C D E F | G A B |\nC-D E F |]\n")
    told = [(change.line, change.column, change.code, change.title) for change in made.changes]
    assert told == [
        (6, 3, "tie-pitch", "Write a slur instead"),
        (5, 11, "bar-short", "Lengthen the last note to 2"),
    ]


def test_line_ends_and_byte_order_mark_stay():
    made = repair("\ufeffX:1\r\nM:4/4\r\nL:1/4\r\nK:C\r\nC D E F | G A B |\r\nc4 |]\r\n")
    assert made.text == "\ufeffX:1\r\nM:4/4\r\nL:1/4\r\nK:C\r\nC D E F | G A B2 |\r\nc4 |]\r\n"


def test_every_tune_of_a_text_is_repaired():
    made = repair(f"{HEAD}C D E F | G A B |\nc4 |]\n\n{HEAD.replace('X:1', 'X:2')}C D E F | C-D E F | c4 |]\n")
    assert made.left == ()
    assert len(made.changes) == 2


def test_tunes_without_numbers_all_get_one():
    made = repair("T:One\nM:2/4\nL:1/4\nK:C\nC D |\n\nT:Two\nM:2/4\nL:1/4\nK:C\nE F |\n")
    assert [score.number for score in read(made.text).scores] == ["1", "2"]


@pytest.mark.parametrize(
    ("music_text", "code", "title"),
    [
        ("C D E F | G2 A/ |\nc4 |]", "bar-short", "Add 3 quavers of rest"),
        ("C D E F | G A B c2 |\nc4 |]", "bar-long", "Shorten the last note to 1"),
        ("C,,,, D E F | c4 |]", "range-low", "Write it an octave higher"),
        ("C D E F | c4 |]\nw: ক খ গ ঘ ঙ চ ছ", "syllables-left", "Sing two syllables on one note in 2 places"),
        ("C D E F G A B c | c4 |]", "bar-long", "Put in the missing bar line"),
    ],
)
def test_a_title_says_what_a_fix_does(music_text, code, title):
    text = HEAD + music_text
    assert [row.fix.title for row in with_fixes(text, read(text)) if row.code == code][:1] == [title]


def test_what_changes_the_melody_is_left_to_a_person():
    text = HEAD + "C D E F | c''' d e f | c4 |]\nw: a b c d e f g h i\n"
    assert "range-high" in codes(text)
    assert repair(text).changes == ()
    tune = read_first(text)
    assert [row.fix.title for row in with_fixes(text, read(text)) if row.fix] == ["Write it 2 octaves lower"]
    assert not mends_itself(tune.diagnostics)


def test_a_looping_tune_with_other_words_each_time_keeps_them():
    lines = "".join(f"C D E F |\nw: ক{n} খ{n} গ{n} ঘ{n}\n" for n in range(3))
    assert "loop" not in codes(HEAD + lines)


def test_edits_are_of_code_points_and_of_one_text():
    text = "\ufeffআমি\r\nতুমি\nwe"
    assert apply(text, (Edit(1, 1, 1, "A"), Edit(2, 5, 0, "!"), Edit(3, 1, 2, "us"))) == "\ufeffAমি\r\nতুমি!\nus"
    assert moved(text, (Edit(1, 1, 0, "x\n"),), 2, 3) == (3, 3)


def test_a_long_tune_full_of_slips_is_repaired_soon():
    text = HEAD + "C D E F | G A B |\nC-D E F | [CEG c c2 |\n" * 30
    made = repair(text)
    assert not made.unfinished
    assert not [row for row in made.left if row.severity is Severity.ERROR]


def test_a_tune_is_gone_through_again_after_what_holds_for_all_tunes_was_changed():
    made = repair("L:1/16\nX:2\n>M:3 4\nC")
    assert made.text == "M:none\nL:1/16\nX:2\nK:C\nM:3/4\nC"
    assert repair(made.text).changes == ()


# -- any text ---------------------------------------------------------------------------------------------------------

PIECES = st.sampled_from(
    ["C", "d'", "^F,", "_B2", "C D E F|", "G2 A2|", "[CEG]", "[C2", "]", "(3", "(", ")", "-", ">", "<", "|", "|:", ":|", "::", "|1", ":|2",
     "|]", "z", "Z4", "x2", "{g}", "{", "}", "\"Am\"", "\"", "!trill!", "!trill", "&", "%", "\\", "\n", "w: আ-মার_ * |\n", "w: a b c d\n",
     "K:G\n", "K:x y\n", "[K:Dm]", "M:3/4\n", "M:3 4\n", "L:1/16\n", "V:2\n", "P:A\n", "X:2\n", "T:গান\n", "Q:slow\n", "R:dadra\n", " ", "\r\n",
     "\ud800", "🎵", "সা রে গা\n", "this is not music at all\n", "```\n", "\\n", "C# ", "C0", "C 2 ", "\n\n", "C,,,,"]
)  # fmt: skip


def worst(findings):
    return sum(row.severity is Severity.ERROR for row in findings)


def check_text(text):
    before = read(text)
    made = repair(text)
    again = repair(made.text)
    assert (again.text, again.changes) == (made.text, ())
    assert bool(made.changes) == (made.text != text)
    if before.tunes:
        assert worst(made.left) <= worst([row for tune in before.tunes for row in tune.diagnostics])


@settings(max_examples=400, deadline=None)
@given(st.lists(PIECES, max_size=30))
def test_repair_of_pieces_of_abc_ends_and_makes_nothing_worse(pieces):
    check_text(HEAD + "".join(pieces))
    check_text("".join(pieces))


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=200))
def test_repair_of_any_text_ends_and_makes_nothing_worse(text):
    check_text(text)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=30))
def test_a_fix_mends_its_finding_and_adds_no_error(pieces):
    text = HEAD + "".join(pieces)
    reading = read(text)
    for tune, fixes in zip(reading.tunes, fixes_of(text, reading.tunes).tunes, strict=True):
        for finding, fix in zip(tune.diagnostics, fixes, strict=True):
            if fix is None:
                continue
            after = read(apply(text, fix.edits))
            place = moved(text, fix.edits, finding.line, finding.column)
            left = [row for other in after.tunes for row in other.diagnostics]
            assert (finding.code, *place) not in [(row.code, row.line, row.column) for row in left]
            assert worst(left) <= worst([row for other in reading.tunes for row in other.diagnostics])


# -- long texts -------------------------------------------------------------------------------------------------------

CHANCE = random.Random(3)
SHORT_BARS = ["".join(CHANCE.choice("CDEFGAB") for _ in range(3)) + "|" for _ in range(800)]
LONG = {
    "short bars": lambda n: HEAD + "".join(SHORT_BARS[:n]),
    "the same short bar": lambda n: HEAD + "CDE|" * n,
    "ties from nothing": lambda n: HEAD + "-|z" * n,
    "signs on many lines": lambda n: HEAD + "CDE^|\n" * n,
    "chains of ties": lambda n: HEAD + "".join("-".join(bar[:3]) + " z|" for bar in SHORT_BARS[:n]),
    "lengths apart": lambda n: HEAD + "".join(f"{bar[0]} 2 {bar[1]} 2|" for bar in SHORT_BARS[:n]),
    "ties in one bar": lambda n: HEAD + "C-D " * n,
    "open slurs in one bar": lambda n: HEAD + "(C" * n,
    "many tunes": lambda n: "".join(f"X:{k}\nM:4/4\nL:1/4\nK:C\nCDEF|GAB|c4|C-D z2|]\n\n" for k in range(n // 4)),
    "many tunes without numbers": lambda n: "T:A\nM:2/4\nL:1/4\nK:C\nCD|E|F2|]\n\n" * (n // 4),
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_fixes_of_a_text_four_times_as_long_take_about_four_times_as_long(text):
    def taken(count):
        reading = read(text(count))
        return cpu_seconds(lambda: with_fixes(text(count), reading))

    assert least(lambda: taken(800) / taken(200), below=9) < 9


@pytest.mark.parametrize(
    "name",
    ["short bars", "open slurs in one bar", "signs on many lines", "many tunes", "ties from nothing", "chains of ties",
     "lengths apart"],
)  # fmt: skip
def test_the_repair_of_a_text_four_times_as_long_takes_no_sixteen_times_as_long(name):
    """By what is read, which is the same on any machine: a batch at a time, not all of the text for each finding."""
    assert characters_read(LONG[name](800)) < 12 * characters_read(LONG[name](200))


def test_a_repair_of_more_findings_than_are_listed_comes_to_its_end():
    made = repair(LONG["ties from nothing"](1_200))
    assert not made.unfinished
    assert len(made.changes) > 2_000
    assert made.left == ()


def test_what_is_left_is_listed_as_a_reading_lists_it():
    text = HEAD + "!D.C.!C''''4|" * 300 + "j " * 300
    made = repair(text)
    assert made.left == read_first(made.text).diagnostics


def test_no_sign_changes_what_another_one_means():
    # each tells how the ones between two notes are read
    text = HEAD + "#C D# E#F|G4|\n"
    for finding in with_fixes(text, read(text)):
        assert music(apply(text, finding.fix.edits)) == music(text)


def characters_read(text):
    work = abc_repair._Repair(text)
    before = work.work.left
    while work.go_through():
        pass
    assert not work.unfinished
    return before - work.work.left


@pytest.mark.parametrize("text", ["```\n\\n", "```\nX:1\\nK:C\\nCDE|"])
def test_line_ends_that_are_spelled_out_behind_a_fence_are_written_too(text):
    check_text(text)
    assert [change.code for change in repair(text).changes][:2] == ["fence", "line-ends"]


def test_every_short_bar_of_a_long_tune_has_its_fix():
    text = LONG["short bars"](400)
    found = with_fixes(text, read(text))
    assert {row.code for row in found} == {"bar-short"}
    assert all(row.fix for row in found)
    assert repair(text).left == ()


def test_what_is_judged_together_is_what_is_judged_alone():
    text = LONG["short bars"](40) + "\n(C D E F | [CEG c c2 | C-D E F | c4 | C D } E F | z4 |]\n"
    tune = read_first(text)
    alone = [
        Judge(text, tune, work_for(text)).best([index]).found.get(index)
        for index, row in enumerate(tune.diagnostics)
        if row.code in REMEDIES
    ]
    together = [row.fix for row in with_fixes(text, read(text)) if row.code in REMEDIES]
    assert together == [choice and choice.fix for choice in alone]


def test_findings_past_the_last_that_is_listed_do_not_hide_a_fix():
    text = HEAD + "C^ D E F |\n" * 300
    found = with_fixes(text, read(text))
    assert "more" in {row.code for row in found}
    assert all(row.fix for row in found if row.code == "unknown-sign")


def test_each_tune_of_a_text_is_mended_where_it_stands():
    text = f"%%scale 1\nL:1/4\n\nwords\n\n{HEAD}CDEF|GAB|c4|]\n\nX:2\nM:2/4\nK:C\nCD|E|F2|]\n"
    found = [row for row in with_fixes(text, read(text)) if row.fix]
    assert [(row.line, edit.line) for row in found for edit in row.fix.edits] == [(10, 10), (15, 15)]
    for row in found:
        assert row.code not in {one.code for one in read(apply(text, row.fix.edits)).tunes[row.line > 12].diagnostics}


def test_fixes_that_were_not_looked_for_are_said(monkeypatch):
    monkeypatch.setattr("core.formats.abc.fixes.suggest.LEAST_WORK", 0)
    monkeypatch.setattr("core.formats.abc.fixes.suggest.WORK_A_CHARACTER", 3)
    text = LONG["short bars"](50)
    found = with_fixes(text, read(text))
    assert found[-1].code == UNLOOKED
    assert found[-1].message.startswith("Fixes of ")
    assert repair(text).unfinished


def test_a_look_that_is_stopped_finds_nothing_more():
    text = LONG["short bars"](50)
    made = fixes_of(text, read(text).tunes, lambda: True)
    assert made.unlooked == len(made.tunes[0])
    assert set(made.tunes[0]) == {None}


def test_mutated_cases_are_repaired_without_harm():
    chance = random.Random(5)
    for _ in range(150):
        text = whole(chance.choice(CASES)[1])
        for _ in range(3):
            place = chance.randrange(len(text) + 1)
            text = (
                text[:place]
                + chance.choice(["", "|", "(", "]", "2", "-", "\n", '"'])
                + text[place + chance.choice([0, 1]) :]
            )
        check_text(text)


def test_every_remedy_is_shown_by_a_case():
    shown = set().union(*(case[2] for case in CASES))
    elsewhere = {"field-L", "tie-nothing", "tuplet", "range-high", "range-low", "syllables-few", "mark-bar"}
    assert set(REMEDIES) - elsewhere <= shown
