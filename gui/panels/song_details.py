"""The rest of a song: raga, tempo, how many bars to write, and a tune to compare with."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from core.errors import AppError, UsageError
from core.formats import FORMATS
from core.llm.grammar import MOST_BARS
from core.songs.song import Reference
from core.tradition.ragas import find_raga, ragas
from gui.keeping import read_reference
from gui.panels.bound import Bound
from gui.panels.wanted import Wanted
from gui.session import Session
from gui.theme import Tokens
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.field import BLOCK_GAP, GAP, field, muted, side_by_side
from gui.widgets.icon_button import IconButton
from gui.widgets.inputs import Number
from gui.widgets.note import Note

FASTEST = 9_999
"""As fast as ABC's `Q:` is read."""
TOLD_BY_CONTENT = (".txt", ".json")
"""Endings of tunes whose kind is found by what they hold."""


class SongDetails(QWidget):
    """Fields that many songs leave as they are."""

    def __init__(self, session: Session, wanted: Wanted, bound: Bound, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._wanted = session, wanted
        self._document = session.document
        self.raga = bound.choice("raga", [(raga.name_bn, raga.name) for raga in ragas()])
        self.raga_note = Note()
        self.tempo = Number(0, FASTEST, empty="not set", decimals=1, suffix=" quarters/min")
        self.tempo.setToolTip("Quarter notes a minute")
        self.bars = Number(0, MOST_BARS, empty="automatic")
        self.bars.setToolTip("How many bars the grammar lets the model write; automatic is as many as the lyrics need")
        self.load_reference = QPushButton("Load reference…")
        self.load_reference.setProperty("role", "link")
        self.reference_name = ElidedLabel()
        self.remove_reference = IconButton("close", "Remove the reference")
        self.reference_note = Note()
        self.about = Note()
        self._build()
        self.tempo.valueChanged.connect(lambda value: self._document.change_song(tempo=value or None))
        self.bars.valueChanged.connect(lambda value: wanted.set_bars(int(value) or None))
        self.load_reference.clicked.connect(self._ask_reference)
        self.remove_reference.clicked.connect(lambda: self._document.change_song(reference=None))
        self._document.song_changed.connect(self._show)
        self._document.opened.connect(lambda: self.reference_note.say(""))
        session.theme.changed.connect(self._dress)
        self.bars.set_quietly(wanted.bars)
        self._dress(session.theme.tokens)
        self._show()

    def read_reference(self, path: Path) -> None:
        """Take a file's tune as the reference; a file without one changes nothing and is said."""

        def done(reference: Reference) -> None:
            self.reference_note.say("")
            self._document.change_song(reference=reference)

        self._session.tasks.run(
            "store", lambda _stop: read_reference(path), owner=self, done=done, failed=self._not_read
        )

    def _not_read(self, error: BaseException) -> None:
        if not isinstance(error, AppError):
            raise error
        self.reference_note.say(str(error), "warning")

    def _ask_reference(self) -> None:
        dialog = QFileDialog(self, "Load a reference", str(Path.home()), tune_kinds())
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self.read_reference(Path(name)))
        dialog.open()

    def _build(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(GAP)
        row.addWidget(self.reference_name, 1)
        row.addWidget(self.load_reference)
        row.addWidget(self.remove_reference)
        row.addStretch()
        reference = QVBoxLayout()
        reference.setSpacing(2)
        reference.addWidget(muted("Reference"))
        reference.addLayout(row)
        reference.addWidget(self.reference_note)
        raga = field("Raga", self.raga)
        raga.addWidget(self.raga_note)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(BLOCK_GAP)
        column.addLayout(raga)
        column.addLayout(
            side_by_side(
                field("Tempo", self.tempo, name="Tempo, quarter notes a minute"),
                field("Bars", self.bars, name="Number of bars to write"),
            )
        )
        column.addLayout(reference)
        column.addWidget(self.about)

    def _show(self) -> None:
        song = self._document.song
        self.tempo.set_quietly(song.tempo)
        self._say_raga(song.raga)
        reference = song.reference
        self.reference_name.setText((reference.source or "Reference") if reference else "")
        self.reference_name.setVisible(reference is not None)
        self.remove_reference.setVisible(reference is not None)
        self.load_reference.setVisible(reference is None)
        self.about.say(song.notes)

    def _say_raga(self, name: str) -> None:
        if not name.strip():
            self.raga_note.say("")
            return
        try:
            self.raga_note.say(f"A grammar keeps to its notes: {' '.join(find_raga(name).notes)}")
        except UsageError as error:
            self.raga_note.say(f"{error} A grammar then keeps to the paper's ten notes.")

    def _dress(self, tokens: Tokens) -> None:
        self.remove_reference.set_colours(tokens)


def tune_kinds() -> str:
    """Return what the dialog offers: every kind of tune that can be read, together and apart."""
    rows = [(one.title, one.endings) for one in FORMATS if one.read is not None]
    rows.insert(0, ("Tunes", (*dict.fromkeys(ending for _, endings in rows for ending in endings), *TOLD_BY_CONTENT)))
    return ";;".join(f"{title} ({' '.join(f'*{ending}' for ending in endings)})" for title, endings in rows)
