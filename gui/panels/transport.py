"""The bar under everything: play, the line of time, loop, tempo, Sa, instrument, volume, count-in."""

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QHideEvent, QKeyEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from core.audio.player import FASTEST, SLOWEST
from core.score.edit import transposed_key
from core.score.signatures import Key
from gui import icons
from gui.panels.instrument_choice import InstrumentChoice
from gui.panels.play_controls import PlayControls
from gui.panels.playback import FREE, Playback
from gui.panels.transport_dress import HEIGHT, Command, group, hang, style, toggle
from gui.panels.transport_metronome import Metronome
from gui.session import Session
from gui.theme import Tokens
from gui.widgets.icon_button import IconButton
from gui.widgets.inputs import Choice
from gui.widgets.overflow_row import OverflowRow
from gui.widgets.space_keeper import SpaceKeeper
from gui.widgets.tempo_box import TempoBox

EMPTY = "There is nothing to play yet: write a tune, or generate one"
VOLUME_WIDTH = 72
FIRST_VOLUME = 80
LOOP = "Loop the selected notes, or the stretch from A to B (L)"
COUNT_IN = "Count one cycle of the tala, or one bar, before playing begins"
SIGNS = str.maketrans("b#", "♭♯")
LOOK_MS = 400
"""After the first show: loading the sound libraries must not hold up the first picture."""


