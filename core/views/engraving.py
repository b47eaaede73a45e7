"""MEI to pages: Verovio engraves in its own process, and its systems are dealt out to our pages.

Verovio's own pages are short: it takes quadratic time over a long one.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from core.score.score import Score
from core.tradition.cells.grid import printed_name, raga_name
from core.views.base import Box, Drawing, Layout, Page
from core.views.paragraph import paragraph
from core.views.slices import Scribe, Written, engrave
from core.views.svg import clean
from core.views.text_width import is_bengali
from core.views.verovio_svg import ROOM, STAFF_UNITS, MusicCanvas, Sheet, System, Tab, read, stand_in
from core.workers.process import shared

MARGIN = 40.0
HEAD = 60.0
"""What clef, key and metre take at the beginning of a line, in px."""
TITLE_SIZE, SMALL_SIZE = 22.0, 14.0
LINE_HEIGHT = 1.55
SYSTEM_GAP = 20.0
SECONDS = 60.0
"""How long Verovio may take; a thousand bars take some two."""
OPTIONS: dict[str, Any] = {
    "header": "none",
    "footer": "none",
    "pageHeight": 3000,
    "pageMarginTop": 0,
    "pageMarginBottom": 0,
    "pageMarginLeft": 0,
    "pageMarginRight": 0,
    "svgBoundingBoxes": True,
    "svgFormatRaw": True,
    "smuflTextFont": "none",
    "multiRestStyle": "block",
    "xmlIdSeed": 1,
    "lyricNoStartHyphen": True,
    "font": "Leland",
}


@dataclass(frozen=True, slots=True)
class Setting:
    """How one kind of staff is set. `scale`: px a unit of Verovio's drawing; `text`: size of Latin text, MEI units."""

    scale: float
    text: float
    lyrics_gap: float = 4.0
    """Least room between staff and lyrics in MEI units."""
    verse_step: float = 1.0
    """From verse to verse, of Verovio's own step."""
    tab: bool = False
    options: tuple[tuple[str, float], ...] = ()


BENGALI_STEP = 1.4
"""From verse to verse of Bengali, by Verovio's own step."""
STAFF_SETTING = Setting(32.0 / STAFF_UNITS, 4.0)
"""Five lines are 32 px high, Latin lyrics 16 px."""


@dataclass(frozen=True, slots=True)
class _Verovio:
    """Engraves stretches on lines of one width."""

    setting: Setting
    wide: int
    smart: bool
    """Lines are broken where the source breaks them, if that leaves none too empty."""

    @property
    def page(self) -> object:
        """All that a page depends on besides its music."""
        return self

    def engrave(self, written: Written) -> Sheet:
        """Let Verovio engrave. Raises WorkerError where it dies, hangs or refuses."""
        setting, mei = self.setting, written.mei
        options = {
            **OPTIONS,
            "pageWidth": self.wide,
            "lyricSize": setting.text * ROOM,
            "lyricTopMinMargin": setting.lyrics_gap,
            "lyricHeightFactor": setting.verse_step,
            **dict(setting.options),
            "breaks": "smart" if self.smart else "auto",
        }
        printed = {**stand_in(mei.root), **written.texts}
        own = {name for name, ids in mei.owners.items() if ids}
        pages = shared("verovio").call("engrave", {"mei": mei.text, "options": options}, timeout=SECONDS)
        return read(pages, printed, own, 10.0 * self.wide, Tab(graces=written.graces) if setting.tab else None)


def room_of(layout: Layout) -> float:
    """Return the width that a line has for notes and words, in pixels at scale 1; few rows of Compare have a head."""
    return layout.page_width / layout.scale - 2 * MARGIN - (0.0 if layout.row else HEAD)


def verse_step(score: Score) -> float:
    """Return how far apart the verses stand: Bengali reaches further up and down than Verovio knows."""
    words = (one.text for event in score.events() for one in event.lyrics if one is not None)
    return BENGALI_STEP if score.verses > 1 and any(is_bengali(char) for text in words for char in text) else 1.0


def draw(score: Score, scribe: Scribe, layout: Layout, setting: Setting = STAFF_SETTING) -> Drawing:
    """Engrave a score. Raises WorkerError where Verovio dies, hangs or refuses."""
    scale = setting.scale * layout.scale
    room = (layout.page_width - 2 * MARGIN * layout.scale) / scale
    wide = min(100_000, max(300, int(room / 10)))
    columns = scribe.whole.columns
    smart = any(measure.line_end for column in columns[:-1] for measure in column.present)
    sheet = engrave(scribe, _Verovio(setting, wide, smart))
    return Drawing(tuple(_paginate(score, sheet, layout, scale)))


