"""Staff notation, engraved by Verovio."""

from dataclasses import dataclass, replace

from core.score.score import Score
from core.views import engraving
from core.views.base import Drawing, Layout
from core.views.dangling import without_dangling
from core.views.mei import document as mei
from core.views.mei.book import Book
from core.views.mei.staff import StaffHand
from core.views.pieces import in_pieces
from core.views.slices import Written
from core.views.tuplets import with_tuplets

BOTTOM_LINES = {"treble": 30, "bass": 18, "alto": 24, "tenor": 22}
"""Steps above C0 of the lowest line."""
CLEARANCE = 2.5
WIDEST_GAP = 16.0


@dataclass(frozen=True, slots=True)
class StaffView:
    """Every part on five lines."""

    name: str = "staff"
    title: str = "Staff"

    def draw(self, score: Score, layout: Layout) -> Drawing:
        """Draw the score. Raises WorkerError where Verovio dies, hangs or is missing."""
        score = score if layout.row else without_dangling(score)
        score = in_pieces(with_tuplets(score), engraving.room_of(layout))
        gap, step = lyrics_gap(score), engraving.verse_step(score)
        setting = replace(engraving.STAFF_SETTING, lyrics_gap=gap, verse_step=step)
        whole = mei.survey(score, layout.before, layout.into, layout.out)
        return engraving.draw(score, StaffScribe(whole), layout, setting)


@dataclass(frozen=True, slots=True)
class StaffScribe:
    """Writes stretches of a score on five lines."""

    whole: mei.Survey

    def write(self, start: int, stop: int) -> Written:
        """Write the columns from `start` to before `stop`."""
        book = Book()
        return Written(mei.build(self.whole, book, StaffHand(book), start, stop), {}, {})

    def also(self, start: int, stop: int) -> None:
        """Nothing but the music itself matters."""


def lyrics_gap(score: Score) -> float:
    """Return the least room between staff and lyrics, in steps of the staff: below the lowest note that is sung.

    Verovio lets the upper signs of Bengali, which it knows nothing of, run into notes on ledger lines.
    """
    deepest = 0
    for part in score.parts:
        bottom = BOTTOM_LINES.get(part.clef.name, BOTTOM_LINES["treble"]) + 7 * part.clef.octave
        notes = (note for measure in part.measures for event in measure.events if event.lyrics for note in event.notes)
        deepest = max([deepest, *(bottom - note.pitch.diatonic for note in notes)])
    return min(max(engraving.STAFF_SETTING.lyrics_gap, deepest + CLEARANCE), WIDEST_GAP)


STAFF = StaffView()
