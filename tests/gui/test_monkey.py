"""A monkey at the whole window: random but seeded actions; nothing raises, nothing is left running, memory stays flat.

The slow test plays for ten minutes (SWARALIPI_MONKEY_SECONDS changes that), the quick one for some seconds.
"""

import os
import random
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
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
        found = [w for w in self.window.findChildren(kind) if w.isVisible() and w.isEnabled()]
        return self.dice.choice(found) if found else None

    def click(self):
        button = self.pick(QAbstractButton)
        if button is not None and button.menu() is None if hasattr(button, "menu") else button is not None:
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def press(self):
        target = QApplication.focusWidget() or self.window
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


def memory_mb():
    status = Path("/proc/self/status")
    if not status.is_file():
        return 0.0
    return next(int(line.split()[1]) / 1024 for line in status.read_text().splitlines() if line.startswith("VmRSS"))


def play(qtbot, song, seconds, seed):
    sample, reference = song
    sample = replace(sample, reference=Reference(reference.abc))
    before = set(threading.enumerate())
    readings = []
    with qtbot.captureExceptions() as raised, opened(qtbot) as window:
        window.studio.wanted.choose("scripted")
        monkey = Monkey(window, sample, seed)
        monkey.open()
        stop = time.monotonic() + seconds
        look = time.monotonic() + seconds / 3
        while time.monotonic() < stop:
            monkey.act()
            QApplication.processEvents()
            assert not raised, (monkey.done, seed, raised)
            if time.monotonic() > look:
                readings.append(memory_mb())
                look += seconds / 6
        window.studio.generate.generation.cancel()
        for run in window.findChildren(QuizRun):
            run.stop()
        window.session.document.set_dirty(False)
        settled(qtbot, window)
    assert not raised, raised
    left = [thread for thread in threading.enumerate() if thread not in before and thread.is_alive()]
    assert not left
    return monkey.done, readings


def test_some_seconds_of_a_monkey(qtbot, song):
    done, _ = play(qtbot, song, 8, seed=20261130)
    assert done > 20


@pytest.mark.slow
@pytest.mark.timeout(1500)
def test_ten_minutes_of_a_monkey(qtbot, song):
    seconds = float(os.environ.get("SWARALIPI_MONKEY_SECONDS", "600"))
    done, readings = play(qtbot, song, seconds, seed=1)
    assert done > seconds
    assert readings[-1] - readings[0] < 150, readings
