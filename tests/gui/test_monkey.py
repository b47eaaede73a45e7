"""A monkey at the whole window: random but seeded actions; nothing raises, nothing is left running or lying about.

Between two actions an event loop runs, as in the program: without one Qt deletes nothing that was to be deleted later.
The slow test plays for ten minutes (SWARALIPI_MONKEY_SECONDS changes that), the quick one for some seconds.
"""

import ctypes
import gc
import os
import random
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
)

from core.songs.song import Reference
from gui.panels.quiz.run import QuizRun
from tests.gui.window_kit import opened, settled

KEYS = [Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Space, Qt.Key.Key_Return,
        Qt.Key.Key_Tab, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Escape]  # fmt: skip
LETTERS = 'CDEFGABcdefgz23/|:[](){}<>^_=-~"!%&\\ K:M:w:\n'
QUIET = {"&Quit", "&Open…", "Save &as…", "&Save"}
"""Actions that end the window or ask for a file."""


class Monkey:
    """Knows a few things to do to a window, and does them by chance."""

    def __init__(self, window, song, seed):
        self.window, self.song = window, song
        self.dice = random.Random(seed)
        self.done = 0

    def act(self):
        deed = self.dice.choice(
            [
                self.click,
                self.click,
                self.press,
                self.write,
                self.choose,
                self.action,
                self.resize,
                self.dock,
                self.open,
                self.note,
            ]
        )
        deed()
        self.dismiss()
        self.done += 1

    def pick(self, kind):
        found = [w for w in self.window.findChildren(kind) if w.isVisible() and w.isEnabled() and not of_files(w)]
        return self.dice.choice(found) if found else None

    def click(self):
        button = self.pick(QAbstractButton)
        if button is not None and button.menu() is None if hasattr(button, "menu") else button is not None:
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def press(self):
        target = QApplication.focusWidget() or self.window
        if of_files(target):
            return
        modifiers = self.dice.choice([Qt.KeyboardModifier.NoModifier] * 3 + [Qt.KeyboardModifier.ShiftModifier])
        QTest.keyClick(target, self.dice.choice(KEYS), modifiers)

    def write(self):
        field = self.pick(self.dice.choice([QPlainTextEdit, QLineEdit]))
        if field is not None and not field.isReadOnly():
            field.setFocus()
            QTest.keyClicks(
                field, "".join(self.dice.choice(LETTERS) for _ in range(self.dice.randint(1, 8))).replace("\n", "")
            )

    def choose(self):
        combo = self.pick(QComboBox)
        if combo is not None and combo.count():
            combo.setCurrentIndex(self.dice.randrange(combo.count()))

    def action(self):
        actions = [
            a for a in self.window.findChildren(QAction) if a.isEnabled() and a.menu() is None and a.text() not in QUIET
        ]
        self.dice.choice(actions).trigger()

    def resize(self):
        self.window.resize(self.dice.randint(960, 1700), self.dice.randint(600, 1000))

    def dock(self):
        dock = self.dice.choice(list(self.window.docks.values()))
        dock.setVisible(not dock.isVisible())

    def open(self):
        document = self.window.session.document
        document.set_dirty(False)
        document.open_song(self.song, None)

    def note(self):
        notes = self.window.session.document.reading.written.notes
        if notes:
            note = self.dice.choice(notes).id
            self.dice.choice(
                [
                    lambda: self.window.session.document.move_cursor(note, "monkey"),
                    lambda: self.window.session.seek.emit(note),
                ]
            )()
        cards = list(self.window.notation.shown_cards())
        if cards:
            port = cards[0].pages.viewport()
            QTest.mouseClick(
                port,
                Qt.MouseButton.LeftButton,
                pos=QPoint(self.dice.randrange(max(1, port.width())), self.dice.randrange(max(1, port.height()))),
            )

    def dismiss(self):
        for widget in QApplication.topLevelWidgets():
            if widget.isVisible() and isinstance(widget, QDialog | QFileDialog):
                widget.reject()
            elif widget.isVisible() and isinstance(widget, QMenu):
                widget.close()


def of_files(widget):
    """Return whether a widget belongs to a file dialog, where a monkey could make and delete a person's own files."""
    return isinstance(widget.window(), QFileDialog)


def memory_mb():
    """Return what the process holds once free pages went back to the system; 0 where the system does not tell."""
    gc.collect()
    status = Path("/proc/self/status")
    if not status.is_file():
        return 0.0
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
    return next(int(line.split()[1]) / 1024 for line in status.read_text().splitlines() if line.startswith("VmRSS"))


def play(qtbot, song, seconds, seed):
    """Return the deeds done, and what stood and what was held at times of the later two thirds."""
    sample, reference = song
    sample = replace(sample, reference=Reference(reference.abc))
    before = set(threading.enumerate())
    objects, memory = [], []
    with qtbot.captureExceptions() as raised, opened(qtbot) as window:
        window.studio.wanted.choose("scripted")
        monkey = Monkey(window, sample, seed)
        monkey.open()
        stop = time.monotonic() + seconds
        look = time.monotonic() + seconds / 3
        while time.monotonic() < stop:
            monkey.act()
            qtbot.wait(1)
            assert not raised, (monkey.done, seed, raised)
            if time.monotonic() > look:
                qtbot.wait(100)
                objects.append(len(window.findChildren(QObject)))
                memory.append(memory_mb())
                look += seconds / 6
        window.studio.generate.generation.cancel()
        for run in window.findChildren(QuizRun):
            run.stop()
        window.session.document.set_dirty(False)
        settled(qtbot, window)
    assert not raised, raised
    left = [thread for thread in threading.enumerate() if thread not in before and thread.is_alive()]
    assert not left
    return monkey.done, objects, memory


def test_some_seconds_of_a_monkey(qtbot, song):
    done, _, _ = play(qtbot, song, 8, seed=20261130)
    assert done > 20


@pytest.mark.slow
@pytest.mark.timeout(1500)
def test_ten_minutes_of_a_monkey(qtbot, song):
    seconds = float(os.environ.get("SWARALIPI_MONKEY_SECONDS", "600"))
    done, objects, memory = play(qtbot, song, seconds, seed=1)
    assert done > seconds
    # a dialog that is never deleted adds hundreds in ten minutes; docks and menus open come to some dozens
    assert objects[-1] < 1.2 * objects[0], objects
    assert memory[-1] - memory[0] < 150, memory
