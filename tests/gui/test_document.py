"""The document: revisions, takes that are never lost, undo of a removal."""

from dataclasses import replace

from core.songs.song import Song, Take
from gui import exporting
from gui.document import Document

ONE = "X:1\nM:3/4\nL:1/4\nK:C\nC D E|\n"
TWO = "X:1\nM:3/4\nL:1/4\nK:C\nG A B|\n"


def model_take(name, tune):
    return Take(name, name=name, level=3, reply=f"Here you are: {tune}", tune=tune)


def test_the_latest_text_wins(qtbot, session):
    document, seen = session.document, []
    document.reading_ready.connect(lambda reading: seen.append(reading.text))
    with qtbot.waitSignal(document.reading_ready):
        document.set_text(ONE, "model")
        document.set_text(TWO, "model")
    assert seen == [TWO]
    assert [moment.pitch.step for moment in document.reading.written.notes] == ["G", "A", "B"]


def test_an_edit_by_hand_becomes_a_new_take_and_the_models_stays(qtbot, session):
    document = session.document
    document.add_take(model_take("first", ONE))
    document.set_text(TWO, "editor")
    document.set_text(TWO + "c3|\n", "editor")
    first, edit = document.song.takes
    assert first.tune == ONE
    assert (edit.parent, edit.tune, edit.level) == ("first", TWO + "c3|\n", None)
    assert document.take_id == edit.id
    assert document.dirty


def test_a_removed_take_comes_back_to_its_place(session):
    document = session.document
    for name in ("a", "b", "c"):
        document.add_take(model_take(name, ONE))
    document.remove_take("b")
    assert [take.id for take in document.song.takes] == ["a", "c"]
    assert document.restore_take()
    assert [take.id for take in document.song.takes] == ["a", "b", "c"]
    assert document.take_id == "b"
    assert not document.restore_take()


def test_opening_a_song_shows_its_newest_take_or_reference(qtbot, session, song):
    document = session.document
    sample, reference = song
    with qtbot.waitSignal(document.reading_ready):
        document.open_song(replace(sample, reference=reference), None)
    assert document.text == reference.abc
    assert not document.dirty
    taken = Song(lyrics="এক দুই তিন", takes=(model_take("a", ONE),))
    document.open_song(taken, None)
    assert "w: " in document.text
    assert document.song.takes[0].tune == ONE


def test_the_cursor_tells_who_moved_it(qtbot, session):
    with qtbot.waitSignal(session.document.cursor_moved) as seen:
        session.document.move_cursor("n5c1", "notation")
    assert seen.args == ["n5c1", "notation"]


def test_song_fields_change_once(qtbot, session):
    document, seen = session.document, []
    document.song_changed.connect(lambda: seen.append(document.song.title))
    document.change_song(title="গান")
    document.change_song(title="গান")
    assert seen == ["গান"]
    assert isinstance(document, Document)


def test_a_song_s_tala_is_the_tune_s_where_that_names_none(qtbot, session):
    document = session.document
    with qtbot.waitSignal(document.reading_ready):
        document.set_text("X:1\nM:5/8\nL:1/8\nK:C\nC5|\n", "open")
    assert document.reading.score.rhythm == ""
    with qtbot.waitSignal(document.reading_ready):
        document.change_song(tala="ঝম্পক")
    assert document.reading.score.rhythm == "ঝম্পক"
    assert document.reading.revision == document.revision
    request = exporting.request_of(session, "swaralipi")()
    assert request.score().rhythm == "ঝম্পক"
    assert "R:" not in document.text
