"""The two choices above a comparison: what the reference is, and which take stands beside it."""

import threading
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from core.songs import samples
from core.songs.song import Take
from gui.keeping import kinds
from gui.panels.bound import suit
from gui.panels.compare.work import FILE, SAMPLE, SONG, TAKE, Source
from gui.session import Session
from gui.theme import GRID, bengali_font
from gui.widgets.inputs import Choice

NOTHING = "Choose a reference"
NO_TAKE = "No take yet"


class CompareSource(QWidget):
    """Offers what there is; follows the song's takes and its reference."""

    changed = Signal()
    """Another reference or take is chosen."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._samples: list[Source] | None = None
        self._file: Source | None = None
        self._sources: list[Source] = []
        self._takes: tuple[Take, ...] = ()
        self.source: Source | None = None
        self.take_id = ""
        self.reference, self.take = Choice(), Choice()
        self.open_button = QPushButton("Open file…")
        self._arrange()
        self.reference.activated.connect(self._on_reference)
        self.take.activated.connect(self._on_take)
        self.open_button.clicked.connect(self.ask_file)

    def _arrange(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 12, 4)
        row.setSpacing(12)
        self.open_button.setToolTip("Compare with a tune from a file: ABC, MusicXML, MIDI, swaralipi …")
        for title, choice, beside in (("Reference", self.reference, self.open_button), ("Take", self.take, None)):
            half = QWidget()
            inner = QHBoxLayout(half)
            inner.setContentsMargins(0, 0, 0, 0)
            inner.setSpacing(GRID)
            label = QLabel(title)
            label.setProperty("role", "heading")
            label.setBuddy(choice)
            choice.setAccessibleName(title)
            choice.view().setFont(bengali_font())
            choice.view().setTextElideMode(Qt.TextElideMode.ElideRight)
            inner.addWidget(label)
            inner.addWidget(choice, 1)
            if beside is not None:
                inner.addWidget(beside)
            half.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            row.addWidget(half, 1)

    # -- what there is --------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Offer what the song has now; a choice stays while it can."""
        song = self._session.document.song
        if self._samples is None:
            self._find_samples()
        rows = [Source(SONG, "", "The song's reference")] if song.reference else []
        rows += [Source(TAKE, take.id, f"Take: {_name(take)}") for take in reversed(song.takes)]
        rows += self._samples or []
        rows += [self._file] if self._file else []
        chosen = next((row for row in rows if self.source and row.key == self.source.key), None)
        if chosen is None or (self.source and chosen.kind != self.source.kind):
            chosen = rows[0] if rows and rows[0].kind == SONG else None
        self._sources, self.source = rows, chosen
        _fill(self.reference, [row.title for row in rows], rows.index(chosen) if chosen else -1, NOTHING)
        self._takes = tuple(reversed(song.takes))
        ids = [take.id for take in self._takes]
        if self.take_id not in ids:
            current = self._session.document.take_id
            self.take_id = current if current in ids else ids[0] if ids else ""
        place = ids.index(self.take_id) if self.take_id else -1
        _fill(self.take, [_name(take) for take in self._takes], place, NO_TAKE)
        self.take.setEnabled(bool(ids))

    def forget(self) -> None:
        """Choose anew: another song was opened. A file stays, since it may be what the song is compared with."""
        self.take_id = ""
        if self.source and self.source.kind in (SONG, TAKE):
            self.source = None

    def choose(self, source: Source) -> None:
        """Choose a reference."""
        if source.kind == FILE:
            self._file = source
        self.source = source
        self.refresh()
        self.changed.emit()

    def choose_take(self, take_id: str) -> None:
        """Choose the take that is compared."""
        self.take_id = take_id
        self.refresh()
        self.changed.emit()

    def choose_takes(self, reference: str, take: str) -> None:
        """Choose two takes of the song, by id."""
        self.source, self.take_id = Source(TAKE, reference), take
        self.refresh()
        self.changed.emit()

    def _on_reference(self, place: int) -> None:
        self.choose(self._sources[place])

    def _on_take(self, place: int) -> None:
        self.choose_take(self._takes[place].id)

    def _find_samples(self) -> None:
        """Look which samples come with a tune."""
        self._samples = []

        def job(_stop: threading.Event) -> list[Source]:
            songs = [(name, samples.load(name)) for name in samples.SAMPLES]
            return [Source(SAMPLE, name, f"Sample: {song.title}") for name, song in songs if song.reference]

        def done(found: list[Source]) -> None:
            self._samples = found
            self.refresh()

        self._session.tasks.run("store", job, owner=self, done=done)

    # -- a file ---------------------------------------------------------------------------------------------------

    def ask_file(self) -> None:
        """Let a person choose a file to compare with."""
        folder = str(self._session.get("compare.folder", Path.home()))
        dialog = QFileDialog(self, "Compare with", folder, kinds())
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self.open_file(Path(name)))
        dialog.open()

    def open_file(self, path: Path) -> None:
        """Take a file as the reference."""
        self._session.put("compare.folder", str(path.parent))
        self.choose(Source(FILE, str(path), f"File: {path.name}"))


def _name(take: Take) -> str:
    return take.name or "Take"


def _fill(choice: Choice, titles: list[str], place: int, nothing: str) -> None:
    """Show rows, silently."""
    blocked = choice.blockSignals(True)
    choice.clear()
    choice.addItems(titles)
    choice.setPlaceholderText(nothing)
    choice.setCurrentIndex(place)
    choice.setToolTip(choice.currentText())
    suit(choice, choice.currentText())
    choice.blockSignals(blocked)
