"""Draw what stands above the digits and arcs: signs, chord symbols, texts, endings; and texts right below."""

from collections.abc import Sequence
from fractions import Fraction

from core.score.score import Mark
from core.score.signatures import Metre, Tempo
from core.tradition.cells.names import heading
from core.views.jianpu import sizes as size
from core.views.jianpu.cells import HAIRPINS
from core.views.jianpu.columns import chord_text
from core.views.jianpu.news import News
from core.views.jianpu.sketch import Sketch
from core.views.mei.signs import DYNAMICS, LINE_ENDS, LINES
from core.views.signs import NOTE_VALUES, SIGNS, SILENT
from core.views.text_draw import draw_text, fitted
from core.views.text_width import EM, text_width

NEAR = {"staccato": "▼", "wedge": "▼", "staccatissimo": "▼", "accent": ">", "emphasis": ">", ">": ">", "tenuto": "—"}
"""Decorations that stand close to the digit. Staccato is a wedge, since dots mean octaves."""
NEAR_SIZE = {"▼": 13.0, ">": 17.0, "—": 17.0}
FAR = {
    "fermata": "𝄐", "invertedfermata": "𝄐", "mordent": "𝆗", "lowermordent": "𝆗", "uppermordent": "𝆖",
    "pralltriller": "𝆖", "turn": "𝆘", "upbow": "𝆪", "downbow": "𝆫", "segno": "𝄋", "coda": "𝄌",
}  # fmt: skip
"""Decorations that stand over the arcs, as signs."""
FAR_SIZE = 20.0
WORDS = {
    "trill": "tr", "trill(": "tr", "trill)": "", "roll": "~", "breath": ",", "plus": "+",
    "longphrase": ",", "mediumphrase": ",", "shortphrase": ",", "arpeggio": "arp.", "open": "o", "marcato": "^",
    "8va(": "8va", "8vb(": "8vb", "15ma(": "15ma", "15mb(": "15mb", "8va)": "", "8vb)": "", "15ma)": "", "15mb)": "",
    "~(": "gliss.", "-(": "gliss.", "~)": "", "-)": "", "ped": "Ped.", "ped-up": "*",
    **dict.fromkeys(SILENT, ""),
    "fine": "Fine", "dacapo": "D.C.", "dacoda": "D.C. al Coda", "D.C.alcoda": "D.C. al Coda",
    "D.C.alfine": "D.C. al Fine", "D.S.alcoda": "D.S. al Coda", "D.S.alfine": "D.S. al Fine",
}  # fmt: skip
"""Decorations in other words than their name; empty ones only end a stretch."""
BELOW = DYNAMICS | {name for name, kind in (LINES | LINE_ENDS).items() if kind in HAIRPINS}
"""Decorations that stand below the digits."""
STEERING = ("segno", "coda", "fine", "D.C.", "D.S.", "dacapo", "dacoda")
ABOVE_GAP = 3.0
TEXT_HEIGHT = 0.78
"""Height of a text's letters over their baseline, by font size; Bengali vowel signs included."""


def draw_near_signs(sketch: Sketch) -> None:
    """Draw accents and staccato, which arcs then pass over."""
    for placed, x in sketch.row:
        for name in placed.cell.event.decorations if placed.cell.event else ():
            if name in NEAR:
                _sign(sketch, x, NEAR[name], NEAR_SIZE[NEAR[name]])


def draw_far_signs(sketch: Sketch) -> None:
    """Draw the other decorations over the arcs: signs where there is one, else their names."""
    for placed, x in sketch.row:
        for name in placed.cell.event.decorations if placed.cell.event else ():
            if name in NEAR or name in BELOW or name.startswith(STEERING):
                continue
            if name in FAR:
                _sign(sketch, x, FAR[name], FAR_SIZE)
            else:
                _text(sketch, x, WORDS.get(name, name), anchor=0.5, italic=True)


def draw_chord_symbols(sketch: Sketch) -> None:
    """Write the chord symbols of a line in one row."""
    found = [(x, placed.cell) for placed, x in sketch.row if placed.cell.event and placed.cell.event.chord_symbols]
    if not found:
        return
    room = (sketch.system.right - sketch.system.left) / 2
    texts = [(x - size.HALF_INK, chord_text(cell)) for x, cell in found]
    spans = [(x, text_width(text, size.CHORD)) for x, text in texts]
    foot = min(sketch.sky.over(x, x + min(width, room), -size.D) for x, width in spans) - ABOVE_GAP - 1.0
    for x, text in texts:
        left, right = draw_text(sketch.canvas, x, foot, text, fitted(text, size.CHORD, room))
        sketch.sky.add(left, right, foot - size.CHORD * TEXT_HEIGHT)


