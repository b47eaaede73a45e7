"""What every transport has: play, stop, the time and its line, and why there is no sound. Its owner places them."""

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtWidgets import QLabel, QToolButton, QWidget

from core.audio.player import Now
from gui import icons
from gui.panels.deck import Deck
from gui.panels.transport_dress import PLAY_SIZE
from gui.panels.transport_notice import TransportNotice
from gui.session import Session
from gui.theme import Tokens
from gui.widgets.icon_button import IconButton
from gui.widgets.seek_bar import SeekBar, clock


class PlayControls(QObject):
    """Shows and moves a deck. `empty` says what to do where nothing is loaded."""

    def __init__(self, session: Session, deck: Deck, empty: str, panel: QWidget) -> None:
        super().__init__(panel)
        self._session, self._deck, self._empty = session, deck, empty
        self._shows_pause: bool | None = None
        self.play_button = QToolButton(panel)
        self.play_button.setObjectName("play")
        self.play_button.setIconSize(QSize(20, 20))
        self.play_button.setFixedSize(PLAY_SIZE, PLAY_SIZE)
        self.stop_button = IconButton("stop", "Stop, back to the beginning", "Ctrl+.")
        self.time = QLabel(panel)
        self.time.setAccessibleName("Position and length")
        self.seek = SeekBar(panel)
        self.seek.setAccessibleName("Position in milliseconds")
        self.notice = TransportNotice(panel)
        # a click must not take the focus from the text that is being written, nor Space from Play
        for control in (self.play_button, self.stop_button, self.seek):
            control.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.play_button.clicked.connect(deck.toggle)
        self.stop_button.clicked.connect(deck.stop)
        self.seek.sought.connect(deck.seek)
        self.seek.previewed.connect(self._show_time)
        self.notice.silence_wanted.connect(lambda: deck.set_silent(True))
        self.notice.sound_wanted.connect(deck.try_again)
        deck.ticked.connect(self._on_tick)
        deck.troubled.connect(self._on_trouble)
        session.theme.changed.connect(self._dress)
        self._dress(session.theme.tokens)

    def show_plan(self) -> None:
        """Take over what the deck has loaded."""
        self.seek.set_length(self._deck.plan.seconds)
        self._on_tick(self._deck.player.now())

    def _on_tick(self, now: Now) -> None:
        self.seek.show_position(now.position)
        if not self.seek.dragging:
            self._show_time(now.position, now.counting)
        pause = now.playing or self._deck.opening
        if pause != self._shows_pause:
            self._shows_pause = pause
            self._dress_play()
        self._allow_play()

    def _show_time(self, seconds: float, counting: int = 0) -> None:
        length = clock(self._deck.plan.seconds)
        text = f"{f'−{counting}' if counting else clock(seconds)} / {length}"
        if text != self.time.text():
            self.time.setText(text)
            self.time.setMinimumWidth(self.time.fontMetrics().horizontalAdvance(f"{length} / {length}"))

    def _on_trouble(self, words: str) -> None:
        self.notice.show_trouble(words, silent=self._deck.player.silent)
        self._allow_play()

    def _allow_play(self) -> None:
        """Let Play be pressed where that can lead to something; its tooltip says why it cannot."""
        empty = not self._deck.plan.seconds
        blocked = self._deck.blocked and not self._deck.player.silent
        words = "Pause" if self._shows_pause else "Play"
        tip = self._empty if empty else self._deck.trouble if blocked else f"{words} (Space)"
        if tip != self.play_button.toolTip():
            self.play_button.setToolTip(tip)
            self.play_button.setAccessibleName(words)
            self.play_button.setEnabled(not (empty or blocked))
            self.seek.setEnabled(not empty)

    # -- dress ----------------------------------------------------------------------------------------------------

    def _dress(self, colours: Tokens) -> None:
        self.seek.set_colours(colours)
        self.notice.set_colours(colours)
        self.stop_button.set_colours(colours)
        # a filled square looks smaller than the lines of other icons
        self.stop_button.setIconSize(self.stop_button.iconSize() * 1.25)
        self._dress_play()

    def _dress_play(self) -> None:
        name = "pause" if self._shows_pause else "play"
        self.play_button.setIcon(icons.icon(name, self._session.theme.tokens.on_accent, size=20))
