"""The player on a session: plans are made and devices opened off the GUI thread, and a timer tells what is heard."""

import threading
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from core.audio import soundfont
from core.audio.player import Player
from core.audio.transport_plan import Plan, moved, plan
from core.errors import AppError
from gui.document import Reading
from gui.session import Session

TICK_MS = 16
REST_MS = 6_000
SHORTEST_SECONDS = 0.05
"""A loop shorter than this is none."""
Region = tuple[float, float]


class Playback(QObject):
    """Owns the player. Everything else that a transport shows or sets goes through here."""

    ticked = Signal(object)
    """What is heard now, as a Now."""
    planned = Signal(object)
    """A new Plan is in force."""
    looped = Signal()
    """The loop, or whether it is on, changed."""
    troubled = Signal(str)
    """Why there is no sound; empty where there is, or may be."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        font = session.get("transport.soundfont")
        self.instrument = str(session.get("transport.instrument", soundfont.DEFAULT_INSTRUMENT))
        if self.instrument not in soundfont.INSTRUMENTS:
            self.instrument = soundfont.DEFAULT_INSTRUMENT
        self.soundfont: Path | None = Path(font) if isinstance(font, str) else None
        self.player = Player(soundfont.INSTRUMENTS[self.instrument], self.soundfont)
        self.plan = Plan()
        self.region: Region | None = None
        self.looping = False
        self.trouble = ""
        self.blocked = False
        """Playing was found impossible before it was tried."""
        self._selected: list[str] = []
        self._region_ids: list[str] = []
        self._planning: threading.Event | None = None
        self._opening = False
        self._wish: float | str | None = None
        self._wishing = False
        self._told = ""
        self._timer = QTimer(self, interval=TICK_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self._rest_timer = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest_timer.timeout.connect(self._rest)
        document = session.document
        document.opened.connect(self._on_opened)
        document.reading_ready.connect(self._on_reading)
        session.seek.connect(self.play)
        session.selected.connect(self._on_selected)
        session.transposed.connect(self.player.set_transpose)
        session.closing.append(self.player.close)
        self.destroyed.connect(self.player.close)
        self.player.set_transpose(session.transpose)
        self._on_reading(document.reading)

    # -- the plan -------------------------------------------------------------------------------------------------

    def _on_opened(self) -> None:
        self.stop()
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
        before, self.plan = self.plan, found
        self.player.load(found)
        if self.region is not None:
            by_ids = found.stretch(self._region_ids)
            start, end = by_ids or (moved(before, found, self.region[0]), moved(before, found, self.region[1]))
            self._put_region((start, end) if end - start >= SHORTEST_SECONDS else None, self._region_ids)
        self.planned.emit(found)
        self._tick()

    # -- play and pause -------------------------------------------------------------------------------------------

    @property
    def playing(self) -> bool:
        """True while playing, or while the device is being opened for it."""
        return self._wishing or self.player.now().playing

    @property
    def opening(self) -> bool:
        """True while the device is being opened in order to play."""
        return self._wishing

    def toggle(self) -> None:
        """Play from here, or pause."""
        if self.playing:
            self.pause()
        else:
            self.play()

    def play(self, at: float | str | None = None) -> None:
        """Play from a second, a note, or where it stands; the device is opened first where it is not."""
        if not self.plan.seconds:
            return
        if self.player.start(at):
            self._timer.start()
            self._tick()
            return
        self._wish, self._wishing = at, True
        if not self._opening:
            self._opening = True
            self._session.tasks.run(
                "sound", lambda _stop: self.player.prepare(), owner=self, done=self._opened, failed=self._not_opened
            )
        self._tick()

    def play_from_cursor(self) -> None:
        """Play from the note under the cursor, from the beginning where there is none."""
        self.play(self._session.document.cursor or 0.0)

    def _opened(self, _nothing: None) -> None:
        self._opening = False
        self._set_trouble(self.trouble if self.player.silent else "", blocked=False)
        if self._wishing and self.player.start(self._wish):
            self._timer.start()
        else:
            self._rest_timer.start()
        self._wishing = False
        self._tick()

    def _not_opened(self, error: BaseException) -> None:
        self._opening = self._wishing = False
        self._tick()
        self._explain(error)

    def pause(self) -> None:
        """Stand still here."""
        self._wishing = False
        self.player.pause()
        self._tick()

    def stop(self) -> None:
        """Stand still at the beginning."""
        self._wishing = False
        self.player.stop()
        self._tick()

    def seek(self, seconds: float) -> None:
        """Go to a second of the score."""
        self.player.seek(min(max(seconds, 0.0), self.plan.seconds))
        self._tick()

    def _tick(self) -> None:
        now = self.player.now()
        if not now.arriving:
            self._tell(now.ids[0] if now.ids else "")
        if now.settled:
            if self._timer.isActive():
                self._timer.stop()
                self._rest_timer.start()
            if self.player.problem and self.player.problem != self.trouble:
                self._set_trouble(self.player.problem, blocked=False)
        self.ticked.emit(now)

    def _tell(self, note_id: str) -> None:
        if note_id != self._told:
            self._told = note_id
            self._session.sound_note.emit(note_id)

    def _rest(self) -> None:
        """Give the device back after some silence; ask again later where it is still in use."""

        def done(rested: bool) -> None:
            if not rested and not self._timer.isActive():
                self._rest_timer.start()

        self._session.tasks.run("sound", lambda _stop: self.player.rest(), owner=self, done=done)

    # -- loop -----------------------------------------------------------------------------------------------------

    def _on_selected(self, ids: list[str]) -> None:
        self._selected = list(ids)
        if self.looping and len(ids) > 1:
            self._loop_selection()

    def _loop_selection(self) -> bool:
        region = self.plan.stretch(self._selected) if self._selected else None
        if region is not None:
            self._put_region(region, self._selected)
        return region is not None

    def set_region(self, region: Region | None) -> None:
        """Set the stretch that is looped, in seconds."""
        self._put_region(region, [])

    def _put_region(self, region: Region | None, ids: list[str]) -> None:
        self.region, self._region_ids = region, list(ids)
        self._hand_loop()

    def set_looping(self, looping: bool) -> None:
        """Loop the notes that are selected, else the stretch that was set, else the whole; or loop no more."""
        self.looping = looping
        if looping and not self._loop_selection() and self.region is None:
            self.region = (0.0, self.plan.seconds)
        self._hand_loop()

    def set_edge(self, *, first: bool) -> None:
        """Let the loop begin (or end) at the moment that is heard, and turn it on."""
        here = self.player.now().position
        start, end = self.region or (0.0, self.plan.seconds)
        start, end = (here, end) if first else (start, here)
        if end - start < SHORTEST_SECONDS:
            start, end = (here, self.plan.seconds) if first else (0.0, here)
        if end - start >= SHORTEST_SECONDS:
            self.looping = True
            self._put_region((start, end), [])

    def _hand_loop(self) -> None:
        start, end = self.region if self.region and self.looping else (None, None)
        self.player.set_loop(start, end)
        self.looped.emit()
        self._tick()

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
            self.look()

        def failed(error: BaseException) -> None:
            if not isinstance(error, AppError):
                raise error
            self._session.message.emit(str(error), "error")
            self.planned.emit(self.plan)

        self._session.tasks.run(
            "sound", lambda _stop: self.player.set_soundfont(path), owner=self, done=done, failed=failed
        )

    def look(self) -> None:
        """Look whether sound can be made, and say so where it cannot."""
        if self.player.silent or self.player.ready:
            return

        def done(_nothing: None) -> None:
            self._set_trouble("", blocked=False)

        self._session.tasks.run("sound", lambda _stop: self.player.check(), owner=self, done=done, failed=self._explain)

    def set_silent(self, silent: bool) -> None:
        """Let the time go on without sound, or try with sound again."""
        self._wishing = False
        self._session.put("transport.silent", silent)

        def done(_nothing: None) -> None:
            self._set_trouble(self.trouble, blocked=self.blocked and not silent)
            if not silent:
                self.look()
            self._tick()

        self._session.tasks.run("sound", lambda _stop: self.player.set_silent(silent), owner=self, done=done)

    def _explain(self, error: BaseException) -> None:
        if not isinstance(error, AppError):
            raise error
        self._set_trouble(str(error), blocked=True)
        if self._session.get("transport.silent") is True and not self.player.silent:
            self.set_silent(True)

    def _set_trouble(self, words: str, *, blocked: bool) -> None:
        self.trouble, self.blocked = words, blocked
        self.troubled.emit(words)
