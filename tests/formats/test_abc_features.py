"""What ABC 2.1 holds beyond notes and bars, and what models and old files make of it."""

from fractions import Fraction

import pytest

from core.formats.abc.format import ABC
from core.formats.abc.reader import read, read_first
from core.formats.abc.writer import write
from core.formats.notes_json import rows
from core.score.signatures import Key, Metre, Tempo
from core.score.timeline import timeline

HEAD = "X:1\nM:4/4\nL:1/4\nK:C\n"


def midis(text, *, played=False):
    return [moment.midi for moment in timeline(read_first(text).score, played=played).notes]


def codes(text):
    return [row.code for row in read_first(text).diagnostics]


def lyrics(text):
    return rows(read(text), played=False)[0]["voices"][0]["lyrics"]


def overlay(text):
    return rows(read(text), played=False)[0]["voices"][0]["overlay"]


# -- macros (9) ---------------------------------------------------------------------------------------------------------


def test_a_static_macro_is_written_out():
    text = "X:1\nm: ~G2 = {A}G{F}G\nL:1/8\nM:2/4\nK:C\nC2 ~G2|"
    assert midis(text) == [60, 67, 67]
    graces = [grace.pitch.midi for event in read_first(text).score.events() for grace in event.graces]
    assert graces == [69, 65]


def test_a_transposing_macro_follows_its_note_over_the_octaves():
    text = HEAD + "m: ~n = n/o/n/m/\n~B, ~c ~b ~c'|"
    assert midis(text) == [59, 60, 59, 57, 72, 74, 72, 71, 83, 84, 83, 81, 84, 86, 84, 83]


def test_notes_of_a_macro_stand_at_its_place_and_have_ids_of_their_own():
    events = read_first(HEAD + "m: ~n = n/o/n/m/\nC ~G C|").score.parts[0].measures[0].events
    assert [event.notes[0].id for event in events] == ["n6c1", "n6c3", "n6c3.1", "n6c3.2", "n6c3.3", "n6c6"]
    assert {(event.span.column, event.span.length) for event in events[1:5]} == {(3, 2)}


def test_macros_leave_quoted_text_and_fields_alone():
    text = HEAD + 'm: G = A\n"G"C G [K:G] G|'
    event = read_first(text).score.events()[0]
    assert event.chord_symbols == ("G",)
    assert midis(text) == [60, 69, 69]


def test_a_macro_is_no_letter_of_a_decoration_but_may_be_one():
    assert read_first(HEAD + "m: l = C\nm: !x! = {a}\n!trill!G !x!G|").score.events()[0].decorations == ("trill",)
    assert len(read_first(HEAD + "m: !x! = {a}\n!x!G|").score.events()[0].graces) == 1


def test_macros_that_call_themselves_end():
    assert len(midis(HEAD + "m: G = GGGGGGGG\n" + "G" * 3000 + "|")) <= 20_000


# -- symbol lines (4.15) ------------------------------------------------------------------------------------------------


def test_symbol_lines_decorate_the_notes_above():
    score = read_first(HEAD + 'C D E F|G A B c|\ns: !trill! * "Am" | "^up" !D.C.!\n').score
    first, second = score.parts[0].measures
    assert first.events[0].decorations == ("trill",)
    assert first.events[2].chord_symbols == ("Am",)
    assert second.events[0].annotations == ("^up",)
    assert [mark.name for mark in second.marks] == ["D.C."]


# -- lyrics (5) ---------------------------------------------------------------------------------------------------------


def test_a_lyric_line_serves_all_lines_since_the_one_before():
    text = HEAD + "C D E F|\nw: doh re mi fa\nG G G G|\nF E F C|\nw: sol sol sol sol fa mi re doh\n"
    assert lyrics(text) == [["doh", "re", "mi", "fa", *["sol"] * 4, "fa", "mi", "re", "doh"]]
    assert codes(text) == []


