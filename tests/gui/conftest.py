"""Real Qt, off screen: a session to build panels on, and a check that nothing is left running."""

import gc
import os
import threading

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest

from tests.timing import EvenClock


@pytest.fixture(autouse=True)
def _collected():
    """Let Python collect a test's widgets here: in the middle of a later test a lane's thread might, and crash."""
    yield
    gc.collect()


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """What plays without sound skips no note, however long nobody could look."""
    found = EvenClock()
    monkeypatch.setattr("core.audio.silent.perf_counter", found)
    return found


@pytest.fixture
def session(qtbot):
    """A session with the shipped fonts, dressed as the window is."""
    from gui.painter import load_fonts
    from gui.session import Session

    load_fonts()
    before = set(threading.enumerate())
    found = Session()
    found.theme.dress()
    yield found
    found.close()
    left = [thread for thread in threading.enumerate() if thread not in before and thread.is_alive()]
    assert not left, f"threads left over: {left}"


@pytest.fixture
def song():
    """The sample song with a tune under it."""
    from core.songs import samples
    from core.songs.song import Reference

    found = samples.load("aguner-poroshmoni")
    return found, Reference(
        "X:1\nT:আগুনের পরশমণি\nM:6/8\nL:1/8\nQ:3/8=60\nK:C\n"
        "E2 G A2 G | (GA) B c3 | d c B A2 G | ^F2 G A3 |\nG A B c B A | A2 G E3 | G F E D2 C | C3- C2 z |]\n"
    )


@pytest.fixture
def quiz(qtbot, session, tmp_path):
    """The Quiz workspace on a new project, with forty questions."""
    from gui.panels.quiz.panel import QuizPanel
    from tests.gui.quiz_parts import bank, settle, use

    session.put("quiz.folder", str(tmp_path / "project"))
    found = QuizPanel(session)
    qtbot.addWidget(found)
    found.resize(1302, 740)
    with qtbot.waitExposed(found):
        found.show()
    settle(qtbot, found)
    use(found, bank())
    return found


@pytest.fixture
def filled(qtbot, quiz):
    """The Quiz workspace with 40 answers of a stand-in: right, wrong, unclear, empty and cut in turn."""
    from tests.gui.quiz_parts import fill, settle

    fill(quiz.project.folder)
    quiz.project.open()
    settle(qtbot, quiz)
    return quiz
