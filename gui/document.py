"""The open song: its text, what was read from it, its takes, and where it is kept. Everything on screen follows it."""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from core.songs.song import Song, Take, fresh_id, now
from gui.tasks import TaskRunner

if TYPE_CHECKING:
    from core.formats.base import Tune
    from core.score.score import Score
    from core.score.timeline import Timeline

READ_DELAY_MS = 40
"""A pause in typing after which the text is read."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read from one revision of the text. The two timelines are what every view and the sound follow."""

    revision: int
    text: str
    tune: "Tune"
    written: "Timeline"
    played: "Timeline"
    graced: Mapping[str, str] = field(default_factory=dict)
    """By the id of each grace note, the note or rest that it leads to."""

    def note(self, name: str) -> str:
        """Return the note that has a time of its own: of a grace note the one that it leads to."""
        return self.graced.get(name, name)

    @property
    def score(self) -> "Score":
        """The score."""
        return self.tune.score


def read_text(revision: int, text: str, tala: str = "") -> Reading:
    """Read a revision, in the song's tala where the text names none; plain core work, for any thread."""
    # late: the frame of the window is on screen before any music is read
    from core.formats.abc.reader import read_first
    from core.score.timeline import timeline
    from core.tradition.talas import in_tala

    tune = read_first(text)
    tune = replace(tune, score=in_tala(tune.score, tala))
    score = tune.score
    return Reading(revision, text, tune, timeline(score), timeline(score, played=True), score.graced)


def _holds(reading: Reading, note_id: str) -> bool:
    """Say whether there is a note, rest or grace note of an id."""
    return note_id in reading.graced or any(moment.id == note_id for moment in reading.written.moments)


