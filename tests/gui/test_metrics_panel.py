"""The measures beside the melody: what is measured, what is missing and why, and nothing out of date."""

import threading
import time
from dataclasses import replace

import pytest

from core.metrics import METRICS, Measured
from core.metrics.compute import compute as measure
from core.songs.song import Reference, Song, Take
from core.workers.process import shared
from core.workers.turns import away
from gui.panels import metrics as panel_module
from gui.panels.metrics import COMPUTING, LATER, NOTHING, MetricsPanel
from gui.tables.metric_values import MISSING, kept, meaning, shape_of, written
from gui.theme import DARK
from gui.widgets.range_bar import RangeBar
from tests.timing import PATIENCE

TUNE = "X:1\nM:3/4\nL:1/4\nK:C\nC D E | F G A | C2 |]\n"
OTHER = "X:1\nM:3/4\nL:1/4\nK:C\n|: C C C | ^F3 :|\n"
QUICK = [metric for metric in METRICS if metric.name not in panel_module.SLOW]


@pytest.fixture
def measured(monkeypatch):
    """Stand in for music21, which one test below meets; keep what was asked."""
    asked = []

    def compute(abc, reference, metrics):
        asked.append((abc, reference, tuple(metric.name for metric in metrics)))
        if metrics[0].name in panel_module.SLOW:
            return {metrics[0].name: Measured(1.0)}
        return measure(abc, reference, metrics)

    monkeypatch.setattr(panel_module, "compute", compute)
    return asked


@pytest.fixture
def panel(qtbot, session, measured):
    found = MetricsPanel(session)
    qtbot.addWidget(found)
    found.resize(270, 640)
    found.show()
    return found


def model_take(tune, **fields):
    return Take("one", name="Take 1", level=3, reply=f"Here: {tune}", tune=tune, **fields)


def value(panel, name):
    return panel.rows[name].value.text()


def settled(qtbot, panel, name="abc_syntax", wanted="yes"):
    qtbot.waitUntil(lambda: value(panel, name) == wanted)


# -- what is shown ----------------------------------------------------------------------------------------------------


def test_nothing_to_measure_is_said_and_is_not_zero(panel):
    assert panel.what.text() == NOTHING
    assert {value(panel, metric.name) for metric in METRICS} == {MISSING}
    assert all(row.bar.value is None for row in panel.rows.values())


def test_a_text_by_hand_is_measured_as_it_is(qtbot, session, panel):
    session.document.set_text(TUNE, "editor")
    settled(qtbot, panel)
    assert panel.what.text() == "Measured: the text in the editor."
    assert value(panel, "bars_right") == "66 %"
    assert value(panel, "repetition") == "no"
    assert value(panel, "scale_adherence") == "yes"
    assert float(value(panel, "pitch_entropy")) == pytest.approx(2.52, abs=0.01)
    assert panel.rows["pitch_entropy"].bar.mark == 2.86
    assert session.document.take().metrics["bars_right"]["value"] == pytest.approx(2 / 3)


def test_a_models_take_is_measured_raw_not_as_it_is_sung(qtbot, session, panel, measured):
    song = Song(lyrics="এক দুই তিন চার", takes=(model_take(TUNE),))
    session.document.open_song(song, None)
    settled(qtbot, panel)
    assert session.document.text != TUNE
    assert {abc for abc, _, _ in measured} == {TUNE}
    assert "as the model wrote it" in panel.what.text()


def test_what_is_missing_says_why(qtbot, session, panel):
    session.document.set_text("X:1\nK:C\nz4 |\n", "editor")
    settled(qtbot, panel)
    for name, why in (("kl_divergence", "No reference is given."), ("pitch_entropy", "The tune has no notes.")):
        row = panel.rows[name]
        assert row.value.text() == MISSING
        assert row.meaning.text() == why
        assert row.bar.value is None
        assert f"missing. {why}" in row.read_out()


def test_a_reference_is_a_value_and_a_mark(qtbot, session, panel):
    session.document.open_song(Song(takes=(model_take(TUNE),), reference=Reference(OTHER)), None)
    settled(qtbot, panel)
    row = panel.rows["pitch_entropy"]
    assert row.reference.text() == "reference 0.81"
    assert row.bar.mark == pytest.approx(0.81, abs=0.01)
    assert panel.rows["repetition"].reference.text() == "reference yes"
    assert panel.rows["kl_divergence"].reference.isHidden()
    assert float(value(panel, "kl_divergence")) > 1
    session.document.change_song(reference=None)
    qtbot.waitUntil(lambda: row.reference.isHidden())
    assert row.bar.mark == 2.86


def test_the_whole_panel_can_be_read_out(qtbot, session, panel):
    session.document.set_text(TUNE, "editor")
    settled(qtbot, panel)
    said = panel.area.accessibleDescription().splitlines()
    assert len(said) == 1 + len(METRICS)
    assert "Bars right: 66 %. The share of bars" in said[-1]


