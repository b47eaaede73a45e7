"""The metronome's button: on or off, how loud, and what it strikes."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLabel, QMenu, QSlider, QToolButton, QVBoxLayout, QWidget, QWidgetAction

from core.audio.cycle import Cycle, Stroke
from core.audio.transport_plan import Plan
from gui import icons
from gui.panels.playback import FREE
from gui.theme import GRID, Tokens

WORDS = "Metronome: strike the tala, or the beats"
SLIDER_WIDTH = 160
SIGNS = {Stroke.SAM: "+", Stroke.TALI: "|", Stroke.KHALI: "0", Stroke.MATRA: "·"}
MOST_SIGNS = 32


class Metronome(QToolButton):
    """Stays as the user set it where the rhythm is free, but cannot be used there."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setProperty("role", "transport")
        self.setAccessibleName(WORDS)
        self.volume = QSlider(Qt.Orientation.Horizontal)
        self.volume.setRange(0, 100)
        self.volume.setMinimumWidth(SLIDER_WIDTH)
        self.volume.setAccessibleName("Volume of the metronome, per cent")
        self._strokes = QLabel()
        label = QLabel("Volume of the metronome")
        label.setBuddy(self.volume)
        body = QWidget(self)
        column = QVBoxLayout(body)
        column.setContentsMargins(2 * GRID, GRID, 2 * GRID, GRID)
        for widget in (self._strokes, label, self.volume):
            column.addWidget(widget)
        menu = QMenu(self)
        action = QWidgetAction(menu)
        action.setDefaultWidget(body)
        menu.addAction(action)
        self.setMenu(menu)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        self._shown: tuple[bool, Cycle | None] | None = None
        self.show_beats(Plan())

    def show_beats(self, plan: Plan) -> None:
        """Say what is struck."""
        free = bool(plan.seconds) and not plan.beats
        cycle = plan.beats[0].cycle if plan.beats else None
        if (free, cycle) == self._shown:
            return
        self._shown = (free, cycle)
        said = FREE if free else _said(cycle) if cycle else ""
        self.setEnabled(not free)
        self.setToolTip(said if free else f"{WORDS}\n{said}" if said else WORDS)
        self._strokes.setText(said)
        self._strokes.setVisible(bool(said))

    def set_colours(self, colours: Tokens) -> None:
        """Draw the icon in the theme's colours."""
        size = max(16, self.fontMetrics().height())
        self.setIconSize(QSize(size, size))
        self.setIcon(icons.icon("metronome", colours.muted, colours.ink, size))


def _said(cycle: Cycle) -> str:
    """Draw a cycle: `+` sam, `|` tali or beat, `0` khali, a dot for a matra."""
    signs = " ".join(SIGNS[stroke] for _, stroke in cycle.strokes[:MOST_SIGNS])
    count = len(cycle.strokes)
    return f"{signs}   ({count} {'matras' if cycle.tala else 'beats'})"
