"""The switch at the window's left edge: what is shown, what comes back, which keys rest meanwhile."""

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtTest import QTest

from core.songs.song import Reference, Song, Take
from tests.gui.window_kit import opened, settled

TUNE = "X:1\nM:6/8\nL:1/8\nK:C\nE2 G A2 G | G A B c3 |]\n"
SONG = Song(
    title="আগুনের পরশমণি", reference=Reference(TUNE),
    takes=(Take("a", name="Close", tune=TUNE.replace("c3", "d3"), reply="x", level=3),),
)  # fmt: skip


@pytest.mark.parametrize(("mode", "size"), [("light", (1366, 768)), ("dark", (2560, 1440))])
def test_the_rail_changes_the_workspace_and_brings_the_studio_back_as_it_was(qtbot, mode, size):
    with opened(qtbot, mode, size) as window:
        window.session.document.open_song(SONG, None)
        settled(qtbot, window)
        window.docks["takes"].hide()
        before = {name: dock.isVisible() for name, dock in window.docks.items()}
        window.workspaces.actions["compare"].trigger()
        place = window.workspaces.place("compare")
        assert place.isVisible()
        assert not any(dock.isVisible() for dock in window.docks.values())
        assert not window.transport.isVisible()
        assert window.size().width() == size[0]
        settled(qtbot, window)
        qtbot.waitUntil(lambda: place.compared is not None, timeout=60_000)
        # the keys work at once, without a click
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_N)
        assert place.place == 0
        window.workspaces.show("studio")
        assert {name: dock.isVisible() for name, dock in window.docks.items()} == before
        assert window.transport.isVisible()
        assert window.notation.isVisible()


def test_keys_of_the_studio_rest_while_another_workspace_is_shown(qtbot):
    with opened(qtbot) as window:
        play = [action for action in window.menus._studio_menus[1].actions() if not action.isSeparator()]
        window.workspaces.show("compare")
        assert not any(action.isEnabled() for action in play)
        window.workspaces.show("studio")
        assert all(action.isEnabled() for action in play)


def test_the_layout_that_is_kept_is_the_studios(qtbot):
    with opened(qtbot) as window:
        window.workspaces.show("compare")
        assert bytes(window.workspaces.layout().data()) != bytes(window.saveState(2).data())
        window.restore_layout()
        assert window.workspaces.current == "studio"
        assert all(dock.isVisible() for dock in window.docks.values())


def test_two_takes_are_compared_in_the_workspace_the_older_one_on_the_left(qtbot):
    takes = tuple(
        Take(name, name=name, tune=TUNE.replace("c3", last)) for name, last in (("a", "d3"), ("b", "e3"), ("c", "f3"))
    )
    with opened(qtbot) as window:
        window.session.document.open_song(Song(title="কিছু", takes=takes, reference=Reference(TUNE)), None)
        settled(qtbot, window)
        panel = window.takes
        rows = [panel.model.row_of(name) for name in "ab"]
        panel.view.choose(rows[0])
        flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
        panel.view.selectionModel().select(panel.model.index(rows[1], 0), flags)
        panel.compare()
        assert window.workspaces.current == "compare"
        place = window.workspaces.place("compare")
        qtbot.waitUntil(lambda: place.compared is not None, timeout=60_000)
        assert (place.compared.one.title, place.compared.other.title) == ("a", "b")
        assert (place.source.source.key, place.source.take_id) == ("a", "b")
        assert place.source.reference.currentText() == "Take: a"
        window.workspaces.show("studio")
        window.compare_takes("b", "c")
        qtbot.waitUntil(lambda: place.compared.other.title == "c", timeout=60_000)
        assert place.compared.one.title == "b"
