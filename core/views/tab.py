"""Guitar tablature in standard tuning, engraved by Verovio."""

from dataclasses import dataclass, replace

from core.score.score import Part, Score
from core.views import engraving
from core.views.base import Drawing, Layout
from core.views.mei import document as mei
from core.views.mei.book import Book
from core.views.mei.tab import TabHand, finger_part
from core.views.verovio_svg import Tab

SCALE = 0.04
"""Px a unit: strings are 12.6 px apart, since Verovio spreads them 7/4 as far as staff lines."""
TEXT = 4.0 * (32 / 720) / SCALE * 4 / 7
"""Text in MEI units, as large as under a staff: Verovio enlarges it with the strings."""

LYRICS_GAP = 2.5
"""Least room above the lyrics, in MEI units that Verovio enlarges too."""

OPTIONS = {"leftMarginNote": 2.0, "rightMarginNote": 1.0}
"""Room beside the digits, which are drawn larger than Verovio's."""


@dataclass(frozen=True, slots=True)
class TabView:
    """The first part as frets on six strings; pitch = open string + fret, as it sounds (ONOTE)."""

    name: str = "tab"
    title: str = "Tab"

    def draw(self, score: Score, layout: Layout) -> Drawing:
        """Draw the score. Raises WorkerError where Verovio dies, hangs or is missing."""
        part = score.parts[0] if score.parts else Part("", ())
        book = Book()
        hand = TabHand(book, finger_part(part))
        document = mei.build(replace(score, parts=(part,)), book, hand)
        setting = engraving.Setting(SCALE, TEXT, LYRICS_GAP, Tab(graces=hand.grace_strings), OPTIONS)
        return engraving.draw(score, document, layout, setting, hand.unknown)


TAB = TabView()
