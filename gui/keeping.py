"""Open and save songs, remember the recent ones, and never lose unsaved work without a question."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from core.errors import AppError, FormatError, UsageError
from core.formats import FORMATS
from core.formats.base import Imported
from core.lyrics import load as lyrics
from core.reports import importing, printed_song
from core.songs import samples, swara_file
from core.songs.song import Reference, Song, Take, fresh_id, now
from gui.autosave import Autosave, Leftover
from gui.session import Session

MOST_RECENT = 10
MOST_REMARKS = 4
_UNFIT = re.compile(r'[\s\x00-\x1f\x7f/\\:*?"<>|]+')
_LONGEST_NAME = 60
"""Letters; a Bengali one takes three bytes of the 255 that a name may have."""


@dataclass(frozen=True, slots=True)
class Opened:
    """What a file became. `path` is where Save writes it back, None where it was no song file."""

    song: Song
    path: Path | None = None
    remark: str = ""


class Keeping(QObject):
    """The open song's way to the disk and back. All reading and writing is done in the lane `store`."""

    recent_changed = Signal()
    trouble = Signal(str)
    """A file could not be opened or saved, and why; empty once one could."""
    leftovers_found = Signal(list)
    """What `look_for_leftovers` found: a list of Leftover, which may be empty."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent or session)
        self._session = session
        self.autosave = Autosave(session, self)
        self._question: QMessageBox | None = None
        self._dialog: QFileDialog | None = None

    # -- opening --------------------------------------------------------------------------------------------------

    def new(self, parent: QWidget | None = None) -> None:
        """Begin an empty song, after the question about unsaved work."""
        self.before_losing(parent, lambda: self._session.document.open_song(Song(), None))

    def open(self, path: Path, parent: QWidget | None = None) -> None:
        """Open a song, lyrics or a tune of any kind, after the question about unsaved work."""
        self.before_losing(parent, lambda: self._open(path))

    def ask_open(self, parent: QWidget | None = None) -> None:
        """Let a person choose the file to open."""
        dialog = QFileDialog(parent, "Open a song", self._last_folder(), kinds())
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self.open(Path(name), parent))
        self._show(dialog)

    def open_sample(self, name: str, parent: QWidget | None = None) -> None:
        """Open one of the songs that come with the program."""
        self.before_losing(parent, lambda: self._read(lambda: Opened(samples.load(name)), None))

    def _open(self, path: Path) -> None:
        self._read(lambda: read(path), path)

    def _read(self, job: Callable[[], Opened], path: Path | None) -> None:
        document = self._session.document
        before = document.song

        def done(opened: Opened) -> None:
            if document.song is before:
                show(opened)
            else:  # it took a while, and something was written meanwhile
                self.before_losing(None, lambda: show(opened))

        def show(opened: Opened) -> None:
            document.open_song(opened.song, opened.path)
            self.trouble.emit("")
            if path is not None:
                self._remember(path)
            if opened.remark:
                self._session.message.emit(opened.remark, "info")

        self._session.tasks.run("store", lambda _stop: job(), owner=self, done=done, failed=self._failed)

    # -- saving ---------------------------------------------------------------------------------------------------

    def save(self, parent: QWidget | None = None, then: Callable[[], None] | None = None) -> None:
        """Save to the song's own file, or ask for one; `then` is called once it is saved."""
        path = self._session.document.path
        if path is None:
            self.ask_save(parent, then)
        else:
            self.save_as(path, then)

    def ask_save(self, parent: QWidget | None = None, then: Callable[[], None] | None = None) -> None:
        """Let a person choose where to save."""
        document = self._session.document
        proposed = document.path or Path(self._last_folder()) / file_name(document.song.title)
        dialog = QFileDialog(parent, "Save the song", str(proposed.parent), "Songs (*.swara)")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("swara")
        dialog.selectFile(proposed.name)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self.save_as(Path(name), then))
        self._show(dialog)

    def save_as(self, path: Path, then: Callable[[], None] | None = None) -> None:
        """Save to a file. What is changed while it is written stays unsaved; a song opened meanwhile is let alone."""
        document = self._session.document
        song, opening = document.song, document.openings

        def done(_: None) -> None:
            if document.openings == opening:
                document.saved(path)
                if document.song != song:
                    document.set_dirty(True)
            self.trouble.emit("")
            self._remember(path)
            self._session.message.emit(f"Saved {path.name}.", "info")
            if then is not None and document.openings == opening:
                then()

        self._session.tasks.run(
            "store", lambda _stop: swara_file.write(path, song), owner=self, done=done, failed=self._failed
        )

    def before_losing(self, parent: QWidget | None, then: Callable[[], None]) -> None:
        """Go on with `then` at once, or after a question where there is unsaved work; on Cancel, not at all."""
        document = self._session.document
        if not document.dirty:
            then()
            return
        if self._question is not None:
            self._question.raise_()
            return
        buttons = QMessageBox.StandardButton
        name = document.path.name if document.path else document.song.title or "this song"
        box = QMessageBox(parent)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle("Unsaved work")
        box.setText(f"Save the changes to {name}?")
        box.setInformativeText("Without saving, the changes and the takes made since are lost.")
        box.setStandardButtons(buttons.Save | buttons.Discard | buttons.Cancel)
        box.setDefaultButton(buttons.Save)
        box.setTextFormat(Qt.TextFormat.PlainText)

        def answered(_code: int) -> None:
            self._question = None
            chosen = box.standardButton(box.clickedButton()) if box.clickedButton() else buttons.Cancel
            box.deleteLater()
            if chosen == buttons.Save:
                self.save(parent, then)
            elif chosen == buttons.Discard:
                self.autosave.let_go()
                then()

        self._question = box
        box.finished.connect(answered)
        box.open()

    # -- recent files and left-over work --------------------------------------------------------------------------

    def recent(self) -> list[Path]:
        """Return the files opened or saved last, newest first; those that are gone are left out."""
        kept = self._session.get("recent", [])
        names = [name for name in kept if isinstance(name, str)] if isinstance(kept, list) else []
        return [path for path in map(Path, names) if path.is_file()]

    def forget_recent(self) -> None:
        """Empty the list of recent files."""
        self._session.put("recent", [])
        self.recent_changed.emit()

    def recoverable(self) -> list[Leftover]:
        """Return the work that other runs left behind; reads files."""
        return self.autosave.recoverable()

    def look_for_leftovers(self) -> None:
        """Look for left-over work in the lane; `leftovers_found` tells."""
        self._session.tasks.run(
            "store", lambda _stop: self.autosave.recoverable(), owner=self, done=self.leftovers_found.emit
        )

    def recover(self, leftover: Leftover, parent: QWidget | None = None) -> None:
        """Open left-over work as unsaved, after the question about what is open."""
        self.before_losing(parent, lambda: self.autosave.recover(leftover, self._failed))

    def discard(self, leftover: Leftover) -> None:
        """Delete left-over work that nobody wants."""
        self.autosave.discard(leftover)

    def _remember(self, path: Path) -> None:
        kept = [str(path.absolute()), *(str(other) for other in self.recent() if other != path.absolute())]
        self._session.put("recent", kept[:MOST_RECENT])
        self.recent_changed.emit()

    def _show(self, dialog: QFileDialog) -> None:
        # Kept here: without a parent nothing else would hold it.
        self._dialog = dialog
        dialog.open()

    def _last_folder(self) -> str:
        recent = self.recent()
        return str(recent[0].parent if recent else Path.home())

    def _failed(self, error: BaseException) -> None:
        if not isinstance(error, AppError):
            raise error
        self.trouble.emit(str(error))
        self._session.message.emit(str(error), "error")


