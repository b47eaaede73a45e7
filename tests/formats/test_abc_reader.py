"""The reader: places, findings, leniency, and texts that are no music."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.formats.abc_reader import read, read_first
from core.score.timeline import timeline

HEAD = "X:1\nM:4/4\nL:1/4\nK:C\n"


def codes(text):
    return [finding.code for finding in read_first(text).diagnostics]


def midis(text):
    return [moment.midi for moment in timeline(read_first(text).score).notes]


def test_ids_name_the_place_of_a_note():
    score = read_first(HEAD + "C [EG] z {a}B |").score
    first, chord, rest, last = score.parts[0].measures[0].events
    assert (first.notes[0].id, first.notes[0].span.line, first.notes[0].span.column) == ("n5c1", 5, 1)
    assert [note.id for note in chord.notes] == ["n5c4", "n5c5"]
    assert rest.id == "r5c8"
    assert (last.graces[0].id, last.notes[0].id) == ("n5c11", "n5c13")


def test_equality_leaves_places_out():
    assert read_first(HEAD + "C D E F|").score == read_first(HEAD + "C  D  E  F  |").score


def test_columns_count_code_points_and_line_ends_do_not_matter():
    text = "X:1\r\nT:আমার গান\r\nM:2/4\r\nL:1/4\r\nK:C\r\n\"আ\"C ? D|\r\n"
    found = read_first("\ufeff" + text).diagnostics
    assert [(row.code, row.line, row.column, row.length) for row in found] == [("unknown-sign", 6, 6, 1)]


@pytest.mark.parametrize(
    ("music", "code", "column", "says"),
    [
        ("C D E|C4|", "bar-short", None, None),
        ("C D E F|C D E|C4|", "bar-short", 9, "1 quarter too short: 3 of 4"),
        ("C D E F|C D E F G/|C4|", "bar-long", 9, "1 quaver too long: 9 of 8"),
        ("C D E F|[CEG2 z|C4|", "chord-open", 9, "no closing ]"),
        ("(3CD|C4|", "tuplet-short", None, None),
        ("C-D E F|", "tie-pitch", 3, "another pitch"),
        ('C D "Am E F|', "unknown-sign", 5, "not closed"),
        ("C D } E F|", "grace-close", 5, "without a {"),
        ("C D ] E F|", "bracket", 5, None),
    ],
)
def test_findings_say_where_and_what(music, code, column, says):
    found = [row for row in read_first(HEAD + music).diagnostics if row.code == code]
    if code == "bar-short" and column is None:
        assert found == []  # a pickup
        return
    assert found
    if column is not None:
        assert (found[0].line, found[0].column) == (5, column)
    if says:
        assert says in found[0].message


def test_a_bar_that_begins_a_line_is_found_on_that_line():
    found = read_first("X:1\nM:3/4\nL:1/4\nK:C\nC D E |\n  C D |\nC3 |").diagnostics
    assert [(row.code, row.line, row.column, row.length) for row in found] == [("bar-short", 6, 3, 3)]


def test_pickups_and_their_complements_are_no_fault():
    assert codes(HEAD + "C|D E F G|A B c:|") == []
    assert codes(HEAD + "C|D E F G|A B c:|:d|c B A G|C3|]") == []
    assert codes(HEAD + "C D E F|1 C2 E2:|2 C4|]") == []
    assert codes(HEAD + "C D [1 E F:|[2 E2|]") == []


@pytest.mark.parametrize("metre", ["none", ""])
def test_free_metre_is_left_alone(metre):
    text = f"X:1\nM:{metre}\nL:1/4\nK:C\nC D E|F G A B c|C|"
    assert "bar-long" not in codes(text)
    assert "bar-short" not in codes(text)


def test_missing_fields_are_said_and_guessed():
    found = read_first("C D E F|G4|")
    assert {"missing-X", "missing-K", "missing-M"} <= {row.code for row in found.diagnostics}
    assert [m.midi for m in timeline(found.score).notes] == [60, 62, 64, 65, 67]


def test_no_tune_is_said():
    reading = read("Dear friend, the weather is fine today.\nYours.")
    assert reading.tunes == ()
    assert [row.code for row in reading.diagnostics] == ["no-tune"]


def test_words_in_the_music_are_left_out_and_said():
    text = HEAD + "C D E F|\nThis melody rises to the fifth and then returns home.\nG4|"
    assert midis(text) == [60, 62, 64, 65, 67]
    assert codes(text) == ["prose"]


def test_several_tunes_and_text_between():
    text = "X:1\nT:One\nK:C\nC D|\n\nSome words between.\n\nX:2\nT:Two\nK:G\nF G|\n"
    scores = read(text).scores
    assert [score.title for score in scores] == ["One", "Two"]
    assert [[m.midi for m in timeline(score).notes] for score in scores] == [[60, 62], [66, 67]]


def test_an_empty_line_inside_music_is_read_over():
    text = HEAD + "C D E F|\n\nG A B c|\n"
    assert len(midis(text)) == 8
    assert codes(text) == ["empty-line"]


def test_fields_on_one_line_and_full_width_signs():
    assert midis("X:1 T:Joined M:4/4 L:1/4 K:G\nF G A B|") == [66, 67, 69, 71]
    assert midis("X：1\nM：4/4\nL：1/4\nK：C\n｜：C E G c ｜ B G E C ：｜") == [60, 64, 67, 72, 71, 67, 64, 60]


def test_escaped_line_ends_keep_their_columns():
    found = read_first("X:1\\nM:4/4\\nL:1/4\\nK:C\\nC D E F|C ? D E|")
    assert [(row.line, row.column) for row in found.diagnostics if row.code == "unknown-sign"] == [(1, 35)]


def test_lyrics_reach_over_lines_and_name_what_is_left():
    text = HEAD + "C D E F|G A B c|\nw: a b c d|e f g h i j\n"
    assert codes(text) == ["syllables-left"]
    assert "2 syllables" in read_first(text).diagnostics[0].message


def test_caps_are_said():
    many = read_first(HEAD + "CDEF|" * 5_001)
    assert "too-many-notes" in [row.code for row in many.diagnostics]
    assert read("C" * 1_000_001).diagnostics[0].code == "too-long"
    voices = "".join(f"V:{number}\nC|\n" for number in range(70))
    assert "too-many-voices" in codes(HEAD + voices)


@pytest.mark.parametrize(
    "text",
    ["(" * 50_000, '"' * 50_001, "!" * 50_001, "[K:" * 30_000, "{" * 50_000, "(9999999:9999999:9999999" * 5_000,
     "C/////////////////////////" * 5_000, "Z99999999|" * 100, "C99999999999" * 10_000, "<>" * 50_000, "&" * 50_000,
     "V:" * 50_000, "|:" * 50_000, "w:" + "-" * 100_000, "^" * 100_000, "%" * 100_000, "\\\n" * 50_000],
)  # fmt: skip
def test_hostile_texts_end_soon(text):
    started = time.monotonic()
    for reading in (read(HEAD + text), read(text)):
        for score in reading.scores:
            timeline(score, played=True)
    assert time.monotonic() - started < 8


PIECES = st.sampled_from(
    ["C", "d'", "^F,", "_B2", "=c/", "[CEG]", "[C2", "]", "(3", "(", ")", "-", ">", "<<", "|", "|:", ":|", "::", "|1", ":|2", "[1",
     "|]", "||", "z", "Z4", "x2", "y", "{g}", "{/", "}", "\"Am\"", "\"", "!trill!", "!", "!D.C.!", "!fine!", "&", "%", "\\", "\n",
     "w: আ-মার_ * |", "K:G\n", "[K:Dm]", "[M:6/8]", "M:3/4\n", "L:1/16\n", "V:2\n", "[V:1]", "P:A\n", "X:2\n", "T:গান\n", "Q:1/4=90\n",
     " ", "\r\n", "\x00", "\ud800", "🎵", "সা রে গা", "+:", "s:", "U:T=!x!\n", "`", "~", ".", "$", "H"]
)  # fmt: skip


@settings(max_examples=1000, deadline=None)
@given(st.lists(PIECES, max_size=60))
def test_never_raises_on_pieces_of_abc(pieces):
    check_reading("X:1\nK:C\n" + "".join(pieces))
    check_reading("".join(pieces))


@settings(max_examples=1000, deadline=None)
@given(st.text(max_size=300))
def test_never_raises_on_any_text(text):
    check_reading(text)


def check_reading(text):
    reading = read(text)
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for tune in reading.tunes:
        for played in (False, True):
            line = timeline(tune.score, played=played)
            assert all(moment.duration > 0 for moment in line.moments)
        for row in tune.diagnostics:
            assert 1 <= row.line <= max(1, len(lines))
            assert row.message.endswith(".")
        ids = [note.id for event in tune.score.events() for note in event.notes]
        assert len(ids) == len(set(ids))
