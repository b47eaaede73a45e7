"""MusicXML written: valid by the schema, read by music21 as the same notes, and everything a score holds is in it."""

from dataclasses import replace
from fractions import Fraction

import pytest
from defusedxml import ElementTree
from hypothesis import HealthCheck, Phase, given, settings

from core.errors import FormatError
from core.formats.abc.reader import read_first
from core.formats.musicxml.format import MUSICXML, MXL
from core.score.events import Event, Note
from core.score.pitch import Pitch
from core.score.score import Measure, Part, Score
from core.score.signatures import Key
from tests.formats.musicxml_judges import bar_lengths, faults, has_notes, heard_by_music21, sounding
from tests.strategies.scores import scores

PHASES = (Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink)
"""Without explaining: that takes minutes over whole scores."""
HEAD = "X:1\nM:4/4\nL:1/4\nK:C\n"


def written(abc):
    document = MUSICXML.write(read_first(abc).score)
    assert faults(document) == []
    return ElementTree.fromstring(document)


def again(abc):
    return MUSICXML.read(MUSICXML.write(read_first(abc).score)).scores[0]


def even(score):
    return not any("longer in one voice" in words for words in MUSICXML.lost(score))


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck), phases=PHASES)
@given(scores(micro=True))
def test_what_is_written_is_valid_and_comes_back_as_the_same_notes(score):
    document = MUSICXML.write(score)
    assert faults(document) == []
    if has_notes(score) and even(score):
        assert sounding(MUSICXML.read(document).scores[0]) == sounding(score)


@pytest.mark.slow
@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck), phases=PHASES)
@given(scores())
def test_music21_hears_the_notes_that_the_score_holds(score):
    if has_notes(score) and even(score):
        assert heard_by_music21(MUSICXML.write(score), bar_lengths(score)) == sounding(score)


@pytest.mark.slow
@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck), phases=PHASES)
@given(scores(micro=True))
def test_a_second_journey_changes_nothing_more(score):
    if has_notes(score):
        once = MUSICXML.read(MUSICXML.write(score)).scores[0]
        assert sounding(MUSICXML.read(MUSICXML.write(once)).scores[0]) == sounding(once)


def test_awkward_lengths_become_tied_values_and_tuplets():
    root = written("X:1\nM:none\nL:1/1\nK:C\nC5/8 D1/3 E7/16 F1/10 G9/8|\n")
    values = [
        (n.findtext("type"), len(n.findall("dot")), n.findtext("time-modification/actual-notes"))
        for n in root.iter("note")
    ]
    assert values == [
        ("half", 0, None), ("eighth", 0, None), ("half", 0, "3"), ("quarter", 2, None), ("eighth", 0, "5"),
        ("whole", 0, None), ("eighth", 0, None),
    ]  # fmt: skip


def test_a_tuplet_inside_a_tuplet_multiplies():
    root = written("X:1\nM:2/4\nL:1/8\nK:C\n(3CC/3C/3C/3D z2|\n")
    ratios = [
        (n.findtext("time-modification/actual-notes"), n.findtext("time-modification/normal-notes"))
        for n in root.iter("note")
    ]
    assert ratios[:5] == [("3", "2"), ("9", "4"), ("9", "4"), ("3", "2"), (None, None)]


def test_lyrics_keep_verses_hyphens_and_held_syllables():
    abc = HEAD + "CDEF|GABc|\nw:আ-মা-র _ সো-না * লা\nw:a b _ _ c|\n"
    root = written(abc)
    first = [n.find("lyric[@number='1']") for n in root.iter("note")]
    sung = [lyric for lyric in first if lyric is not None and lyric.find("text") is not None]
    assert [(lyric.findtext("syllabic"), lyric.findtext("text")) for lyric in sung] == [
        ("begin", "আ"), ("middle", "মা"), ("end", "র"), ("begin", "সো"), ("end", "না"), ("single", "লা"),
    ]  # fmt: skip
    kinds = [extend.get("type") for extend in root.iter("extend")]
    assert kinds == ["start", "start", "continue", "stop", "stop"]
    before = [e.lyrics for e in read_first(abc).score.events()]
    assert [e.lyrics for e in again(abc).events()] == before


