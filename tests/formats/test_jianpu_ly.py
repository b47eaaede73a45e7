"""Text for jianpu-ly: what is written, and that jianpu-ly itself takes it."""

import re

import jianpu_ly
import pytest
from hypothesis import given, settings

from core.errors import FormatError
from core.formats.abc.reader import read_first
from core.formats.jianpu.ly import JIANPU_LY, write
from core.llm import scripted
from tests.strategies.scores import scores


def tune(body, key="C", metre="4/4", unit="1/4", more=""):
    return read_first(f"X:1\n{more}M:{metre}\nL:{unit}\nK:{key}\n{body}\n").score


def text(*args, **header):
    return write(tune(*args, **header)).decode()


def lilypond(source):
    """What jianpu-ly makes of it; it raises where a bar does not add up or a word is unknown."""
    return jianpu_ly.process_input(source)


def midi_notes(source):
    """The notes of jianpu-ly's MIDI staff as it writes them, transposition undone by none: degrees as c d e f g a b."""
    staff = lilypond(source).partition("BEGIN MIDI STAFF")[2].partition("END MIDI STAFF")[0]
    return re.findall(r"(?<![\\\w])([a-g](?:is|es)?[',]*\d+\.*|[rR]\d+\.*)(?=[\s~|\]\[()]|$)", staff)


@pytest.mark.parametrize(
    ("body", "header", "wanted"),
    [
        ("C D E F|", {}, "1=C 4/4 1 2 3 4\n"),
        ("G2 E2|G3 C|C4|", {}, "1=C 4/4 5 - 3 - 5 - - 1 1 - - -\n"),
        ("C/D/ E F/G/ A|", {}, "1=C 4/4 q1 q2 3 q4 q5 6\n"),
        ("G3/2 A/ G2|", {}, "1=C 4/4 5. q6 5 -\n"),
        ("E3/4F/4 z3|", {}, "1=C 4/4 q3. s4 0 0 0\n"),
        ("G,/4A,/4B,/4C/4 z3|", {}, "1=C 4/4 s5, s6, s7, s1 0 0 0\n"),
        ("C D G2-|G E D2|", {}, "1=C 4/4 1 2 5 - ~ 5 3 2 -\n"),
        ("(3G/A/B/ z3|", {}, "1=C 4/4 3[ q5 q6 q7 ] 0 0 0\n"),
        ("z/G/ z z2|", {}, "1=C 4/4 q0 q5 0 0 0\n"),
        ("G6|GGG GGG|", {"key": "G", "metre": "6/8", "unit": "1/8"}, "1=G 6/8 1'. ~ 1'. q1' q1' q1' q1' q1' q1'\n"),
        ("(C D) ^F _B,|", {}, "1=C 4/4 1 ( 2 ) #4 b7,\n"),
        ("{cB}A4|", {}, "OctavesBefore\n1=C 4/4 g['q1q7] 6 - - -\n"),
        ("C|D E F G|A B c|", {}, "1=C 4/4,4 1 2 3 4 5 6 7 1'\n"),
        ("C|D E F G|A B c d|", {}, "1=C 1/4 1 4/4 2 3 4 5 6 7 1' 2'\n"),
        ("A/2B/4c/8d/16 z/16 z3|", {"key": "Am"}, "1=C 4/4 q6 s7 d1' h2' h0 0 0 0\n"),
    ],
)
def test_each_sign_is_written_as_jianpu_ly_wants_it(body, header, wanted):
    assert text(body, **header) == wanted
    assert "BEGIN JIANPU STAFF" in lilypond(wanted)


def test_jianpu_ly_plays_the_notes_that_were_written():
    source = text("C E/F/ ^G2|_B,3 z|(3c/d/e/ C3|", key="C")
    assert midi_notes(source) == [
        "c'4", "e'8", "f'8", "gis'2", "bes2.", "r4", "c''8", "d''8", "e''8", "c'2."
    ]  # fmt: skip


def test_bengali_lyrics_pass_syllable_by_syllable():
    source = text("C D E- E|(F G) A z|\nw: আ-মার সো-_না_র\nw: তো-মায় ভা-_লো_বা", more="T:আমার সোনার বাংলা\nC:রবীন্দ্রনাথ\n")
    assert "title=আমার সোনার বাংলা\ncomposer=রবীন্দ্রনাথ\n" in source
    assert source.endswith("L: 1. আ- মার সো- না র\nL: 2. তো- মায় ভা- লো বা\n")
    made = lilypond(source)
    assert "আ --\nমার সো --\nনা র" in made
    assert 'title="আমার সোনার বাংলা"' in made


def test_a_note_without_a_syllable_is_skipped_and_a_slur_takes_one_syllable():
    assert text("C D (E F)|G A B c|\nw: ক * খ _ গ").splitlines()[-1] == "L: ক _ খ গ"


def test_a_syllable_under_the_end_of_a_tie_is_sung_at_its_beginning():
    assert text("C D E- E|\nw: ক খ গ ঘ").splitlines()[-1] == 'L: ক খ "গ\u00a0ঘ"'


def test_hostile_titles_and_lyrics_stay_text():
    evil = 'x" \\include "a" #(system "ls") NextPart NextScore } ＂＼y'
    source = text('C D E F|\nw: \\include"b" #(x) %{ }', more=f"T:{evil}\n")
    assert "NextPart" not in source
    made = lilypond(source)
    headers = re.findall(r'title="(.*)"\n', made)
    assert headers
    assert all('"' not in header and "\\" not in header for header in headers)
    assert '\\include"b' not in made.replace('\\include "', "")
    assert '"#(x)"' in made


def test_several_voices_become_parts():
    source = text("V:1 name=Voice\nC D E F|\nV:2 name=Bass\nC,4|\n")
    assert source == "instrument=Voice\n1=C 4/4 1 2 3 4\n\nNextPart\n\ninstrument=Bass\n1=C 4/4 1, - - -\n"
    assert lilypond(source).count("BEGIN JIANPU STAFF") == 2


def test_what_jianpu_ly_cannot_read_is_refused_with_its_bar():
    with pytest.raises(FormatError, match=r"^Bar 2 holds a note of 1/128"):
        text("C4|C/32 z31/32 z3|")
    with pytest.raises(FormatError, match="more than three octaves"):
        text("C,,,,,4|")
    with pytest.raises(FormatError, match="no note"):
        text("|")


def test_losses_are_said():
    score = tune('|:[CE] "Am"C C2:|')
    assert len(JIANPU_LY.lost(score)) == 3


@pytest.mark.parametrize("metre", ["4/4", "3/4", "6/8", "7/8", "2/2"])
def test_made_up_tunes_in_every_metre_are_taken(metre):
    for seed in range(6):
        source = write(read_first(scripted.tune(f"M:{metre}", seed)).score).decode()
        assert "BEGIN JIANPU STAFF" in lilypond(source)


@settings(max_examples=20, deadline=None)
@given(scores())
def test_any_score_is_taken_by_jianpu_ly_or_refused_by_us(score):
    try:
        source = write(score).decode()
    except FormatError as error:
        assert re.search(r"[Bb]ar \d|no note", str(error))  # noqa: PT017  either is right
        return
    assert "BEGIN JIANPU STAFF" in lilypond(source)
