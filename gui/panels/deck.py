"""A player on a session: its device is opened off the GUI thread and given back, and a timer tells what is heard."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from core.audio.player import Now, Player
from core.audio.transport_plan import Plan
from core.errors import AppError
from gui.session import Session

TICK_MS = 16
REST_MS = 6_000


class Deck(QObject):
    """Plays what is loaded. Which music that is, and what its notes mean, its owner knows."""

    heard = Signal(object)
    """What is heard now, as a Now; not while a new place is on its way to the ear."""
    ticked = Signal(object)
    """The same for what shows the time: always, and after `heard`."""
    troubled = Signal(str)
    """Why there is no sound; empty where there is, or may be."""

    def __init__(
        self, session: Session, player: Player, parent: QObject, *, choose: Callable[[], None] | None = None
    ) -> None:
        """`choose` is called before the device is opened, in the sound lane: there it may wait for files."""
        super().__init__(parent)
        self._session, self.player, self._choose = session, player, choose
        self.plan = Plan()
        self.trouble = ""
        self.blocked = False
        """Playing was found impossible before it was tried."""
        self._opening = False
        self._wish: float | str | None = None
        self._wishing = False
        self._timer = QTimer(self, interval=TICK_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.tick)
        self._rest_timer = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest_timer.timeout.connect(self._rest)
        session.closing.append(player.close)
        self.destroyed.connect(player.close)

    def load(self, plan: Plan) -> None:
        """Play something else from now on."""
        self.plan = plan
        self.player.load(plan)

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
            self.tick()
            return
        self._wish, self._wishing = at, True
        if not self._opening:
            self._opening = True
            self._session.tasks.run(
                "sound", lambda _stop: self._open(), owner=self, done=self._opened, failed=self._not_opened
            )
        self.tick()

    def pause(self) -> None:
        """Stand still here."""
        self._wishing = False
        self.player.pause()
        self.tick()

    def stop(self) -> None:
        """Stand still at the beginning."""
        self._wishing = False
        self.player.stop()
        self.tick()

    def seek(self, seconds: float) -> None:
        """Go to a second of what is loaded."""
        self.player.seek(min(max(seconds, 0.0), self.plan.seconds))
        self.tick()

    def _open(self) -> None:
        if self._choose is not None:
            self._choose()
        self.player.prepare()

    def _opened(self, _nothing: None) -> None:
        self._opening = False
        self._set_trouble(self.trouble if self.player.silent else "", blocked=False)
        if self._wishing and self.player.start(self._wish):
            self._timer.start()
        else:
            self._rest_timer.start()
        self._wishing = False
        self.tick()

    def _not_opened(self, error: BaseException) -> None:
        self._opening = self._wishing = False
        self.tick()
        self._explain(error)

    # -- what is heard --------------------------------------------------------------------------------------------

    def tick(self) -> None:
        """Tell what is heard; where all is silent no more ticks follow."""
        now: Now = self.player.now()
        if not now.arriving:
            self.heard.emit(now)
        if now.settled:
            if self._timer.isActive():
                self._timer.stop()
                self._rest_timer.start()
            if self.player.problem and self.player.problem != self.trouble:
                self._set_trouble(self.player.problem, blocked=False)
        self.ticked.emit(now)

    def _rest(self) -> None:
        """Give the device back after some silence; ask again later where it is still in use."""

        def done(rested: bool) -> None:
            if not rested and not self._timer.isActive():
                self._rest_timer.start()

        self._session.tasks.run("sound", lambda _stop: self.player.rest(), owner=self, done=done)

    # -- the device -----------------------------------------------------------------------------------------------

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
            self.tick()

        self._session.tasks.run("sound", lambda _stop: self.player.set_silent(silent), owner=self, done=done)

    def try_again(self) -> None:
        """Look for sound once more, and no longer do without it."""
        if self.player.silent:
            self.set_silent(False)
        else:
            self.look()

    def _explain(self, error: BaseException) -> None:
        if not isinstance(error, AppError):
            raise error
        self._set_trouble(str(error), blocked=True)
        if self._session.get("transport.silent") is True and not self.player.silent:
            self.set_silent(True)

    def _set_trouble(self, words: str, *, blocked: bool) -> None:
        self.trouble, self.blocked = words, blocked
        self.troubled.emit(words)