@pytest.mark.parametrize(
    ("field", "key"),
    [("K:Bb", ("-2", "major")), ("K:Dphr", ("-2", "phrygian")), ("K:F#m", ("3", "minor")), ("K:none", ("0", "none"))],
)
def test_keys_and_modes(field, key):
    root = written(f"X:1\nM:4/4\nL:1/4\n{field}\nCDEF|\n")
    assert (root.findtext(".//fifths"), root.findtext(".//mode")) == key
    before = read_first(f"X:1\nM:4/4\nL:1/4\n{field}\nCDEF|\n").score
    assert again(f"X:1\nM:4/4\nL:1/4\n{field}\nCDEF|\n").key == before.key


def test_a_key_that_is_spelled_out_keeps_its_accidentals_and_says_what_it_loses():
    score = read_first("X:1\nM:4/4\nL:1/4\nK:D exp _b^f=c\nCDEF|\n").score
    back = MUSICXML.read(MUSICXML.write(score)).scores[0]
    assert back.key == Key("C", "explicit", score.key.alters)
    assert MUSICXML.lost(score) == ["Of a key that is spelled out only the accidentals are kept, not the tonic."]


@pytest.mark.parametrize("metre", ["C", "C|", "2+3+2/8", "12/8", "none"])
def test_metres_come_back_as_they_were(metre):
    abc = f"X:1\nM:{metre}\nL:1/8\nK:C\nCDEFGAB|\n"
    written(abc)
    assert again(abc).metre == read_first(abc).score.metre


@pytest.mark.parametrize("clef", ["treble-8", "bass", "alto", "tenor", "treble+8", "perc"])
def test_clefs_come_back_with_their_octave(clef):
    abc = f"X:1\nM:4/4\nL:1/4\nK:C clef={clef}\nCDEF|\n"
    written(abc)
    assert again(abc).parts[0].clef == read_first(abc).score.parts[0].clef
    assert sounding(again(abc)) == sounding(read_first(abc).score)


def test_repeats_endings_and_times():
    abc = HEAD + "|:CDEF|1,3 G4:|2 A4|]|::B4::|\n"
    root = written(abc)
    repeats = [(r.get("direction"), r.get("times")) for r in root.iter("repeat")]
    assert repeats == [("forward", None), ("backward", None), ("forward", None), ("backward", "3")]
    endings = [(e.get("number"), e.get("type")) for e in root.iter("ending")]
    assert endings[:3] == [("1, 3", "start"), ("1, 3", "stop"), ("2", "start")]
    before = read_first(abc).score
    assert [m.ending for m in again(abc).parts[0].measures] == [m.ending for m in before.parts[0].measures]


def test_jumps_are_words_that_players_obey():
    abc = HEAD + "!segno!CDEF|G4!coda!|A4!D.S.alcoda!|!coda!c4!fine!|]\n"
    sounds = [dict(s.attrib) for s in written(abc).iter("sound")]
    assert {"segno": "segno"} in sounds
    assert {"tocoda": "coda"} in sounds
    assert {"dalsegno": "segno"} in sounds
    assert {"fine": "yes"} in sounds
    names = [mark.name for m in again(abc).parts[0].measures for mark in m.marks]
    assert names == [mark.name for m in read_first(abc).score.parts[0].measures for mark in m.marks]


def test_tempo_chord_symbols_words_and_signs():
    abc = (
        'X:1\nM:3/4\nL:1/4\nQ:"ধীরে" 3/8=60\nK:C\n"Am7/G""^above"!trill!C!mf!D.E|"nonsense!"F!fermata!G{/b}A|'
        "[Q:1/4=100](CD).(EF)|G A B|\n"
    )
    root = written(abc)
    assert root.findtext(".//metronome/per-minute") == "60"
    assert root.find(".//sound").get("tempo") == "90"
    assert (root.findtext(".//harmony/kind"), root.findtext(".//bass-step")) == ("minor-seventh", "G")
    assert {"above", "nonsense!"} <= {w.text for w in root.iter("words")}
    assert root.find(".//ornaments/trill-mark") is not None
    assert root.find(".//dynamics/mf") is not None
    assert root.find(".//grace").get("slash") == "yes"
    assert [s.get("line-type") for s in root.iter("slur") if s.get("type") == "start"] == [None, "dotted"]
    before, after = read_first(abc).score, again(abc)
    assert after.tempo == before.tempo
    for name in ("decorations", "slur_starts", "slur_ends", "dotted_slurs", "graces"):
        assert [getattr(e, name) for e in after.events()] == [getattr(e, name) for e in before.events()], name
    assert next(iter(after.events())).chord_symbols == ("Am7/G",)


