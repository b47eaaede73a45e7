"""Opening, saving, recent files, and unsaved work that outlives a crash."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox

from core.errors import FormatError, UsageError
from core.songs import swara_file
from core.songs.song import Song, Take
from gui import autosave
from gui.autosave import Autosave
from gui.keeping import Keeping, file_name, read
from tests.gui.studio_parts import TUNE, idle

SONG = Song(title="গান", lyrics="এক দুই", takes=(Take("a", tune=TUNE),))
BUTTONS = QMessageBox.StandardButton


@pytest.fixture
def keeping(session):
    return Keeping(session)


@pytest.fixture
def said(session):
    heard = []
    session.message.connect(lambda words, kind: heard.append((kind, words)))
    return heard


def question():
    return next(
        (box for box in QApplication.topLevelWidgets() if isinstance(box, QMessageBox) and box.isVisible()), None
    )


def answer(qtbot, button):
    qtbot.waitUntil(lambda: question() is not None)
    question().button(button).click()


def kept(keeping):
    return keeping.autosave.path


# -- opening and saving -----------------------------------------------------------------------------------------------


def test_a_song_is_saved_and_opened_the_same(qtbot, session, keeping, tmp_path):
    path = tmp_path / "gan.swara"
    session.document.open_song(SONG, None, dirty=True)
    keeping.save_as(path)
    qtbot.waitUntil(lambda: not session.document.dirty)
    assert session.document.path == path
    session.document.open_song(Song(), None)
    with qtbot.waitSignal(session.document.opened):
        keeping.open(path)
    assert (session.document.song, session.document.path, session.document.dirty) == (SONG, path, False)


def test_lyrics_become_a_song_named_by_their_first_line(tmp_path):
    path = tmp_path / "words.txt"
    path.write_bytes("\ufeff\nএকলা চলো\r\nরে\n".encode())
    opened = read(path)
    assert (opened.song.title, opened.song.lyrics, opened.path) == ("একলা চলো", "একলা চলো\nরে", None)


def test_a_tune_becomes_a_song_with_one_take(tmp_path):
    path = tmp_path / "two.abc"
    path.write_text(
        "X:1\nT:One\nM:6/8\nR:dadra\nQ:3/8=40\nL:1/8\nK:C\nCDE FGA|\n\nX:2\nT:Two\nK:C\nC|\n", encoding="utf-8"
    )
    opened = read(path)
    song = opened.song
    assert (song.title, song.metre, song.tala, song.tempo) == ("One", "6/8", "dadra", 60)
    assert (song.takes[0].name, song.takes[0].level) == ("From two.abc", None)
    assert "2 tunes" in opened.remark


@pytest.mark.parametrize(
    ("name", "content", "error"),
    [
        ("a.png", b"x", UsageError),
        ("a.swara", b"[1", FormatError),
        ("a.txt", b"\xff\xfe\0", FormatError),
        ("a.abc", b"Dear diary", FormatError),
        ("a.abc", b"X:1\nK:C\n\xff", FormatError),
    ],
)
def test_a_file_that_cannot_be_opened_says_why(tmp_path, name, content, error):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(error, match=name):
        read(path)


def test_a_file_that_is_gone_costs_nothing(qtbot, session, keeping, said, tmp_path):
    session.document.open_song(SONG, None)
    with qtbot.waitSignal(keeping.trouble):
        keeping.open(tmp_path / "gone.swara")
    assert session.document.song == SONG
    assert said[0][0] == "error"
    assert "gone.swara" in said[0][1]


def test_what_is_typed_while_saving_stays_unsaved(qtbot, session, keeping, tmp_path):
    session.document.open_song(SONG, None, dirty=True)
    keeping.save_as(tmp_path / "a.swara")
    session.document.change_song(theme="rain")
    idle(qtbot, session)
    assert session.document.dirty
    assert swara_file.read(tmp_path / "a.swara").theme == ""


def test_a_song_opened_while_another_is_saved_does_not_take_its_file(qtbot, session, keeping, tmp_path):
    """The next save would write the new song over the old one."""
    path, document, went_on = tmp_path / "a.swara", session.document, []
    document.open_song(SONG, None, dirty=True)
    keeping.save_as(path, lambda: went_on.append(True))
    document.open_song(Song(title="আর এক গান"), None, dirty=True)
    idle(qtbot, session)
    assert swara_file.read(path).title == SONG.title
    assert (document.path, document.dirty, went_on) == (None, True, [])


def test_what_is_typed_while_a_file_is_read_is_asked_about(qtbot, session, keeping, tmp_path):
    path = tmp_path / "a.swara"
    swara_file.write(path, SONG)
    document = session.document
    keeping.open(path)
    document.change_song(lyrics="আমি")
    answer(qtbot, BUTTONS.Cancel)
    idle(qtbot, session)
    assert (document.song.lyrics, document.path) == ("আমি", None)


def test_a_failed_save_is_said_and_the_work_stays(qtbot, session, keeping, said, tmp_path):
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    session.document.open_song(SONG, None, dirty=True)
    called = []
    with qtbot.waitSignal(keeping.trouble):
        keeping.save_as(tmp_path / "file" / "a.swara", lambda: called.append(1))
    assert "cannot be written" in said[0][1]
    assert session.document.dirty
    assert called == []


def test_saving_a_new_song_asks_where_and_proposes_its_title(qtbot, session, keeping, tmp_path):
    session.document.open_song(replace(SONG, title='a/b: "c"?'), None, dirty=True)
    keeping.save()
    dialog = next(window for window in QApplication.topLevelWidgets() if isinstance(window, QFileDialog))
    assert Path(dialog.selectedFiles()[0]).name == "a b c.swara"
    dialog.fileSelected.emit(str(tmp_path / "x.swara"))
    dialog.reject()
    qtbot.waitUntil(lambda: not session.document.dirty)
    assert (tmp_path / "x.swara").is_file()


def test_file_names_fit_every_system():
    assert file_name("") == "song.swara"
    assert file_name("..\0/") == "song.swara"
    assert len(file_name("ক" * 300).encode()) < 255


# -- recent files -----------------------------------------------------------------------------------------------------


def test_recent_files_are_ten_that_exist_newest_first(qtbot, session, keeping, tmp_path):
    for number in range(12):
        keeping.save_as(tmp_path / f"{number}.swara")
        idle(qtbot, session)
    (tmp_path / "10.swara").unlink()
    assert [path.name for path in keeping.recent()] == ["11.swara", *(f"{number}.swara" for number in range(9, 1, -1))]
    keeping.save_as(tmp_path / "5.swara")
    idle(qtbot, session)
    assert [path.name for path in keeping.recent()][:3] == ["5.swara", "11.swara", "9.swara"]
    keeping.forget_recent()
    assert keeping.recent() == []


def test_damaged_settings_make_no_recent_files(session, keeping):
    session.put("recent", {"a": 1})
    assert keeping.recent() == []


# -- the question -----------------------------------------------------------------------------------------------------


def test_without_unsaved_work_nobody_is_asked(session, keeping):
    called = []
    keeping.before_losing(None, lambda: called.append(1))
    assert called == [1]


@pytest.mark.parametrize(
    ("button", "goes_on", "saved"), [(BUTTONS.Save, 1, 1), (BUTTONS.Discard, 1, 0), (BUTTONS.Cancel, 0, 0)]
)
def test_unsaved_work_is_asked_about(qtbot, session, keeping, tmp_path, button, goes_on, saved):
    path = tmp_path / "a.swara"
    session.document.open_song(SONG, path, dirty=True)
    called = []
    keeping.before_losing(None, lambda: called.append(1))
    answer(qtbot, button)
    idle(qtbot, session)
    assert (len(called), path.is_file()) == (goes_on, bool(saved))
    assert question() is None


def test_a_second_question_is_not_asked_over_the_first(qtbot, session, keeping):
    session.document.open_song(SONG, None, dirty=True)
    called = []
    keeping.before_losing(None, lambda: called.append(1))
    keeping.before_losing(None, lambda: called.append(2))
    answer(qtbot, BUTTONS.Discard)
    assert called == [1]


# -- autosave ---------------------------------------------------------------------------------------------------------


def test_unsaved_work_is_kept_a_moment_after_a_change_and_goes_with_a_save(
    qtbot, session, keeping, tmp_path, monkeypatch
):
    keeping.autosave._soon.setInterval(10)
    session.document.open_song(SONG, None)
    session.document.change_song(theme="rain")
    qtbot.waitUntil(kept(keeping).is_file)
    found = swara_file.read(kept(keeping))
    assert (found.theme, found.lyrics, found.takes) == ("rain", SONG.lyrics, SONG.takes)
    keeping.save_as(tmp_path / "a.swara")
    qtbot.waitUntil(lambda: not kept(keeping).is_file())


def test_an_edit_of_the_text_is_kept_too(qtbot, session, keeping):
    keeping.autosave._soon.setInterval(10)
    session.document.set_text(TUNE, "editor")
    qtbot.waitUntil(kept(keeping).is_file)
    session.document.set_text(TUNE + "c3|\n", "editor")
    qtbot.waitUntil(lambda: swara_file.read(kept(keeping)).takes[0].tune == TUNE + "c3|\n")


def test_what_was_not_changed_is_not_written_again(qtbot, session, keeping):
    session.document.open_song(SONG, None, dirty=True)
    keeping.autosave.write()
    idle(qtbot, session)
    before = kept(keeping).stat().st_mtime_ns
    keeping.autosave.write()
    assert session.tasks.busy == 0
    assert kept(keeping).stat().st_mtime_ns == before


def test_a_place_that_cannot_be_written_is_said_once_and_tried_again(qtbot, session, keeping, said):
    folder = autosave.folder()
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("in the way", encoding="utf-8")
    session.document.open_song(SONG, None, dirty=True)
    for _ in range(3):
        keeping.autosave.write()
        idle(qtbot, session)
    assert [kind for kind, _ in said] == ["warning"]
    assert session.document.song == SONG
    folder.unlink()
    keeping.autosave.write()
    idle(qtbot, session)
    assert kept(keeping).is_file()
    assert said[-1] == ("info", "Unsaved work is kept safe again.")


CHILD = """
import sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
app = QApplication([])
from core.songs import swara_file
from gui.keeping import Keeping
from gui.session import Session
session = Session()
keeping = Keeping(session)
session.document.open_song(swara_file.read(Path(sys.argv[1])), Path(sys.argv[2]) if sys.argv[2] else None, dirty=True)
keeping.autosave.write(lambda: print("kept", flush=True))
app.exec()
"""


def leave_behind(song, path=None):
    """Start a real window's session in another process, with unsaved work that is kept; return the process."""
    root = Path(__file__).parents[2]
    source = autosave.folder().parent / "source.swara"
    swara_file.write(source, song)
    process = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(source), str(path or "")],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root), "QT_QPA_PLATFORM": "offscreen"},
        stdout=subprocess.PIPE,
    )
    assert process.stdout.readline() == b"kept\n"
    return process