@dataclass(frozen=True, slots=True)
class _Block:
    """What must stay together on a page, drawn by its own top left corner; sizes in px."""

    height: float
    gap: float
    """Free room above it, unless it is the first on its page."""
    draw: Callable[[MusicCanvas, float, float], None]
    boxes: Mapping[str, Box] = field(default_factory=dict)


def _paginate(score: Score, sheet: Sheet, layout: Layout, scale: float) -> Iterator[Page]:
    """Deal title, systems and closing words out to pages."""
    blocks = [*_title(score, layout)] if layout.title else []
    blocks += [_system_block(system, layout, scale) for system in sheet.systems]
    blocks += _words(score, layout)
    margin = MARGIN * layout.scale
    end = margin / 2 if layout.joined else margin
    foot = SYSTEM_GAP / 2 * layout.scale if layout.joined else margin
    page = _Draft(sheet, margin, end)
    for block in blocks:
        if page.started and layout.page_height is not None and page.bottom(block) > layout.page_height - foot:
            yield page.finish(layout, foot)
            page = _Draft(sheet, margin, foot)
        page.add(block)
    yield page.finish(layout, end)


class _Draft:
    """A page while it is filled."""

    def __init__(self, sheet: Sheet, margin: float, top: float) -> None:
        self.margin = margin
        self.y = top
        self.started = False
        self.canvas = MusicCanvas()
        self.canvas.glyphs(sheet.glyphs)
        self.boxes: dict[str, Box] = {}
        self.rows: list[tuple[float, float]] = []

    def bottom(self, block: _Block) -> float:
        """Return how far down the page would reach with one more block."""
        return self.y + (block.gap if self.started else 0.0) + block.height

    def add(self, block: _Block) -> None:
        """Put a block under the last one."""
        bottom = self.bottom(block)
        top = bottom - block.height
        block.draw(self.canvas, self.margin, top)
        for name, box in block.boxes.items():
            self.boxes.setdefault(name, Box(box.x + self.margin, box.y + top, box.width, box.height))
        if block.boxes:
            self.rows.append((top, bottom))
        self.y, self.started = bottom, True

    def finish(self, layout: Layout, foot: float) -> Page:
        """Return the page, taller than asked for only where one system is."""
        height = max(0.0 if layout.joined else layout.page_height or 0.0, self.y + foot)
        return Page(
            self.canvas.page(layout.page_width, height), layout.page_width, height, self.boxes, tuple(self.rows)
        )


def _system_block(system: System, layout: Layout, scale: float) -> _Block:
    lift = -system.top * scale
    boxes = {
        name: Box(box.x * scale, box.y * scale + lift, box.width * scale, box.height * scale)
        for name, box in system.boxes.items()
    }

    def draw(canvas: MusicCanvas, x: float, y: float) -> None:
        canvas.system(system, x, y + lift, scale)

    return _Block((system.bottom - system.top) * scale, SYSTEM_GAP * layout.scale, draw, boxes)


def _title(score: Score, layout: Layout) -> Iterator[_Block]:
    """Set the title in the middle, raga and tala or another rhythm left and the composer right under it."""
    room = layout.page_width - 2 * MARGIN * layout.scale
    title = clean(score.title).strip()
    if title:
        yield _text(title, TITLE_SIZE * layout.scale, room, room / 2, 0.5)
    names = (clean(name).strip() for name in (raga_name(score), printed_name(score.rhythm)))
    facts, composer = " · ".join(name for name in names if name), clean(score.composer).strip()
    if facts or composer:
        size = SMALL_SIZE * layout.scale
        left = _text(facts, size, 0.4 * room, 0.0, 0.0)
        right = _text(composer, size, 0.55 * room, room, 1.0)

        def draw(canvas: MusicCanvas, x: float, y: float) -> None:
            left.draw(canvas, x, y)
            right.draw(canvas, x, y)

        yield _Block(max(left.height, right.height), 0.0, draw)


def _text(text: str, size: float, room: float, x: float, anchor: float, gap: float = 0.0) -> _Block:
    lines = paragraph(text, size, room)

    def draw(canvas: MusicCanvas, left: float, top: float) -> None:
        lines.draw(canvas, left + x, top + 1.1 * lines.size, anchor)

    return _Block(LINE_HEIGHT * lines.size + lines.more, gap, draw)


def _words(score: Score, layout: Layout) -> list[_Block]:
    """Set the verses that stand under the tune as plain lines."""
    size = SMALL_SIZE * layout.scale
    room = layout.page_width - 2 * MARGIN * layout.scale
    lines = [clean(line).strip() for line in score.words]
    return [
        _text(line, size, room, 0.0, 0.0, 0.0 if place else SYSTEM_GAP * layout.scale)
        for place, line in enumerate(lines)
    ]
