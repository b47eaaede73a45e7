"""Jianpu pages: everything has its place, nothing overlaps, and Qt reads them."""

import re
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.formats.abc.reader import read_first
from core.score.events import Syllable
from core.score.score import Barline, Change, Mark, Measure, Part, Score
from core.score.signatures import Key, Metre, Tempo, standard_key
from core.views.base import Layout
from core.views.jianpu import JIANPU
from core.views.jianpu import sizes as size
from core.views.jianpu.above import tempo_text
from core.views.jianpu.columns import chord_text, solve
from core.views.jianpu.plan import make_plan
from core.views.jianpu.systems import bar_kind, bar_width
from core.views.text_width import text_width
from tests.views import drawn_signs
from tests.views.jianpu_scores import drawn_ids, events, score, scores
from tests.views.qt_pages import SVG, ink, is_drawable, parse


def draw(any_score, **layout):
    return JIANPU.draw(any_score, Layout(**layout))


def texts(drawing):
    return [text.text for page in drawing.pages for text in parse(page.svg).iter(f"{SVG}text")]


def sung(bar, *words, verse=0):
    """Put words under the notes of a measure."""
    row = [
        replace(event, lyrics=(None,) * verse + (Syllable(word, word.endswith("-")),))
        for event, word in zip(bar, words, strict=True)
    ]
    return tuple(row)


def one_part(*layers, **more):
    return Score((Part("1", tuple(Measure((layer,)) for layer in layers)),), **more)


def test_the_view_has_a_name_and_a_title():
    assert (JIANPU.name, JIANPU.title) == ("jianpu", "Jianpu")


def test_the_header_names_do_then_metre_then_tempo():
    tune = score("D4:1", key=standard_key("Bb"), metre=Metre((3,), 4), tempo=Tempo(bpm=Fraction(60)))
    assert texts(draw(tune, title=False))[:4] == ["1=B", "3", "4", "= 60"]


def test_the_title_block_is_printed_when_asked_for():
    tune = score("C4:1", title="আগুনের পরশমণি", composer="রবীন্দ্রনাথ")
    assert {"আগুনের পরশমণি", "রবীন্দ্রনাথ"} <= set(texts(draw(tune)))
    assert not {"আগুনের পরশমণি", "রবীন্দ্রনাথ"} & set(texts(draw(tune, title=False)))


def test_a_score_without_notes_is_one_page():
    for empty in (
        Score(),
        Score(title="t"),
        Score((Part("1", ()),)),
        Score((Part("1", (Measure(()), Measure(((),)))),)),
    ):
        drawing = draw(empty)
        assert len(drawing.pages) == 1
        assert drawing.pages[0].boxes == {}


def test_every_note_grace_and_rest_has_a_box_that_holds_its_digit():
    tune = score("C4:1 ^F5:1/2 z:1/2 E3+G3:2", "x:1 G4:5/2")
    (page,) = draw(tune, title=False).pages
    assert set(page.boxes) == drawn_ids(tune)
    digits = list(parse(page.svg).iter(f"{SVG}text"))
    assert [text.text for text in digits[3:5]] == ["1", "4"]
    high, plain = page.boxes["m0n1"], page.boxes["m0n0"]
    assert high.y < plain.y
    assert high.height > plain.height


def test_boxes_follow_the_scale():
    tune = score("C4:1 D4:1")
    once = draw(tune, page_width=500).pages[0].boxes["m0n0"]
    twice = draw(tune, page_width=1000, scale=2).pages[0].boxes["m0n0"]
    assert (twice.x, twice.y, twice.width, twice.height) == pytest.approx(
        (2 * once.x, 2 * once.y, 2 * once.width, 2 * once.height)
    )


def test_digits_of_one_moment_stand_under_one_another():
    bars = [
        Measure((events(text, start=name),)) for name, text in [("a", "C4:1 D4:1/2 E4:1/2"), ("b", "C4:3/2 D4:1/2")]
    ]
    boxes = draw(Score(tuple(Part(str(n), (bar,)) for n, bar in enumerate(bars)))).pages[0].boxes
    assert boxes["a0"].x == boxes["b0"].x
    assert boxes["a2"].x == boxes["b1"].x
    assert boxes["a0"].y < boxes["b0"].y


def test_full_lines_reach_the_margin_and_the_last_one_is_not_pulled_apart():
    systems = make_plan(score(*["C4:1 D4:1 E4:1 F4:1"] * 9), Layout(page_width=700.0)).systems
    margin = 700 * 0.04
    assert [round(system.right, 6) for system in systems[:-1]] == [700 - margin] * (len(systems) - 1)
    last = systems[-1]
    natural = sum(piece.width for piece in last.pieces) + sum(bar_width(kind) for _, kind in last.bars)
    assert last.right - last.left <= natural * 1.3 + 1e-6


