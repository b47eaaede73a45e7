"""The bar under the comparison: play, which of the two is heard, the line of time."""

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from gui.panels.compare.sound import LINES, CompareSound
from gui.panels.play_controls import PlayControls
from gui.panels.transport_dress import HEIGHT, frame_style
from gui.session import Session
from gui.theme import Tokens
from gui.widgets.segmented import Segmented
from gui.widgets.space_keeper import SpaceKeeper

EMPTY = "There is nothing to play yet: choose what is compared"
WORDS = {
    "one": ("Reference", "Hear the reference (X changes to the take in the same place)"),
    "other": ("Take", "Hear the take (X changes to the reference in the same place)"),
    "both": ("Both", "Hear both at once, bar beside bar: the reference on the left, the take on the right"),
}


class CompareTransport(QFrame):
    """Shows and moves a CompareSound."""

    def __init__(self, session: Session, sound: CompareSound, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sound = sound
        self.controls = PlayControls(session, sound.deck, EMPTY, self)
        self.lines = Segmented([(line, WORDS[line][0]) for line in LINES], "Heard", parent=self)
        for line in LINES:
            self.lines.button(line).setToolTip(WORDS[line][1])
        self._arrange()
        self.lines.chosen.connect(sound.set_line)
        sound.changed.connect(self._on_changed)
        session.theme.changed.connect(self._dress)
        SpaceKeeper(self)
        self._dress(session.theme.tokens)
        self._on_changed()

    def _arrange(self) -> None:
        controls = self.controls
        row = QHBoxLayout()
        row.setContentsMargins(16, 4, 16, 4)
        row.setSpacing(12)
        for widget in (controls.play_button, controls.stop_button, self.lines, controls.time):
            row.addWidget(widget)
        row.addWidget(controls.seek, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 1, 0, 0)
        column.setSpacing(0)
        column.addWidget(controls.notice)
        column.addLayout(row)
        self.setMinimumHeight(HEIGHT)

    def _on_changed(self) -> None:
        self.lines.set_value(self._sound.line)
        self.controls.show_plan()

    def _dress(self, tokens: Tokens) -> None:
        self.setStyleSheet(frame_style("CompareTransport", tokens))
