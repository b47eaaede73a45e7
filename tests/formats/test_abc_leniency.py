"""What models and old files write, read as it was meant, and every guess said."""

from fractions import Fraction

import pytest

from core.formats.abc.reader import read, read_first
from core.formats.abc.writer import write
from core.formats.notes_json import rows
from core.score.signatures import Key, Metre
from core.score.timeline import timeline

HEAD = "X:1\nM:4/4\nL:1/4\nK:C\n"


def midis(text, *, played=False):
    return [moment.midi for moment in timeline(read_first(text).score, played=played).notes]


def lengths(text):
    return [event.duration * 4 for event in read_first(text).score.events()]


def codes(text):
    return [row.code for row in read_first(text).diagnostics]


def lyrics(text):
    return rows(read(text), played=False)[0]["voices"][0]["lyrics"]


# -- lines and blocks -------------------------------------------------------------------------------------------------


def test_a_backslash_before_a_comment_joins_lines_of_music():
    text = HEAD + "C D E F|\\ % more of the line\n% a comment\nM:3/4\nG A B|\nw: a b c d e f g\n"
    assert codes(text) == []
    assert lyrics(text) == [list("abcdefg")]


@pytest.mark.parametrize("words", ["Enjoy!", "Chorus", "Enjoy the tune, and ask for more", "**Verse**", "</pre>"])
def test_words_after_a_code_block_are_no_music(words):
    text = "```abc\n" + HEAD + "C D E F|c4|]\n```\n" + words + "\n"
    assert midis(text) == [60, 62, 64, 65, 72]
    assert codes(text) == []


@pytest.mark.parametrize("words", ["Enjoy!", "Chorus", "**Outro:**", "Bridge:", "আস্থায়ী", "<pre>", "</div>"])
def test_one_word_between_lines_of_music_is_said_to_be_no_music(words):
    text = HEAD + f"C D E F|\n{words}\nc4|]\n"
    assert midis(text) == [60, 62, 64, 65, 72]
    assert codes(text) == ["prose"]


@pytest.mark.parametrize("music", ["CDEF", "uCvDEF", "TEDF", "~ABcd", "zzzz", "xyzA", "SCOD", "cdefga"])
def test_a_line_of_letters_that_are_music_is_music(music):
    assert "prose" not in codes(HEAD + music)


def test_music_in_several_code_blocks_is_one_tune():
    text = HEAD + "C D E F|\n```\nHere is more of it:\n```abc\nG A B c|]\n```\n"
    assert midis(text) == [60, 62, 64, 65]
    assert midis(HEAD + "C D E F|\n```\n```abc\nG A B c|]\n```\n") == [60, 62, 64, 65, 67, 69, 71, 72]


# -- fields -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "key", "said"),
    [
        ("C-sharp minor", Key("C#", "minor", (("F", 1), ("C", 1), ("G", 1), ("D", 1))), True),
        ("A flat major", Key("Ab", "major", (("B", -1), ("E", -1), ("A", -1), ("D", -1))), True),
        ("Am (A minor)", Key("A", "minor", ()), True),
        ("C (Sa=C)", Key("C", "major", ()), True),
        ("G major, 4/4", Key("G", "major", (("F", 1),)), True),
        # the first letter of a raga's or thaat's name is no tonic
        ("Bilaval", Key(), True),
        ("Bhairavi", Key(), True),
        ("Desh", Key(), True),
        ("Abhogi", Key(), True),
        ("D_e ^f", Key("D", "major", (("F", 1), ("C", 1), ("E", -1))), False),
        ("C mozart:noteC=x", Key(), False),
        ("bass", Key(), False),
        ("clef=alto octave=-1", Key(), False),
    ],
)
def test_a_key_that_is_more_or_other_than_abc_has(value, key, said):
    text = f"X:1\nM:none\nK:{value}\nC|"
    assert read_first(text).score.key == key
    assert codes(text) == (["field-K"] if said else [])


