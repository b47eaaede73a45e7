"""The writer: canonical ABC from which the reader gets the same score, and the same text again."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.formats.abc.reader import read_first
from core.formats.abc.tidy import tidy
from core.formats.abc.writer import cannot_hold, write
from core.score.edit import transposed
from core.score.events import Event, Note, Rest, Syllable, Tuplet
from core.score.pitch import Pitch, from_midi
from core.score.score import Barline, Change, Mark, Measure, Part, Score
from core.score.signatures import Clef, Key, Tempo, standard_key
from core.score.timeline import timeline
from core.tradition.cells.build import sheet_of
from tests.conftest import shared_cases
from tests.formats.test_abc_reader import PIECES
from tests.strategies.scores import scores

HEAD = "X:1\nM:4/4\nL:1/4\nK:C\n"
BIG = [HealthCheck.too_slow, HealthCheck.data_too_large]


def sound(score, *, played):
    return [(moment.onset, moment.midi, moment.duration) for moment in timeline(score, played=played).notes]


def check_text(text):
    """What was read is written so that it is read again: the same sounds, and the same text from then on."""
    score = read_first(text).score
    written = write(score)
    again = read_first(written).score
    assert write(again) == written
    if not cannot_hold(score):
        for played in (False, True):
            assert sound(again, played=played) == sound(score, played=played)
    return score, again


def check_score(score):
    text = write(score)
    assert text.endswith("\n")
    if not cannot_hold(score):
        assert read_first(text).score == score
    assert write(read_first(text).score) == text


@settings(max_examples=60, deadline=None, suppress_health_check=BIG)
@given(st.one_of(scores(most_parts=2, most_measures=3), scores(micro=True, most_parts=1, most_measures=3)))
def test_a_written_score_is_read_back_as_it_was(score):
    check_score(score)


@pytest.mark.slow
@settings(max_examples=400, deadline=None, suppress_health_check=BIG)
@given(st.one_of(scores(), scores(micro=True)))
def test_many_written_scores_are_read_back_as_they_were(score):
    check_score(score)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=50))
def test_pieces_of_abc_are_stable_after_one_pass(pieces):
    check_text("X:1\nK:C\n" + "".join(pieces))


@pytest.mark.parametrize("case", shared_cases("abc_cases.json"))
def test_each_feature_of_abc_is_written_and_read_back(case):
    score, again = check_text(case["abc"])
    assert cannot_hold(score) == []
    numbered = replace(score, number=score.number or "1")
    if "propagate-accidentals" not in case["abc"]:
        # elsewhere accidentals are written out where the default would not say them
        assert again == numbered


@pytest.mark.slow
def test_real_tunes_are_stable_after_one_pass():
    from benchmarks.bench_reader import real_tunes

    tunes = real_tunes(every=7, most=None)
    assert len(tunes) > 1500
    same = 0
    for tune in tunes:
        score, again = check_text(tune)
        same += replace(score, number=score.number or "1") == again
    # the rest are tuplets short of notes, and grace notes before a bar line
    assert same >= 0.99 * len(tunes)


def test_canonical_form_is_plain_to_read():
    text = (
        "X:7\nT: গান \nC:Tagore\nM:3/4\nL:1/8\nQ:1/4=120\nK:D dor % Sa is D\n"
        "|:D>E (3FGA (B.c)|[1 d2-d2 z2:|[2 Z|]\nw:আ-মার_ সো-নার * বাং\\-লা\nW:শেষ\n"
    )
    assert write(read_first(text).score) == (
        "X:7\nT:গান\nC:Tagore\nM:3/4\nL:1/8\nQ:1/4=120\nK:Ddor\n"
        "|: D3/2E/ (3FGA (B.c) | [1 d2-d2 z2 :| [2 Z |]\nw: আ-মার_ সো-নার * বাং\\-লা\nW:শেষ\n"
    )


@pytest.mark.parametrize(
    ("music", "written"),
    [
        ("C D|]", "C D |]"),
        ("CDEF|GABc|]", "CDEF | GABc |]"),
        ("[CEG]2 [C-EG] [C-E-G-]2|", "[CEG]2 [C-EG] [CEG]2- |"),
        ("[C2E4] [CE2]2|", "[C2E4] [C2E4] |"),
        ("{/ab}C {c}d|", "{/ab}C {c}d |"),
        (".(C D) ((EF) G)|", ".(C D) ((EF) G) |"),
        ('!trill!.C "Am""^slow"D|', '!trill!.C "Am""^slow"D |'),
        ("(5:2:3CDE (3CDE (2FG|", "(5:2:3CDE (3CDE (2FG |"),
        ("Z4|X|z4|x2 z2|", "Z4 | X | z4 | x2 z2 |"),
        ("C2 D2 & E4|", "C2 D2 & E4 |"),
        ("|:C4::D4:|", "|: C4 :: D4 :|"),
        ("|::C4::|[1,3 D4:|[2 E4|]", "|:: C4 ::| [1,3 D4 :| [2 E4 |]"),
        ("C4|[K:G]F4|[M:3/4]F3|[Q:1/4=90]G3|", "C4 | [K:G] F4 | [M:3/4] F3 | [Q:1/4=90] G3 |"),
        ("!segno!C4|D4 !D.S.!|", "!segno!C4 | D4 !D.S.! |"),
        ("^/C _3/2D ^^E __F =G|", "^/C _3/2D ^^E __F =G |"),
        ("C/ D// E3/4 F7/2 G|", "C/ D/4 E3/4 F7/2 G |"),
        ('"^50% ♭ ধীরে।"C4|', '"^50% ♭ ধীরে।"C4 |'),
    ],
)
def test_music_is_written_so(music, written):
    assert write(read_first(HEAD + music + "\n").score) == HEAD + written + "\n"


@pytest.mark.parametrize(
    "key",
    [
        "C",
        "F#m",
        "Bbdor",
        "Glyd",
        "Ephr",
        "Amix",
        "Bloc",
        "none",
        "HP",
        "Hp",
        "D exp _e ^f",
        "D ^c =f",
        "none _b",
        "C ^/f",
    ],
)
def test_every_key_is_read_back(key):
    score = read_first(f"X:1\nL:1/4\nK:{key}\nC D E F G A B c|\n").score
    again = read_first(write(score)).score
    assert again.key == score.key
    assert again == score


@pytest.mark.parametrize("metre", ["4/4", "C", "C|", "6/8", "2+3+2/8", "(3+2)/8", "none", "12/8"])
def test_every_metre_is_read_back(metre):
    score = read_first(f"X:1\nM:{metre}\nL:1/8\nK:C\nC8|\n").score
    assert read_first(write(score)).score == score


def test_texts_do_not_break_out_of_their_lines():
    evil = 'a\nK:G\n"b" % c \\% &amp; $1 M: 3/4 ]'
    note = Event(
        Fraction(0), Fraction(1, 4), Fraction(1, 4), (Note(Pitch("F", 4), Fraction(1, 4)),),
        chord_symbols=(evil,), annotations=(f"^{evil}",), decorations=("x!y", "গমক"),
        lyrics=(Syllable("a_b*|\nK:G"),),
    )  # fmt: skip
    part = Part("a b%", (Measure(((note,),), changes=(Change(Fraction(1, 4), Tempo(text=evil)),)),), name=evil)
    score = Score((part,), evil, evil, evil, rhythm=evil, order=evil, words=(evil,), fields=(("N", evil), ("I", evil)))
    again = read_first(write(score)).score
    assert again.key == Key()
    assert sound(again, played=False) == sound(score, played=False)
    assert len(again.parts) == 1
    assert len(cannot_hold(score)) >= 5
    for text in cannot_hold(score):
        assert text.endswith(".")


@settings(max_examples=150, deadline=None)
@given(st.lists(st.integers(30, 100), min_size=1, max_size=24), st.sampled_from(["C", "Eb", "F#", "A"]), st.booleans())
def test_pitches_without_accidentals_are_written_right(midis, tonic, flats):
    events = [
        Event(Fraction(place, 8), Fraction(1, 8), Fraction(1, 8), (Note(from_midi(midi, flats=flats), Fraction(1, 8)),))
        for place, midi in enumerate(midis)
    ]
    key = standard_key(tonic)
    score = Score((Part("1", (Measure((tuple(events),), key),)),), key=key)
    assert [note[1] for note in sound(read_first(write(score)).score, played=False)] == midis


@settings(max_examples=30, deadline=None, suppress_health_check=BIG)
@given(scores(most_parts=1, most_measures=3), st.integers(-9, 9))
def test_a_transposed_score_is_written_right(score, semitones):
    moved = transposed(score, semitones)
    assert sound(read_first(write(moved)).score, played=False) == sound(moved, played=False)


def rest_bar():
    return Measure(((Event(Fraction(0), Fraction(1), Fraction(1), rest=Rest.WHOLE_BARS),),))


def test_what_no_text_can_hold_is_said_and_the_rest_is_right():
    quarter = Event(Fraction(0), Fraction(1, 4), Fraction(1, 4), (Note(Pitch("C", 4, 3), Fraction(1, 4)),))
    odd = replace(quarter, tuplet=Tuplet(100, 99), duration=Fraction(99, 400))
    bars = (
        Measure(((quarter,),), changes=(Change(Fraction(1, 8), Clef("gregorian")),)),
        Measure(((),), right=Barline("|", 1), marks=(Mark(Fraction(0), "segno"),)),
        Measure(((odd,),), right=Barline("?")),
        rest_bar(),
    )
    score = Score((Part("1", bars), Part("1", bars)))
    again = read_first(write(score)).score
    assert [part.id for part in again.parts] == ["1", "1'"]
    assert [midi for _, midi, _ in sound(again, played=False)] == [63] * 4
    assert write(again) == write(read_first(write(again)).score)
    said = " ".join(cannot_hold(score))
    for word in ("middle of a note", "without notes", "tuplet", "clef", "bar line", "voice"):
        assert word in said


# -- tidy -------------------------------------------------------------------------------------------------------------


def test_tidy_keeps_comments_and_what_stands_between_tunes():
    text = (
        "% a collection\n%%papersize A4\n\nX:1\nT:One\nM:4/4 % common\nK:C\n% first line\nC>D EF|G4 % nice\nz4|]\n\n"
        "Some words.\n% and a remark\n\nX:2\nK:G\nF G|\n"
    )
    found = tidy(text)
    assert found.changed
    assert found.lost == ()
    assert found.text == (
        "% a collection\n%%papersize A4\n\nX:1\n% common\nT:One\nM:4/4\nL:1/8\nK:C\n% first line\n% nice\n"
        "C3/2D/ EF | G4 z4 |]\n\nSome words.\n% and a remark\n\nX:2\nM:none\nL:1/8\nK:G\nF G |\n"
    )
    assert not tidy(found.text).changed


def test_tidy_says_what_it_leaves_out():
    found = tidy(
        "X:1\nU:T=!x!\nL:1/4\nK:C\nV:1 stem=up\nC ? D|\nThis line is words about the morning.\nE F|\nw: a b c d e\n"
    )
    assert any("'?'" in words and words.startswith("Line 6") for words in found.lost)
    assert any("1 syllable of this line" in words for words in found.lost)
    assert len(found.lost) == 4
    assert "% This line is words about the morning." in found.text


@pytest.mark.parametrize("text", ["", "Dear friend,\nno music here.\n", "\x00", "X:"])
def test_tidy_leaves_a_text_without_a_tune(text):
    assert tidy(text).text.strip() == text.strip() or "X:" in text


def test_tidy_leaves_a_tune_that_is_too_large():
    text = HEAD + "CDEF|" * 5_001 + "\n"
    found = tidy(text)
    assert found.text == text
    assert found.lost


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.one_of(PIECES, st.sampled_from(["% c\n", "\n\nwords of joy\n\nX:3\nK:C\n", "%%x y\n", "K:C\n"])), max_size=50
    )
)
def test_tidy_never_raises_and_is_done_after_one_pass(pieces):
    text = "".join(pieces)
    once = tidy(text)
    assert tidy(once.text).text == once.text


@pytest.mark.slow
def test_tidy_of_real_files_sounds_the_same():
    from benchmarks.bench_reader import real_tunes

    tunes = real_tunes(every=11, most=None)
    rnd = random.Random(5)
    for start in range(0, len(tunes), 40):
        text = "\n".join(tunes[start : start + 40])
        once = tidy(text)
        assert tidy(once.text).text == once.text
        one = rnd.choice(tunes[start : start + 40])
        assert sound(read_first(tidy(one).text).score, played=True) == sound(read_first(one).score, played=True)


# -- a score that was moved keeps its Sa ------------------------------------------------------------------------------


def swaras(score):
    return [
        (unit.swara.letter, unit.swara.saptak) for cell in sheet_of(score).cells for unit in cell.units if unit.swara
    ]


@settings(max_examples=40, deadline=None, suppress_health_check=BIG)
@given(scores(), st.integers(-18, 18), st.integers(-18, 18))
def test_a_moved_score_is_read_again_with_its_letters_and_octave_marks(score, first, second):
    moved = read_first(write(transposed(score, first))).score
    assert swaras(moved) == swaras(
        read_first(write(replace(transposed(score, first), moved=None, fields=moved.fields))).score
    )
    further = transposed(moved, second)
    # moved often enough, a note leaves the octaves that can be written
    if not cannot_hold(score) and not cannot_hold(further):
        assert swaras(read_first(write(further)).score) == swaras(further)


def test_sa_is_written_only_where_a_reader_would_look_for_it_elsewhere():
    score = read_first(HEAD + "C E G c |]\n").score
    assert "%%sa" not in write(score)
    assert "%%sa" not in write(transposed(score, 2))
    up = write(transposed(score, 12))
    assert "%%sa 72\n" in up
    assert swaras(read_first(up).score) == swaras(score)
    # moved back it needs none, and never two
    assert "%%sa" not in write(transposed(read_first(up).score, -12))
    assert write(transposed(read_first(up).score, 12)).count("%%sa 84\n") == 1


def test_voices_whose_sa_lies_elsewhere_are_told():
    two = HEAD.replace("K:C", "V:1\nV:2\nK:G") + "[V:1] G A B c |]\n[V:2] G, A, B, C |]\n"
    score = read_first(two).score
    assert not cannot_hold(score)
    assert any("the sung voice only" in row for row in cannot_hold(transposed(score, 12)))


@pytest.mark.parametrize("value", ["", "x", "128", "-1", "6 0", "৬০", "9" * 40])
def test_a_sa_that_is_no_midi_number_is_passed_over(value):
    score = read_first(HEAD.replace("K:C", f"%%sa {value}\nK:C") + "C E G c |]\n").score
    assert sheet_of(score).sa == 60
