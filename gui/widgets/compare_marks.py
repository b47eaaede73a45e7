"""How a difference between two notes looks: a colour that no common colour blindness confuses, and a shape."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF

from core.score.compare import Kind
from gui.theme import Tokens

Outline = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Sign:
    """Words, a shape within -1 to 1, and its colour on light and on dark paper."""

    words: str
    shape: Outline
    light: str
    dark: str

    def colour(self, tokens: Tokens) -> str:
        """Return the colour in a theme."""
        return self.dark if tokens.name == "dark" else self.light


def _cross(arm: float) -> Outline:
    return [
        (-arm, -1), (arm, -1), (arm, -arm), (1, -arm), (1, arm), (arm, arm),
        (arm, 1), (-arm, 1), (-arm, arm), (-1, arm), (-1, -arm), (-arm, -arm),
    ]  # fmt: skip


def _turned(outline: Outline) -> Outline:
    """Turn an outline by an eighth."""
    return [(0.75 * (x - y), 0.75 * (x + y)) for x, y in outline]


SIGNS = {
    Kind.OTHER_PITCH: Sign("Other pitch", [(0, -1), (1, 0.9), (-1, 0.9)], "#0072b2", "#56b4e9"),
    Kind.OTHER_LENGTH: Sign("Other length", [(-1, -0.45), (1, -0.45), (1, 0.45), (-1, 0.45)], "#c24e00", "#f0975a"),
    Kind.BOTH: Sign("Pitch and length", [(0, -1.1), (1.1, 0), (0, 1.1), (-1.1, 0)], "#a2357a", "#e39ac6"),
    Kind.MISSING: Sign("Missing", _turned(_cross(0.3)), "#4f545e", "#c3c7ce"),
    Kind.EXTRA: Sign("Extra", _cross(0.33), "#00735a", "#4fd1a5"),
}
"""After M. Okabe and K. Ito, Color Universal Design (2008), darker or lighter where the paper asks for it."""
SAME = "Same"
SIZE = 4.5
"""Half the width of a shape at zoom 1."""
GROUND = 0.16
RADIUS = 4.0


def paint_sign(painter: QPainter, sign: Sign, middle: QPointF, size: float, colour: QColor) -> None:
    """Paint a shape around a point."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon(QPolygonF([middle + QPointF(x * size, y * size) for x, y in sign.shape]))


def paint_difference(painter: QPainter, sign: Sign, area: QRectF, top: float, zoom: float, colour: QColor) -> None:
    """Paint a ground over the note's area, and the shape above it at a height."""
    ground = QColor(colour)
    ground.setAlphaF(GROUND)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawRoundedRect(area, RADIUS, RADIUS)
    paint_sign(painter, sign, QPointF(area.center().x(), top), SIZE * max(zoom, 0.8), colour)