def test_a_bar_is_cut_only_where_it_is_wider_than_the_page():
    systems = make_plan(
        score(*["C4:1/2 D4:1/2 E4:1/2 F4:1/2 G4:1/2 A4:1/2 B4:1/2 C5:1/2"] * 4), Layout(page_width=400.0)
    ).systems
    assert all(piece.first and piece.last for system in systems for piece in system.pieces)
    wide = make_plan(score(" ".join(["C4:1/2"] * 60), metre=Metre(())), Layout(page_width=400.0)).systems
    assert len(wide) > 2
    assert all(system.right <= 400 for system in wide)
    starts = [system.pieces[0].start for system in wide]
    assert all(start % 2 == 0 for start in starts), "no underline is cut through"


def test_pages_break_between_systems():
    tune = score(*["C4:1 D4:1 E4:1 F4:1"] * 40)
    pages = draw(tune, page_width=500, page_height=400).pages
    assert len(pages) > 2
    assert all((page.width, page.height) == (500, 400) for page in pages)
    assert set().union(*(page.boxes for page in pages)) == drawn_ids(tune)


def test_lyrics_never_overlap():
    words = ["শ্রদ্ধাঞ্জলি", "আ", "ক্ষুদ্র", "strength", "ও", "দুর্দান্ত", "a", "জ্ঞানেন্দ্র"]
    bar = events(" ".join(["C4:1/4"] * 8))
    book = make_plan(one_part(*[sung(bar, *words)] * 5), Layout(page_width=600.0))
    spans = []
    for system in book.systems:
        places = [x for piece in system.places for x in piece]
        halves = [text_width(word, size.LYRIC) / 2 for word in words * len(system.pieces)]
        spans += [(x - half, x + half) for x, half in zip(places, halves, strict=True)]
        assert all(b[0] - a[1] > 2 for a, b in pairwise(spans))
        assert spans[0][0] >= system.left
        spans = []


def test_joined_syllables_have_a_hyphen_and_held_ones_nothing():
    bar = events("C4:1 D4:1 E4:1")
    plain = one_part(sung(bar, "গু", "নে", "র"))
    joined = one_part(sung(bar, "গু", "নে", "র"))
    first = replace(joined.parts[0].measures[0].events[0], lyrics=(Syllable("গু", joined=True),))
    held = replace(bar[1], lyrics=(Syllable("", held=True),))
    joined = one_part((first, held, replace(bar[2], lyrics=(Syllable("নে"),))))
    count = [len(list(parse(draw(tune).pages[0].svg).iter(f"{SVG}rect"))) for tune in (plain, joined)]
    assert count[1] == count[0] + 1


def test_verses_are_numbered_in_the_script_of_the_lyrics():
    bar = events("C4:1")
    two = replace(bar[0], lyrics=(Syllable("আ"), Syllable("ও")))
    assert {"১.", "২."} <= set(texts(draw(one_part((two,)))))
    latin = replace(bar[0], lyrics=(Syllable("a"), Syllable("o")))
    assert {"1.", "2."} <= set(texts(draw(one_part((latin,)))))


def test_changes_are_written_at_their_bar():
    first = Measure((events("C4:4", start="a"),))
    second = Measure(
        (events("G4:3", start="b"),), standard_key("G"), Metre((3,), 4),
        (Change(Fraction(0), Tempo(bpm=Fraction(90))),),
    )  # fmt: skip
    found = texts(draw(Score((Part("1", (first, second)),))))
    assert found.count("1=G") == 1
    assert "= 90" in found
    assert found.count("3") == 1


def test_a_change_that_changes_nothing_is_not_written():
    minor = Measure((events("A4:4"),), standard_key("A", "minor"), Metre((4,), 4, "C"))
    major = Measure((events("C4:4"),), Key(), Metre((4,), 4, "C"))
    found = texts(draw(Score((Part("1", (major, minor)),))))
    assert found.count("1=C") == 1
    assert found.count("4") == 2


def test_parts_are_named_before_the_first_line_only():
    bars = tuple(Measure((events("C4:4", start=f"{n}"),)) for n in range(12))
    tune = Score((Part("1", bars, "গান"), Part("2", bars, "Esraj")))
    found = texts(draw(tune, page_width=400))
    assert (found.count("গান"), found.count("Esraj")) == (1, 1)