def read(path: Path) -> Opened:
    """Read a file of a known kind. Raises AppError with the reason; for any thread."""
    ending = ending_of(path)
    if ending is None:
        raise UsageError(f"{path.name} is no kind of file that can be opened: it ends in none of {', '.join(READERS)}.")
    return READERS[ending](path)


def ending_of(path: Path) -> str | None:
    """Return the ending by which a file can be opened; None where it has none such."""
    lower = path.name.lower()
    return max((ending for ending in READERS if lower.endswith(ending)), key=len, default=None)


def kinds() -> str:
    """Return what the dialog offers: everything, then songs, lyrics, and each kind of tune."""
    tunes = [(one.title, one.endings) for one in FORMATS if one.read is not None]
    rows = [("Songs", (".swara",)), ("Lyrics", (".txt",)), *tunes, ("Songs as JSON", (".json",))]
    rows.insert(0, ("Songs, lyrics and tunes", tuple(dict.fromkeys(ending for _, row in rows for ending in row))))
    return ";;".join(f"{title} ({' '.join(f'*{ending}' for ending in endings)})" for title, endings in rows)


def read_reference(path: Path) -> Reference:
    """Read a tune to compare with. Raises FormatError where the file holds none, ParseError past the caps."""
    made = _import(path)
    importing.refuse_past_caps(made, path.name)  # nobody would see beside it that only a part was read
    return Reference(importing.as_abc(made), path.name)


