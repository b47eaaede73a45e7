"""The menus: every command of the window, with its keys."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu

from gui import exporting
from gui.dialogs.about import AboutDialog, ShortcutsDialog
from gui.theme import MODES

if TYPE_CHECKING:
    from gui.main_window import MainWindow

Keys = QKeySequence.StandardKey | str | None


class Menus:
    """Fills a window's menu bar."""

    def __init__(self, window: "MainWindow") -> None:
        self.window = window
        bar = window.menuBar()
        self._file(bar.addMenu("&File"))
        self._edit(bar.addMenu("&Edit"))
        generate = window.studio.generate
        make = bar.addMenu("&Generate")
        make.addAction(generate.generate_action)
        make.addAction(generate.cancel_action)
        play = bar.addMenu("&Play")
        for text, keys, call in window.transport.commands():
            self._add(play, text, keys, call)
        self._view(bar.addMenu("&View"))
        self._help(bar.addMenu("&Help"))

    def _file(self, menu: QMenu) -> None:
        window, keeping = self.window, self.window.keeping
        self._add(menu, "&New song", QKeySequence.StandardKey.New, lambda: keeping.new(window))
        self._add(menu, "&Open…", QKeySequence.StandardKey.Open, lambda: keeping.ask_open(window))
        self.recent = menu.addMenu("Open &recent")
        self.recent.aboutToShow.connect(self._fill_recent)
        menu.addSeparator()
        self._add(menu, "&Save", QKeySequence.StandardKey.Save, lambda: keeping.save(window))
        self._add(menu, "Save &as…", "Ctrl+Shift+S", lambda: keeping.ask_save(window))
        menu.addSeparator()
        export = menu.addMenu("&Export")
        for row in exporting.rows():
            self._add(export, row.title, None, partial(exporting.ask, window.session, row, window))
        menu.addSeparator()
        self._add(menu, "&Quit", QKeySequence.StandardKey.Quit, window.close)

    def _edit(self, menu: QMenu) -> None:
        editor = self.window.editor
        self._add(menu, "&Undo", QKeySequence.StandardKey.Undo, editor.undo)
        self._add(menu, "&Redo", QKeySequence.StandardKey.Redo, editor.redo)
        menu.addSeparator()
        self._add(menu, "&Find in ABC", QKeySequence.StandardKey.Find, editor.find)
        self._add(menu, "&Next finding", "F8", lambda: editor.step_finding(1))
        self._add(menu, "&Previous finding", "Shift+F8", lambda: editor.step_finding(-1))

    def _view(self, menu: QMenu) -> None:
        window = self.window
        for number, dock in enumerate(window.docks.values(), 1):
            action = dock.toggleViewAction()
            action.setShortcut(QKeySequence(f"Ctrl+Alt+{number}"))
            menu.addAction(action)
        self._add(menu, "&Restore the layout", None, window.restore_layout)
        menu.addSeparator()
        themes = menu.addMenu("&Theme")
        group = QActionGroup(window)
        for mode in MODES:
            action = self._add(themes, mode.capitalize(), None, partial(window.choose_theme, mode))
            action.setCheckable(True)
            action.setChecked(window.session.theme.mode == mode)
            group.addAction(action)

    def _help(self, menu: QMenu) -> None:
        self._add(menu, "&Keyboard shortcuts", "F1", self._show_shortcuts)
        self._add(menu, "&First steps", None, self.window.first_steps.show_again)
        self._add(menu, "&About Swaralipi Studio", None, lambda: AboutDialog(self.window).open())

    def _show_shortcuts(self) -> None:
        rows = [
            (action.text().replace("&", ""), action.shortcut().toString(QKeySequence.SequenceFormat.NativeText))
            for action in self.window.findChildren(QAction)
            if not action.shortcut().isEmpty()
        ]
        ShortcutsDialog(rows, self.window).open()

    def _add(self, menu: QMenu, text: str, keys: Keys, call: Callable[[], object]) -> QAction:
        action = QAction(text, self.window)
        if keys is not None:
            action.setShortcut(QKeySequence(keys))
        action.triggered.connect(lambda *_: call())
        menu.addAction(action)
        return action

    def _fill_recent(self) -> None:
        window, keeping = self.window, self.window.keeping
        self.recent.clear()
        files = keeping.recent()
        for path in files:
            self._add(self.recent, path.name.replace("&", "&&"), None, partial(keeping.open, path, window))
        if files:
            self.recent.addSeparator()
            self._add(self.recent, "Forget these", None, keeping.forget_recent)
        else:
            self._add(self.recent, "Nothing yet", None, lambda: None).setEnabled(False)
