"""One cursor and one selection over the four views and the editor, in the real window."""

from dataclasses import replace

import mido
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest

from core.views import VIEWS
from tests.gui.tunes import long_tune
from tests.gui.window_kit import opened, settled

NAMES = [view.name for view in VIEWS]
TUNE = long_tune(8)
WAIT = 30_000


@pytest.fixture
def window(qtbot):
    """The window with all four views of eight bars."""
    with opened(qtbot, size=(1500, 1100)) as found:
        found.notation.show_views(NAMES)
        for card in found.notation.cards.values():
            card.pages.scroll_ms = 0
        write(qtbot, found, TUNE)
        yield found


def write(qtbot, window, text, origin="open"):
    document = window.session.document
    document.set_text(text, origin)
    with qtbot.waitSignal(document.reading_ready, timeout=WAIT):
        document.read_now()
    settled(qtbot, window)
    drawn(qtbot, window)


def drawn(qtbot, window):
    cards = list(window.notation.shown_cards())
    qtbot.waitUntil(
        lambda: all(c.pages.map and c.pages._next is None and c._running is None for c in cards), timeout=WAIT
    )


def ids(window):
    return [moment.id for moment in window.session.document.reading.written.moments]


def middle(pages, note):
    pages.reveal(note)
    rect = pages._stack.note_rect(note, pages.viewport().width())
    return (rect.center() - pages._offset()).toPoint()


def chosen(window):
    """What every view and the editor mark, as sets of ids; the editor's by the places of its notes."""
    views = [card.pages._marks.selection for card in window.notation.cards.values()]
    assert len(set(views)) == 1
    notes = window.editor._notes()
    marked = [mark.cursor for mark in window.editor.editor._chosen_marks]
    places = {(cursor.selectionStart(), cursor.selectionEnd()) for cursor in marked}
    wanted = notes.stretches(views[0])
    assert len(places) == len(wanted)
    for span, (start, stop) in zip(wanted, sorted(places), strict=True):
        assert stop - start == span.length
    return views[0]


def cursors(window):
    return {card.pages._marks.cursor for card in window.notation.cards.values()}


@pytest.mark.parametrize("name", NAMES)
def test_a_drag_and_a_shift_click_in_any_view_choose_in_all_and_in_the_editor(qtbot, window, name):
    pages, notes = window.notation.cards[name].pages, ids(window)
    first, last = middle(pages, notes[1]), middle(pages, notes[3])
    QTest.mousePress(pages.viewport(), Qt.MouseButton.LeftButton, pos=first)
    QTest.mouseMove(pages.viewport(), last)
    QTest.mouseRelease(pages.viewport(), Qt.MouseButton.LeftButton, pos=last)
    assert window.session.selection == notes[1:4]
    assert chosen(window) == set(notes[1:4])
    assert cursors(window) == {notes[3]}
    qtbot.mouseClick(pages.viewport(), Qt.MouseButton.LeftButton, pos=middle(pages, notes[0]))
    assert chosen(window) == set()
    assert cursors(window) == {notes[0]}
    shift = Qt.KeyboardModifier.ShiftModifier
    qtbot.mouseClick(pages.viewport(), Qt.MouseButton.LeftButton, shift, pos=middle(pages, notes[5]))
    assert chosen(window) == set(notes[:6])
    qtbot.keyClick(pages, Qt.Key.Key_Escape)
    assert chosen(window) == set()


def test_selected_text_chooses_its_notes_and_escape_ends_that(qtbot, window):
    editor, notes = window.editor.editor, ids(window)
    line = TUNE.splitlines().index("E2 G A2 G | (GA) B c3 | d c B A2 G | ^F2 G A3 |") + 1
    editor.setFocus()
    editor.go_to(line, 4, 14)
    qtbot.waitUntil(lambda: window.session.selection == notes[1:6])
    assert chosen(window) == set(notes[1:6])
    assert cursors(window) == {notes[5]}
    qtbot.keyClick(editor, Qt.Key.Key_Escape)
    assert chosen(window) == set()
    assert not editor.textCursor().hasSelection()
    editor.go_to(line, 4, 14)
    qtbot.waitUntil(lambda: bool(window.session.selection))
    qtbot.keyClick(editor, Qt.Key.Key_Left)
    qtbot.waitUntil(lambda: not window.session.selection)
    editor.go_to(line + 1, 4, 5)
    qtbot.wait(30)
    assert window.session.selection == []


