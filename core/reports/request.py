"""A tune on its way out of the program: how it is to be written, and its pages and sound, made once."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from core.audio.soundfont import DEFAULT_INSTRUMENT
from core.errors import AppError, AudioError, FormatError, ParseError, UsageError
from core.formats.base import Reading, Tune
from core.paths import resources
from core.reports.book import Piece
from core.reports.own_text import own_text
from core.reports.paper import A4, Paper
from core.score.score import Score
from core.songs.song import Song, Take
from core.views.base import Drawing, Layout, Page
from core.views.painting import PainterMaker
from core.views.text_width import Style

if TYPE_CHECKING:
    from core.audio.synth import Samples


@dataclass(slots=True)
class Request:
    """A tune and how it is to be written. `text` is the ABC it was read from, None where it came from another kind.

    `tune` None is every tune where a kind holds several, else the first. `alone`: kinds that hold a whole text, ABC and
    notes, write the chosen tune only. `paper` None is one tall page, of which a PDF is none. `song` and `take` are what
    the window knows of the tune, `layout` gives the instrument.
    """

    reading: Reading
    text: str | None
    painter: PainterMaker
    tune: int | None = 1
    alone: bool = False
    view: str = "staff"
    played: bool = False
    soundfont: Path | None = None
    instrument: str = DEFAULT_INSTRUMENT
    layout: Layout = field(default_factory=Layout)
    paper: Paper | None = None
    dpi: float | None = None
    song: Song | None = None
    take: Take | None = None
    remarks: list[str] = field(default_factory=list)
    """What is to be said once a file is made; writing adds to it."""
    _samples: "Samples | None" = field(default=None, init=False, repr=False)
    _pages: dict[bool, tuple[Page, ...]] = field(default_factory=dict, init=False, repr=False)

    def score(self) -> Score:
        """Return the chosen tune's score. Raises as `chosen`."""
        return self.chosen().score

    def chosen(self) -> Tune:
        """Return the chosen tune. Raises ParseError where the text has none, UsageError where it has no such tune."""
        if not self.reading.tunes:
            raise ParseError(self.reading.diagnostics[0].message)
        tune = 1 if self.tune is None else self.tune
        if not 1 <= tune <= len(self.reading.tunes):
            raise UsageError(f"There is no tune {tune}: the text has {len(self.reading.tunes)}.")
        return self.reading.tunes[tune - 1]

    def written_tunes(self) -> tuple[Tune, ...]:
        """Return what a kind that holds a whole text writes: every tune, or the chosen one alone. Raises as `score`."""
        chosen = self.chosen()
        return (chosen,) if self.alone else self.reading.tunes

    def written_text(self) -> str | None:
        """Return the ABC of `written_tunes` as it was read, None where it was another kind. Raises as `score`."""
        self.chosen()
        if self.text is None or not self.alone or self.tune is None or len(self.reading.tunes) == 1:
            return self.text
        return own_text(self.text, self.tune)

    def drawing(self) -> Drawing:
        """Return the chosen view's pages."""
        from core.registry import pick
        from core.views import VIEWS_BY_NAME

        view = pick(VIEWS_BY_NAME, self.view, "view")
        check_fonts()
        return view.draw(self.score(), self.layout)

    def pages(self, *, every: bool = False) -> tuple[Page, ...]:
        """Return the pages of the chosen tune, or of every one where none is chosen: on paper, or one tall page."""
        if every not in self._pages:
            self._pages[every] = self._book(every=every) if self.paper else self.drawing().pages
        return self._pages[every]

    def _book(self, *, every: bool) -> tuple[Page, ...]:
        from core.registry import pick
        from core.reports import book
        from core.views import VIEWS_BY_NAME

        view = pick(VIEWS_BY_NAME, self.view, "view")
        check_fonts()
        scores = [self.score()]
        if every and self.tune is None:
            scores = [tune.score for tune in self.reading.tunes]
        return book.pages([self.piece(score) for score in scores], view, self.paper or A4, self.layout)

    def piece(self, score: Score) -> Piece:
        """Return a tune as a book takes it, with what the song tells."""
        if self.song is None:
            return Piece(score)
        song = self.song
        return Piece(score, song.title, song.raga, song.tala, song.lyrics if song.lyrics.strip() else None)

    def samples(self) -> "Samples":
        """Return the tune as sound, as played.

        Raises what finding a soundfont and rendering raise, and FormatError where the chosen soundfont is damaged.
        """
        if self._samples is None:
            from core.audio import soundfont, synth
            from core.audio.schedule import schedule

            score, program = self.score(), soundfont.program(self.instrument)
            font = soundfont.find(self.soundfont)
            synth.load_fluidsynth()
            try:
                self._samples = synth.render(schedule(score), font, program)
            except AudioError as error:
                if self.soundfont is None:
                    raise
                # FluidSynth is there, so it is the file that it cannot take
                raise FormatError(str(error)) from error
        return self._samples


def check_fonts() -> None:
    """Raise AppError where a font that pages are set in is missing."""
    files = dict.fromkeys(f"{font.file}.ttf" for style in Style for font in style.value)
    missing = [file for file in files if not (resources() / "fonts" / file).is_file()]
    if missing:
        raise AppError(
            f"The fonts {', '.join(missing)} of the program are missing: no page can be set. Install it again."
        )
