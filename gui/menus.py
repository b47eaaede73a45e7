"""The menus: every command of the window, with its keys."""

from collections.abc import Callable
from functools import partial

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from core.reports.paper import PAPERS
from gui import exporting, printing
from gui.dialogs.about import AboutDialog, ShortcutsDialog
from gui.panels.tidying import tidy_text
from gui.studio import Studio
from gui.theme import MODES
from gui.workspaces import STUDIO, Workspaces

Keys = QKeySequence.StandardKey | str | None


class Menus:
    """Fills the menu bar of the Studio's window, which itself does `restore_layout` and `choose_theme`."""

    def __init__(
        self,
        studio: Studio,
        workspaces: Workspaces,
        *,
        restore_layout: Callable[[], None],
        choose_theme: Callable[[str], None],
    ) -> None:
        self._studio, self._workspaces = studio, workspaces
        self._session, self._keeping = studio.session, studio.keeping
        self._restore_layout, self._choose_theme = restore_layout, choose_theme
        self._window: QMainWindow = studio.window
        bar = self._window.menuBar()
        self._file(bar.addMenu("&File"))
        edit = bar.addMenu("&Edit")
        self._edit(edit)
        generate = studio.column.generate
        make = bar.addMenu("&Generate")
        make.addAction(generate.generate_action)
        make.addAction(generate.repair_action)
        make.addAction(generate.cancel_action)
        play = bar.addMenu("&Play")
        for text, keys, call in studio.transport.commands():
            self._add(play, text, keys, call)
        self._studio_menus = (edit, play)
        self._view(bar.addMenu("&View"))
        self._help(bar.addMenu("&Help"))
        workspaces.changed.connect(self._on_workspace)

    def _on_workspace(self, name: str) -> None:
        """Leave keys to the other workspaces where a command is about the Studio's text, sound or panels."""
        docks = [dock.toggleViewAction() for dock in self._studio.docks.values()]
        for action in [*docks, *(action for menu in self._studio_menus for action in menu.actions())]:
            action.setEnabled(name == STUDIO)

    def _file(self, menu: QMenu) -> None:
        window, keeping = self._window, self._keeping
        self._add(menu, "&New song", QKeySequence.StandardKey.New, lambda: keeping.new(window))
        self._add(menu, "&Open…", QKeySequence.StandardKey.Open, lambda: keeping.ask_open(window))
        self.recent = menu.addMenu("Open &recent")
        self.recent.aboutToShow.connect(self._fill_recent)
        menu.addSeparator()
        self._add(menu, "&Save", QKeySequence.StandardKey.Save, lambda: keeping.save(window))
        self._add(menu, "Save &as…", "Ctrl+Shift+S", lambda: keeping.ask_save(window))
        menu.addSeparator()
        self._export(menu.addMenu("&Export"))
        self._add(menu, "&Print…", QKeySequence.StandardKey.Print, self._print)
        menu.addSeparator()
        self._add(menu, "&Quit", QKeySequence.StandardKey.Quit, window.close)

    def _export(self, menu: QMenu) -> None:
        session = self._session
        pictures: dict[str, QMenu] = {}
        for row in exporting.rows():
            place = menu
            if row.view:
                place = pictures.get(row.kind.name) or menu.addMenu(row.kind.title)
                pictures[row.kind.name] = place
            self._add(place, row.title, None, partial(exporting.ask, session, row, self._window))
        menu.addSeparator()
        papers = menu.addMenu("Pa&per")
        group = QActionGroup(self._window)
        for paper in PAPERS:
            action = self._add(papers, paper.title, None, partial(exporting.choose_paper, session, paper))
            action.setCheckable(True)
            action.setChecked(paper is exporting.paper_of(session))
            group.addAction(action)

    def _print(self) -> None:
        printing.ask(self._session, self._window)

    def _edit(self, menu: QMenu) -> None:
        editor = self._studio.editor
        self._add(menu, "&Undo", QKeySequence.StandardKey.Undo, editor.undo)
        self._add(menu, "&Redo", QKeySequence.StandardKey.Redo, editor.redo)
        menu.addSeparator()
        self._add(menu, "&Find in ABC", QKeySequence.StandardKey.Find, editor.find)
        self._add(menu, "&Next finding", "F8", lambda: editor.step_finding(1))
        self._add(menu, "&Previous finding", "Shift+F8", lambda: editor.step_finding(-1))
        self._add(menu, "Fi&x the finding here", "Alt+Return", editor.fix_here)
        self._add(menu, "Repair &all", "Ctrl+Shift+R", editor.repair_all)
        self._add(menu, "&Tidy the ABC", "Ctrl+Shift+Y", self._tidy)

    def _tidy(self) -> None:
        tidy_text(self._session, writing=self._studio.column.generate.generation.running)

    def _view(self, menu: QMenu) -> None:
        for action in self._workspaces.actions.values():
            menu.addAction(action)
        menu.addSeparator()
        for number, dock in enumerate(self._studio.docks.values(), 1):
            action = dock.toggleViewAction()
            action.setShortcut(QKeySequence(f"Ctrl+Alt+{number}"))
            menu.addAction(action)
        self._add(menu, "&Restore the layout", None, self._restore_layout)
        menu.addSeparator()
        themes = menu.addMenu("&Theme")
        group = QActionGroup(self._window)
        for mode in MODES:
            action = self._add(themes, mode.capitalize(), None, partial(self._choose_theme, mode))
            action.setCheckable(True)
            action.setChecked(self._session.theme.mode == mode)
            group.addAction(action)

    def _help(self, menu: QMenu) -> None:
        self._add(menu, "&Keyboard shortcuts", "F1", self._show_shortcuts)
        self._add(menu, "&First steps", None, self._studio.first_steps.show_again)
        self._add(menu, "&About Swaralipi Studio", None, lambda: AboutDialog(self._window).open())

    def _show_shortcuts(self) -> None:
        rows = [
            (action.text().replace("&", ""), action.shortcut().toString(QKeySequence.SequenceFormat.NativeText))
            for action in self._window.findChildren(QAction)
            if not action.shortcut().isEmpty()
        ]
        ShortcutsDialog(rows, self._window).open()

    def _add(self, menu: QMenu, text: str, keys: Keys, call: Callable[[], object]) -> QAction:
        # the menu's own, so that a menu that is filled anew takes its old rows with it
        action = QAction(text, menu)
        if keys is not None:
            action.setShortcut(QKeySequence(keys))
        action.triggered.connect(lambda *_: call())
        menu.addAction(action)
        return action

    def _fill_recent(self) -> None:
        window, keeping = self._window, self._keeping
        self.recent.clear()
        files = keeping.recent()
        for path in files:
            self._add(self.recent, path.name.replace("&", "&&"), None, partial(keeping.open, path, window))
        if files:
            self.recent.addSeparator()
            self._add(self.recent, "Forget these", None, keeping.forget_recent)
        else:
            self._add(self.recent, "Nothing yet", None, lambda: None).setEnabled(False)
