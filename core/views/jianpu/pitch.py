"""Accidentals of jianpu: which are printed before the figures of a bar."""

from core.score.degrees import Figure

SIGNS = {-1: "♭", 0: "♮", 1: "♯"}


class Accidentals:
    """What has been altered since the bar line: an accidental lasts to the end of the bar, per octave."""

    __slots__ = ("_altered",)

    def __init__(self) -> None:
        self._altered: dict[tuple[int, int], int] = {}

    def sign(self, found: Figure) -> str:
        """Return the accidental to print before a figure, empty where it is understood, and remember it."""
        place = (found.degree, found.octave)
        if self._altered.get(place, 0) == found.alter:
            return ""
        self._altered[place] = found.alter
        return SIGNS[found.alter]
