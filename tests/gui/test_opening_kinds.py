"""Files of other programs opened in the window: MusicXML, MIDI and pitch sequences become the song's take."""

from pathlib import Path

import pytest

from core.errors import AppError, FormatError, UsageError
from core.formats import FORMATS, FORMATS_BY_NAME
from core.formats.abc.reader import read_first
from core.score.timeline import timeline
from core.songs import swara_file
from gui import exporting
from gui.keeping import Keeping, ending_of, kinds, read, read_reference
from gui.panels.compare.work import from_file
from gui.tables.takes import describe

TUNE = "X:1\nT:গান\nR:dadra\nM:3/4\nL:1/4\nQ:1/4=90\nK:G\nC D E|F3|\nw:আ-মি যা\n"


@pytest.fixture
def keeping(session):
    made = Keeping(session)
    yield made
    made.deleteLater()


def file_of(folder, kind):
    path = folder / f"tune{FORMATS_BY_NAME[kind].endings[0]}"
    path.write_bytes(FORMATS_BY_NAME[kind].write(read_first(TUNE).score))
    return path


def pitches(text):
    return [note.midi for note in timeline(read_first(text).score).notes]


@pytest.mark.parametrize("kind", ["musicxml", "mxl", "mid", "spn"])
def test_a_file_becomes_a_song_with_one_take_in_abc(qtbot, session, keeping, tmp_path, kind):
    path = file_of(tmp_path, kind)
    with qtbot.waitSignal(session.document.opened):
        keeping.open(path)
    song = session.document.song
    assert [take.name for take in song.takes] == [f"From {path.name}"]
    assert pitches(song.takes[0].tune) == [60, 62, 64, 66]
    assert pitches(session.document.text) == [60, 62, 64, 66]
    assert session.document.path is None


def test_an_imported_take_says_so_and_keeps_it_in_the_song_file(qtbot, session, keeping, tmp_path):
    document, kept = session.document, tmp_path / "kept.swara"
    with qtbot.waitSignal(document.opened):
        keeping.open(file_of(tmp_path, "mid"))
    document.change_take(document.take_id, name="The old tune")
    assert describe(document.take()) == "imported from tune.mid"
    swara_file.write(kept, document.song)
    document.set_dirty(False)
    with qtbot.waitSignal(document.opened):
        keeping.open(kept)
    assert [describe(take) for take in document.song.takes] == ["imported from tune.mid"]


def test_an_edit_leaves_the_imported_take_as_it_was_in_the_file(qtbot, session, keeping, tmp_path):
    document = session.document
    with qtbot.waitSignal(document.opened):
        keeping.open(file_of(tmp_path, "mid"))
    before = document.text
    document.set_text(before + "c3|\n", "editor")
    document.set_text(before + "c3|d3|\n", "editor")
    assert [describe(take) for take in document.song.takes] == ["imported from tune.mid", "edited by hand"]
    assert document.song.takes[0].tune == before
    document.set_text(before, "editor")
    assert document.take() == document.song.takes[0], "undone, the imported take is current again"


def test_title_metre_tala_and_tempo_come_along(tmp_path):
    song = read(file_of(tmp_path, "musicxml")).song
    assert (song.title, song.metre, song.tala, song.tempo) == ("গান", "3/4", "dadra", 90)


def test_what_was_guessed_is_said(tmp_path):
    assert "Sa is taken to be C" in read(file_of(tmp_path, "spn")).remark
    assert read(file_of(tmp_path, "musicxml")).remark == ""


def test_a_broken_file_is_trouble_in_words(qtbot, session, keeping, tmp_path):
    path = tmp_path / "x.mxl"
    path.write_bytes(b"PK nothing")
    with qtbot.waitSignal(keeping.trouble) as caught:
        keeping.open(path)
    assert caught.args[0].startswith("x.mxl: This is no sound .mxl archive")
    empty = tmp_path / "x.spn"
    empty.write_text("nothing", encoding="utf-8")
    with pytest.raises(FormatError, match="no tune"):
        read(empty)
    with pytest.raises(UsageError, match=r"\.musicxml"):
        read(Path("x.docx"))


@pytest.mark.parametrize("name", ["x.abc", "x.jianpu", "x.tab", "x.spn", "x.sargam", "x.swaralipi.json"])
def test_a_text_past_the_cap_is_refused_by_the_cap(tmp_path, name):
    path = tmp_path / name
    path.write_text("X:1\nK:C\nCDEF|\n" + " " * 1_000_000, encoding="utf-8")
    for read_it in (read, read_reference, from_file):
        with pytest.raises(AppError, match=r"longer than 1,000,000 characters.*Cut it"):
            read_it(path)


def test_a_tune_of_too_many_notes_is_shown_but_is_no_reference(tmp_path):
    path = tmp_path / "x.abc"
    path.write_text("X:1\nM:4/4\nL:1/8\nK:C\n" + "CDEFGABc|\n" * 2_501, encoding="utf-8")
    assert read(path).song.takes[0].tune == path.read_text(encoding="utf-8")
    with pytest.raises(AppError, match="more than 20000 notes"):
        read_reference(path)


def test_every_kind_can_be_chosen_dropped_and_used_as_reference(tmp_path):
    for one in FORMATS:
        if one.read is not None:
            assert all(f"*{ending}" in kinds() for ending in one.endings)
            assert ending_of(Path(f"A Tune{one.endings[0].upper()}")) == one.endings[0]
    assert ending_of(Path("x.docx")) is None
    reference = read_reference(file_of(tmp_path, "mid"))
    assert pitches(reference.abc) == [60, 62, 64, 66]


def test_the_export_menu_offers_every_kind_that_can_be_written():
    titles = {row.title for row in exporting.rows()}
    assert {f"{one.title}…" for one in FORMATS if one.write is not None} <= titles


def test_an_export_says_what_the_kind_cannot_hold(qtbot, session, tmp_path):
    session.document.set_text(TUNE, "test")
    row = next(row for row in exporting.rows() if row.kind.name == "spn")
    said = []
    session.message.connect(lambda words, _kind: said.append(words))
    exporting.export(session, row, tmp_path / "x.spn")
    qtbot.waitUntil(lambda: any("Exported x.spn." in words for words in said))
    assert any("The lyrics are left out." in words for words in said)
    assert (tmp_path / "x.spn").read_text(encoding="utf-8").startswith("C4(1/4)")