def test_signs_and_words_of_an_event_are_drawn():
    (event,) = events("C4:1")
    dressed = replace(
        event, decorations=("trill", "fermata", "slide"), chord_symbols=("Bb7",), annotations=("^slowly", "_below")
    )
    found = texts(draw(one_part((dressed,))))
    assert {"tr", "slide", "B", "7", "slowly", "below"} <= set(found)


def test_chord_symbols_get_real_signs():
    def printed(symbol):
        (event,) = events("C4:1")
        book = make_plan(one_part((replace(event, chord_symbols=(symbol,)),)), Layout(page_width=500.0))
        return chord_text(book.systems[0].pieces[0].table.placed[0][0].cell)

    assert [printed(s) for s in ("Bb7", "F#m/Ab", "sub")] == ["B♭7", "F♯m/A♭", "sub"]


@pytest.mark.parametrize(
    ("tempo", "text"),
    [
        (Tempo(bpm=Fraction(60)), "♩ = 60"), (Tempo(Fraction(3, 8), Fraction(60)), "♩. = 60"),
        (Tempo(Fraction(1, 8), Fraction(181, 2)), "♪ = 90.5"), (Tempo(text="Lento"), "Lento"),
        (Tempo(Fraction(5, 8), Fraction(50)), "5/8 = 50"),
    ],
)  # fmt: skip
def test_a_tempo_in_print(tempo, text):
    assert tempo_text(tempo) == text


@pytest.mark.parametrize(
    ("right", "left", "kind"),
    [
        ("|", "", "|"), ("|]", "", "|]"), ("", "", ""), ("", "[|", "[|"), ("weird", "", "|"),
        (":|", "", ":|"), ("|", "|:", "|:"), (":|", "|:", ":|:"),
    ],
)  # fmt: skip
def test_bar_lines_meet(right, left, kind):
    assert bar_kind(Barline(right.strip(":"), right.count(":")), Barline(left.strip(":"), left.count(":"))) == kind


def test_endings_have_labels_and_sections_their_names():
    bars = [Measure((events("C4:4", start=f"{n}"),)) for n in range(3)]
    bars[0] = replace(bars[0], left=Barline("|", 1), marks=(Mark(Fraction(0), "P:A"),))
    bars[1] = replace(bars[1], ending=(1, 3), right=Barline("|", 1))
    bars[2] = replace(bars[2], ending=(2,), right=Barline("|]"), marks=(Mark(Fraction(1), "D.S.alfine"),))
    found = texts(draw(Score((Part("1", tuple(bars)),))))
    assert {"1.3.", "2.", "A", "D.S. al Fine"} <= set(found)


def test_arcs_pass_over_the_high_dots():
    (row,) = [score("(C4:1 E6:1 C4:1)")]
    svg = parse(draw(row, title=False).pages[0].svg)
    (arc,) = [path for path in svg.iter(f"{SVG}path") if "C" in path.get("d")]
    numbers = [
        float(n) for n in arc.get("d").replace("M", " ").replace("C", " ").replace("L", " ").replace("Z", "").split()
    ]
    foot, control = numbers[1], numbers[3]
    two_dots = -size.D - 2 * size.DOT_STEP - size.DOT
    assert foot / 4 + control * 3 / 4 < two_dots


def arc_tops(music):
    """How high each tie and slur reaches over the feet of its ends."""
    drawing = draw(read_first(f"X:1\nM:4/4\nL:1/4\nK:C\n{music}\n").score)
    paths = [path.get("d") for path in parse(drawing.pages[0].svg).iter(f"{SVG}path")]
    arcs = [[float(n) for n in re.findall(r"-?[\d.]+", d)] for d in paths if re.fullmatch(r"M.*C.*L.*C.*Z", d)]
    return [(arc[1] + arc[7]) / 2 - ((arc[1] + arc[7]) / 8 + 0.75 * arc[3]) for arc in arcs]


@pytest.mark.parametrize("music", ["C4-|C4|", "c4-|c4|", "(C4|D4)|", ".C4-|.C4|"])
def test_a_stack_elsewhere_in_the_line_lifts_no_arc(music):
    (alone,) = arc_tops(music)
    (beside,) = arc_tops(f"[CEG]4|{music}")
    assert beside <= alone


def test_arcs_pass_over_the_stacks_and_bar_lines_that_they_reach_up_to():
    (over,) = arc_tops("(C2 [CEG]2|D4)|")
    assert over > 2 * size.D + size.BAR_ABOVE
    (between,) = arc_tops("[CEG]4-|[CEG]4|")
    (usual,) = arc_tops("C4-|C4|")
    assert between == pytest.approx(usual, abs=0.1)


