"""The bar under everything: play, the line of time, loop, tempo, Sa, instrument, volume, count-in."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from core.audio.player import FASTEST, SLOWEST, Now
from gui import icons
from gui.panels.instrument_choice import InstrumentChoice
from gui.panels.playback import Playback
from gui.panels.transport_notice import TransportNotice
from gui.session import Session
from gui.theme import Tokens
from gui.widgets.icon_button import IconButton
from gui.widgets.inputs import Choice
from gui.widgets.overflow_row import OverflowRow
from gui.widgets.seek_bar import SeekBar, clock
from gui.widgets.space_keeper import SpaceKeeper
from gui.widgets.tempo_box import TempoBox

NAMES = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")
HEIGHT = 56
PLAY_SIZE = 36
VOLUME_WIDTH = 72
FIRST_VOLUME = 80
LOOK_MS = 400
"""After the first show: loading the sound libraries must not hold up the first picture."""


class TransportPanel(QFrame):
    """Everything that plays. `playback` is its engine room; the window gives `commands` their keys."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.playback = Playback(session, self)
        self._tonic = 0
        self._shows_pause: bool | None = None
        self._first_look = True
        self._make_controls()
        self._arrange()
        self._restore()
        self._connect()
        SpaceKeeper(self)
        self._dress(session.theme.tokens)
        self._on_reading()
        self._on_plan()

    # -- building -------------------------------------------------------------------------------------------------

    def _make_controls(self) -> None:
        self.play_button = QToolButton(self)
        self.play_button.setObjectName("play")
        self.play_button.setIconSize(QSize(20, 20))
        self.play_button.setFixedSize(PLAY_SIZE, PLAY_SIZE)
        self.stop_button = IconButton("stop", "Stop, back to the beginning", "Ctrl+.")
        self.time = QLabel(self)
        self.time.setAccessibleName("Position and length")
        self.seek = SeekBar(self)
        self.seek.setAccessibleName("Position in milliseconds")
        self.loop_button = _toggle("Loop A–B", "Loop the selected notes, or the stretch from A to B (Ctrl+L)")
        self.a_button = _toggle("A", "The loop begins here ([)", checkable=False)
        self.b_button = _toggle("B", "The loop ends here (])", checkable=False)
        self.tempo = TempoBox(SLOWEST, FASTEST)
        self.tempo.setAccessibleName("Tempo, per cent of the written one")
        self.tempo.setToolTip("Tempo, per cent of the written one; a double click goes back to 100 %")
        self.sa = Choice()
        for name in NAMES:
            self.sa.addItem(f"Sa = {name}")
        self.sa.setAccessibleName("Sa: moves the sound and the views")
        self.sa.setToolTip("Sa: moves the sound and the views")
        self.instrument = InstrumentChoice(self.playback)
        self.volume = QSlider(Qt.Orientation.Horizontal)
        self.volume.setRange(0, 100)
        self.volume.setFixedWidth(VOLUME_WIDTH)
        self.volume.setAccessibleName("Volume, per cent")
        self.count_in = _toggle("Count-in", "Count one bar before playing begins")
        self.metronome = IconButton("metronome", "Metronome: click every beat")
        self.metronome.setCheckable(True)
        self.metronome.setProperty("role", "transport")
        self.more = IconButton("more", "More controls")

    def _arrange(self) -> None:
        for choice in (self.sa, self.instrument):
            choice.setSizeAdjustPolicy(Choice.SizeAdjustPolicy.AdjustToContents)
            choice.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        # a click must not take the focus from the text that is being written, nor Space from Play
        for widget in (
            self.play_button, self.stop_button, self.seek, self.loop_button, self.a_button, self.b_button, self.sa,
            self.instrument, self.volume, self.count_in, self.metronome, self.more,
        ):  # fmt: skip
            widget.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        loop = _group(self.loop_button, self.a_button, self.b_button)
        self._volume_sign = QLabel()
        volume = _group(self._volume_sign, self.volume, spacing=6)
        self.bar = OverflowRow(self.more)
        self.bar.add(self.play_button)
        self.bar.add(self.stop_button)
        self.bar.add(self.time)
        self.bar.add(self.seek, stretch=1)
        self.bar.add(loop, rank=6, words="Loop")
        self.bar.add(self.tempo, rank=5, words="Tempo")
        self.bar.add(self.sa, rank=4, words="Sa")
        self.bar.add(self.instrument, rank=3, words="Instrument")
        self.bar.add(volume, rank=2, words="Volume")
        self.bar.add(self.count_in, rank=1, words="Before playing")
        self.bar.add(self.metronome, rank=0, words="Metronome")
        self.notice = TransportNotice(self)
        inner = QHBoxLayout()
        inner.setContentsMargins(16, 4, 16, 4)
        inner.addWidget(self.bar)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 1, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.notice)
        column.addLayout(inner)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def _restore(self) -> None:
        session, player = self._session, self.playback.player
        self.tempo.setValue(_whole(session.get("transport.tempo"), 100))
        self.volume.setValue(_whole(session.get("transport.volume"), FIRST_VOLUME))
        self.count_in.setChecked(session.get("transport.count_in") is True)
        self.metronome.setChecked(session.get("transport.metronome") is True)
        session.set_transpose(_whole(session.get("transport.transpose"), 0))
        player.set_tempo(self.tempo.value())
        player.set_volume(self.volume.value() / 100)
        player.set_count_in(None if self.count_in.isChecked() else 0)
        player.set_metronome(self.metronome.isChecked())

    def _connect(self) -> None:
        session, playback = self._session, self.playback
        self.play_button.clicked.connect(playback.toggle)
        self.stop_button.clicked.connect(playback.stop)
        self.seek.sought.connect(playback.seek)
        self.seek.previewed.connect(self._show_time)
        self.seek.region_drawn.connect(self._on_region)
        self.loop_button.clicked.connect(playback.set_looping)
        self.a_button.clicked.connect(lambda: playback.set_edge(first=True))
        self.b_button.clicked.connect(lambda: playback.set_edge(first=False))
        self.tempo.valueChanged.connect(self._on_tempo)
        self.sa.activated.connect(self._on_sa)
        self.volume.valueChanged.connect(self._on_volume)
        self.count_in.toggled.connect(self._on_count_in)
        self.metronome.toggled.connect(self._on_metronome)
        self.notice.silence_wanted.connect(lambda: playback.set_silent(True))
        self.notice.sound_wanted.connect(self._on_sound_wanted)
        playback.ticked.connect(self._on_tick)
        playback.planned.connect(self._on_plan)
        playback.looped.connect(self._on_loop)
        playback.troubled.connect(self._on_trouble)
        session.document.reading_ready.connect(self._on_reading)
        session.transposed.connect(self._on_transposed)
        session.theme.changed.connect(self._dress)

    def commands(self) -> list[tuple[str, str, Callable[[], object]]]:
        """Return what a menu offers: text, key, deed."""
        playback = self.playback
        return [
            ("&Play or pause", "Space", playback.toggle),
            ("Play from the &cursor", "Shift+Space", playback.play_from_cursor),
            ("&Stop", "Ctrl+.", playback.stop),
            ("&Loop the selection, or A to B", "Ctrl+L", lambda: playback.set_looping(not playback.looping)),
            ("Loop begins here (&A)", "[", lambda: playback.set_edge(first=True)),
            ("Loop ends here (&B)", "]", lambda: playback.set_edge(first=False)),
        ]

    # -- what the user does ---------------------------------------------------------------------------------------

    def _on_tempo(self, percent: int) -> None:
        self.playback.player.set_tempo(percent)
        self._session.put("transport.tempo", percent)

    def _on_volume(self, percent: int) -> None:
        self.playback.player.set_volume(percent / 100)
        self.volume.setToolTip(f"Volume: {percent} %")
        self._session.put("transport.volume", percent)

    def _on_count_in(self, on: bool) -> None:
        self.playback.player.set_count_in(None if on else 0)
        self._session.put("transport.count_in", on)

    def _on_metronome(self, on: bool) -> None:
        self.playback.player.set_metronome(on)
        self._session.put("transport.metronome", on)

    def _on_sa(self, place: int) -> None:
        # the nearest way there: a fourth down rather than a fifth up
        self._session.set_transpose((place - self._tonic + 5) % 12 - 5)

    def _on_region(self, start: float, end: float) -> None:
        self.playback.set_region((start, end))
        if not self.playback.looping:
            self.playback.looping = True
            self.playback.set_region((start, end))

    def _on_sound_wanted(self) -> None:
        if self.playback.player.silent:
            self.playback.set_silent(False)
        else:
            self.playback.look()

    # -- what it shows --------------------------------------------------------------------------------------------

    def _on_reading(self, *_: object) -> None:
        self._tonic = self._session.document.reading.score.key.tonic_class
        self._on_transposed(self._session.transpose)

    def _on_transposed(self, semitones: int) -> None:
        self.sa.setCurrentIndex((self._tonic + semitones) % 12)
        self._session.put("transport.transpose", semitones)

    def _on_plan(self, *_: object) -> None:
        self.seek.set_length(self.playback.plan.seconds)
        self._on_tick(self.playback.player.now())

    def _on_loop(self) -> None:
        self.loop_button.setChecked(self.playback.looping)
        self.seek.set_region(self.playback.region if self.playback.looping else None)

    def _on_tick(self, now: Now) -> None:
        self.seek.show_position(now.position)
        if not self.seek.dragging:
            self._show_time(now.position, now.counting)
        pause = now.playing or self.playback.opening
        if pause != self._shows_pause:
            self._shows_pause = pause
            self._dress_play()
        self._allow_play()

    def _show_time(self, seconds: float, counting: int = 0) -> None:
        length = clock(self.playback.plan.seconds)
        text = f"{f'−{counting}' if counting else clock(seconds)} / {length}"
        if text != self.time.text():
            self.time.setText(text)
            self.time.setMinimumWidth(self.time.fontMetrics().horizontalAdvance(f"{length} / {length}"))

    def _on_trouble(self, words: str) -> None:
        self.notice.show_trouble(words, silent=self.playback.player.silent)
        self._allow_play()

    def _allow_play(self) -> None:
        """Let Play be pressed where that can lead to something; its tooltip says why it cannot."""
        empty = not self.playback.plan.seconds
        blocked = self.playback.blocked and not self.playback.player.silent
        words = "Pause" if self._shows_pause else "Play"
        if empty:
            tip = "There is nothing to play yet: write a tune, or generate one"
        elif blocked:
            tip = self.playback.trouble
        else:
            tip = f"{words} (Space)"
        if tip != self.play_button.toolTip():
            self.play_button.setToolTip(tip)
            self.play_button.setAccessibleName(words)
            self.play_button.setEnabled(not (empty or blocked))
            self.seek.setEnabled(not empty)

    # -- dress ----------------------------------------------------------------------------------------------------

    def _dress(self, colours: Tokens) -> None:
        self.setStyleSheet(_style(colours))
        self.seek.set_colours(colours)
        self.notice.set_colours(colours)
        for button in (self.stop_button, self.more):
            button.set_colours(colours)
        # a filled square looks smaller than the lines of other icons
        self.stop_button.setIconSize(self.stop_button.iconSize() * 1.25)
        self.metronome.setIcon(icons.icon("metronome", colours.muted, colours.ink))
        self._volume_sign.setPixmap(icons.pixmap("volume", colours.muted))
        self._dress_play()

    def _dress_play(self) -> None:
        colours = self._session.theme.tokens
        self.play_button.setIcon(icons.icon("pause" if self._shows_pause else "play", colours.on_accent, size=20))

    # -- Qt -------------------------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        """Be as high as the design says, or higher where the text is larger."""
        found = super().sizeHint()
        return QSize(found.width(), max(found.height(), HEIGHT + self.notice.room()))

    def showEvent(self, event: QShowEvent) -> None:
        """Look for sound once, after the window has been drawn."""
        super().showEvent(event)
        if self._first_look:
            self._first_look = False
            QTimer.singleShot(LOOK_MS, self, self.playback.look)

    def hideEvent(self, event: QHideEvent) -> None:
        """Close the pop-up with the panel."""
        self.bar.popup.hide()
        super().hideEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Look again for a missing device when the user comes back to the window."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow() and self.playback.trouble:
            self.playback.look()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave keys to the window."""
        event.ignore()


def _toggle(text: str, words: str, *, checkable: bool = True) -> QToolButton:
    found = QToolButton()
    found.setText(text)
    found.setCheckable(checkable)
    found.setToolTip(words)
    found.setAccessibleName(words)
    found.setProperty("role", "transport")
    return found


def _group(*widgets: QWidget, spacing: int = 0) -> QWidget:
    found = QWidget()
    row = QHBoxLayout(found)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(spacing)
    for widget in widgets:
        row.addWidget(widget)
    found.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    return found


def _whole(value: object, otherwise: int) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else otherwise


def _style(t: Tokens) -> str:
    return f"""
    TransportPanel {{ background: {t.panel}; border: none; border-top: 1px solid {t.line}; }}
    QFrame#more {{ background: {t.panel}; border: 1px solid {t.line}; border-radius: 8px; }}
    QFrame#more QLabel {{ color: {t.muted}; }}
    QToolButton#play {{ background: {t.accent}; border: 2px solid {t.accent}; border-radius: {PLAY_SIZE // 2}px;
        padding: 0; }}
    QToolButton#play:focus {{ border-color: {t.ink}; }}
    QToolButton#play:disabled {{ background: {t.line}; border-color: {t.line}; }}
    QToolButton[role="transport"] {{ border: 1px solid transparent; background: transparent; color: {t.muted};
        padding: 5px 8px; }}
    QToolButton[role="transport"]:hover {{ background: {t.hover}; color: {t.ink}; }}
    QToolButton[role="transport"]:checked {{ background: {t.second_soft}; color: {t.ink};
        border-color: {t.second}; }}
    QToolButton[role="transport"]:focus {{ border-color: {t.second}; }}
    QComboBox, QSpinBox {{ border: 1px solid transparent; background: transparent; padding: 4px 6px; }}
    QComboBox {{ padding-right: 0; }}
    QComboBox:hover, QSpinBox:hover {{ background: {t.hover}; }}
    QComboBox:focus, QSpinBox:focus {{ border-color: {t.second}; }}
    """
