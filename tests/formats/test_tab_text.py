"""ASCII tab: NOTATION C1's example, ONOTE's own lines, strict and wide, and tab as it is found in the wild."""

import re
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from core.errors import AppError, FormatError
from core.formats.abc.reader import read_first
from core.formats.line_of_events import Sound, layer_of
from core.formats.tab.format import STRICT, TAB, WIDE, lost, read, write
from core.reports.importing import format_of
from core.score.pitch import from_midi
from core.score.score import Measure, Part, Score
from core.score.signatures import Metre
from core.score.timeline import timeline
from core.tradition.tunings import GUITAR, TUNINGS_BY_NAME, Fretboard, fretboard_of
from tests.strategies.scores import scores

QUARTER = Fraction(1, 4)
ONOTE_LINES = """Beat|1 . . . 2 . . . 3 . . . 4 . . . |
e   |--------------------------------|
B   |--------1---------------1-------|
G   |----0-------0-------0-------0---|
D   |--2---------------2-------------|
A   |3---------------3---------------|
E   |--------------------------------|
"""
"""The example of ONOTE's composer prompt: 32 characters over four beats."""


def tune(body, metre="4/4", unit="1/4", key="C"):
    return read_first(f"X:1\nM:{metre}\nL:{unit}\nK:{key}\n{body}\n").score


def text(body, board=GUITAR, layout=None, **header):
    return write(tune(body, **header), board, layout).decode()


def read_one(source):
    made = read(source.encode())
    return made.scores[0], made.findings


def sounds(score):
    """What is heard: onset, MIDI number, duration; ties merged."""
    return [(m.onset, m.midi, m.duration) for m in timeline(score, played=True).notes]


def heard(source):
    return " ".join(f"{m.pitch.name}/{m.duration}" for m in timeline(read_one(source)[0], played=True).notes)


def strings(*bodies, labels="eBGDAE"):
    """Six lines from those that are not empty, by letter: `e=0-1-`."""
    rows = dict(body.split("=") for body in bodies)
    size = max(map(len, rows.values()))
    names = [label + ("2" if place and label == "E" else "") for place, label in enumerate(labels)]
    return "\n".join(f"{name[0]}|{rows.get(name, '-' * size)}|" for name in names) + "\n"


# -- written ----------------------------------------------------------------------------------------------------------


def test_the_example_of_notation_c1():
    lines = text("E F G2|z4|e4|").splitlines()
    assert lines[0] == "  Q       Q       H                W"
    assert lines[1] == "e|0-------1-------3---------------|--------------------------------|"
    assert lines[2:7] == [f"{label}|{'-' * 32}|{'-' * 32}|" for label in "BGDAE"]
    assert lines[8:10] == ["  W", "e|12------------------------------|"]


def test_a_tune_below_the_tenth_fret_is_sixteen_characters_a_bar_under_its_beats():
    source = text("C E G A|G/4F/4E/4D/4 C E2|")
    assert source.splitlines() == [
        "Beat|1...2...3...4...|1...2...3...4...|",
        "e   |----0---3---5---|310-----0-------|",
        "B   |----------------|---31-----------|",
        "G   |5---------------|----------------|",
        *(f"{string}   |----------------|----------------|" for string in "DAE"),
    ]
    rows = re.findall(r"(?m)^\s*([eBGDAE])\s*\|(.*)\|$", source)
    assert [label for label, _ in rows] == list("eBGDAE")
    assert all(re.fullmatch(r"[-0-9]{16}", bar) for _, row in rows for bar in row.split("|"))


@pytest.mark.parametrize(
    ("body", "metre", "size"),
    [("C D E|", "3/4", 12), ("C3/2 D3/2|", "6/8", 12), ("C D E F G|", "5/4", 20), ("C4|", "4/4", 16)],
)
def test_a_strict_bar_has_as_many_characters_as_sixteenths(body, metre, size):
    bar = re.search(r"(?m)^e   \|([-\d]+)\|$", text(body, metre=metre, layout=STRICT))[1]
    assert len(bar) == size


def test_what_does_not_fit_sixteen_characters_is_written_wide_and_said():
    for body, reason in (("e' z2 e'|", "bar 1 needs a fret above 9"), ("C4|(3C/D/E/ z3|", "bar 2 has notes between")):
        score = tune(body)
        assert reason in " ".join(lost(score))
        assert write(score) == write(score, layout=WIDE)
        with pytest.raises(FormatError, match="not possible"):
            write(score, layout=STRICT)
    assert "wide" not in " ".join(lost(tune("C D E F|")))


