"""What models and old files write, read as it was meant, and every guess said."""

from fractions import Fraction

import pytest

from core.formats.abc.fixes.edit import apply
from core.formats.abc.fixes.suggest import with_fixes
from core.formats.abc.reader import read, read_first
from core.formats.abc.repair import repair
from core.formats.abc.writer import write
from core.formats.notes_json import rows
from core.score.signatures import Key, Metre, Tempo
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


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("1/4=12345", "faster than 9,999"), ("99999", "faster than 9,999"), ("1/4=1,200", "a speed"),
        ("1/4=-50", "a speed"), ("1/4=3/8", "no number"), ("1/4", "no number"),
    ],
)  # fmt: skip
def test_a_number_that_is_no_speed_is_said_and_never_cut(value, said):
    text = f"X:1\nM:4/4\nQ:{value}\nL:1/4\nK:C\nCDEF|\n"
    tune = read_first(text)
    assert tune.score.tempo.bpm is None
    assert [said in row.message for row in tune.diagnostics] == [True]
    assert codes(repair(text).text) == []
    assert read_first(repair(text).text).score.tempo is None


@pytest.mark.parametrize(("value", "beat"), [("1/4 120", Fraction(1, 4)), ("3/8: 120 bpm", Fraction(3, 8))])
def test_a_tempo_without_its_equals_sign(value, beat):
    text = f"X:1\nM:4/4\nQ:{value}\nL:1/4\nK:C\nCDEF|\n"
    tempo = Tempo(beat, Fraction(120))
    assert read_first(text).score.tempo == tempo
    assert codes(text) == ["field-Q"]
    assert read_first(repair(text).text).score.tempo == tempo
    assert codes(repair(text).text) == []


@pytest.mark.parametrize(("value", "speed"), [("1/4=600", 600), ("1/4=9999", 9999), ("1/4=400.125", Fraction(3201, 8))])
def test_a_fast_tempo_is_kept(value, speed):
    text = f"X:1\nM:4/4\nQ:{value}\nL:1/4\nK:C\nCDEF|\n"
    assert read_first(text).score.tempo.bpm == speed
    assert codes(text) == []


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


@pytest.mark.parametrize(
    ("music", "held"),
    [("CDEF !fermata! | GABc|", "!fermata!"), ("CDEF H|GABc|", "!fermata!"), ("CDEF:|!f!:|GABc|", None),
     ("!f!|CDEF|GABc|", None), ("CDEF|!fermata!GABc|", None), ("CDEF!segno!|GABc|", None), ('CDEF "G"|GABc|', None)],
)  # fmt: skip
def test_a_decoration_of_a_bar_line_is_put_on_the_next_note_and_said(music, held):
    found = [row.message for row in read_first(HEAD + music).diagnostics]
    assert found == (
        [f"{held} stands before the bar line after this note; it is put on the note after that."] if held else []
    )
    if held:
        assert [event.decorations for event in read_first(HEAD + music).score.events()].index(("fermata",)) == 4


def test_one_click_puts_the_decoration_of_a_bar_line_over_the_note_before():
    text = HEAD + "CDEF !fermata!|GABc|\n"
    found = with_fixes(text, read(text))
    assert [apply(text, row.fix.edits) for row in found] == [HEAD + "CDE!fermata!F |GABc|\n"]
    assert repair(text).text == text


def test_what_no_note_follows_is_put_on_the_last_note():
    text = HEAD + 'CDEF | GABc | !fermata! "G" "D.C. al Fine" "^end" |]\n'
    last = read_first(text).score.events()[-1]
    assert (last.decorations, last.chord_symbols, last.annotations) == (("fermata",), ("G", "D.C. al Fine"), ("^end",))
    assert set(codes(text)) == {"mark-end", "jump-words"}
    made = repair(text)
    assert made.text == HEAD + 'CDEF | GAB!fermata!"G""D.C. al Fine""^end"c |     |]\n'
    assert write(read_first(made.text).score) == write(read_first(text).score)


@pytest.mark.parametrize(
    ("music", "repaired"),
    [
        ("CDEF !fermata!|]", "CDE!fermata!F |]"), ('CDEF "G"|]', 'CDE"G"F |]'), ("CDEF {d}|]", "CDEF |]"),
        ('CDEF (|]', "CDEF |]"), ('CDE2 {d}!f!"G"|]', 'CD!f!"G"E2 |]'), ("CDE>F !f!", "CDE>!f!F "),
        ("V:1\nCDEF H|]\nV:2\nCDEF !f!|]", "V:1\nCDEHF |]\nV:2\nCDE!f!F |]"),
    ],
)  # fmt: skip
def test_what_no_note_follows_is_said_and_mended(music, repaired):
    text = HEAD + music + "\n"
    assert set(codes(text)) == {"mark-end"}
    assert repair(text).text.rstrip("\n") == HEAD + repaired
    assert codes(repair(text).text) == []


@pytest.mark.parametrize(
    "music",
    [
        "CDEF |\n- GABc |", "1. CDEF :|\n2. GABc |]", "1. CDEF |\n3. GABc |]", "- CDEF |\n1. GABc |", "|: CDEF |1 GABc :|2 c4 |]",
        "-CDEF |\n-GABc |", ">CDEF |", ".C DEF |\n.G ABc |",
    ],
)  # fmt: skip
def test_what_may_be_music_is_no_mark_of_a_list(music):
    assert "list-mark" not in codes(HEAD + music)


def test_the_marks_of_a_list_go_and_every_note_keeps_its_place_in_the_text():
    text = HEAD + "1. CDEF |\nw: a b c d\n2. GABc |\nNow sing it.\n"
    (found,) = [row for row in read_first(text).diagnostics if row.code == "list-mark"]
    assert (found.line, found.column, found.length) == (5, 1, 3)
    assert "'1.'" in found.message
    spans = [event.span for event in read_first(text).score.events()]
    assert [(span.line, span.column) for span in spans] == [
        (5, 4),
        (5, 5),
        (5, 6),
        (5, 7),
        (7, 4),
        (7, 5),
        (7, 6),
        (7, 7),
    ]
    assert lyrics(text)[0] == lyrics(HEAD + "CDEF |\nw: a b c d\nGABc |\n")[0]


@pytest.mark.parametrize(
    ("music", "read_as"),
    [
        ("C//D// E F G |", "C//D// E F G |"), ("C# D E F |", "^C D E F |"), ("A<b>c A |", "A<b>c A |"), ('"// no" CDEF |', '"// no"CDEF |'),
        ("- - - -", ""), ("C4- | - - - |", "C4 |"),
    ],
)  # fmt: skip
def test_music_that_looks_like_remarks_tags_or_rules_stays_music(music, read_as):
    assert not {"remark", "markup", "prose"} & set(codes(HEAD + music))
    assert midis(HEAD + music) == midis(HEAD + read_as)
    assert lengths(HEAD + music) == lengths(HEAD + read_as)


def test_a_remark_costs_no_note_of_its_line():
    text = HEAD + "CDEF | GABc | // the theme comes back | twice\nc4 |]\n"
    assert midis(text) == [60, 62, 64, 65, 67, 69, 71, 72, 72]
    (found,) = read_first(text).diagnostics
    assert (found.code, found.line, found.column) == ("remark", 5, 15)


def test_a_rule_between_lines_ties_nothing():
    assert midis(HEAD + "CDEc |\n---\ncDEF |", played=True) == [60, 62, 64, 72, 72, 62, 64, 65]
