"""Plays a reference, a take, or both at once; changes from one to the other in the same place."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from core.audio import soundfont
from core.audio.player import Now, Player
from core.audio.together import Heard, Line
from core.audio.transport_plan import Plan
from gui.panels.deck import Deck
from gui.session import Session

LINES: tuple[Line, ...] = ("one", "other", "both")


class CompareSound(QObject):
    """Owns a player of its own, with the instrument, soundfont and volume that the transport has."""

    sounding = Signal(str, str)
    """The notes that sound now, of the reference and of the take; nothing where none does."""
    changed = Signal()
    """Another plan or another line is in force."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._heard: Heard | None = None
        self.line: Line = "one"
        self.player = Player(silent=session.get("transport.silent") is True)
        self.deck = Deck(session, self.player, self, choose=self._choose)
        self._told = ("", "")
        self.deck.heard.connect(self._tell)

    # -- what is played -------------------------------------------------------------------------------------------

    def set_heard(self, heard: Heard | None) -> None:
        """Play other scores from now on, or none."""
        if heard is None:
            self.deck.stop()
        self._heard = heard
        self._load()
        self.changed.emit()
        self.deck.tick()

    def set_line(self, line: Line) -> None:
        """Play the reference, the take, or both, from the same place of the same bar on."""
        if line == self.line:
            return
        before, self.line = self.line, line
        if self._heard is not None:
            place = self._heard.meeting.there(self.player.now().position, before, line)
            self._load()
            self.player.seek(place)
        self.changed.emit()
        self.deck.tick()

    def _load(self) -> None:
        self.deck.load(self._heard.plan(self.line) if self._heard else Plan())

    def switch(self) -> None:
        """Go from the reference to the take, or back."""
        self.set_line("other" if self.line == "one" else "one")

    def place(self, one: str, other: str) -> float | None:
        """Return when the first of two notes comes in the line that is played; None where neither is in it."""
        names = {"one": [one], "other": [other], "both": [f"one:{one}", f"other:{other}"]}[self.line]
        times = [time for name in names if (time := self.deck.plan.place(name)) is not None]
        return min(times, default=None)

    def _choose(self) -> None:
        """Take the transport's choices."""
        get = self._session.get
        name, font, volume, tempo = (get(f"transport.{key}") for key in ("instrument", "soundfont", "volume", "tempo"))
        self.player.set_silent(get("transport.silent") is True)
        known = str(name) if str(name) in soundfont.INSTRUMENTS else soundfont.DEFAULT_INSTRUMENT
        self.player.set_program(soundfont.INSTRUMENTS[known])
        self.player.set_soundfont(Path(font) if isinstance(font, str) else None)
        if isinstance(volume, int):
            self.player.set_volume(volume / 100)
        if isinstance(tempo, int):
            self.player.set_tempo(tempo)

    # -- what is heard --------------------------------------------------------------------------------------------

    def _tell(self, now: Now) -> None:
        if self.line == "both":
            sides = [
                next((name.partition(":")[2] for name in now.ids if name.startswith(f"{side}:")), "")
                for side in ("one", "other")
            ]
            told = (sides[0], sides[1])
        else:
            note = now.ids[0] if now.ids else ""
            told = (note, "") if self.line == "one" else ("", note)
        if told != self._told:
            self._told = told
            self.sounding.emit(*told)