@pytest.mark.parametrize("field", ["K:C t=-2", "K:C transpose=-2"])
def test_transposition_has_a_short_name(field):
    assert midis(f"X:1\nL:1/4\nM:none\n{field}\nC D|") == [58, 60]
    assert midis("X:1\nL:1/4\nM:none\nV:1 t=-12 clef=bass\nK:C\nc d|") == [60, 62]


@pytest.mark.parametrize(
    ("value", "metre", "said"),
    [
        ("6/8 (3+3)", Metre((6,), 8), True), ("Dadra (6/8)", Metre((6,), 8), True), ("3/4;", Metre((3,), 4), False),
        ("FREI4/4", Metre((), 4), True),
    ],
)  # fmt: skip
def test_a_metre_with_words(value, metre, said):
    text = f"X:1\nM:{value}\nK:C\nz|"
    assert read_first(text).score.metre == metre
    assert codes(text) == (["field-M"] if said else [])


@pytest.mark.parametrize(("value", "unit"), [("8", Fraction(1, 8)), ("16", Fraction(1, 16)), ("1", Fraction(1))])
def test_a_unit_length_without_its_stroke(value, unit):
    text = f"X:1\nM:none\nL:{value}\nK:C\nC|"
    assert read_first(text).score.unit == unit
    assert codes(text) == (["field-L"] if unit < 1 else [])


def test_a_tempo_with_words_before_its_number():
    tempo = read_first("X:1\nM:none\nQ:1/4=ca. 96\nK:C\nC|").score.tempo
    assert (tempo.beat, tempo.bpm) == (Fraction(1, 4), 96)


def test_symbols_may_stand_for_annotations_and_chord_symbols():
    text = 'X:1\nM:none\nU: p = "^+"\nU: q = "Am"\nU: T = !nil!\nK:C\npC qD TE F|\ns: * * * p\n'
    events = read_first(text).score.events()
    assert [event.annotations for event in events] == [("^+",), (), (), ("^+",)]
    assert [event.chord_symbols for event in events] == [(), ("Am",), (), ()]
    assert [event.decorations for event in events] == [(), (), (), ()]


@pytest.mark.parametrize(
    ("order", "severity", "says"),
    [
        ("ABCA", "warning", "The order names C, and no section is called so"),
        ("aab", "info", "The order names a, b, and the music has no such section"),
    ],
)
def test_an_order_of_sections_that_are_not_there_is_said(order, severity, says):
    rows = read_first(f"X:1\nP:{order}\nM:none\nK:C\nP:A\nC|\nP:B\nD|\n").diagnostics
    assert [(row.code, row.severity, row.line, row.column) for row in rows] == [("order-unknown", severity, 2, 3)]
    assert rows[0].message.startswith(says)


# -- music ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rest", ["Z:|", "X:|", "Z :|", "Z::"])
def test_a_rest_of_a_whole_bar_before_a_repeat_is_no_field(rest):
    reading = read(HEAD + f"|:C4|\n{rest} \\\nD4|\n")
    assert [len(tune.score.parts[0].measures) for tune in reading.tunes] == [3]
    assert reading.tunes[0].score.parts[0].measures[1].right.repeats == 1


def test_lengths_with_a_point_are_read_and_said():
    text = HEAD + "C1.5 D0.5 E2|z.5 [CE]1.5 c2|"
    assert lengths(text) == [Fraction(3, 2), Fraction(1, 2), 2, Fraction(1, 2), Fraction(3, 2), 2]
    assert codes(text) == ["length-decimal"] * 4
    assert codes(HEAD + "C15.5|")[0] == "length-decimal"
    # a point before a note, or a dotted bar line, is no part of a length
    assert codes(HEAD + "C2.D E.|F4|") == []


def test_chords_between_plus_signs_are_chords():
    text = HEAD + '+CEG+2 +trill+c +ff+d|"+CE+"C4|'
    events = read_first(text).score.events()
    assert [len(event.notes) for event in events] == [3, 1, 1, 1]
    assert [event.decorations for event in events] == [(), ("trill",), ("ff",), ()]
    assert codes(text) == ["chord-old"]