def test_a_line_that_is_only_played_before_a_sung_one_stays_without_words():
    assert lyrics(HEAD + "C D E F|\nG A B c|\nw: a b c d\nw: e f g h\n") == [
        [None] * 4 + list("abcd"),
        [None] * 4 + list("efgh"),
    ]


def test_a_plus_line_goes_on_where_the_words_stopped():
    text = HEAD + "C D E F|\nG A B c|\nw: এ-ক দু-ই\n+: তি-ন চা-র\n"
    assert lyrics(text) == [["এ-", "ক", "দু-", "ই", "তি-", "ন", "চা-", "র"]]


@pytest.mark.parametrize(
    ("words", "wanted", "found"),
    [
        # 3.3: `+:` goes on, comments and directives between; a backslash before it adds nothing
        ("w: a b\n+: c d\n", ["a", "b", "c", "d"], []),
        ("w: a b\n% one\n%%two\n+: c d\n", ["a", "b", "c", "d"], []),
        ("w: a b \\\n+: c d\n", ["a", "b", "c", "d"], []),
        ("w: a b\\\n+: c\\\n+: d\n", ["a", "b", "c", "d"], []),
        # ABC 2.0: a backslash goes on with any line; said, as 2.1 has it for music only
        ("w: a b\\\nw: c d\n", ["a", "b", "c", "d"], [("line-continued", 6, 7)]),
        ("w: a b\\ % hm\nw: c d\n", ["a", "b", "c", "d"], [("line-continued", 6, 7)]),
        ("w: a b\\\nc d\n", ["a", "b", "c", "d"], [("line-continued", 6, 7)]),
        ("w: a-\\\n   lo \\\n", ["a-", "lo", None, None], [("line-continued", 6, 6), ("line-continued", 7, 7)]),
        ("w: a b\\", ["a", "b", None, None], [("line-continued", 6, 7)]),
        # a backslash that hides nothing is no syllable
        ("w: a \\ b\\ c\\- d\n", ["a", "b", "c-", "d"], []),
    ],
)
def test_lyrics_go_on_over_lines(words, wanted, found):
    row = read_first(HEAD + "C D E F|\n" + words)
    assert lyrics(HEAD + "C D E F|\n" + words) == [wanted]
    assert [moment.midi for moment in timeline(row.score).notes] == [60, 62, 64, 65]
    assert [(one.code, one.line, one.column) for one in row.diagnostics] == found
    assert lyrics(write(row.score)) == [wanted]


def test_a_backslash_after_lyrics_swallows_no_music_and_no_other_verse():
    text = HEAD + "C D E F|\nw: a b c d\\\nG A B c|\nw: e f g h\n"
    assert midis(text) == [60, 62, 64, 65, 67, 69, 71, 72]
    assert lyrics(text) == [list("abcdefgh")]
    assert codes(text) == ["line-continued"]
    assert lyrics(HEAD + "C D E F|\nw: a b\\\nw: c d\nw: e f g h\n") == [list("abcd"), list("efgh")]
    # in a text string it hides what follows (8.2), and `W: \\\\` is one
    assert read_first(HEAD + "C|\nW: one\\\\\n").score.words == ("one\\",)


def test_words_of_an_overlay_follow_those_of_the_line():
    text = HEAD + "g4|e3 z|\n&& (d4|c3) c|\nw: ha lu lu yoh ya\n"
    assert overlay(text) == [[0, 74, 4], [4, 72, 3], [7, 72, 1]]
    assert codes(text) == []


# -- fields -------------------------------------------------------------------------------------------------------------


def test_plus_lines_lengthen_fields_of_text():
    score = read_first("X:1\nT:One\n+:two\nC:Me\n+:and you\nN:note\n+:more\nK:C\nC|").score
    assert (score.title, score.composer, score.fields) == ("One two", "Me and you", (("N", "note more"),))


