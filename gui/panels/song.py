"""The song panel: what is sung, about what, in which style, metre and tala."""

from dataclasses import dataclass
from pathlib import Path
from threading import Event

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QPushButton, QVBoxLayout, QWidget

from core.errors import AppError, FormatError, UsageError
from core.llm import compose
from core.lyrics import load as lyrics
from core.reports import importing
from core.songs import samples
from core.songs.song import Style
from gui.keeping import Keeping, ending_of
from gui.panels.bound import Bound
from gui.panels.song_details import SongDetails
from gui.panels.song_names import METRES, TALAS
from gui.panels.wanted import Wanted
from gui.session import Session
from gui.theme import bengali_font
from gui.widgets.field import BLOCK_GAP, MARGIN, field, muted, side_by_side
from gui.widgets.lyrics_edit import LyricsEdit
from gui.widgets.note import Note
from gui.widgets.section import Section
from gui.widgets.segmented import Segmented

COUNT_DELAY_MS = 120
STYLES = ((Style.RABINDRA, "Rabindra"), (Style.NAZRUL, "Nazrul"), (Style.OTHER, "Other"))


@dataclass(frozen=True, slots=True)
class Count:
    """How much there is to sing, or why a text is no lyrics."""

    lines: int = 0
    syllables: int = 0
    problem: str = ""

    def sentence(self) -> str:
        """Say it in a few words."""
        if not self.lines:
            return ""
        return f"{_many(self.lines, 'line')} · {_many(self.syllables, 'syllable')}"