class TransportPanel(QFrame):
    """Everything that plays. `playback` is its engine room; the window gives `commands` their keys."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.playback = Playback(session, self)
        self._tonic = 0
        self._key: Key | None = None
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
        self.controls = PlayControls(self._session, self.playback.deck, EMPTY, self)
        self.loop_button = toggle("Loop A–B", LOOP)
        self.loop_menu = hang(self.loop_button, self._loop_commands())
        self.a_button = toggle("A", "The loop begins here ([)", checkable=False)
        self.b_button = toggle("B", "The loop ends here (])", checkable=False)
        self.tempo = TempoBox(SLOWEST, FASTEST)
        self.tempo.setAccessibleName("Tempo, per cent of the written one")
        self.tempo.setToolTip("Tempo, per cent of the written one; a double click goes back to 100 %")
        self.sa = Choice()
        self.sa.addItems([""] * 12)
        self.sa.setAccessibleName("Sa: moves the sound and the views")
        self.sa.setToolTip("Sa: moves the sound and the views")
        self.instrument = InstrumentChoice(self.playback)
        self.volume = QSlider(Qt.Orientation.Horizontal)
        self.volume.setRange(0, 100)
        self.volume.setFixedWidth(VOLUME_WIDTH)
        self.volume.setAccessibleName("Volume, per cent")
        self.count_in = toggle("Count-in", COUNT_IN)
        self.metronome = Metronome(self)
        self.more = IconButton("more", "More controls")

    def _arrange(self) -> None:
        for choice in (self.sa, self.instrument):
            choice.setSizeAdjustPolicy(Choice.SizeAdjustPolicy.AdjustToContents)
            choice.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        # as for the controls to play: a click must not take the focus from the text that is being written
        for widget in (
            self.loop_button, self.a_button, self.b_button, self.sa, self.instrument, self.volume, self.count_in,
            self.metronome, self.more,
        ):  # fmt: skip
            widget.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        loop = group(self.loop_button, self.a_button, self.b_button)
        self._volume_sign = QLabel()
        volume = group(self._volume_sign, self.volume, spacing=6)
        self.bar = OverflowRow(self.more)
        controls = self.controls
        self.bar.add(controls.play_button)
        self.bar.add(controls.stop_button)
        self.bar.add(controls.time)
        self.bar.add(controls.seek, stretch=1)
        self.bar.add(loop, rank=6, words="Loop")
        self.bar.add(self.tempo, rank=5, words="Tempo")
        self.bar.add(self.sa, rank=4, words="Sa")
        self.bar.add(self.instrument, rank=3, words="Instrument")
        self.bar.add(volume, rank=2, words="Volume")
        self.bar.add(self.count_in, rank=1, words="Before playing")
        self.bar.add(self.metronome, rank=0, words="Metronome")
        inner = QHBoxLayout()
        inner.setContentsMargins(16, 4, 16, 4)
        inner.addWidget(self.bar)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 1, 0, 0)
        column.setSpacing(0)
        column.addWidget(controls.notice)
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
        self.metronome.volume.setValue(_whole(session.get("transport.metronome_volume"), FIRST_VOLUME))
        player.set_count_in(self.count_in.isChecked())
        player.set_metronome(self.metronome.isChecked())
        player.set_metronome_volume(self.metronome.volume.value() / 100)

    def _connect(self) -> None:
        session, playback = self._session, self.playback
        self.controls.seek.region_drawn.connect(self._on_region)
        self.loop_button.clicked.connect(playback.set_looping)
        self.a_button.clicked.connect(lambda: playback.set_edge(first=True))
        self.b_button.clicked.connect(lambda: playback.set_edge(first=False))
        self.tempo.valueChanged.connect(self._on_tempo)
        self.sa.activated.connect(self._on_sa)
        # L is a letter where text is written
        QShortcut(QKeySequence("Ctrl+L"), self).activated.connect(self._loop_commands()[0][2])
        self.volume.valueChanged.connect(self._on_volume)
        self.count_in.toggled.connect(self._on_count_in)
        self.metronome.toggled.connect(self._on_metronome)
        self.metronome.volume.valueChanged.connect(self._on_metronome_volume)
        playback.planned.connect(self._on_plan)
        playback.looped.connect(self._on_loop)
        session.document.reading_ready.connect(self._on_reading)
        session.transposed.connect(self._on_transposed)
        session.theme.changed.connect(self._dress)

    def commands(self) -> list[Command]:
        """Return what a menu offers: text, key, deed."""
        playback = self.playback
        return [
            ("&Play or pause", "Space", playback.deck.toggle),
            ("Play from the selection or the &cursor", "Shift+Space", playback.play_from_cursor),
            ("&Stop", "Ctrl+.", playback.deck.stop),
            *self._loop_commands(),
            ("Loop begins here (&A)", "[", lambda: playback.set_edge(first=True)),
            ("Loop ends here (&B)", "]", lambda: playback.set_edge(first=False)),
        ]

    def _loop_commands(self) -> list[Command]:
        playback = self.playback
        return [
            ("&Loop the selection, or A to B", "L", lambda: playback.set_looping(not playback.looping)),
            ("Loop this lyric l&ine", "Ctrl+Shift+L", playback.loop_line),
            ("Loop this &tala cycle, or bar", "Ctrl+Alt+L", playback.loop_cycle),
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
        self.playback.player.set_count_in(on)
        self._session.put("transport.count_in", on)

    def _on_metronome(self, on: bool) -> None:
        self.playback.player.set_metronome(on)
        self._session.put("transport.metronome", on)

    def _on_metronome_volume(self, percent: int) -> None:
        self.playback.player.set_metronome_volume(percent / 100)
        self._session.put("transport.metronome_volume", percent)

    def _on_sa(self, place: int) -> None:
        # the nearest way there: a fourth down rather than a fifth up
        self._session.set_transpose(self._steps_to(place))

    def _steps_to(self, place: int) -> int:
        return (place - self._tonic + 5) % 12 - 5

    def _on_region(self, start: float, end: float) -> None:
        self.playback.set_region((start, end))
        if not self.playback.looping:
            self.playback.looping = True
            self.playback.set_region((start, end))

    # -- what it shows --------------------------------------------------------------------------------------------

    def _on_reading(self, *_: object) -> None:
        key = self._session.document.reading.score.key
        if key != self._key:
            self._key, self._tonic = key, key.tonic_class
            for place in range(12):
                # as the views print it
                tonic = transposed_key(key, self._steps_to(place)).tonic.translate(SIGNS)
                self.sa.setItemText(place, f"Sa = {tonic}")
        self._on_transposed(self._session.transpose)

    def _on_transposed(self, semitones: int) -> None:
        self.sa.setCurrentIndex((self._tonic + semitones) % 12)
        self._session.put("transport.transpose", semitones)

    def _on_plan(self, *_: object) -> None:
        plan = self.playback.plan
        self.metronome.show_beats(plan)
        counts = bool(plan.beats) or not plan.seconds
        if not counts and self.count_in.isEnabled() and (self.metronome.isChecked() or self.count_in.isChecked()):
            self._session.message.emit(FREE, "info")
        self.count_in.setEnabled(counts)
        self.count_in.setToolTip(COUNT_IN if counts else FREE)
        self.controls.show_plan()

    def _on_loop(self) -> None:
        self.loop_button.setChecked(self.playback.looping)
        self.loop_button.setToolTip(f"Looping {self.playback.looped_words} (L)" if self.playback.looping else LOOP)
        self.controls.seek.set_region(self.playback.region if self.playback.looping else None)

    # -- dress ----------------------------------------------------------------------------------------------------

    def _dress(self, colours: Tokens) -> None:
        self.setStyleSheet(style(colours))
        self.more.set_colours(colours)
        self.metronome.set_colours(colours)
        self._volume_sign.setPixmap(icons.pixmap("volume", colours.muted))

    # -- Qt -------------------------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        """Be as high as the design says, or higher where the text is larger."""
        found = super().sizeHint()
        return QSize(found.width(), max(found.height(), HEIGHT + self.controls.notice.room()))

    def showEvent(self, event: QShowEvent) -> None:
        """Look for sound once, after the window has been drawn."""
        super().showEvent(event)
        if self._first_look:
            self._first_look = False
            QTimer.singleShot(LOOK_MS, self, self.playback.deck.look)

    def hideEvent(self, event: QHideEvent) -> None:
        """Close the pop-up with the panel."""
        self.bar.popup.hide()
        super().hideEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Look again for a missing device when the user comes back to the window."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow() and self.playback.deck.trouble:
            self.playback.deck.look()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Escape end the selection; leave other keys to the window."""
        if event.key() == Qt.Key.Key_Escape and self._session.selection:
            self._session.select([])
        else:
            event.ignore()


def _whole(value: object, otherwise: int) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else otherwise
