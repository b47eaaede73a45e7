"""The prompt panel: the text that is sent, what it lacks, and how long it is."""

import pytest

from core.llm import compose
from core.songs import samples
from core.songs.song import Song
from gui.panels import token_count
from gui.panels.token_count import Length, about_tokens
from tests.gui.studio_parts import column, idle


@pytest.fixture
def whole(qtbot, session):
    found = column(qtbot, session)
    found.prompt.sent.open()
    return found


@pytest.fixture
def sample(session):
    found = samples.load("aguner-poroshmoni")
    session.document.open_song(found, None)
    return found


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_the_very_text_that_will_be_sent_is_shown(qtbot, session, whole, sample, level):
    whole.prompt.levels.button(str(level)).click()
    wanted = compose.prompt_for(sample, level)
    qtbot.waitUntil(lambda: whole.prompt.text.toPlainText() == wanted)
    assert whole.wanted.request(sample).prompt == wanted
    assert whole.prompt.text.isReadOnly()


def test_the_text_follows_the_song_live(qtbot, session, whole, sample):
    session.document.change_song(theme="the sea at night")
    qtbot.waitUntil(lambda: "the sea at night" in whole.prompt.text.toPlainText())


def test_missing_fields_are_named_and_a_click_leads_to_them(qtbot, session, whole):
    session.document.open_song(Song(lyrics="এক দুই"), None)
    note = whole.prompt.missing
    qtbot.waitUntil(lambda: note.text().count("<a ") == 2)
    assert ("metre" in note.text(), "theme" in note.text(), "lyrics" in note.text()) == (True, True, False)
    note.linkActivated.emit("theme")
    assert whole.song.theme.hasFocus()
    session.document.change_song(metre="3/4", theme="rain")
    qtbot.waitUntil(lambda: not note.isVisible())


def test_a_style_that_no_level_knows_is_asked_for(qtbot, session, whole, sample):
    session.document.change_song(style="other")
    qtbot.waitUntil(lambda: "style (Rabindra or Nazrul)" in whole.prompt.missing.text())


def test_an_own_template_is_filled_kept_and_its_mistakes_are_said(qtbot, session, whole, sample):
    whole.prompt.levels.button("own").click()
    qtbot.waitUntil(whole.prompt.own.isVisible)
    whole.prompt.template.setPlainText("Sing {title} in {raga}: {{x}}")
    qtbot.waitUntil(lambda: whole.prompt.text.toPlainText() == f"Sing {sample.title} in {sample.raga}: {{x}}")
    whole.prompt.template.setPlainText("Sing {nothing}")
    qtbot.waitUntil(lambda: "unknown placeholder {nothing}" in whole.prompt.missing.plain)
    again = column(qtbot, session, shown=False)
    assert (again.wanted.level, again.wanted.template) == (None, "Sing {nothing}")


def test_the_small_models_tokens_are_counted(qtbot, session, whole, sample):
    with qtbot.waitSignal(
        whole.prompt.count.found, check_params_cb=lambda length: length.tokens, timeout=60_000
    ) as seen:
        pass
    assert seen.args[0] == Length(676, 8192)
    assert whole.prompt.tokens.text() == "676 tokens"
    whole.prompt.levels.button("1").click()
    qtbot.waitUntil(lambda: whole.prompt.tokens.text() not in ("", "676 tokens"), timeout=30_000)
    assert int(whole.prompt.tokens.text().split()[0]) < 676


def test_a_prompt_that_is_too_long_is_said_before_it_is_sent(qtbot, session, whole, sample):
    whole.wanted.set_option("context", 512)
    qtbot.waitUntil(lambda: "676 tokens, and it holds 512" in whole.prompt.length.plain, timeout=60_000)
    assert whole.prompt.length.role == "error"
    whole.wanted.set_option("context", 1024)
    qtbot.waitUntil(lambda: "Only 348 of 1,024" in whole.prompt.length.plain, timeout=60_000)
    whole.wanted.set_option("context", None)
    qtbot.waitUntil(lambda: not whole.prompt.length.isVisible(), timeout=60_000)


def test_a_large_file_is_not_loaded_to_count(qtbot, session, whole, sample, monkeypatch):
    monkeypatch.setattr(token_count, "CHEAP_BYTES", 10)
    whole.wanted.profile = __import__("dataclasses").replace(
        whole.wanted.profile, name="big", shipped=False, path=str(whole.wanted.profile.gguf_path())
    )
    whole.wanted.profile_changed.emit()
    qtbot.waitUntil(lambda: "once this model is loaded" in whole.prompt.tokens.toolTip())
    assert whole.prompt.tokens.text() == ""
    assert not whole.open_model.loaded


def test_an_estimate_is_said_to_be_one():
    assert Length(about_tokens("abcd" * 100), exact=False).sentence() == "about 100 tokens"
    assert about_tokens("আ" * 300) == 200


def test_without_a_prompt_nothing_is_counted(qtbot, session, whole):
    idle(qtbot, session)
    assert whole.prompt.tokens.text() == ""
    assert not whole.open_model.loaded
    assert not whole.prompt.sent.isEnabled()
