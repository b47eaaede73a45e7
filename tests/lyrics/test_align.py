"""Syllables put under notes."""

from dataclasses import replace
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from core.lyrics.align import MOST_HELD, fit, has_lyrics
from core.lyrics.syllables import syllables
from core.score.events import Event, Grace, Note, Rest, Span, Syllable
from core.score.pitch import Pitch
from core.score.score import Measure, Part, Score

QUARTER = Fraction(1, 4)


def tune(text, bar=4):
    """Make a score: letters are notes, z a rest, `-` after a note a tie, ( ) a slur, ^ a grace before it."""
    events = []
    slurs, grace = 0, ()
    for sign in text.replace(" ", ""):
        if sign == "(":
            slurs += 1
        elif sign == "^":
            grace = (Grace(Pitch("C", 5), Fraction(1, 8), id=f"g{len(events)}"),)
        elif sign == ")":
            events[-1] = replace(events[-1], slur_ends=events[-1].slur_ends + 1)
        elif sign == "-":
            events[-1] = replace(events[-1], notes=tuple(replace(n, tied=True) for n in events[-1].notes))
        else:
            number = len(events)
            notes = () if sign == "z" else (Note(Pitch(sign, 4), QUARTER, id=f"n{number}"),)
            rest = Rest.VISIBLE if sign == "z" else None
            onset = QUARTER * (number % bar)
            events.append(
                Event(onset, QUARTER, QUARTER, notes, rest, grace, slur_starts=slurs, id=f"e{number}",
                      span=Span(1, number + 1, 1))
            )  # fmt: skip
            slurs, grace = 0, ()
    measures = [Measure((tuple(events[at : at + bar]),)) for at in range(0, len(events), bar)]
    return Score((Part("1", tuple(measures)), Part("2", tuple(measures))))


def row(score, part=0):
    """Write the first part's lyrics: a hyphen leads on, _ is held, . is bare."""
    signs = []
    for event in [e for m in score.parts[part].measures for e in m.events]:
        syllable = event.lyrics[0] if event.lyrics else None
        if syllable is None:
            signs.append("z" if event.rest else ".")
        else:
            signs.append("_" if syllable.held else syllable.text + "-" * syllable.joined)
    return " ".join(signs)


def test_each_note_gets_a_syllable_and_a_hyphen_leads_on_inside_a_word():
    score, report = fit(tune("CDEFG"), "আগুনের এ")
    assert row(score) == "আ- গু- নে- র এ"
    assert score.fitted_lyrics
    assert (report.placed, report.left, report.unsung, report.message) == (5, (), 0, "")


def test_rests_and_graces_take_none():
    assert row(fit(tune("C z ^D z E"), "ত ব দ")[0]) == "ত z ব z দ"


def test_a_slurred_group_is_one_place():
    assert row(fit(tune("(CDE)(FG)A"), "ত ব দ")[0]) == "ত _ _ ব _ দ"


def test_a_slur_over_a_rest_goes_on_after_it():
    assert row(fit(tune("(CzE)F"), "ত ব")[0]) == "ত z _ ব"


def test_nested_slurs_are_one_place_and_a_slur_that_never_ends_is_none():
    assert row(fit(tune("(C(DE)F)G"), "ত ব")[0]) == "ত _ _ _ ব"
    assert row(fit(tune("(CDEF"), "ত ব দ ন")[0]) == "ত ব দ ন"


def test_a_tied_chain_is_one_place_over_the_bar_line_too():
    assert row(fit(tune("CDEF-F-FG", bar=4), "ত ব দ ন প")[0]) == "ত ব দ ন _ _ প"


def test_a_tie_to_another_pitch_or_over_a_rest_holds_nothing():
    assert row(fit(tune("C-DE-zE"), "ত ব দ ন")[0]) == "ত ব দ z ন"


def test_a_hyphen_inside_a_word_is_not_written_twice():
    assert row(fit(tune("CDEFG"), "দহন-দানে")[0]) == "দ- হ- ন- দা- নে"


def test_words_that_find_no_note_are_reported():
    score, report = fit(tune("CD"), "আগুনের পরশ")
    assert row(score) == "আ- গু-"
    assert (report.placed, report.left) == (2, ("নে", "র", "প", "র", "শ"))
    assert report.message == "The tune is too short for the lyrics; syllables left over: 5 (নে র প র শ)."