class Document(QObject):
    """One open song. Changes go through its methods; each tells what changed by a signal.

    `song` is frozen and is replaced as a whole. `text` is the ABC in the editor: the current take's tune, or what is
    being written by hand or by a model. Every change of the text is a new `revision`; an older reading is dropped.
    """

    opened = Signal()
    """Another song was opened; comes before all that changed with it."""
    song_changed = Signal()
    """Metadata, lyrics or reference changed, or another song was opened."""
    text_changed = Signal(str)
    """The text changed; the argument names who changed it.

    `editor`, `fix` (of one finding), `repair` (of all), `take`, `model` or `open`.
    """
    reading_ready = Signal(object)
    """A new Reading of the latest revision."""
    takes_changed = Signal()
    """A take was added, changed or removed, or another became current."""
    cursor_moved = Signal(str, str)
    """The note under the cursor (its id, or nothing) and who moved it."""
    dirty_changed = Signal(bool)
    """There is, or is no more, something to save."""

    def __init__(self, tasks: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self.song = Song()
        self.path: Path | None = None
        self.text = ""
        self.revision = 0
        self._reading: Reading | None = None
        self.take_id = ""
        self.cursor = ""
        self.dirty = False
        self.openings = 0
        """How many songs were opened: what was begun for one tells by it whether another stands there by now."""
        self._removed: list[tuple[int, Take]] = []
        self._shown: dict[str, str] = {}
        """The text that each take had when it was on screen last."""
        self._timer = QTimer(self, singleShot=True, interval=READ_DELAY_MS)
        self._timer.timeout.connect(self._read)

    @property
    def reading(self) -> Reading:
        """The latest reading; of an empty text at first."""
        if self._reading is None:
            self._reading = read_text(0, "")
        return self._reading

    # -- the song -------------------------------------------------------------------------------------------------

    def open_song(self, song: Song, path: Path | None, *, dirty: bool = False) -> None:
        """Show another song; the newest take, or the reference, becomes the text."""
        self.song, self.path = song, path
        self.openings += 1
        self._removed, self._shown = [], {}
        self.opened.emit()
        self.move_cursor("", "open")
        self._show_latest()
        self.song_changed.emit()
        self.takes_changed.emit()
        self.set_dirty(dirty)

    def change_song(self, **fields: Any) -> None:  # noqa: ANN401  the fields of Song
        """Replace fields of the song; nothing happens where they hold that already."""
        changed = replace(self.song, **fields)
        if changed != self.song:
            if changed.tala != self.song.tala:
                self.revision += 1
                self._timer.start()
            self.song = changed
            self.set_dirty(True)
            self.song_changed.emit()

    def set_dirty(self, dirty: bool) -> None:
        """Say whether there is something to save."""
        if dirty != self.dirty:
            self.dirty = dirty
            self.dirty_changed.emit(dirty)

    def saved(self, path: Path) -> None:
        """Note that the song as it is now stands in a file."""
        self.path = path
        self.set_dirty(False)

    # -- the text -------------------------------------------------------------------------------------------------

    def set_text(self, text: str, origin: str, changes: Sequence[str] = ()) -> None:
        """Change the text. An edit by hand of a finished take begins a new take: nothing a model wrote is lost.

        Where undo brings back what another take shows, that take is current again. A repair always begins a new one,
        which keeps what was changed, in words.
        """
        if text == self.text:
            return
        self.text = text
        self.revision += 1
        if origin in ("editor", "fix"):
            if not self._return_to_take():
                self._keep_edit()
        elif origin == "repair":
            self._keep_new("repaired", tuple(changes))
        self.text_changed.emit(origin)
        self._timer.start()

    def read_now(self) -> None:
        """Read the text without waiting for a pause."""
        self._timer.stop()
        self._read()

    def _read(self) -> None:
        revision, text, tala = self.revision, self.text, self.song.tala

        def job(_stop: threading.Event) -> Reading:
            return read_text(revision, text, tala)

        self._tasks.run("live", job, owner=self, done=self._take_reading)

    def _take_reading(self, reading: Reading) -> None:
        if reading.revision == self.revision:
            self._reading = reading
            self.reading_ready.emit(reading)
            if self.cursor and not _holds(reading, self.cursor):
                self.move_cursor("", "reading")

    def _show_latest(self) -> None:
        takes = self.song.takes
        self.take_id = takes[-1].id if takes else ""
        if takes:
            self.text = self._sung(takes[-1])
        else:
            self.text = self.song.reference.abc if self.song.reference else ""
        self.revision += 1
        self.text_changed.emit("open")
        self.read_now()

    def sung_text(self, take: Take) -> str:
        """Return a take's tune with the song's syllables under it where it has none of its own."""
        # late: composing brings all the backends' modules along, and the frame of the window does without
        from core.llm import compose

        return compose.sing(take.tune, self.song.lyrics, self.song.title)[1] if take.tune else ""

    def _sung(self, take: Take) -> str:
        """Return a take's text that is about to be shown, and remember whose it is."""
        self._shown[take.id] = self.sung_text(take)
        return self._shown[take.id]

    # -- takes ----------------------------------------------------------------------------------------------------

    def take(self) -> Take | None:
        """Return the current take."""
        return next((take for take in self.song.takes if take.id == self.take_id), None)

    def add_take(self, take: Take, *, show: bool = True) -> None:
        """Add a take, and show it."""
        self.song = self.song.with_take(take)
        if show:
            self.take_id = take.id
            self.set_text(self._sung(take), "take")
        self.set_dirty(True)
        self.takes_changed.emit()

    def change_take(self, take_id: str, *, dirty: bool = True, **fields: Any) -> None:  # noqa: ANN401  fields of Take
        """Rename, pin or measure a take. What can be computed again, as metrics can, need not be something to save."""
        self.song = self.song.with_take(replace(self.song.take(take_id), **fields))
        if dirty:
            self.set_dirty(True)
        self.takes_changed.emit()

    def show_take(self, take_id: str) -> None:
        """Make a take current and its tune the text."""
        take = self.song.take(take_id)
        self.take_id = take_id
        self.set_text(self._sung(take), "take")
        self.takes_changed.emit()

    def remove_take(self, take_id: str) -> None:
        """Remove a take; `restore_take` brings the last removed one back."""
        place = next(index for index, take in enumerate(self.song.takes) if take.id == take_id)
        self._removed.append((place, self.song.takes[place]))
        self.song = self.song.without_take(take_id)
        self.set_dirty(True)
        if take_id == self.take_id:
            self._show_latest()
        self.takes_changed.emit()

    def restore_take(self) -> bool:
        """Bring back the take that was removed last; False where there is none."""
        if not self._removed:
            return False
        place, take = self._removed.pop()
        takes = list(self.song.takes)
        takes.insert(min(place, len(takes)), take)
        self.song = replace(self.song, takes=tuple(takes))
        self.set_dirty(True)
        self.show_take(take.id)
        return True

    def _return_to_take(self) -> bool:
        """Make the take current that showed this very text; of several its parent, or the newest. False for none."""
        if not self.text.strip():
            return False
        take = self.take()
        parent = take.parent if take is not None else ""
        holders = [other.id for other in self.song.takes if self._shown.get(other.id) == self.text]
        if not holders:
            return False
        if self.take_id not in holders:
            self.take_id = parent if parent in holders else holders[-1]
            self.takes_changed.emit()
        return True

    def _keep_edit(self) -> None:
        """Put the text into the current take where that is an edit by hand, else into a new one.

        What was imported stays as it was in the file.
        """
        take = self.take()
        if take is not None and take.by_hand and not take.source:
            self.song = self.song.with_take(replace(take, tune=self.text, metrics={}))
            self._shown[take.id] = self.text
            self.set_dirty(True)
            if not self.text.strip():
                # nothing will be measured, so nothing else tells that the old figures are gone
                self.takes_changed.emit()
        else:
            self._keep_new("edited")

    def _keep_new(self, how: str, changes: tuple[str, ...] | None = None) -> None:
        """Put the text into a new take, which the current one is the parent of."""
        take = self.take()
        name = f"{take.name or 'Take'}, {how}" if take else "By hand"
        parent = take.id if take else ""
        edit = Take(fresh_id(), name=name, created=now(), tune=self.text, parent=parent, changes=changes)
        self.song = self.song.with_take(edit)
        self.take_id = edit.id
        self._shown[edit.id] = self.text
        self.takes_changed.emit()
        self.set_dirty(True)

    # -- the cursor -----------------------------------------------------------------------------------------------

    def move_cursor(self, note_id: str, origin: str) -> None:
        """Put the cursor on a note (or nowhere, for an empty id)."""
        if note_id != self.cursor:
            self.cursor = note_id
            self.cursor_moved.emit(note_id, origin)