# -- when -------------------------------------------------------------------------------------------------------------


def test_slow_measures_come_after_and_are_shown_as_being_computed(qtbot, session, panel, monkeypatch):
    go = threading.Event()

    def compute(abc, reference, metrics):
        if metrics[0].name in panel_module.SLOW:
            with away():  # as the process with music21 does
                go.wait(20)
            return {metrics[0].name: Measured(0.0)}
        return measure(abc, reference, metrics)

    monkeypatch.setattr(panel_module, "compute", compute)
    session.document.set_text(TUNE, "editor")
    qtbot.waitUntil(lambda: value(panel, "abc_syntax") == COMPUTING)
    assert value(panel, "bars_right") == "66 %"
    assert panel.rows["abc_syntax"].bar.value is None
    session.document.set_text(TUNE.replace("C2 |]", "C3 |]"), "editor")
    qtbot.waitUntil(lambda: value(panel, "bars_right") == "100 %")
    assert value(panel, "abc_syntax") == COMPUTING, "the quick ones did not wait"
    go.set()
    settled(qtbot, panel, wanted="no")


def test_an_answer_for_an_older_text_is_not_shown(qtbot, session, panel, monkeypatch):
    go, begun = threading.Event(), threading.Event()

    def compute(abc, reference, metrics):
        if metrics[0].name in panel_module.SLOW:
            return {metrics[0].name: Measured(1.0)}
        if "C2 |]" in abc:
            begun.set()
            with away():
                go.wait(20)
        return measure(abc, reference, metrics)

    monkeypatch.setattr(panel_module, "compute", compute)
    session.document.set_text(TUNE, "editor")
    qtbot.waitUntil(begun.is_set)
    session.document.set_text(TUNE.replace("C2 |]", "C3 |]"), "editor")
    qtbot.waitUntil(lambda: value(panel, "bars_right") == "100 %")
    with qtbot.waitSignal(session.tasks.idle):
        go.set()
    assert value(panel, "bars_right") == "100 %"
    assert session.document.take().metrics["bars_right"]["value"] == 1.0


def test_typing_is_measured_once_when_it_pauses(qtbot, session, panel, measured):
    for number in range(1, 6):
        session.document.set_text(TUNE + "C" * number + "|\n", "editor")
        session.document.read_now()
    settled(qtbot, panel)
    assert len({abc for abc, _, _ in measured}) == 1


def test_what_a_model_writes_is_measured_as_it_comes_and_music21_waits(qtbot, session, panel):
    session.generating.emit(True)
    session.document.set_text(TUNE, "model")
    qtbot.waitUntil(lambda: value(panel, "bars_right") == "66 %")
    assert panel.what.text() == "Measured: what the model has written so far."
    qtbot.waitUntil(lambda: value(panel, "abc_syntax") == LATER)
    session.generating.emit(False)
    settled(qtbot, panel)
    assert panel.what.text() == "Measured: the text in the editor."


# -- what is kept -----------------------------------------------------------------------------------------------------


def test_a_take_keeps_its_measures_once_and_makes_nothing_to_save(qtbot, session, panel, measured):
    document, changes = session.document, []
    document.open_song(Song(takes=(model_take(TUNE),)), None)
    document.takes_changed.connect(lambda: changes.append(document.take().metrics))
    settled(qtbot, panel)
    qtbot.waitUntil(lambda: session.tasks.busy == 0)
    assert len(changes) == 2, "the quick ones, then all"
    assert set(document.take().metrics) == {metric.name for metric in METRICS}
    assert document.take().metrics["kl_divergence"] == {"value": None, "missing": "no reference is given"}
    assert not document.dirty
    asked = len(measured)
    document.change_song(title="Another")
    document.show_take("one")
    assert not panel._timer.isActive()
    assert len(measured) == asked


def test_going_through_takes_measures_each_once(qtbot, session, panel, measured):
    takes = (model_take(TUNE), replace(model_take(OTHER), id="two"))
    session.document.open_song(Song(takes=takes), None)
    settled(qtbot, panel, "repetition", "yes")
    settled(qtbot, panel)
    session.document.show_take("one")
    settled(qtbot, panel, "repetition", "no")
    settled(qtbot, panel)
    qtbot.waitUntil(lambda: session.tasks.busy == 0)
    asked = len(measured)
    session.document.show_take("two")
    settled(qtbot, panel, "repetition", "yes")
    assert len(measured) == asked
    assert session.document.song.take("one").metrics["repetition"]["value"] == 0.0
    assert session.document.song.take("two").metrics["repetition"]["value"] == 1.0