def test_one_column_needs_no_neighbours():
    book = make_plan(score("C4:4"), Layout(page_width=500.0))
    table = book.systems[0].pieces[0].table
    piece = solve(table, 0, 1)
    assert piece.first
    assert not piece.last
    assert piece.places[0] >= size.EDGE + size.HALF_INK


def test_what_cannot_be_written_is_told():
    assert [said.code for said in draw(score("C4:1/5")).diagnostics] == ["jianpu-length"]


def test_the_ink_stays_inside_the_page(qapp):
    tune = score(*["C4:1 ^F6:1/2 z:1/2 (G2:2)"] * 6, title="আগুনের পরশমণি")
    (page,) = draw(tune, page_width=400).pages
    left, top, right, bottom = ink(page.svg, page.width, page.height)
    assert left >= 8
    assert top >= 8
    assert right <= page.width - 8
    assert bottom <= page.height - 8


@given(scores(), st.sampled_from([(300.0, None), (760.0, 500.0), (1000.0, 90.0)]), st.sampled_from([0.7, 1.0, 2.0]))
@settings(max_examples=60, deadline=None)
def test_any_score_becomes_pages_that_qt_reads_with_a_box_for_all_it_holds(qapp, any_score, paper, scale):
    width, height = paper
    drawing = draw(any_score, page_width=width * scale, page_height=height, scale=scale)
    found = {}
    for page in drawing.pages:
        parse(page.svg)
        assert is_drawable(page.svg)
        assert page.width == width * scale
        for name, box in page.boxes.items():
            assert 0 <= box.x <= box.x + box.width <= page.width + 1e-6, name
            assert 0 <= box.y <= box.y + box.height <= page.height + 1e-6, name
            assert box.width > 0, name
            assert box.height > 0, name
            assert name not in found, "one box an id"
            found[name] = box
    assert set(found) == drawn_ids(any_score)


def test_many_voices_and_many_notes_end_soon():
    bars = ["C4:1/2 D4:1/2 E4:1 F4:1 (G4:1/2 A4:1/2)"] * 60
    parts = tuple(replace(score(*bars).parts[0], id=str(n)) for n in range(12))
    assert len(draw(Score(parts)).pages) == 1


def test_the_words_after_the_tune_are_printed_last():
    assert texts(draw(score("C4:1", words=("আমার সোনার বাংলা", "la la"))))[-2:] == ["আমার সোনার বাংলা", "la la"]


def test_an_overlay_takes_a_line_only_where_it_sounds():
    bars = [Measure((events("C4:4", start=f"{n}"),)) for n in range(12)]
    bars[0] = Measure((bars[0].events, events("E4:4", start="over")))
    tune = Score((Part("1", tuple(bars)),))
    boxes = draw(tune, page_width=400, title=False).pages[0].boxes
    rows = sorted({box.y for box in boxes.values()})
    systems = make_plan(tune, Layout(page_width=400.0)).systems
    assert len(rows) == len(systems) + 1


# -- dynamics ----------------------------------------------------------------------------------------------------


def test_dynamics_and_hairpins_stand_below_the_digits_and_over_the_words():
    head = "X:1\nM:4/4\nL:1/4\nK:C\n"
    music = "!p!C !<(!D E !f!!<)!F |]\nw: আ মা র সো\n"
    (page,) = draw(read_first(head + music).score, title=False).pages
    placed = {sign.name: sign for sign in drawn_signs.signs(page)}
    assert placed["1"].y < placed["p"].y < placed["আ"].y
    assert placed["p"].y == placed["f"].y
    assert not {"cresc.", "crescendo"} & set(placed)
    (plain,) = draw(read_first(head + re.sub("!.*?!", "", music)).score, title=False).pages
    assert page.svg.count("<path") - plain.svg.count("<path") == 2


def test_a_hairpin_without_an_end_is_told_in_a_word():
    head = "X:1\nM:4/4\nL:1/4\nK:C\n"
    assert "cresc." in texts(draw(read_first(f"{head}!<(!C D E F |]\n").score, title=False))
    assert "dim." in texts(draw(read_first(f"{head}!diminuendo(!C D E F |]\n").score, title=False))


def test_a_hairpin_goes_on_in_the_next_line():
    head = "X:1\nM:4/4\nL:1/4\nK:C\n"
    music = "!<(!C D E F | G A B c | d e f !<)!g |]\n"
    drawn, plain = (
        draw(read_first(head + tune).score, title=False, page_width=240.0).pages[0]
        for tune in (music, re.sub("!.*?!", "", music))
    )
    assert drawn.svg.count("<path") - plain.svg.count("<path") == 2 * 3
