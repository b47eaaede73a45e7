"""Music on paper: every note on a page, title, words and numbers where they belong, nothing over the edge."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from core.formats.abc.reader import read
from core.lyrics.stanzas import stanzas_of
from core.reports import book
from core.reports.book import Piece
from core.reports.paper import A4, LETTER, PAPERS
from core.songs import samples
from core.views import VIEWS, VIEWS_BY_NAME
from core.views.base import Layout

HEAD = "X:1\nT:গান\nC:রবীন্দ্রনাথ\nR:দাদরা\nM:3/4\nL:1/4\nK:G\n"
LINE = "G A B|c2 d|B A G|F3|\nw:আ-মার সো-নার বাং-লা আ-মি তোর\n"
NUMBER = re.compile(r">(\d+ / \d+)<")


def tune(lines=1, head=HEAD):
    return read(head + LINE * lines).tunes[0].score


def set_on(paper, score, view="staff", **facts):
    return book.pages([Piece(score, **facts)], VIEWS_BY_NAME[view], paper, Layout())


def shown(page):
    return re.findall(r"<text[^>]*>([^<]*)</text>", page.svg)


def own_notes(score):
    return {note.id for event in score.events() for note in event.notes}


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
def test_every_note_stands_on_one_page_within_its_margins(view, paper):
    score = tune(40)
    pages = set_on(paper, score, view.name)
    assert len(pages) > 1
    ids = [name for page in pages for name in page.boxes if name in own_notes(score)]
    assert sorted(ids) == sorted(own_notes(score))
    for page in pages:
        assert (page.width, page.height) == (paper.width, paper.height)
        for box in page.boxes.values():
            assert 0 < box.x < box.x + box.width < paper.width
            assert box.y >= book.TOP
            assert box.y + box.height <= paper.height - book.BOTTOM


def rows_of(page):
    """Count the lines of music on a page: between two of them there is free room."""
    tops = sorted({box.y for box in page.boxes.values()})
    return sum(after - top > 25.0 for top, after in pairwise([-100.0, *tops]))


@pytest.mark.parametrize("words", [None, "আমার সোনার বাংলা\n" * 3], ids=["no words", "words"])
def test_no_line_of_music_stands_alone_on_the_last_page(words):
    seen = set()
    for count in range(20, 60):
        score = tune(count)
        rows = [rows_of(page) for page in set_on(A4, score, "jianpu", words=words)]
        music = [number for number in rows if number]
        assert music[-1] != 1, f"{count} lines: {rows}"
        assert len(music) == 1 or music[-1] >= 2
        seen.add((len(music), music[-1]))
    assert (2, 2) in seen
    assert len(seen) > 4


KALIS = "P:sthayi\nG|A B c|d2 c|B A G|\nP:antara\nc|d e f|g2 f|e d c|\n"


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_a_pickup_stands_on_the_page_of_its_kali(paper):
    """Its line, short and at the right, is never the last of a page, on paper or on sheets in the window."""
    seen = 0
    for count in range(4, 24):
        score = read(f"X:1\nM:3/4\nL:1/4\nR:dadra\nK:C\n{KALIS * count}").tunes[0].score
        sheets = VIEWS_BY_NAME["swaralipi"].draw(score, Layout(page_width=794, page_height=paper.height)).pages
        for pages in (set_on(paper, score, "swaralipi"), sheets):
            for page in pages[:-1]:
                boxes = sorted(page.boxes.values(), key=lambda box: box.y)
                low = [box for box in boxes if box.y > boxes[-1].y - 10]
                assert len(low) > 1, "the pickup of one note"
                seen += 1
    assert seen > 20


def test_a_line_that_fills_a_page_stands_alone():
    voices = "".join(f"V:{number}\nC4|C4|\n" for number in range(24))
    pages = set_on(A4, read(f"X:1\nL:1/4\nK:C\n{voices}").tunes[0].score)
    assert len(pages) == 1


def test_paper_has_its_size_in_px_at_96_an_inch():
    assert (A4.width, A4.height) == (793.7, 1122.52)
    assert (LETTER.width, LETTER.height) == (816.0, 1056.0)


def test_pages_are_numbered_through_and_a_tune_begins_a_page():
    pages = book.pages([Piece(tune(40)), Piece(tune(1))], VIEWS_BY_NAME["jianpu"], A4, Layout())
    numbers = [NUMBER.findall(page.svg) for page in pages]
    assert numbers == [[f"{place} / {len(pages)}"] for place in range(1, len(pages) + 1)]
    assert [("গান" in shown(page)) for page in pages] == [True, *[False] * (len(pages) - 2), True]


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
def test_the_head_tells_title_raga_tala_and_composer_once(view):
    words = shown(set_on(A4, tune(), view.name, raga="ভৈরবী")[0])
    assert words.count("গান") == 1
    assert words.count("রবীন্দ্রনাথ") == 1
    assert sum("ভৈরবী" in text for text in words) == 1
    assert sum("দাদরা" in text for text in words) == 1


def test_what_the_score_tells_goes_before_what_the_song_tells():
    words = shown(set_on(A4, tune(), title="Other", tala="other")[0])
    assert not {"Other", "other"} & set(words)
    bare = replace(tune(), title="", rhythm="")
    assert {"Other", "other"} <= set(shown(set_on(A4, bare, title="Other", tala="other")[0]))


def test_the_song_s_words_follow_the_music():
    song = samples.load("amar-sonar-bangla")
    page = set_on(A4, tune(), words=song.lyrics)[0]
    lines = [line.strip() for line in song.lyrics.splitlines() if line.strip()]
    text = "".join(shown(page)).replace(" ", "")
    assert all(line.replace(" ", "") in text for line in lines)
    first = page.svg.index(lines[0].split(",")[0])
    assert first > page.svg.rindex("<use")


def test_long_words_go_on_over_pages_and_long_lines_are_broken_between_words():
    lines = [f"line {number} " + "word " * (40 if number % 7 == 0 else 3) for number in range(200)]
    pages = set_on(A4, tune(), words="\n".join(lines))
    found = [text for page in pages for text in shown(page)]
    assert len(pages) > 3
    assert [text for text in found if text.startswith("line ")] == sorted(
        (text for text in found if text.startswith("line ")), key=lambda text: int(text.split()[1])
    )
    assert sum(text.count("word") for text in found) == sum(line.count("word") for line in lines)


def test_short_lines_stand_in_two_columns_with_whole_stanzas():
    words = "\n\n".join("\n".join(f"s{stanza}l{line}" for line in range(4)) for stanza in range(5))
    page = set_on(A4, tune(), words=words)[0]
    places = {text: float(x) for x, text in re.findall(r"translate\(([\d.]+) [\d.]+\)[^>]*>(s\dl\d)</text>", page.svg)}
    assert len(places) == 20
    assert len(set(places.values())) == 2
    for stanza in range(5):
        assert len({places[f"s{stanza}l{line}"] for line in range(4)}) == 1


def test_syllables_become_words_by_their_hyphens():
    assert stanzas_of(tune(2)) == [["আমার সোনার বাংলা আমি তোর"] * 2]


def test_syllables_without_hyphens_make_no_text():
    score = read("X:1\nK:C\nCDEF|\nw:ভা লো বে সে\n").tunes[0].score
    assert stanzas_of(score) == []


def test_verses_under_the_tune_are_printed_once():
    score = read(HEAD + "G A B|\nW:one two\nW:\nW:three\n").tunes[0].score
    assert stanzas_of(score) == [["one two"], ["three"]]
    assert shown(set_on(A4, score)[0]).count("one two") == 1


def test_a_system_higher_than_the_page_is_made_smaller():
    voices = "".join(f"V:{number}\nG A B c|\n" for number in range(1, 31))
    score = read(f"X:1\nL:1/4\nK:C\n{voices}").tunes[0].score
    pages = set_on(A4, score)
    assert all(box.y + box.height <= A4.height - book.BOTTOM for page in pages for box in page.boxes.values())
    assert own_notes(score) <= {name for page in pages for name in page.boxes}


def test_an_empty_tune_is_one_page_and_text_never_becomes_markup():
    score = read("X:1\nT:<script>&\nK:C\n").tunes[0].score
    for view in VIEWS:
        pages = set_on(A4, score, view.name, words="</svg><g onload='x'>", raga="<a>")
        assert len(pages) == 1
        assert "<script" not in pages[0].svg
        assert pages[0].svg.count("</svg>") == 1
        assert "<g onload" not in pages[0].svg


@pytest.mark.parametrize(("rhythm", "printed"), [("dadra", "দাদরা"), ("talamukta", ""), ("তালমুক্ত", ""), ("reel", "reel")])
def test_a_tala_is_printed_in_bengali_and_free_rhythm_has_no_name(rhythm, printed):
    assert book.tala_of(Piece(replace(tune(), rhythm=rhythm))) == printed
    assert book.tala_of(Piece(replace(tune(), rhythm=""), tala=rhythm)) == printed