def test_every_length_from_a_32nd_to_a_double_whole_stands_in_letters():
    lengths = {"1/8": "T", "1/4": "S", "1/2": "E", "": "Q", "2": "H", "4": "W", "8": "W+W"}
    lengths |= {"3/8": "S.", "3/4": "E.", "3/2": "Q.", "3": "H.", "6": "W.", "5/2": "H+E", "7/2": "H..", "12": "W+W+W"}
    for abc, letters in lengths.items():
        source = text(f"E{abc}|", layout=WIDE, metre="none")
        assert [line.strip() for line in source.splitlines() if re.fullmatch(r"\s+[A-Z.+]+", line)] == [letters]
        assert sounds(read_one(source)[0]) == sounds(tune(f"E{abc}|", metre="none"))


def test_a_tie_prints_no_second_fret_and_its_length_stands_in_the_row():
    source = text("E2 z E-|E2- E/ F3/2|", layout=WIDE)
    assert source.splitlines()[0].split() == ["H", "Q", "Q", "+H+E", "Q."]
    assert source.splitlines()[1] == "e|0-----------0---|----------1-----|"
    assert sounds(read_one(source)[0]) == sounds(tune("E2 z E-|E2- E/ F3/2|"))


def test_triplets_and_other_divisions_are_exact():
    body = "(3E/F/G/ (5:4E/4F/4G/4F/4E/4 (3E F E|"
    source = text(body, layout=WIDE)
    assert source.splitlines()[0].split() == ["E3"] * 3 + ["(1/20)"] * 5 + ["Q3"] * 3
    assert sounds(read_one(source)[0]) == sounds(tune(body))


def test_slurs_are_hammer_ons_and_pull_offs_of_one_string_with_a_legend():
    source = text("(EF) (GF)|(FGF) E|", layout=WIDE)
    assert source.splitlines()[1] == "e|0--h1---3--p1---|1--h3--p1---0---|"
    assert source.endswith("\nh hammer-on, p pull-off\n")
    again, findings = read_one(source)
    assert sounds(again) == sounds(tune("(EF) (GF)|(FGF) E|"))
    slurs = [(e.slur_starts, e.slur_ends) for e in again.events() if e.notes]
    assert slurs == [(1, 0), (0, 1), (1, 0), (0, 1), (1, 0), (0, 0), (0, 1), (0, 0)]
    assert [f.code for f in findings] == ["tab-playing", "tab-playing"]


def test_a_note_that_no_string_plays_is_marked_and_said_and_the_rest_stays():
    score = tune("C,, E F [G C,,]|")
    source = write(score).decode()
    assert source.splitlines()[6] == "E   |?-----------?---|"
    assert "? no string plays this note" in source
    assert sum("C2 is below" in row for row in lost(score)) == 1
    again, findings = read_one(source)
    assert [midi for _, midi, _ in sounds(again)] == [64, 65, 67]
    assert [(f.code, f.line, f.column) for f in findings if f.code == "tab-unknown"] == [
        ("tab-unknown", 7, 6), ("tab-unknown", 7, 18)
    ]  # fmt: skip


def test_another_tuning_and_a_capo_are_told_and_read_again():
    score = tune("d e f g|a2 g2|")
    for name in TUNINGS_BY_NAME:
        for capo in (0, 2):
            board = Fretboard(TUNINGS_BY_NAME[name], capo)
            source = write(score, board).decode()
            assert (f"Tuning: {board.tuning.words}" in source) == (name != "standard")
            assert (f"Capo: {capo}" in source) == (capo > 0)
            assert sounds(read_one(source)[0]) == sounds(score)
    own = fretboard_of("C2 G2 D3 A3 E4")
    assert sounds(read_one(write(score, own).decode())[0]) == sounds(score)


def test_bars_of_other_metres_and_pickups_keep_their_length():
    body = "E|E F G E|[M:3/4]E F G|[M:6/8]E3/2 F3/2|"
    for layout in (STRICT, WIDE):
        again, _ = read_one(text(body, layout=layout))
        assert [m.length for m in again.parts[0].measures] == [QUARTER, 1, 3 * QUARTER, 3 * QUARTER]
        assert sounds(again) == sounds(tune(body))
        assert [str(m.metre) for m in again.parts[0].measures] == ["4/4", "4/4", "3/4", "6/8"]


# -- read -------------------------------------------------------------------------------------------------------------


def test_onotes_own_example_is_one_bar_of_four_beats():
    score, findings = read_one(ONOTE_LINES)
    assert findings == ()
    assert [m.length for m in score.parts[0].measures] == [1]
    names = [(str(m.onset), m.pitch.name) for m in timeline(score).notes]
    assert names[:4] == [("0", "C3"), ("1/16", "E3"), ("1/8", "G3"), ("1/4", "C4")]
    assert len(names) == 10


