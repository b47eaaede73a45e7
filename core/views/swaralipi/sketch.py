"""One line while it is drawn. The baseline of the letters is y = 0 until it becomes a block."""

from dataclasses import replace

from core.tradition.cells.build import Cell, Kind, Sheet
from core.views.base import Box
from core.views.paging import Block
from core.views.svg import Canvas
from core.views.swaralipi import sizes as size
from core.views.swaralipi.columns import Column, lyrics_of
from core.views.swaralipi.lines import System
from core.views.swaralipi.strokes import draw_arc, draw_bar, draw_bracket, draw_number
from core.views.text_draw import draw_text, fitted


class LineSketch:
    """Draws bars, letters, arcs, words and what stands above, in this order, from the letters outwards."""

    def __init__(self, sheet: Sheet, system: System, *, numbers: bool) -> None:
        self._sheet = sheet
        self._system = system
        self._numbers = numbers
        self._canvas = Canvas()
        self._boxes: dict[str, Box] = {}
        self._places: dict[int, dict[int, tuple[float, float]]] = {}
        """By cell and unit: where letters stand."""

    def block(self, gap: float) -> Block:
        """Return the line as a block of the page."""
        for x, bar in self._system.bars:
            draw_bar(self._canvas, x, bar)
        for column, x, width in self._system.columns:
            self._cell(column, x, width)
        self._holds()
        depth = self._lyrics(size.DEPTH + self._meends())
        top = self._above()
        whole = Canvas()
        whole.group(self._canvas, y=-top)
        boxes = {name: Box(box.x, box.y - top, box.width, box.height) for name, box in self._boxes.items()}
        return Block(whole, boxes, depth - top, gap, leads=self._system.pickup)

    def _cell(self, column: Column, x: float, width: float) -> None:
        cell, ink = column.cell, column.ink
        left = _middle(column, x, width) - ink.width / 2
        self._canvas.group(ink.canvas, x=left)
        for place, char in enumerate(cell.opens):
            draw_bracket(self._canvas, left - (len(cell.opens) - place) * size.BRACKET, char)
        for place, char in enumerate(cell.closes):
            draw_bracket(self._canvas, left + ink.width + place * size.BRACKET, char)
        self._places[column.number] = {number: (left + a, left + b) for number, (a, b) in ink.units.items()}
        for name, (a, b) in ink.spans.items():
            start, stop = (left + a, left + b) if b > a else (x, x + width)
            self._boxes[name] = Box(start, -size.TOP, stop - start, size.TOP + size.DEPTH)

    def _holds(self) -> None:
        """Let a note's box reach over its holds, as far as they stand in this line."""
        name = ""
        for column, *_ in self._system.columns:
            for number, unit in enumerate(column.cell.units):
                if unit.kind is not Kind.HOLD or unit.ids:
                    kan = {one.id for one in unit.kan}
                    name = next((one for one in unit.ids if one not in kan), "")
                elif (span := self._places[column.number].get(number)) and name in self._boxes:
                    box = self._boxes[name]
                    self._boxes[name] = replace(box, width=max(box.width, span[1] - box.x))

    def _meends(self) -> float:
        """Draw the arcs below the letters; returns the room they take."""
        numbers = [column.number for column, *_ in self._system.columns]
        low, high = numbers[0], numbers[-1]
        drawn = False
        for meend in self._sheet.meends:
            if meend.stop[0] < low or meend.start[0] > high:
                continue
            opens, closes = meend.start[0] >= low, meend.stop[0] <= high
            start = self._letter(*meend.start) if opens else self._system.columns[0][1]
            stop = self._letter(*meend.stop) if closes else self._system.columns[-1][1] + self._system.columns[-1][2]
            if stop > start:
                draw_arc(self._canvas, start, stop, size.DEPTH, opens=opens, closes=closes)
                drawn = True
        return size.ARC if drawn else 0.0

    def _letter(self, cell: int, unit: int) -> float:
        """Return the middle of a unit."""
        left, right = self._places[cell].get(unit, (0.0, 0.0))
        if right > left:
            return (left + right) / 2
        column, x, width = next(row for row in self._system.columns if row[0].number == cell)
        return _middle(column, x, width)

    def _lyrics(self, depth: float) -> float:
        """Write the lyric rows; returns how deep the line reaches."""
        foot = depth
        for column, x, width in self._system.columns:
            for verse, text in enumerate(lyrics_of(column.cell)):
                if text.strip():
                    row = depth + size.LYRIC_RISE + size.LYRIC_STEP * verse
                    draw_text(self._canvas, _middle(column, x, width), row, text, size.LYRIC, anchor=0.5)
                    foot = max(foot, row)
        return foot + (size.LYRIC_DEPTH if foot > depth else 0.0)

    def _above(self) -> float:
        """Write numbers, strokes, stars and texts over the letters; returns the top of the line."""
        top = -size.TOP
        cells = self._system.columns
        if self._numbers or any(_marked(column.cell) for column, *_ in cells):
            for column, x, width in cells:
                self._signs(column, _middle(column, x, width), top)
            top -= size.NUMBER_ROW
        if any(column.above for column, *_ in cells):
            for column, x, width in cells:
                self._instead(column, _middle(column, x, width), top - size.DEPTH)
            top -= size.ABOVE_ROW
        if any(column.cell.texts for column, *_ in cells):
            end = float("-inf")
            for column, x, _ in cells:
                end = self._texts(column.cell, max(x, end), top)
            top -= size.TEXT_ROW
        if self._system.heading:
            top -= size.KALI_ROW
            font = fitted(self._system.heading, size.KALI, self._system.right - self._system.left)
            draw_text(self._canvas, self._system.left, top + size.KALI, self._system.heading, font)
        return top

    def _instead(self, column: Column, x: float, foot: float) -> None:
        """Write what is sung on the return instead, over its cell; brackets hold the row together."""
        ink, cell = column.above, column.cell.instead
        if ink is None or cell is None:
            return
        left = x - ink.width / 2
        self._canvas.group(ink.canvas, x=left, y=foot)
        for char, place in ((cell.opens, left - size.BRACKET), (cell.closes, left + ink.width)):
            if char:
                draw_bracket(self._canvas, place, char, foot)
        for name, (a, b) in ink.spans.items():
            self._boxes[name] = Box(left + a, foot - size.TOP, b - a, size.TOP + size.DEPTH)

    def _signs(self, column: Column, x: float, top: float) -> None:
        cell = column.cell
        if cell.number and self._numbers:
            draw_number(self._canvas, x, top - 3.0, cell.number)
        if cell.stop:
            self._canvas.rect(x - size.STROKE / 2, top - 2.0 - size.STOP_HEIGHT, size.STROKE, size.STOP_HEIGHT)
        if cell.trouble:
            shift = 15.0 if cell.stop or (cell.number and self._numbers) else 0.0
            draw_text(self._canvas, x + shift, top, "*", size.STAR, anchor=0.5)

    def _texts(self, cell: Cell, x: float, top: float) -> float:
        """Write the words above a cell from `x` on; returns where the next may begin."""
        if not cell.texts:
            return x
        text = "  ".join(cell.texts)
        room = self._system.right - x
        font = fitted(text, size.TEXT, max(room, 20.0))
        _, right = draw_text(self._canvas, min(x, self._system.right - 20.0), top - 3.0, text, font)
        return right + 8.0


def _marked(cell: Cell) -> bool:
    return cell.stop or bool(cell.trouble)


def _middle(column: Column, x: float, width: float) -> float:
    """Return where the text of a column is centred: between its brackets."""
    return x + column.before + (width - column.before - column.after) / 2