def test_fields_before_the_first_tune_hold_for_all():
    text = "C:All\nL:1/4\n%%MIDI program 20\n\nX:1\nM:2/4\nK:C\nC D|\n\nX:2\nC:Own\nL:1/8\nK:C\nC D|\n"
    one, two = read(text).scores
    assert (one.composer, one.unit, two.composer, two.unit) == ("All", Fraction(1, 4), "All; Own", Fraction(1, 8))
    assert ("I", "MIDI program 20") in one.fields


def test_a_letter_before_the_first_tune_is_no_header():
    text = "L: here is the tune\nthat you wanted, in 3/4.\n\nX:1\nK:C\nC|"
    assert codes(text) == ["missing-M"]


def test_several_titles_are_kept():
    score = read_first("X:1\nT:আমার গান\nT:Second\nK:C\nT:Third\nC|").score
    assert (score.title, score.fields) == ("আমার গান", (("T", "Second"), ("T", "Third")))


def test_text_strings_are_decoded():
    assert read_first(r"X:1" + "\n" + r"T:Andr\'e &eacute; \u00e9 100\% Tom & Jerry" + "\nK:C\nC|").score.title == (
        "André é é 100% Tom & Jerry"
    )


def test_blocks_of_text_are_no_music():
    text = "X:1\nL:1/4\nM:4/4\n%%begintext\nC D E F|\n%%endtext\nK:C\nC4|"
    assert midis(text) == [60]
    assert ("I", "text C D E F|") in read_first(text).score.fields


@pytest.mark.parametrize(
    ("value", "key"),
    [
        ("Dmix=c", Key("D", "mixolydian", (("F", 1), ("C", 0)))),
        ("am", Key("A", "minor", ())),
        ("C exp _b ^/f", Key("C", "explicit", (("B", -1), ("F", Fraction(1, 2))))),
        ("HP", Key("A", "highland pipes", ())),
        ("none", Key("C", "none", ())),
        ("E♭ Major", Key("Eb", "major", (("B", -1), ("E", -1), ("A", -1)))),
    ],
)
def test_keys(value, key):
    assert read_first(f"X:1\nK:{value}\nC|").score.key == key


@pytest.mark.parametrize(
    ("value", "metre"),
    [
        ("2/4+3/8", Metre((4, 3), 8)), ("(2+2+3)/8", Metre((2, 2, 3), 8)), ("C|", Metre((2,), 2, "C|")),
        ("none", Metre((), 4)),
    ],
)  # fmt: skip
def test_metres(value, metre):
    assert read_first(f"X:1\nM:{value}\nK:C\nC|").score.metre == metre


@pytest.mark.parametrize(
    ("value", "tempo"),
    [
        ("120", Tempo(Fraction(1, 8), Fraction(120))), ('"Slow" 3/8=40', Tempo(Fraction(3, 8), Fraction(40), "Slow")),
        ("♩.=60", Tempo(Fraction(3, 8), Fraction(60))), ("quarter = 96", Tempo(Fraction(1, 4), Fraction(96))),
        ("1/4 3/8 1/4=40", Tempo(Fraction(7, 8), Fraction(40))), ("C3=40", Tempo(Fraction(3, 8), Fraction(40))),
        ('"Freely"', Tempo(Fraction(1, 4), None, "Freely")),
    ],
)  # fmt: skip
def test_tempi(value, tempo):
    assert read_first(f"X:1\nL:1/8\nQ:{value}\nK:C\nC|").score.tempo == tempo


# -- as models write it -------------------------------------------------------------------------------------------------


def test_music_on_the_line_of_a_key_or_voice():
    assert midis("X:1\nM:4/4\nL:1/4\nK:Dm |: C D E B | G4 :|\nC4|") == [60, 62, 64, 70, 67, 60]
    text = HEAD + "V:1 clef=treble C D E F | G4 |\nV:2 C,4 | G,4|"
    assert [len(part.measures) for part in read_first(text).score.parts] == [2, 2]
    note = read_first("X:1\nL:1/4\nK:C |: C D").score.events()[0].notes[0]
    assert (note.span.line, note.span.column) == (3, 8)


