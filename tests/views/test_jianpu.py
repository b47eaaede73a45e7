"""Jianpu cells: what is written for which note, by the worked examples of NOTATION B4 and the rules of B1 to B3."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings

from core.score.degrees import do_of, figure
from core.score.events import Event, Grace, Note, Rest
from core.score.pitch import Pitch
from core.score.score import Change, Measure, Part, Score
from core.score.signatures import Key, Metre, standard_key
from core.views.jianpu.cells import Bow, Kind, read_lines
from tests.views.jianpu_scores import events, pitch, score, scores

FREE = Metre(())
SIX_EIGHT = Metre((6,), 8)
LINES = {0: "", 1: "_", 2: "=", 3: "≡", 4: "≡_"}


def spell(any_score, part=0):
    """Write the cells as in NOTATION B4: joined digits stand together, a chord in brackets."""
    return " | ".join(_spell_bar(bar) for bar in lines_of(any_score)[part].bars)


def _spell_bar(bar):
    text = ""
    for cell in bar:
        digits = [f"{d.accidental}{d.degree}{chr(39) * d.octave}{',' * -d.octave}" for d in cell.digits]
        body = {Kind.DASH: "-", Kind.REST: "0", Kind.GAP: "~", Kind.BARS: f"<{cell.bars}>"}.get(
            cell.kind, "".join(digits)
        )
        body = f"[{body}]" if len(digits) > 1 else body
        text += ("" if cell.joined else " ") + body + "." * cell.dots + LINES[cell.lines]
    return text.strip()


def lines_of(any_score):
    return read_lines(any_score)[0]


def arcs(any_score, bow=None):
    return [(arc.start, arc.stop) for arc in lines_of(any_score)[0].arcs if bow is None or arc.bow is bow]


def underlines(any_score):
    """Return (level, first cell, last cell) of every underline of the first line."""
    found, open_runs = [], {}
    cells = lines_of(any_score)[0].cells
    for place, cell in enumerate(cells):
        ended = [level for level in open_runs if level > cell.joined]
        found += [(level, open_runs.pop(level), place - 1) for level in ended]
        for level in range(1, cell.lines + 1):
            open_runs.setdefault(level, place)
    return sorted(found + [(level, start, len(cells) - 1) for level, start in open_runs.items()])


# -- the worked examples ---------------------------------------------------------------------------------------


def test_example_1_quarters_are_plain_digits():
    tune = score("C4:1 D4:1 E4:1 F4:1")
    assert spell(tune) == "1 2 3 4"
    assert underlines(tune) == []
    assert arcs(tune) == []


def test_example_2_long_notes_have_dashes():
    assert spell(score("G4:2 E4:2", "G4:3 C4:1", "C4:4")) == "5 - 3 - | 5 - - 1 | 1 - - -"


def test_example_3_eighths_are_joined_inside_a_beat():
    tune = score("C4:1/2 D4:1/2 E4:1 F4:1/2 G4:1/2 A4:1")
    assert spell(tune) == "1_2_ 3 4_5_ 6"
    assert underlines(tune) == [(1, 0, 1), (1, 3, 4)]


def test_example_4_a_dotted_quarter_has_no_line():
    tune = score("G4:3/2 A4:1/2 G4:2")
    assert spell(tune) == "5. 6_ 5 -"
    assert underlines(tune) == [(1, 1, 1)]


def test_example_5_the_second_line_is_under_the_sixteenth_only():
    tune = score("E4:3/4 F4:1/4")
    assert spell(tune) == "3._4="
    assert underlines(tune) == [(1, 0, 1), (2, 1, 1)]


def test_example_6_sixteenths_share_two_lines_and_low_dots_are_each_digits_own():
    tune = score("G3:1/4 A3:1/4 B3:1/4 C4:1/4")
    assert spell(tune) == "5,=6,=7,=1="
    assert underlines(tune) == [(1, 0, 3), (2, 0, 3)]


def test_example_7_a_note_over_the_bar_line_is_written_again_and_tied():
    tune = score("C4:1 D4:1 G4:2~", "G4:1 E4:1 D4:2")
    assert spell(tune) == "1 2 5 - | 5 3 2 -"
    assert arcs(tune, Bow.TIE) == [(2, 4)]


def test_example_8_a_triplet_has_one_line_and_an_arc():
    tune = score("G4:1/2:3/2 A4:1/2:3/2 B4:1/2:3/2")
    assert spell(tune) == "5_6_7_"
    assert underlines(tune) == [(1, 0, 2)]
    (arc,) = lines_of(tune)[0].arcs
    assert (arc.bow, arc.start, arc.stop, arc.number) == (Bow.TUPLET, 0, 2, 3)


def test_example_9_long_rests_repeat_the_zero():
    tune = score("z:1/2 G4:1/2 z:1 z:2")
    assert spell(tune) == "0_5_ 0 0 0"
    assert underlines(tune) == [(1, 0, 1)]


def test_example_10_do_is_g_and_beats_are_dotted():
    key = standard_key("G")
    assert spell(score("G3:1 D4:1 ^F4:1 F4:1 G4:1", key=key)) == "1 5 7 ♭7 1'"
    held = score("G4:3", key=key, metre=SIX_EIGHT)
    assert spell(held) == "1'. 1'."
    assert arcs(held, Bow.TIE) == [(0, 1)]
    eighths = score("G4:1/2 A4:1/2 B4:1/2 C5:1/2 D5:1/2 E5:1/2", key=key, metre=SIX_EIGHT)
    assert underlines(eighths) == [(1, 0, 2), (1, 3, 5)]


# -- durations -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("length", "written"),
    [
        ("1/16", "1≡_"), ("1/8", "1≡"), ("1/4", "1="), ("3/8", "1.="), ("1/2", "1_"), ("3/4", "1._"), ("7/8", "1.._"),
        ("1", "1"), ("3/2", "1."), ("7/4", "1.."), ("2", "1 -"), ("3", "1 - -"), ("4", "1 - - -"), ("6", "1 - - - - -"),
        ("5/2", "1 - 1_"), ("7/2", "1 - - 1_"), ("5/4", "1 1="), ("9/4", "1 - 1="),
    ],
)  # fmt: skip
def test_every_length_has_its_signs(length, written):
    assert spell(score(f"C4:{length}", metre=FREE)) == written


@pytest.mark.parametrize(
    ("bar", "written"),
    [
        ("C4:1/2 D4:1 E4:1/2 F4:2", "1_ 2 3_ 4 -"),
        ("C4:1/2 D4:2 E4:3/2", "1_2_ 2. 3."),
        ("C4:1/2 D4:3/2 E4:2", "1_ 2. 3 -"),
        ("C4:1/4 D4:1/2 E4:1/2 F4:1/2 G4:1/4", "1=2_3= 3=4_5="),
        ("C4:1/4 D4:1 E4:3/4", "1=2._ 2=3._"),
        ("C4:1/2 D4:3 E4:1/2", "1_2_ 2 - 2_3_"),
    ],
)
def test_syncopation_is_split_where_a_line_would_cross_a_beat(bar, written):
    assert spell(score(bar)) == written


def test_split_pieces_are_tied_and_only_the_first_keeps_the_name_and_the_sign():
    tune = score("^C4:5/2", metre=FREE)
    cells = lines_of(tune)[0].cells
    assert spell(tune) == "♯1 - 1_"
    assert arcs(tune, Bow.TIE) == [(0, 2)]
    assert [cell.digits[0].id for cell in cells if cell.digits] == ["m0n0", ""]
    assert [cell.event is not None for cell in cells] == [True, False, False]


@pytest.mark.parametrize(
    ("metre", "bar", "written"),
    [
        (SIX_EIGHT, "C4:2 D4:1", "1. 1_ 2"),
        (SIX_EIGHT, "C4:1/2 D4:2 E4:1/2", "1_ 2 2 3_"),
        (SIX_EIGHT, "C4:1 D4:1/2 E4:3/2", "1 2_ 3."),
        (SIX_EIGHT, "z:3", "0. 0."),
        (Metre((12,), 8), "C4:6", "1. 1. 1. 1."),
        (Metre((3,), 8), "C4:1/2 D4:1/2 E4:1/2", "1_2_3_"),
        (Metre((3, 2, 2), 8), "C4:1/2 D4:1/2 E4:1/2 F4:1/2 G4:1/2 A4:1/2 B4:1/2", "1_2_3_ 4_5_ 6_7_"),
        (Metre((2,), 2), "C4:1/2 D4:1/2 E4:1/2 F4:1/2 G4:2", "1_2_ 3_4_ 5 -"),
        (FREE, "C4:1/2 D4:1/2 E4:1", "1_2_ 3"),
    ],
)
def test_lines_follow_the_beats_of_the_metre(metre, bar, written):
    assert spell(score(bar, metre=metre)) == written


def test_a_pick_up_is_counted_from_its_end():
    assert spell(score("C4:1/2 D4:1/2 E4:1/2", "C4:4")) == "1_ 2_3_ | 1 - - -"


def test_a_bar_cut_by_a_repeat_sign_goes_on_with_its_beats():
    assert spell(score("C4:4", "C4:5/2", "D4:1/2 E4:1/2 F4:1/2")) == "1 - - - | 1 - 1_ | 2_ 3_4_"


def test_rests_join_underlines_and_never_cross_a_beat():
    assert spell(score("C4:1/2 z:1/2 z:1/2 D4:1/2 z:3/2 E4:1/2")) == "1_0_ 0_2_ 0. 3_"
    assert spell(score("C4:1/2 z:1 D4:1/2")) == "1_0_ 0_2_"


def test_a_hidden_rest_is_a_gap():
    assert spell(score("C4:2 x:2")) == "1 - ~"


def test_several_bars_of_rest_in_one_sign_are_counted():
    rest = Event(Fraction(0), Fraction(3), Fraction(3), rest=Rest.WHOLE_BARS, id="r")
    assert spell(Score((Part("1", (Measure(((rest,),)),)),))) == "<3>"


def test_tuplets_of_quarters_have_no_line_and_a_half_keeps_its_dash():
    assert spell(score("C4:1:3/2 D4:1:3/2 E4:1:3/2")) == "1 2 3"
    assert spell(score("C4:2:3/2 D4:1:3/2")) == "1 - 2"


def test_a_tuplet_over_two_beats_is_joined_where_no_note_stands_on_the_beat():
    assert underlines(score(" ".join(f"{note}4:1/2:5/4" for note in "CDEFG"))) == [(1, 0, 4)]
    assert underlines(score(" ".join(f"{note}4:1/2:6/4" for note in "CDEFGA"))) == [(1, 0, 2), (1, 3, 5)]


def test_a_length_without_a_sign_is_drawn_nearly_and_told():
    lines, said = read_lines(score("C4:1/5 D4:1"))
    assert [cell.duration for cell in lines[0].cells] == [Fraction(1, 20), Fraction(1, 4)]
    assert [one.code for one in said] == ["jianpu-length"]


def test_a_note_of_absurd_length_does_not_fill_pages():
    lines, said = read_lines(score("C4:100000 z:100000"))
    assert len(lines[0].cells) == 128
    assert sum(cell.duration for cell in lines[0].cells) == 50000
    assert {one.code for one in said} == {"jianpu-length"}


# -- pitch -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "do", "one"),
    [
        (Key(), "C", "C4"), (standard_key("G"), "G", "G3"), (standard_key("A"), "A", "A3"),
        (standard_key("B"), "B", "B3"), (standard_key("Bb"), "B♭", "Bb3"), (standard_key("F"), "F", "F4"),
        (standard_key("F#"), "F♯", "F#4"), (standard_key("Gb"), "G♭", "Gb3"), (standard_key("D", "minor"), "F", "F4"),
        (standard_key("D", "dorian"), "C", "C4"), (standard_key("E", "phrygian"), "C", "C4"),
        (standard_key("F", "lydian"), "C", "C4"), (Key("E", "none"), "C", "C4"),
        (Key("D", "major", (("F", 1), ("C", 1), ("B", -1))), "D", "D4"),
        (Key("A", "minor", (("G", 1),)), "C", "C4"), (Key("D", "exp", (("F", 1),)), "G", "G3"),
    ],
)  # fmt: skip
def test_do_is_the_tonic_of_the_major_key_and_stands_between_g_flat_3_and_f_sharp_4(key, do, one):
    found = do_of(key)
    assert found.name == do
    assert Pitch(found.step, found.octave, found.alter).name == one
    assert found.midi == Pitch(found.step, found.octave, found.alter).midi


def test_octaves_are_counted_in_dots():
    assert spell(score("C6:1 C5:1 C3:1 C2:1")) == "1'' 1' 1, 1,,"


def test_minor_is_written_over_its_relative_major():
    assert spell(score("A3:1 C4:1 ^G4:1 A4:1", key=standard_key("A", "minor"))) == "6, 1 ♯5 6"


def test_an_accidental_lasts_to_the_bar_line_in_its_octave():
    assert spell(score("^F4:1 ^F4:1 F4:1 F4:1", "F4:1 ^F4:1 ^F5:1 F5:1")) == "♯4 4 ♮4 4 | 4 ♯4 ♯4' ♮4'"


def test_a_tied_note_is_not_marked_again_but_the_next_one_is():
    assert spell(score("^F4:4~", "^F4:2 ^F4:2")) == "♯4 - - - | 4 - ♯4 -"


def test_double_accidentals_are_respelled():
    do = do_of(Key())
    sharp, flat = figure(Pitch("F", 4, 2), do), figure(Pitch("C", 5, -2), do)
    assert (sharp.degree, sharp.octave, sharp.alter) == (5, 0, 0)
    assert (flat.degree, flat.octave, flat.alter) == (7, 0, -1)


def test_a_microtone_is_drawn_as_the_nearest_semitone_and_told():
    micro = Note(Pitch("C", 4, Fraction(1, 2)), Fraction(1, 4), id="n")
    event = Event(Fraction(0), Fraction(1, 4), Fraction(1, 4), (micro,))
    lines, said = read_lines(Score((Part("1", (Measure(((event,),)),)),)))
    assert lines[0].cells[0].digits[0].accidental == "♯"
    assert [one.code for one in said] == ["jianpu-microtone"]


def test_a_key_change_inside_a_bar_moves_do_from_there_on():
    measure = Measure((events("G4:1 G4:1"),), changes=(Change(Fraction(1, 4), standard_key("G")),))
    assert spell(Score((Part("1", (measure,)),))) == "5 1'"


def test_a_chord_is_stacked_low_to_high_each_with_its_own_dots():
    tune = score("G4+C4+E5+A3:1/2")
    assert spell(tune) == "[6,153']_"
    assert [digit.id for digit in lines_of(tune)[0].cells[0].digits] == ["m0n0d", "m0n0b", "m0n0", "m0n0c"]


def test_grace_digits_have_two_lines_and_their_own_ids():
    (event,) = events("C5:1")
    graced = replace(event, graces=(Grace(pitch("^A4"), Fraction(1, 8), id="g1"), Grace(pitch("B4"), Fraction(1, 32))))
    cell = lines_of(Score((Part("1", (Measure(((graced,),)),)),)))[0].cells[0]
    assert [(d.degree, d.accidental, d.lines) for d in cell.graces] == [(6, "♯", 2), (7, "", 3)]
    assert cell.graces[0].id == "g1"


# -- arcs ------------------------------------------------------------------------------------------------------


def test_slurs_nest_and_a_note_may_end_one_and_begin_the_next():
    assert arcs(score("(C4:1 (D4:1 E4:1) F4:1)"), Bow.SLUR) == [(0, 3), (1, 2)]
    assert arcs(score("(C4:1 (D4:1) E4:1)"), Bow.SLUR) == [(0, 1), (1, 2)]


def test_a_slur_ends_at_the_last_digit_of_its_note():
    tune = score("(C4:1 D4:5/2)", metre=FREE)
    assert arcs(tune, Bow.SLUR) == [(0, 3)]
    assert arcs(tune, Bow.TIE) == [(1, 3)]


def test_a_slur_that_never_ends_is_left_out_and_a_tie_to_nowhere_stays_open():
    assert arcs(score("(C4:1 D4:1"), Bow.SLUR) == []
    assert arcs(score("C4:1~ D4:1"), Bow.TIE) == [(0, None)]
    assert arcs(score("C4:1~ z:1 C4:1"), Bow.TIE) == [(0, None)]


def test_the_ties_of_a_chord_are_one_arc():
    assert arcs(score("C4+E4:1~ C4+E4:1"), Bow.TIE) == [(0, 1)]


def test_neighbouring_tuplets_have_an_arc_each():
    bar = events("C4:1/2:3/2 D4:1/2:3/2 E4:1/2:3/2 C4:1/2:3/2 D4:1/2:3/2 E4:1/2:3/2")
    second = [replace(event, tuplet=replace(event.tuplet, serial=1)) for event in bar[3:]]
    tune = Score((Part("1", (Measure(((*bar[:3], *second),)),)),))
    assert arcs(tune, Bow.TUPLET) == [(0, 2), (3, 5)]


# -- any score -------------------------------------------------------------------------------------------------


def test_overlays_and_parts_are_lines_of_their_own():
    measure = Measure((events("C4:4"), events("E4:2 G4:2")))
    lines = lines_of(Score((Part("1", (measure, Measure((events("C4:4"),)))), Part("2", (measure,)))))
    assert [(line.part, line.layer) for line in lines] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert lines[1].bars[1] == ()


def test_a_silent_stretch_of_a_layer_is_a_gap():
    late = replace(events("C4:1")[0], onset=Fraction(1, 2))
    assert spell(Score((Part("1", (Measure(((late,),)),)),))) == "~ 1"


@given(scores())
@settings(max_examples=60, deadline=None)
def test_cells_add_up_to_their_measure(any_score):
    lines, _ = read_lines(any_score)
    for line in lines:
        for measure, bar in zip(any_score.parts[line.part].measures, line.bars, strict=True):
            layer = measure.layers[line.layer] if line.layer < len(measure.layers) else ()
            whole = layer[-1].onset + layer[-1].duration if layer else 0
            assert sum(cell.duration for cell in bar) == whole
            for cell, after in pairwise(bar):
                assert cell.onset + cell.duration == after.onset


@given(scores())
@settings(max_examples=60, deadline=None)
def test_arcs_join_cells_of_their_line_from_left_to_right(any_score):
    for line in read_lines(any_score)[0]:
        count = len(line.cells)
        for arc in line.arcs:
            assert 0 <= arc.start < count
            assert arc.stop is None or arc.start <= arc.stop < count
