"""MEI: ids, values, beams, tuplets, ties, slurs, signatures, lyrics, and what Verovio makes sound of it."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.formats.abc.reader import read_first
from core.score.events import Event, Grace, Note, Rest, Syllable, Tuplet
from core.score.pitch import Pitch
from core.score.score import Barline, Change, Mark, Measure, Part, Score
from core.score.side_by_side import side_by_side
from core.score.signatures import Clef, Key, Metre, Tempo, standard_key
from core.views.mei import document as mei
from core.views.mei.values import spell
from core.views.pairs import row_pages
from core.views.staff import STAFF
from core.views.tab import TAB
from tests.views.jianpu_scores import events, score, scores
from tests.views.qt_pages import parse

ID = "{http://www.w3.org/XML/1998/namespace}id"
M = f"{{{mei.NAMESPACE}}}"


def written(any_score):
    """Write a score and read the text back, as Verovio would."""
    return parse(mei.write(any_score).text)


def found(root, tag):
    return list(root.iter(M + tag))


def tags(element):
    """The tree under an element as nested tag names, signs inside notes left out."""
    own = element.tag.removeprefix(M)
    inner = [tags(child) for child in element] if own in ("layer", "beam", "tuplet", "graceGrp", "chord") else []
    return (own, *inner) if inner else own


def layer(any_score):
    return list(tags(found(written(any_score), "layer")[0])[1:])


def bar(*row, **more):
    """A score of one measure."""
    return Score((Part("1", (Measure((row,), **more),)),))


def one(pitch, *, length=Fraction(1, 4), onset=Fraction(0), accidental=None, name="n1", **more):
    return Event(onset, length, length, (Note(pitch, length, accidental=accidental, id=name),), **more)


# -- ids --------------------------------------------------------------------------------------------------------------


def test_notes_and_rests_keep_their_ids():
    root = written(score("C4:1 E4+G4:1 z:2"))
    assert [note.get(ID) for note in found(root, "note")] == ["m0n0", "m0n1", "m0n1b"]
    assert found(root, "rest")[0].get(ID) == "m0ne2"


def test_ids_that_xml_forbids_or_that_come_twice_get_another_name_and_are_still_known():
    names = ["7", "সা", "n 1", "", "same", "same", "x1"]
    row = tuple(one(Pitch("C", 4), onset=Fraction(place, 4), name=name) for place, name in enumerate(names))
    document = mei.write(bar(*row))
    ids = [note.get(ID) for note in found(parse(document.text), "note")]
    assert len(set(ids)) == len(ids)
    assert [list(document.owners[name]) for name in ids] == [["7"], ["সা"], ["n 1"], [], ["same"], ["same"], ["x1"]]


@given(scores())
def test_any_score_becomes_well_formed_xml_with_unique_ids_and_live_references(any_score):
    root = written(any_score)
    ids = [element.get(ID) for element in root.iter() if element.get(ID)]
    assert len(ids) == len(set(ids))
    for element in root.iter():
        for key in ("startid", "endid"):
            if element.get(key):
                assert element.get(key)[1:] in ids


def test_text_never_becomes_markup():
    evil = "<note/>&amp;\"'\x00\x1b\ud800 ok"
    event = one(
        Pitch("C", 4), lyrics=(Syllable(evil),), chord_symbols=(evil,), annotations=("^" + evil,), decorations=(evil,)
    )
    root = written(replace(bar(event), title=evil, tempo=Tempo(text=evil)))
    clean = "<note/>&amp;\"' ok"
    assert len(found(root, "note")) == 1
    assert {found(root, tag)[0].text for tag in ("syl", "harm", "dir", "tempo", "title")} == {clean}


# -- lengths ----------------------------------------------------------------------------------------------------------


def test_a_length_that_no_sign_holds_becomes_tied_notes():
    root = written(score("C4:5/2"))
    notes = found(root, "note")
    assert [(note.get("dur"), note.get("dots")) for note in notes] == [("2", None), ("8", None)]
    assert notes[0].get(ID) == "m0n0"
    tie = found(root, "tie")[0]
    assert (tie.get("startid"), tie.get("endid")) == ("#m0n0", "#" + notes[1].get(ID))


def test_all_notes_of_a_split_chord_are_tied():
    assert len(found(written(score("C4+E4+G4:5/2")), "tie")) == 3


@pytest.mark.parametrize(
    ("length", "names"),
    [("7/8", ["2.."]), ("3/2", ["1."]), ("4", ["breve", "breve"]), ("11/16", ["2", "8."]), ("1/5000", ["1024"])],
)
def test_lengths_are_spelled_with_the_fewest_signs(length, names):
    values, _ = spell(Fraction(length))
    assert [value.name + "." * value.dots for value in values] == names


@given(st.integers(1, 256), st.sampled_from([1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 64]))
def test_spelled_signs_add_up_to_the_length(count, unit):
    length = Fraction(count, unit)
    values, tuplet = spell(length)
    ratio = Fraction(tuplet[1], tuplet[0]) if tuplet else 1
    total = sum(value.length for value in values) * ratio
    assert total == length or len(values) == 40


def test_a_third_of_a_quarter_without_a_tuplet_gets_one():
    root = written(score("C4:1/3"))
    tuplet = found(root, "tuplet")[0]
    assert (tuplet.get("num"), tuplet.get("numbase"), found(root, "note")[0].get("dur")) == ("3", "2", "8")


# -- beams and tuplets ------------------------------------------------------------------------------------------------


def joined(text, **tuplets):
    """Events whose words touch: `C4:1/2-D4:1/2` is beamed. `tuplets`: a3=(0, 2) puts the events 0 to 2 in a triplet."""
    row, place = [], 0
    for word in text.split():
        for piece, note in enumerate(word.split("-")):
            event = events(note, start=f"n{place}")[0]
            row.append(replace(event, beamed=piece > 0, onset=Fraction(place)))
            place += 1
    for serial, (first, last) in enumerate(tuplets.values()):
        for place in range(first, last + 1):
            row[place] = replace(row[place], tuplet=Tuplet(3, 2, serial))
    return bar(*(replace(event, onset=Fraction(place, 8)) for place, event in enumerate(row)))


def test_events_written_together_are_beamed_but_not_quarters_or_rests():
    assert layer(joined("C4:1/2-D4:1/2 E4:1/2-F4:1/2-G4:1/4")) == [
        ("beam", "note", "note"),
        ("beam", "note", "note", "note"),
    ]
    assert layer(joined("C4:1/2-D4:1-E4:1/2-z:1/2-F4:1/2")) == ["note", "note", "note", "rest", "note"]


def test_a_tuplet_holds_its_beam_and_a_beam_its_tuplet():
    three = ("beam", "note", "note", "note")
    assert layer(joined("C4:1/2-D4:1/2-E4:1/2", a=(0, 2))) == [("tuplet", three)]
    both = layer(joined("C4:1/2-D4:1/2-E4:1/2-F4:1/2", a=(0, 2)))
    assert both == [("beam", ("tuplet", "note", "note", "note"), "note")]


def test_a_beam_is_cut_where_it_would_cross_the_edge_of_a_tuplet():
    cut = layer(joined("C4:1/2 D4:1/2-E4:1/2-F4:1/2-G4:1/2", a=(0, 2)))
    assert cut == [("tuplet", "note", ("beam", "note", "note")), ("beam", "note", "note")]


def test_neighbouring_tuplets_stay_two():
    assert [row[0] for row in layer(joined("C4:1 D4:1 E4:1 F4:1 G4:1 A4:1", a=(0, 2), b=(3, 5)))] == [
        "tuplet",
        "tuplet",
    ]


def test_grace_notes_stand_before_their_note_slashed_or_not():
    graces = (
        Grace(Pitch("D", 5), Fraction(1, 16), slashed=True, id="g1"),
        Grace(Pitch("E", 5), Fraction(1, 16), id="g2"),
    )
    root = written(bar(one(Pitch("C", 5), graces=graces)))
    assert tags(found(root, "layer")[0]) == ("layer", ("graceGrp", ("beam", "note", "note")), "note")
    first, second, _ = found(root, "note")
    assert (first.get("grace"), first.get("stem.mod"), first.get(ID)) == ("unacc", "1slash", "g1")
    assert (second.get("grace"), second.get("stem.mod")) == ("acc", None)


# -- ties and slurs ---------------------------------------------------------------------------------------------------


def ends(root, tag):
    return [(sign.get("startid"), sign.get("endid")) for sign in found(root, tag)]


def test_a_tie_reaches_the_next_note_of_its_pitch_over_a_bar_line():
    root = written(score("C4:2 E4+G4:2~", "G4:4"))
    assert ends(root, "tie") == [("#m0n1b", "#m1n0")]
    assert found(found(root, "measure")[0], "tie")


def test_slurs_nest_and_chain_and_one_note_slurs_vanish():
    chain = score("(C4:1 D4:1 E4:1) F4:1")
    row = list(chain.parts[0].measures[0].events)
    row[1] = replace(row[1], slur_ends=1, slur_starts=1)
    assert ends(written(bar(*row)), "slur") == [("#m0n0", "#m0n1"), ("#m0n1", "#m0n2")]
    nested = [replace(e, slur_starts=s, slur_ends=t) for e, s, t in zip(row, (1, 1, 0, 0), (0, 0, 1, 1), strict=True)]
    assert sorted(ends(written(bar(*nested)), "slur")) == [("#m0n0", "#m0n3"), ("#m0n1", "#m0n2")]
    lonely = [replace(e, slur_starts=s, slur_ends=t) for e, s, t in zip(row, (1, 1, 0, 0), (1, 0, 1, 0), strict=True)]
    assert ends(written(bar(*lonely)), "slur") == [("#m0n1", "#m0n2")]


# -- signatures, bar lines, endings -----------------------------------------------------------------------------------


def test_keys_of_the_circle_and_odd_ones():
    eb = found(written(score("C4:4", key=standard_key("Eb"))), "keySig")[0]
    assert eb.get("sig") == "3f"
    odd = found(
        written(score("C4:4", key=Key("D", "explicit", (("B", -1), ("F", 1), ("E", Fraction(-1, 2)))))), "keySig"
    )[0]
    assert {(sign.get("pname"), sign.get("accid")) for sign in odd} == {("b", "f"), ("f", "s"), ("e", "1qf")}


@pytest.mark.parametrize(
    ("metre", "expected"),
    [
        (Metre((3, 2, 2), 8), {"count": "3+2+2", "unit": "8"}),
        (Metre((4,), 4, "C"), {"count": "4", "unit": "4", "sym": "common"}),
        (Metre((2,), 2, "C|"), {"count": "2", "unit": "2", "sym": "cut"}),
        (Metre(()), {"count": "4", "unit": "4", "form": "invis"}),
    ],
)
def test_metres(metre, expected):
    assert found(written(score("C4:4", metre=metre)), "meterSig")[0].attrib == expected


def test_changes_stand_between_measures_and_inside_them():
    row = events("C4:2 D4:2")
    changes = (Change(Fraction(1, 2), Clef("bass")), Change(Fraction(1, 2), Tempo(Fraction(3, 8), Fraction(60))))
    first, second = Measure((row,), changes=changes), Measure((row,), standard_key("G"), Metre((3,), 4))
    root = written(Score((Part("1", (first, second)),)))
    assert layer(Score((Part("1", (first,)),))) == ["note", "clef", "note"]
    assert [child.tag.removeprefix(M) for child in found(root, "section")[0]] == ["measure", "scoreDef", "measure"]
    assert [found(root, "tempo")[0].get(key) for key in ("tstamp", "midi.bpm")] == ["3", "90"]
    assert found(root, "tempo")[0].text == "♩. = 60"


def test_a_clef_may_change_inside_a_tuplet_but_a_key_waits_outside():
    three = joined("C4:1 D4:1 E4:1", a=(0, 2)).parts[0].measures[0].events
    for value, expected in (
        (Clef("bass"), [("tuplet", "note", "clef", "note", "note")]),
        (standard_key("G"), ["keySig", ("tuplet", "note", "note", "note")]),
    ):
        measure = Measure((three,), changes=(Change(Fraction(1, 8), value),))
        assert layer(Score((Part("1", (measure,)),))) == expected


def test_a_measure_longer_or_shorter_than_its_metre_is_drawn_as_it_is():
    root = written(score("C4:4", "C4:5", "C4:2"))
    assert [measure.get("metcon") for measure in found(root, "measure")] == [None, "false", "false"]


def test_an_upbeat_is_measure_0():
    assert [measure.get("n") for measure in found(written(score("C4:1", "C4:4")), "measure")] == ["0", "1"]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        (Barline("|"), "single"), (Barline("||"), "dbl"), (Barline("|]"), "end"), (Barline(".|"), "dashed"),
        (Barline(""), "invis"), (Barline("|", 1), "rptend"),
    ],
)  # fmt: skip
def test_bar_lines(line, name):
    measure = Measure((events("C4:4"),), left=Barline("|", 1), right=line)
    root = written(Score((Part("1", (measure,)),)))
    assert (found(root, "measure")[0].get("left"), found(root, "measure")[0].get("right")) == ("rptstart", name)


def test_endings_hold_their_measures():
    row = events("C4:4")
    bars = (
        Measure((row,), left=Barline("|", 1)), Measure((row,), ending=(1, 3), right=Barline("|", 1)),
        Measure((row,), ending=(2,)), Measure((row,), right=Barline("||")), Measure((row,)),
    )  # fmt: skip
    section = found(written(Score((Part("1", bars),))), "section")[0]
    assert [(child.tag.removeprefix(M), child.get("n"), len(child)) for child in section] == [
        ("measure", "1", 1), ("ending", "1, 3.", 1), ("ending", "2.", 2), ("measure", "5", 1),
    ]  # fmt: skip


def test_bars_of_rest_are_one_sign_that_stands_for_all_of_them():
    rest = [Event(Fraction(0), Fraction(1), Fraction(1), rest=Rest.WHOLE_BARS, id=f"r{place}") for place in range(3)]
    document = mei.write(Score((Part("1", tuple(Measure(((event,),)) for event in rest)),)))
    sign = found(parse(document.text), "multiRest")[0]
    assert sign.get("num") == "3"
    assert list(document.owners[sign.get(ID)]) == ["r0", "r1", "r2"]


def test_overlays_are_layers_and_gaps_in_them_are_space():
    overlay = (one(Pitch("E", 4), onset=Fraction(1, 2)),)
    root = written(Score((Part("1", (Measure((events("C4:4"), overlay)),)),)))
    assert [tags(each) for each in found(root, "layer")] == [("layer", "note"), ("layer", "space", "note")]


def test_marks_are_signs_or_words_and_told_once_for_all_parts():
    marks = tuple(Mark(Fraction(0), name) for name in ("segno", "P:A", "D.C.alfine"))
    part = Part("1", (Measure((events("C4:4"),), marks=marks),))
    other = Part("2", (Measure((events("C4:4", start="o"),), marks=marks),))
    root = written(Score((part, other)))
    assert [sign.get("func") for sign in found(root, "repeatMark")] == ["segno"]
    assert [found(root, tag)[0].text for tag in ("reh", "dir")] == ["A", "D.C. al Fine"]


def test_decorations_find_their_signs():
    names = ("staccato", "accent", "fermata", "mordent", "trill", "mf", "3", "strange")
    root = written(bar(one(Pitch("C", 4), decorations=names, chord_symbols=("Am7",), annotations=("_low", "^high"))))
    assert found(root, "artic")[0].get("artic") == "stacc acc"
    assert {
        tag: len(found(root, tag)) for tag in ("fermata", "mordent", "trill", "dynam", "fing", "harm")
    } == dict.fromkeys(("fermata", "mordent", "trill", "dynam", "fing", "harm"), 1)
    assert [(text.text, text.get("place")) for text in found(root, "dir")] == [
        ("strange", "above"), ("low", "below"), ("high", "above"),
    ]  # fmt: skip


def test_a_hairpin_spans_its_notes():
    row = list(events("C4:1 D4:1 E4:1"))
    row[0], row[2] = replace(row[0], decorations=("<(",)), replace(row[2], decorations=("<)",))
    assert ends(written(bar(*row)), "hairpin") == [("#n0", "#n2")]


# -- lyrics -----------------------------------------------------------------------------------------------------------


def test_syllables_know_their_place_in_the_word_and_verses_their_number():
    sung = [
        Syllable("সং", joined=True),
        Syllable("কল্", joined=True),
        Syllable("পের"),
        Syllable("গান"),
        Syllable("", held=True),
    ]
    row = [
        replace(event, lyrics=(None, syllable))
        for event, syllable in zip(events("C4:1 D4:1 E4:1 F4:1 G4:1"), sung, strict=True)
    ]
    root = written(bar(*row))
    assert [(syl.text, syl.get("wordpos"), syl.get("con")) for syl in found(root, "syl")] == [
        ("সং", "i", "d"), ("কল্", "m", "d"), ("পের", "t", None), ("গান", "s", "u"),
    ]  # fmt: skip
    assert {verse.get("n") for verse in found(root, "verse")} == {"2"}


def sung_to_the_edge(*syllables):
    row = [
        replace(event, lyrics=(syllable and Syllable(syllable, joined=True),))
        for event, syllable in zip(events("C4:1 D4:1 E4:1"), syllables, strict=True)
    ]
    return [(syl.text, syl.get("con")) for syl in found(written(bar(*row)), "syl")]


def test_a_word_that_goes_on_after_the_last_note_has_its_hyphen_with_the_syllable():
    # Verovio draws a hyphen between signs alone, and there is none to come
    assert sung_to_the_edge("সং", "কল্", "পে") == [("সং", "d"), ("কল্", "d"), ("পে-", None)]
    assert sung_to_the_edge("সং", "কল্", None) == [("সং", "d"), ("কল্", "d")]


@pytest.mark.parametrize("view", [STAFF, TAB], ids=lambda view: view.name)
def test_a_row_of_compare_ends_with_the_hyphen_of_a_word_that_goes_on(view):
    whole = read_first("X:1\nM:4/4\nL:1/4\nK:C\nC D E F | G A B c | C4 |]\nw: আ-মা-র তু-মি কে আ-মা-র\n").score
    rows = [row.one.svg for row in row_pages(view, side_by_side(whole, whole), 160.0)]
    ends = ["তু-" in row for row in rows], ["আ-" in row for row in rows], ["মা-" in row for row in rows]
    assert len(rows) == 3
    assert ends == ([True, False, False], [False] * 3, [False, True, False]), "inside a row the hyphen stands by itself"
