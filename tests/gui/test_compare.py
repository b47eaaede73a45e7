"""The Compare workspace: what is compared, how it is shown, where the cursor goes, what is heard, what is written."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from core.errors import AudioError, FormatError
from core.score.compare import Kind
from core.songs.samples import SAMPLES, load
from core.songs.song import Reference, Song
from core.views import VIEWS
from gui.panels.compare import export as compare_export
from gui.panels.compare.panel import NO_REFERENCE, NO_TAKE
from gui.panels.compare.work import TAKE, Source, from_sample
from gui.theme import DARK, LIGHT
from gui.widgets.compare_marks import SIGNS
from tests.gui.compare_parts import CLOSE, REFERENCE, SONG, compare_panel, idle, show


@pytest.fixture
def panel(qtbot, session):
    return compare_panel(qtbot, session)


def counts(panel):
    return {kind: int(label.text()) for kind, label in panel.facts.counts.items()}


def cursors(panel):
    return [view._marks.cursor for view in panel.pages.views]


# -- what is compared -------------------------------------------------------------------------------------------------


def test_without_a_take_or_a_reference_it_says_what_to_do(qtbot, session, panel):
    session.document.open_song(Song(title="কিছু"), None)
    idle(qtbot, session, panel)
    assert panel._empty.text.text() == NO_TAKE
    with qtbot.waitSignal(panel.left):
        panel._empty.studio.click()
    session.document.open_song(replace(SONG, reference=None), None)
    idle(qtbot, session, panel)
    assert panel._empty.text.text() == NO_REFERENCE
    assert panel._empty.file.isVisible()
    assert not panel.export_button.isEnabled()


def test_the_newest_take_stands_beside_the_songs_reference(qtbot, session, panel):
    show(qtbot, session, panel)
    assert panel.source.take_id == "close"
    assert counts(panel) == {"match": 28, "other_pitch": 1, "other_length": 2, "both": 0, "missing": 1, "extra": 0}
    assert panel.facts.accuracies["acc_both"].text().endswith(" %")


def test_another_take_and_a_file_can_be_the_reference(qtbot, session, panel, tmp_path):
    show(qtbot, session, panel)
    with qtbot.waitSignal(panel.pages.drawn, timeout=60_000):
        panel.source.choose(Source(TAKE, "far", "Far"))
    assert panel.compared.one.title == "Far"
    other = tmp_path / "tune.abc"
    other.write_text(REFERENCE, encoding="utf-8")
    with qtbot.waitSignal(panel.pages.drawn, timeout=60_000):
        panel.source.open_file(other)
    assert panel.compared.one.title == "tune.abc"
    assert counts(panel)["missing"] == 1


def test_a_file_without_a_tune_is_an_error_in_words_and_the_next_choice_works(qtbot, session, panel, tmp_path):
    show(qtbot, session, panel)
    empty = tmp_path / "empty.abc"
    empty.write_text("hello", encoding="utf-8")
    panel.source.open_file(empty)
    qtbot.waitUntil(lambda: "empty.abc holds no tune" in panel._empty.text.text(), timeout=20_000)
    with qtbot.waitSignal(panel.pages.drawn, timeout=60_000):
        panel.source.choose(panel.source._sources[0])
    assert panel.compared is not None


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_is_a_reference_or_says_that_it_comes_without_a_tune(name):
    if load(name).reference is None:
        with pytest.raises(FormatError, match="comes without a tune"):
            from_sample(name)
    else:
        assert from_sample(name).score.events()


def test_samples_with_a_tune_are_offered(qtbot, session, panel, monkeypatch):
    idle(qtbot, session, panel)
    monkeypatch.setattr("core.songs.samples.load", lambda name: replace(SONG, title=name))
    panel.source._samples = None
    show(qtbot, session, panel)
    titles = [panel.source.reference.itemText(row) for row in range(panel.source.reference.count())]
    assert titles[:3] == ["The song's reference", "Take: Close", "Take: Far"]
    assert titles[3:] == [f"Sample: {name}" for name in SAMPLES]
    with qtbot.waitSignal(panel.pages.drawn, timeout=60_000):
        panel.source._on_reference(4)
    assert panel.compared.one.title == SAMPLES[1]


def test_switches_change_what_counts_and_are_remembered(qtbot, session, panel):
    show(qtbot, session, panel)
    panel.source.choose_take("far")
    idle(qtbot, session, panel)
    assert any("Sa is C in the reference and D in the take" in remark for remark in panel.compared.remarks)
    panel.facts.switches["relative"].click()
    idle(qtbot, session, panel)
    assert panel.compared.sides.shift == -2
    assert session.get("compare.relative") is True
    assert "2 semitones down" in panel.facts.remarks.text()
    panel.facts.switches["played"].click()
    idle(qtbot, session, panel)
    bars = [len(score.parts[0].measures) for score in (panel.compared.sides.one, panel.compared.sides.other)]
    assert bars == [9, 3]


def test_several_voices_are_told_of(qtbot, session, panel):
    voices = "X:1\nM:4/4\nL:1/4\nK:C\nV:1\nC D E F |]\nV:2\nG A B c |]\n"
    show(qtbot, session, panel, replace(SONG, reference=Reference(voices, "")))
    assert "The reference has 2 voices; its first one is compared." in panel.facts.remarks.text()
    assert sum(counts(panel)[name] for name in ("match", "other_pitch", "other_length", "both", "missing")) == 4


def test_an_edit_of_the_take_is_compared_anew_and_an_older_answer_is_dropped(qtbot, session, panel):
    show(qtbot, session, panel)
    document = session.document
    document.set_text(CLOSE.replace("C6", "C3- C2 z"), "editor")
    idle(qtbot, session, panel)
    # the edit is a take of its own; the chosen one stays
    assert panel.source.take_id == "close"
    for _ in range(3):
        panel.source.choose_take("far")
        panel.source.choose_take(document.take_id)
    idle(qtbot, session, panel)
    assert panel.compared.other.title == "Close, edited"
    assert counts(panel)["missing"] == 0


# -- how it is shown --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
def test_every_view_marks_each_difference_on_its_own_side(qtbot, session, panel, view):
    session.put("compare.view", view.name)
    panel.pages.view = view.name
    show(qtbot, session, panel)
    pairs = panel.compared.sides.found.pairs
    wanted = [
        {pair.one.id: pair.kind for pair in pairs if pair.one and pair.kind is not Kind.MATCH},
        {pair.other.id: pair.kind for pair in pairs if pair.other and pair.kind is not Kind.MATCH},
    ]
    assert [page.signed() for page in panel.pages.views] == wanted
    one, other = (page._stack for page in panel.pages.views)
    assert one.tops == other.tops
    assert one.height == other.height


def test_both_scroll_together(qtbot, session, panel):
    show(qtbot, session, panel)
    one, other = (view.verticalScrollBar() for view in panel.pages.views)
    # a horizontal bar may still be coming or going on one side
    qtbot.waitUntil(lambda: one.maximum() == other.maximum() > 37)
    one.setValue(37)
    assert other.value() == 37
    other.setValue(5)
    assert one.value() == 5


def test_signs_differ_in_shape_and_stand_out_from_the_paper_in_both_themes():
    assert len({tuple(sign.shape) for sign in SIGNS.values()}) == len(SIGNS) == 5
    for tokens in (LIGHT, DARK):
        colours = [sign.colour(tokens) for sign in SIGNS.values()]
        assert len(set(colours)) == 5
        assert all(contrast(colour, tokens.paper) >= 4.5 for colour in colours)


def contrast(one, other):
    """Contrast as WCAG 2.1 defines it."""
    lights = sorted(luminance(colour) for colour in (one, other))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def luminance(colour):
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_the_sign_is_painted_above_its_note(qtbot, session, panel):
    show(qtbot, session, panel)
    pair = next(pair for pair in panel.compared.differences if pair.kind is Kind.OTHER_PITCH)
    panel.go(0, pair.one.id)
    view = panel.pages.views[0]
    qtbot.waitUntil(lambda: view._slide.state() == view._slide.State.Stopped)
    rect = view._stack.note_rect(pair.one.id, view.viewport().width())
    image = view.viewport().grab().toImage()
    x = round(rect.center().x())
    top = view._stack.tops[view.page_of(pair.one.id)] - view.verticalScrollBar().value()
    column = {image.pixelColor(x, y).name() for y in range(max(0, top), max(0, top) + 34)}
    assert SIGNS[Kind.OTHER_PITCH].light in column


# -- where the cursor goes --------------------------------------------------------------------------------------------


def test_keys_go_through_the_differences_and_round(qtbot, session, panel):
    show(qtbot, session, panel)
    panel.activateWindow()
    panel.pages.views[0].setFocus()
    seen = []
    for key in (Qt.Key.Key_N, Qt.Key.Key_N, Qt.Key.Key_N, Qt.Key.Key_N, Qt.Key.Key_N, Qt.Key.Key_P):
        QTest.keyClick(panel.pages.views[0], key)
        seen.append(panel.place)
    assert seen == [0, 1, 2, 3, 0, 3]
    assert panel.words.text().startswith("4 of 4 · ")
    pair = panel.compared.differences[3]
    assert cursors(panel) == [pair.one.id if pair.one else "", pair.other.id if pair.other else ""]


def test_space_plays_and_x_changes_what_is_heard(qtbot, session, panel):
    show(qtbot, session, panel)
    panel.activateWindow()
    page = panel.pages.views[0]
    page.setFocus()
    QTest.keyClick(page, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: panel.sound.player.now().position > 0.1, timeout=20_000)
    QTest.keyClick(page, Qt.Key.Key_X)
    assert panel.sound.line == "other"
    assert panel.sound.deck.playing
    QTest.keyClick(page, Qt.Key.Key_Space)
    assert not panel.sound.deck.playing


def test_a_click_on_a_note_marks_its_partner_too_and_the_next_difference_is_the_one_after_it(qtbot, session, panel):
    show(qtbot, session, panel)
    pairs = panel.compared.sides.found.pairs
    place = next(place for place, pair in enumerate(pairs) if pair.kind is not Kind.MATCH) + 1
    same = pairs[place]
    assert same.kind is Kind.MATCH
    panel.go(1, same.other.id)
    assert cursors(panel) == [same.one.id, same.other.id]
    panel.step(1)
    assert panel.place == 1
    panel.go(0, same.one.id)
    panel.step(-1)
    assert panel.place == 0


def test_the_words_name_bar_and_notes_of_both_sides(qtbot, session, panel):
    show(qtbot, session, panel)
    panel.step(1)
    assert panel.words.text() == ("1 of 4 · Other pitch · bar 3: G4 1/8 in the reference, A4 1/8 in the take")


# -- what is heard ----------------------------------------------------------------------------------------------------


def test_changing_from_reference_to_take_keeps_the_place(qtbot, session, panel):
    show(qtbot, session, panel)
    sound = panel.sound
    sound.deck.seek(4.5)
    sound.switch()
    assert sound.line == "other"
    assert sound.player.now().position == pytest.approx(4.5, abs=0.05)
    assert panel.transport.lines.value() == "other"
    sound.set_line("both")
    assert sound.player.now().position == pytest.approx(4.5, abs=0.05)


@pytest.mark.parametrize("line", ["one", "other", "both"])
def test_what_sounds_is_marked_on_both_sides(qtbot, session, panel, line):
    show(qtbot, session, panel)
    told = []
    panel.sound.sounding.connect(lambda *ids: told.append(ids))
    panel.sound.set_line(line)
    panel.sound.deck.play(0.0)
    qtbot.waitUntil(lambda: len([ids for ids in told if any(ids)]) >= 3, timeout=20_000)
    qtbot.waitUntil(lambda: all(view._marks.sounding for view in panel.pages.views), timeout=10_000)
    one, other = (view._marks.sounding for view in panel.pages.views)
    assert panel.compared.partners[one] == other
    panel.rest()
    qtbot.waitUntil(lambda: not panel.sound.deck.playing)


def test_the_bar_says_why_nothing_is_heard_and_tries_again(qtbot, session, panel, monkeypatch):
    controls, player = panel.transport.controls, panel.sound.player
    assert "choose what is compared" in controls.play_button.toolTip()
    show(qtbot, session, panel)
    assert controls.play_button.toolTip() == "Play (Space)"
    session.put("transport.silent", False)

    def refuse():
        raise AudioError("There is no sound device.")

    monkeypatch.setattr(player, "prepare", refuse)
    monkeypatch.setattr(player, "check", refuse)
    controls.play_button.click()
    qtbot.waitUntil(controls.notice.isVisible, timeout=20_000)
    assert controls.play_button.toolTip() == controls.notice.words.text() == "There is no sound device."
    assert not controls.play_button.isEnabled()
    assert controls.seek.isEnabled()
    monkeypatch.setattr(player, "check", lambda: None)
    controls.notice.again.click()
    qtbot.waitUntil(lambda: not controls.notice.isVisible(), timeout=20_000)
    assert controls.play_button.isEnabled()


def test_a_double_click_plays_its_own_side_from_there(qtbot, session, panel):
    show(qtbot, session, panel)
    note = panel.compared.sides.found.pairs[8].other.id
    panel._play_from(1, note)
    assert panel.sound.line == "other"
    qtbot.waitUntil(lambda: panel.pages.views[1]._marks.sounding == note, timeout=20_000)
    panel.sound.deck.stop()


# -- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", compare_export.KINDS, ids=lambda kind: kind.name)
def test_a_comparison_is_written_as_a_file(qtbot, session, panel, kind, tmp_path):
    show(qtbot, session, panel)
    path = tmp_path / f"তুলনা.{kind.name}"
    with qtbot.waitSignal(
        session.message, check_params_cb=lambda words, _: words.startswith("Exported"), timeout=60_000
    ):
        compare_export.export(session, panel.shown(), kind, path)
    content = path.read_bytes()
    if kind.name == "png":
        image = QImage.fromData(content)
        seen = {image.pixelColor(x, y).name() for x in range(0, image.width(), 2) for y in range(0, 700, 2)}
        assert SIGNS[Kind.OTHER_PITCH].light in seen
    else:
        assert content.startswith(b"%PDF-")
        assert content.rstrip().endswith(b"%%EOF")


def test_a_file_that_cannot_be_written_is_told(qtbot, session, panel, tmp_path):
    show(qtbot, session, panel)
    kind = compare_export.KINDS[1]
    (tmp_path / "missing").write_text("a file where a folder is needed")
    with qtbot.waitSignal(
        session.message, check_params_cb=lambda words, _: "cannot be written" in words, timeout=60_000
    ):
        compare_export.export(session, panel.shown(), kind, tmp_path / "missing" / "a.png")