def test_sixteen_characters_under_a_row_that_is_drawn_wider():
    source = "\n".join(" " * (number > 0) + line for number, line in enumerate(ONOTE_LINES.splitlines()))
    short = re.sub(r"\|([-\d]{16})[-\d]{16}\|", r"|\1|", source)
    assert heard(short) == "C3/1/8 E3/1/8 G3/1/4 C4/1/4 G3/1/4"


def test_tab_without_any_row_is_timed_by_its_columns():
    source = strings("e=0---1---3-------", "B=----------------") + "\n" + strings("e=12------10------8-------7-------")
    score, findings = read_one(source)
    assert heard(source) == "E4/1/4 F4/1/4 G4/1/2 E5/1/4 D5/1/4 C5/1/4 B4/1/4"
    assert [found.code for found in findings] == ["tab-time"]
    assert [m.length for m in score.parts[0].measures] == [1, 1]


def test_a_dash_that_is_put_after_each_bar_line_for_looks_is_no_time():
    assert heard("Capo 2\n" + strings("e=-0-1-3-0-0-1-3-0-")).startswith("F#4/1/8 G4/1/8 A4/1/8 F#4/1/8")
    assert heard(strings("e=---0-1-3-0-0-1-3-")).startswith("E4/1/8 F4/1/8 G4/1/8 E4/1/8")


def test_strings_that_do_not_line_up_are_compared_by_their_share_of_the_bar():
    source = "e|0---12---3---|\nB|--------------------|\nG|----0-------|\nD|------------|\nA|3-----------|\nE|------------|\n"
    score, findings = read_one(source)
    assert "tab-uneven" in [found.code for found in findings]
    assert [m.length for m in score.parts[0].measures] == [1]
    assert sorted({midi for _, midi, _ in sounds(score)}) == [48, 55, 64, 67, 76]


def test_a_row_of_lengths_that_does_not_line_up_is_taken_in_order():
    source = "   Q  Q  H\n" + strings("e=0---1---3-------")
    assert heard(source) == "E4/1/4 F4/1/4 G4/1/2"


def test_lengths_that_do_not_fit_are_told_and_columns_are_used():
    source = "  Q\n" + strings("e=0---1---3-------")
    assert heard(source) == "E4/1/4 F4/1/4 G4/1/2"
    assert "tab-lengths" in [found.code for found in read_one(source)[1]]


def test_signs_of_playing_are_accepted_and_said():
    source = strings("e=0h1p0-3/5---5b--", "B=----------------", "E2=x-----------3~--")
    score, findings = read_one(source)
    said = " ".join(found.message for found in findings)
    for word in ("Hammer-ons", "Pull-offs", "Slides", "Bends", "Vibrato", "Muted"):
        assert word in said
    assert [midi for _, midi, _ in sounds(score)] == [64, 65, 64, 67, 69, 43, 69]


def test_the_letters_before_the_strings_tell_the_tuning():
    drop = strings("e=0---------------").replace("\nE|", "\nD|").replace("D|--", "D|0-", 2).replace("D|0-", "D|--", 1)
    score, findings = read_one(drop)
    assert sorted(midi for _, midi, _ in sounds(score)) == [38, 64]
    assert "D2 A2 D3 G3 B3 E4" in findings[0].message
    ukulele = "A|0-------|\nE|--------|\nC|----0---|\nG|0-------|\n"
    assert sorted(midi for _, midi, _ in sounds(read_one(ukulele)[0])) == [60, 67, 69]


def test_strings_a_blank_line_apart_and_text_around_are_no_hindrance():
    source = "Here is your tab:\n\n```\n" + strings("e=0---1---3-------").replace("\n", "\n\n") + "```\nEnjoy!\n"
    assert heard(source) == "E4/1/4 F4/1/4 G4/1/2"
    assert [f.code for f in read_one(source)[1]].count("tab-line") == 2


def test_two_systems_without_a_line_between_them_are_told_apart():
    assert heard(strings("e=0---------------") + strings("e=1---------------")) == "E4/1 F4/1"


def test_a_text_without_frets_is_no_tune():
    for empty in ("", "Sorry.", strings("e=----------------"), "e|----|\n"):
        made = read(empty.encode())
        assert made.tunes == ()
        assert made.findings[-1].code == "no-tune"


def test_tab_is_known_by_its_look():
    assert format_of(None, ONOTE_LINES.encode()) is TAB
    assert format_of(None, write(tune("e' z2 e'|"))) is TAB


# -- round trips ------------------------------------------------------------------------------------------------------

LENGTHS = st.sampled_from(
    [
        Fraction(n, d)
        for n, d in [(1, 4), (1, 8), (1, 16), (3, 8), (3, 16), (1, 2), (1, 32), (1, 12), (1, 24), (5, 16), (1, 20)]
    ]
)
SIXTEENTHS = st.integers(1, 8).map(lambda count: Fraction(count, 16))


