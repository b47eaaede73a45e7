"""Staff pages, by the real Verovio: every note has a box, texts stay apart, crashes are messages."""

import os
import re
import signal
import threading
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings

from core.errors import WorkerError
from core.score.events import Event, Grace, Rest, Syllable
from core.score.pitch import Pitch
from core.score.score import Measure, Part, Score
from core.views import VIEWS
from core.views.base import Layout
from core.views.slices import SHELF
from core.views.staff import STAFF
from core.views.text_width import text_width
from core.workers.process import shared
from tests.timing import least, seconds, until
from tests.views.jianpu_scores import drawn_ids, score, scores
from tests.views.qt_pages import SVG, is_drawable, parse

WORDS = ["আ", "গু", "নের", "সং", "কল্", "পের", "শক্", "তি", "ক্ষ্ম", "স্ত্রী", "র্থ", "দ্বন্", "দ্ব", "ঙ্ক্ষ", "hello", "world"]


def draw(any_score, **layout):
    return STAFF.draw(any_score, Layout(**layout))


def boxes(drawing):
    return {name: box for page in drawing.pages for name, box in page.boxes.items()}


def texts(page):
    """Every text of a page: content, x, base line, size in px."""
    found = []
    for text in parse(page.svg).iter(f"{SVG}text"):
        x, y, *scale = (float(number) for number in re.findall(r"-?[\d.]+", text.get("transform")))
        found.append((text.text, x, y, float(text.get("font-size")) * (scale[0] if scale else 1.0)))
    return found


def song(bars=8, words=WORDS):
    """Bars of eight eighths, a syllable under each."""
    plain = score(*["C4:1/2 D4:1/2 E4:1/2 F4:1/2 G4:1/2 A4:1/2 B4:1/2 C5:1/2"] * bars, title="সংকল্পের গান")
    number = iter(range(10**6))
    measures = tuple(
        replace(m, layers=(tuple(replace(e, lyrics=(Syllable(words[next(number) % len(words)]),)) for e in m.events),))
        for m in plain.parts[0].measures
    )
    return replace(plain, parts=(replace(plain.parts[0], measures=measures),))


def with_notes(any_score, change):
    """Change every event of a score of one measure."""
    part = any_score.parts[0]
    measure = part.measures[0]
    row = tuple(change(place, event) for place, event in enumerate(measure.events))
    return replace(any_score, parts=(replace(part, measures=(replace(measure, layers=(row,)),)),))


def test_staff_is_the_first_of_the_views():
    assert next(view.name for view in VIEWS) == "staff"


def test_every_note_rest_and_grace_has_a_box_inside_the_page():
    graces = (Grace(Pitch("D", 4), Fraction(1, 16), id="g1"), Grace(Pitch("E", 4), Fraction(1, 16), id="g2"))
    plain = score("C4:1 E4+G4:1 z:1 x:1")
    drawing = draw(with_notes(plain, lambda place, event: event if place else replace(event, graces=graces)))
    found, page = boxes(drawing), drawing.pages[0]
    assert set(found) == {"m0n0", "m0n1", "m0n1b", "m0ne2", "m0ne3", "g1", "g2"}
    for box in found.values():
        assert box.width > 2
        assert box.height > 2
        assert 0 <= box.x <= page.width - box.width
        assert 0 <= box.y <= page.height - box.height
    in_time = [found[name].x for name in ("g1", "g2", "m0n0", "m0n1", "m0ne2", "m0ne3")]
    assert in_time == sorted(in_time)
    assert found["m0n1b"].y < found["m0n1"].y


def test_bars_of_rest_share_one_box():
    row = tuple(
        Event(Fraction(0), Fraction(1), Fraction(1), rest=Rest.WHOLE_BARS, id=f"r{place}") for place in range(3)
    )
    found = boxes(draw(Score((Part("1", tuple(Measure(((event,),)) for event in row)),))))
    assert found["r0"] == found["r1"] == found["r2"]


@settings(max_examples=25, deadline=None)
@given(scores())
def test_any_score_is_drawn_with_a_box_for_every_id(any_score):
    drawing = draw(any_score)
    assert set(boxes(drawing)) == drawn_ids(any_score)
    assert all(parse(page.svg) is not None for page in drawing.pages)


def test_lines_of_the_staff_are_8_px_apart_at_scale_1_and_all_grows_with_the_scale():
    tall = with_notes(score("F5:1 E4:1"), lambda _, event: event)
    for scale in (1.0, 2.0):
        found = boxes(draw(tall, scale=scale))
        assert found["m0n1"].y - found["m0n0"].y == pytest.approx(32 * scale, abs=1.5 * scale)


@pytest.mark.parametrize("width", [600.0, 1000.0, 1600.0])
def test_syllables_in_bengali_do_not_overlap_and_stay_on_the_page(width):
    page = draw(song(), page_width=width).pages[0]
    lines = {}
    for content, x, y, size in texts(page):
        if content in WORDS:
            latin = size if content.isascii() else size / 1.2
            lines.setdefault(y, []).append((x, x + text_width(content, latin)))
    assert sum(map(len, lines.values())) == 64
    for row in lines.values():
        row.sort()
        assert all(right < left for (_, right), (left, _) in pairwise(row))
        assert row[-1][1] <= page.width


