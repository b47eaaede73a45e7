"""The song panel: two-way fields, lyrics, samples, references, dropped files."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtWidgets import QApplication, QFileDialog

from core.formats import FORMATS
from core.songs import samples
from core.songs.song import Reference, Song, Style, Take
from gui.theme import stylesheet
from tests.gui.studio_parts import TUNE, column, cut, drop, idle, nameless

SARGAM = (
    "# গান  (Gan)\n# taal: dadra — 6 matras, vibhags [3, 3]\n\n[sthayi]\nS  R  G   |  -  -/M  P\nআ  মা  র  |  ৹  ৹    গা\n"
)
LYRICS = "আগুনের পরশমণি\nছোঁয়াও প্রাণে"


@pytest.fixture
def whole(qtbot, session):
    return column(qtbot, session)


@pytest.fixture
def panel(whole):
    return whole.song


def test_what_is_typed_is_in_the_song_at_once_and_the_caret_stays(qtbot, session, panel):
    qtbot.keyClicks(panel.title, "Agun")
    panel.title.setCursorPosition(2)
    qtbot.keyClicks(panel.title, "xy")
    assert session.document.song.title == "Agxyun"
    assert panel.title.cursorPosition() == 4
    assert panel.title.isUndoAvailable()
    assert session.document.dirty


def test_a_change_from_elsewhere_is_shown_without_an_echo(session, panel):
    told = []
    session.document.song_changed.connect(lambda: told.append(1))
    session.document.change_song(
        title="গান", style=Style.NAZRUL, theme="rain", metre="7/8", tala="তেওরা", raga="দেশ", tempo=72.5, lyrics=LYRICS
    )
    details = panel.details
    assert len(told) == 1
    assert (panel.title.text(), panel.style_row.value(), panel.theme.text()) == ("গান", "nazrul", "rain")
    assert (panel.metre.currentText(), panel.tala.currentText()) == ("7/8", "তেওরা")
    assert (details.raga.currentText(), details.tempo.value(), details.tempo.text()) == (
        "দেশ",
        72.5,
        "72.5 quarters/min",
    )
    assert panel.lyrics.toPlainText() == LYRICS


def test_lyrics_keep_caret_and_undo_while_they_are_typed(qtbot, session, panel):
    qtbot.keyClicks(panel.lyrics, "one two")
    cursor = panel.lyrics.textCursor()
    cursor.setPosition(3)
    panel.lyrics.setTextCursor(cursor)
    qtbot.keyClicks(panel.lyrics, "!")
    assert session.document.song.lyrics == "one! two"
    assert panel.lyrics.textCursor().position() == 4
    panel.lyrics.undo()
    assert session.document.song.lyrics == "one two"


def test_lyrics_changed_from_elsewhere_can_be_undone_but_not_those_of_another_song(session, panel):
    session.document.change_song(lyrics="first")
    session.document.change_song(lyrics="second")
    panel.lyrics.undo()
    assert session.document.song.lyrics == "first"
    session.document.open_song(Song(lyrics="other"), None)
    assert not panel.lyrics.document().isUndoAvailable()
    assert panel.lyrics.toPlainText() == "other"


def test_pasting_takes_the_text_alone(session, panel):
    data = QMimeData()
    data.setHtml("<b>আগুনের</b>")
    data.setText("\ufeffআগুনের\r\nপরশ\0মণি\u2028প্রাণে")
    panel.lyrics.insertFromMimeData(data)
    assert session.document.song.lyrics == "আগুনের\nপরশমণি\nপ্রাণে"


def test_tab_leaves_the_lyrics(qtbot, panel):
    panel.lyrics.setFocus()
    qtbot.keyClick(panel.lyrics, Qt.Key.Key_Tab)
    assert panel.lyrics.toPlainText() == ""
    assert not panel.lyrics.hasFocus()


def test_lines_and_syllables_are_counted_live(qtbot, session, panel):
    panel.lyrics.setPlainText("আগুনের পরশমণি\n\nছোঁয়াও")
    qtbot.waitUntil(lambda: panel.counts.text() == "2 lines · 11 syllables")
    panel.lyrics.setPlainText("")
    qtbot.waitUntil(lambda: panel.counts.text() == "")


def test_lyrics_that_are_none_are_said_calmly_and_kept(qtbot, session, panel):
    session.document.change_song(lyrics="à¦\x86à¦\x97à§\x81à¦¨à§\x87à¦°")
    qtbot.waitUntil(lambda: "wrong encoding" in panel.lyrics_note.plain)
    assert panel.lyrics_note.isVisible()
    assert session.document.song.lyrics


def test_a_chosen_tala_and_raga_are_kept_by_their_bengali_names(session, panel):
    panel.tala.setCurrentIndex(panel.tala.findText("তেওরা · Teora"))
    panel.details.raga.setCurrentIndex(panel.details.raga.findText("ইমন · Yaman"))
    assert (session.document.song.tala, session.document.song.raga) == ("তেওরা", "ইমন")
    assert (panel.tala.currentText(), panel.details.raga.currentText()) == ("তেওরা", "ইমন")
    assert panel.details.raga_note.plain.endswith("S R G M P D N")


def test_a_raga_is_found_by_either_name_and_spelling_and_an_unknown_one_is_said(session, panel):
    note = panel.details.raga_note
    for name in ("Bhairavi", "গৌড় সারং", "গৌড\u09bc সারং"):
        session.document.change_song(raga=name)
        assert "its notes:" in note.plain, name
    session.document.change_song(raga="বাউল")
    assert "not in the table" in note.plain
    assert note.role == "muted"
    session.document.change_song(raga="Yamann")
    assert "Did you mean Yaman?" in note.plain


def test_a_reference_may_be_a_tune_of_any_kind_that_can_be_read(qtbot, panel):
    panel.details.load_reference.click()
    dialog = panel.details.findChild(QFileDialog)
    offered = dialog.nameFilters()[0]
    for one in FORMATS:
        assert all(f"*{ending}" in offered for ending in one.endings) is (one.read is not None), one.name
    dialog.reject()


def test_searching_a_raga_finds_part_of_an_english_name(qtbot, session, panel):
    panel.more.open()
    edit = panel.details.raga.lineEdit()
    edit.setFocus()
    qtbot.keyClicks(edit, "kalyan")
    completer = panel.details.raga.completer()
    rows = [completer.completionModel().index(row, 0).data() for row in range(completer.completionCount())]
    assert rows == ["ইমনকল্যাণ · Iman Kalyan / Yaman Kalyan", "শুদ্ধকল্যাণ · Shuddha Kalyan"]
    completer.popup().hide()


def test_a_metre_that_cannot_be_is_said(qtbot, session, panel):
    session.document.change_song(metre="x/y")
    assert "3/4" in panel.metre_note.plain
    session.document.change_song(metre="3/4")
    assert not panel.metre_note.isVisible()


def test_tempo_and_bars_can_be_left_open(session, whole, panel):
    details = panel.details
    details.tempo.setValue(90)
    details.bars.setValue(16)
    assert (session.document.song.tempo, whole.wanted.bars) == (90, 16)
    details.tempo.setValue(0)
    details.bars.setValue(0)
    assert (session.document.song.tempo, whole.wanted.bars) == (None, None)
    assert (details.tempo.text(), details.bars.text()) == ("not set", "automatic")


def test_a_reference_is_loaded_shown_and_removed(qtbot, session, panel, tmp_path):
    file = tmp_path / "mother.abc"
    file.write_text(TUNE, encoding="utf-8")
    with qtbot.waitSignal(session.document.song_changed):
        panel.details.read_reference(file)
    assert session.document.song.reference == Reference(TUNE, "mother.abc")
    assert panel.details.reference_name.text() == "mother.abc"
    panel.details.remove_reference.click()
    assert session.document.song.reference is None


def test_a_bad_reference_is_said_and_the_old_one_stays(qtbot, session, panel, tmp_path):
    session.document.change_song(reference=Reference(TUNE, "old.abc"))
    file = tmp_path / "prose.abc"
    file.write_text("Dear diary, nothing happened today.", encoding="utf-8")
    panel.details.read_reference(file)
    qtbot.waitUntil(lambda: "no tune" in panel.details.reference_note.plain)
    assert session.document.song.reference.source == "old.abc"


def test_a_sample_is_opened_from_its_menu(qtbot, session, panel):
    qtbot.waitUntil(lambda: len(panel.samples_menu.actions()) == 12)
    with qtbot.waitSignal(session.document.opened):
        panel.samples_menu.actions()[0].trigger()
    assert session.document.song == samples.load("aguner-poroshmoni")
    assert panel.lyrics.toPlainText() == session.document.song.lyrics
    assert not session.document.dirty


def test_a_dropped_text_becomes_the_lyrics_of_a_song_without_any(qtbot, session, panel, tmp_path):
    file = tmp_path / "gan.txt"
    file.write_text(LYRICS + "\n", encoding="utf-8")
    session.document.change_song(theme="fire")
    assert drop(panel, file)
    qtbot.waitUntil(lambda: session.document.song.lyrics == LYRICS)
    assert session.document.song.theme == "fire"


def test_a_dropped_text_that_is_a_tune_is_opened_as_one(qtbot, session, panel, tmp_path):
    file = tmp_path / "gan.txt"
    file.write_text(SARGAM, encoding="utf-8")
    with qtbot.waitSignal(session.document.opened):
        assert drop(panel, file)
    assert session.document.song.takes[0].name == "From gan.txt"
    assert "taal" not in session.document.song.lyrics


def test_a_dropped_song_and_tune_are_opened_and_other_files_are_not_taken(qtbot, session, panel, tmp_path):
    file = tmp_path / "tune.abc"
    file.write_text("X:1\nT:Mother\nM:3/4\nL:1/4\nK:C\nC D E|\n", encoding="utf-8")
    with qtbot.waitSignal(session.document.opened):
        assert drop(panel, file)
    assert (session.document.song.title, session.document.song.metre) == ("Mother", "3/4")
    assert not drop(panel, tmp_path / "picture.png")


def test_a_bad_dropped_file_is_said_in_the_panel_and_costs_nothing(qtbot, session, panel, tmp_path):
    session.document.open_song(Song(title="kept", takes=(Take("a", tune=TUNE),)), None)
    file = tmp_path / "broken.swara"
    file.write_text("{", encoding="utf-8")
    with qtbot.waitSignal(session.message) as said:
        drop(panel, file)
    assert said.args[1] == "error"
    assert "damaged" in panel.trouble.plain
    assert session.document.song.title == "kept"


def test_a_missing_field_is_brought_into_sight(qtbot, session, panel):
    panel.focus_field("raga")
    assert panel.more.opened
    assert QApplication.focusWidget() in (panel.details.raga, panel.details.raga.lineEdit())


def test_every_control_has_a_name(whole, panel):
    panel.more.open()
    assert nameless(whole) == []


def test_nothing_is_cut_at_the_width_of_a_small_screen_nor_at_one_and_a_half_text(qtbot, session, whole, panel, song):
    session.document.open_song(replace(song[0], reference=song[1]), None)
    for section in (panel.more, whole.prompt.sent, whole.model.more):
        section.open()
    idle(qtbot, session)
    assert cut(whole) == []
    application = QApplication.instance()
    application.setStyleSheet(stylesheet(session.theme.tokens) + "* { font-size: 20px; }")
    try:
        QApplication.processEvents()
        whole.resize(whole.minimumSizeHint().width(), 760)
        QApplication.processEvents()
        assert whole.song.theme.fontMetrics().height() > 25
        assert whole.width() < 400
        assert cut(whole) == []
    finally:
        session.theme.dress()