@st.composite
def melodies(draw, lengths=LENGTHS, *, rests=True, ties=True, chords=True, highest=88):
    """One part of single notes and small chords that a guitar has, in bars of any length."""
    bars = []
    for _ in range(draw(st.integers(1, 4))):
        row, now = [], Fraction(0)
        for place in range(draw(st.integers(1, 5))):
            length = draw(lengths)
            silent = rests and draw(st.integers(0, 4)) == 0
            if not silent:
                notes = {draw(st.integers(45, highest))}
                if chords and max(notes) < 70 and draw(st.booleans()):
                    notes.add(max(notes) + draw(st.integers(3, 7)))
                pitches = tuple(from_midi(midi, flats=False) for midi in sorted(notes))
                row.append(Sound(now, now + length, pitches))
            elif place == 0 and not rests:
                continue
            now += length
        bars.append((row, now))
    if ties:
        for (row, end), (following, _) in pairwise(bars):
            if row and following and row[-1].end == end and following[0].onset == 0 and draw(st.booleans()):
                row[-1] = Sound(row[-1].onset, end, row[-1].pitches, tied=True)
                following[0] = Sound(following[0].onset, following[0].end, row[-1].pitches)
    measures = tuple(Measure((layer_of(row, end),), metre=Metre((4,), 4)) for row, end in bars)
    return Score((Part("1", measures),))


@settings(max_examples=200, deadline=None)
@given(melodies())
def test_what_is_written_wide_is_read_back_exactly(score):
    again = read(write(score, layout=WIDE))
    if not sounds(score):
        assert again.tunes == ()
        return
    assert sounds(again.scores[0]) == sounds(score)
    assert [m.length for m in again.scores[0].parts[0].measures] == [m.length for m in score.parts[0].measures]
    assert not [found for found in again.findings if found.severity != "info"]


@settings(max_examples=200, deadline=None)
@given(melodies(SIXTEENTHS, rests=False, ties=False, chords=False, highest=66))
def test_what_is_written_strict_is_read_back_exactly(score):
    content = write(score)
    assume(content.startswith(b"Beat|"))
    again = read(content).scores[0]
    assert sounds(again) == sounds(score)
    assert [m.length for m in again.parts[0].measures] == [m.length for m in score.parts[0].measures]


@settings(max_examples=25, deadline=None)
@given(scores(micro=True), st.sampled_from(["standard", "ukulele", "dadgad"]), st.integers(0, 5))
def test_any_score_is_written_and_read_without_failing(score, name, capo):
    board = Fretboard(TUNINGS_BY_NAME[name], capo)
    lost(score, board)
    for layout in (None, WIDE):
        for made in read(write(score, board, layout)).scores:
            assert made.parts[0].measures


SCRAPS = st.sampled_from(
    ["e|", "B|", "-", "----", "|", "12", "0", "h", "x", "\n", "\n\n", "  Q  E.", "Beat|1...2...", "(1/0)", "+W", "W+W+W",
     "Tuning: D A D G", "Capo: 99", "Time: 0/4", "Time: 3/4", ":", "?", "99999999999", "~", "ট", "\t"]
)  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(st.data(), st.sampled_from([ONOTE_LINES, strings("e=0---1---3-------", "G=2h4-------12----")]))
def test_no_change_to_a_tab_makes_it_fail(data, source):
    for _ in range(data.draw(st.integers(1, 6))):
        start = data.draw(st.integers(0, len(source)))
        stop = data.draw(st.integers(start, min(len(source), start + 12)))
        source = source[:start] + data.draw(SCRAPS) + source[stop:]
    try:
        made = read(source.encode())
    except AppError as error:
        assert str(error).endswith(".")  # noqa: PT017  either is right
        return
    for score in made.scores:
        assert timeline(score).length < 10_000


def test_a_row_of_beats_that_is_not_set_above_the_columns_is_said_and_not_obeyed():
    rows = ["----------------", "----1-----------", "--------0-------", "2---------------", "3-----------0---"]
    text = (
        "Beat 1 2 3 4\n"
        + "".join(f"{name}|{row}|\n" for name, row in zip("eBGDA", rows, strict=True))
        + "E|"
        + 16 * "-"
    )
    made = read(f"{text}|\n".encode())
    (score,) = made.scores
    assert score.parts[0].measures[0].length == 1
    assert [note.onset for note in timeline(score).notes] == [0, 0, Fraction(1, 4), Fraction(1, 2), Fraction(3, 4)]
    assert [row.code for row in made.findings] == ["tab-beats"]
