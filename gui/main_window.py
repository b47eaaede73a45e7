"""The window: a frame that is on screen at once, then panels, menus, and what is remembered."""

from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow

from gui.collecting import Collector
from gui.session import Session
from gui.widgets.message_line import MessageLine

STATE_VERSION = 2
SMALLEST = (960, 600)
USUAL = (1366, 768)


class MainWindow(QMainWindow):
    """One window with one song. It owns the panels; the session owns everything they share.

    `at_once` False puts only the frame on screen and builds the rest after its first paint, a panel at a time; `ready`
    is called then.
    """

    def __init__(self, session: Session, *, at_once: bool = True, ready: Callable[[], None] | None = None) -> None:
        super().__init__()
        self.session = session
        self.built = False
        self._ready = ready
        self._collector = Collector(self, lambda: session.tasks.busy > 0)
        self.setObjectName("main")
        self.setMinimumSize(*SMALLEST)
        self.setDockOptions(QMainWindow.DockOption.AllowNestedDocks | QMainWindow.DockOption.AnimatedDocks)
        self.message = MessageLine(session.theme)
        self.menuBar().setCornerWidget(self.message)
        session.message.connect(self.message.say)
        geometry = session.get("geometry")
        if not (isinstance(geometry, str) and self.restoreGeometry(_bytes(geometry))):
            self.resize(*USUAL)
        self._steps: Iterator[None] = self._building()
        self._waits_for_paint = not at_once
        self._name()
        if at_once:
            for _ in self._steps:
                pass

    # -- building -------------------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Begin with the panels once the frame was painted."""
        if event.type() == QEvent.Type.Paint and self._waits_for_paint:
            self._waits_for_paint = False
            QTimer.singleShot(0, self._build_on)
        return super().event(event)

    def _build_on(self) -> None:
        """Do one step, and come back for the next after the window had its turn."""
        if next(self._steps, self) is not self:
            QTimer.singleShot(0, self._build_on)

    def _building(self) -> Iterator[None]:
        """Import and make everything that the frame does without."""
        from gui.keeping import Keeping

        yield
        from gui.studio import Studio
        from gui.workspaces import Workspaces

        yield
        self.keeping: Keeping = Keeping(self.session, self)
        studio = Studio(self.session, self.keeping, self)
        yield from studio.build()
        self._panels = studio
        self.workspaces: Workspaces = Workspaces(self.session, self, studio, STATE_VERSION)
        self.docks: dict[str, QDockWidget] = studio.docks
        self.studio, self.notation, self.editor = studio.column, studio.notation, studio.editor
        self.takes, self.metrics, self.transport = studio.takes, studio.metrics, studio.transport
        self.first_steps, self.leftovers = studio.first_steps, studio.leftovers
        studio.takes.compare_requested.connect(self.compare_takes)
        yield
        from gui.menus import Menus

        self.menus: Menus = Menus(
            studio, self.workspaces, restore_layout=self.restore_layout, choose_theme=self.choose_theme
        )
        document = self.session.document
        document.song_changed.connect(self._name)
        document.dirty_changed.connect(self._name)
        # only now: a dock added to a window on screen takes a size only after the window's next layout
        studio.size_docks()
        self._factory_state = self.saveState(STATE_VERSION)
        state = self.session.get("layout")
        if isinstance(state, str):
            self.restoreState(_bytes(state), STATE_VERSION)
        self._name()
        self.studio.song.lyrics.setFocus()
        self.setAcceptDrops(True)
        self._collector.start()
        self.session.sound_note.connect(self._collector.stir)
        self.session.generating.connect(self._collector.hold)
        self.session.closing.append(self._collector.end)
        self.built = True
        if self._ready is not None:
            self._ready()

    # -- what goes on ---------------------------------------------------------------------------------------------

    def open_file(self, path: Path) -> None:
        """Open a file named on the command line."""
        self.keeping.open(path, self)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Welcome a file anywhere in the Studio; the other workspaces ask for files of their own."""
        # late: the frame of the window does without
        from gui.workspaces import STUDIO

        if self.workspaces.current == STUDIO:
            self.studio.song.dragEnterEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Do with a file what the song panel does."""
        self.studio.song.dropEvent(event)

    def compare_takes(self, older: str, newer: str) -> None:
        """Show two takes of the song in the Compare workspace, the older one as the reference."""
        # late: the workspace is made when it is first shown
        from gui.panels.compare.panel import ComparePanel

        place = self.workspaces.place("compare")
        self.workspaces.show("compare")
        if isinstance(place, ComparePanel):
            place.source.choose_takes(older, newer)

    def restore_layout(self) -> None:
        """Put the panels back where they were when the program was new."""
        self.workspaces.show("studio")
        self.restoreState(self._factory_state, STATE_VERSION)
        for dock in self.docks.values():
            dock.show()
        self._panels.size_docks()

    def choose_theme(self, mode: str) -> None:
        """Use a theme from now on: `system`, `light` or `dark`."""
        self.session.theme.set_mode(mode)
        self.session.put("theme", mode)

    def _name(self, *_: object) -> None:
        document = self.session.document
        name = document.path.name if document.path else document.song.title or "New song"
        self.setWindowTitle(f"{name}[*] - Swaralipi Studio")
        self.setWindowModified(document.dirty)

    # -- the end --------------------------------------------------------------------------------------------------

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about unsaved work, remember the layout, and end everything that runs."""
        if self.built and self.session.document.dirty:
            event.ignore()
            self.keeping.before_losing(self, self._leave)
            return
        self._steps = iter(())
        if self.built:
            self.session.put("geometry", _text(self.saveGeometry()))
            self.session.put("layout", _text(self.workspaces.layout()))
        self.session.close()
        event.accept()

    def _leave(self) -> None:
        self.session.document.set_dirty(False)
        self.close()


def _bytes(text: str) -> QByteArray:
    return QByteArray.fromBase64(text.encode("ascii", "ignore"))


def _text(state: QByteArray) -> str:
    return bytes(state.toBase64().data()).decode()
