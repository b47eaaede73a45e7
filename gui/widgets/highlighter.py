"""Colours for ABC, line by line."""

import re
import time
from dataclasses import dataclass

from PySide6.QtCore import QTimer
from PySide6.QtGui import QColor, QFont, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from core.formats.abc.lexer import HEADER_LETTERS, field_of, looks_like_music, looks_like_prose, plain, tokens
from gui.theme import BENGALI_SHARE, Tokens
from gui.widgets.text_places import to_utf16

BUDGET_SECONDS = 0.012
"""Past this in one go, the rest of a long text waits for the event loop."""

KINDS = {
    "inline": "field", "bar": "bar", "ending": "bar", "quoted": "chord", "decoration": "sign", "symbol": "sign",
    "grace": "sign", "endgrace": "sign", "overlay": "sign", "linebreak": "sign", "nothing": "sign", "more": "sign",
    "comment": "comment", "unknown": "error",
}  # fmt: skip
"""The look of each kind of token; notes, rests and all that shapes them keep the ink."""
BENGALI_FACES = ["Noto Sans Bengali", "Noto Sans"]
BENGALI = re.compile(r"[\u0980-\u09ff\u0964\u0965\u200c\u200d]+")


@dataclass(frozen=True, slots=True)
class Look:
    """A token of the theme, bold or slanted."""

    colour: str
    bold: bool = False
    italic: bool = False


LOOKS = {
    "letter": Look("second", bold=True),
    "field": Look("second"),
    "words": Look("second"),
    "bar": Look("muted", bold=True),
    "chord": Look("second", italic=True),
    "sign": Look("muted"),
    "comment": Look("muted", italic=True),
    "error": Look("accent", bold=True),
}


def runs(line: str) -> list[tuple[int, int, str]]:
    """Cut a line of ABC into (start, end, look), in code points; what is left out keeps the ink."""
    stripped = line.lstrip()
    if not stripped:
        return []
    if stripped[0] == "%":
        return [(0, len(line), "comment")]
    found = field_of(line, HEADER_LETTERS)
    if found is not None and not (found[0] in "ABCDFG" and looks_like_music(found[1])):
        value = len(line) - len(found[1])
        return [(0, value, "letter"), (value, len(line), "words" if found[0] in "wW" else "field")]
    if looks_like_prose(line):
        return [(0, len(line), "comment")]
    marks: list[tuple[int, int, str]] = []
    for token in tokens(plain(line)):
        look = KINDS.get(token.lastgroup or "")
        if look is None:
            continue
        if marks and marks[-1][1] == token.start() and marks[-1][2] == look:
            marks[-1] = (marks[-1][0], token.end(), look)
        else:
            marks.append((token.start(), token.end(), look))
    return marks


class AbcHighlighter(QSyntaxHighlighter):
    """Colours a document of ABC. Every line stands alone, so an edit colours its own line anew and no other."""

    def __init__(self, document: QTextDocument, colours: Tokens, font: QFont) -> None:
        super().__init__(document)
        self.colouring = False
        """Whether lines are being coloured that nobody edited just now."""
        self._plain: dict[str, QTextCharFormat] = {}
        self._large: dict[str, QTextCharFormat] = {}
        self._spent = 0.0
        self._from: int | None = None
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._go_on)
        self._dress(colours, font)

    def set_colours(self, colours: Tokens, font: QFont) -> None:
        """Colour everything anew."""
        self._dress(colours, font)
        self._from = 0
        self._timer.start()

    @property
    def waiting(self) -> bool:
        """Whether lines are left that still wait for their colours."""
        return self._from is not None

    def highlightBlock(self, text: str) -> None:
        """Colour one line, or leave it for later where this turn has had its share of time."""
        if self._spent > BUDGET_SECONDS:
            number = self.currentBlock().blockNumber()
            self._from = number if self._from is None else min(self._from, number)
            return
        begun = time.perf_counter()
        for start, end, look in runs(text):
            if look in ("words", "field", "comment"):
                self._paint_words(text, start, end, look)
            else:
                self._paint(text, start, end, self._plain[look])
        self._spent += time.perf_counter() - begun
        if not self._timer.isActive():
            self._timer.start()

    def _dress(self, colours: Tokens, font: QFont) -> None:
        large = font.pointSizeF() * BENGALI_SHARE
        for name, look in LOOKS.items():
            shape = QTextCharFormat()
            shape.setForeground(QColor(getattr(colours, look.colour)))
            if look.bold:
                shape.setFontWeight(QFont.Weight.Bold)
            shape.setFontItalic(look.italic)
            self._plain[name] = shape
            larger = QTextCharFormat(shape)
            larger.setFontItalic(False)
            larger.setFontPointSize(large)
            larger.setFontFamilies(BENGALI_FACES)
            self._large[name] = larger

    def _paint(self, text: str, start: int, end: int, shape: QTextCharFormat) -> None:
        first = to_utf16(text, start)
        self.setFormat(first, to_utf16(text, end) - first, shape)

    def _paint_words(self, text: str, start: int, end: int, look: str) -> None:
        self._paint(text, start, end, self._plain[look])
        if not text.isascii():
            for match in BENGALI.finditer(text, start, end):
                self._paint(text, match.start(), match.end(), self._large[look])

    def _go_on(self) -> None:
        """Colour the lines that were left, a share of time at once."""
        self._spent = 0.0
        if self._from is None:
            return
        block = self.document().findBlockByNumber(self._from)
        self._from = None
        self.colouring = True
        try:
            while block.isValid() and self._spent <= BUDGET_SECONDS:
                following = block.next()
                # what is next is known before: a line that cannot be coloured costs no other its colours
                self._from = following.blockNumber() if following.isValid() else None
                self.rehighlightBlock(block)
                block = following
        finally:
            # left on, the flag would have every later edit taken for a mere change of colour
            self.colouring = False
            if self._from is not None:
                self._timer.start()
