"""What every test may use: the shared data where it is at hand, and a home of its own."""

import json
import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from pytestqt.qtbot import QtBot

from tests.timing import PATIENCE

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# a shell's background job ignores Ctrl-C, and so would every process that a test starts
signal.signal(signal.SIGINT, signal.default_int_handler)

# a clock says more of what else the machine does than of our code; and a change is judged by the same examples each time
_NO_CLOCK = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("new examples", **_NO_CLOCK)
settings.register_profile("the same examples", derandomize=True, **_NO_CLOCK)
settings.load_profile("the same examples" if os.environ.get("CI") else "new examples")

SLOW_SECONDS = 1800
"""What a slow test may take on a machine several times as slow."""

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared"


def pytest_collection_modifyitems(items):
    for item in items:
        if item.get_closest_marker("slow"):
            own = item.get_closest_marker("timeout")
            item.add_marker(pytest.mark.timeout(max(SLOW_SECONDS, own.args[0] if own else 0)), append=False)


MOST_MS = round(PATIENCE * 1000)


class PatientBot(QtBot):
    """Waits for what must come as long as no machine takes; five seconds, as is usual, a busy one takes now and then."""

    def waitUntil(self, callback, *, timeout=0):  # noqa: N802
        super().waitUntil(callback, timeout=max(timeout, MOST_MS))

    def waitSignal(self, signal, *, timeout=0, raising=None, check_params_cb=None):  # noqa: N802
        # what may stay away is waited for as long as was asked
        ends = timeout if raising is False else max(timeout, MOST_MS)
        return super().waitSignal(signal, timeout=ends, raising=raising, check_params_cb=check_params_cb)

    def waitSignals(self, signals, *, timeout=0, **how):  # noqa: N802
        return super().waitSignals(signals, timeout=max(timeout, MOST_MS), **how)

    def waitExposed(self, widget, *, timeout=0):  # noqa: N802
        return super().waitExposed(widget, timeout=max(timeout, MOST_MS))

    def waitActive(self, widget, *, timeout=0):  # noqa: N802
        return super().waitActive(widget, timeout=max(timeout, MOST_MS))


@pytest.fixture
def qtbot(qapp, request):
    """The robot of pytest-qt, with more patience."""
    return PatientBot(request)


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
