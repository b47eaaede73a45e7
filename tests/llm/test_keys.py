"""Keys come from the environment or the keyring, and go nowhere else."""

import sys

import pytest

from core.errors import AppError, MissingPackage, UsageError
from core.llm import keys

keyring = pytest.importorskip("keyring")
from keyring.backend import KeyringBackend  # noqa: E402  after importorskip
from keyring.backends import fail  # noqa: E402


class Drawer(KeyringBackend):
    """A keyring in memory."""

    priority = 1

    def __init__(self):
        super().__init__()
        self.kept = {}

    def get_password(self, service, username):
        return self.kept.get((service, username))

    def set_password(self, service, username, password):
        self.kept[service, username] = password

    def delete_password(self, service, username):
        if (service, username) not in self.kept:
            raise keyring.errors.PasswordDeleteError("none")
        del self.kept[service, username]


class Locked(Drawer):
    def get_password(self, service, username):
        raise keyring.errors.KeyringLocked("locked")

    set_password = delete_password = get_password


@pytest.fixture
def drawer():
    old = keyring.get_keyring()
    new = Drawer()
    keyring.set_keyring(new)
    yield new
    keyring.set_keyring(old)


def test_a_key_is_kept_found_and_forgotten(drawer):
    assert keys.key_for("mine") is None
    keys.set_key("mine", "  sk-1234 \n")
    assert drawer.kept == {("swaralipi-studio", "mine"): "sk-1234"}
    assert keys.key_for("mine") == "sk-1234"
    assert keys.delete_key("mine")
    assert not keys.delete_key("mine")
    assert keys.key_for("mine") is None


def test_the_environment_comes_first(drawer, monkeypatch):
    keys.set_key("mine", "from-keyring")
    monkeypatch.setenv("MY_KEY", " from-environment ")
    assert keys.key_for("mine", "MY_KEY") == "from-environment"
    monkeypatch.setenv("MY_KEY", "")
    assert keys.key_for("mine", "MY_KEY") == "from-keyring"
    monkeypatch.delenv("MY_KEY")
    assert keys.key_for("mine", "MY_KEY") == "from-keyring"


@pytest.mark.parametrize("nonsense", ["", "  ", "two words", "চাবি", "a\x00b"])
def test_what_is_no_key_is_refused_and_not_repeated(drawer, nonsense):
    with pytest.raises(UsageError) as caught:
        keys.set_key("mine", nonsense)
    assert not nonsense.strip() or nonsense not in str(caught.value)
    assert drawer.kept == {}


def test_without_a_keyring_reading_finds_nothing_and_writing_says_what_to_do(drawer):
    keyring.set_keyring(fail.Keyring())
    assert keys.key_for("mine") is None
    assert not keys.delete_key("mine")
    with pytest.raises(AppError, match=r"no keyring that works.*environment variable") as caught:
        keys.set_key("mine", "sk-1234")
    assert "sk-1234" not in str(caught.value)


def test_a_locked_keyring_says_so(drawer):
    keyring.set_keyring(Locked())
    for call in (lambda: keys.key_for("mine", "MY_KEY"), lambda: keys.delete_key("mine")):
        with pytest.raises(AppError, match="Unlock it"):
            call()


def test_without_the_package_only_the_environment_is_left(monkeypatch):
    monkeypatch.setitem(sys.modules, "keyring", None)
    assert keys.key_for("mine") is None
    monkeypatch.setenv("MY_KEY", "k")
    assert keys.key_for("mine", "MY_KEY") == "k"
    with pytest.raises(MissingPackage, match=r"swaralipi-studio\[api\]"):
        keys.set_key("mine", "sk-1234")


def test_the_place_of_a_key_is_told_in_words():
    assert keys.place("mine") == "the keyring (entry swaralipi-studio, mine)"
    assert keys.place("mine", "MY_KEY").startswith("the environment variable MY_KEY or the keyring")
