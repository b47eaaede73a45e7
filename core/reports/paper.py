"""Sheets of paper that music is set on."""

from dataclasses import dataclass

from core.registry import by_name

PX_MM = 96 / 25.4


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet as it is turned. Sizes in millimetres, and in the px of pages."""

    name: str
    title: str
    width_mm: float
    height_mm: float

    @property
    def landscape(self) -> bool:
        """True where it lies on its longer side."""
        return self.width_mm > self.height_mm

    @property
    def width(self) -> float:
        """The width in px."""
        return round(self.width_mm * PX_MM, 2)

    @property
    def height(self) -> float:
        """The height in px."""
        return round(self.height_mm * PX_MM, 2)


A4 = Paper("a4", "A4", 210.0, 297.0)
LETTER = Paper("letter", "Letter", 215.9, 279.4)
A4_LANDSCAPE = Paper("a4-landscape", "A4 landscape", 297.0, 210.0)
LETTER_LANDSCAPE = Paper("letter-landscape", "Letter landscape", 279.4, 215.9)
PAPERS = (A4, A4_LANDSCAPE, LETTER, LETTER_LANDSCAPE)
PAPERS_BY_NAME = by_name(PAPERS)
