"""Files dropped on the window: welcome wherever the Studio shows, and left alone in the other workspaces."""

import pytest

from tests.gui.studio_parts import drop
from tests.gui.window_kit import opened, settled

TUNE = "X:1\nT:Mother\nM:3/4\nL:1/4\nK:C\nC D E|\n"


def places(window):
    """Return what a file can be let fall on: the editor, the score, measures, takes, the bar with Play."""
    return {
        "editor": window.editor.editor.viewport(),
        "score": window.notation,
        "measures": window.metrics.area.viewport(),
        "takes": window.takes,
        "transport": window.transport,
    }


def test_a_file_is_opened_wherever_it_is_dropped(qtbot, tmp_path):
    with opened(qtbot) as window:
        for name, place in places(window).items():
            file = tmp_path / f"{name}.abc"
            file.write_text(TUNE.replace("Mother", name), encoding="utf-8")
            assert drop(place, file), name
            settled(qtbot, window)
            assert window.session.document.song.title == name
            assert "file:" not in window.session.document.text


def test_a_text_dropped_beside_the_lyrics_becomes_them(qtbot, tmp_path):
    file = tmp_path / "gan.txt"
    file.write_text("আগুনের পরশমণি\n", encoding="utf-8")
    with opened(qtbot) as window:
        window.session.document.change_song(theme="fire")
        assert drop(window.notation, file)
        settled(qtbot, window)
        assert window.session.document.song.lyrics == "আগুনের পরশমণি"
        assert window.session.document.song.theme == "fire"


@pytest.mark.parametrize("workspace", ["compare", "quiz"])
def test_the_other_workspaces_do_not_open_songs(qtbot, tmp_path, workspace):
    file = tmp_path / "tune.abc"
    file.write_text(TUNE, encoding="utf-8")
    with opened(qtbot) as window:
        window.workspaces.show(workspace)
        settled(qtbot, window)
        assert not drop(window.workspaces.place(workspace), file)
        settled(qtbot, window)
        assert window.session.document.song.title == ""


def test_what_is_no_song_is_not_welcome(qtbot, tmp_path):
    with opened(qtbot) as window:
        assert not drop(window.notation, tmp_path / "picture.png")