def test_spare_notes_go_to_the_ends_of_lines_first_then_of_words():
    words = "তবে একা\nচলো"
    assert row(fit(tune("CDEFGA"), words)[0]) == "ত- বে এ- কা চ- লো"
    assert row(fit(tune("CDEFGAB"), words)[0]) == "ত- বে এ- কা _ চ- লো"
    assert row(fit(tune("CDEFGABC"), words)[0]) == "ত- বে এ- কা _ চ- লো _"
    assert row(fit(tune("CDEFGABCD"), words)[0]) == "ত- বে _ এ- কা _ চ- লো _"
    assert row(fit(tune("CDEFGABCDE"), words)[0]) == "ত- _ বে _ এ- কা _ চ- লো _"
    assert row(fit(tune("CDEFGABCDEFG"), words)[0]) == "ত- _ বে _ এ- _ কা _ চ- _ লো _"


def test_a_syllable_is_stretched_over_no_more_than_four_places():
    score, report = fit(tune("CDEFGAB" * 2), "এ ও")
    assert row(score) == "এ _ _ _ ও _ _ _ . . . . . ."
    assert report.unsung == 6
    assert report.message == "The lyrics end before the tune; notes without words: 6."


def test_the_second_part_and_overlays_stay_bare():
    bare = tune("CDEF")
    first = bare.parts[0].measures[0]
    doubled = replace(bare, parts=(Part("1", (replace(first, layers=first.layers * 2),)), bare.parts[1]))
    score, _ = fit(doubled, "ত ব দ ন")
    assert row(score) == "ত ব দ ন"
    assert row(score, part=1) == ". . . ."
    assert not any(event.lyrics for event in score.parts[0].measures[0].layers[1])


def test_a_tune_with_words_of_its_own_comes_back_as_it_is():
    bare = tune("CD")
    event = replace(bare.parts[0].measures[0].events[0], lyrics=(Syllable("la"),))
    sung = replace(bare, parts=(Part("1", (Measure(((event,),)),)),))
    assert has_lyrics(sung)
    assert fit(sung, "ত ব")[0] is sung


def test_words_that_were_fitted_before_are_replaced():
    once, _ = fit(tune("CDE"), "ত ব দ")
    twice, _ = fit(once, "প র")
    assert row(twice) == "প র _"
    bare, report = fit(twice, "  \n ")
    assert bare == tune("CDE")
    assert not bare.fitted_lyrics
    assert report.unsung == 3


def test_a_score_without_parts_or_notes_is_left_alone():
    assert fit(Score(), "ত")[0] == Score()
    score, report = fit(tune("zz"), "ত")
    assert not has_lyrics(score)
    assert report.left == ("ত",)


tunes = (
    st.lists(st.sampled_from(["C", "D", "E-", "E", "(F", "G)", "z", "^A", "(", ")"]), max_size=40)
    .map(lambda signs: "C" + "".join(signs) + "E")
    .map(tune)
)
lyrics = st.text(alphabet="আকরগুনেমণি ই-\n।ab", max_size=120)


@given(tunes, lyrics, st.booleans())
def test_every_syllable_comes_once_and_in_order_or_is_reported(score, text, closed):
    fitted, report = fit(score, text, closed=closed)
    found = [s.text for e in fitted.events() for s in e.lyrics if s is not None and not s.held]
    wanted = [s for line in text.split("\n") for word in syllables(line, closed=closed) for s in word]
    assert report.placed == len(found)
    assert [s.rstrip("-") for s in (*found, *report.left)] == [s.rstrip("-") for s in wanted]


@given(tunes, lyrics)
def test_nothing_but_lyrics_changes_and_ids_stay(score, text):
    fitted, _ = fit(score, text)
    before, after = score.events(), fitted.events()
    assert [(e.id, e.span, [n.id for n in e.notes], [g.id for g in e.graces]) for e in before] == [
        (e.id, e.span, [n.id for n in e.notes], [g.id for g in e.graces]) for e in after
    ]
    assert [replace(e, lyrics=()) for e in after] == before
    assert fitted.parts[1] == score.parts[1]
    assert fitted.fitted_lyrics == has_lyrics(fitted)


@given(tunes, lyrics)
def test_held_notes_follow_a_syllable_and_rests_carry_nothing(score, text):
    fitted, report = fit(score, text)
    sung = False
    for event in [e for m in fitted.parts[0].measures for e in m.events]:
        if not event.notes:
            assert event.lyrics == ()
        elif event.lyrics:
            assert sung or not event.lyrics[0].held
            sung = True
        else:
            assert report.unsung or not report.placed


@given(st.integers(1, 60), st.integers(1, 30))
def test_no_two_syllables_differ_by_more_than_a_note(notes, count):
    fitted, report = fit(tune("C" + "D" * (notes - 1)), " ".join("ক" * count))
    lengths = []
    for event in [e for m in fitted.parts[0].measures for e in m.events if e.lyrics]:
        if event.lyrics[0].held:
            lengths[-1] += 1
        else:
            lengths.append(1)
    assert max(lengths) - min(lengths) <= 1
    assert max(lengths) <= MOST_HELD
    assert sum(lengths) + report.unsung == notes
