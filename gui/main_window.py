"""The window: panels around the score, menus over everything, and what is remembered."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QAction, QActionGroup, QCloseEvent, QKeySequence
from PySide6.QtWidgets import (
    QDockWidget,
    QFrame,
    QMainWindow,
    QMenu,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from gui import exporting
from gui.dialogs.about import AboutDialog, ShortcutsDialog
from gui.dialogs.compare_takes import CompareTakes
from gui.keeping import Keeping
from gui.panels.abc_editor import AbcEditorPanel
from gui.panels.first_steps import FirstSteps
from gui.panels.generate import GeneratePanel
from gui.panels.leftovers import Leftovers
from gui.panels.metrics import MetricsPanel
from gui.panels.model import ModelPanel
from gui.panels.notation import NotationPanel
from gui.panels.open_model import OpenModel
from gui.panels.prompt import PromptPanel
from gui.panels.song import SongPanel
from gui.panels.takes import TakesPanel
from gui.panels.transport import TransportPanel
from gui.panels.wanted import Wanted
from gui.session import Session
from gui.theme import MODES

STATE_VERSION = 1
SMALLEST = (960, 600)
USUAL = (1366, 768)
MESSAGE_MS = 8_000


class MainWindow(QMainWindow):
    """One window with one song. It owns the panels; the session owns everything they share."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.setObjectName("main")
        self.setMinimumSize(*SMALLEST)
        self.setDockOptions(QMainWindow.DockOption.AllowNestedDocks | QMainWindow.DockOption.AnimatedDocks)
        self.keeping = Keeping(session, self)
        self.wanted = Wanted(session, self)
        self.model = OpenModel(session, self.wanted, self)
        self._build_panels()
        self._build_docks()
        self._build_menus()
        self._connect()
        self._factory_state = self.saveState(STATE_VERSION)
        self._restore()
        self._name()

    # -- panels ---------------------------------------------------------------------------------------------------

    def _build_panels(self) -> None:
        session = self.session
        self.song = SongPanel(session, self.wanted, self.keeping)
        self.prompt = PromptPanel(session, self.wanted, self.model)
        self.models = ModelPanel(session, self.wanted, self.model)
        self.generate = GeneratePanel(session, self.wanted, self.model, self.prompt)
        self.takes = TakesPanel(session)
        self.editor = AbcEditorPanel(session)
        self.notation = NotationPanel(session)
        self.metrics = MetricsPanel(session)
        self.transport = TransportPanel(session)
        self.first_steps = FirstSteps(session)
        self.leftovers = Leftovers(self.keeping)

    def _build_docks(self) -> None:
        centre = _column([self.leftovers, self.first_steps, self.notation, self.transport], self)
        self.setCentralWidget(centre)
        self.setCorner(Qt.Corner.BottomLeftCorner, Qt.DockWidgetArea.LeftDockWidgetArea)
        self.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)
        left, right = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
        asking = _column([_scrolling([self.song, self.prompt, self.models]), self.generate], self)
        self.docks = {
            "song": self._dock("song", "Song and model", asking, left),
            "takes": self._dock("takes", "Takes", self.takes, left),
            "metrics": self._dock("metrics", "Measures", _scrolling([self.metrics]), right),
            "abc": self._dock("abc", "ABC", self.editor, Qt.DockWidgetArea.BottomDockWidgetArea),
        }
        self._size_docks()

    def _size_docks(self) -> None:
        docks = self.docks
        self.resizeDocks([docks["song"], docks["metrics"]], [312, 264], Qt.Orientation.Horizontal)
        self.resizeDocks([docks["song"], docks["takes"]], [520, 150], Qt.Orientation.Vertical)
        self.resizeDocks([docks["abc"]], [230], Qt.Orientation.Vertical)

    def _dock(self, name: str, title: str, content: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
        dock = QDockWidget(title, self)
        dock.setObjectName(f"dock-{name}")
        dock.setAccessibleName(title)
        dock.setWidget(content)
        self.addDockWidget(area, dock)
        return dock

    # -- menus ----------------------------------------------------------------------------------------------------

    def _build_menus(self) -> None:
        bar = self.menuBar()
        self._file_menu(bar.addMenu("&File"))
        edit = bar.addMenu("&Edit")
        self._add(edit, "&Undo", QKeySequence.StandardKey.Undo, self.editor.undo)
        self._add(edit, "&Redo", QKeySequence.StandardKey.Redo, self.editor.redo)
        edit.addSeparator()
        self._add(edit, "&Find in ABC", QKeySequence.StandardKey.Find, self.editor.find)
        self._add(edit, "&Next finding", "F8", lambda: self.editor.step_finding(1))
        self._add(edit, "&Previous finding", "Shift+F8", lambda: self.editor.step_finding(-1))
        make = bar.addMenu("&Generate")
        self._add(make, "&Generate", "Ctrl+Return", self.generate.start)
        self._add(make, "&Cancel", None, self.generate.cancel)
        play = bar.addMenu("&Play")
        for text, keys, call in self.transport.commands():
            self._add(play, text, keys, call)
        self._view_menu(bar.addMenu("&View"))
        help_menu = bar.addMenu("&Help")
        self._add(help_menu, "&Keyboard shortcuts", "F1", self._show_shortcuts)
        self._add(help_menu, "&First steps", None, self.first_steps.show_again)
        self._add(help_menu, "&About Swaralipi Studio", None, self._show_about)

    def _file_menu(self, menu: QMenu) -> None:
        self._add(menu, "&New song", QKeySequence.StandardKey.New, lambda: self.keeping.new(self))
        self._add(menu, "&Open…", QKeySequence.StandardKey.Open, lambda: self.keeping.ask_open(self))
        self.recent_menu = menu.addMenu("Open &recent")
        self.recent_menu.aboutToShow.connect(self._fill_recent)
        menu.addSeparator()
        self._add(menu, "&Save", QKeySequence.StandardKey.Save, lambda: self.keeping.save(self))
        self._add(menu, "Save &as…", "Ctrl+Shift+S", lambda: self.keeping.ask_save(self))
        menu.addSeparator()
        export = menu.addMenu("&Export")
        for row in exporting.rows():
            self._add(export, row.title, None, lambda row=row: exporting.ask(self.session, row, self))
        menu.addSeparator()
        self._add(menu, "&Quit", QKeySequence.StandardKey.Quit, self.close)

    def _view_menu(self, menu: QMenu) -> None:
        for name, dock in self.docks.items():
            action = dock.toggleViewAction()
            action.setShortcut(QKeySequence(f"Ctrl+Alt+{list(self.docks).index(name) + 1}"))
            menu.addAction(action)
        self._add(menu, "&Restore the layout", None, self.restore_layout)
        menu.addSeparator()
        themes = menu.addMenu("&Theme")
        group = QActionGroup(self)
        for mode in MODES:
            action = self._add(themes, mode.capitalize(), None, lambda mode=mode: self._choose_theme(mode))
            action.setCheckable(True)
            action.setChecked(self.session.theme.mode == mode)
            group.addAction(action)

    def _add(
        self, menu: QMenu, text: str, keys: QKeySequence.StandardKey | str | None, call: Callable[[], object]
    ) -> QAction:
        action = QAction(text, self)
        if keys is not None:
            action.setShortcut(QKeySequence(keys))
        action.triggered.connect(lambda *_: call())
        menu.addAction(action)
        return action

    def _fill_recent(self) -> None:
        self.recent_menu.clear()
        files = self.keeping.recent()
        for path in files:
            self._add(self.recent_menu, path.name.replace("&", "&&"), None, lambda path=path: self.keeping.open(path, self))
        if files:
            self.recent_menu.addSeparator()
            self._add(self.recent_menu, "Forget these", None, self.keeping.forget_recent)
        else:
            self._add(self.recent_menu, "Nothing yet", None, lambda: None).setEnabled(False)

    # -- what goes on ---------------------------------------------------------------------------------------------

    def _connect(self) -> None:
        session, document = self.session, self.session.document
        session.message.connect(lambda text, _kind: self.statusBar().showMessage(text, MESSAGE_MS))
        document.song_changed.connect(self._name)
        document.dirty_changed.connect(self._name)
        self.takes.compare_requested.connect(self._compare)
        self.statusBar().setSizeGripEnabled(False)

    def open_file(self, path: Path) -> None:
        """Open a file named on the command line or dropped on the window."""
        self.keeping.open(path, self)

    def restore_layout(self) -> None:
        """Put the panels back where they were when the program was new."""
        self.restoreState(self._factory_state, STATE_VERSION)
        for dock in self.docks.values():
            dock.show()
        self._size_docks()

    def _name(self, *_: object) -> None:
        document = self.session.document
        name = document.path.name if document.path else document.song.title or "New song"
        self.setWindowTitle(f"{name}[*] - Swaralipi Studio")
        self.setWindowModified(document.dirty)

    def _compare(self, first: str, second: str) -> None:
        dialog = CompareTakes(self.session, first, second, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _choose_theme(self, mode: str) -> None:
        self.session.theme.set_mode(mode)
        self.session.put("theme", mode)

    def _show_shortcuts(self) -> None:
        rows = [
            (action.text().replace("&", ""), action.shortcut().toString(QKeySequence.SequenceFormat.NativeText))
            for action in self.findChildren(QAction)
            if not action.shortcut().isEmpty()
        ]
        ShortcutsDialog(rows, self).open()

    def _show_about(self) -> None:
        AboutDialog(self).open()

    # -- remembered -----------------------------------------------------------------------------------------------

    def _restore(self) -> None:
        geometry, state = self.session.get("geometry"), self.session.get("layout")
        if not (isinstance(geometry, str) and self.restoreGeometry(_bytes(geometry))):
            self.resize(*USUAL)
        if isinstance(state, str):
            self.restoreState(_bytes(state), STATE_VERSION)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about unsaved work, remember the layout, and end everything that runs."""
        if self.session.document.dirty:
            event.ignore()
            self.keeping.before_losing(self, self._leave)
            return
        self._remember()
        self.session.close()
        event.accept()

    def _leave(self) -> None:
        self.session.document.set_dirty(False)
        self.close()

    def _remember(self) -> None:
        self.session.put("geometry", self.saveGeometry().toBase64().data().decode())
        self.session.put("layout", self.saveState(STATE_VERSION).toBase64().data().decode())


def _bytes(text: str) -> QByteArray:
    return QByteArray.fromBase64(text.encode("ascii", "ignore"))


def _column(widgets: list[QWidget], parent: QWidget) -> QWidget:
    """Return the widgets one under another, without margins."""
    column = QWidget(parent)
    column.setProperty("role", "panel")
    layout = QVBoxLayout(column)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    for widget in widgets:
        layout.addWidget(widget)
    return column


def _scrolling(widgets: list[QWidget]) -> QScrollArea:
    """Return the widgets one under another in an area that scrolls."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setProperty("role", "panel")
    inside = _column(widgets, area)
    layout = inside.layout()
    if isinstance(layout, QVBoxLayout):
        layout.addStretch(1)
    area.setWidget(inside)
    area.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
    return area
