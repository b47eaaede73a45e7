"""What every test may use: the shared data where it is at hand, and a home of its own."""

import json
import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# a shell's background job ignores Ctrl-C, and so would every process that a test starts
signal.signal(signal.SIGINT, signal.default_int_handler)

# a clock says more of what else the machine does than of our code
settings.register_profile("no clock", deadline=None)
settings.load_profile("no clock")

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared"


@pytest.fixture(autouse=True, scope="session")
def _one_application(qapp):
    """Qt allows one application a process: it is one that can show widgets, whichever test comes first."""


@pytest.fixture(autouse=True, scope="session")
def _no_keyring():
    """No test reads the keyring of this machine; and left to choose, keyring takes one of the tests' own stand-ins."""
    try:
        import keyring
        from keyring.backends import fail
    except ImportError:
        return
    keyring.set_keyring(fail.Keyring())


@pytest.fixture(autouse=True)
def _own_home(tmp_path_factory, monkeypatch):
    from core import log

    monkeypatch.setenv("SWARALIPI_HOME", str(tmp_path_factory.mktemp("home")))
    yield
    log.close()


def shared_cases(name):
    """Return the rows of a file of cases, or one row that skips where the folder is absent."""
    path = SHARED / "data" / "cases" / name
    if not path.is_file():
        return [pytest.param(None, marks=pytest.mark.skip(reason=f"../shared/data/cases/{name} is absent"))]
    return [pytest.param(row, id=row["id"]) for row in json.loads(path.read_text(encoding="utf-8"))]


@pytest.fixture
def tagore():
    """The folder of ten songs of Tagore in data."""
    folder = SHARED / "data" / "tagore"
    if not folder.is_dir():
        pytest.skip("../shared/data/tagore is absent")
    return folder