def test_beams_are_written_level_by_level():
    abc = "X:1\nM:2/4\nL:1/8\nK:C\nC/D/E F>G|A/B/ (3cBA G|\n"
    beams = [[b.text for b in n.findall("beam")] for n in written(abc).iter("note")]
    assert beams[:5] == [["begin", "begin"], ["continue", "end"], ["end"], ["begin"], ["end", "backward hook"]]
    assert [e.beamed for e in again(abc).events()] == [e.beamed for e in read_first(abc).score.events()]


def test_slurs_that_end_where_others_begin():
    abc = HEAD + "(C(D)E)F|(C(DE)F)|\n"
    pairs = [(s.get("type"), s.get("number")) for s in written(abc).iter("slur")]
    assert pairs[:4] == [("start", "1"), ("stop", "1"), ("start", "1"), ("stop", "1")]
    assert pairs[4:] == [("start", "1"), ("start", "2"), ("stop", "2"), ("stop", "1")]


def test_pickup_whole_rests_and_line_breaks():
    root = written("X:1\nM:4/4\nL:1/4\nK:C\nG|CDEF|Z|\nx4|C3|]\n")
    assert [m.get("implicit") for m in root.iter("measure")] == ["yes", None, None, None, None]
    assert [r.get("measure") for r in root.iter("rest")] == ["yes", None]
    assert [n.get("print-object") for n in root.iter("note") if n.find("rest") is not None] == [None, "no"]
    assert len(root.findall(".//print[@new-system='yes']")) == 1


def test_header_words_and_fields_come_back():
    abc = "X:7\nT:গান\nT:Other name\nC:Someone\nR:dadra\nP:AB\nM:3/4\nL:1/8\nZ:me\nK:C\nP:A\nC6|\nP:B\nD6|\nW:one line\nW:আরেক\n"
    written(abc)
    before, after = read_first(abc).score, again(abc)
    for name in ("title", "number", "composer", "rhythm", "order", "words", "unit"):
        assert getattr(after, name) == getattr(before, name), name
    assert sorted(after.fields) == sorted(before.fields)


def test_a_chord_of_unequal_lengths_is_given_a_voice_more_and_ties_over_the_bar():
    abc = HEAD + "CDE[FA4]|G4|\n"
    root = written(abc)
    assert len({n.findtext("voice") for n in root.iter("note")}) == 2
    assert sounding(again(abc)) == sounding(read_first(abc).score)


def test_microtones_keep_their_exact_height():
    abc = HEAD + "^/C_/D^3/2E_1/3F|\n"
    assert {n.findtext("alter") for n in written(abc).iter("pitch")} == {"0.5", "-0.5", "1.5", "-0.333333"}
    assert sounding(again(abc)) == sounding(read_first(abc).score)


def test_letters_that_xml_cannot_hold_are_dropped():
    score = replace(read_first(HEAD + "C4|\n").score, title="a\x00b\x0bc\ud800d<&>")
    document = MUSICXML.write(score)
    assert faults(document) == []
    assert MUSICXML.read(document).scores[0].title == "abcd<&>"


def test_the_packed_kind_is_the_same_document_and_always_the_same_bytes():
    score = read_first(HEAD + "CDEF|\n").score
    assert MXL.write(score) == MXL.write(score)
    assert MXL.read(MXL.write(score)) == MUSICXML.read(MUSICXML.write(score))


def test_an_empty_score_is_still_a_valid_document():
    document = MUSICXML.write(read_first("X:1\nK:C\n").score)
    assert faults(document) == []
    with pytest.raises(FormatError, match="no note"):
        MUSICXML.read(document)


def test_lengths_without_a_common_measure_are_refused_in_words():
    now, events = Fraction(0), []
    for prime in (9901, 9907, 9923, 9929, 9931):
        length = Fraction(1, prime)
        events.append(Event(now, length, length, (Note(Pitch("C", 4), length),)))
        now += length
    score = Score((Part("1", (Measure((tuple(events),)),)),))
    with pytest.raises(FormatError, match="no common measure"):
        MUSICXML.write(score)
