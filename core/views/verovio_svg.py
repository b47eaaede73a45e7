"""Rewrite Verovio's SVG into what Qt can draw, one system at a time, with a box for every note and rest.

Qt's renderer skips a nested `<svg>`, drops `<tspan>` inside `<tspan>` and knows little CSS. So only outlines, lines and
glyphs are kept, in Verovio's own units, and every text is set anew, in px, with the shipped fonts. Verovio sees a
stand-in of the same width for each text, since it knows no Bengali letter and measures with Times.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace

from core.views.base import Box
from core.views.extenders import clear
from core.views.mei.book import CUT_TIP
from core.views.svg import Canvas, escape, number
from core.views.tab_slurs import lift
from core.views.text_draw import draw_text
from core.views.text_width import Style, text_width

SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
STAFF_UNITS = 720.0
"""The height of five lines in the units of Verovio's drawing."""
TEXTS = {"syl", "harm", "dir", "tempo", "reh"}
"""MEI elements whose text is measured by us; the names of parts keep no id in the drawing."""
BOXED = {"note", "rest", "mRest", "multiRest", "space", "mSpace"}
SPANNING = {"slur", "tie", "hairpin", "trill", "octave", "gliss", "pedal"}
UNTRUE = {"scoreDef", *SPANNING}
"""Elements whose box is not where they are drawn: what spans a line break has one box in the wrong system."""
HEIGHTS = re.compile(r"-?[\d.]+[ ,]+(-?[\d.]+)")
GLYPH_RISE = 400.0
"""How far a glyph that stands by itself, such as `tr`, reaches up at most."""
SHAPES: dict[str, tuple[str, ...]] = {
    f"{SVG}path": ("d", "transform", "fill", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray"),
    f"{SVG}polygon": ("points", "stroke-width", "fill"),
    f"{SVG}polyline": ("points", "stroke-width", "fill", "stroke-linecap", "stroke-linejoin"),
    f"{SVG}ellipse": ("cx", "cy", "rx", "ry", "stroke-width", "fill"),
    f"{SVG}circle": ("cx", "cy", "r", "stroke-width", "fill"),
    f"{SVG}rect": ("x", "y", "width", "height", "rx", "stroke-width", "fill"),
}


@dataclass(frozen=True, slots=True)
class Lettering:
    """How a line of text is set."""

    style: Style = Style.SERIF
    italic: bool = False


LETTERING = {
    "tempo": Lettering(Style.BOLD), "reh": Lettering(Style.BOLD), "fing": Lettering(Style.SERIF),
    "dir": Lettering(Style.SERIF, italic=True), "dynam": Lettering(Style.SERIF, italic=True),
    "mNum": Lettering(Style.SERIF, italic=True),
}  # fmt: skip
PLAIN = Lettering(Style.SERIF)
ASCENT, DESCENT = 1.0, 0.45
"""How far letters reach above and below the base line, in em, Bengali signs included."""
DIGIT_HALF = 0.357
"""Half the height of a digit, in em."""
HEAD_UNITS = 226.0
"""The width of a note head, and of the box of a silence that is not drawn."""
HOLE = 30.0
"""Units left free on either side of a digit where its string is cut."""
ROOM = 1.2
"""Verovio is told that texts are so much larger than they are: it knows nothing of the height of Bengali."""
HYPHEN = 130.0
PIECE = 1 << 14
GRACE = 0.7
"""The size of a grace digit beside the others."""


@dataclass(slots=True)
class System:
    """One line of music, in Verovio's units from the left margin and top of its page; texts and boxes likewise."""

    music: list[str] = field(default_factory=list)
    texts: list["Text"] = field(default_factory=list)
    boxes: dict[str, Box] = field(default_factory=dict)
    """By XML id, or by whatever they are renamed to."""
    measures: list[str] = field(default_factory=list)
    """XML ids of its measures."""
    top: float = float("inf")
    bottom: float = float("-inf")

    def reach(self, top: float, bottom: float) -> None:
        """Let the system be at least this high."""
        self.top = min(self.top, top)
        self.bottom = max(self.bottom, bottom)


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text on its base line. Size and place in Verovio's units."""

    content: str
    x: float
    y: float
    size: float
    anchor: str
    lettering: Lettering

    @property
    def width(self) -> float:
        """How wide it is drawn."""
        return text_width(self.content, self.size, self.lettering.style)

    @property
    def left(self) -> float:
        """Where it begins."""
        return self.x - self.width * {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor]

    @property
    def box(self) -> Box:
        """The rectangle of its letters."""
        return Box(self.left, self.y - 0.75 * self.size, self.width, self.size)


@dataclass(frozen=True, slots=True)
class Tab:
    """How tablature is drawn. `size` of the digits in Verovio's units."""

    size: float = 400.0
    graces: Mapping[str, int] = field(default_factory=dict)
    """String of each grace note, by XML id."""


@dataclass(slots=True)
class Sheet:
    """Everything that Verovio drew: glyphs by name, and the systems from top to bottom."""

    glyphs: dict[str, str] = field(default_factory=dict)
    systems: list[System] = field(default_factory=list)


def stand_in(root: ET.Element) -> dict[str, str]:
    """Replace every text of an MEI tree by letters that Verovio takes for as wide; returns the texts by XML id."""
    texts: dict[str, str] = {}
    for element in root.iter():
        if element.tag in TEXTS and element.text:
            texts[element.attrib["xml:id"]] = element.text
            element.text = _as_wide(text_width(element.text, 1 / ROOM, LETTERING.get(element.tag, PLAIN).style))
    return texts


def _as_wide(width: float) -> str:
    """Spell a width in em with letters of Times, rounded up: h is 0.5, l 0.278, both as tall as Bengali."""
    letters = "h" * int(width / 0.5)
    rest = width - 0.5 * len(letters)
    return letters + ("h" if rest > 0.28 else "l" if rest > 0.02 else "") or "l"


def read(pages: Sequence[str], texts: Mapping[str, str], own: Container[str], width: float, tab: Tab | None) -> Sheet:
    """Read Verovio's pages. `own` holds the XML ids whose boxes are asked for; no text reaches past `width`."""
    sheet = Sheet()
    for page in pages:
        root = _parse(page)
        for glyph in root.iterfind(f"{SVG}defs/{SVG}g"):
            name = glyph.attrib["id"].partition("-")[0]
            if name not in sheet.glyphs:
                sheet.glyphs[name] = "".join(_shape(shape) for shape in glyph)
        for group in root.iter(f"{SVG}g"):
            if group.get("class") == "system":
                reader = _Reader(texts, own, tab)
                reader.walk(group, "", PLAIN)
                reader.draw_extenders()
                reader.system.texts = [_inside(text, width) for text in reader.system.texts]
                if reader.system.music:
                    sheet.systems.append(reader.system)
    return sheet


def _parse(page: str) -> ET.Element:
    """Parse a page piece by piece: in one go expat keeps all other threads, the window's too, waiting for 40 ms."""
    parser = ET.XMLParser()  # noqa: S314  made by Verovio, no entities in it
    for start in range(0, len(page), PIECE):
        parser.feed(page[start : start + PIECE])
    return parser.close()


def _inside(text: Text, width: float) -> Text:
    over = text.left + text.width - width
    return replace(text, x=text.x - min(over, text.left)) if over > 0 and text.left > 0 else text


class _Reader:
    """Walks through one system."""

    def __init__(self, texts: Mapping[str, str], own: Container[str], tab: Tab | None) -> None:
        self.system = System()
        self.texts = texts
        self.own = own
        self.tab = tab
        self.strings: list[float] = []
        self.digits: list[Text] = []
        self.extenders: list[ET.Element] = []

    def walk(self, group: ET.Element, owner: str, lettering: Lettering) -> None:
        """Take the content of a group; `owner` is the XML id of the innermost text element around it."""
        for child in group:
            tag = child.tag
            if tag == f"{SVG}g":
                self._group(child, owner, lettering)
            elif tag == f"{SVG}use":
                self.system.music.append(_use(child))
                if group.get("class") in SPANNING:
                    y = float(HEIGHTS.findall(child.attrib["transform"])[0])
                    self.system.reach(y - GLYPH_RISE, y)
            elif tag == f"{SVG}text":
                if self.tab is not None and group.get("class") == "note":
                    self._digit(child, group.attrib["id"], self.tab)
                else:
                    self._text(child, owner, lettering)
            elif tag in SHAPES:
                kind = group.get("class")
                if kind == "syl" and self._is_extender(child):
                    continue
                if kind in SPANNING:
                    if kind == "slur" and len(self.strings) > 1:
                        lift(child, self.strings[1] - self.strings[0])
                    heights = [float(y) for y in HEIGHTS.findall(child.get("d") or child.get("points") or "")]
                    self.system.reach(min(heights, default=self.system.top), max(heights, default=self.system.bottom))
                if group.get("id", "").startswith(CUT_TIP):
                    _open_tip(child)
                self.system.music.append(_shape(child))

    def _is_extender(self, line: ET.Element) -> bool:
        """Put the line of a held syllable aside until all words are read; make a hyphen long enough to be seen."""
        if float(line.get("width", 0)) > HYPHEN:
            self.extenders.append(line)
            return True
        _lengthen(line)
        return False

    def draw_extenders(self) -> None:
        """Draw the lines of held syllables, clear of the words; to be called when all texts are read."""
        words = [(text.left, text.left + text.width, text.y) for text in self.system.texts]
        self.system.music += [_shape(line) for line in self.extenders if clear(line, words)]

    def _group(self, group: ET.Element, owner: str, lettering: Lettering) -> None:
        name, words = group.get("id", ""), group.get("class", "").split()
        first = words[0] if words else ""
        if "bounding-box" in words:
            self._box(group, name.removeprefix("bbox-"), first)
        elif "placeholder" in words:
            return
        elif self.tab is not None and name in self.tab.graces:
            self._grace(group, name, self.tab)
        elif first in BOXED:
            self.system.music.append(f'<g id="{escape(name)}">')
            self.walk(group, owner, lettering)
            if self.system.music[-1].startswith("<g id="):
                self.system.music.pop()
            else:
                self.system.music.append("</g>")
        elif first == "staff" and self.tab is not None:
            self._strings(group, owner, lettering)
        else:
            if first == "measure":
                self.system.measures.append(name)
            turned = group.get("transform")
            if turned:
                self.system.music.append(f'<g transform="{escape(turned)}">')
            self.walk(group, name if name in self.texts else owner, LETTERING.get(first, lettering))
            if turned:
                self.system.music.append("</g>")

    def _box(self, group: ET.Element, name: str, kind: str) -> None:
        rect = group.find(f"{SVG}rect")
        if rect is None or kind in UNTRUE:
            return
        x, y, width, height = (float(rect.attrib[key]) for key in ("x", "y", "width", "height"))
        self.system.reach(y, y + height)
        if kind in BOXED and name in self.own:
            if not width:
                width, height = HEAD_UNITS, self.strings[-1] - self.strings[0] if self.strings else STAFF_UNITS
            self.system.boxes[name] = Box(x, y, width, height)

    def _text(self, text: ET.Element, owner: str, lettering: Lettering) -> None:
        size, words = 0.0, []
        for node in text.iter():
            size = _pixels(node.get("font-size", "")) or size
            if node.text and node.text.strip():
                words.append(node.text)
        content = self.texts.get(owner) or "".join(words)
        size /= ROOM
        if self.tab is not None and lettering is LETTERING["mNum"]:
            size = 0.7 * self.tab.size
        x, y = float(text.get("x", 0)), float(text.get("y", 0))
        drawn = Text(content, x, y, size, text.get("text-anchor", "start"), lettering)
        self.system.texts.append(drawn)
        self.system.reach(y - ASCENT * size, y + DESCENT * size)
        if owner in self.own:
            self.system.boxes[owner] = drawn.box

    # -- tablature ----------------------------------------------------------------------------------------------------

    def _strings(self, staff: ET.Element, owner: str, lettering: Lettering) -> None:
        """Draw a staff whose lines are cut at the digits; Verovio would cut them as wide as the lyrics."""
        lines: dict[float, list[float]] = {}
        for path in staff.findall(f"{SVG}path"):
            x1, y, x2 = (float(number) for number in re.findall(r"-?[\d.]+", path.attrib["d"])[:3])
            lines.setdefault(y, []).extend((x1, x2))
            staff.remove(path)
        self.strings, self.digits = sorted(lines), []
        self.walk(staff, owner, lettering)
        for y, ends in lines.items():
            holes = sorted((d.left - HOLE, d.left + d.width + HOLE) for d in self.digits if d.y - d.size < y < d.y)
            x = min(ends)
            for left, right in [*holes, (max(ends), max(ends))]:
                if left > x:
                    self.system.music.append(f'<path d="M{x:g} {y:g}H{left:g}" stroke="#000000" stroke-width="16"/>')
                x = max(x, right)
        self.system.texts += self.digits

    def _digit(self, text: ET.Element, name: str, tab: Tab) -> None:
        size = next(_pixels(node.get("font-size", "")) for node in text.iter() if node.text and node.text.strip())
        content = self.texts.get(name) or "".join(text.itertext()).strip()
        line = float(text.attrib["y"]) - 0.327 * size
        self._put_digit(
            Text(content, float(text.attrib["x"]), line + DIGIT_HALF * tab.size, tab.size, "middle", PLAIN), name
        )

    def _put_digit(self, digit: Text, name: str) -> None:
        self.digits.append(digit)
        if name in self.own:
            height = 2 * DIGIT_HALF * digit.size
            self.system.boxes[name] = Box(digit.left, digit.y - height, digit.width, height)

    def _grace(self, note: ET.Element, name: str, tab: Tab) -> None:
        """Put a grace note as a small digit on its string; Verovio has only the room for it right."""
        text = note.find(f"{SVG}text")
        if text is not None:
            size = tab.size * GRACE
            y = self.strings[tab.graces[name] - 1] + DIGIT_HALF * size
            self._put_digit(
                Text("".join(text.itertext()).strip(), float(text.attrib["x"]), y, size, "middle", PLAIN), name
            )


def _lengthen(hyphen: ET.Element) -> None:
    """Make a hyphen between syllables long enough to be seen."""
    width = float(hyphen.get("width", HYPHEN))
    if width < HYPHEN:
        hyphen.set("x", f"{float(hyphen.attrib['x']) - (HYPHEN - width) / 2:g}")
        hyphen.set("width", f"{HYPHEN:g}")


def _open_tip(hairpin: ET.Element) -> None:
    """Open the tip of a hairpin half as wide as its other end, as Verovio does where a line is broken."""
    ends = [tuple(map(float, point.split(","))) for point in hairpin.get("points", "").split()]
    if len(ends) != 3:
        return
    (x, top), (tip, middle), (_, bottom) = ends
    quarter = (bottom - top) / 4
    lines = (f"M{x:g} {y:g}L{tip:g} {middle + rise:g}" for y, rise in ((top, -quarter), (bottom, quarter)))
    hairpin.tag = f"{SVG}path"
    hairpin.set("d", "".join(lines))


def _pixels(size: str) -> float:
    return float(size.removesuffix("px") or 0)


def _use(use: ET.Element) -> str:
    name = use.attrib[LINK].removeprefix("#").partition("-")[0]
    return f'<use xlink:href="#{name}" transform="{escape(use.attrib["transform"])}"/>'


def _shape(shape: ET.Element) -> str:
    """Copy an outline; whatever has a pen is drawn with the page's ink."""
    kept = "".join(f' {key}="{escape(value)}"' for key in SHAPES.get(shape.tag, ()) if (value := shape.get(key)))
    pen = ' stroke="#000000"' if float(shape.get("stroke-width", 0)) else ""
    return f"<{shape.tag.removeprefix(SVG)}{kept.replace('currentColor', '#000000')}{pen}/>"


class MusicCanvas(Canvas):
    """A canvas that also takes what Verovio drew."""

    __slots__ = ()

    def glyphs(self, outlines: Mapping[str, str]) -> None:
        """Define glyphs by name, for `<use>`."""
        if outlines:
            rows = "".join(f'<g id="{name}">{outline}</g>' for name, outline in outlines.items())
            self._elements.append(f"<defs>{rows}</defs>")

    def system(self, system: System, x: float, y: float, scale: float) -> None:
        """Draw a system with its page's top left corner moved to `x`, `y`, at `scale` px a unit."""
        self._elements.append(
            f'<g xmlns:xlink="http://www.w3.org/1999/xlink" transform="translate({number(x)} {number(y)})'
            f' scale({scale:.5f})">{"".join(system.music)}</g>'
        )
        for text in system.texts:
            draw_text(
                self, x + text.left * scale, y + text.y * scale, text.content, text.size * scale,
                text.lettering.style, italic=text.lettering.italic,
            )  # fmt: skip
