"""Jianpu after an edit: what did not change is not drawn again, and nothing old is ever shown."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.formats.abc.reader import read_first
from core.score.degrees import KeyForm
from core.views.base import Before, Layout
from core.views.jianpu import draw as drawing
from core.views.jianpu import measures, rows
from core.views.jianpu.view import JIANPU
from core.views.shelf import Keyed, numbered

NOTES = (
    "C", "D", "^F", "_B", "c'", "G,,", "[CE]", "[Gd]2", "z", "z2", "A4", "A-A", "A-", "(B", "c)", "((d", "e))", ".(f",
    "{a}b", "(3abc", "B/A/", "C5", "d>e", "x2", "Z", "c & e", "C/3D/3E/3",
    '"Am"c', '"^up"d', '"_low"e', "!f!g", "!<(!c", "!<)!d", "!trill!e", ".f", "!segno!g", "!fermata!a",
    "[K:D]d", "[K:Am]c", "[M:3/4]e", "[Q:1/4=90]f", "[P:B]g",
)  # fmt: skip
BARS = ("|", "|", "|", "||", "|:", ":|", "|1", ":|2", "|]")
WORDS = ("la", "la-", "সো-", "আ", "_", "*", "mountain")
bars = st.tuples(st.lists(st.sampled_from(NOTES), min_size=1, max_size=5), st.sampled_from(BARS))
lines = st.tuples(st.lists(bars, min_size=1, max_size=4), st.lists(st.sampled_from(WORDS), max_size=8))
voices = st.lists(lines, min_size=1, max_size=4)
layouts = st.builds(
    Layout,
    page_width=st.sampled_from((300.0, 420.0, 900.0)),
    page_height=st.sampled_from((None, 500.0)),
    scale=st.sampled_from((1.0, 1.4)),
    title=st.booleans(),
    joined=st.booleans(),
    opens=st.booleans(),
    before=st.sampled_from((None, Before())),
    key_form=st.builds(KeyForm, st.booleans(), st.booleans()),
)


def text_of(tune, metre, key):
    """ABC of lists of voices, each of lines of bars and words."""
    rows = ["X:1", "T:A", f"M:{metre}", "L:1/8", f"K:{key}"]
    for number, voice in enumerate(tune, 1):
        rows.append(f"V:{number}")
        for line, words in voice:
            rows.append(" ".join(f"{' '.join(notes)} {bar}" for notes, bar in line))
            rows += [f"w: {' '.join(words)}"] if words else []
    return "\n".join(rows) + "\n"


def forget():
    measures.SHELF.clear()
    rows.SHELF.clear()


def afresh(score, layout):
    forget()
    return JIANPU.draw(score, layout)


def seen(drawn):
    """All of a drawing, the order of its boxes included."""
    return [(p.svg, p.width, p.height, list(p.boxes.items()), p.leads) for p in drawn.pages], drawn.diagnostics


@st.composite
def edits(draw):
    """A tune and what it becomes edit by edit, each with its layout."""
    tune = draw(st.lists(voices, min_size=1, max_size=2))
    metre, key, layout = "4/4", "G", draw(layouts)
    found = [(text_of(tune, metre, key), layout)]
    for _ in range(draw(st.integers(1, 4))):
        what = draw(st.sampled_from(("line", "insert", "delete", "metre", "key", "layout", "comment")))
        voice = tune[draw(st.integers(0, len(tune) - 1))]
        place = draw(st.integers(0, len(voice) - 1))
        if what == "line":
            voice[place] = draw(lines)
        elif what == "insert":
            voice.insert(place, draw(st.sampled_from(voice)))
        elif what == "delete" and len(voice) > 1:
            del voice[place]
        metre = draw(st.sampled_from(("4/4", "3/4", "6/8"))) if what == "metre" else metre
        key = draw(st.sampled_from(("C", "Em", "Bb"))) if what == "key" else key
        layout = draw(layouts) if what == "layout" else layout
        text = text_of(tune, metre, key)
        found.append((text.replace("L:1/8\n", "L:1/8\n% more\n") if what == "comment" else text, layout))
    return found


@given(edits())
def test_a_drawing_with_memory_is_the_drawing_from_nothing(states):
    scores = [(read_first(text).score, layout) for text, layout in states]
    forget()
    remembered = [seen(JIANPU.draw(*state)) for state in scores]
    assert remembered == [seen(afresh(*state)) for state in scores]


MUSIC = "CDEF GABc | cBAG FEDC |\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("|1 C8 :|2 D8 |]", "|2 C8 :|1 D8 |]"),
        ("!segno!C8 |]", "!coda!C8 |]"),
        ("[P:A]C8 |]", "[P:B]C8 |]"),
        ("[Q:1/4=90]C8 |]", "[Q:1/4=91]C8 |]"),
        ("[K:D]C8 |]", "[K:A]C8 |]"),
        ("(C4 D4) |]", ".(C4 D4) |]"),
        ("!<(!C4 !<)!D4 |]", "!>(!C4 !>)!D4 |]"),
        ("C8 |]\nw: la", "C8 |]\nw: lo"),
        ('"Am"C8 |]', '"Bm"C8 |]'),
        ("!p!C8 |]", "!f!C8 |]"),
    ],
)
def test_one_small_difference_is_seen(before, after):
    head = "X:1\nM:4/4\nL:1/8\nK:C\n" + MUSIC * 2
    old, new = (read_first(head + text + "\n").score for text in (before, after))
    wanted = seen(afresh(new, Layout()))
    forget()
    assert seen(JIANPU.draw(old, Layout())) != wanted
    assert seen(JIANPU.draw(new, Layout())) == wanted


@pytest.fixture
def drawn(monkeypatch):
    """Which systems are drawn from now on."""
    found = []
    real = drawing._block

    def count(plan, system, sketches, *, first):
        found.append(system)
        return real(plan, system, sketches, first=first)

    monkeypatch.setattr(drawing, "_block", count)
    forget()
    return found


NAMES = "CDEFGABcdefgab"
TUNE = [" ".join(NAMES[(place * step) % 14] for step in range(1, 9)) for place in range(200)]


def tune(bars):
    lines = [" | ".join(bars[place : place + 4]) + " |" for place in range(0, len(bars), 4)]
    return "X:1\nM:4/4\nL:1/8\nK:G\n" + "\n".join(lines) + "\n"


def test_an_edit_draws_only_its_own_system_anew(drawn):
    JIANPU.draw(read_first(tune(TUNE)).score, Layout())
    assert drawn
    drawn.clear()
    edited = tune([*TUNE[:100], "^G A B c d e f g", *TUNE[101:]])
    JIANPU.draw(read_first(edited).score, Layout())
    assert 1 <= len(drawn) <= 3


def test_notes_under_other_ids_are_not_drawn_again(drawn):
    first = JIANPU.draw(read_first(tune(TUNE)).score, Layout())
    drawn.clear()
    moved = read_first(tune(TUNE).replace("K:G\n", "K:G\n% a line more\n")).score
    second = JIANPU.draw(moved, Layout())
    assert not drawn
    assert first.pages[0].svg == second.pages[0].svg
    assert set(second.pages[0].boxes) == {note.id for event in moved.events() for note in event.notes}


def test_several_threads_draw_at_once():
    texts = [tune(TUNE[place:] + TUNE[:place])[: 2000 + 40 * place] for place in range(6)]
    scores = [read_first(text).score for text in texts]
    wanted = [seen(afresh(score, Layout())) for score in scores]
    forget()
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda score: seen(JIANPU.draw(score, Layout())), scores * 3))
    assert found == wanted * 3


def test_ids_are_told_by_where_they_come_again():
    assert numbered(["a", "", "b", "a"]) == (("a", "b"), (0, -1, 1, 0))
    assert numbered(["a", "b", "b"])[1] != numbered(["a", "a", "b"])[1]


def test_keys_are_compared_by_value():
    layout = Layout()
    assert Keyed(layout) == Keyed(replace(layout))
    assert Keyed(layout) != Keyed(replace(layout, scale=2.0))