def test_takes_that_are_not_shown_get_their_quick_measures_too(qtbot, session, panel):
    takes = (replace(model_take(OTHER), id="two"), replace(model_take(""), id="none"), model_take(TUNE))
    session.document.open_song(Song(takes=takes), None)
    qtbot.waitUntil(lambda: "bars_right" in session.document.song.take("two").metrics)
    assert session.document.song.take("two").metrics["repetition"]["value"] == 1.0
    assert "abc_syntax" not in session.document.song.take("two").metrics
    assert session.document.song.take("none").metrics == {}
    settled(qtbot, panel)
    session.document.change_song(reference=Reference(OTHER))
    qtbot.waitUntil(lambda: session.document.song.take("two").metrics["kl_divergence"]["value"] == 0.0)
    assert session.document.take_id == "one"


def test_two_takes_of_one_tune_are_both_measured(qtbot, session, panel):
    takes = (model_take(TUNE), replace(model_take(TUNE), id="two"))
    session.document.open_song(Song(takes=takes), None)
    settled(qtbot, panel)
    session.document.show_take("one")
    qtbot.waitUntil(lambda: len(session.document.song.take("one").metrics) == len(METRICS))


def test_other_measures_that_a_take_holds_stay(qtbot, session, panel):
    held = {"a_new_measure": {"value": 3.0, "missing": None}}
    session.document.open_song(Song(takes=(model_take(TUNE, metrics=held),)), None)
    settled(qtbot, panel)
    assert session.document.take().metrics["a_new_measure"]["value"] == 3.0


def test_music21_itself_judges_and_a_closing_window_does_not_wait_for_it(qtbot, session):
    panel = MetricsPanel(session)
    qtbot.addWidget(panel)
    session.document.set_text(TUNE, "editor")
    qtbot.waitUntil(lambda: value(panel, "abc_syntax") == "yes", timeout=60_000)
    session.document.set_text(TUNE.replace("|]\n", "| " + "C D E | " * 3000 + "\n"), "editor")
    qtbot.waitUntil(lambda: panel._slow is not None, timeout=20_000)
    begun = time.monotonic()
    session.close()
    assert time.monotonic() - begun < 5


def test_music21_that_was_ended_for_a_closing_window_is_not_started_again_for_the_rest_of_its_job(
    qtbot, session, monkeypatch
):
    panel = MetricsPanel(session)
    qtbot.addWidget(panel)
    worker, between, closing = shared("music21"), threading.Event(), threading.Event()
    call, asked = worker.call, []

    def slowly(job, params, **how):
        asked.append(job)
        if job == "parses":
            # the window closes just before the tune is sent
            between.set()
            assert closing.wait(PATIENCE)
        return call(job, params, **how)

    monkeypatch.setattr(worker, "call", slowly)
    session.closing.append(closing.set)
    session.document.set_text(TUNE, "editor")
    qtbot.waitUntil(between.is_set)
    session.close()
    assert asked == ["load", "parses"]
    assert worker.pid is None


# -- pieces -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "number", "words"),
    [
        ("bars_right", 1.0, "100 %"),
        ("bars_right", 0.999, "99 %"),
        ("repetition", 0.0, "no"),
        ("pitch_entropy", 2.714, "2.71"),
        ("a_new_measure", 0.5, "0.50"),
        ("repetition", None, MISSING),
    ],
)
def test_values_are_written_in_their_own_way(name, number, words):
    assert written(name, number) == words


def test_what_a_take_holds_is_read_with_care():
    held = {"a": {"value": 1, "missing": None}, "b": {"value": None, "missing": "why"}, "c": 3, "d": {"value": "x"}}
    assert kept(held, "a") == Measured(1.0)
    assert kept(held, "b") == Measured(None, "why")
    assert kept(held, "c") is None
    assert kept(held, "e") is None
    assert kept(held, "d").missing


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_every_metric_has_a_meaning_in_the_words_of_its_value(metric):
    assert not (shape_of(metric.name).kind == "yes" and meaning(metric).startswith("1"))


def test_the_bar_tells_nothing_from_zero_and_too_much_from_full(qtbot):
    bar = RangeBar()
    qtbot.addWidget(bar)
    bar.set_colours(DARK)
    bar.resize(200, 14)
    pictures = []
    for shown in (None, 0.0, 0.5, 1.0, 1.2):
        bar.show_value(shown, None, 1.0)
        pictures.append(bar.grab().toImage())
    bar.show_value(0.5, 0.7, 1.0)
    pictures.append(bar.grab().toImage())
    for place, picture in enumerate(pictures):
        assert all(picture != other for other in pictures[place + 1 :])
    assert [bar.share(number) for number in (-1, 0.25, 7)] == [0.0, 0.25, 1.0]


def test_the_panel_follows_the_theme(session, panel):
    session.theme.set_mode("dark")
    assert all(row.bar._colours == DARK for row in panel.rows.values())
