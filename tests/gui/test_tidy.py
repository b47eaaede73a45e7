"""Tidy in the window: canonical ABC as a new take, and the way back."""

from core.songs.song import Song, Take
from tests.gui.window_kit import opened, settled

MESSY = "X:1\nT:গান\nM:3/4\nL:1/8\nK:C\nC>D  E2|F2 $ G2 A2|% turn\nB4z2|]\nw: আ-মার গান\n"


def test_tidy_makes_a_take_and_undo_brings_the_text_back(qtbot):
    with opened(qtbot) as window:
        document = window.session.document
        document.open_song(Song(title="গান", takes=(Take("a", name="Take 1", level=1, reply=MESSY, tune=MESSY),)), None)
        settled(qtbot, window)
        before = document.text
        said = []
        window.session.message.connect(lambda words, level: said.append((words, level)))
        window.menus._tidy()
        qtbot.waitUntil(lambda: bool(said))
        settled(qtbot, window)
        assert "C3/2D/ E2 | F2 G2 A2 |" in document.text
        assert "% turn" in document.text
        assert document.song.take("a").tune == MESSY
        assert len(document.song.takes) == 2
        assert said[-1][0].startswith("The ABC is tidy")
        window.editor.undo()
        settled(qtbot, window)
        assert document.text == before


def test_tidy_text_stays_and_says_so(qtbot):
    with opened(qtbot) as window:
        document = window.session.document
        document.set_text("X:1\nM:none\nL:1/8\nK:C\nC D |\n", "editor")
        settled(qtbot, window)
        takes = len(document.song.takes)
        with qtbot.waitSignal(window.session.message) as heard:
            window.menus._tidy()
        assert heard.args == ["The ABC was tidy already.", "info"]
        assert len(document.song.takes) == takes