def test_a_title_with_other_fields_behind_it():
    score = read_first("X:1\nT:My song M:3/4 L:1/4 K:G\nF G A|").score
    assert (score.title, str(score.metre), score.key.tonic) == ("My song", "3/4", "G")
    assert read_first("X:1\nT:Ragas: K:Yaman\nK:C\nC|").score.title == "Ragas: K:Yaman"


def test_accidentals_after_their_note_are_read_and_said():
    assert midis(HEAD + "C# D E F♯|B♭ c d e|") == [61, 62, 64, 66, 70, 72, 74, 76]
    assert codes(HEAD + "C# D E F|") == ["accidental-after"]
    assert midis(HEAD + "#C ♭D E F|") == [61, 61, 64, 65]


@pytest.mark.parametrize(
    ("music", "wanted", "found"),
    [
        ("C#D EF|", [61, 62, 64, 65], [("accidental-after", 1)]),
        ("C#DEF|", [61, 62, 64, 65], [("accidental-after", 1)]),
        ("B♭A G F|", [70, 69, 67, 65], [("accidental-after", 1)]),
        ("[C#E]G2 z|", [61, 64, 67], [("accidental-after", 2)]),
        # where such signs begin groups of notes and end none, they are those of the notes after them
        ("#C D#E F|", [61, 62, 65, 65], [("accidental-sign", 1), ("accidental-between", 5)]),
        ("♭B A♭G F|", [70, 69, 66, 65], [("accidental-between", 5)]),
        ("#C D# E#F|", [61, 63, 65, 65], [("accidental-sign", 1), ("accidental-after", 4), ("accidental-after", 7)]),
        # a double sharp is the first one's too, and so is a natural
        ("C##D E F|", [62, 62, 64, 65], [("accidental-after", 1)]),
        ("[K:F]B♮A G B♮|", [71, 69, 67, 71], [("accidental-after", 6), ("accidental-after", 12)]),
        ("♮B A♮G F|", [71, 69, 67, 65], [("accidental-between", 5)]),
        ("F𝄪 𝄫G A♭♭|", [67, 65, 67], [("accidental-after", 1), ("accidental-after", 7)]),
        ("##F ^F# c|", [67, 66, 72], [("accidental-sign", 1), ("accidental-after", 5)]),
        # chord symbols, fields, comments and words of the text say nothing of its notes
        ('"#F"C#D [K:F#m]E F| % #C', [61, 62, 64, 66], [("accidental-after", 5)]),
        ("c'#d e f|", [84, 75, 76, 77], [("accidental-between", 3)]),
    ],
)
def test_an_accidental_between_two_notes_is_of_the_first_and_a_guess_is_said(music, wanted, found):
    row = read_first(HEAD + music)
    assert [moment.midi for moment in timeline(row.score).notes] == wanted
    assert [(one.code, one.column) for one in row.diagnostics] == found


def test_a_line_full_of_accidentals_after_their_notes_is_music():
    assert midis("X:1\nM:2/4\nL:1/8\nK:C\n\nF#G#A#F#|\n\nC# D# E# F#|") == [66, 68, 70, 66, 61, 63, 65, 66]


def test_printed_bar_signs():
    text = HEAD + "𝄆 C D E F 𝄇 G4 𝄂"
    assert midis(text, played=True) == [60, 62, 64, 65, 60, 62, 64, 65, 67]


def test_broken_rhythm_with_spaces_and_over_graces():
    events = read_first(HEAD + "C > D {e}E < {f}F|").score.events()
    assert [event.duration * 4 for event in events] == [Fraction(3, 2), Fraction(1, 2), Fraction(1, 2), Fraction(3, 2)]


@pytest.mark.parametrize("jump", ["!D.C. al Fine!", "!d.c.alfine!", "!D.C.alfine!"])
def test_jumps_whatever_their_capitals_and_spaces(jump):
    assert midis(HEAD + f"C4|!fine!D4|{jump}E4|", played=True) == [60, 62, 64, 60, 62]


