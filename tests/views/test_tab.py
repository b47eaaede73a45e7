"""Tab pages, by the real Verovio: digits on the right strings, and no note out of range costs the others."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings

from core.score.events import Grace, Syllable
from core.score.pitch import Pitch
from core.score.score import Measure, Part, Score
from core.tradition.tunings import GUITAR, TUNINGS_BY_NAME, Fretboard
from core.views.base import Layout
from core.views.tab import TAB
from tests.views.jianpu_scores import drawn_ids, events, score, scores
from tests.views.qt_pages import parse
from tests.views.test_staff import boxes, texts, with_notes

STRING_GAP = 315 * 0.04
"""Px between two strings at scale 1."""


def draw(any_score, **layout):
    return TAB.draw(any_score, Layout(**layout))


def strings(page):
    """The heights of the strings of the only system."""
    group = re.search(r'translate\(([\d.]+) (-?[\d.]+)\) scale\(([\d.]+)\)">(?=<g|<path|<use)', page.svg)
    scale, top = float(group[3]), float(group[2])
    return sorted({top + scale * float(y) for y in re.findall(r'd="M[\d.]+ ([\d.]+)H', page.svg)})


def played(page):
    """Id to MIDI number, read from the picture: the digit that stands in a note's box, and the string through it."""
    lines = strings(page)
    assert len(lines) == 6
    numbers = {}
    for name, box in page.boxes.items():
        middle = box.y + box.height / 2
        string = min(range(6), key=lambda place: abs(lines[place] - middle))
        assert abs(lines[string] - middle) < 1
        digit = next(
            text for text, x, y, _ in texts(page) if abs(x - box.x) < 0.5 and abs(y - box.y - box.height) < 0.5
        )
        numbers[name] = GUITAR.open[string] + int(digit)
    return numbers


def test_digits_and_strings_sound_the_pitches_of_the_score():
    page = draw(score("C4:1 ^F4:1/2 _B4:1/2 C4+E4+G4:1 E2:1/2 E5:1/2")).pages[0]
    assert played(page) == {
        "m0n0": 60, "m0n1": 66, "m0n2": 70, "m0n3": 60, "m0n3b": 64, "m0n3c": 67, "m0n4": 40, "m0n5": 76,
    }  # fmt: skip


def test_grace_notes_are_small_digits_before_their_note_on_their_own_string():
    graces = tuple(Grace(Pitch(step, 4), Fraction(1, 16), id=f"g{step}") for step in "DE")
    any_score = with_notes(score("C4:2 G4:2"), lambda place, event: replace(event, graces=graces) if place else event)
    page = draw(any_score).pages[0]
    assert played(page) == {"m0n0": 60, "gD": 62, "gE": 64, "m0n1": 67}
    assert page.boxes["m0n0"].x < page.boxes["gD"].x < page.boxes["gE"].x < page.boxes["m0n1"].x
    assert page.boxes["gD"].height < page.boxes["m0n0"].height


def test_a_string_is_not_drawn_through_a_digit():
    page = draw(score("E4:4")).pages[0]
    box, line = page.boxes["m0n0"], strings(page)[0]
    group = re.search(r'translate\(([\d.]+) (-?[\d.]+)\) scale\(([\d.]+)\)">(?=<g|<path|<use)', page.svg)
    left, top, scale = (float(group[place]) for place in (1, 2, 3))
    pieces = [
        (left + scale * float(a), left + scale * float(b))
        for a, y, b in re.findall(r'd="M([\d.]+) ([\d.]+)H([\d.]+)', page.svg)
        if abs(top + scale * float(y) - line) < 0.1
    ]
    assert len(pieces) == 2
    assert all(end < box.x or start > box.x + box.width for start, end in pieces)


def test_a_note_out_of_range_is_marked_where_it_stands_and_the_rest_stays():
    any_score = with_notes(score("C2:1 C4:1 C9:1 C2+G4:1"), lambda _, event: replace(event, lyrics=(Syllable("গা"),)))
    drawing = draw(any_score)
    page = drawing.pages[0]
    assert set(page.boxes) == drawn_ids(any_score)
    words = [text for text, *_ in texts(page)]
    assert words.count("C2?") == 2
    assert words.count("C9?") == 1
    assert words.count("?") == 2
    assert words.count("গা") == 4
    assert [found.code for found in drawing.diagnostics] == ["tab-range"] * 3
    assert "lowest note, E2" in drawing.diagnostics[0].message
    mark = page.boxes["m0n3"]
    assert abs(mark.x - page.boxes["m0n3b"].x) < 20
    assert mark.y < page.boxes["m0n3b"].y


def test_microtones_are_rounded_and_said_so():
    half = with_notes(
        score("C4:4"), lambda _, e: replace(e, notes=(replace(e.notes[0], pitch=Pitch("C", 4, Fraction(1, 2))),))
    )
    drawing = draw(half)
    assert played(drawing.pages[0]) == {"m0n0": 61}
    assert [found.code for found in drawing.diagnostics] == ["tab-microtone"]


def test_notes_of_two_layers_at_one_moment_get_strings_of_their_own():
    measure = Measure((events("E4:4"), events("E4:4", start="o")))
    page = draw(Score((Part("1", (measure,)),))).pages[0]
    assert abs(page.boxes["n0"].y - page.boxes["o0"].y) > STRING_GAP - 1


@pytest.mark.parametrize("name", TUNINGS_BY_NAME)
def test_each_tuning_has_its_own_strings_and_is_told_where_it_is_not_the_usual_one(name):
    any_score = score("D4:1 A4:1 E5:1 G4:1", "B4:4")
    board = Fretboard(TUNINGS_BY_NAME[name], 2)
    drawing = TAB.draw(any_score, Layout(board=board))
    page = drawing.pages[0]
    assert set(page.boxes) == drawn_ids(any_score)
    assert drawing.diagnostics == ()
    told = " ".join(text for text, *_ in texts(page))
    assert "Capo 2" in told
    assert (board.tuning.words in told) == (name != "standard")
    assert len(strings(page)) == len(board.open)


def test_the_same_frets_on_another_instrument_are_not_drawn_from_memory():
    open_strings = score("E4:4")
    four = TAB.draw(open_strings, Layout(board=Fretboard(TUNINGS_BY_NAME["mandolin"]))).pages[0]
    six = TAB.draw(open_strings, Layout()).pages[0]
    assert four.svg != six.svg
    assert "Mandolin" not in six.svg


def test_only_the_first_part_is_shown():
    first, second = score("C4:4").parts[0], Part("2", (Measure((events("G4:4", start="second"),)),))
    assert set(boxes(draw(Score((first, second))))) == {"m0n0"}


def test_a_length_of_two_signs_is_tied_and_has_one_box():
    page = draw(score("C4:5/2 D4:3/2")).pages[0]
    assert set(page.boxes) == {"m0n0", "m0n1"}
    assert [text for text, *_ in texts(page)].count("1") == 2


@settings(max_examples=25, deadline=None)
@given(scores())
def test_any_score_is_drawn_with_a_box_for_every_note_and_rest_of_the_first_part(any_score):
    drawing = draw(any_score)
    wanted = drawn_ids(Score(any_score.parts[:1]))
    found = set(boxes(drawing))
    assert found <= wanted
    assert all(name.startswith("g") for name in wanted - found), "only a grace note out of range has none"
    assert all(parse(page.svg) is not None for page in drawing.pages)


@pytest.mark.parametrize("empty", [Score(), Score((Part("1", ()),)), Score((Part("1", (Measure(()),)),))])
def test_a_score_without_notes_is_one_page(empty):
    assert len(draw(empty).pages) == 1