@pytest.mark.parametrize("endings", ["|1. D4:|2. E4|]", "|[1. D4:|[2. E4|]", "|1 D4:|2 E4|]"])
def test_the_number_of_an_ending_may_have_a_point(endings):
    assert midis(HEAD + "|:C4" + endings, played=True) == [60, 62, 60, 64]


def test_broken_rhythm_that_a_bar_line_cuts_is_left_out_whole():
    text = HEAD + "C D E F>|G A B c|"
    assert lengths(text) == [1] * 8
    assert codes(text) == ["broken"]


def test_rhythm_inside_grace_notes_changes_no_note():
    text = HEAD + "C {a>b}D {(3abc}E F|"
    assert lengths(text) == [1, 1, 1, 1]
    assert codes(text) == []


def test_a_quotation_mark_that_is_not_closed_takes_no_bar_line_with_it():
    text = HEAD + '"Am C D E F|"G7"G4|"^a | b"c4|'
    rows = read_first(text)
    assert len(rows.score.parts[0].measures) == 3
    assert rows.score.parts[0].measures[1].events[0].chord_symbols == ("G7",)
    assert rows.score.parts[0].measures[2].events[0].annotations == ("^a | b",)
    assert next((row.code, row.column) for row in rows.diagnostics) == ("unknown-sign", 1)
    assert read_first(HEAD + '"আস্থায়ী। ধীরে"C4|').score.events()[0].chord_symbols == ("আস্থায়ী। ধীরে",)


def test_a_chord_symbol_with_a_bar_line_is_written_so_that_it_comes_back():
    score = read_first(HEAD + '"_x|y"C4|').score
    assert read_first(write(score)).score == score


def test_bengali_bar_lines():
    bars = read_first(HEAD + "C D E F । G A B c ॥").score.parts[0].measures
    assert [bar.right.style for bar in bars] == ["|", "||"]


@pytest.mark.parametrize(
    ("words", "jump"),
    [
        ("D.C. al Fine", "D.C.alfine"), ("^DC", "D.C."), ("_D.S. al Coda", "D.S.alcoda"), ("^Fine", "fine"),
        ("Da Capo", "D.C."), ("To Coda", "dacoda"), ("Dm", None), ("Dc", None), ("Finely", None), ("D", None),
    ],
)  # fmt: skip
def test_words_in_quotes_do_not_steer_and_that_is_said(words, jump):
    rows = read_first(HEAD + f'C4|"{words}"D4|').diagnostics
    assert [(row.code, row.severity) for row in rows] == ([("jump-words", "info")] if jump else [])
    assert jump is None or f"!{jump}!" in rows[0].message


# -- words ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("1. আ-মার সো-নার", ["1. আ-", "মার", "সো-", "নার"]),
        ("২। আ-মার সো-নার", ["২। আ-", "মার", "সো-", "নার"]),
        ("1.~Three blind mice run", ["1. Three", "blind", "mice", "run"]),
        ("1 2 3 4", ["1", "2", "3", "4"]),
        ("1.", ["1.", None, None, None]),
    ],
)
def test_the_number_of_a_verse_takes_no_note(words, found):
    text = HEAD + f"C D E F|\nw: {words}\n"
    assert lyrics(text) == [found]
    assert codes(text) == []
    assert lyrics(write(read_first(text).score)) == [found]


def test_a_stop_behind_a_hold_takes_no_note():
    # of the standard's own example (13.4)
    text = HEAD + "C D E F|\nw: de-si-o_.\n"
    assert lyrics(text) == [["de-", "si-", "o.", "_"]]
    assert codes(text) == []


def test_words_over_their_notes_are_told_where_they_belong():
    rows = read_first(HEAD + "w: a b c\nC D E F|\n").diagnostics
    assert [(row.code, row.line, row.column) for row in rows] == [("words-first", 5, 3)]