def end(process):
    process.kill()
    process.wait()
    process.stdout.close()


def test_work_of_a_killed_process_is_offered_and_recovered_the_same(qtbot, session, keeping, tmp_path):
    origin = tmp_path / "gan.swara"
    process = leave_behind(SONG, origin)
    try:
        assert keeping.recoverable() == []
    finally:
        end(process)
    with qtbot.waitSignal(keeping.leftovers_found) as told:
        keeping.look_for_leftovers()
    (found,) = told.args[0]
    assert (found.title, found.origin) == ("গান", origin)
    with qtbot.waitSignal(session.document.opened):
        keeping.recover(found)
    assert (session.document.song, session.document.path, session.document.dirty) == (SONG, origin, True)
    qtbot.waitUntil(lambda: kept(keeping).is_file() and not found.path.exists())
    assert keeping.recoverable() == []


def test_left_over_work_that_nobody_wants_is_deleted(qtbot, session, keeping):
    end(leave_behind(SONG))
    (found,) = keeping.recoverable()
    keeping.discard(found)
    idle(qtbot, session)
    assert list(autosave.folder().iterdir()) == []


def test_damaged_left_over_work_is_set_aside_and_said(qtbot, session, keeping, said):
    autosave.folder().mkdir(parents=True)
    (autosave.folder() / "x.swara").write_text('{"format": "swara", "ver', encoding="utf-8")
    assert keeping.recoverable() == []
    qtbot.waitUntil(lambda: bool(said))
    (aside,) = autosave.folder().iterdir()
    assert aside.read_text(encoding="utf-8").startswith('{"format"')
    assert aside.name in said[0][1]


def test_a_clean_end_leaves_nothing_and_an_undecided_one_leaves_the_work(qtbot, session):
    first, second, third = (Autosave(session) for _ in range(3))
    session.document.open_song(SONG, None, dirty=True)
    for each in (first, second, third):
        each.write()
    idle(qtbot, session)
    second.let_go()
    first._end()
    second._end()
    assert first.path.is_file()
    assert not second.path.is_file()
    session.document.set_dirty(False)
    idle(qtbot, session)
    third._end()
    assert not third.path.is_file()


def test_another_windows_work_is_not_offered(qtbot, session, keeping):
    other = Autosave(session)
    session.document.open_song(SONG, None, dirty=True)
    other.write()
    idle(qtbot, session)
    assert keeping.recoverable() == []
