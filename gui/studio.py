"""The Studio workspace: its panels, and where they stand in the window."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QToolBar, QVBoxLayout, QWidget

from gui.keeping import Keeping
from gui.panels.abc_editor import AbcEditorPanel
from gui.panels.first_steps import FirstSteps
from gui.panels.leftovers import Leftovers
from gui.panels.metrics import MetricsPanel
from gui.panels.notation import NotationPanel
from gui.panels.studio_column import StudioColumn
from gui.panels.takes import TakesPanel
from gui.panels.transport import TransportPanel
from gui.session import Session

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMainWindow

SONG_WIDTH, METRICS_WIDTH, ABC_HEIGHT = 312, 264, 230
SONG_HEIGHT, TAKES_HEIGHT = 560, 124


class Studio:
    """Builds the panels step by step, so that a window on screen stays alive meanwhile."""

    def __init__(self, session: Session, keeping: Keeping, window: "QMainWindow") -> None:
        self.session, self.keeping, self.window = session, keeping, window
        self.docks: dict[str, QDockWidget] = {}

    def build(self) -> Iterator[None]:
        """Make every panel and put it in its place; gives way after each."""
        session = self.session
        self.column = StudioColumn(session, self.keeping)
        yield
        self.notation = NotationPanel(session)
        self.first_steps = FirstSteps(session)
        self.leftovers = Leftovers(self.keeping)
        yield
        self.editor = AbcEditorPanel(session)
        yield
        self.takes = TakesPanel(session)
        self.metrics = MetricsPanel(session)
        yield
        self.transport = TransportPanel(session)
        yield
        self._place()

    def _place(self) -> None:
        window = self.window
        centre = QWidget(window)
        centre.setProperty("role", "panel")
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.leftovers, self.first_steps, self.notation):
            column.addWidget(widget)
        window.setCentralWidget(centre)
        areas = Qt.DockWidgetArea
        window.setCorner(Qt.Corner.BottomLeftCorner, areas.LeftDockWidgetArea)
        window.setCorner(Qt.Corner.BottomRightCorner, areas.RightDockWidgetArea)
        self._dock("song", "Song and model", self.column, areas.LeftDockWidgetArea)
        self._dock("takes", "Takes", self.takes, areas.LeftDockWidgetArea)
        self._dock("metrics", "Measures", self.metrics, areas.RightDockWidgetArea)
        self._dock("abc", "ABC", self.editor, areas.BottomDockWidgetArea)
        self.bar = bar = QToolBar("Transport", window)
        bar.setObjectName("transport")
        bar.setMovable(False)
        bar.toggleViewAction().setEnabled(False)
        bar.addWidget(self.transport)
        window.addToolBar(Qt.ToolBarArea.BottomToolBarArea, bar)

    def size_docks(self) -> None:
        """Give the docks the sizes that they have in a new window."""
        docks = self.docks
        horizontal, vertical = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        self.window.resizeDocks([docks["song"], docks["metrics"]], [SONG_WIDTH, METRICS_WIDTH], horizontal)
        self.window.resizeDocks([docks["song"], docks["takes"]], [SONG_HEIGHT, TAKES_HEIGHT], vertical)
        self.window.resizeDocks([docks["abc"]], [ABC_HEIGHT], vertical)

    def _dock(self, name: str, title: str, content: QWidget, area: Qt.DockWidgetArea) -> None:
        dock = QDockWidget(title, self.window)
        dock.setObjectName(f"dock-{name}")
        dock.setAccessibleName(title)
        dock.setWidget(content)
        self.window.addDockWidget(area, dock)
        self.docks[name] = dock
