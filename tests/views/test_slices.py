"""A long score engraved by stretches looks as the whole does, and an edit engraves anew only what it touches."""

import random
import re

import pytest

from core.formats.abc.reader import read_first
from core.score.timeline import timeline
from core.views import VIEWS_BY_NAME, slices
from core.views.base import Layout
from core.views.shelf import Shelf
from core.views.slices import SHELF

LAYOUT = Layout(page_width=900.0, page_height=720.0, title=False, joined=True)
BARS = (
    "G2AB cdef", "(3abc d2 e>f g2", "[Gd]2 {a}b2 z2 c2", "GABc d4-", "d2 (ef) g2 ^c2", "B/A/G/F/ G2 z4", "A8", "(A4 B4",
    "c4) d4", "!<(!c4 d4", "e4!<)! f4", "[K:D]d4 e4", "[K:clef=bass]G4 A4", "[K:clef=treble]G4 A4", "Z", "c8 & e4 f4",
    "A4 .(((B4", "C4)) B4", "!trill(!c4 d4", "d4!trill)!c4", "C5 D3",
)  # fmt: skip


def tune(bars, seed=0, voices=1, sung=False):
    """Many bars of everything that can reach over a bar line, four a line."""
    pick = random.Random(seed).choice
    lines = ["X:1", "M:4/4", "L:1/8", "K:G"]
    for place in range(0, bars, 4):
        for voice in range(voices):
            row = " | ".join(pick(BARS) for _ in range(4))
            if voices == 1 and place % 24 == 12:
                row = f"|: {row} |1 c8 :|2 d8 | e8 ||"
            lines.append((f"[V:{voice + 1}] " if voices > 1 else "") + row + " |")
            if sung:
                lines.append("w: " + " ".join(pick(("আ-মা", "সো", "না-", "_", "*")) for _ in range(14)))
    return "\n".join(lines) + "\n"


def draw(text, view="staff", layout=LAYOUT):
    return VIEWS_BY_NAME[view].draw(read_first(text).score, layout)


def boxes(drawing):
    return {name: (place, box) for place, page in enumerate(drawing.pages) for name, box in page.boxes.items()}


def shapes(drawing):
    """What the pages hold, in order, without names, numbers and what they define."""
    return [re.sub(r' id="[^"]*"|<defs>.*?</defs>|[-\d.]+', "", page.svg) for page in drawing.pages]


def assert_alike(drawing, other):
    """Verovio counts heights from the top of its own page, so they may differ by its last unit of rounding."""
    assert shapes(drawing) == shapes(other)
    placed, wanted = boxes(drawing), boxes(other)
    assert placed.keys() == wanted.keys()
    for name, (page, box) in wanted.items():
        assert placed[name][0] == page
        assert (placed[name][1].x, placed[name][1].y) == pytest.approx((box.x, box.y), abs=0.5)


@pytest.fixture
def engraved(monkeypatch):
    """Which stretches are engraved from now on."""
    found = []
    real = slices._Chain._engraved

    def count(chain, key, ids, start, stop):
        found.append((start, stop))
        return real(chain, key, ids, start, stop)

    monkeypatch.setattr(slices._Chain, "_engraved", count)
    SHELF.clear()
    return found


@pytest.mark.parametrize("view", ["staff", "tab"])
@pytest.mark.parametrize(("seed", "voices", "sung"), [(1, 1, False), (2, 1, True), (3, 3, False)])
def test_stretches_hold_every_note_once(view, seed, voices, sung):
    text = tune(160, seed, voices, sung)
    SHELF.clear()
    drawing = draw(text, view)
    score = read_first(text).score
    wanted = {moment.id for moment in timeline(score).moments if view == "staff" or moment.part == score.parts[0].id}
    graces = {grace.id for event in score.events() for grace in event.graces}
    assert wanted <= set(boxes(drawing)) <= wanted | graces
    assert sum(len(page.boxes) for page in drawing.pages) == len(boxes(drawing))


def test_a_tune_in_stretches_is_the_tune_in_one_piece(monkeypatch, engraved):
    text = "X:1\nM:4/4\nL:1/8\nK:G\n" + "G2AB (cdef | g2)f2 e2d2- | d2 (3cBA G4 | !<(!G2A2 B2c2!<)! |\n" * 50
    pieces = draw(text)
    assert len(engraved) > 3
    monkeypatch.setattr(slices, "SPAN", 10**6)
    SHELF.clear()
    engraved.clear()
    whole = draw(text)
    assert engraved == [(0, 200)]
    assert_alike(pieces, whole)


def test_an_edit_engraves_anew_only_where_it_is(engraved):
    text = tune(400)
    draw(text)
    assert len(engraved) > 8
    engraved.clear()
    draw(text)
    assert not engraved
    middle = text.index("GABc d4-", len(text) // 2)
    edited = text[:middle] + "GABd d4-" + text[middle + 8 :]
    drawing = draw(edited)
    assert 1 <= len(engraved) <= 4
    SHELF.clear()
    afresh = draw(edited)
    assert_alike(drawing, afresh)


def test_notes_that_only_changed_their_ids_are_not_engraved_again(engraved):
    text = tune(200)
    first = draw(text)
    engraved.clear()
    moved = text.replace("K:G\n", "K:G\n% a line more\n")
    second = draw(moved)
    assert not engraved
    assert set(boxes(first)) != set(boxes(second))
    assert {moment.id for moment in timeline(read_first(moved).score).moments} <= set(boxes(second))


def test_the_fingering_of_what_follows_is_part_of_what_a_stretch_is(engraved):
    low, high = "C D E F|" * 60, "c'' d'' e'' f''|" * 60
    draw(f"X:1\nM:4/4\nL:1/4\nK:C\n{low}\n", "tab")
    engraved.clear()
    draw(f"X:1\nM:4/4\nL:1/4\nK:C\n{high}\n", "tab")
    assert engraved


def test_another_width_is_another_page(engraved):
    text = tune(100)
    draw(text)
    engraved.clear()
    draw(text, layout=Layout(page_width=700.0))
    assert engraved


def test_the_shelf_forgets_what_was_not_asked_for_longest():
    shelf = Shelf(3)
    for number in range(4):
        shelf.keep(("page", number, number + 1), slices._Stretch(number, ("a",), (), {}))
        shelf.find(("page", 0, 1), 0, ("a",))
    kept = [number for number in range(4) if shelf.find(("page", number, number + 1), number, ("a",))]
    assert kept == [0, 2, 3]