def test_the_whole_text_chooses_the_whole_tune(qtbot, window):
    window.editor.editor.setFocus()
    window.editor.editor.selectAll()
    qtbot.waitUntil(lambda: window.session.selection == ids(window))


def test_an_edit_by_hand_keeps_what_was_chosen_in_a_view(qtbot, window):
    notes, editor = ids(window), window.editor.editor
    window.session.document.move_cursor(notes[20], "notation")
    window.session.select(notes[2:6])
    settled(qtbot, window)
    cursor = editor.textCursor()
    cursor.movePosition(QTextCursor.MoveOperation.End)
    editor._quiet = True
    editor.setTextCursor(cursor)
    editor._quiet = False
    qtbot.keyClicks(editor, "C6 |")
    qtbot.waitUntil(lambda: len(ids(window)) == len(notes) + 1, timeout=WAIT)
    settled(qtbot, window)
    assert window.session.selection == notes[2:6]
    assert chosen(window) == set(notes[2:6])


def test_a_cursor_whose_note_goes_stands_nowhere(qtbot, window):
    document = window.session.document
    document.move_cursor(ids(window)[-2], "notation")
    write(qtbot, window, "X:1\nM:6/8\nL:1/8\nK:C\nC6|\n", "take")
    assert document.cursor in ("", *ids(window))
    assert cursors(window) == {document.cursor}


def test_another_song_begins_without_a_cursor_or_a_selection(qtbot, window, song):
    document = window.session.document
    document.move_cursor(ids(window)[4], "notation")
    window.session.select(ids(window)[2:6])
    document.open_song(replace(song[0], reference=song[1], takes=()), None)
    settled(qtbot, window)
    assert (document.cursor, window.session.selection) == ("", [])
    assert chosen(window) == set()
    assert cursors(window) == {""}


def test_what_is_exported_has_sa_where_the_views_have_it(qtbot, window, tmp_path):
    from gui import exporting

    window.session.set_transpose(3)
    rows = {row.kind.name: row for row in exporting.rows()}
    for name in ("abc", "mid"):
        path = tmp_path / f"moved.{name}"
        exporting.export(window.session, rows[name], path)
        settled(qtbot, window)
        assert path.stat().st_size
    assert "K:Eb" in (tmp_path / "moved.abc").read_text(encoding="utf-8")
    notes = [m.note for m in mido.MidiFile(tmp_path / "moved.mid") if m.type == "note_on" and m.velocity]
    written = [moment.midi + 3 for moment in window.session.document.reading.played.notes]
    assert notes == written


def test_sa_moves_staff_jianpu_tab_and_what_swaralipi_says_of_sa_but_no_letter(qtbot, window):
    document, session = window.session.document, window.session
    before = {name: svg(window, name) for name in NAMES}
    session.select(ids(window)[1:4])
    with qtbot.waitSignals([card.drawn for card in window.notation.shown_cards()], timeout=WAIT):
        session.set_transpose(3)
    drawn(qtbot, window)
    after = {name: svg(window, name) for name in NAMES}
    assert window.transport.sa.currentText() == "Sa = E♭"
    assert all(before[name] != after[name] for name in NAMES)
    assert "1=C" in before["jianpu"]
    assert "1=E" in after["jianpu"]
    assert letters(window, 0) == letters(window, 3)
    assert chosen(window) == set(ids(window)[1:4])
    assert document.text == TUNE


def svg(window, name):
    return "".join(picture.page.svg for picture in window.notation.cards[name].pages._stack.pictures)


def letters(window, semitones):
    from core.score.edit import transposed
    from core.tradition.cells.build import sheet_of

    sheet = sheet_of(transposed(window.session.document.reading.score, semitones))
    return [
        unit.swara
        for kali in sheet.kalis
        for line in kali.lines
        for cell in line.cells
        for unit in cell.units
        if unit.swara
    ]