class SongPanel(QWidget):
    """Two ways with the document: what is typed is in the song at once. Files may be dropped here."""

    def __init__(self, session: Session, wanted: Wanted, keeping: Keeping, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._keeping = session, keeping
        self._document = session.document
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAcceptDrops(True)
        bound = Bound(self._document)
        self.samples_menu = QMenu("Samples", self)
        self.samples_menu.setFont(bengali_font())
        self.samples = QPushButton("Samples")
        self.trouble = Note()
        self.title = bound.line("title", QLineEdit())
        self.style_row = Segmented(STYLES, "Style")
        self.metre = bound.choice("metre", [(metre, "") for metre in METRES], search=False)
        self.metre_note = Note()
        self.tala = bound.choice("tala", TALAS)
        self.theme = bound.line("theme", QLineEdit())
        self.lyrics = LyricsEdit()
        self.lyrics_note = Note()
        self.counts = muted()
        self.details = SongDetails(session, wanted, bound)
        self.more = Section(
            session.theme,
            "Raga, tempo, bars, reference",
            self.details,
            opened=bool(session.get("song_details", False)),
        )
        self._build()
        self._count_timer = QTimer(self, singleShot=True, interval=COUNT_DELAY_MS)
        self._count_timer.timeout.connect(self._count)
        self.style_row.chosen.connect(lambda value: self._document.change_song(style=Style(value)))
        self.lyrics.textChanged.connect(self._take_lyrics)
        self._document.song_changed.connect(self._show)
        self._document.opened.connect(lambda: self.lyrics.take(self._document.song.lyrics, afresh=True))
        self.more.toggled.connect(lambda opened: session.put("song_details", opened))
        keeping.trouble.connect(lambda words: self.trouble.say(words, "warning"))
        wanted.field_wanted.connect(self.focus_field)
        bound.show()
        self._show()
        self._list_samples()

    def field(self, name: str) -> QWidget | None:
        """Return the widget of one of the song's fields."""
        return {
            "title": self.title,
            "style": self.style_row.button(self.style_row.value()),
            "theme": self.theme,
            "metre": self.metre,
            "tala": self.tala,
            "lyrics": self.lyrics,
            "raga": self.details.raga,
            "tempo": self.details.tempo,
            "bars": self.details.bars,
        }.get(name)

    def focus_field(self, name: str) -> None:
        """Put the caret where this field is filled in."""
        found = self.field(name)
        if found is not None:
            if self.details.isAncestorOf(found):
                self.more.open()
            found.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- files that are dropped -----------------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take one file of a kind that can be opened."""
        if _dropped(event) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the file; a text becomes the lyrics of a song that has none yet."""
        path = _dropped(event)
        if path is None:
            return
        event.acceptProposedAction()

        def done(words: str | None) -> None:
            if words is None or self._document.song.lyrics.strip():
                self._keeping.open(path, self.window())
            else:
                self._document.change_song(lyrics=words)

        if path.suffix.lower() == ".txt" and not self._document.song.lyrics.strip():
            self._session.tasks.run("store", lambda _: _words(path), owner=self, done=done, failed=self._not_read)
        else:
            self._keeping.open(path, self.window())

    def _not_read(self, error: BaseException) -> None:
        if not isinstance(error, AppError):
            raise error
        self.trouble.say(str(error), "warning")
        self._session.message.emit(str(error), "error")

    # -- the song -------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        song = self._document.song
        self.style_row.set_value(song.style)
        self.lyrics.take(song.lyrics)
        try:
            compose.song_metre(song)
            self.metre_note.say("")
        except UsageError as error:
            self.metre_note.say(str(error), "warning")
        self._count_timer.start()

    def _take_lyrics(self) -> None:
        self._document.change_song(lyrics=self.lyrics.toPlainText())

    def _count(self) -> None:
        text = self._document.song.lyrics

        def done(count: Count) -> None:
            if text == self._document.song.lyrics:
                self.counts.setText(count.sentence())
                self.lyrics_note.say(count.problem, "warning")

        self._session.tasks.run("live", lambda stop: _counted(text, stop), owner=self, done=done)

    # -- samples --------------------------------------------------------------------------------------------------

    def _list_samples(self) -> None:
        """Fill the menu once the titles are read."""

        def done(titles: list[tuple[str, str]]) -> None:
            for name, title in titles:
                action = self.samples_menu.addAction(title)
                action.triggered.connect(lambda _=False, name=name: self._keeping.open_sample(name, self.window()))

        self._session.tasks.run("store", lambda _stop: _sample_titles(), owner=self, done=done)

    # -- the looks ------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.samples.setProperty("role", "link")
        self.samples.setMenu(self.samples_menu)
        self.samples.setAccessibleName("Open a sample song")
        self.theme.setPlaceholderText("What the words are about")
        self.title.setPlaceholderText("Untitled")
        beats = QVBoxLayout()
        beats.setSpacing(4)
        beats.addLayout(side_by_side(field("Metre", self.metre), field("Tala", self.tala)))
        beats.addWidget(self.metre_note)
        words = field("Lyrics", self.lyrics, beside=self.counts)
        words.addWidget(self.lyrics_note)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, BLOCK_GAP, MARGIN, 0)
        column.setSpacing(BLOCK_GAP)
        column.addWidget(self.trouble)
        column.addLayout(field("Title", self.title, beside=self.samples))
        column.addLayout(field("Style", self.style_row))
        column.addLayout(beats)
        column.addLayout(field("Theme", self.theme))
        column.addLayout(words)
        column.addWidget(self.more)


def _counted(text: str, _stop: Event) -> Count:
    try:
        found = lyrics.read(text)
    except FormatError as error:
        return Count(problem=str(error))
    return Count(len(found.lines), found.syllable_count)


def _sample_titles() -> list[tuple[str, str]]:
    titles = []
    for name in samples.SAMPLES:
        song = samples.load(name)
        titles.append((name, song.title if song.lyrics else f"{song.title} (bring the words)"))
    return titles


def _many(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number:,} {word}s"


def _words(path: Path) -> str | None:
    """Return the lyrics in a plain text; None where it is a tune."""
    return None if importing.is_sargam(path) else lyrics.load(path).text.strip("\n")


def _dropped(event: QDropEvent) -> Path | None:
    """Return the one file of a known kind that is dragged, if it is one."""
    urls = event.mimeData().urls()
    path = Path(urls[0].toLocalFile()) if len(urls) == 1 and urls[0].isLocalFile() else None
    return path if path is not None and ending_of(path) is not None else None