def file_name(title: str) -> str:
    """Return a name for a song's file that every system takes."""
    plain = _UNFIT.sub(" ", title).strip(" .")[:_LONGEST_NAME].rstrip(" .")
    return f"{plain or 'song'}.swara"


def _song(path: Path) -> Opened:
    return Opened(swara_file.read(path), path)


def _text(path: Path) -> Opened:
    """Read a plain text: a tune where it says its tala as sargam text does, else lyrics."""
    return _tune(path) if importing.is_sargam(path) else _lyrics(path)


def _lyrics(path: Path) -> Opened:
    text = lyrics.load(path).text.strip("\n")
    title = next((line.strip() for line in text.splitlines() if line.strip()), path.stem)
    return Opened(Song(title=title[:80], lyrics=text))


def _tune(path: Path) -> Opened:
    """Make a song whose one take is the file's text, or its tunes written as ABC."""
    made = _import(path)
    text = importing.as_abc(made)
    score = made.scores[0]
    tempo = score.tempo.quarters_per_minute if score.tempo else None
    take = Take(fresh_id(), name=f"From {path.name}", created=now(), tune=text, source=path.name)
    if printed_song.is_printed(made):
        printed = printed_song.song_of(made, path.name)
        said = f"{_remark(path, made)} {printed_song.SYLLABLES}".strip()
        return Opened(replace(printed, title=printed.title or path.stem, takes=(take,)), None, said)
    song = Song(
        title=score.title or path.stem,
        metre=str(score.metre) if score.metre.beats else "",
        tala=score.rhythm,
        tempo=float(tempo) if tempo else None,
        takes=(take,),
    )
    return Opened(song, None, _remark(path, made))


def _import(path: Path) -> Imported:
    made = importing.read_file(path)
    if not made.tunes or not any(event.notes for event in made.scores[0].events()):
        importing.refuse_past_caps(made, path.name)
        raise FormatError(f"{path.name} holds no tune: no line of music was found in it.")
    return made


def _remark(path: Path, made: Imported) -> str:
    """Say what was guessed or left out, and which tune of several is shown."""
    count = len(made.tunes)
    said = [f"{path.name} holds {count} tunes; the first is shown."] if count > 1 else []
    # of ABC the text itself is shown, with its findings beside it
    said += [row.message for row in made.findings] if made.text is None else []
    more = len(said) - MOST_REMARKS
    return " ".join([*said[:MOST_REMARKS], *([f"{more} more: swaralipi check {path.name}."] if more > 0 else [])])


READERS: dict[str, Callable[[Path], Opened]] = {
    ".swara": _song,
    ".txt": _text,
    ".json": _tune,
    **{ending: _tune for one in FORMATS if one.read is not None for ending in one.endings},
}
"""How a file is opened, by its ending."""