def test_syllables_stand_under_their_notes_and_clear_of_them():
    any_score = with_notes(song(1), lambda _, event: event)
    page = draw(any_score).pages[0]
    places = {content: (x, y, size) for content, x, y, size in texts(page)}
    for event in any_score.events():
        x, y, size = places[event.lyrics[0].text]
        box = page.boxes[event.notes[0].id]
        assert abs(x - box.x) < 12
        assert y - 0.7 * size > box.y + box.height


def test_every_letter_is_set_in_a_shipped_font_and_no_span_or_inner_svg_is_left():
    page = draw(song()).pages[0]
    root = parse(page.svg)
    assert {text.get("font-family") for text in root.iter(f"{SVG}text")} == {"Noto Serif", "Noto Serif Bengali"}
    assert len(list(root.iter(f"{SVG}svg"))) == 1
    assert not list(root.iter(f"{SVG}tspan"))
    assert not list(root.iter(f"{SVG}style"))
    assert is_drawable(page.svg)
    inks = set(re.findall(r'(?:fill|stroke)="(#[^"]*)"', page.svg))
    assert inks == {"#000000"}


def test_a_tall_page_holds_all_and_low_pages_share_it_out():
    one = draw(song(48))
    many = draw(song(48), page_height=600.0)
    assert len(one.pages) == 1
    assert len(many.pages) > 2
    assert all(page.height == 600.0 for page in many.pages)
    assert set(boxes(one)) == set(boxes(many))
    assert sum(len(page.boxes) for page in many.pages) == len(boxes(many))
    assert all(box.y + box.height <= 600.0 for box in boxes(many).values())


def test_the_title_stands_on_the_first_page_unless_it_is_not_wanted():
    titled = draw(song(), page_height=500.0)
    title = "সংকল্পের গান"
    assert [title in page.svg for page in titled.pages] == [True] + [False] * (len(titled.pages) - 1)
    assert title not in draw(song(), title=False).pages[0].svg


@pytest.mark.parametrize(
    "empty", [Score(), Score(title="শূন্য"), Score((Part("1", ()),)), Score((Part("1", (Measure(()),)),))]
)
def test_a_score_without_notes_is_one_page(empty):
    drawing = draw(empty)
    assert len(drawing.pages) == 1
    assert not boxes(drawing)
    assert drawing.pages[0].height > 0


def test_an_id_that_is_empty_has_no_box_and_one_that_comes_twice_has_one():
    named = {0: "", 1: "twice", 2: "twice", 3: "সা 1"}
    any_score = with_notes(
        score("C4:1 D4:1 E4:1 F4:1"),
        lambda place, event: replace(event, notes=(replace(event.notes[0], id=named[place]),)),
    )
    found = boxes(draw(any_score))
    assert set(found) == {"twice", "সা 1"}


def test_a_crash_of_verovio_is_a_message_and_the_next_drawing_works():
    SHELF.clear()
    draw(song(1))
    worker = shared("verovio")
    first = worker.pid

    def kill_at_work():
        until(lambda: worker._busy)
        os.kill(first, signal.SIGKILL)

    # held still, it is sure to be in the middle of its work when it dies
    os.kill(first, signal.SIGSTOP)
    killer = threading.Thread(target=kill_at_work)
    killer.start()
    with pytest.raises(WorkerError, match=r"ended by SIGKILL.*started again"):
        draw(song(100))
    killer.join()
    SHELF.clear()
    assert boxes(draw(song(1)))
    assert shared("verovio").pid not in (None, first)


def test_a_verovio_that_died_between_two_drawings_is_replaced():
    shared("verovio").call("version", {})
    worker = shared("verovio")
    os.kill(worker.pid, signal.SIGKILL)
    until(lambda: worker.pid is None)
    SHELF.clear()
    assert boxes(draw(song(1)))


def test_text_that_verovio_cannot_read_is_refused_in_words():
    with pytest.raises(WorkerError, match="could not read"):
        shared("verovio").call("engrave", {"mei": "<mei>", "options": {}})


def test_drawing_takes_no_longer_than_a_few_times_what_verovio_does(monkeypatch):
    any_score, call, asked = song(32), shared("verovio").call, []
    monkeypatch.setattr(
        shared("verovio"), "call", lambda *words, **how: asked.append((words, how)) or call(*words, **how)
    )
    SHELF.clear()
    draw(any_score)
    monkeypatch.undo()
    assert asked

    def anew():
        SHELF.clear()
        draw(any_score)

    def engraved():
        for words, how in asked:
            call(*words, **how)

    assert least(lambda: seconds(anew) / seconds(engraved), below=5) < 5


def test_lyrics_stay_below_notes_on_ledger_lines():
    from core.formats.abc.reader import read_first
    from core.views.staff import lyrics_gap

    def gap(note, words="w: গান"):
        return lyrics_gap(read_first(f"X:1\nM:4/4\nL:1/4\nK:C\n{note} c c c|\n{words}\n").score)

    assert gap("c") == gap("E") < gap("C") < gap("A,") < gap("G,")
    assert gap("G,", "") == gap("c")