def test_da_coda_is_where_the_second_time_leaves():
    text = HEAD + "C4|!dacoda!D4|!D.C.!E4|!coda!F4|"
    assert midis(text, played=True) == [60, 62, 64, 60, 62, 65]


def test_voices_keep_what_waits_for_their_next_note():
    text = "X:1\nM:2/4\nL:1/4\nK:C\n[V:1] C D-|\n[V:2] E>F|\n[V:1] D E|\n[V:2] G A|"
    first, second = read_first(text).score.parts
    assert [note.tied for event in first.measures[0].events for note in event.notes] == [False, True]
    assert [event.duration * 4 for event in second.measures[0].events] == [Fraction(3, 2), Fraction(1, 2)]
    assert codes(text) == []


def test_a_text_is_taken_for_abc_by_the_lines_that_the_reader_sees():
    assert ABC.recognises(b"Hello\rX:1\r")
    assert ABC.recognises(b"X:1\\nK:C\\nC D|")
    assert not ABC.recognises("Hello\u2028X:1 of 2\u2028K: and so on\x0bC D E F|".encode())


# -- overlays (7.4) -----------------------------------------------------------------------------------------------------


def test_overlays_of_one_bar_and_of_several():
    assert overlay(HEAD + "C4 & E2 G2|C4|") == [[0, 64, 2], [2, 67, 2]]
    assert overlay(HEAD + "C4|D4|&& E4|F4|G4|") == [[0, 64, 4], [4, 65, 4]]
    assert midis(HEAD + "C4|D4|&& E4|F4|G4|") == [60, 64, 62, 65, 67]


def test_accidentals_of_an_overlay_are_its_own():
    assert midis(HEAD + "^F2 F2 & F,4|") == [53, 66, 66]


# -- transposing voices (4.6) -------------------------------------------------------------------------------------------


def test_a_transposing_voice_sounds_in_its_own_key():
    score = read_first("X:1\nM:4/4\nL:1/4\nV:1\nV:2 transpose=-2\nK:C\nV:1\nC4|\nV:2\n[K:D]D F2 ^G-|G4|").score
    high, low = score.parts
    assert [note.pitch.name for event in low.measures[0].events for note in event.notes] == ["C4", "E4", "F#4"]
    assert (high.measures[0].key.tonic, low.measures[0].key.tonic) == ("C", "C")
    assert low.measures[1].events[0].notes[0].pitch.name == "F#4"
    assert read_first("X:1\nL:1/4\nK:D transpose=-2\nD F|").score.key.tonic == "C"


def test_a_transposing_voice_is_written_as_it_sounds():
    text = "X:1\nM:4/4\nL:1/4\nV:1\nV:2 transpose=3\nK:G\nV:1\nG4|\nV:2\nG F2 ^G-|G4|"
    score = read_first(text).score
    assert read_first(write(score)).score == score


# -- slurs (4.11) -------------------------------------------------------------------------------------------------------


def test_slurs_nest_and_may_be_dotted():
    events = read_first(HEAD + "(C (D E) F)|.(G A) B c|").score.events()
    assert [event.slur_starts for event in events] == [1, 1, 0, 0, 1, 0, 0, 0]
    assert [event.slur_ends for event in events] == [0, 0, 1, 1, 0, 1, 0, 0]
    assert [event.dotted_slurs for event in events] == [0, 0, 0, 0, 1, 0, 0, 0]


def test_a_slur_over_graces_alone_joins_no_notes():
    events = read_first(HEAD + "C ({ef})D (E F)|").score.events()
    assert [(event.slur_starts, event.slur_ends) for event in events] == [(0, 0), (0, 0), (1, 0), (0, 1)]
    assert codes(HEAD + "C ({ef})D (E F)|") == []


def test_bars_of_rest_are_counted_over_the_whole_tune():
    score = read_first(HEAD + "Z1500|Z1500|C4|").score
    assert len(score.parts[0].measures) == 2001
    assert codes(HEAD + "Z1500|Z1500|C4|") == ["rest-long"]
