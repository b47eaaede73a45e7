"""The Studio's sound: a plan for every reading, what is looped, and the instrument."""

import threading
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from core.audio import soundfont
from core.audio.player import Now, Player
from core.audio.transport_plan import Plan, moved, plan
from core.errors import AppError
from core.lyrics.lines import line_at
from gui.document import Reading
from gui.panels.deck import Deck
from gui.session import Session

MOST_WORDS = 60
SHORTEST_SECONDS = 0.05
"""A loop shorter than this is none."""
FREE = "The rhythm is free: there is no beat to strike or to count in."
NO_CURSOR = "Click a note first, or let the tune play."
NO_LINE = "No words are sung at this note, so there is no line of the lyrics to loop."
NO_CYCLE = "There is no bar to loop."
NO_CHOICE = "No notes are chosen: the whole tune is looped. Draw over notes, or set A and B, to loop less."
Region = tuple[float, float]


class Playback(QObject):
    """Everything that a transport shows or sets goes through here, or through its `deck`."""

    planned = Signal(object)
    """A new Plan is in force."""
    looped = Signal()
    """The loop, or whether it is on, changed."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        font = session.get("transport.soundfont")
        self.instrument = str(session.get("transport.instrument", soundfont.DEFAULT_INSTRUMENT))
        if self.instrument not in soundfont.INSTRUMENTS:
            self.instrument = soundfont.DEFAULT_INSTRUMENT
        self.soundfont: Path | None = Path(font) if isinstance(font, str) else None
        self.player = Player(soundfont.INSTRUMENTS[self.instrument], self.soundfont)
        self.deck = Deck(session, self.player, self)
        self.region: Region | None = None
        self.looping = False
        self.looped_words = ""
        """What the stretch is, in words."""
        self._selected: list[str] = []
        self._region_ids: list[str] = []
        self._planning: threading.Event | None = None
        self._told = ""
        self.deck.heard.connect(self._tell)
        document = session.document
        document.opened.connect(self._on_opened)
        document.reading_ready.connect(self._on_reading)
        session.seek.connect(self.play)
        session.selected.connect(self._on_selected)
        session.transposed.connect(self.player.set_transpose)
        self.player.set_transpose(session.transpose)
        self._on_reading(document.reading)

    # -- the plan -------------------------------------------------------------------------------------------------

    def _on_opened(self) -> None:
        self.deck.stop()
        self.set_region(None)
        self.set_looping(False)

    def _on_reading(self, reading: Reading) -> None:
        if self._planning is not None:
            self._planning.set()

        def job(stop: threading.Event) -> Plan | None:
            return None if stop.is_set() else plan(reading.score)

        def done(found: Plan | None) -> None:
            if found is not None and not stop.is_set():
                self._take_plan(found)

        stop = self._planning = self._session.tasks.run("sound", job, owner=self, done=done)

    def _take_plan(self, found: Plan) -> None:
        before = self.plan
        self.deck.load(found)
        if self.region is not None:
            edges = tuple(moved(before, found, edge) for edge in self.region)
            start, end = found.stretch(self._region_ids, edges[0]) or edges
            self._put_region((start, end) if end - start >= SHORTEST_SECONDS else None, self._region_ids)
        self.planned.emit(found)
        self.deck.tick()

    # -- play and pause -------------------------------------------------------------------------------------------

    @property
    def plan(self) -> Plan:
        """What is played."""
        return self.deck.plan

    @property
    def playing(self) -> bool:
        """True while playing, or while the device is being opened for it."""
        return self.deck.playing

    def play(self, at: float | str | None = None) -> None:
        """Play from a second, a note, or where it stands."""
        self.deck.play(at)

    def pause(self) -> None:
        """Stand still here."""
        self.deck.pause()

    def set_silent(self, silent: bool) -> None:
        """Let the time go on without sound, or try with sound again."""
        self.deck.set_silent(silent)

    def play_from_cursor(self) -> None:
        """Play from the first note that is chosen, else from the cursor, from the beginning where there is neither."""
        chosen = next((note_id for note_id in self._selected if note_id in self.plan.places), "")
        self.play(chosen or self._session.document.cursor or 0.0)

    def _tell(self, now: Now) -> None:
        note_id = now.ids[0] if now.ids else ""
        if note_id != self._told:
            self._told = note_id
            self._session.sound_note.emit(note_id)

    # -- loop -----------------------------------------------------------------------------------------------------

    def _on_selected(self, ids: list[str]) -> None:
        self._selected = list(ids)
        if self.looping and len(ids) > 1:
            self._loop_selection()

    def _loop_selection(self) -> bool:
        region = self.plan.stretch(self._selected, self._here())
        if region is not None:
            self.looped_words = "the notes that are chosen"
            self._put_region(region, self._selected)
        return region is not None

    def _here(self) -> float:
        """Return the second of the cursor, in the pass nearest to what is heard; without a cursor what is heard."""
        heard = self.player.now().position
        times = self.plan.places.get(self._session.document.cursor)
        return min(times, key=lambda time: abs(time - heard)) if times else heard

    def loop_line(self) -> None:
        """Loop the line of the lyrics that the cursor, or else what sounds, stands in."""
        document = self._session.document
        note_id = document.reading.note(document.cursor) or self._told
        line = line_at(document.reading.score, note_id, document.song.lyrics) if note_id else None
        region = self.plan.stretch(line.ids, self._here()) if line else None
        if line is None or region is None:
            self._session.message.emit(NO_LINE if note_id else f"There is no line yet. {NO_CURSOR}", "info")
        else:
            self._loop(region, list(line.ids), f"the line “{line.words[:MOST_WORDS]}”")

    def loop_cycle(self) -> None:
        """Loop the cycle of the tala that the cursor, or else what sounds, stands in; without a tala the bar."""
        region = self.plan.cycle_at(self._here())
        if region is None:
            self._session.message.emit(NO_CYCLE, "info")
        else:
            self._loop(region, [], "this cycle of the tala" if self.plan.tala else "this bar")

    def _loop(self, region: Region, ids: list[str], words: str) -> None:
        self.looping, self.looped_words = True, words
        self._put_region(region, ids)
        self._tell_loop()

    def _tell_loop(self) -> None:
        start, end = self.region or (0.0, 0.0)
        text = f"Looping {self.looped_words}, {start:.1f} to {end:.1f} seconds."
        self._session.message.emit(text, "info")

    def set_region(self, region: Region | None) -> None:
        """Set the stretch that is looped, in seconds."""
        self.looped_words = "from A to B"
        self._put_region(region, [])

    def _put_region(self, region: Region | None, ids: list[str]) -> None:
        self.region, self._region_ids = region, list(ids)
        self._hand_loop()

    def set_looping(self, looping: bool) -> None:
        """Loop the notes that are selected, else the stretch that was set, else the whole; or loop no more."""
        self.looping = looping
        if looping and not self._loop_selection() and self.region is None:
            self.region, self.looped_words = (0.0, self.plan.seconds), "the whole tune"
            self._session.message.emit(NO_CHOICE, "info")
        elif looping:
            self._tell_loop()
        self._hand_loop()

    def set_edge(self, *, first: bool) -> None:
        """Let the loop begin (or end) at the moment that is heard, and turn it on."""
        here = self.player.now().position
        start, end = self.region or (0.0, self.plan.seconds)
        start, end = (here, end) if first else (start, here)
        if end - start < SHORTEST_SECONDS:
            start, end = (here, self.plan.seconds) if first else (0.0, here)
        if end - start >= SHORTEST_SECONDS:
            self.looping, self.looped_words = True, "from A to B"
            self._put_region((start, end), [])

    def _hand_loop(self) -> None:
        start, end = self.region if self.region and self.looping else (None, None)
        self.player.set_loop(start, end)
        self.looped.emit()
        self.deck.tick()

    # -- the instrument and the device ----------------------------------------------------------------------------

    def set_instrument(self, name: str) -> None:
        """Choose one of the named instruments."""
        self.instrument = name
        self.player.set_program(soundfont.INSTRUMENTS[name])
        self._session.put("transport.instrument", name)

    def set_soundfont(self, path: Path | None) -> None:
        """Load another soundfont, or the shipped one; it is remembered once it has been loaded."""

        def done(_nothing: None) -> None:
            self.soundfont = path
            self._session.put("transport.soundfont", None if path is None else str(path))
            self.planned.emit(self.plan)
            self.deck.look()

        def failed(error: BaseException) -> None:
            if not isinstance(error, AppError):
                raise error
            self._session.message.emit(str(error), "error")
            self.planned.emit(self.plan)

        self._session.tasks.run(
            "sound", lambda _stop: self.player.set_soundfont(path), owner=self, done=done, failed=failed
        )
