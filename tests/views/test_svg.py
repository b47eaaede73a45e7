"""The SVG writer: no text becomes markup, and Qt reads all of it."""

from hypothesis import given
from hypothesis import strategies as st

from core.views.signs import SIGNS, brace
from core.views.svg import Canvas, clean, number
from tests.views import qt_pages

NS = qt_pages.SVG


def parse(canvas):
    return qt_pages.parse(canvas.page(200, 100))


def test_a_page_has_its_size_and_one_ink():
    root = parse(Canvas())
    assert root.tag == f"{NS}svg"
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("200", "100", "0 0 200 100")
    assert [group.get("fill") for group in root.iter(f"{NS}g")] == ["#000000"]


def test_text_cannot_become_markup():
    canvas = Canvas()
    canvas.text(1, 2, "</text><script>alert('&')</script>", size=10, family='"><script/>')
    (text,) = parse(canvas).iter(f"{NS}text")
    assert text.text == "</text><script>alert('&')</script>"
    assert text.get("font-family") == '"><script/>'
    assert not list(text)


def test_characters_that_xml_forbids_are_dropped():
    assert clean("a\x00b\x0bc\ud800d\ufffee") == "abcde"


def test_white_space_is_folded_as_a_renderer_would():
    assert clean("ক\n\t খ") == "ক খ"


def test_blank_text_leaves_no_element():
    canvas = Canvas()
    canvas.text(0, 0, " \x00 ", size=10, family="Noto Serif")
    assert len(canvas) == 0


def test_numbers_are_short():
    assert [number(value) for value in (1.0, 0.5, -0.001, 12.3456)] == ["1", "0.50", "0", "12.35"]


def test_groups_are_moved_and_scaled():
    inner, outer = Canvas(), Canvas()
    inner.rect(0, 0, 1, 1)
    outer.group(inner, x=3, y=4, scale=2)
    outer.group(Canvas(), x=9)
    groups = list(parse(outer).iter(f"{NS}g"))
    assert [group.get("transform") for group in groups] == [None, "translate(3 4) scale(2)"]


def test_only_elements_of_svg_tiny_are_written():
    canvas = Canvas()
    canvas.rect(0, 0, 1, 1, radius=0.5, opacity=0.5)
    canvas.line(0, 0, 1, 1, 0.5)
    canvas.path("M0 0L1 1Z", x=1, scale=0.5)
    canvas.text(0, 0, "আ", size=10, family="Noto Serif Bengali", weight="bold", italic=True)
    tags = {element.tag.removeprefix(NS) for element in parse(canvas).iter()}
    assert tags == {"svg", "g", "rect", "line", "path", "text"}


def test_qt_draws_every_sign(qapp):
    for name, sign in SIGNS.items():
        canvas = Canvas()
        canvas.path(sign.d, x=50, y=90, scale=0.08)
        canvas.path(brace(60), x=20, y=10)
        assert qt_pages.is_drawable(canvas.page(200, 100)), name
        assert sign.top < 0 < sign.advance


@given(st.text(st.characters()), st.text(st.characters()))
def test_any_text_is_well_formed(content, family):
    canvas = Canvas()
    canvas.text(0, 0, content, size=10, family=family)
    found = [text.text for text in parse(canvas).iter(f"{NS}text")]
    assert found == ([clean(content)] if clean(content).strip() else [])
