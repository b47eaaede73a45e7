"""The editor widget and its pieces: places in code points, colours, and texts kept letter for letter."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from core.formats.abc.lexer import split_lines
from core.score.diagnostic import Diagnostic, Severity
from gui.theme import DARK
from gui.widgets.code_editor import CodeEditor
from gui.widgets.find_bar import find_all
from gui.widgets.highlighter import runs
from gui.widgets.text_places import NotePlaces, editable, to_code_points, to_utf16

HEAD = "X:1\nM:3/4\nL:1/4\nK:C\n"
ANY = st.text(alphabet=st.characters(codec="utf-8") | st.sampled_from("\n\r\u2028\u2029\ufdd0\ufeff\u00a0😀কি|:AB"))
STRANGE = ANY | st.text(alphabet=st.sampled_from("a\ud800\udc00\n😀"))


@pytest.fixture
def editor(qtbot):
    found = CodeEditor()
    qtbot.addWidget(found)
    return found


# -- places -----------------------------------------------------------------------------------------------------------


@given(ANY, st.integers(0, 60))
def test_code_points_and_utf16_units_lead_to_each_other(line, column):
    column = min(column, len(line))
    units = to_utf16(line, column)
    assert units == len(line[:column].encode("utf-16-le")) // 2
    assert to_code_points(line, units) == column


@pytest.mark.parametrize(
    ("line", "units", "column"), [("😀C", 1, 0), ("😀C", 2, 1), ("😀C", 9, 2), ("কি C", 3, 3), ("", 4, 0)]
)
def test_a_place_inside_a_pair_or_past_the_end_is_the_nearest_before(line, units, column):
    assert to_code_points(line, units) == column


@given(STRANGE)
def test_the_editor_keeps_the_lines_and_columns_that_the_reader_counts(text):
    if "\\n" in text:
        return
    kept = editable(text.replace("\u2029", " ").replace("\ufdd0", " ")).split("\n")
    read = [line.text for line in split_lines(text.replace("\u2029", " ").replace("\ufdd0", " "))]
    if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
        assert len(kept) == len(read)
    else:
        assert [len(line) for line in kept] == [len(line) for line in read]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None)
@given(one=STRANGE, two=STRANGE)
def test_any_text_is_shown_replaced_and_undone_as_it_is(editor, one, two):
    def shown():
        return editor.document().toRawText().replace("\u2029", "\n")

    editor.show_text(one, fresh=True)
    assert shown() == editor.text() == editable(one)
    editor.show_text(two)
    assert shown() == editor.text() == editable(two)
    if editable(one) != editable(two):
        editor.undo()
        assert shown() == editor.text() == editable(one)


def test_the_caret_is_counted_in_code_points(editor):
    editor.show_text("X:1\n😀কি C\n")
    editor.go_to(2, 5)
    assert editor.caret() == (2, 5)
    assert editor.textCursor().positionInBlock() == 5
    editor.go_to(2, 2, 2)
    assert editor.textCursor().selectedText() == "কি"
    editor.go_to(99, 99)
    assert editor.caret() == (3, 1)


def test_notes_are_found_by_place_and_places_by_note(session):
    from core.formats.abc.reader import read_first

    places = NotePlaces(read_first(HEAD + "C [EG] z | {d}c3 |\n").score)
    assert [places.at(5, column) for column in (1, 2, 4, 5, 8, 10)] == ["n5c1", "n5c1", "n5c4", "n5c5", "r5c8", "r5c8"]
    assert places.at(5, 12) == "r5c8"
    assert [places.at(5, column) for column in (13, 14)] == ["n5c15", "n5c15"], "a grace note is its note's"
    assert places.within((5, 12), (5, 15)) == ["n5c15"]
    assert places.within((5, 8), (5, 17)) == ["r5c8", "n5c15"]
    assert places.at(5, 15) == "n5c15"
    assert places.at(1, 1) == ""
    assert places.span("n5c13").column == 13
    assert places.span("nowhere") is None


# -- colours ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "looks"),
    [
        ("K:C", ["letter", "field"]),
        ("w: আ-মা-র", ["letter", "words"]),
        ("% words", ["comment"]),
        ('"Am"C !trill!D | E', ["chord", "sign", "bar"]),
        ("[K:G] C2 |: # D % end", ["field", "bar", "error", "comment"]),
        ("C2 D2 E2", []),
        ("Here is your melody, enjoy singing it", ["comment"]),
        ("", []),
    ],
)
def test_a_line_is_cut_into_looks(line, looks):
    assert [look for _, _, look in runs(line)] == looks


@given(ANY)
def test_looks_stay_inside_the_line_and_in_order(line):
    line = line.replace("\n", " ")
    end = 0
    for start, stop, _ in runs(line):
        assert end <= start < stop or start == stop == len(line)
        end = stop
    assert end <= len(line)


def test_a_long_text_is_coloured_to_its_end(qtbot, editor):
    editor.show_text("\n".join(["w: আ-মা-র সো-না-র", '"Am"C D E F | G A B c |'] * 500))
    qtbot.waitUntil(lambda: not editor.highlighter.waiting)
    last = editor.document().lastBlock()
    assert last.layout().formats()
    assert last.previous().layout().formats()


def test_a_theme_colours_everything_anew(qtbot, editor):
    editor.show_text("K:C\n")
    editor.set_colours(DARK)
    qtbot.waitUntil(lambda: not editor.highlighter.waiting)
    colours = {piece.format.foreground().color().name() for piece in editor.document().firstBlock().layout().formats()}
    assert colours == {DARK.second}


def test_a_text_is_not_read_again_for_every_line_that_is_coloured(qtbot, editor, monkeypatch):
    from PySide6.QtGui import QTextDocument

    readings = []
    read = QTextDocument.toRawText

    def counted(document):
        readings.append(document)
        return read(document)

    editor.show_text(HEAD + '"Am"C D E F | G A B c |\n' * 100, fresh=True)
    qtbot.waitUntil(lambda: not editor.highlighter.waiting)
    monkeypatch.setattr(QTextDocument, "toRawText", counted)
    editor.set_colours(DARK)
    qtbot.waitUntil(lambda: not editor.highlighter.waiting)
    assert not readings, "no letter was changed"
    with qtbot.waitSignal(editor.edited):
        editor.insertPlainText("G")
    qtbot.wait(50)
    assert len(readings) == 1
    assert editor.text().startswith("GX:1"), "what was typed is read all the same"


# -- the rest ---------------------------------------------------------------------------------------------------------


def test_dropped_files_are_left_to_the_window(editor):
    from PySide6.QtCore import QMimeData, QUrl

    files, text = QMimeData(), QMimeData()
    files.setUrls([QUrl.fromLocalFile("song.abc")])
    text.setText("C D E")
    assert not editor.canInsertFromMimeData(files)
    assert editor.canInsertFromMimeData(text)


@pytest.mark.parametrize("place", [(1, 1, 0), (2, 1, 5), (9, 9, 9), (1, 4, 1)])
def test_a_finding_without_length_or_past_the_end_is_no_trouble(editor, place):
    editor.show_text("X:1\n")
    editor.set_findings([Diagnostic(Severity.INFO, "x", "said", *place)])
    editor.grab()
    assert editor.findings_at(place[0], place[1]) == ["said"]


def test_the_margin_tells_what_was_found_and_a_click_there_goes_to_the_line(qtbot, editor):
    editor.show_text("X:1\nK:C\nC D E\n")
    editor.set_findings([Diagnostic(Severity.ERROR, "x", "said", 3, 1, 1)])
    editor.resize(300, 200)
    editor.show()
    margin = editor._numbers
    assert margin.findings_on(3) == ["said"]
    assert margin.findings_on(2) == []
    tops = dict(margin.lines_on_screen())
    assert sorted(tops) == [0, 1, 2, 3]
    QTest.mouseClick(margin, Qt.MouseButton.LeftButton, pos=QPoint(5, tops[2] + 5))
    assert editor.caret() == (3, 1)


def test_find_tells_octaves_apart_and_counts_code_points():
    assert [(place.line, place.column) for place in find_all("C c\n😀c C", "c")] == [(1, 3), (2, 2)]
    assert find_all("aaa", "") == []


def test_a_line_that_cannot_be_coloured_costs_neither_the_next_its_colours_nor_an_edit(qtbot, editor, monkeypatch):
    editor.show_text("K:C\nK:D\nK:G")
    qtbot.waitUntil(lambda: not editor.highlighter.waiting)
    colour = editor.highlighter.rehighlightBlock

    def fails_once(block):
        if block.blockNumber() == 1:
            raise ValueError(block.text())
        colour(block)

    monkeypatch.setattr(editor.highlighter, "rehighlightBlock", fails_once)
    editor.highlighter.set_colours(DARK, editor.font())
    with qtbot.capture_exceptions() as raised:
        qtbot.waitUntil(lambda: not editor.highlighter.waiting)
        qtbot.waitUntil(lambda: bool(raised))
    assert [kind for kind, *_ in raised] == [ValueError]
    formats = editor.document().lastBlock().layout().formats()
    assert {piece.format.foreground().color().name() for piece in formats} == {DARK.second}
    with qtbot.waitSignal(editor.edited):
        editor.insertPlainText("G")