def draw_texts(sketch: Sketch, news: Sequence[tuple[float, News]], marks: Sequence[tuple[float, float, Mark]]) -> None:
    """Write annotations, marks, and new keys and tempi. `marks` come with their x and anchor."""
    for placed, x in sketch.row:
        for text in placed.cell.event.annotations if placed.cell.event else ():
            _annotation(sketch, x, text)
    for x, anchor, mark in marks:
        sign = FAR.get(mark.name)
        if sign:
            _sign(sketch, x, sign, FAR_SIZE)
        elif mark.name.startswith("P:"):
            if name := heading(mark.name[2:].strip()):
                _section(sketch, x - size.HALF_INK, name)
        else:
            _text(sketch, x, WORDS.get(mark.name, mark.name), anchor=anchor, italic=True)
    for x, told in news:
        if not isinstance(told.value, Metre):
            _text(sketch, x, news_text(told.value), room_right=True)


def news_text(value: str | Tempo) -> str:
    """Return a key as `1=B♭`, a tempo as words and `♩=60`."""
    return value if isinstance(value, str) else tempo_text(value)


def tempo_text(tempo: Tempo) -> str:
    """Return a tempo in print."""
    speed = ""
    if tempo.bpm is not None:
        dotted = tempo.beat.numerator == 3
        value = tempo.beat * Fraction(2, 3) if dotted else tempo.beat
        sign = NOTE_VALUES.get(value.denominator) if value.numerator == 1 else None
        beats = f"{float(tempo.bpm):.4g}"
        speed = f"{sign or tempo.beat}{'.' if sign and dotted else ''} = {beats}"
    return "  ".join(part for part in (tempo.text.strip(), speed) if part)


def _annotation(sketch: Sketch, x: float, text: str) -> None:
    place, words = (text[0], text[1:]) if text[:1] in ("^", "_", "<", ">", "@") else ("^", text)
    if place != "_":
        _text(sketch, x - size.HALF_INK, words, room_right=True)
        return
    room = sketch.system.right - sketch.system.left
    font = fitted(words, size.SMALL, room)
    left = min(x - size.HALF_INK, sketch.system.right - text_width(words, font))
    foot = sketch.depth + 4.0 + font * TEXT_HEIGHT
    draw_text(sketch.canvas, left, foot, words, font)
    sketch.deepen(foot + font * 0.3)


def _sign(sketch: Sketch, x: float, name: str, font: float) -> None:
    sign = SIGNS[name]
    half = sign.advance * font / EM / 2
    foot = sketch.sky.over(x - half, x + half, -size.D) - ABOVE_GAP - sign.bottom * font / EM
    sketch.canvas.path(sign.d, x=x - half, y=foot, scale=font / EM)
    sketch.sky.add(x - half, x + half, foot + sign.top * font / EM)


def _text(
    sketch: Sketch, x: float, text: str, *, anchor: float = 0.0, italic: bool = False, room_right: bool = False
) -> None:
    """Write a text as low as the sky allows, moved inwards where it would leave the system."""
    if not text.strip():
        return
    font = fitted(text, size.SMALL, sketch.system.right - sketch.system.left)
    width = text_width(text, font)
    left = x - anchor * width
    if room_right or anchor:
        left = max(sketch.system.left, min(left, sketch.system.right - width))
    foot = sketch.sky.over(left - 2, left + width + 4, -size.D - size.BAR_ABOVE) - ABOVE_GAP - font * 0.2
    draw_text(sketch.canvas, left, foot, text, font, italic=italic)
    sketch.sky.add(left - 2, left + width + 4, foot - font * TEXT_HEIGHT)


def _section(sketch: Sketch, x: float, name: str) -> None:
    """Write the name of a section in a frame."""
    if not name:
        return
    font = fitted(name, size.SMALL, sketch.system.right - sketch.system.left - 8.0)
    width = text_width(name, font) + 8.0
    x = max(sketch.system.left, min(x, sketch.system.right - width))
    foot = sketch.sky.over(x, x + width, -size.D - size.BAR_ABOVE) - ABOVE_GAP - 4.0
    top = foot - font * TEXT_HEIGHT - 3.0
    height = foot + 4.0 - top
    for y in (top, foot + 3.2):
        sketch.canvas.rect(x, y, width, 0.8)
    for left in (x, x + width - 0.8):
        sketch.canvas.rect(left, top, 0.8, height)
    draw_text(sketch.canvas, x + 4.0, foot, name, font)
    sketch.sky.add(x, x + width, top)
