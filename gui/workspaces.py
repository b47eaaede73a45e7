"""The switch at the window's left edge: one workspace at a time, each made when it is first shown."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QObject, QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QToolBar, QToolButton

from gui import icons
from gui.session import Session
from gui.theme import Tokens
from gui.widgets.place import Place

if TYPE_CHECKING:
    from gui.studio import Studio

RAIL_WIDTH, ICON = 72, 22
STUDIO = "studio"


@dataclass(frozen=True, slots=True)
class Workspace:
    """A row of the rail. `make` builds what fills the window; None is the Studio, which is there from the start."""

    name: str
    title: str
    icon: str
    make: Callable[[Session], Place] | None = None


def _compare(session: Session) -> Place:
    # late: the frame of the window is on screen before anything that only this workspace needs
    from gui.panels.compare.panel import ComparePanel

    return ComparePanel(session)


def _quiz(session: Session) -> Place:
    from gui.panels.quiz.panel import QuizPanel

    return QuizPanel(session)


WORKSPACES = (
    Workspace(STUDIO, "Studio", "studio"),
    Workspace("compare", "Compare", "compare", _compare),
    Workspace("quiz", "Quiz", "quiz", _quiz),
)
"""From top to bottom; Ctrl+1 is the first."""


class Workspaces(QObject):
    """Swaps the window's middle; the Studio's docks and transport are put away meanwhile and come back as they were."""

    changed = Signal(str)
    """Another workspace is shown, by name."""

    def __init__(self, session: Session, window: QMainWindow, studio: "Studio", version: int) -> None:
        super().__init__(window)
        self._session, self._window, self._studio, self._version = session, window, studio, version
        self._layout: QByteArray | None = None
        self._places: dict[str, Place] = {}
        self.current = STUDIO
        self._stack = QStackedWidget(window)
        middle = window.takeCentralWidget()
        assert middle is not None  # noqa: S101  the Studio has placed it
        self._middle = middle
        self._stack.addWidget(self._middle)
        window.setCentralWidget(self._stack)
        self.rail = QToolBar("Workspaces", window)
        self.rail.setObjectName("workspaces")
        self.rail.setMovable(False)
        self.rail.setProperty("role", "rail")
        self.rail.toggleViewAction().setEnabled(False)
        self.rail.setIconSize(QSize(ICON, ICON))
        self.rail.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        self.actions: dict[str, QAction] = {}
        self._group = QActionGroup(self)
        for number, row in enumerate(WORKSPACES, 1):
            self._add(row, number)
        window.addToolBar(Qt.ToolBarArea.LeftToolBarArea, self.rail)
        session.theme.changed.connect(self._dress)
        self._dress(session.theme.tokens)

    def _add(self, row: Workspace, number: int) -> None:
        action = QAction(row.title, self._window)
        action.setCheckable(True)
        action.setChecked(row.name == STUDIO)
        action.setShortcut(QKeySequence(f"Ctrl+{number}"))
        action.setToolTip(f"{row.title} (Ctrl+{number})")
        action.triggered.connect(lambda _=False: self.show(row.name))
        self._group.addAction(action)
        self.actions[row.name] = action
        self.rail.addAction(action)
        button = self.rail.widgetForAction(action)
        if isinstance(button, QToolButton):
            button.setProperty("role", "workspace")
            button.setAccessibleName(row.title)
            button.setFixedWidth(RAIL_WIDTH - 8)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def place(self, name: str) -> Place:
        """Return a workspace's widget, made where it is not there yet; the Studio, the window itself, has none."""
        if name not in self._places:
            row = next(row for row in WORKSPACES if row.name == name)
            assert row.make is not None  # noqa: S101  only the Studio has none
            place = row.make(self._session)
            place.left.connect(lambda: self.show(STUDIO))
            self._places[name] = place
            self._stack.addWidget(place)
        return self._places[name]

    def show(self, name: str) -> None:
        """Show a workspace."""
        if name == self.current:
            return
        page = self._middle if name == STUDIO else self.place(name)
        if self.current == STUDIO:
            self._put_away()
        else:
            self._places[self.current].rest()
        self.current = name
        self.actions[name].setChecked(True)
        self._stack.setCurrentWidget(page)
        if name == STUDIO:
            self._bring_back()
        page.setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit(name)

    def layout(self) -> QByteArray:
        """Return the Studio's layout, to be kept."""
        return self._layout if self._layout is not None else self._window.saveState(self._version)

    def _put_away(self) -> None:
        self._layout = self._window.saveState(self._version)
        self._studio.transport.playback.pause()
        for dock in self._studio.docks.values():
            dock.hide()
        self._studio.bar.hide()

    def _bring_back(self) -> None:
        self._studio.bar.show()
        if self._layout is not None:
            self._window.restoreState(self._layout, self._version)
            self._layout = None

    def _dress(self, tokens: Tokens) -> None:
        for row in WORKSPACES:
            self.actions[row.name].setIcon(icons.icon(row.icon, tokens.muted, tokens.accent, ICON))
        self.rail.setStyleSheet(
            f"QToolBar {{ background: {tokens.rail}; border: none; padding: 4px; spacing: 4px; }}"
            " QToolButton { padding: 8px 0; }"
            f" QToolButton:focus {{ border: 1px solid {tokens.second}; }}"
        )
