"""The matra grid of swaralipi: the worked examples of NOTATION A11, and what holds for any score."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.formats.abc.reader import read
from core.score.edit import transposed
from core.score.signatures import Metre
from core.tradition.cells.build import Bar, Kind, Sung, sheet_of
from core.tradition.cells.returns import quoted
from core.tradition.cells.text import cell_text, rows
from tests.strategies.scores import scores as read_scores
from tests.views.jianpu_scores import drawn_ids, scores
from tests.views.jianpu_scores import score as by_hand


def sheet(body, *, metre="none", key="C", unit="1/4", header=""):
    """Read a tune; `header` holds lines such as `R:dadra`."""
    text = f"X:1\nL:{unit}\nM:{metre}\n{header}\nK:{key}\n{body}\n".replace("\n\n", "\n")
    return sheet_of(read(text).tunes[0].score)


def written(body, **more):
    """Return the note row and the lyric row of every line."""
    return rows(sheet(body, **more))


def cells(body, **more):
    return " ".join(cell_text(cell) for cell in sheet(body, **more).cells)


# -- the worked examples -----------------------------------------------------------------------------------------


def test_example_1_ektal_holds_and_closing_consonants():
    tune = "C C B, C E2 D C2 D E2 |\nw: পু রা _ নো সেই দি নের্ ক থা\nC12 |]\nw: সা"
    first, _ = written(tune, metre="12/4", header="R:একতাল")
    assert first == (
        "II সা সা -ন.া | সা গা -া | রা সা -া | রা গা -া I",
        "পু রা ৹ | নো সে ই | দি নে র্ | ক থা ৹",
    )


def test_example_2_one_and_a_half_matras_take_two_columns():
    tune = "G3/2 ^F/2 E C3 |\nw: রে _ না সা"
    ((notes, words),) = written(tune, metre="6/4", header="R:dadra")
    assert notes.startswith("II পাঃ -হ্মঃ গা | ")
    assert words.startswith("রে ৹ না | ")


@pytest.mark.parametrize(
    ("body", "notes", "words"),
    [
        ("C/4D/4E/4F/4 |]\nw: আ _ _ _", "সরগমা", "আ৹৹৹"),
        ("C/2D/4E/4 |]\nw: ক _ _", "সঃরগঃ", "ক৹৹"),
        ("A3/4_B/4 |]\nw: ক _", "ধঃ॰ণ॰", "ক৹"),
        ("C5/2 D/2 |]\nw: আ _", "সা -াঃ -রঃ", "আ ৹ ৹"),
        ("C/2 D E/2 |]\nw: ক খ গ", "সরা -ঃগঃ", "কখ ৹গ"),
        ("{G}c2 c |]\nw: কান্ না", "^পস'া -া স'া", "কা ন্ না"),
    ],
    ids=["3 four quarters", "4 half and quarters", "5 three quarters", "6 two and a half", "7 over cells", "8 kan"],
)
def test_examples_3_to_8(body, notes, words):
    assert written(body) == [(f"II {notes} IIII", words)]


def test_example_9_a_first_ending():
    tune = "C8 |\nw: সা\n|: B B2 B B2 B/2A/2 B |1 B/2c7/2 _B A G F :|2 B/2c15/2 |]\nw: না না না না না _ _ না _ _ _ _ _ না"
    _, (notes, _) = written(tune, metre="8/4", header="R:kaharba")
    assert notes == ("I {না না -া না | না -া নধা -না I (নস'া -া -া -া | -ণা -ধা -পা -মা)} I নস'া -া -া -া | -া -া -া -া IIII")


def test_example_10_a_pickup_has_a_line_of_its_own():
    tune = "C C | {C}_D3 D E E | {E}_D3 C2 C |]\nw: আ মার্ গো ধূ _ লি ল গন্ এ"
    assert written(tune, metre="6/4", header="R:dadra") == [
        ("সা সা I", "আ মার্"),
        (
            "II ^সঋা -া -া | ঋা -গা গা I ^গঋা -া -া | সা -া সা IIII",
            "গো ৹ ৹ | ধূ ৹ লি I ল ৹ ৹ | গ ন্ এ",
        ),
    ]


# -- letters and shares ------------------------------------------------------------------------------------------


def test_every_semitone_has_its_letter():
    assert cells("C_D=D_E=EF^F G_A=A_B=B") == "সা ঋা রা জ্ঞা গা মা হ্মা পা দা ধা ণা না"


def test_saptaks_are_counted_from_sa():
    assert cells("C, C c c'") == "স.া সা স'া স''া"


@pytest.mark.parametrize(
    ("key", "body", "sa"),
    [
        ("C", "C", 60), ("G", "C", 55), ("A", "C", 57), ("F", "c", 65), ("F#", "c", 66), ("Gb", "C", 54), ("Am", "C", 57),
        ("D", "E", 62),
    ],
)  # fmt: skip
def test_sa_is_the_tonic_and_lies_where_jianpu_has_its_one(key, body, sa):
    assert sheet(body, key=key).sa == sa


def test_a_tune_that_lies_an_octave_higher_takes_its_sa_with_it():
    assert sheet("G A B c d", key="G").sa == 67
    assert sheet("G, A, B, C D", key="G").sa == 55
    assert sheet("c d e f g", key="C").sa == 60


@pytest.mark.parametrize(
    ("body", "notes"),
    [
        ("C/2D/2", "সরা"), ("C/3D/3E/3", "সরগা"), ("C/4D/4E/2", "সরঃগঃ"), ("C/4D3/4", "স॰রঃ॰"),
        ("C/4D/2E/4", "স॰রঃগ॰"), ("C/2z/2", "সঃঃ"), ("z/2C/2", "ঃসঃ"), ("z", "া"), ("C-C", "সা -া"),
        ("C5/4D3/4", "সা॰ রঃ॰"), ("C7/4D/4", "সাঃ॰ র॰"), ("C3/2D/4E/4", "সাঃ রগঃ"), ("C/2-C/4D/4", "সঃ॰র॰"),
        ("C/5D/5E/5F/5G/5", "সরগমপা"), ("C/2D/8E/8F/4", "সঃরগ॰ম॰"), ("C3/2z/2", "সাঃ ঃ"), ("C/2D3/2", "সরা -া"),
    ],
)  # fmt: skip
def test_shares_of_a_matra_have_their_signs(body, notes):
    assert cells(body) == notes


@pytest.mark.parametrize(
    ("body", "shares"),
    [
        ("C2/3D/3", ["2/3", "1/3"]), ("C4/3D2/3", ["1", "1/3", "2/3"]), ("C3/8D5/8", ["3/8", "5/8"]),
        ("C/3z2/3", ["1/3", "2/3"]),
    ],
)  # fmt: skip
def test_what_has_no_sign_is_marked_and_stays_exact(body, shares):
    found = sheet(body)
    assert [str(unit.share) for cell in found.cells for unit in cell.units] == shares
    assert "no signs" in found.cells[-1].trouble
    assert not found.cells[-1].groups
    assert "swaralipi-cell" in [row.code for row in found.said]


def test_a_chord_is_written_by_its_highest_note_and_told():
    found = sheet("[CEG] C")
    assert [cell_text(cell) for cell in found.cells] == ["পা", "সা"]
    assert len(found.cells[0].units[0].ids) == 3
    assert "chord" in found.cells[0].trouble


def test_other_parts_and_layers_are_told_and_the_first_sung_part_is_written():
    text = "X:1\nL:1/4\nM:4/4\nK:C\nV:1\nC4|\nV:2\nD4 & E4|\nw: আ\n"
    found = sheet_of(read(text).tunes[0].score)
    assert found.part == "2"
    assert [cell_text(cell) for cell in found.cells] == ["রা", "-া", "-া", "-া"]
    assert found.cells[0].others
    assert {row.code for row in found.said} == {"swaralipi-part", "swaralipi-cell"}
    assert sheet_of(read(text).tunes[0].score, "1").part == "1"


def test_a_short_bar_leaves_a_gap_and_costs_that_bar_alone():
    found = sheet("C4 | C D E/2 | F G A B |]", metre="4/4")
    assert found.cells[6].units[-1].kind is Kind.GAP
    assert cell_text(found.cells[7]) == "মা"
    assert found.cells[7].matra == 0


def test_a_note_of_absurd_length_does_not_fill_pages():
    found = sheet_of(by_hand("C4:400 D4:1", metre=Metre(())))
    assert len(found.cells) == 129
    assert "lasts" in found.cells[0].trouble


# -- words -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("C2 D\nw: নের ক", "নে র্ ক"), ("C2 D\nw: মম ক", "মম ৹ ক"), ("C D\nw: মার্ ক", "মার্ ক"),
        ("C2 D2\nw: সেই কেউ", "সে ই কে উ"), ("C2 D\nw: ম-ঙ্গ", "ম ঙ্ গ"), ("C2 D\nw: ভুল্-বি", "ভু ল্ বি"),
        ("C2 D\nw: ত-ক্ষ", "ত ৹ ক্ষ"), ("C D E\nw: দি নে র্", "দি নে র্"), ("C D2\nw: আ ও", "আ ও ৹"),
        ("C z D\nw: আ ক", "আ  ক"), ("C D E\nw: আ * ক", "আ  ক"), ("C D E\nw: আ ৹ ক", "আ ৹ ক"), ("C/2D/2\nw: ভ _", "ভ৹"),
        ("C D/2E/2\nw: ভর্ _ _", "ভ ৹র্"),
    ],
)  # fmt: skip
def test_the_lyric_row(body, words):
    ((_, row),) = written(body)
    assert row == words


def test_a_hyphen_says_that_no_syllable_begins():
    found = sheet("C D E F\nw: আ _ ক র্")
    assert [cell.hyphen for cell in found.cells] == [False, True, False, True]
    assert [cell.units[0].sung for cell in found.cells] == [Sung.BEGINS, Sung.HELD, Sung.BEGINS, Sung.HELD]


def test_without_words_only_holds_have_a_hyphen():
    assert cells("C D2 (E F)") == "সা রা -া গা মা"


def test_every_verse_has_its_row():
    found = sheet("C2 D\nw: আ মি\nw: তু-মি")
    assert [[cell.lyrics_of(verse) for cell in found.cells] for verse in (0, 1)] == [["আ", "৹", "মি"], ["তু", "৹", "মি"]]


# -- cycles ------------------------------------------------------------------------------------------------------


def test_bars_of_one_vibhag_add_up_to_cycles():
    ((notes, _),) = written("C4 | D4 | E4 | F4 | G4 |]", metre="4/4", header="R:tintal")
    assert notes == "II সা -া -া -া | রা -া -া -া | গা -া -া -া | মা -া -া -া I পা -া -া -া IIII"


def test_free_rhythm_has_no_bars_and_no_name():
    found = sheet("C D | E F |]", header="R:তালমুক্ত")
    assert [cell.bar for cell in found.cells] == [Bar.KALI, Bar.NONE, Bar.NONE, Bar.NONE]
    assert (found.tala, found.free, found.marks) == ("", True, ())


def test_sections_are_kalis():
    found = sheet("P:sthayi\nC4|\nP:অন্তরা\nD4|\nP:B\nE4|]", metre="4/4")
    assert [(kali.name, kali.end) for kali in found.kalis] == [
        ("স্থায়ী", Bar.KALI), ("অন্তরা", Bar.KALI), ("B", Bar.END),
    ]  # fmt: skip


def test_a_bar_that_a_repeat_cuts_goes_on_with_its_cycle():
    for body, close in (("C6 | D4 :| E2 | F6 |]", 9), ("|: C3 |1 D :| E2 | F6 | G6 |]", 3)):
        found = sheet(body, metre="6/4", header="R:dadra")
        assert [cell.matra for cell in found.cells] == [0, 1, 2, 3, 4, 5] * 3
        assert [place for place, cell in enumerate(found.cells) if cell.closes] == [close]


def test_slurs_are_meends():
    (meend,) = sheet("(C D) E").meends
    assert (meend.start, meend.stop) == ((0, 0), (1, 0))


# -- any score ---------------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(st.one_of(scores(), read_scores()))
def test_any_score_fills_whole_matras_and_loses_no_note(score):
    for part in score.parts:
        found = sheet_of(score, part.id)
        for cell in found.cells:
            assert sum(unit.share for unit in cell.units) == 1
            assert all(unit.share > 0 for unit in cell.units)
            assert cell.groups or cell.trouble or not cell.written
        rows(found)
    assert sheet_of(score, "no such part").kalis == ()
    if len(score.parts) == 1:
        found = sheet_of(score)
        ids = {name for cell in found.cells for unit in cell.units for name in unit.ids}
        ids |= {name for cell in found.cells for name in cell.others}
        assert ids - {""} == drawn_ids(score) - {""}


LETTERS = ["=C", "_D", "=D", "_E", "=E", "=F", "^F", "=G", "_A", "=A", "_B", "=B"]
OCTAVES = [",", "", "'"]
LENGTHS = st.sampled_from(["1/4", "1/3", "1/2", "3/4", "1", "5/4", "3/2", "2", "5/2", "3", "17/16"])


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 35), LENGTHS), min_size=1))
def test_the_units_tell_pitch_and_length_of_every_note_exactly(notes):
    found = sheet(" ".join(f"{LETTERS[n % 12]}{OCTAVES[n // 12]}{length}" for n, length in notes))
    told = []
    for unit in (unit for cell in found.cells for unit in cell.units):
        if unit.kind is Kind.SWARA:
            told.append([12 + 12 * unit.swara.saptak + "SrRgGmMPdDnN".index(unit.swara.letter), unit.share])
        elif unit.kind is Kind.HOLD:
            told[-1][1] += unit.share
    assert told == [[number, Fraction(length)] for number, length in notes]


# -- moved, quoted, told -----------------------------------------------------------------------------------------


def letters_and_saptaks(score):
    return [(unit.swara.letter, unit.swara.saptak) for c in sheet_of(score).cells for unit in c.units if unit.swara]


@settings(max_examples=60, deadline=None)
@given(read_scores(), st.integers(-6, 6), st.integers(-6, 6))
def test_moving_sa_changes_no_letter_and_no_octave_mark(score, first, second):
    moved = transposed(transposed(score, first), second)
    if len({measure.key.tonic_class for part in score.parts for measure in part.measures}) <= 1:
        assert letters_and_saptaks(moved) == letters_and_saptaks(score)


@pytest.mark.parametrize("semitones", range(-6, 7))
@pytest.mark.parametrize(("key", "body"), [("C", "c d e f g"), ("C", "G, A, B, C"), ("F", "c d e f"), ("F#", "c d e")])
def test_a_tune_far_from_its_mudara_keeps_its_marks_too(key, body, semitones):
    score = read(f"X:1\nL:1/4\nM:none\nK:{key}\n{body}\n").tunes[0].score
    assert letters_and_saptaks(transposed(score, semitones)) == letters_and_saptaks(score)


def test_a_later_kali_has_its_pickup_too():
    tune = "P:sthayi\nC C | D6 | E4 C C |\nP:antara\nE | F6 | G6 |]"
    assert [notes for notes, _ in written(tune, metre="6/4", header="R:dadra")] == [
        "সা সা I", "II রা -া -া | -া -া -া I গা -া -া | -া সা সা II", "গা I",
        "II মা -া -া | -া -া -া I পা -া -া | -া -া -া IIII",
    ]  # fmt: skip
    found = sheet(tune, metre="6/4", header="R:dadra")
    assert [cell.matra for cell in found.kalis[1].cells[:2]] == [5, 0]


def test_a_double_bar_and_a_pickup_begin_a_kali_without_a_name_of_its_own():
    found = sheet("P:sthayi\nC6 | D4 || E2 | F6 |]", metre="6/4", header="R:dadra")
    assert [(kali.name, kali.again, kali.lines[0].pickup) for kali in found.kalis] == [
        ("স্থায়ী", False, False), ("স্থায়ী", True, True),
    ]  # fmt: skip


def test_words_of_the_next_return_stand_in_quotation_marks():
    tune = "P:sthayi\nC C | D6 | E4 C C |\nP:antara\nE | F6 | G4 C C |]\nw: আ মার্ গো ধূ আ মার্ মা লা পু আ মার্"
    words = [words for _, words in rows(quoted(sheet(tune, metre="6/4", header="R:dadra")))]
    assert [row.split()[-2:] for row in words] == [["আ", "মার্"], ["“আ", "মার্”"], ["মা"], ["“আ", "মার্”"]]
    assert quoted(sheet("C C | D6 |]\nw: আ মার্ গো", metre="6/4", header="R:dadra")).cells[0].lyric == "আ"


def test_other_ornaments_and_chord_symbols_are_told():
    found = sheet('!trill!C .D {E}F "Am"G "G7"A')
    said = {row.code: row.message for row in found.said}
    assert "trill (1)" in said["swaralipi-ornaments"]
    assert said["swaralipi-chords"].endswith(": 2.")
    assert not sheet("{E}F (G A)").said


def test_the_songs_own_bengali_name_of_its_tala_wins():
    assert sheet("C16 |", metre="16/4", header="R:tintal\n%%tala তিনতাল").tala == "তিনতাল"
    assert sheet("C16 |", metre="16/4", header="R:tintal").tala == "ত্রিতাল"


def test_one_and_a_half_matras_are_written_in_two_cells_unless_a_stroke_stands_between():
    def row(tune):
        return [notes for notes, _ in written(tune, metre="6/4", header="R:dadra")]

    assert row("C E3/2 F/2 G A B |]") == ["II সা গাঃ মঃ | পা ধা না IIII"]
    # a line may be broken at the stroke, and a bare মঃ at its beginning would be half a matra short
    assert row("C D E3/2 F/2 G A |]") == ["II সা রা গা | -ঃমঃ পা ধা IIII"]
    assert row("C D E F G A3/2 | B/2 c D E F G |]")[-1].startswith("II সা রা গা | মা পা ধা I -ঃ")


def test_a_line_that_begins_within_a_note_begins_with_its_hold():
    tune = "C D E F G A- | A2 B c d e |]\nw: ক খ গ ঘ চ ছ _ জ ঝ ট ঠ"
    notes, words = written(tune, metre="6/4", header="R:dadra")[0]
    assert "I -া -া না" in notes
    assert "I ৹ ৹ জ" in words


@pytest.mark.parametrize(
    ("pitch", "text"),
    [
        ("_3/2D", "ঋ১"),
        ("_/D", "ঋ২"),
        ("_3/2E", "জ্ঞ১"),
        ("_/E", "জ্ঞ২"),
        ("_3/2A,", "দ১."),
        ("_/B", "ণ২"),
        ("^/C", "ঋ১"),
        ("_D", "ঋ"),
    ],
)
def test_a_quarter_tone_beside_a_komal_swara_has_its_number(pitch, text):
    found = sheet(f"{pitch} |]", metre="none")
    assert cell_text(found.cells[0]) == f"{text}া"
    assert not found.cells[0].trouble


def test_other_microtones_are_the_nearest_letter_and_told():
    found = sheet("^/F ^1/3D |]", metre="none")
    assert all("shruti" in cell.trouble for cell in found.cells)
